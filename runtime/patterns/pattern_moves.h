// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How a move of the blank changes the entries of a partition's tables.
//
// If a tile moves to the next cell in its table's order, the entry's number changes by the weight
// of its digit. If it moves to the next row of that order, it also passes the cells between; each
// tile of its pattern there adds or subtracts a constant that depends only on the two tiles,
// because one of them has a digit that counts the other (ranking.h). Which cells are passed depends
// on the view and on the symmetry by which the pattern uses its table, so they are listed.

#ifndef TILEBASE_RUNTIME_PATTERNS_PATTERN_MOVES_H_
#define TILEBASE_RUNTIME_PATTERNS_PATTERN_MOVES_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <vector>

#include "runtime/patterns/pattern_tables.h"

namespace tilebase {

// Immutable. kStride: at least the board's cells, best a power of two; kBetween: at least its width
// and its height less one; kViews: how many of the tables' views. Takes 7 KB and 0.5 KB a pattern
// for 16 cells and two views; 39 KB and 2 KB a pattern for any board and one view, though a small
// board uses little of that.
template <int kStride, int kBetween, int kViews>
class PatternMoves {
 public:
  // Requires tables of at most 2^32 entries.
  explicit PatternMoves(const PatternTables& tables)
      : passed_(static_cast<size_t>(kViews * tables.patterns())) {
    for (int view = 0; view < kViews; ++view)
      for (int pattern = 0; pattern < tables.patterns(); ++pattern) {
        const PatternTables::Lookup& lookup = tables.lookup(view, pattern);
        for (int j = 0; j < lookup.count; ++j)
          pattern_of_[view][lookup.tile[j]] = static_cast<uint8_t>(pattern);
        AddPassing(view, lookup);
        AddSlides(view, lookup, tables.geometry(),
                  &passed_[static_cast<size_t>(view * tables.patterns() + pattern)]);
      }
  }
  PatternMoves(const PatternMoves&) = delete;
  PatternMoves& operator=(const PatternMoves&) = delete;

  int PatternOf(int view, int tile) const { return pattern_of_[view][tile]; }

  // Returns the change of the entry of the pattern of `tile` if the tile moves by `action` from
  // cell `from` to the blank's cell: less than the rows of a table of 2^32 entries. tile_on[c] is
  // the tile on cell c before, 0 for the blank. kThis: kBetween for this board. No branch.
  template <int kThis = kBetween>
  int32_t Change(int view, const uint8_t* tile_on, int tile, int from, int action) const {
    const Slide& slide = slides_[tile][action].by_view[view];
    const uint8_t* const passed = slide.passed[from];
    uint32_t change = slide.step;
    for (int i = 0; i < kThis; ++i) change += slide.pass[tile_on[passed[i]]];
    return static_cast<int32_t>(change);
  }

 private:
  // The cells that a tile passes in the order of the table. Unused elements name the cell that it
  // goes to, which has no tile.
  using PassedCells = uint8_t[kBetween <= 4 ? 4 : 8];
  struct PatternPassed {
    PassedCells by[kActions][kStride] = {};  // by action, by the tile's cell
  };

  struct Slide {
    const uint32_t* pass;       // the change for each tile passed
    const PassedCells* passed;  // by the tile's cell
    uint32_t step;              // the change without passing a tile
  };
  struct Slides {
    Slide by_view[kViews];
  };

  void AddPassing(int view, const PatternTables::Lookup& lookup) {
    for (int j = 0; j < lookup.count; ++j)
      for (int i = 0; i < lookup.count; ++i) {
        if (i == j) continue;
        // If the tile goes down, its own digit counts an earlier tile more, or a later tile's digit
        // counts it no longer.
        const uint32_t change =
            static_cast<uint32_t>(i < j ? uint64_t{0} - lookup.weight[j] : lookup.weight[i]);
        pass_[view][1][lookup.tile[j]][lookup.tile[i]] = change;
        pass_[view][0][lookup.tile[j]][lookup.tile[i]] = uint32_t{0} - change;
      }
  }

  void AddSlides(int view, const PatternTables::Lookup& lookup, Geometry geometry,
                 PatternPassed* passed) {
    uint8_t board_cell[kMaxCells];  // the inverse of lookup.cell
    for (int cell = 0; cell < geometry.cells(); ++cell)
      board_cell[lookup.cell[cell]] = static_cast<uint8_t>(cell);
    for (int blank = 0; blank < geometry.cells(); ++blank)
      for (int a = 0; a < kActions; ++a) {
        const Action action = static_cast<Action>(a);
        if ((geometry.Actions(blank) & ActionBit(action)) == 0) continue;
        const int from = blank + geometry.BlankStep(action);
        const int old_cell = lookup.cell[from], new_cell = lookup.cell[blank];
        const bool down = new_cell > old_cell;
        uint8_t* const cells = passed->by[a][from];
        std::fill(cells, cells + kBetween, static_cast<uint8_t>(blank));
        int count = 0;
        for (int cell = std::min(old_cell, new_cell) + 1; cell < std::max(old_cell, new_cell);
             ++cell)
          cells[count++] = board_cell[cell];
        for (int j = 0; j < lookup.count; ++j)
          slides_[lookup.tile[j]][a].by_view[view] = {
              pass_[view][down][lookup.tile[j]], passed->by[a],
              static_cast<uint32_t>(lookup.weight[j] *
                                    static_cast<uint64_t>(int64_t{new_cell - old_cell}))};
      }
  }

  uint8_t pattern_of_[kViews][kStride] = {};
  Slides slides_[kStride][kActions] = {};
  uint32_t pass_[kViews][2][kStride][kStride] = {};  // by direction, tile, and tile passed
  std::vector<PatternPassed> passed_;                // by view and pattern
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_PATTERN_MOVES_H_
