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
constexpr double kNearPerWidth = 2;
constexpr double kBoardsPerMicrosecond = 5;  // a guess
// How many times as many boards each round has as the one before: a large one finds shorter
// solutions than several in the same time. A round that would take more than this part of the time
// that is left is the last, and has all of it.
constexpr uint64_t kNextRound = 4;
constexpr double kSmallRound = 0.125;
constexpr int kMostRounds = 10;  // the last of them has the widest beam that there is

// Boards for a beam that keeps one at a time.
uint64_t FirstRound(BigSize size) {
  return static_cast<uint64_t>(2 * (std::pow(size.cells(), 1.5) + 20));
}
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

// A solution of a board by a beam of so many boards, by as much as is `allowed`.
absl::StatusOr<std::string> SolveInRound(const WindowTables& tables, const BigBoard& board,
                                         size_t usual_length, double boards,
                                         const BeamEffort& allowed) {
  const auto start = Clock::now();
  // The narrower the beam will be, the nearer home it finds the tiles.
  const double width = boards / static_cast<double>(usual_length + 1);
  const int longest = std::max(board.size().width, board.size().height);
  const double more = kNearPerWidth * 10 / longest * std::log10(std::max(width, 1.0));
  const std::vector<BeamRoot> roots = GatherInStyles(board, kGatherNear + more, boards);
  BeamEffort left = allowed;
  if (allowed.microseconds != 0) {
    const auto spent =
        std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
    left.microseconds -= std::min(static_cast<uint64_t>(spent), allowed.microseconds - 1);
  }
  return SolveByBeam(tables, roots, left);
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

  // The rounds that a larger effort allows begin with those of a smaller one, so it finds nothing
  // longer. Of a time, the last round has what is left.
  std::string best = std::move(by_lookup);
  uint64_t looked_at = 0;
  uint64_t round = FirstRound(board.size());
  for (int i = 0; i < kMostRounds; ++i, round *= kNextRound) {
    BeamEffort allowed = {.boards = round};
    double boards = static_cast<double>(round);
    if (effort.boards != 0 && round > effort.boards - looked_at) break;
    if (effort.microseconds != 0) {
      const std::chrono::duration<double, std::micro> spent = Clock::now() - start;
      const double left = static_cast<double>(effort.microseconds) - spent.count();
      if (left < 1) break;
      allowed.microseconds = static_cast<uint64_t>(left);
      if (effort.boards == 0 && boards > kBoardsPerMicrosecond * left * kSmallRound) {
        allowed.boards = 0;
        boards = kBoardsPerMicrosecond * left;
      }
    }
    auto by_beam = SolveInRound(tables_, board, best.size(), boards, allowed);
    if (!by_beam.ok()) return by_beam.status();
    if (by_beam->size() < best.size()) best = *std::move(by_beam);
    if (allowed.boards == 0) break;
    looked_at += round;
  }
  return best;
}

}  // namespace tilebase
