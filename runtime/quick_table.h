// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What a table's geometry says about every move in it, written out as arrays once, so that the walk
// (quick_walk.h) asks no questions: a rank from a list of cells without counting bits, the actions
// that each cell allows, and the rank of the goal state for each cell of the blank.
//
// A few kilobytes a table. The reference for all of it is tables/ranking.h and walk.h.

#ifndef TILEBASE_RUNTIME_QUICK_TABLE_H_
#define TILEBASE_RUNTIME_QUICK_TABLE_H_

#include <stdint.h>

#include "runtime/shortcuts.h"
#include "runtime/walk.h"

namespace tilebase {

struct QuickTable {
  static constexpr uint64_t kNoGoal = ~uint64_t{0};

  QuickTable() = default;
  // The planes of `table` may still be missing; they are read by walks only.
  explicit QuickTable(const PolicyTable& table);

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
    const int upper = action == Action::kUp ? blank : blank - width;
    const uint64_t y = tile_weight[tile_on[action == Action::kUp ? upper + width : upper]];
    uint64_t change = vertical_slices[upper];
    for (int cell = upper + 1; cell < upper + width; ++cell) {
      const uint64_t x = tile_weight[tile_on[cell]];
      change += (x > y ? x : uint64_t{0} - y) & sweep[cell];
    }
    return action == Action::kUp ? change : uint64_t{0} - change;
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
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_QUICK_TABLE_H_
