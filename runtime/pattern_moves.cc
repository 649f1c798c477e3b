// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/pattern_moves.h"

#include <algorithm>
#include <iterator>

namespace tilebase {

PatternMoves::PatternMoves(const PatternTables& tables, int view) {
  const Geometry geometry = tables.geometry();
  passing_.resize(static_cast<size_t>(tables.patterns()));
  for (int pattern = 0; pattern < tables.patterns(); ++pattern) {
    const PatternTables::Lookup& lookup = tables.lookup(view, pattern);
    uint8_t board_cell[kMaxCells];  // the inverse of lookup.cell
    for (int cell = 0; cell < geometry.cells(); ++cell)
      board_cell[lookup.cell[cell]] = static_cast<uint8_t>(cell);
    for (int j = 0; j < lookup.count; ++j) {
      const uint8_t tile = lookup.tile[j];
      pattern_of_[tile] = static_cast<uint8_t>(pattern);
      for (int i = 0; i < lookup.count; ++i) {
        if (i == j) continue;
        // Going down, the tile's own digit counts an earlier one more, or a later one's it no more.
        const uint32_t change =
            static_cast<uint32_t>(i < j ? uint64_t{0} - lookup.weight[j] : lookup.weight[i]);
        pass_[1][tile][lookup.tile[i]] = change;
        pass_[0][tile][lookup.tile[i]] = uint32_t{0} - change;
      }
    }
    for (int blank = 0; blank < geometry.cells(); ++blank)
      for (int a = 0; a < kActions; ++a) {
        const Action action = static_cast<Action>(a);
        if ((geometry.Actions(blank) & ActionBit(action)) == 0) continue;
        const int from = blank + geometry.BlankStep(action);
        const int old_cell = lookup.cell[from], new_cell = lookup.cell[blank];
        Passing& passing = passing_[static_cast<size_t>(pattern)].by[from][a];
        passing.down = new_cell > old_cell;
        std::fill(std::begin(passing.cell), std::end(passing.cell), static_cast<uint8_t>(blank));
        int count = 0;
        for (int cell = std::min(old_cell, new_cell) + 1; cell < std::max(old_cell, new_cell);
             ++cell)
          passing.cell[count++] = board_cell[cell];
        for (int j = 0; j < lookup.count; ++j)
          step_[lookup.tile[j]][a] = static_cast<uint32_t>(
              lookup.weight[j] * static_cast<uint64_t>(int64_t{new_cell - old_cell}));
      }
  }
}

}  // namespace tilebase
