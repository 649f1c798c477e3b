// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Where the runs around a run are, and the tables that tell the inner loops where a row's
// neighbours are in them.
//
// A vertical move turns a few consecutive positions by one. The tracked tiles give a digit each,
// counted among the positions that the tiles before leave, and on these the move is again such a
// turn, one shorter where a tile before stood in it, or nothing if that tile is the one that
// moves. So the image of a prefix is found digit by digit: (turn, digit) -> (new turn, new digit).
//
// The first digits of the prefix tell the run: where a move takes it is known for each run. What is
// left of the turn then is one of a few dozen, and for each of these the images of the digits that
// follow are tabulated (OuterMove). The last prefix digit is a lookup in a table of a few hundred
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

// The runs that a part has as ghosts, of each slice, ascending: those that moves lead to from its
// own runs. Fills in the layout's first_place.
std::vector<std::vector<uint32_t>> FindGhosts(const Subproblem& subproblem, Layout* layout);

// An upper bound of the bytes of Moves, close where they are many.
uint64_t MovesBytes(const Subproblem& subproblem, const Layout& layout);

// The tables. Immutable after Build; must outlive every Layout that points into it.
class Moves {
 public:
  Moves() = default;
  Moves(const Moves&) = delete;
  Moves& operator=(const Moves&) = delete;

  // Fills in the pointers of `layout`, which are valid as long as this is, and its ghosts.
  // `control` tells in which of its two forms the loops want permutations.
  absl::Status Build(const Subproblem& subproblem, const Ranking& ranking, bool control,
                     Layout& layout);

  // The runs that are a slice's ghosts, ascending; none in a search that is not shared.
  const std::vector<uint32_t>& ghosts(int slice) const {
    return ghosts_[static_cast<size_t>(slice)];
  }
  // Where the layout has a run of a slice, as its own or a ghost.
  std::optional<uint64_t> PlaceOf(const Layout& layout, int slice, uint64_t run) const;

  // Fills in the steps from an own run, at most so many in a direction, but for what they have of
  // planes and freshness; and where they lead, one after the other: left, right, up, down. Returns
  // how many. Requires room for them in `to`.
  int FindSteps(const Layout& layout, RunPlace from, int most, RunArgs* args, RunPlace* to) const;
  static constexpr int kMostOfAll = 4 * kMostSteps;

 private:
  // first and length of what a vertical move turns; length 0: nothing.
  struct Turn {
    int first = 0;
    int length = 0;
    friend auto operator<=>(const Turn&, const Turn&) = default;
  };
  // A vertical move of a slice.
  struct Vertical {
    int slice = -1;  // that it leads to; -1: there is none
    Turn turn;
  };
  struct SliceMoves {
    int left = -1;  // slice after Action::kLeft; -1: no such move
    int right = -1;
    Vertical vertical[2];  // [up]
  };
  // Where it takes a run, and how the groups in it.
  struct RunMove {
    uint32_t place = 0;
    uint32_t table = 0;  // the place of its OuterMoves
  };
  // The turns that occur for the inner digit, in one direction.
  struct InnerTable {
    std::vector<int> index;  // [first * (positions+1) + length] -> turn, or -1
    std::vector<uint8_t> digit;
    std::vector<uint16_t> permutation;
  };

  friend std::vector<std::vector<uint32_t>> FindGhosts(const Subproblem&, Layout*);
  friend uint64_t MovesBytes(const Subproblem&, const Layout&);

  static int Image(bool up, Turn turn, int digit);
  static Turn After(bool up, Turn turn, int digit);
  // Where a vertical move takes a run, and what it leaves to do.
  static std::pair<uint64_t, Turn> RunImage(const Layout& layout, bool up, Turn turn, uint64_t run);
  static std::vector<SliceMoves> MovesOfSlices(const Subproblem& subproblem,
                                               const Ranking& ranking);
  // What moves in one direction can leave to do after the tiles of a run, ascending.
  static std::vector<Turn> TurnsInRuns(const Layout& layout, bool up,
                                       const std::vector<SliceMoves>& slices);

  const RunMove& MoveOf(const Layout& layout, RunPlace from, bool up) const {
    return run_moves_[(static_cast<size_t>(from.slice) * layout.own_runs + from.place) * 2 + up];
  }
  // Appends the moves of the outer numbers of a run among those whose digits before `tile` are
  // given, with their image.
  void FillOuter(const Layout& layout, bool up, Turn turn, int tile, uint64_t image,
                 OuterMove*& out);
  uint32_t InnerTurn(const Layout& layout, bool up, Turn turn);
  uint16_t Permutation(const Layout& layout, bool up, Turn turn);

  std::vector<SliceMoves> slices_;
  std::vector<std::vector<uint32_t>> ghosts_;
  std::vector<RunMove> run_moves_;   // [slice][own run][up]
  HugeBytes outer_;                  // OuterMove, run_length of them for each turn
  InnerTable inner_[2];              // [up]
  std::vector<int> permutation_[2];  // [up][first * 64 + length] -> permutation, or -1
  std::vector<uint8_t> control_;
  std::vector<uint64_t> table_;
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_MOVES_H_
