// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Tables of a 4x4 board that are used in windows of larger ones.
//
// What remains of a board to be solved is a rectangle in its lower right corner. The last two tiles
// of the rectangle's first row are a subproblem (G, R) of a window in its upper right corner, four
// cells high and as wide as the rectangle, at most four:
//
//     . . . .  3 4        G = {3, 4}, and R = {1, 2} in the first row; where the rectangle
//     . . . .  + +        is narrower than the window, also the columns outside it.
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

namespace tilebase {

inline constexpr int kWindowSide = 4;

inline constexpr char kWindowPlan[] =
    "1-4/5,9,13/rest"                  // 4x4 and 3x3
    " + 1-2/3-4/5-8/9,13/10,14/rest"   // row ends, 4 wide; 2x2
    " + 1,5,9,13/2/3-4/rest"           // row ends, 3 wide
    " + 1,5,9,13/2,6,10,14/3-4/rest";  // row ends, 2 wide; 2x3

class WindowTables {
 public:
  // Errors: FailedPrecondition where the set is not of 4x4 or lacks a subproblem. The set must
  // outlive this, with all its tables ready.
  static absl::StatusOr<WindowTables> Create(const PolicySet& set);

  // The last two tiles of the first row of a rectangle that is `width` (2 to 4) wide.
  const PolicyTable& RowEnd(int width) const { return *row_end_[static_cast<size_t>(width)]; }
  // The stages of a whole rectangle of these sides, both at most 4 and height >= width.
  absl::Span<const PolicyTable* const> Rest(int width, int height) const {
    return rest_[static_cast<size_t>(width)][static_cast<size_t>(height)];
  }

 private:
  std::array<const PolicyTable*, kWindowSide + 1> row_end_ = {};
  std::array<std::array<std::vector<const PolicyTable*>, kWindowSide + 1>, kWindowSide + 1> rest_;
};

// Moves from a placement of the last two tiles of a row, and the blank, in a row end's window, to
// their homes, by the window's table.
class RowEndDepths {
 public:
  explicit RowEndDepths(const WindowTables& tables);
  // Cells of the window of 4x4; the rectangle is `width` wide.
  int Depth(int width, int cell_a, int cell_b, int blank) const {
    return depth_[static_cast<size_t>(width)]
                 [static_cast<size_t>((cell_a * 16 + cell_b) * 16 + blank)];
  }

 private:
  std::array<std::array<uint8_t, 16 * 16 * 16>, kWindowSide + 1> depth_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_WINDOW_TABLES_H_
