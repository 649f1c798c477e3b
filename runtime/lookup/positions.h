// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A board as bytes, read and checked in one pass without a branch that depends on where the tiles
// lie. A malformed or unsolvable board costs no more than a good one.

#ifndef TILEBASE_RUNTIME_LOOKUP_POSITIONS_H_
#define TILEBASE_RUNTIME_LOOKUP_POSITIONS_H_

#include <stdint.h>

#include "runtime/tilebase.h"
#include "tables/geometry.h"

namespace tilebase {

// cells[c] is the tile on cell c, 0 the blank. Stores the cell of each tile in cell_of[0 .. cells).
// Returns TILEBASE_OK, _BOARD or _UNSOLVABLE; cell_of is undefined with _BOARD.
//
// The parity of the arrangement is that of its inversions: pairs of tiles of which the greater
// comes first. Those of one tile are the members of a set; the parity of a sum of such counts is
// that of the sets' exclusive or, so that bits are counted once for the whole board.
inline tilebase_code ReadPositions(Geometry geometry, const uint8_t* cells, uint8_t* cell_of) {
  const int count = geometry.cells();
  CellMask seen = 0;
  CellMask inversions = 0;
  unsigned greatest = 0;
  for (int cell = 0; cell < count; ++cell) {
    const unsigned tile = cells[cell];
    greatest = tile > greatest ? tile : greatest;
    cell_of[tile % kMaxCells] = static_cast<uint8_t>(cell);
    // Tiles first, the blank last, as in the goal: a bit each, the blank's the highest.
    const CellMask bit = CellMask{1} << ((tile - 1) % kMaxCells);
    inversions ^= seen & (CellMask{0} - bit);
    seen |= bit;
  }
  if (greatest >= static_cast<unsigned>(count) ||
      seen != (geometry.all_tiles() | CellMask{1} << (kMaxCells - 1)))
    return TILEBASE_ERROR_BOARD;
  for (int half = 32; half > 0; half /= 2) inversions ^= inversions >> half;
  const int distance = geometry.Distance(cell_of[0], geometry.blank_home());
  return ((inversions ^ static_cast<CellMask>(distance)) & 1) == 0 ? TILEBASE_OK
                                                                   : TILEBASE_ERROR_UNSOLVABLE;
}

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOKUP_POSITIONS_H_
