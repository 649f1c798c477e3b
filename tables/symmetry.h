// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The symmetries of the grid: the ways to lay it on itself. A symmetry takes cells to cells and, by
// their homes, tiles to tiles: the tile whose home is cell c goes to the one whose home is Map(c).
// It takes sequences of moves to sequences of moves, but not the blank's home to the blank's home -
// except that of a square board which exchanges rows and columns (kTransposed).
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_TABLES_SYMMETRY_H_
#define TILEBASE_TABLES_SYMMETRY_H_

#include <stdint.h>

#include "tables/geometry.h"

namespace tilebase {

// Bits: 1 = rows and columns are exchanged first (square boards), 2 = then left and right, 4 = then
// top and bottom.
using Symmetry = uint8_t;
inline constexpr Symmetry kIdentity = 0;
inline constexpr Symmetry kTransposed = 1;
inline constexpr int kSymmetries = 8;

constexpr bool HasSymmetry(Geometry geometry, Symmetry symmetry) {
  return geometry.width == geometry.height || (symmetry & 1) == 0;
}

// Requires HasSymmetry and a cell of the board.
constexpr int MapCell(Geometry geometry, Symmetry symmetry, int cell) {
  int row = geometry.Row(cell), column = geometry.Column(cell);
  if (symmetry & 1) {
    const int old = row;
    row = column;
    column = old;
  }
  if (symmetry & 2) column = geometry.width - 1 - column;
  if (symmetry & 4) row = geometry.height - 1 - row;
  return row * geometry.width + column;
}

// The action that a symmetry makes of one. Any board that has the symmetry will do.
constexpr Action MapAction(Symmetry symmetry, Action action) {
  // L and R are 0 and 1, U and D are 2 and 3.
  int mapped = static_cast<int>(action);
  if (symmetry & 1) mapped ^= 2;
  if (symmetry & (mapped < 2 ? 2 : 4)) mapped ^= 1;
  return static_cast<Action>(mapped);
}

constexpr CellMask MapCells(Geometry geometry, Symmetry symmetry, CellMask cells) {
  CellMask mapped = 0;
  for (; cells != 0; cells &= cells - 1)
    mapped |= CellBit(MapCell(geometry, symmetry, Lowest(cells)));
  return mapped;
}

// The cells next to those given.
constexpr CellMask Neighbours(Geometry geometry, CellMask cells) {
  CellMask first_column = 0;
  for (int row = 0; row < geometry.height; ++row) first_column |= CellBit(row * geometry.width);
  const CellMask last_column = first_column << (geometry.width - 1);
  return (((cells & ~last_column) << 1) | ((cells & ~first_column) >> 1) |
          (cells << geometry.width) | (cells >> geometry.width)) &
         geometry.all_cells();
}

// The part of `open` that the blank can get to from `cells`, which are in it.
constexpr CellMask Region(Geometry geometry, CellMask cells, CellMask open) {
  while (true) {
    const CellMask next = cells | (Neighbours(geometry, cells) & open);
    if (next == cells) return cells;
    cells = next;
  }
}

}  // namespace tilebase

#endif  // TILEBASE_TABLES_SYMMETRY_H_
