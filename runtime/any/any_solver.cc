// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/any_solver.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/any/displacement_beam.h"
#include "runtime/any/displacement_values.h"
#include "runtime/any/gather.h"
#include "runtime/any/rounds.h"
#include "runtime/any/stage_moves.h"
#include "tables/board_text.h"
#include "tables/system/clock.h"

namespace tilebase {
namespace {

// The beam by displacements sets out for home if a round has this part of the boards that it would
// take. A beam has kMostShare of what is left of a round, and windows have the rest.
constexpr double kEnoughToGoHome = 0.35;
constexpr double kMostShare = 0.85;
// Mean cells from home to which sweeps bring the tiles of a large board, if it takes too much.
constexpr double kSweptNear = 3;

// Sweeps take too many moves on boards of at most this many cells.
constexpr int kMostUnsweptCells = 144;

BeamRoot Gathered(const BigBoard& board, double near) {
  BeamRoot root{board, {}};
  const auto receive = [&](std::string_view letters) {
    root.letters += letters;
    return true;
  };
  LetterStream stream(receive);
  Gather(&root.board, near, GatherBound(board.size()), &stream);
  stream.Flush();
  return root;
}

// Home, or as far as the beam by displacements comes.
void GoHome(size_t most, const BeamEffort& effort, DisplacementBeam* beam, BeamRoot* root) {
  BigBoard& board = root->board;
  std::vector<uint16_t> homes;
  for (int cell = 0; cell < board.size().cells(); ++cell)
    homes.push_back(static_cast<uint16_t>(board.Home(board.tile(cell))));
  const BeamWay way = beam->Search(
      {.size = board.size(), .homes = homes, .blank = board.blank(), .most = most}, effort);
  for (const char letter : way.letters) board.Apply(*ActionOf(letter));
  root->letters += way.letters;
}

// What a round of so many boards goes home from by the beam of displacements: the board, or, if it
// is large, what sweeps make of it; nothing where they do not suffice. On small boards sweeps take
// too many moves.
std::optional<BeamRoot> RootToGoHomeFrom(const BigBoard& board, double boards) {
  const double cells = board.size().cells();
  const auto suffices = [&](double near) {
    return boards >= kEnoughToGoHome * DisplacementBeam::BoardsToHome(
                                           board.size(), static_cast<int64_t>(near * cells));
  };
  double near = static_cast<double>(board.ManhattanDistance()) / cells;
  if (suffices(near)) return BeamRoot{board, {}};
  if (cells <= kMostUnsweptCells) return std::nullopt;
  while (near > kSweptNear && !suffices(near)) near = std::max(near - 0.25, kSweptNear);
  if (!suffices(near)) return std::nullopt;
  return Gathered(board, near);
}

// A solution of a board in a round of about so many boards, by as much as is `allowed`. The beam
// adds what it looks at to `*looked_at` too.
absl::StatusOr<std::string> SolveInRound(const WindowTables& tables, const BigBoard& board,
                                         size_t usual_length, double boards,
                                         const BeamEffort& allowed, DisplacementBeam* beam,
                                         uint64_t* looked_at) {
  const EffortMeter meter(allowed, *looked_at);
  std::optional<BeamRoot> root = RootToGoHomeFrom(board, boards);
  if (root) GoHome(2 * usual_length, meter.Left(kMostShare), beam, &*root);
  std::string letters;
  if (root && root->board.IsSolved()) {
    letters = std::move(root->letters);
  } else {
    BeamRoot swept = Gathered(root ? root->board : board, kSweptNear);
    if (root) swept.letters.insert(0, root->letters);
    auto by_stages = SolveByBeam(tables, swept, meter.Left(kMostShare), looked_at);
    if (!by_stages.ok()) return by_stages.status();
    letters = *std::move(by_stages);
  }
  Shorten(board.size(), board.blank(), meter.Left(), beam, &letters);
  return letters;
}

// The last columns and rows, in which a board is not solved, and some before them, through which
// ways may be shorter. The others are home.
BigSize UnsolvedPart(const BigBoard& board) {
  constexpr int kBefore = 3;
  const auto [width, height] = board.size();
  int left = width, top = height;
  for (int cell = 0; cell < board.size().cells(); ++cell) {
    if (board.Home(board.tile(cell)) == cell) continue;
    left = std::min(left, cell % width);
    top = std::min(top, cell / width);
  }
  return {std::min(width, width - left + kBefore), std::min(height, height - top + kBefore)};
}

// That part as a board of its own: the same letters solve it.
BigBoard PartOf(const BigBoard& board, BigSize part) {
  const int width = board.size().width;
  const int left = width - part.width, top = board.size().height - part.height;
  std::vector<uint32_t> tiles;
  for (int row = 0; row < part.height; ++row)
    for (int column = 0; column < part.width; ++column) {
      const int home = board.Home(board.tile((top + row) * width + left + column));
      const int in_part = (home / width - top) * part.width + home % width - left;
      tiles.push_back(static_cast<uint32_t>((in_part + 1) % part.cells()));  // the blank's is last
    }
  return *BigBoard::FromTiles(part, tiles);
}

}  // namespace

bool AnySolver::TakesEffort(const BigBoard& board) {
  return UnsolvedPart(board).cells() <= kMostBeamCells;
}

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
  const BigSize unsolved = UnsolvedPart(board);
  const bool takes_effort = unsolved.cells() <= kMostBeamCells;
  if (takes_effort) StageMoves::Prepare();
  const auto start = Clock::now();
  std::string by_lookup;
  BigBoard solved = board;
  const absl::Status status = Solve(&solved, [&](std::string_view letters) {
    by_lookup += letters;
    return true;
  });
  if (!status.ok()) return status;
  if (!takes_effort || by_lookup.empty()) return by_lookup;
  const BigBoard part = PartOf(board, unsolved);
  std::string best = std::move(by_lookup);
  uint64_t looked_at = 0;
  DisplacementBeam beam(BeamValues::Fitted(), &looked_at);  // of all rounds
  const std::chrono::duration<double, std::micro> lookup_takes = Clock::now() - start;
  EffortRounds rounds(part.size(), effort, start, lookup_takes.count());
  while (const std::optional<EffortRound> round = rounds.Next()) {
    auto by_beam =
        SolveInRound(tables_, part, best.size(), round->boards, round->allowed, &beam, &looked_at);
    if (!by_beam.ok()) return by_beam.status();
    if (by_beam->size() < best.size()) best = *std::move(by_beam);
  }
  return best;
}

}  // namespace tilebase
