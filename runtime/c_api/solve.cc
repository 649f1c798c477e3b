// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solutions by lookup, and what other questions need.

#include <stddef.h>
#include <stdint.h>

#include <algorithm>

#include "runtime/c_api/set.h"
#include "runtime/c_api/words.h"

namespace {

using tilebase::Board;
using tilebase::SolveRequest;
using tilebase::c_api::CanBe;
using tilebase::c_api::Cells;
using tilebase::c_api::Finish;
using tilebase::c_api::Guarded;
using tilebase::c_api::Request;
using tilebase::c_api::Threads;

// Solves a few boards to the goal of a set that has one; their letters become those of the callers'
// boards. Codes are as from SolveLetters.
void SolveTo(const tilebase_set* set, SolveRequest* boards, size_t count) {
  const tilebase::Destination& to = *set->to;
  const size_t cells = Cells(set);
  Board renamed[tilebase::kBatchSize];
  for (size_t i = 0; i < count; ++i) {
    Board start;
    const int code = tilebase::c_api::ReadStart(set, boards[i].cells, cells, &start);
    // A board that is none, or of the other half, stays so: as home, it is refused with its code.
    if (code == TILEBASE_OK || code == TILEBASE_ERROR_UNSOLVABLE) {
      renamed[i] = to.Renamed(start);
      boards[i].cells = renamed[i].tile;
    }
  }
  set->answers->policies().SolveLettersTo(to, absl::MakeSpan(boards, count));
  for (size_t i = 0; i < count; ++i)
    if (boards[i].code == TILEBASE_OK) to.Map(boards[i].letters, boards[i].count);
}

// With several blanks, the number of moves would not tell the room for their text.
int SolveWords(const tilebase_set* set, const uint8_t* board, char* actions, size_t capacity,
               size_t* count) {
  if (!set->words->has_letters()) return TILEBASE_ERROR_UNSUPPORTED;
  tilebase_question question = {};
  question.board = board;
  question.actions = actions;
  question.capacity = capacity;
  tilebase_answer answer = {};
  int code = tilebase::c_api::AskWords(set, question, &answer);
  if (code == TILEBASE_OK && capacity == 0) code = TILEBASE_ERROR_BUFFER;
  if (count != nullptr && (code == TILEBASE_OK || code == TILEBASE_ERROR_BUFFER))
    *count = static_cast<size_t>(answer.moves);
  return code;
}

}  // namespace

extern "C" {

int tilebase_solve(const tilebase_set* set, const uint8_t* board, size_t board_size, char* actions,
                   size_t capacity, size_t* count) {
  if (set == nullptr || board == nullptr || (actions == nullptr && capacity != 0) ||
      !CanBe(capacity, 1))
    return TILEBASE_ERROR_ARGUMENT;
  if (board_size != Cells(set)) return TILEBASE_ERROR_BOARD_SIZE;
  if (set->words != nullptr) return SolveWords(set, board, actions, capacity, count);
  tilebase::SolveRequest solution = Request(board, actions, capacity);
  if (set->to)
    SolveTo(set, &solution, 1);
  else
    set->answers->policies().SolveLetters(&solution);
  const int code = Finish(&solution, capacity);
  if (count != nullptr && (code == TILEBASE_OK || code == TILEBASE_ERROR_BUFFER))
    *count = solution.count;
  return code;
}

int tilebase_prepare_effort(const tilebase_set* set, unsigned threads, char* message,
                            size_t message_size) {
  if (set == nullptr) return TILEBASE_ERROR_ARGUMENT;
  if (set->words != nullptr) return TILEBASE_OK;
  return Guarded(message, message_size,
                 [&] { return set->answers->PrepareEffort(Threads(threads)); });
}

int tilebase_solve_batch(const tilebase_set* set, const uint8_t* boards, size_t board_size,
                         size_t board_count, char* actions, size_t capacity, size_t* counts,
                         int* codes) {
  if (set == nullptr || (boards == nullptr && board_count != 0) ||
      (actions == nullptr && capacity != 0 && board_count != 0) ||
      !CanBe(board_count, std::max({board_size, capacity, sizeof(size_t)})))
    return TILEBASE_ERROR_ARGUMENT;
  if (board_size != Cells(set)) return TILEBASE_ERROR_BOARD_SIZE;
  int first_error = TILEBASE_OK;
  for (size_t i = 0; set->words != nullptr && i < board_count; ++i) {
    size_t count = 0;
    char* const to = capacity == 0 ? nullptr : actions + i * capacity;
    const int code = SolveWords(set, boards + i * board_size, to, capacity, &count);
    if (code != TILEBASE_OK && capacity != 0) *to = 0;
    if (first_error == TILEBASE_OK) first_error = code;
    if (counts != nullptr) counts[i] = count;
    if (codes != nullptr) codes[i] = code;
  }
  if (set->words != nullptr) return first_error;
  for (size_t first = 0; first < board_count; first += tilebase::kBatchSize) {
    tilebase::SolveRequest some[tilebase::kBatchSize];
    const size_t size = std::min(board_count - first, tilebase::kBatchSize);
    for (size_t i = 0; i < size; ++i)
      some[i] = Request(boards + (first + i) * board_size,
                        capacity == 0 ? nullptr : actions + (first + i) * capacity, capacity);
    if (set->to)
      SolveTo(set, some, size);
    else
      set->answers->policies().SolveLetters(absl::MakeSpan(some, size));
    for (size_t i = 0; i < size; ++i) {
      const int code = Finish(&some[i], capacity);
      if (code != TILEBASE_OK && capacity != 0) some[i].letters[0] = 0;
      if (first_error == TILEBASE_OK) first_error = code;
      if (counts != nullptr) counts[first + i] = some[i].count;
      if (codes != nullptr) codes[first + i] = code;
    }
  }
  return first_error;
}

}  // extern "C"
