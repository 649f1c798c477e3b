// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/c_api/set.h"

#include <utility>

namespace tilebase::c_api {

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
    case absl::StatusCode::kDeadlineExceeded:
      return TILEBASE_ERROR_LIMIT;
    default:
      return TILEBASE_ERROR_FILE;
  }
}

void Tell(std::string_view text, char* message, size_t message_size) {
  if (message == nullptr || message_size == 0) return;
  const size_t length = std::min(text.size(), message_size - 1);
  memcpy(message, text.data(), length);
  message[length] = 0;
}

size_t Cells(const tilebase_set* set) {
  return static_cast<size_t>(set->answers->policies().info().geometry.cells());
}

constexpr size_t kMostBytes = PTRDIFF_MAX;
bool CanBe(size_t count, size_t element_bytes) {
  return element_bytes == 0 || count <= kMostBytes / element_bytes;
}

int Threads(unsigned threads) { return static_cast<int>(std::clamp(threads, 1u, 1024u)); }

SolveRequest Request(const uint8_t* board, char* actions, size_t capacity) {
  SolveRequest request;
  request.cells = board;
  request.letters = actions;
  request.capacity = capacity == 0 ? 0 : capacity - 1;
  return request;
}

int Finish(SolveRequest* solution, size_t capacity) {
  if (solution->code != TILEBASE_OK) return solution->code;
  if (capacity == 0) return TILEBASE_ERROR_BUFFER;
  solution->letters[solution->count] = 0;
  return TILEBASE_OK;
}

int ReadRenamed(const PolicySet& policies, const uint8_t* board, const uint8_t* goal,
                size_t board_size, std::optional<Destination>* destination, Board* start) {
  Board from, to;
  for (const auto& [bytes, read] : {std::pair(board, &from), std::pair(goal, &to)}) {
    const int code = policies.ReadBoard(bytes, board_size, read);
    if (code != TILEBASE_OK && code != TILEBASE_ERROR_UNSOLVABLE) return code;
  }
  *start = destination->emplace(to).Renamed(from);
  return TILEBASE_OK;
}

}  // namespace tilebase::c_api
