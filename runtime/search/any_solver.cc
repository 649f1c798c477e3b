// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/any_solver.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/any/gather.h"
#include "runtime/search/displacement_beam.h"
#include "runtime/search/rounds.h"
#include "tables/board_text.h"
#include "tables/system/clock.h"
#include "tables/values/displacement_values.h"

namespace tilebase {
namespace {

// On boards of at most this many cells, only the displacement beam searches: sweeps take too many
// moves there, and the stage beam gains nothing.
constexpr int kMostSmallCells = 99;
// A round runs the displacement beam if it has this share of the boards that the beam is likely to
// need. On a small board every round runs it, because it can do little else.
constexpr double kEnoughToGoHome = 0.25;
// The first round on a large board has this many boards times cells^1.5, which suffices for the
// stage beam to keep some.
constexpr double kFirstRound = 1.2;
// On a large board, sweeps stop when tiles are this many cells from home on average.
constexpr double kSweptNear = 3;

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

absl::StatusOr<std::string> LettersByLookup(const AnySolver& solver, BigBoard board) {
  std::string letters;
  const absl::Status status = solver.Solve(&board, [&](std::string_view some) {
    letters += some;
    return true;
  });
  if (!status.ok()) return status;
  return letters;
}

// The search for shorter solutions of a board, in rounds.
class EffortSearch {
 public:
  // `board` is the unsolved part of a larger board, `best` a solution of it.
  EffortSearch(const AnySolver& solver, BigBoard board, std::string best)
      : solver_(solver),
        board_(std::move(board)),
        usual_length_(best.size()),
        best_(std::move(best)),
        beam_(BeamValues::Fitted(), &looked_at_) {}

  // Returns the boards of the first round.
  double FirstRound() const {
    const double cells = board_.size().cells();
    return IsSmall() ? kEnoughToGoHome *
                           DisplacementBeam::BoardsToHome(board_.size(), board_.ManhattanDistance())
                     : kFirstRound * std::pow(cells, 1.5);
  }
  const uint64_t& looked_at() const { return looked_at_; }
  std::string TakeBest() { return std::move(best_); }

  absl::Status Run(const EffortRound& round) {
    const EffortMeter meter(round.allowed, looked_at_);
    auto found = SolveFromStart(round.boards, meter);
    if (!found.ok()) return found.status();
    std::string letters = *found ? **std::move(found) : best_;
    Shorten(board_.size(), board_.blank(), meter.Left(), &beam_, &letters);
    if (letters.size() < best_.size()) best_ = std::move(letters);
    return absl::OkStatus();
  }

 private:
  bool IsSmall() const { return board_.size().cells() <= kMostSmallCells; }

  // Searches from the start with about this many boards. Returns nothing if they are too few.
  absl::StatusOr<std::optional<std::string>> SolveFromStart(double boards,
                                                            const EffortMeter& meter) {
    if (boards == 0) return std::nullopt;
    std::optional<BeamRoot> root = RootToGoHomeFrom(boards);
    if (root) GoHome(meter.Left(kBeamShare), &*root);
    if (root && root->board.IsSolved()) return std::move(root->letters);
    if (IsSmall()) {
      auto rest = LettersByLookup(solver_, root->board);
      if (!rest.ok()) return rest.status();
      return root->letters + *rest;
    }
    BeamRoot swept = Gathered(root ? root->board : board_, kSweptNear);
    if (root) swept.letters.insert(0, root->letters);
    auto by_stages = SolveByBeam(solver_.tables(), swept, meter.Left(kBeamShare), &looked_at_);
    if (!by_stages.ok()) return by_stages.status();
    return *std::move(by_stages);
  }

  // Returns where the displacement beam begins: at the board, or, if it is large, at the board
  // after sweeps. Returns nothing if this many boards are too few.
  std::optional<BeamRoot> RootToGoHomeFrom(double boards) const {
    const double cells = board_.size().cells();
    const auto suffices = [&](double near) {
      return boards >= kEnoughToGoHome * DisplacementBeam::BoardsToHome(
                                             board_.size(), static_cast<int64_t>(near * cells));
    };
    double near = static_cast<double>(board_.ManhattanDistance()) / cells;
    if (IsSmall() || suffices(near)) return BeamRoot{board_, {}};
    while (near > kSweptNear && !suffices(near)) near = std::max(near - 0.25, kSweptNear);
    if (!suffices(near)) return std::nullopt;
    return Gathered(board_, near);
  }

  // Moves the root home, or as far as the displacement beam gets.
  void GoHome(const BeamEffort& effort, BeamRoot* root) {
    BigBoard& board = root->board;
    std::vector<uint16_t> homes;
    for (int cell = 0; cell < board.size().cells(); ++cell)
      homes.push_back(static_cast<uint16_t>(board.Home(board.tile(cell))));
    const BeamWay way = beam_.Search(
        {.size = board.size(), .homes = homes, .blank = board.blank(), .most = 2 * usual_length_},
        effort);
    for (const char letter : way.letters) board.Apply(*ActionOf(letter));
    root->letters += way.letters;
  }

  const AnySolver& solver_;
  const BigBoard board_;
  const size_t usual_length_;
  std::string best_;
  uint64_t looked_at_ = 0;
  DisplacementBeam beam_;
};

// Returns the size of the lower right part that contains all tiles that are not home, and a few
// more columns and rows, through which paths may be shorter.
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

// Returns that part as a board of its own. The same letters solve it.
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
  const auto start = Clock::now();
  auto by_lookup = LettersByLookup(*this, board);
  if (!by_lookup.ok() || !takes_effort || by_lookup->empty()) return by_lookup;
  EffortSearch search(*this, PartOf(board, unsolved), *std::move(by_lookup));
  const std::chrono::duration<double, std::micro> lookup_takes = Clock::now() - start;
  EffortRounds rounds(search.FirstRound(), effort, start, lookup_takes.count(), search.looked_at());
  while (const std::optional<EffortRound> round = rounds.Next())
    if (absl::Status status = search.Run(*round); !status.ok()) return status;
  return search.TakeBest();
}

}  // namespace tilebase
