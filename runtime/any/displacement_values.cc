// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/displacement_values.h"

#include <array>
#include <utility>

namespace tilebase {
namespace {

// What build/bench/fit_displacements prints.
constexpr int8_t kFittedKinds[DisplacementValues::kPairKinds] = {
    -1,  12,  -2,  4,   0,   0,   0,   -13, 0,   -3,  12,  0,   0,  0,  -4,  9,   12,  3,   0,   0,
    0,   -4,  2,   12,  20,  0,   0,   0,   -2,  -4,  -1,  3,   0,  0,  0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   8,   -5,  1,   -7, -9, 0,   -10, -7,  2,   3,   6,
    0,   0,   -7,  1,   8,   7,   10,  0,   0,   -8,  -7,  9,   7,  13, 0,   0,   -1,  6,   7,   2,
    5,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,  0,  0,   0,   7,   -3,  -5,  3,
    1,   8,   -7,  6,   6,   5,   3,   0,   6,   -6,  10,  5,   7,  3,  0,   -5,  -8,  9,   12,  10,
    6,   0,   0,   -15, 9,   5,   -1,  -4,  0,   0,   0,   0,   0,  0,  0,   0,   0,   0,   0,   0,
    0,   -3,  -19, -2,  12,  -3,  -11, -6,  4,   7,   0,   0,   -7, -6, 6,   1,   4,   5,   0,   -4,
    -19, -3,  7,   8,   2,   9,   6,   -4,  8,   -8,  -1,  -18, 1,  0,  0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   -7,  -10, 6,   -5,  -8,  -3,  1,   -2,  2,  7,  4,   9,   16,  11,  -3,  -2,
    -4,  3,   -8,  17,  17,  -3,  5,   12,  -2,  -9,  10,  0,   6,  3,  -3,  0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   -7,  0,   -1,  -5,  7,   4,   -2,  -2, 7,  -3,  1,   10,  10,  6,   0,
    2,   5,   -3,  8,   14,  10,  1,   -1,  3,   -7,  14,  13,  4,  3,  0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   3,   -2,  5,   16,  20,  8,   0,  4,  14,  16,  10,  8,   15,  0,
    -8,  3,   11,  14,  9,   -5,  0,   -2,  3,   18,  12,  4,   4,  0,  0,   0,   0,   0,   0,   0,
    0,   -4,  -10, 8,   6,   0,   0,   0,   -16, -7,  1,   3,   0,  0,  0,   0,   -6,  8,   6,   0,
    0,   0,   -1,  -9,  8,   -2,  0,   0,   0,   0,   0,   2,   10, 0,  0,   0,   -2,  -4,  -1,  7,
    11,  0,   -1,  -8,  1,   10,  4,   0,   0,   -12, -2,  4,   10, 4,  0,   0,   -4,  4,   9,   5,
    -6,  0,   0,   3,   -9,  -5,  8,   -1,  0,   8,   0,   1,   -1, 9,  -4,  -8,  9,   3,   3,   -2,
    0,   0,   -15, -1,  -1,  2,   -1,  0,   0,   -6,  9,   -1,  1,  8,  0,   5,   -9,  1,   1,   5,
    3,   2,   0,   15,  -3,  -8,  -8,  -1,  -3,  2,   -6,  5,   -6, -2, 2,   -3,  8,   11,  3,   -5,
    6,   -4,  -1,  1,   7,   -10, -2,  -10, -2,  -6,  -7,  -5,  -3, 1,  10,  21,  2,   -3,  1,   4,
    -2,  6,   22,  2,   8,   -2,  -5,  5,   11,  6,   -4,  8,   0,  4,  -2,  3,   -4,  -1,  1,   -2,
    5,   19,  12,  -6,  7,   0,   2,   12,  15,  8,   -1,  -3,  11, 14, 14,  7,   -1,  11,  -5,  5,
    -12, 0,   0,   -9,  14,  20,  6,   2,   -5,  0,   3,   20,  13, 14, 1,   -11, 0,   -1,  12,  -1,
    0,   5,   9,   0,   -5,  -7,  2,   7,   0,   0,   0,   4,   1,  10, 6,   0,   0,   0,   -2,  -2,
    2,   3,   0,   0,   0,   4,   -1,  0,   1,   2,   0,   -4,  -8, 2,  2,   10,  0,   0,   -6,  -1,
    5,   -2,  5,   0,   17,  0,   5,   -6,  -7,  4,   -17, -2,  -6, -6, 1,   0,   -3,  -8,  1,   -6,
    -7,  5,   4,   0,   11,  15,  3,   -3,  -1,  -6,  0,   7,   3,  4,  8,   -3,  5,   3,   11,  11,
    11,  15,  34,  -1,  9,   -1,  3,   10,  14,  3,   6,   9,   8,  18, 12,  3,   -12, -4,  8,   5,
    0,   0,   6,   18,  12,  14,  4,   -1,  0,   -3,  -4,  8,   8,  0,  0,   0,   1,   -23, -1,  -2,
    1,   0,   8,   0,   -6,  -3,  -5,  19,  27,  0,   0,   39,  42, 37, 16,  20,  0,   -4,  -6,  1,
    10,  0,   0,   0,   2,   -2,  7,   0,   0,   0,   -4,  9,   0,  0,  0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   1,   -1,  2,   1,   2,   0,   0,   -1, -7, -6,  -2,  -5,  0,   0,   6,
    -4,  -12, 3,   -1,  0,   0,   -2,  -5,  6,   5,   1,   0,   0,  0,  0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,  1,  2,   3,   -1,  -9,  -6,  0,
    6,   -3,  7,   -6,  2,   -2,  0,   -3,  1,   5,   7,   0,   9,  0,  15,  4,   9,   0,   0,   1,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,  0,  0,   0,   0,   0,   0,   -1,
    9,   5,   4,   -8,  -1,  -3,  -16, -3,  0,   4,   -8,  5,   -3, -2, -5,  -6,  10,  6,   7,   -4,
    4,   -2,  -5,  0,   2,   4,   5,   0,   0,   0,   0,   0,   0,  0,  0,   0,   0,   0,   0,   0,
    0,   0,   0,   -2,  -6,  -1,  -1,  3,   -5,  1,   -6,  -6,  0,  -9, 3,   -1,  -4,  -2,  -12, 0,
    14,  8,   0,   3,   14,  0,   7,   23,  11,  0,   0,   0,   0,  0,  0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   3,   0,   -4,  -8,  3,   -7,  12,  -2, -6, -3,  -1,  7,   3,   0,   4,
    5,   5,   3,   5,   -8,  2,   0,   12,  8,   9,   -1,  0,   0,  0,  0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   2,   -2,  -17, 2,   2,   6,   0,  -5, -2,  11,  7,   -2,  0,   -9,
    2,   14,  10,  3,   0,   -3,  14,  16,  15,  -4,  0,   0,   0,  0,  0,   0,   0,   0,   0,   0,
    0,   0,   0,   8,   2,   -5,  -4,  -5,  0,   2,   4,   6,   5,  0,  0,   8,   9,   0,   0,   9,
    0,   16,  0,   0,   4,   13,  1,   1,   8,   10,  1,   -2,  8,  4,  6,   6,   -1,  4,   0,   7,
    5,   6,   1,   0,   3,   3,   2,   10,  14,  3,   0,   -1,  14, 8,  0,   0,   0,   0,   0,   13,
    -1,  12,  12,  13,  6,   -1,  3,   -13, -6,  5,   1,   -4,  -3, -6, 3,   8,   0,   2,   -3,  1,
    2,   5,   16,  2,   1,   -1,  -4,  13,  0,   0,   0,   0,   12, -5, -13, 8,   2,   -5,  4,   0,
    -5,  5,   -6,  12,  0,   -1,  1,   8,   7,   9,   -4,  -1,  3,  3,  0,   -3,  -6,  0,   1,   2,
    0,   0,   0,   -3,  -1,  -13, -2,  1,   -5,  -1,  -8,  -9,  7,  8,  7,   -3,  -4,  -2,  6,   11,
    -12, 6,   0,   3,   8,   12,  -4,  -3,  1,   11,  0,   0,   0,  2,  3,   0,   2,   -2,  0,   0,
    1,   -4,  6,   0,   -13, 2,   13,  4,   0,   -9,  9,   4,   13, 0,  -4,  9,   2,   8,   0,   8,
    4,   11,  0,   10,  0,   1,   -2,  8,   -1,  1,   2,   -1,  0,  8,  10,  0,   17,  5,   5,   8,
    9,   0,   -2,  5,   -3,  -1,  -10, 1,   1,   -2,  -2,  3,   0,  -1, 11,  -7,  -2,  -3,  19,  7,
    9,   -2,  13,  5,   10,  -5,  0,   3,   1,   -1,  -5,  6,   4,  3,  -1,  3,   5,   0,   1,   -1,
    5,   0,   -8,  2,   2,   -3,  3,   0,   -6,  0,   -2,  -3,  -1, 6,  -3,  6,   3,   6,   -11, 7,
    0,   9,   -9,  -17, -4,  0,   1,   10,  -1,  0,   -3,  6,   10, 0,  2,   -3,  -7,  0,   -2,  2,
    14,  -3,  8,   20,  -5,  0,   4,   0,   7,   11,  11,  3,   10, 17, 8,   2,   7,   12,  5,   0,
    -2,  4,   11,  0,   -1,  0,   -11, 9,   6,   3,   2,   -5,  5,  1,  1,   -4,  0,   -5,  -2,  -8,
    0,   -11, 3,   0,   -8,  3,   0,   10,  3,   13,  4,   -2,  1,  1,  -8,  14,  10,  3,   5,   -4,
    1,   0,   3,   0,   0,   6,   0,   -2,  -3,  -5,  0,   5,   0,  0};

using Kinds = std::array<
    std::array<std::array<int16_t, DisplacementValues::kClasses>, DisplacementValues::kClasses>, 4>;

// Numbers the kinds in the order in which they first occur.
Kinds NumberKinds() {
  constexpr int kCut = DisplacementValues::kCut;
  constexpr int kSpan = DisplacementValues::kSpan;
  Kinds kinds;
  for (auto& direction : kinds)
    for (auto& row : direction) row.fill(-1);
  int16_t number = 0;
  for (int direction = 0; direction < 4; ++direction) {
    for (int a = 0; a < DisplacementValues::kClasses; ++a) {
      for (int b = 0; b < DisplacementValues::kClasses; ++b) {
        if (kinds[direction][a][b] >= 0) continue;
        for (int symmetry = 0; symmetry < 8; ++symmetry) {
          const auto turned = [&](int columns, int rows) {
            if (symmetry & 1) columns = -columns;
            if (symmetry & 2) rows = -rows;
            if (symmetry & 4) std::swap(columns, rows);
            return std::pair(columns, rows);
          };
          const auto turned_class = [&](int c) {
            const auto [columns, rows] = turned(c % kSpan - kCut, c / kSpan - kCut);
            return DisplacementValues::ClassOf(columns, rows);
          };
          int first = turned_class(a);
          int second = turned_class(b);
          const auto [columns, rows] = turned(DisplacementValues::kColumnStep[direction],
                                              DisplacementValues::kRowStep[direction]);
          for (int d = 0; d < 4; ++d) {
            const int column_step = DisplacementValues::kColumnStep[d];
            const int row_step = DisplacementValues::kRowStep[d];
            if (columns == column_step && rows == row_step) kinds[d][first][second] = number;
            if (columns == -column_step && rows == -row_step) kinds[d][second][first] = number;
          }
        }
        ++number;
      }
    }
  }
  return kinds;
}

}  // namespace

int DisplacementValues::PairKind(int direction, int a, int b) {
  static const Kinds kinds = NumberKinds();
  return kinds[direction][a][b];
}

DisplacementValues::DisplacementValues(absl::Span<const int8_t> of_kinds) {
  for (int direction = 0; direction < kDirections / 2; ++direction) {
    for (int a = 0; a < kClasses; ++a) {
      for (int b = 0; b < kClasses; ++b) {
        const int8_t value = of_kinds[static_cast<size_t>(PairKind(direction, a, b))];
        pair_[direction][a][b] = value;
        pair_[direction + kDirections / 2][b][a] = value;
      }
    }
  }
  constexpr int kMoves[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  for (int a = 0; a < kClasses; ++a) {
    for (int move = 0; move < 4; ++move) {
      const int after =
          ClassOf(a % kSpan - kCut + kMoves[move][0], a / kSpan - kCut + kMoves[move][1]);
      for (int direction = 0; direction < kDirections; ++direction)
        for (int b = 0; b <= kClasses; ++b)
          change_[a][move][b][direction] = static_cast<int8_t>(
              std::clamp(pair_[direction][after][b] - pair_[direction][a][b], -127, 127));
    }
  }
}

const DisplacementValues& DisplacementValues::Fitted() {
  static const DisplacementValues values(kFittedKinds);
  return values;
}

}  // namespace tilebase
