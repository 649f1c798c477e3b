// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The order in which a board is solved: a row or a column at a time, until a rectangle of at most
// 4x4 is left in the lower right corner. Two rows come first, then two columns, so that the blank
// is where the next row or column begins; longer sides are shortened first. A row is solved from
// the end that is nearer to the blank.
//
// A Frame presents the rectangle so that a row is always next: a column is a row of the transposed
// board, and a row from right to left is a row of the mirrored board. Its cells are (u, v), u along
// the row. The cells of the row left of `column` are solved.

#ifndef TILEBASE_RUNTIME_ANY_PEELING_H_
#define TILEBASE_RUNTIME_ANY_PEELING_H_

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "runtime/any/big_board.h"
#include "runtime/any/window_tables.h"

namespace tilebase {

// Directions of the blank: +u, -u, +v, -v. The number is that of the Action in the frame: the blank
// goes right if a tile slides left. Opposite directions differ in bit 0.
inline constexpr int kDirections = 4;
inline constexpr int kStepU[kDirections] = {1, -1, 0, 0};
inline constexpr int kStepV[kDirections] = {0, 0, 1, -1};

// Returns the moves of a tile that makes `along` steps in the direction of its last step, and
// `across` in another: three for a step that turns, five for a step straight on.
constexpr int StepsCost(int along, int across) {
  const int turns = across > along ? 2 * along + 1 : 2 * across;
  return 5 * (along + across) - 2 * turns;
}

// The columns [left, right) of the rows [top, bottom).
struct Rectangle {
  explicit Rectangle(BigSize size) : right(size.width), bottom(size.height) {}
  int width() const { return right - left; }
  int height() const { return bottom - top; }

  int left = 0;
  int top = 0;
  int right;
  int bottom;
};

struct Frame {
  // A frame of a rectangle of a board. Mirrored: rows go from right to left. Upside down: the last
  // row of the rectangle is the first.
  Frame(BigSize size, const Rectangle& of, bool is_transposed, bool is_mirrored,
        bool is_upside_down = false)
      : first_cell(of.top * size.width + of.left),
        width(of.width()),
        height(of.height()),
        transposed(is_transposed),
        mirrored(is_mirrored),
        upside_down(is_upside_down) {
    step[0] = 1;
    step[2] = size.width;
    if (transposed) {
      std::swap(width, height);
      std::swap(step[0], step[2]);
      letters = {'U', 'D', 'L', 'R'};
    }
    if (mirrored) {
      first_cell += (width - 1) * step[0];
      step[0] = -step[0];
      std::swap(letters[0], letters[1]);
    }
    if (upside_down) {
      first_cell += (height - 1) * step[2];
      step[2] = -step[2];
      std::swap(letters[2], letters[3]);
    }
    step[1] = -step[0];
    step[3] = -step[2];
  }

  int Cell(int u, int v) const { return first_cell + u * step[0] + v * step[2]; }

  int first_cell;
  int width;
  int height;
  int step[kDirections];  // what a step adds to a cell
  std::array<char, kDirections> letters = {'L', 'R', 'U', 'D'};
  bool transposed;
  bool mirrored;
  bool upside_down;
};

class Peeling {
 public:
  explicit Peeling(BigSize size) : Peeling(size, Rectangle(size)) {}
  // Peels a rectangle of a board.
  Peeling(BigSize size, const Rectangle& of) : size_(size), left_(of) {}

  // Returns whether the remaining rectangle can be solved by WindowTables::Rest.
  bool IsRest() const {
    const int longer = std::max(width(), height());
    return longer < kWindowSide || (longer == kWindowSide && width() == height());
  }
  // Returns whether even a single table solves it.
  bool IsOneTable() const { return std::max(width(), height()) < kWindowSide; }
  // The next row. Requires !IsOneTable(). If IsRest(), the row is a group.
  Frame Row(int blank) const {
    const bool is_column = NextIsColumn();
    const int place =
        is_column ? blank / size_.width - left_.top : blank % size_.width - left_.left;
    return Frame(size_, left_, is_column, 2 * place >= (is_column ? height() : width()));
  }
  // The rectangle that is not solved yet.
  const Rectangle& left() const { return left_; }
  // The rest, with its longer side upright.
  Frame Rest() const { return Frame(size_, left_, width() > height(), false); }
  void Next() {
    const bool is_column = NextIsColumn();
    run_ = is_column == last_is_column_ ? run_ + 1 : 1;
    last_is_column_ = is_column;
    (is_column ? left_.left : left_.top) += 1;
  }

 private:
  int width() const { return left_.width(); }
  int height() const { return left_.height(); }
  // Never takes a row of a rectangle that is as high as the window, unless the rectangle is
  // narrower.
  bool NextIsColumn() const {
    const int longer = width() - height();
    if (std::min(width(), height()) <= kWindowSide || std::abs(longer) >= 2) return longer > 0;
    if (run_ % 2 == 1) return last_is_column_;
    return longer != 0 ? longer > 0 : !last_is_column_;
  }

  BigSize size_;
  Rectangle left_;
  int run_ = 0;  // rows, or columns, taken in succession
  bool last_is_column_ = true;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_PEELING_H_
