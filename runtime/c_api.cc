// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The C interface over PolicySet. Nothing here decides anything: arguments are checked, errors
// become codes, and no exception leaves.

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>

#include "runtime/policy_set.h"
#include "runtime/tilebase.h"
#include "tables/image_reader.h"
#include "tables/open_source.h"

struct tilebase_set {
  std::unique_ptr<tilebase::PolicySet> policies;
};

namespace {

using tilebase::Board;

int CodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return TILEBASE_OK;
    case absl::StatusCode::kFailedPrecondition:
      return TILEBASE_ERROR_FORMAT;
    case absl::StatusCode::kUnimplemented:
      return TILEBASE_ERROR_VERSION;
    case absl::StatusCode::kDataLoss:
      return TILEBASE_ERROR_DAMAGED;
    case absl::StatusCode::kResourceExhausted:
      return TILEBASE_ERROR_MEMORY;
    default:
      return TILEBASE_ERROR_FILE;
  }
}

void Tell(const std::string& text, char* message, size_t message_size) {
  if (message == nullptr || message_size == 0) return;
  const size_t length = std::min(text.size(), message_size - 1);
  std::memcpy(message, text.data(), length);
  message[length] = 0;
}

// Copies the part of a result that the caller's header knows.
template <typename Result>
int Deliver(const Result& from, void* to, size_t size) {
  std::memcpy(to, &from, std::min(size, sizeof(Result)));
  return TILEBASE_OK;
}

// What all ways to open have in common. `source` is called with the options that the flags ask for.
template <typename Source>
int Open(bool arguments_given, unsigned flags, tilebase_set** set, char* message,
         size_t message_size, Source source) {
  if (set == nullptr) return TILEBASE_ERROR_ARGUMENT;
  *set = nullptr;
  if (!arguments_given || (flags & ~TILEBASE_CHECK_CONTENT) != 0) {
    Tell(tilebase_error_text(TILEBASE_ERROR_ARGUMENT), message, message_size);
    return TILEBASE_ERROR_ARGUMENT;
  }
  try {
    tilebase::OpenOptions options;
    options.check_content = (flags & TILEBASE_CHECK_CONTENT) != 0;
    auto opened = source(options);
    absl::Status status = opened.status();
    if (status.ok()) {
      auto policies = tilebase::PolicySet::Create(*std::move(opened), 1);
      if (policies.ok()) {
        *set = new tilebase_set{*std::move(policies)};
        return TILEBASE_OK;
      }
      status = policies.status();
    }
    Tell(std::string(status.message()), message, message_size);
    return CodeOf(status);
  } catch (const std::bad_alloc&) {
    Tell(tilebase_error_text(TILEBASE_ERROR_MEMORY), message, message_size);
    return TILEBASE_ERROR_MEMORY;
  } catch (const std::exception& error) {
    Tell(error.what(), message, message_size);
    return TILEBASE_ERROR_FILE;
  }
}

}  // namespace

