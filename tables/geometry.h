// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The grid, the four actions, and the symmetries of the grid.
//
// Cells are numbered row-major from the top left, 0 .. width*height-1. Tile t is home on cell t-1
// and the blank's home is the last cell. So one 64-bit word names a set of tiles and the set of
// their home cells alike (bit t-1). An action is named for the direction in which the *tile* slides
// into the blank, as in Bischoff et al. 2013: the blank moves the other way.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_TABLES_GEOMETRY_H_
#define TILEBASE_TABLES_GEOMETRY_H_

#include <stdint.h>

namespace tilebase {

inline constexpr int kMinSide = 2;
inline constexpr int kMaxSide = 8;
inline constexpr int kMaxCells = kMaxSide * kMaxSide;

// A set of cells (bit c is cell c) or of tiles (bit t-1 is tile t).
using CellMask = uint64_t;

constexpr CellMask CellBit(int cell) { return CellMask{1} << cell; }
constexpr CellMask TileBit(int tile) { return CellMask{1} << (tile - 1); }
constexpr CellMask LowMask(int count) {
  return count >= kMaxCells ? ~CellMask{0} : (CellMask{1} << count) - 1;
}
constexpr int Count(CellMask mask) { return __builtin_popcountll(mask); }
// Index of the lowest or highest member. Requires a set that is not empty.
constexpr int Lowest(CellMask mask) { return __builtin_ctzll(mask); }
constexpr int Highest(CellMask mask) { return 63 - __builtin_clzll(mask); }

// The numbers are stored in files: two bits a state.
enum class Action : uint8_t { kLeft = 0, kRight = 1, kUp = 2, kDown = 3 };
inline constexpr int kActions = 4;

constexpr Action Opposite(Action action) {
  return static_cast<Action>(static_cast<uint8_t>(action) ^ 1);
}
constexpr char Letter(Action action) { return "LRUD"[static_cast<int>(action)]; }

// A set of actions: bit a is Action a.
using ActionMask = uint8_t;
constexpr ActionMask ActionBit(Action action) {
  return static_cast<ActionMask>(1u << static_cast<int>(action));
}

struct Geometry {
  uint8_t width = 4;
  uint8_t height = 4;

  constexpr bool IsValid() const {
    return width >= kMinSide && width <= kMaxSide && height >= kMinSide && height <= kMaxSide;
  }
  constexpr int cells() const { return width * height; }
  constexpr int tiles() const { return cells() - 1; }
  constexpr CellMask all_cells() const { return LowMask(cells()); }
  constexpr CellMask all_tiles() const { return LowMask(tiles()); }
  constexpr int blank_home() const { return cells() - 1; }

  constexpr int Row(int cell) const { return cell / width; }
  constexpr int Column(int cell) const { return cell % width; }
  constexpr int Distance(int a, int b) const {
    const int rows = Row(a) - Row(b);
    const int columns = Column(a) - Column(b);
    return (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
  }

  // How far the blank's cell number changes when a tile slides.
  constexpr int BlankStep(Action action) const {
    const int steps[kActions] = {1, -1, width, -width};
    return steps[static_cast<int>(action)];
  }

  // Returns the actions that are possible with the blank on `blank`: those whose tile is on the
  // board.
  constexpr ActionMask Actions(int blank) const {
    ActionMask mask = 0;
    if (Column(blank) + 1 < width) mask |= ActionBit(Action::kLeft);
    if (Column(blank) > 0) mask |= ActionBit(Action::kRight);
    if (Row(blank) + 1 < height) mask |= ActionBit(Action::kUp);
    if (Row(blank) > 0) mask |= ActionBit(Action::kDown);
    return mask;
  }

  friend constexpr bool operator==(const Geometry&, const Geometry&) = default;
};

// The symmetries of the grid: its rotations and reflections. A symmetry maps cells to cells and, by
// their homes, tiles to tiles: the tile whose home is cell c becomes the tile whose home is Map(c).
// It maps sequences of moves to sequences of moves. Only the one that exchanges rows and columns of
// a square board (kTransposed) keeps the blank's home.

// Bits: 1 = exchange rows and columns first (square boards), 2 = then left and right, 4 = then top
// and bottom.
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

// Maps an action. The result is the same for every board that has the symmetry.
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

// Returns the cells next to the given ones.
constexpr CellMask Neighbours(Geometry geometry, CellMask cells) {
  CellMask first_column = 0;
  for (int row = 0; row < geometry.height; ++row) first_column |= CellBit(row * geometry.width);
  const CellMask last_column = first_column << (geometry.width - 1);
  return (((cells & ~last_column) << 1) | ((cells & ~first_column) >> 1) |
          (cells << geometry.width) | (cells >> geometry.width)) &
         geometry.all_cells();
}

// Returns the part of `open` that the blank can reach from `cells`, which lie in `open`.
constexpr CellMask Region(Geometry geometry, CellMask cells, CellMask open) {
  while (true) {
    const CellMask next = cells | (Neighbours(geometry, cells) & open);
    if (next == cells) return cells;
    cells = next;
  }
}

}  // namespace tilebase

#endif  // TILEBASE_TABLES_GEOMETRY_H_
