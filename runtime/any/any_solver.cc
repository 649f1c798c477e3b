// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/any_solver.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "runtime/any/gather.h"
#include "tables/system/clock.h"

namespace tilebase {
namespace {

// How much farther from home than kGatherNear the tiles may be for a beam ten times as wide on a
// side of 10. Found by trying on 6x6 to 20x20.
constexpr double kNearPerWidth = 1;
constexpr double kBoardsPerMicrosecond = 5;  // a guess

}  // namespace

absl::StatusOr<AnySolver> AnySolver::Create(const PolicySet& set) {
  auto tables = WindowTables::Create(set);
  if (!tables.ok()) return tables.status();
  return AnySolver(*std::move(tables));
}

absl::Status AnySolver::Solve(BigBoard* board, LetterReceiver receiver) const {
  if (absl::Status status = board->CheckSolvable(); !status.ok()) return status;
  LetterStream stream(receiver);
  LookupWalk walk(&tables_, board);
  while (!walk.done() && stream.open())
    if (absl::Status status = walk.Next(&stream); !status.ok()) return status;
  stream.Flush();
  return stream.open() ? absl::OkStatus() : absl::CancelledError("the receiver wants no more");
}

absl::StatusOr<std::string> AnySolver::SolveWithEffort(const BigBoard& board,
                                                       const BeamEffort& effort) const {
  const auto start = Clock::now();
  std::string by_lookup;
  BigBoard solved = board;
  const absl::Status status = Solve(&solved, [&](std::string_view letters) {
    by_lookup += letters;
    return true;
  });
  if (!status.ok()) return status;
  if (board.size().cells() > kMostBeamCells) return by_lookup;

  // The narrower the beam will be, the nearer home it finds the tiles.
  const double boards = effort.boards != 0
                            ? static_cast<double>(effort.boards)
                            : kBoardsPerMicrosecond * static_cast<double>(effort.microseconds);
  const double width = boards / static_cast<double>(by_lookup.size() + 1);
  std::string letters;
  BigBoard gathered = board;
  const auto receive = [&](std::string_view some) {
    letters += some;
    return true;
  };
  LetterStream stream(receive);
  const int longest = std::max(board.size().width, board.size().height);
  const double more = kNearPerWidth * 10 / longest * std::log10(std::max(width, 1.0));
  Gather(&gathered, kGatherNear + more, GatherBound(board.size()), &stream);
  stream.Flush();

  BeamEffort left = effort;
  if (effort.microseconds != 0) {
    const auto spent =
        std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
    if (static_cast<uint64_t>(spent) >= effort.microseconds) return by_lookup;
    left.microseconds -= static_cast<uint64_t>(spent);
  }
  auto by_beam = SolveByBeam(tables_, gathered, left);
  if (!by_beam.ok()) return by_beam.status();
  letters += *by_beam;
  return letters.size() < by_lookup.size() ? letters : by_lookup;
}

}  // namespace tilebase
