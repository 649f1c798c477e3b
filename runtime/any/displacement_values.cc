// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/displacement_values.h"

#include <array>
#include <utility>

namespace tilebase {
namespace {

// Fitted by the first step of build/bench/fit_displacements, then tuned as its second step does,
// but with the constants of displacement_beam.cc among what was changed.
constexpr int8_t kFittedKinds[DisplacementValues::kPairKinds] = {
    1,   11,  0,   5,   1,   1,   1,   -9,  1,   -1, 11,  1,   1,  1,   -2,  9,  11, 4,   1,   1,
    1,   -2,  3,   11,  19,  1,   1,   1,   0,   -2, 1,   4,   1,  1,   1,   1,  1,  1,   1,   1,
    1,   1,   1,   1,   1,   1,   1,   1,   1,   8,  -3,  2,   -4, -6,  1,   -7, -4, 3,   4,   6,
    1,   1,   -4,  2,   8,   7,   10,  1,   1,   -5, -4,  9,   8,  12,  1,   1,  1,  6,   7,   3,
    5,   1,   1,   1,   1,   1,   1,   1,   1,   1,  1,   1,   1,  1,   1,   1,  7,  -1,  -3,  4,
    2,   8,   -4,  6,   6,   5,   4,   1,   6,   -4, 10,  5,   7,  4,   1,   -3, -5, 9,   13,  10,
    6,   1,   1,   -11, 9,   5,   1,   -2,  1,   1,  1,   1,   1,  1,   1,   1,  1,  1,   1,   1,
    1,   -1,  -14, 0,   11,  -1,  -8,  -4,  5,   7,  1,   1,   -4, -4,  6,   2,  5,  5,   1,   -2,
    -14, -1,  8,   8,   3,   9,   6,   -2,  8,   -5, 1,   -14, 2,  1,   1,   1,  1,  1,   1,   1,
    1,   1,   1,   1,   -4,  -7,  6,   -3,  -5,  -1, 2,   0,   3,  7,   5,   9,  15, 10,  -1,  0,
    -2,  4,   -5,  15,  17,  -1,  5,   11,  0,   -6, 10,  1,   6,  4,   -1,  1,  1,  1,   1,   1,
    1,   1,   1,   1,   1,   -4,  1,   1,   -3,  7,  5,   0,   0,  7,   -1,  2,  10, 10,  6,   1,
    3,   5,   -1,  8,   14,  10,  2,   1,   4,   -4, 13,  12,  5,  4,   1,   1,  1,  1,   1,   1,
    1,   1,   1,   1,   1,   1,   4,   0,   5,   15, 18,  8,   1,  5,   13,  15, 10, 8,   14,  1,
    -5,  4,   12,  13,  9,   -3,  1,   0,   4,   16, 11,  5,   5,  1,   1,   1,  1,  1,   1,   1,
    1,   -2,  -7,  8,   6,   1,   1,   1,   -12, -4, 2,   4,   1,  1,   1,   1,  -4, 8,   7,   1,
    1,   1,   1,   -6,  8,   0,   1,   1,   1,   1,  1,   3,   10, 1,   1,   1,  0,  -2,  1,   7,
    10,  1,   1,   -5,  2,   10,  5,   1,   1,   -9, 0,   5,   11, 5,   1,   1,  -2, 5,   9,   5,
    -4,  1,   1,   4,   -6,  -3,  8,   1,   1,   8,  1,   2,   1,  9,   -2,  -5, 9,  4,   4,   0,
    1,   1,   -11, 1,   1,   3,   1,   1,   1,   -4, 9,   1,   2,  8,   1,   5,  -6, 2,   2,   5,
    4,   3,   1,   14,  -1,  -5,  -5,  1,   -1,  3,  -4,  5,   -4, 0,   4,   -1, 8,  10,  4,   -3,
    6,   -2,  1,   2,   7,   -7,  0,   -7,  0,   -4, -4,  -3,  -1, 2,   10,  19, 3,  -1,  2,   5,
    0,   6,   21,  3,   8,   0,   -3,  5,   10,  6,  -2,  8,   1,  5,   0,   4,  -2, 1,   2,   0,
    5,   17,  11,  -4,  7,   1,   3,   11,  15,  8,  1,   -1,  10, 13,  13,  7,  1,  10,  -3,  5,
    -9,  1,   1,   -6,  13,  18,  6,   3,   -3,  1,  4,   18,  13, 13,  2,   -8, 1,  1,   11,  1,
    1,   5,   9,   1,   -3,  -4,  3,   7,   1,   1,  1,   5,   2,  10,  7,   1,  1,  1,   0,   0,
    3,   4,   1,   1,   1,   5,   1,   1,   2,   3,  1,   -2,  -5, 3,   4,   10, 1,  1,   -4,  1,
    5,   0,   5,   1,   15,  1,   4,   -7,  -10, 5,  -13, -5,  -3, -11, 2,   1,  -1, -5,  -1,  -11,
    -13, 5,   5,   -3,  11,  14,  4,   -4,  0,   -8, 1,   7,   4,  5,   6,   -7, 5,  4,   12,  10,
    10,  20,  29,  -2,  9,   1,   4,   10,  20,  4,  6,   9,   8,  16,  13,  4,  -9, -2,  8,   5,
    1,   1,   6,   16,  13,  13,  5,   1,   1,   -1, -2,  8,   9,  1,   1,   1,  2,  -18, 1,   1,
    2,   1,   8,   1,   -10, 1,   -10, 19,  25,  -1, 0,   34,  36, 44,  15,  18, 1,  -3,  -5,  1,
    10,  0,   0,   0,   2,   -1,  7,   0,   0,   0,  -3,  9,   0,  0,   0,   -1, 0,  0,   0,   0,
    0,   0,   0,   0,   0,   1,   0,   2,   1,   2,  0,   0,   0,  -6,  -5,  -1, -4, 0,   0,   6,
    -3,  -11, 3,   0,   0,   0,   -1,  -4,  6,   3,  1,   0,   0,  0,   0,   0,  0,  0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,  0,   0,   0,  1,   2,   3,  0,  -8,  -5,  0,
    6,   -2,  7,   -5,  2,   -1,  0,   -2,  1,   5,  7,   0,   9,  0,   15,  4,  9,  -1,  0,   1,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,  0,   0,   0,  0,   0,   0,  0,  0,   0,   0,
    9,   5,   4,   -7,  0,   -2,  -15, -2,  0,   4,  -7,  5,   -2, -1,  -4,  -5, 10, 6,   7,   -3,
    4,   -1,  -4,  -1,  2,   4,   5,   0,   0,   0,  0,   0,   0,  0,   0,   0,  0,  0,   0,   0,
    0,   0,   0,   -1,  -5,  0,   0,   3,   -4,  1,  -5,  -5,  0,  -8,  3,   0,  -3, -1,  -11, 0,
    14,  8,   0,   3,   14,  0,   7,   16,  11,  0,  0,   0,   0,  0,   0,   0,  0,  0,   0,   0,
    0,   0,   0,   0,   0,   3,   0,   -3,  -7,  3,  -6,  12,  -1, -5,  -2,  0,  7,  3,   0,   4,
    5,   5,   3,   5,   -7,  2,   0,   12,  5,   9,  0,   0,   0,  0,   0,   0,  0,  0,   0,   0,
    0,   0,   0,   0,   0,   0,   2,   -1,  -16, 2,  2,   6,   0,  -4,  -1,  11, 7,  -1,  0,   -8,
    2,   14,  10,  3,   0,   -2,  14,  11,  15,  -3, 0,   0,   0,  0,   0,   0,  0,  0,   0,   0,
    0,   0,   0,   8,   2,   -4,  -3,  -4,  0,   2,  4,   6,   5,  0,   0,   8,  9,  0,   -1,  9,
    0,   16,  0,   0,   4,   13,  1,   1,   8,   10, 1,   -1,  8,  4,   6,   6,  0,  4,   0,   7,
    5,   6,   1,   0,   3,   2,   2,   10,  14,  3,  0,   0,   14, 8,   0,   0,  0,  0,   0,   13,
    0,   12,  12,  13,  6,   0,   3,   -12, -5,  5,  1,   -3,  -2, -5,  3,   8,  0,  2,   -2,  1,
    1,   5,   16,  2,   1,   0,   -3,  13,  0,   0,  0,   0,   12, -4,  -12, 8,  2,  -4,  4,   0,
    -4,  5,   -5,  12,  0,   0,   1,   8,   7,   9,  -3,  0,   3,  2,   0,   -2, -5, 0,   1,   2,
    0,   0,   0,   -2,  0,   -12, -1,  1,   -4,  0,  -7,  -8,  7,  8,   7,   -2, -3, -1,  6,   11,
    -11, 6,   0,   2,   8,   12,  -3,  -2,  1,   11, 0,   0,   0,  2,   3,   0,  2,  -1,  0,   0,
    1,   -3,  6,   0,   -12, 2,   13,  4,   0,   -8, 9,   2,   13, 0,   -3,  9,  2,  8,   0,   8,
    4,   11,  0,   10,  0,   1,   -1,  8,   -6,  0,  3,   -1,  1,  9,   10,  0,  17, 5,   5,   8,
    9,   0,   -1,  5,   -2,  0,   -16, -1,  -1,  -1, -1,  3,   1,  -1,  11,  -6, -2, -5,  19,  7,
    9,   -1,  13,  5,   10,  -4,  0,   3,   1,   0,  -9,  9,   6,  3,   0,   5,  5,  0,   1,   -2,
    5,   0,   -7,  2,   2,   -2,  3,   0,   -5,  0,  -1,  -2,  0,  6,   -2,  6,  3,  4,   -10, 7,
    0,   9,   -8,  -16, -3,  0,   1,   10,  0,   0,  -2,  6,   10, 0,   2,   -2, -6, 0,   -2,  1,
    10,  -3,  5,   14,  -4,  -2,  2,   0,   7,   11, 11,  3,   10, 17,  8,   2,  7,  12,  10,  0,
    -1,  4,   15,  0,   0,   0,   -10, 9,   6,   3,  2,   -4,  5,  1,   1,   -3, 0,  -4,  -1,  -7,
    0,   -10, 3,   0,   -7,  3,   0,   10,  3,   13, 4,   -1,  1,  1,   -7,  14, 10, 3,   5,   -3,
    1,   0,   3,   0,   0,   6,   0,   -1,  -2,  -4, 0,   5,   0,  0};

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
