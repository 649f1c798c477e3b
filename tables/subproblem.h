// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The subproblem (G, R) of Bischoff et al. 2013, section 3: bring the tiles of G home without
// moving the tiles of R, which are home already. Its state is the cells of G's tiles and of the
// blank; the other tiles are untracked and may end anywhere.
//
// Parity. If at most one tile is untracked, the parity of a solvable board fixes the last tiles: of
// two placements that differ by swapping two tiles, only one can occur. Such a subproblem tracks
// only enough tiles to leave two untracked, and parity gives their order. That halves the states;
// the search is the same as in any other subproblem, with fewer goal states.
//
// Another end. The last stage of a plan may end with the blank away from home: the blank has gone
// from the last cell up, then to the left, and each tile on its way has slid one cell. Only the
// goal state differs then. A pattern may end with the blank on any cell outside of it and all its
// tiles home, or with the blank anywhere.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_TABLES_SUBPROBLEM_H_
#define TILEBASE_TABLES_SUBPROBLEM_H_

#include <stdint.h>

#include "tables/board.h"
#include "tables/geometry.h"

namespace tilebase {

// Invariant: goal is not empty; goal and fixed are disjoint sets of the board's tiles. A stage with
// another end has every tile in one of them, and the tiles that are not home at the goal are in
// goal.
struct Subproblem {
  static constexpr uint8_t kAnyBlank = 255;  // for a pattern: the blank may end anywhere

  Geometry geometry;
  CellMask goal = 0;       // G
  CellMask fixed = 0;      // R
  uint8_t blank_back = 0;  // the blank's cell at the goal, counted back from its home

  constexpr bool IsValid() const {
    return HasValidTiles() &&
           (blank_back == 0 || (blank_back < geometry.cells() &&
                                (goal | fixed) == geometry.all_tiles() && (slid() & ~goal) == 0));
  }
  // Validity of a pattern; the rule that it has no fixed tiles is checked elsewhere.
  constexpr bool IsValidPattern() const {
    return HasValidTiles() && (blank_back == kAnyBlank || (blank_back < geometry.cells() &&
                                                           (goal & CellBit(end_blank())) == 0));
  }
  // Validity of a subproblem that ends at home.
  constexpr bool HasValidTiles() const {
    return geometry.IsValid() && goal != 0 && (goal & fixed) == 0 &&
           ((goal | fixed) & ~geometry.all_tiles()) == 0;
  }

  // The blank's cell at the goal, if blank_back names one.
  constexpr int end_blank() const { return geometry.blank_home() - blank_back; }
  // Returns where the tile whose home is `home` lies at the goal.
  constexpr int GoalCell(int home) const {
    const int row = geometry.Row(home), column = geometry.Column(home);
    const int end_row = geometry.Row(end_blank()), last_column = geometry.width - 1;
    if (column == last_column && row >= end_row && row + 1 < geometry.height)
      return home + geometry.width;
    return row == end_row && column >= geometry.Column(end_blank()) && column < last_column
               ? home + 1
               : home;
  }
  // The tiles that are not home at the goal.
  constexpr CellMask slid() const {
    CellMask tiles = 0;
    for (int home = 0; blank_back != 0 && home < geometry.blank_home(); ++home)
      if (GoalCell(home) != home) tiles |= CellBit(home);
    return tiles;
  }

  // Cells that tiles may pass: all but the homes of R.
  constexpr CellMask free_cells() const { return geometry.all_cells() & ~fixed; }
  constexpr int free_count() const { return Count(free_cells()); }
  // Tiles that are in neither G nor R.
  constexpr int untracked() const { return free_count() - 1 - Count(goal); }

  // Returns whether parity halves the placements. (With one tile and two cells there is nothing to
  // swap.)
  constexpr bool is_halved() const { return untracked() < 2 && free_count() > 2; }

  // The tiles of G whose cells make up the state: G without its highest one or two tiles if parity
  // gives their cells.
  constexpr CellMask tracked() const {
    CellMask mask = goal;
    for (int untracked_tiles = untracked(); untracked_tiles < 2 && mask != 0; ++untracked_tiles)
      mask &= ~CellBit(Highest(mask));
    return mask;
  }

  // Cells of the blank in the goal states (where every tile of G is home): all remaining cells, or,
  // if at most one tile is untracked, only those that parity allows.
  constexpr CellMask goal_blanks() const {
    const CellMask left = free_cells() & ~goal;
    if (blank_back == kAnyBlank) return left;
    if (blank_back != 0) return CellBit(end_blank());
    if (untracked() >= 2) return left;
    CellMask mask = CellBit(geometry.blank_home());
    for (CellMask rest = left & ~mask; rest != 0; rest &= rest - 1)
      if (geometry.Distance(Lowest(rest), geometry.blank_home()) & 1) mask |= CellBit(Lowest(rest));
    return mask;
  }

  // Algorithm 2, "while the state cannot be solved": the highest tile of R joins G.
  // Requires that R is not empty.
  constexpr Subproblem Grown() const {
    const CellMask tile = CellBit(Highest(fixed));
    return {geometry, goal | tile, fixed & ~tile, blank_back};
  }

  // Returns whether `board` is a state of this subproblem: the tiles of R are home.
  constexpr bool Admits(const Board& board) const {
    return board.geometry == geometry && (fixed & ~board.HomeTiles()) == 0;
  }
  // Returns whether `board` is a goal state. Requires Admits(board).
  constexpr bool IsGoal(const Board& board) const {
    if (blank_back == 0) return IsHome(board);
    for (CellMask rest = goal; rest != 0; rest &= rest - 1)
      if (board.tile[GoalCell(Lowest(rest))] != Lowest(rest) + 1) return false;
    return true;
  }

  // IsGoal for a subproblem that ends at home.
  constexpr bool IsHome(const Board& board) const { return (goal & ~board.HomeTiles()) == 0; }

  friend constexpr bool operator==(const Subproblem&, const Subproblem&) = default;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_SUBPROBLEM_H_
