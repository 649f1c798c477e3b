// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/lookup/move_table.h"

namespace tilebase {

MoveTable::MoveTable(const PolicyTable& from)
    : table(from), slice(from.ranking.slice()), free(from.subproblem.free_cells()) {
  const Geometry geometry = from.subproblem.geometry;
  tracked = static_cast<uint8_t>(from.ranking.tracked());
  for (int j = 0; j < tracked; ++j) {
    tile[j] = static_cast<uint8_t>(from.ranking.tile(j));
    weight[j] = tile_weight[tile[j]] = from.ranking.weight(j);
  }
  const CellMask goal_blanks = from.subproblem.goal_blanks();
  State goal;
  for (int j = 0; j < tracked; ++j)
    goal.cell[j] = static_cast<uint8_t>(from.subproblem.GoalCell(tile[j] - 1));
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    const bool is_free = (free & CellBit(cell)) != 0;
    free_index[cell] = static_cast<uint8_t>(from.ranking.FreeIndex(cell));
    sweep[cell] = is_free ? ~uint64_t{0} : 0;
    for (int a = 0; a < kActions; ++a) {
      const Action action = static_cast<Action>(a);
      if ((geometry.Actions(cell) & ActionBit(action)) != 0 &&
          (free & CellBit(cell + geometry.BlankStep(action))) != 0)
        allowed[cell] |= ActionBit(action);
    }
    goal.blank = static_cast<uint8_t>(cell);
    goal_rank[cell] = (goal_blanks & CellBit(cell)) != 0 ? from.ranking.Rank(goal) : kNoGoal;
  }
  for (int upper = 0; upper + geometry.width < geometry.cells(); ++upper) {
    vertical_slices[upper] = slice;
    for (int cell = upper + 1; cell < upper + geometry.width; ++cell)
      vertical_slices[upper] += slice & sweep[cell];
  }
}

}  // namespace tilebase
