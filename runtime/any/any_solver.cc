// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/any_solver.h"

#include <algorithm>

#include "runtime/any/lookup_stages.h"
#include "runtime/any/peeling.h"
#include "runtime/any/tile_mover.h"

namespace tilebase {

// The terms are those of the proof in docs/any.md.
uint64_t AnyWorstCase(BigSize size) {
  constexpr int64_t kRowEnd = 32;  // the deepest of the tables of row ends, 4 wide
  constexpr int64_t kRest = 109;   // and of those of a 4x4 rectangle
  constexpr int64_t kAsides = 8;
  int64_t sum = kRest;
  int left = 0;
  int top = 0;
  for (Frame frame(size, left, top); !frame.IsRest(); frame = Frame(size, left, top)) {
    const int64_t width = frame.width;
    const int64_t height = frame.height;
    const auto home = [&](int64_t column) {
      const int64_t across = std::max(column, width - 1 - column);
      return width + height + 4 + 5 * (across + height - 1) -
             4 * std::min(across, std::max<int64_t>(height - 3, 0));
    };
    for (int64_t column = 0; column < width - 2; ++column) sum += home(column);
    const int64_t across = std::max<int64_t>(width - kWindowSide, 0);
    const int64_t up = height - kWindowSide;
    const int64_t into = width + height + 2 + 5 * (across + up) - 4 * std::min(across, up);
    const int64_t blank_into = across + up + kAsides;
    sum += 3 * into + 2 * blank_into + home(width - 2) + kRowEnd;
    (frame.transposed ? left : top) += 1;
  }
  return static_cast<uint64_t>(sum);
}

absl::StatusOr<AnySolver> AnySolver::Create(const PolicySet& set) {
  auto tables = WindowTables::Create(set);
  if (!tables.ok()) return tables.status();
  return AnySolver(*std::move(tables));
}

absl::Status AnySolver::Solve(BigBoard* board, LetterReceiver receiver) const {
  if (absl::Status status = board->CheckSolvable(); !status.ok()) return status;
  LetterStream stream(receiver);
  int left = 0;
  int top = 0;
  while (true) {
    const Frame frame(board->size(), left, top);
    TileMover mover(frame, board, &stream);
    if (frame.IsRest()) {
      if (absl::Status status = SolveRest(tables_, board, &mover); !status.ok()) return status;
      break;
    }
    for (int column = 0; column < frame.width - 2; ++column) {
      mover.set_column(column);
      mover.BringHome(frame.Cell(column, 0) + 1);
    }
    if (absl::Status status = SolveRowEnd(tables_, board, &mover); !status.ok()) return status;
    if (!stream.open()) break;
    (frame.transposed ? left : top) += 1;
  }
  stream.Flush();
  return stream.open() ? absl::OkStatus() : absl::CancelledError("the receiver wants no more");
}

absl::StatusOr<std::string> AnySolver::SolveWithEffort(const BigBoard& board,
                                                       const BeamEffort& effort) const {
  std::string by_lookup;
  BigBoard solved = board;
  const absl::Status status = Solve(&solved, [&](std::string_view letters) {
    by_lookup += letters;
    return true;
  });
  if (!status.ok()) return status;
  if (board.size().cells() > kMostBeamCells) return by_lookup;
  auto by_beam = SolveByBeam(tables_, depths_, board, effort);
  if (!by_beam.ok()) return by_beam.status();
  return by_beam->size() < by_lookup.size() ? *std::move(by_beam) : by_lookup;
}

}  // namespace tilebase
