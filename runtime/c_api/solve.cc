// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solutions by lookup, shorter ones with effort, and those of boards of any size.

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "runtime/any/any_solver.h"
#include "runtime/c_api/set.h"

namespace {

using tilebase::Board;
using tilebase::c_api::CanBe;
using tilebase::c_api::Cells;
using tilebase::c_api::Finish;
using tilebase::c_api::Guarded;
using tilebase::c_api::ReadRenamed;
using tilebase::c_api::Request;
using tilebase::c_api::Threads;

}  // namespace

extern "C" {

int tilebase_solve(const tilebase_set* set, const uint8_t* board, size_t board_size, char* actions,
                   size_t capacity, size_t* count) {
  if (set == nullptr || board == nullptr || (actions == nullptr && capacity != 0) ||
      !CanBe(capacity, 1))
    return TILEBASE_ERROR_ARGUMENT;
  if (board_size != Cells(set)) return TILEBASE_ERROR_BOARD_SIZE;
  tilebase::SolveRequest solution = Request(board, actions, capacity);
  set->answers->policies().SolveLetters(&solution);
  const int code = Finish(&solution, capacity);
  if (count != nullptr && (code == TILEBASE_OK || code == TILEBASE_ERROR_BUFFER))
    *count = solution.count;
  return code;
}

int tilebase_prepare_effort(const tilebase_set* set, unsigned threads, char* message,
                            size_t message_size) {
  if (set == nullptr) return TILEBASE_ERROR_ARGUMENT;
  return Guarded(message, message_size,
                 [&] { return set->answers->PrepareEffort(Threads(threads)); });
}

int tilebase_solve_effort(const tilebase_set* set, const uint8_t* board, size_t board_size,
                          uint64_t boards, uint64_t microseconds, char* actions, size_t capacity,
                          size_t* count) {
  if (boards == 0 && microseconds == 0)
    return tilebase_solve(set, board, board_size, actions, capacity, count);
  if (set == nullptr || board == nullptr || (actions == nullptr && capacity != 0) ||
      !CanBe(capacity, 1))
    return TILEBASE_ERROR_ARGUMENT;
  if (board_size != Cells(set)) return TILEBASE_ERROR_BOARD_SIZE;
  tilebase::SolveRequest solution = Request(board, actions, capacity);
  const tilebase::Effort effort{boards == 0 ? UINT64_MAX : boards, microseconds};
  const int failed = Guarded(nullptr, 0, [&] { return set->answers->Solve(effort, &solution); });
  if (failed != TILEBASE_OK) return failed;
  const int code = Finish(&solution, capacity);
  if (count != nullptr && (code == TILEBASE_OK || code == TILEBASE_ERROR_BUFFER))
    *count = solution.count;
  return code;
}

int tilebase_solve_to(const tilebase_set* set, const uint8_t* board, const uint8_t* goal,
                      size_t board_size, uint64_t boards, uint64_t microseconds, char* actions,
                      size_t capacity, size_t* count) {
  if (set == nullptr || board == nullptr || goal == nullptr ||
      (actions == nullptr && capacity != 0) || !CanBe(capacity, 1))
    return TILEBASE_ERROR_ARGUMENT;
  std::optional<tilebase::Destination> destination;
  Board renamed;
  if (const int failed =
          ReadRenamed(set->answers->policies(), board, goal, board_size, &destination, &renamed);
      failed != TILEBASE_OK)
    return failed;
  tilebase::SolveRequest solution = Request(renamed.tile, actions, capacity);
  tilebase::Effort effort{boards, microseconds};
  if (boards == 0 && microseconds != 0) effort.boards = UINT64_MAX;
  const int failed =
      Guarded(nullptr, 0, [&] { return set->answers->SolveTo(*destination, effort, &solution); });
  if (failed != TILEBASE_OK) return failed;
  if (solution.code == TILEBASE_OK) destination->Map(actions, solution.count);
  const int code = Finish(&solution, capacity);
  if (count != nullptr && (code == TILEBASE_OK || code == TILEBASE_ERROR_BUFFER))
    *count = solution.count;
  return code;
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
  for (size_t first = 0; first < board_count; first += tilebase::kBatchSize) {
    tilebase::SolveRequest some[tilebase::kBatchSize];
    const size_t size = std::min(board_count - first, tilebase::kBatchSize);
    for (size_t i = 0; i < size; ++i)
      some[i] = Request(boards + (first + i) * board_size,
                        capacity == 0 ? nullptr : actions + (first + i) * capacity, capacity);
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

int tilebase_solve_any(const tilebase_set* set, uint32_t width, uint32_t height,
                       const uint32_t* board, size_t cells, tilebase_receive receive, void* context,
                       uint64_t* count) {
  return tilebase_solve_any_effort(set, width, height, board, cells, 0, 0, receive, context, count);
}

int tilebase_solve_any_effort(const tilebase_set* set, uint32_t width, uint32_t height,
                              const uint32_t* board, size_t cells, uint64_t boards,
                              uint64_t microseconds, tilebase_receive receive, void* context,
                              uint64_t* count) {
  if (set == nullptr || board == nullptr || receive == nullptr) return TILEBASE_ERROR_ARGUMENT;
  if (count != nullptr) *count = 0;
  const auto size = tilebase::MakeBigSize(width, height);
  if (!size.ok() || cells != static_cast<size_t>(size->cells())) return TILEBASE_ERROR_BOARD_SIZE;
  int code = TILEBASE_OK;
  const int guarded = Guarded(nullptr, 0, [&]() -> absl::Status {
    const tilebase::PolicySet& policies = set->answers->policies();
    if (absl::Status status = policies.PrepareAll(); !status.ok()) return status;
    const auto solver = tilebase::AnySolver::Create(policies);
    auto big = tilebase::BigBoard::FromTiles(*size, {board, cells});
    if (!solver.ok()) {
      code = TILEBASE_ERROR_SUBPROBLEM;
    } else if (!big.ok()) {
      code = TILEBASE_ERROR_BOARD;
    } else if (!big->IsSolvable()) {
      code = TILEBASE_ERROR_UNSOLVABLE;
    } else {
      uint64_t received = 0;
      const auto take = [&](std::string_view letters) {
        received += letters.size();
        return receive(context, letters.data(), letters.size()) == 0;
      };
      absl::Status status;
      const bool by_lookup = boards == 0 && microseconds == 0;
      if (by_lookup || !tilebase::AnySolver::TakesEffort(*big)) {
        status = solver->Solve(&*big, take);
      } else {
        const auto letters =
            solver->SolveWithEffort(*big, {.boards = boards, .microseconds = microseconds});
        status = letters.status();
        if (letters.ok() && !letters->empty() && !take(*letters))
          status = absl::CancelledError("the receiver wants no more");
      }
      if (count != nullptr) *count = received;
      if (!absl::IsCancelled(status)) return status;
      code = TILEBASE_ERROR_STOPPED;
    }
    return absl::OkStatus();
  });
  return guarded != TILEBASE_OK ? guarded : code;
}

}  // extern "C"
