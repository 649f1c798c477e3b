// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How many tiles of one line (a row or a column) must leave it.
//
// Two tiles that lie in the line in which both are at home, in the wrong order, are in conflict:
// one of them must step out of the line, let the other pass, and step back in. Draw the tiles as
// nodes and the conflicts as edges; a set of tiles to step out is one whose removal leaves no edge,
// and the least size of such a set is what may be charged. It is often described as "take away the
// tile with most conflicts, until there is none", and that rule is only right if it finds a least
// set. Here the least set is found exactly: tiles without a conflict between them stand in
// increasing order, so the largest set that stays is a longest increasing subsequence.
//
// A line is a number with one digit a cell, to the base side+1: 0 for the blank and for a tile that
// is at home in another line, 1 + the tile's home place in the line otherwise. Cost() is one load.

#ifndef TILEBASE_TOOLS_CLASSIC_LINE_CONFLICTS_H_
#define TILEBASE_TOOLS_CLASSIC_LINE_CONFLICTS_H_

#include <stdint.h>

#include <algorithm>
#include <vector>

#include "tables/geometry.h"

namespace tilebase::classic {

class LineConflicts {
 public:
  // A line of `side` cells. (side+1)^side bytes: 625 for 4, 7,776 for 5, 43 MB for 8.
  explicit LineConflicts(int side) : side_(side) {
    size_t size = 1;
    for (int place = 0; place < side; ++place) size *= static_cast<size_t>(side) + 1;
    cost_.resize(size);
    uint8_t line[kMaxSide] = {};
    Fill(line, 0, 0, 0);
  }

  // What a digit in a place (0: the line's first cell) adds to the line's number.
  uint32_t Part(int place, int digit) const {
    uint32_t part = static_cast<uint32_t>(digit);
    for (; place > 0; --place) part *= static_cast<uint32_t>(side_) + 1;
    return part;
  }
  // Tiles that must leave the line.
  int Cost(uint32_t line) const { return cost_[line]; }
  uint64_t memory_bytes() const { return cost_.size(); }

  // The same by the definition, for a line of `count` digits.
  static int LeastRemoval(const uint8_t* line, int count) {
    int longest[kMaxSide] = {};  // increasing subsequence that ends at this cell
    int tiles = 0, stay = 0;
    for (int i = 0; i < count; ++i) {
      if (line[i] == 0) continue;
      ++tiles;
      longest[i] = 1;
      for (int before = 0; before < i; ++before)
        if (line[before] != 0 && line[before] < line[i])
          longest[i] = std::max(longest[i], longest[before] + 1);
      stay = std::max(stay, longest[i]);
    }
    return tiles - stay;
  }

 private:
  // Every line that can occur: no tile twice.
  void Fill(uint8_t* line, int place, uint32_t number, CellMask used) {
    if (place == side_) {
      cost_[number] = static_cast<uint8_t>(LeastRemoval(line, side_));
      return;
    }
    for (int digit = 0; digit <= side_; ++digit) {
      if (digit > 0 && (used & TileBit(digit)) != 0) continue;
      line[place] = static_cast<uint8_t>(digit);
      Fill(line, place + 1, number + Part(place, digit), digit > 0 ? used | TileBit(digit) : used);
    }
  }

  int side_;
  std::vector<uint8_t> cost_;
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_LINE_CONFLICTS_H_
