// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Tables of a 4x4 board that are used in windows of larger ones.
//
// What remains of a board to be solved is a rectangle in its lower right corner. The last tiles of
// the rectangle's first row are a subproblem (G, R) of a window in its upper right corner, four
// cells high and as wide as the rectangle, at most four:
//
//     . . . .  3 4        G = {3, 4}, and R = {1, 2} in the first row; where the rectangle
//     . . . .  + +        is narrower than the window, also the columns outside it. G = {2, 3, 4}
//                         and R = {1}, or G = {1, 2, 3, 4}, where it is not.
//
// What remains in the end, at most 4x4, is the lower right corner of the window, R all outside it.
// So a set of constant size, an ordinary table set of 4x4, serves every board. Any plan will do
// that has these subproblems; kWindowPlan has them and little else.

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
  // Errors: FailedPrecondition where the set is not of 4x4 or lacks a subproblem. The set must
  // outlive this, with all its tables ready.
  static absl::StatusOr<WindowTables> Create(const PolicySet& set);
  // Whether Create finds all of them once the set's tables are ready.
  static bool AreIn(const PolicySet& set);

  // The last two tiles of the first row of a rectangle that is `width` (2 to 4) wide.
  const PolicyTable& RowEnd(int width) const { return *row_end_[static_cast<size_t>(width)]; }
  // The first `count` (3 or 4) tiles of a row, no tile of which is solved.
  const PolicyTable& Group(int count) const { return *group_[static_cast<size_t>(count)]; }
  // The last three tiles of a row, which is four wide.
  const PolicyTable& LastThree() const { return *last_three_; }
  // The stages of a whole rectangle of these sides, both at most 4 and height >= width.
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

// Moves to bring some tiles of a window's first row home, from every placement of theirs and of the
// blank, in a window of 4x4 or its last `width` columns.
class WindowDepths {
 public:
  // Of `count` (2 or 3) tiles of the row, from number `first` on. What the row has before them is
  // solved. Time: a millisecond for three tiles.
  WindowDepths(int width, int first, int count);
  // The tiles' cells of the window are digits of four bits of a number, the first tile's first.
  int Depth(uint32_t cells, int blank) const {
    return depth_[static_cast<size_t>(blank) << (4 * count_) | cells];
  }

 private:
  int count_;
  std::vector<uint8_t> depth_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_WINDOW_TABLES_H_
