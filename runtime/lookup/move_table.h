// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Precomputed moves: the geometry and the policy of a table as arrays, so that the walk
// (quick_walk.h) needs no branches.

#ifndef TILEBASE_RUNTIME_LOOKUP_MOVE_TABLE_H_
#define TILEBASE_RUNTIME_LOOKUP_MOVE_TABLE_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>

#include "runtime/lookup/walk.h"

namespace tilebase {

// Precomputed walks: for each state of a small table, the whole walk to its end. A walk's actions
// depend only on the state, and so does where the walk carries each cell's content: it is one
// permutation of the cells. A record keeps both, so a whole stage is one lookup and one
// permutation, and the chain of dependent loads is one record a stage instead of one entry a move.
//
//   offset | size           | record of one rank
//        0 | 1              | number of actions n, or kUnreachable or kDamaged
//        1 | cells          | where the content of cell 0, 1, ... ends up
//  1+cells | (max_depth+3)/4 | the actions, two bits each, the first in the lowest bits
//
// Records are padded to 8 bytes, or to 16, 32 or 64 if that costs less than a third more and keeps
// a record in one cache line. The tables of ladder:1 on 4x4 take 1.2 MB.
//
// Fill checks every action. A state is kDamaged if from it the policy leaves the board, moves a
// fixed tile, loses its way or takes more than max_depth actions; so is every state that leads to
// such a state. (The plain walk may still solve some of those.)
class Shortcuts {
 public:
  static constexpr uint8_t kUnreachable = 0xff;
  static constexpr uint8_t kDamaged = 0xfe;
  static constexpr int kMostActions = 0xf0;

  Shortcuts() = default;

  // The memory for a table of this shape; UINT64_MAX if its walks may be too long for a record.
  static uint64_t Bytes(const Subproblem& subproblem, int max_depth);

  // Walks every state of the table, whose planes must be in memory. Takes about 130 ns a state. If
  // there is not enough memory, returns false and leaves this empty. Requires Bytes() !=
  // UINT64_MAX.
  bool Fill(const PolicyTable& table);

  bool empty() const { return records_ == nullptr; }

  const uint8_t* Record(uint64_t rank) const { return first_ + rank * stride_; }
  // Target returns where each cell's content ends up; Actions the packed actions.
  static const uint8_t* Target(const uint8_t* record) { return record + 1; }
  const uint8_t* Actions(const uint8_t* record) const { return record + actions_at_; }

 private:
  size_t stride_ = 0;
  size_t actions_at_ = 0;
  const uint8_t* first_ = nullptr;  // aligned to a cache line
  std::unique_ptr<uint8_t[]> records_;
};

// A table's geometry as arrays, so that the walk (quick_walk.h) needs no branches: the rank of a
// list of cells without counting bits, the actions that each cell allows, and the rank of the goal
// state for each cell of the blank.
//
// A few kilobytes a table. tables/ranking.h and walk.h are the reference for all of it.
struct MoveTable {
  static constexpr uint64_t kNoGoal = ~uint64_t{0};
  // A table with fewer entries is narrow: signed 32-bit numbers hold its ranks and their
  // differences.
  static constexpr uint64_t kNarrow = uint64_t{1} << 31;

  MoveTable() = default;
  // The planes of `table` may still be missing; only walks read them.
  explicit MoveTable(const PolicyTable& table);

  // Returns the rank (ranking.h, steps 1 to 4) of the state with tile t on cell cell_of[t] and the
  // blank on cell_of[0]. Uses comparisons only, no branch that depends on the cells. O(tracked^2).
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

  // Returns how far the rank moves when `action` is applied to a board with tile[c] on cell c and
  // the blank on `blank` (Ranking::RankAfter). An untracked tile may be given as any number that is
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

  // Stores RankChange of all actions at once, without a branch. The value for an action that is not
  // allowed is undefined. kWidth: the board's width, 0 for any.
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

  bool is_narrow() const { return table.ranking.size() < kNarrow; }

  PolicyTable table;
  Shortcuts shortcuts;  // empty if the set has none for this table

  uint64_t slice = 0;
  uint8_t tracked = 0;
  uint8_t tile[kMaxCells] = {};                      // tracked tiles, ascending
  uint64_t weight[kMaxCells] = {};                   // of the tracked tiles' digits
  uint64_t tile_weight[kMaxCells] = {};              // the same by tile; 0: not tracked
  uint8_t free_index[kMaxCells] = {};                // by cell
  CellMask free = 0;                                 // cells that tiles may pass
  ActionMask allowed[kMaxCells] = {};                // by the blank's cell
  uint64_t goal_rank[kMaxCells] = {};                // by the blank's cell; kNoGoal: none
  uint64_t sweep[kMaxCells + kMaxSide] = {};         // by cell: ~0 if free, 0 if fixed
  uint32_t narrow_sweep[kMaxCells + kMaxSide] = {};  // the same in 32 bits
  uint64_t vertical_slices[kMaxCells] = {};          // by upper cell: slices that a slide up adds

 private:
  // Returns how far the rank moves when a tile, the one that is now on `from`, slides up to `upper`
  // from the cell below. It passes the tiles between.
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
