// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/any_solver.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/any/displacement_beam.h"
#include "runtime/any/displacement_values.h"
#include "runtime/any/gather.h"
#include "runtime/any/shorten.h"
#include "tables/system/clock.h"

namespace tilebase {
namespace {

constexpr double kBoardsPerMicrosecond = 10;  // a guess
// How many times as many boards each round has as the one before: a large one finds shorter
// solutions than several in the same time. A round that would take more than this part of the time
// that is left is the last, and has all of it.
constexpr uint64_t kNextRound = 4;
constexpr double kSmallRound = 0.125;
constexpr int kMostRounds = 10;

// Boards for the smallest round.
uint64_t FirstRound(BigSize size) {
  return static_cast<uint64_t>(2 * (std::pow(size.cells(), 1.5) + 20));
}

// In a round that is large enough, the beam by displacements goes over the whole board with this
// part of what is allowed; from where it has come to, if not home, the beam by stages, with this
// part of what is left; and windows of the solution have the rest. In a smaller round the beam by
// stages may take all, and seldom does.
constexpr double kWholeShare = 0.8;
constexpr double kStagesShare = 0.4;
// What the beam over the whole board looks at for each cell of the board and each step of a tile,
// if it keeps a board for each cell of the blank: a guess. A round is large enough where it
// suffices for this part of the steps, the more the smaller the board, and sweeps go the rest
// before.
constexpr double kBoardsPerCellAndStep = 1.9;
double LeastPart(BigSize size) { return 0.4 + 100.0 / size.cells(); }

// How much farther from home than kGatherNear the tiles may be for a beam by stages that is ten
// times as wide on a side of 10. Found by trying on 6x6 to 20x20.
constexpr double kNearPerWidth = 2;
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

BeamRoot Gathered(const BigBoard& board, double near, const GatherStyle& style) {
  BeamRoot root{board, {}};
  const auto receive = [&](std::string_view letters) {
    root.letters += letters;
    return true;
  };
  LetterStream stream(receive);
  Gathering gathering(board, near, GatherBound(board.size()), style);
  while (gathering.Next(&stream)) {
  }
  stream.Flush();
  gathering.Arrange(&root.board);
  return root;
}

// The best of several ways to gather a board: as many as an effort of so many boards allows.
std::vector<BeamRoot> GatherInStyles(const BigBoard& board, double near, double boards) {
  std::vector<BeamRoot> roots;
  double left = kGatherShare * boards;
  const int styles = board.size().cells() <= kMostStyledCells ? kStyles : 1;
  for (int style = 0; style < styles && (roots.empty() || left > 0); ++style) {
    roots.push_back(
        Gathered(board, near,
                 {1 - style % 2, style / 2 % 2 == 0, kStyleCosts[static_cast<size_t>(style / 4)]}));
    left -= kBoardsPerMove * static_cast<double>(roots.back().letters.size());
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

// As far as the beam over the whole board comes.
BeamRoot ByDisplacements(BeamRoot root, size_t most, const BeamEffort& effort,
                         DisplacementBeam* beam) {
  const BigBoard& board = root.board;
  std::vector<uint16_t> homes;
  for (int cell = 0; cell < board.size().cells(); ++cell)
    homes.push_back(static_cast<uint16_t>(board.Home(board.tile(cell))));
  const BeamWay way = beam->Search(
      {.size = board.size(), .homes = homes, .blank = board.blank(), .most = most}, effort);
  for (const char letter : way.letters)
    root.board.Apply(static_cast<Action>(std::string_view("LRUD").find(letter)));
  root.letters += way.letters;
  return root;
}

// A solution of a board in a round of about so many boards, by as much as is `allowed`.
absl::StatusOr<std::string> SolveInRound(const WindowTables& tables, const BigBoard& board,
                                         size_t usual_length, double boards,
                                         const BeamEffort& allowed) {
  const BigSize size = board.size();
  uint64_t looked_at = 0;
  const EffortMeter meter(allowed, looked_at);
  DisplacementBeam beam(DisplacementValues::Fitted(), &looked_at);
  std::vector<BeamRoot> roots;
  const double cells = size.cells();
  const double steps = kWholeShare * boards / (kBoardsPerCellAndStep * cells);
  const bool is_whole = steps >= LeastPart(size) * static_cast<double>(board.ManhattanDistance());
  if (is_whole) {
    BeamRoot root = Gathered(board, steps / cells, {});
    const size_t most = 2 * usual_length;
    roots.push_back(ByDisplacements(std::move(root), most, meter.Left(kWholeShare), &beam));
  } else {
    // The narrower the beam will be, the nearer home it finds the tiles.
    const double width = boards / static_cast<double>(usual_length + 1);
    const int longest = std::max(size.width, size.height);
    const double more = kNearPerWidth * 10 / longest * std::log10(std::max(width, 1.0));
    roots = GatherInStyles(board, kGatherNear + more, boards);
  }
  std::string letters = roots[0].letters;
  if (!roots[0].board.IsSolved()) {
    auto by_stages =
        SolveByBeam(tables, roots, meter.Left(is_whole ? kStagesShare : 1), &looked_at);
    if (!by_stages.ok()) return by_stages.status();
    letters = *std::move(by_stages);
  }
  Shorten(size, board.blank(), meter.Left(), &beam, &letters);
  return letters;
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
