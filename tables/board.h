// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A board: which tile lies on which cell. A plain value of fixed size, so that it can live on a
// stack of a few hundred bytes; text is read and written in board_text.h.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_TABLES_BOARD_H_
#define TILEBASE_TABLES_BOARD_H_

#include <stdint.h>

#include "tables/geometry.h"

namespace tilebase {

// Invariant: tile[0 .. cells) is a permutation of 0 .. tiles, and tile[blank] == 0.
struct Board {
  Geometry geometry;
  uint8_t blank = 0;
  uint8_t tile[kMaxCells] = {};

  // The goal of the whole puzzle: 1, 2, 3, ... with the blank on the last cell.
  static constexpr Board Solved(Geometry geometry) {
    Board board;
    board.geometry = geometry;
    for (int cell = 0; cell < geometry.tiles(); ++cell)
      board.tile[cell] = static_cast<uint8_t>(cell + 1);
    board.blank = static_cast<uint8_t>(geometry.blank_home());
    return board;
  }

  constexpr bool CanApply(Action action) const {
    return (geometry.Actions(blank) & ActionBit(action)) != 0;
  }

  // Slides one tile. Requires CanApply(action). Returns the tile that moved.
  constexpr uint8_t Apply(Action action) {
    const int from = blank + geometry.BlankStep(action);
    const uint8_t moved = tile[from];
    tile[blank] = moved;
    tile[from] = 0;
    blank = static_cast<uint8_t>(from);
    return moved;
  }

  // The tiles that lie on their home cells.
  constexpr CellMask HomeTiles() const {
    CellMask home = 0;
    for (int cell = 0; cell < geometry.tiles(); ++cell)
      if (tile[cell] == cell + 1) home |= CellBit(cell);
    return home;
  }
  constexpr bool IsSolved() const { return HomeTiles() == geometry.all_tiles(); }

  // Every action swaps the blank with a neighbour, so the parity of the arrangement (blank
  // counted as a tile) and the parity of the blank's distance from home change together: they
  // agree on exactly the boards that can be solved (Johnson & Story 1879).
  constexpr bool ArrangementIsOdd() const {
    bool odd = false;
    CellMask seen = 0;
    for (int start = 0; start < geometry.cells(); ++start) {
      if (seen & CellBit(start)) continue;
      // A cycle of length n is n-1 transpositions.
      int cell = start;
      do {
        seen |= CellBit(cell);
        cell = tile[cell] == 0 ? geometry.blank_home() : tile[cell] - 1;
        if (cell != start) odd = !odd;
      } while (cell != start);
    }
    return odd;
  }
  constexpr bool BlankDistanceIsOdd() const {
    return (geometry.Distance(blank, geometry.blank_home()) & 1) != 0;
  }
  constexpr bool IsSolvable() const { return ArrangementIsOdd() == BlankDistanceIsOdd(); }

  friend constexpr bool operator==(const Board& a, const Board& b) {
    if (!(a.geometry == b.geometry)) return false;
    for (int cell = 0; cell < a.geometry.cells(); ++cell)
      if (a.tile[cell] != b.tile[cell]) return false;
    return true;
  }
};

// Reflects a square board, or an action on it, along the diagonal.
constexpr Board Reflected(const Board& board) {
  Board reflected;
  reflected.geometry = board.geometry;
  for (int cell = 0; cell < board.geometry.cells(); ++cell) {
    const int tile = board.tile[cell];
    const int to = MapCell(board.geometry, kTransposed, cell);
    reflected.tile[to] =
        static_cast<uint8_t>(tile == 0 ? 0 : MapCell(board.geometry, kTransposed, tile - 1) + 1);
    if (tile == 0) reflected.blank = static_cast<uint8_t>(to);
  }
  return reflected;
}
constexpr Action Reflected(Action action) { return MapAction(kTransposed, action); }

}  // namespace tilebase

#endif  // TILEBASE_TABLES_BOARD_H_
