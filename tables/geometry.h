// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The grid and the four actions.
//
// Cells are numbered row-major from the top left, 0 .. width*height-1. Tile t is home on cell t-1
// and the blank's home is the last cell, so one 64-bit word can name a set of tiles and the set of
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

  // What the blank's cell changes by when a tile slides.
  constexpr int BlankStep(Action action) const {
    const int steps[kActions] = {1, -1, width, -width};
    return steps[static_cast<int>(action)];
  }

  // The actions that exist with the blank on `blank`: those whose tile is on the board.
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

}  // namespace tilebase

#endif  // TILEBASE_TABLES_GEOMETRY_H_
