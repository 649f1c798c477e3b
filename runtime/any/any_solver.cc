// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/any_solver.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include "runtime/any/gather.h"
#include "tables/system/clock.h"

namespace tilebase {
namespace {

// How much farther from home than kGatherNear the tiles may be for a beam ten times as wide on a
// side of 10. Found by trying on 6x6 to 20x20.
constexpr double kNearPerWidth = 1;
constexpr double kBoardsPerMicrosecond = 5;  // a guess
// The share of the effort that gathering in several styles may take, what a move of it costs in
// boards, and what a step nearer home is expected to cost in moves after it.
constexpr double kGatherShare = 0.2;
constexpr double kBoardsPerMove = 0.25;
constexpr double kMovesPerStep = 2;
constexpr size_t kMostRoots = 4;
constexpr double kStyleCosts[] = {0.75, 0.6, 0.9};
constexpr int kStyles = 12;
// More than one style shortens solutions of 10x10 by 3 % and made those of 20x20 longer.
constexpr int kMostStyledCells = 144;

// The best of several ways to gather a board: as many as an effort of so many boards allows.
std::vector<BeamRoot> GatherInStyles(const BigBoard& board, double near, double boards) {
  std::vector<BeamRoot> roots;
  double left = kGatherShare * boards;
  const int styles = board.size().cells() <= kMostStyledCells ? kStyles : 1;
  for (int style = 0; style < styles && (roots.empty() || left > 0); ++style) {
    BeamRoot root{board, {}};
    const auto receive = [&](std::string_view letters) {
      root.letters += letters;
      return true;
    };
    LetterStream stream(receive);
    Gathering gathering(
        board, near, GatherBound(board.size()),
        {1 - style % 2, style / 2 % 2 == 0, kStyleCosts[static_cast<size_t>(style / 4)]});
    while (gathering.Next(&stream)) {
    }
    stream.Flush();
    gathering.Arrange(&root.board);
    left -= kBoardsPerMove * static_cast<double>(root.letters.size());
    roots.push_back(std::move(root));
  }
  const auto expected = [](const BeamRoot& root) {
    return static_cast<double>(root.letters.size()) +
           kMovesPerStep * static_cast<double>(root.board.ManhattanDistance());
  };
  std::stable_sort(roots.begin(), roots.end(),
                   [&](const BeamRoot& a, const BeamRoot& b) { return expected(a) < expected(b); });
  if (roots.size() > kMostRoots) roots.erase(roots.begin() + kMostRoots, roots.end());
  return roots;
}

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
  const int longest = std::max(board.size().width, board.size().height);
  const double more = kNearPerWidth * 10 / longest * std::log10(std::max(width, 1.0));
  const std::vector<BeamRoot> roots = GatherInStyles(board, kGatherNear + more, boards);

  BeamEffort left = effort;
  if (effort.microseconds != 0) {
    const auto spent =
        std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
    if (static_cast<uint64_t>(spent) >= effort.microseconds) return by_lookup;
    left.microseconds -= static_cast<uint64_t>(spent);
  }
  auto by_beam = SolveByBeam(tables_, roots, left);
  if (!by_beam.ok()) return by_beam.status();
  return by_beam->size() < by_lookup.size() ? *by_beam : by_lookup;
}

}  // namespace tilebase
