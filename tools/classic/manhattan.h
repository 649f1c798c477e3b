// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The sum of the tiles' distances from home, in steps along rows and columns: what the puzzle would
// take if tiles could pass through each other. The blank does not count. (Doran & Michie 1966.)

#ifndef TILEBASE_TOOLS_CLASSIC_MANHATTAN_H_
#define TILEBASE_TOOLS_CLASSIC_MANHATTAN_H_

#include "tools/classic/heuristic.h"

namespace tilebase::classic {

class Manhattan {
 public:
  using State = int;
  static constexpr bool kConsistent = true;

  explicit Manhattan(Geometry geometry) {
    for (int tile = 1; tile <= geometry.tiles(); ++tile)
      for (int cell = 0; cell < geometry.cells(); ++cell)
        distance_[tile][cell] = static_cast<int8_t>(geometry.Distance(cell, tile - 1));
  }

  int Start(const Board& board) const {
    int sum = 0;
    for (int cell = 0; cell < board.geometry.cells(); ++cell)
      sum += distance_[board.tile[cell]][cell];
    return sum;
  }
  int Next(int sum, const Board&, Slide slide) const {
    return sum + distance_[slide.tile][slide.to] - distance_[slide.tile][slide.from];
  }
  int Value(int sum) const { return sum; }
  uint64_t memory_bytes() const { return sizeof(distance_); }

 private:
  int8_t distance_[kMaxCells][kMaxCells] = {};  // [tile][cell]; the blank's row stays 0
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_MANHATTAN_H_
