// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What the functions of tilebase.h have in common: they check their arguments, turn errors into
// codes, and let no exception out.

#ifndef TILEBASE_RUNTIME_C_API_SET_H_
#define TILEBASE_RUNTIME_C_API_SET_H_

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string_view>

#include "absl/status/status.h"
#include "runtime/answering_set.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/optimal_search.h"
#include "runtime/tilebase.h"
#include "tables/board.h"
#include "tables/destination.h"

namespace tilebase {
class WordAnswers;
}

// What finds shortest solutions; made once, under the mutex.
struct tilebase_optimal {
  std::mutex making;
  std::unique_ptr<const tilebase::OptimalSearch> owned;
  std::atomic<const tilebase::OptimalSearch*> ready{nullptr};
};

struct tilebase_set {
  // Of boards that are no permutations (words.h). If it is there, the rest is not.
  std::shared_ptr<const tilebase::WordAnswers> words;
  // Shared with sets that tilebase_open_to made of this one.
  std::shared_ptr<const tilebase::AnsweringSet> answers;
  std::shared_ptr<tilebase_optimal> optimal;
  uint64_t memory_bytes = UINT64_MAX;  // most that may be used
  // Where solutions lead, and the same as a board; nothing: home.
  std::optional<tilebase::Destination> to;
  tilebase::Board goal;
};

namespace tilebase::c_api {

int CodeOf(const absl::Status& status);

// Allocates nothing: it tells that there is no memory, too.
void Tell(std::string_view text, char* message, size_t message_size);

// Copies the part of a result that the caller's header knows.
template <typename Result>
int Deliver(const Result& from, void* to, size_t size) {
  memcpy(to, &from, std::min(size, sizeof(Result)));
  return TILEBASE_OK;
}

// Takes over the part of an argument that the caller's header knows. Returns false where it asks
// for something that this library does not know.
template <typename Argument>
bool Receive(const Argument* from, size_t size, Argument* to) {
  memcpy(to, from, std::min(size, sizeof(Argument)));
  const uint8_t* const bytes = reinterpret_cast<const uint8_t*>(from);
  return size <= sizeof(Argument) ||
         std::all_of(bytes + sizeof(Argument), bytes + size, [](uint8_t b) { return b == 0; });
}

// Of a board of the set.
size_t Cells(const tilebase_set* set);

// No object is larger than the half of all addresses, so no array of more elements lies behind a
// pointer.
bool CanBe(size_t count, size_t element_bytes);

// More threads than 1024 gain nothing anywhere.
int Threads(unsigned threads);

// One byte of the capacity is for the zero at the end, which Finish puts there.
SolveRequest Request(const uint8_t* board, char* actions, size_t capacity);
int Finish(SolveRequest* solution, size_t capacity);

// A byte as a flag: the same object on every machine that the library is built for.
static_assert(sizeof(std::atomic<bool>) == 1 && std::atomic<bool>::is_always_lock_free);
inline const std::atomic<bool>* Flag(const volatile uint8_t* byte) {
  return reinterpret_cast<const std::atomic<bool>*>(const_cast<const uint8_t*>(byte));
}

// The search of a set for which tilebase_prepare_optimal has succeeded.
inline const OptimalSearch& Optimal(const tilebase_set* set) {
  return *set->optimal->ready.load(std::memory_order_acquire);
}

// Reads a board of the set, from which moves must lead to the set's goal. Returns TILEBASE_OK,
// _BOARD, _BOARD_SIZE or _UNSOLVABLE.
int ReadStart(const tilebase_set* set, const uint8_t* board, size_t board_size, Board* start);

// The start of a way from `board` to `goal`, as a board to be brought home. Where no moves lead
// from one to the other, *start cannot be solved; that is no error here.
int ReadRenamed(const PolicySet& policies, const uint8_t* board, const uint8_t* goal,
                size_t board_size, std::optional<Destination>* destination, Board* start);

// Does what may allocate, work(), which returns a status: whatever goes wrong becomes a code and a
// message.
template <typename Work>
int Guarded(char* message, size_t message_size, Work work) {
  try {
    const absl::Status status = work();
    if (!status.ok())
      Tell({status.message().data(), status.message().size()}, message, message_size);
    return CodeOf(status);
  } catch (const std::bad_alloc&) {
    Tell(tilebase_error_text(TILEBASE_ERROR_MEMORY), message, message_size);
    return TILEBASE_ERROR_MEMORY;
  } catch (const std::exception& error) {
    Tell(error.what(), message, message_size);
    return TILEBASE_ERROR_FILE;
  }
}

}  // namespace tilebase::c_api

#endif  // TILEBASE_RUNTIME_C_API_SET_H_
