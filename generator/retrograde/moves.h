// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Finds the runs around a run, and builds the tables with which the inner loops find a row's
// neighbours in them.
//
// A vertical move rotates a few consecutive positions by one, a turn. Each tracked tile gives a
// digit, counted among the positions that the tiles before leave. On these positions the move is
// again a turn: one shorter if a tile before stood in it, or nothing if that tile is the one that
// moves. So the image of a prefix is found digit by digit: (turn, digit) -> (new turn, new digit).
//
// The first digits of the prefix give the run, and a list has the image of each run. The rest of
// the turn is then one of a few dozen, and for each of these there is a table with the images of
// the following digits (OuterMove). The last prefix digit is a lookup in a table of a few hundred
// bytes.

#ifndef TILEBASE_GENERATOR_RETROGRADE_MOVES_H_
#define TILEBASE_GENERATOR_RETROGRADE_MOVES_H_

#include <stddef.h>
#include <stdint.h>

#include <compare>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "generator/retrograde/kernel.h"
#include "generator/retrograde/layout.h"
#include "tables/ranking.h"
#include "tables/subproblem.h"
#include "tables/system/huge_bytes.h"

namespace tilebase::retrograde {

// Returns the ghosts of a part, for each slice, ascending: the runs that moves from its own runs
// lead to. Fills in the layout's first_place.
std::vector<std::vector<uint32_t>> FindGhosts(const Subproblem& subproblem, Layout* layout);

// An upper bound of the bytes of Moves, close if there are many.
uint64_t MovesBytes(const Subproblem& subproblem, const Layout& layout);

// The tables. Immutable after Build; must outlive every Layout that points into it.
class Moves {
 public:
  Moves() = default;
  Moves(const Moves&) = delete;
  Moves& operator=(const Moves&) = delete;

  // Fills in the ghosts of `layout` and its pointers, which are valid as long as this object.
  // `control` chooses which of its two forms of permutations the loops use.
  absl::Status Build(const Subproblem& subproblem, const Ranking& ranking, bool control,
                     Layout& layout);

  // The runs that are a slice's ghosts, ascending; empty in a search that is not shared.
  const std::vector<uint32_t>& ghosts(int slice) const {
    return ghosts_[static_cast<size_t>(slice)];
  }
  // Returns the place of a slice's run in the layout, as an own run or a ghost.
  std::optional<uint64_t> PlaceOf(const Layout& layout, int slice, uint64_t run) const;

  // Fills in the steps from an own run, at most `most` in a direction, except for their planes and
  // freshness. Stores the places that they lead to: left, right, up, down. Returns how many. `to`
  // must have room for them.
  int FindSteps(const Layout& layout, RunPlace from, int most, RunArgs* args, RunPlace* to) const;
  static constexpr int kMostOfAll = 4 * kMostSteps;

 private:
  // The turn of a vertical move: its first position and its length; length 0 is no turn.
  struct Turn {
    int first = 0;
    int length = 0;
    friend auto operator<=>(const Turn&, const Turn&) = default;
  };
  // A vertical move of a slice.
  struct Vertical {
    int slice = -1;  // the slice that it leads to; -1: there is no such move
    Turn turn;
  };
  struct SliceMoves {
    int left = -1;  // slice after Action::kLeft; -1: no such move
    int right = -1;
    Vertical vertical[2];  // [up]
  };
  // The image of a run, and the table for the groups in it.
  struct RunMove {
    uint32_t place = 0;
    uint32_t table = 0;  // index of the first of its OuterMoves
  };
  // The turns that occur for the inner digit in one direction.
  struct InnerTable {
    std::vector<int> index;  // [first * (positions+1) + length] -> turn, or -1
    std::vector<uint8_t> digit;
    std::vector<uint16_t> permutation;
  };

  friend std::vector<std::vector<uint32_t>> FindGhosts(const Subproblem&, Layout*);
  friend uint64_t MovesBytes(const Subproblem&, const Layout&);

  static int Image(bool up, Turn turn, int digit);
  static Turn After(bool up, Turn turn, int digit);
  // Returns the image of a run under a vertical move, and the rest of the turn.
  static std::pair<uint64_t, Turn> RunImage(const Layout& layout, bool up, Turn turn, uint64_t run);
  static std::vector<SliceMoves> MovesOfSlices(const Subproblem& subproblem,
                                               const Ranking& ranking);
  // Returns all rests of turns in one direction that can remain after the tiles of a run,
  // ascending.
  static std::vector<Turn> TurnsInRuns(const Layout& layout, bool up,
                                       const std::vector<SliceMoves>& slices);

  const RunMove& MoveOf(const Layout& layout, RunPlace from, bool up) const {
    return run_moves_[(static_cast<size_t>(from.slice) * layout.own_runs + from.place) * 2 + up];
  }
  // Appends the moves of the outer numbers of a run whose digits before `tile` are given, together
  // with those digits' image.
  void FillOuter(const Layout& layout, bool up, Turn turn, int tile, uint64_t image,
                 OuterMove*& out);
  uint32_t InnerTurn(const Layout& layout, bool up, Turn turn);
  uint16_t Permutation(const Layout& layout, bool up, Turn turn);

  std::vector<SliceMoves> slices_;
  std::vector<std::vector<uint32_t>> ghosts_;
  std::vector<RunMove> run_moves_;   // [slice][own run][up]
  HugeBytes outer_;                  // run_length OuterMoves for each turn
  InnerTable inner_[2];              // [up]
  std::vector<int> permutation_[2];  // [up][first * 64 + length] -> permutation, or -1
  std::vector<uint8_t> control_;
  std::vector<uint64_t> table_;
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_MOVES_H_