extern "C" {

const char* tilebase_version(void) { return TILEBASE_VERSION; }

const char* tilebase_error_text(int code) {
  switch (code) {
    case TILEBASE_OK:
      return "no error";
    case TILEBASE_ERROR_ARGUMENT:
      return "a null pointer, or a size that cannot be";
    case TILEBASE_ERROR_BOARD:
      return "not a board: each of 0 to cells-1 must occur once";
    case TILEBASE_ERROR_UNSOLVABLE:
      return "this board cannot be solved: the parities of its arrangement and of the blank's "
             "distance from the last cell disagree";
    case TILEBASE_ERROR_BOARD_SIZE:
      return "a board of another size than the table set's";
    case TILEBASE_ERROR_BUFFER:
      return "the output buffer is too short";
    case TILEBASE_ERROR_SUBPROBLEM:
      return "the table set has no table for this subproblem";
    case TILEBASE_ERROR_FIXED:
      return "a tile that is to stay is not home on this board";
    case TILEBASE_ERROR_FILE:
      return "the table file is missing or cannot be read";
    case TILEBASE_ERROR_FORMAT:
      return "the file is not a table set";
    case TILEBASE_ERROR_VERSION:
      return "the table set is of a newer version of the format or for another kind of machine";
    case TILEBASE_ERROR_DAMAGED:
      return "the table set is damaged; build or download it again";
    case TILEBASE_ERROR_MEMORY:
      return "not enough memory";
    default:
      return "unknown error";
  }
}

int tilebase_open(const char* path, unsigned flags, tilebase_set** set, char* message,
                  size_t message_size) {
  return Open(
      path != nullptr, flags, set, message, message_size,
      [&](const tilebase::OpenOptions& options) { return tilebase::OpenSource(path, options); });
}

int tilebase_open_image(const void* image, size_t image_size, unsigned flags, tilebase_set** set,
                        char* message, size_t message_size) {
  return Open(image != nullptr, flags, set, message, message_size,
              [&](const tilebase::OpenOptions& options)
                  -> absl::StatusOr<std::shared_ptr<const tilebase::TableSource>> {
                return tilebase::ImageReader::FromBytes(
                    {static_cast<const uint8_t*>(image), image_size}, "image in memory", options);
              });
}

void tilebase_close(tilebase_set* set) { delete set; }

int tilebase_info(const tilebase_set* set, tilebase_set_info* info, size_t info_size) {
  if (set == nullptr || info == nullptr) return TILEBASE_ERROR_ARGUMENT;
  const tilebase::SetInfo& from = set->policies->info();
  tilebase_set_info result = {};
  result.width = from.geometry.width;
  result.height = from.geometry.height;
  result.stages = static_cast<uint32_t>(from.stages.size());
  result.tables = static_cast<uint32_t>(set->policies->tables().size());
  result.certified_worst_case = from.certified_worst_case;
  result.file_bytes = set->policies->source().file_bytes();
  return Deliver(result, info, info_size);
}

int tilebase_solve(const tilebase_set* set, const uint8_t* board, size_t board_size, char* actions,
                   size_t capacity, size_t* count) {
  if (set == nullptr || board == nullptr || (actions == nullptr && capacity != 0))
    return TILEBASE_ERROR_ARGUMENT;
  Board start;
  tilebase_code code = set->policies->ReadBoard(board, board_size, &start);
  if (code != TILEBASE_OK) return code;
  size_t needed = 0;
  const size_t letters = capacity == 0 ? 0 : capacity - 1;
  code = set->policies->Solve(start, actions, letters, &needed, tilebase::Letter);
  if (code == TILEBASE_OK && capacity == 0) code = TILEBASE_ERROR_BUFFER;
  if (code == TILEBASE_OK) actions[needed] = 0;
  if (count != nullptr && code != TILEBASE_ERROR_DAMAGED) *count = needed;
  return code;
}

int tilebase_probe(const tilebase_set* set, const uint8_t* board, size_t board_size,
                   tilebase_probe_result* result, size_t result_size) {
  if (set == nullptr || board == nullptr || result == nullptr) return TILEBASE_ERROR_ARGUMENT;
  Board start;
  tilebase_code code = set->policies->ReadBoard(board, board_size, &start);
  tilebase_probe_result found;
  if (code == TILEBASE_OK) code = set->policies->Probe(start, &found);
  return code == TILEBASE_OK ? Deliver(found, result, result_size) : code;
}

int tilebase_probe_subproblem(const tilebase_set* set, const uint8_t* board, size_t board_size,
                              uint64_t goal, uint64_t fixed, tilebase_probe_result* result,
                              size_t result_size) {
  if (set == nullptr || board == nullptr || result == nullptr) return TILEBASE_ERROR_ARGUMENT;
  Board start;
  tilebase_code code = set->policies->ReadBoard(board, board_size, &start);
  tilebase_probe_result found;
  if (code == TILEBASE_OK) code = set->policies->ProbeSubproblem(start, goal, fixed, &found);
  return code == TILEBASE_OK ? Deliver(found, result, result_size) : code;
}

}  // extern "C"
