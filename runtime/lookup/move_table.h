// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What a table's geometry says about every move in it, written out as arrays once, so that the walk
// (quick_walk.h) asks no questions: a rank from a list of cells without counting bits, the actions
// that each cell allows, and the rank of the goal state for each cell of the blank.
//
// A few kilobytes a table. The reference for all of it is tables/ranking.h and walk.h.

#ifndef TILEBASE_RUNTIME_LOOKUP_MOVE_TABLE_H_
#define TILEBASE_RUNTIME_LOOKUP_MOVE_TABLE_H_

#include <stdint.h>

#include "runtime/lookup/shortcuts.h"
#include "runtime/lookup/walk.h"

namespace tilebase {

struct MoveTable {
  static constexpr uint64_t kNoGoal = ~uint64_t{0};

  MoveTable() = default;
  // The planes of `table` may still be missing; they are read by walks only.
  explicit MoveTable(const PolicyTable& table);

  // The rank (ranking.h, steps 1 to 4) of the state in which tile t lies on cell cell_of[t] and the
  // blank on cell_of[0]. Comparisons only, no branch that depends on the cells. O(tracked^2).
  uint64_t Rank(const uint8_t* cell_of) const {
    const int blank = cell_of[0];
    uint64_t rank = uint64_t{free_index[blank]} * slice;
    uint8_t cell[kMaxCells];
    for (int j = 0; j < tracked; ++j) {
      const int c = cell[j] = cell_of[tile[j]];
      int digit = free_index[c] - (blank < c);
      for (int i = 0; i < j; ++i) digit -= cell[i] < c;
      rank += static_cast<uint64_t>(digit) * weight[j];
    }
    return rank;
  }

  // How far the rank moves when `action` is applied to a board with tile[c] on cell c and the blank
  // on `blank` (Ranking::RankAfter). Tiles that are not tracked may be given as any number that is
  // not a tracked tile. Requires that the action is allowed.
  uint64_t RankChange(const uint8_t* tile_on, int blank, Action action) const {
    if (action == Action::kLeft) return slice;
    if (action == Action::kRight) return uint64_t{0} - slice;
    const int width = table.subproblem.geometry.width;
    const bool up = action == Action::kUp;
    const int upper = up ? blank : blank - width;
    const int from = up ? blank + width : upper;
    const uint64_t change =
        width == 4 ? SlideUp<4>(tile_on, upper, from) : SlideUp<0>(tile_on, upper, from);
    return up ? change : uint64_t{0} - change;
  }

  // The same for all actions at once, by action and without a branch. What is stored for an action
  // that is not allowed means nothing. kWidth: the board's width, 0 for any.
  template <int kWidth>
  void RankChanges(const uint8_t* tile_on, int blank, uint64_t* change) const {
    const int width = kWidth != 0 ? kWidth : table.subproblem.geometry.width;
    const int last_upper = table.subproblem.geometry.cells() - width - 1;
    const int upper = blank < last_upper ? blank : last_upper;
    const int above = blank < width ? 0 : blank - width;
    change[static_cast<int>(Action::kLeft)] = slice;
    change[static_cast<int>(Action::kRight)] = uint64_t{0} - slice;
    change[static_cast<int>(Action::kUp)] = SlideUp<kWidth>(tile_on, upper, upper + width);
    change[static_cast<int>(Action::kDown)] = uint64_t{0} - SlideUp<kWidth>(tile_on, above, above);
  }

  PolicyTable table;
  Shortcuts shortcuts;  // empty where the set has none for this table

  uint64_t slice = 0;
  uint8_t tracked = 0;
  uint8_t tile[kMaxCells] = {};               // tracked tiles, ascending
  uint64_t weight[kMaxCells] = {};            // of their digits
  uint64_t tile_weight[kMaxCells] = {};       // the same by tile; 0: not tracked
  uint8_t free_index[kMaxCells] = {};         // by cell
  CellMask free = 0;                          // cells that tiles may pass
  ActionMask allowed[kMaxCells] = {};         // by the blank's cell
  uint64_t goal_rank[kMaxCells] = {};         // by the blank's cell; kNoGoal: none
  uint64_t sweep[kMaxCells + kMaxSide] = {};  // by cell: ~0 where free, 0 where fixed
  uint64_t vertical_slices[kMaxCells] = {};   // by upper cell: slices that a slide up adds

 private:
  // How far the rank moves when the tile that is on `from` slides between `upper` and the cell
  // below it, upwards: it passes the tiles between.
  template <int kWidth>
  uint64_t SlideUp(const uint8_t* tile_on, int upper, int from) const {
    const int width = kWidth != 0 ? kWidth : table.subproblem.geometry.width;
    const uint64_t y = tile_weight[tile_on[from]];
    uint64_t change = vertical_slices[upper];
    for (int i = 1; i < width; ++i) {
      const uint64_t x = tile_weight[tile_on[upper + i]];
      change += (x > y ? x : uint64_t{0} - y) & sweep[upper + i];
    }
    return change;
  }
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOKUP_MOVE_TABLE_H_
