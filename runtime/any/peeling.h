// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// In which order a board is solved: its first row or first column, whichever is shorter, then that
// of the rectangle that remains, until a rectangle of at most 4x4 is left. A row is taken from left
// to right, a tile at a time, its last two together.
//
// A Frame shows the rectangle so that a row is next: a column is a row of the transposed board. Its
// cells are (u, v), u along the row. The cells of the row left of `column` are solved.

#ifndef TILEBASE_RUNTIME_ANY_PEELING_H_
#define TILEBASE_RUNTIME_ANY_PEELING_H_

#include <utility>

#include "runtime/any/big_board.h"
#include "runtime/any/window_tables.h"

namespace tilebase {

// Directions in which the blank goes: +u, -u, +v, -v. The number is that of the Action in the
// frame: the blank goes right where a tile slides left. Opposite directions differ in bit 0.
inline constexpr int kDirections = 4;
inline constexpr int kStepU[kDirections] = {1, -1, 0, 0};
inline constexpr int kStepV[kDirections] = {0, 0, 1, -1};

// Moves that a tile takes for so many steps in the direction of its last step, and so many in
// another one: three where it turns, five where it goes straight on.
constexpr int StepsCost(int along, int across) {
  const int turns = across > along ? 2 * along + 1 : 2 * across;
  return 5 * (along + across) - 2 * turns;
}

struct Frame {
  // Of the board without its first `left` columns and `top` rows.
  Frame(BigSize size, int left, int top) : first_cell(top * size.width + left) {
    width = size.width - left;
    height = size.height - top;
    step[0] = 1;
    step[2] = size.width;
    if (height < width) {
      std::swap(width, height);
      std::swap(step[0], step[2]);
      letters = "UDLR";
      transposed = true;
    }
    step[1] = -step[0];
    step[3] = -step[2];
  }

  // Whether the rectangle is one that WindowTables::Rest solves.
  bool IsRest() const { return height < kWindowSide || (width == kWindowSide && height == width); }
  int Cell(int u, int v) const { return first_cell + u * step[0] + v * step[2]; }

  int first_cell;
  int width;
  int height;             // at least the width
  int step[kDirections];  // what a step adds to a cell
  const char* letters = "LRUD";
  bool transposed = false;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_PEELING_H_
