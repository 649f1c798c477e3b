// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How a move of the blank changes the entries of a partition's tables in one view.
//
// A tile that moves to the next cell in its table's order changes the entry's number by the weight
// of its digit. One that moves to the next row there also passes the cells between; each tile of
// its pattern on those adds or takes a constant that depends on the two tiles alone, since of two
// tiles one has a digit that counts the other (pattern_ranking.h). Which cells are passed depends
// on the symmetry by which the pattern uses its table, so they are listed.

#ifndef TILEBASE_RUNTIME_PATTERN_MOVES_H_
#define TILEBASE_RUNTIME_PATTERN_MOVES_H_

#include <stdint.h>

#include <vector>

#include "runtime/pattern_tables.h"

namespace tilebase {

// Immutable. 40 KB, of which small boards touch a few.
class PatternMoves {
 public:
  // Requires tables of at most 2^32 entries.
  PatternMoves(const PatternTables& tables, int view);

  int PatternOf(int tile) const { return pattern_of_[tile]; }

  // The entry of the pattern of `tile`, now `entry`, after the tile has moved by `action` from cell
  // `from` to the blank's. tile_on[c]: the tile on cell c before, 0 for the blank. kBetween: at
  // least the board's width and height less one. No branch.
  template <int kBetween>
  uint32_t EntryAfter(const uint8_t* tile_on, uint32_t entry, int tile, int from,
                      int action) const {
    const Passing& passing = passing_.data()[pattern_of_[tile]].by[from][action];
    const uint32_t* const pass = pass_[passing.down][tile];
    entry += step_[tile][action];
    for (int i = 0; i < kBetween; ++i) entry += pass[tile_on[passing.cell[i]]];
    return entry;
  }

 private:
  // The cells that a tile passes in the order of the table, and in which direction. Those left over
  // name the cell that the tile goes to, where there is no tile.
  struct Passing {
    uint8_t down;
    uint8_t cell[kMaxSide - 1];
  };
  struct PatternPassing {
    Passing by[kMaxCells][kActions] = {};
  };

  uint8_t pattern_of_[kMaxCells] = {};
  uint32_t step_[kMaxCells][kActions] = {};
  uint32_t pass_[2][kMaxCells][kMaxCells] = {};  // by tile, by tile passed
  std::vector<PatternPassing> passing_;          // by pattern
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERN_MOVES_H_
