// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The number of tiles that are not at home. Each must move at least once.

#ifndef TILEBASE_TOOLS_CLASSIC_MISPLACED_H_
#define TILEBASE_TOOLS_CLASSIC_MISPLACED_H_

#include "tools/classic/heuristic.h"

namespace tilebase::classic {

class Misplaced {
 public:
  using State = int;
  static constexpr bool kConsistent = true;

  explicit Misplaced(Geometry) {}

  int Start(const Board& board) const { return board.geometry.tiles() - Count(board.HomeTiles()); }
  int Next(int misplaced, const Board&, Slide slide) const {
    const int home = slide.tile - 1;
    return misplaced + (slide.from == home) - (slide.to == home);
  }
  int Value(int misplaced) const { return misplaced; }
  uint64_t memory_bytes() const { return 0; }
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_MISPLACED_H_
