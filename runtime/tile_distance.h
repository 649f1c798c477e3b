// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The tiles' distance from one board to another: no way there takes fewer slides.

#ifndef TILEBASE_RUNTIME_TILE_DISTANCE_H_
#define TILEBASE_RUNTIME_TILE_DISTANCE_H_

#include <stdint.h>

#include "tables/board.h"

namespace tilebase {

// Requires boards of one size.
inline uint64_t TileDistance(const Board& from, const Board& to) {
  const Geometry geometry = from.geometry;
  uint8_t end_of[kMaxCells] = {};
  for (int cell = 0; cell < geometry.cells(); ++cell)
    end_of[to.tile[cell]] = static_cast<uint8_t>(cell);
  uint64_t distance = 0;
  for (int cell = 0; cell < geometry.cells(); ++cell)
    if (from.tile[cell] != 0)
      distance += static_cast<uint64_t>(geometry.Distance(cell, end_of[from.tile[cell]]));
  return distance;
}

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_TILE_DISTANCE_H_
