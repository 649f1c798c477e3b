// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Tables of a 4x4 board that are used in windows of larger boards.
//
// The unsolved part of a board is a rectangle in its lower right corner. The last tiles of the
// rectangle's first row are a subproblem (G, R) of a window in its upper right corner. The window
// is four cells high and as wide as the rectangle, but at most four:
//
//     . . . .  3 4        G = {3, 4}, and R = {1, 2} in the first row; if the rectangle is
//     . . . .  + +        narrower than the window, also the columns outside it. G = {2, 3, 4}
//                         and R = {1}, or G = {1, 2, 3, 4}, if it is not narrower.
//
// The last part, at most 4x4, is the lower right corner of the window, with R all tiles outside it.
// So a set of constant size, an ordinary table set of 4x4, serves every board. Any plan that has
// these subproblems will do; kWindowPlan has them and little else.

#ifndef TILEBASE_RUNTIME_ANY_WINDOW_TABLES_H_
#define TILEBASE_RUNTIME_ANY_WINDOW_TABLES_H_

#include <stddef.h>
#include <stdint.h>

#include <array>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/lookup/policy_set.h"
#include "tables/geometry.h"

namespace tilebase {

inline constexpr int kWindowSide = 4;
inline constexpr Geometry kWindow{kWindowSide, kWindowSide};

inline constexpr char kWindowPlan[] =
    "1-4/5,9,13/rest"                  // groups of four tiles, 4x4, 3x3
    " + 1-3/4/5,9,13/rest"             // groups of three tiles
    " + 1/2-4/5,9,13/rest"             // row ends of three tiles
    " + 1-2/3-4/5-8/9,13/10,14/rest"   // row ends, 4 wide; 2x2
    " + 1,5,9,13/2/3-4/rest"           // row ends, 3 wide
    " + 1,5,9,13/2,6,10,14/3-4/rest";  // row ends, 2 wide; 2x3

class WindowTables {
 public:
  // Errors: FailedPrecondition if the set is not of 4x4 or lacks a subproblem. The set must outlive
  // this object, with all its tables ready.
  static absl::StatusOr<WindowTables> Create(const PolicySet& set);
  // Returns whether Create finds all of them once the set's tables are ready.
  static bool AreIn(const PolicySet& set);

  // Solves the last two tiles of the first row of a rectangle that is `width` (2 to 4) wide.
  const PolicyTable& RowEnd(int width) const { return *row_end_[static_cast<size_t>(width)]; }
  // Solves the first `count` (3 or 4) tiles of a row without solved tiles.
  const PolicyTable& Group(int count) const { return *group_[static_cast<size_t>(count)]; }
  // Solves the last three tiles of a row that is four wide.
  const PolicyTable& LastThree() const { return *last_three_; }
  // Solves a whole rectangle of these sides, both at most 4, with height >= width.
  absl::Span<const PolicyTable* const> Rest(int width, int height) const {
    return rest_[static_cast<size_t>(width)][static_cast<size_t>(height)];
  }

 private:
  static absl::StatusOr<WindowTables> Of(const PolicySet& set, bool ready);

  std::array<const PolicyTable*, kWindowSide + 1> row_end_ = {};
  std::array<const PolicyTable*, kWindowSide + 1> group_ = {};
  const PolicyTable* last_three_ = nullptr;
  std::array<std::array<std::vector<const PolicyTable*>, kWindowSide + 1>, kWindowSide + 1> rest_;
};

// The moves that bring some tiles of a window's first row home, for every placement of these tiles
// and of the blank. The window is 4x4, or its last `width` columns.
class WindowDepths {
 public:
  // For `count` (2 or 3) tiles of the row, from number `first` on; the tiles before them are
  // solved. Time: a millisecond for three tiles.
  WindowDepths(int width, int first, int count);
  // `cells` has the tiles' cells of the window as digits of four bits, the first tile's highest.
  int Depth(uint32_t cells, int blank) const {
    return depth_[static_cast<size_t>(blank) << (4 * count_) | cells];
  }

 private:
  int count_;
  std::vector<uint8_t> depth_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_WINDOW_TABLES_H_
