// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Boards of any size.

#include <stddef.h>
#include <stdint.h>

#include <string_view>

#include "runtime/any/any_solver.h"
#include "runtime/c_api/set.h"

namespace {

using tilebase::c_api::Guarded;

}  // namespace

extern "C" {

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
      if (by_lookup || size->cells() > tilebase::kMostBeamCells) {
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
