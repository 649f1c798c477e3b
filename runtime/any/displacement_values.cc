// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/displacement_values.h"

#include <array>
#include <cmath>
#include <utility>

namespace tilebase {
namespace {

// The farther a tile is, the more a step of it counts. Found by trying on 6x6 to 20x20.
constexpr double kDistancePower = 1.75;

// What build/bench/fit_displacements prints.
constexpr int8_t kFittedKinds[DisplacementValues::kPairKinds] = {
    -1,  2,   5,   9,   0,   0,   0,   -6,  1,   -1,  -6, 0,   0,   0,   -2,  2,   10,  12,  0,
    0,   0,   3,   -2,  13,  23,  0,   0,   0,   6,   4,  15,  9,   0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,  4,   3,   -1,  3,   8,   0,   -13, 6,
    11,  5,   -13, 0,   0,   -3,  -14, 3,   11,  9,   0,  0,   -7,  -3,  12,  9,   12,  0,   0,
    3,   -5,  1,   13,  23,  0,   0,   0,   0,   0,   0,  0,   0,   0,   0,   0,   0,   0,   0,
    0,   -4,  -1,  -7,  -10, 2,   -15, -11, 0,   8,   0,  -2,  0,   -1,  2,   0,   13,  15,  20,
    0,   -2,  -16, 6,   1,   3,   18,  0,   -4,  -1,  3,  2,   -1,  2,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   9,   3,   -6, -10, -15, -10, -19, -5,  14,  9,   5,
    -19, -7,  -3,  1,   14,  20,  -1,  -1,  -12, -3,  3,  2,   10,  7,   -10, -17, -14, -3,  4,
    -4,  13,  0,   0,   0,   0,   0,   0,   0,   0,   0,  0,   0,   4,   5,   -11, 0,   -16, 16,
    13,  3,   0,   -1,  -2,  0,   10,  23,  4,   6,   5,  7,   -1,  14,  13,  -4,  3,   9,   5,
    10,  -8,  -4,  3,   -1,  2,   0,   0,   0,   0,   0,  0,   0,   0,   0,   0,   -13, -2,  -1,
    -10, 12,  13,  0,   -11, 5,   1,   -5,  19,  8,   4,  -5,  -10, 0,   -4,  17,  16,  11,  0,
    1,   1,   7,   3,   -6,  -2,  4,   -1,  0,   0,   0,  0,   0,   0,   0,   0,   0,   0,   0,
    -11, -1,  2,   5,   12,  13,  0,   1,   18,  7,   17, 15,  2,   0,   10,  21,  12,  18,  27,
    6,   0,   11,  0,   -1,  -5,  16,  -8,  0,   0,   0,  0,   0,   0,   0,   0,   8,   7,   1,
    -1,  0,   0,   0,   -9,  0,   2,   10,  0,   0,   0,  -4,  2,   10,  14,  0,   0,   0,   -2,
    -2,  1,   3,   0,   0,   0,   -2,  1,   -1,  -10, 0,  0,   0,   -6,  13,  2,   -6,  -1,  0,
    -15, -6,  10,  -2,  7,   0,   0,   -16, 0,   9,   4,  -1,  0,   0,   -3,  -3,  4,   -4,  -3,
    0,   0,   8,   -9,  12,  3,   -3,  0,   7,   0,   -6, -3,  -2,  -9,  -13, 1,   1,   7,   10,
    0,   -5,  -15, -2,  -3,  -4,  10,  0,   2,   -15, -2, -1,  1,   5,   0,   5,   -3,  2,   13,
    -1,  5,   5,   0,   6,   4,   -5,  -6,  7,   3,   -4, 0,   3,   -4,  -1,  8,   -1,  -1,  4,
    2,   -1,  1,   0,   -1,  5,   9,   6,   4,   0,   6,  6,   -2,  -8,  -5,  -4,  3,   19,  3,
    1,   -1,  6,   -2,  9,   21,  -1,  0,   5,   1,   5,  11,  0,   0,   6,   1,   6,   9,   3,
    -11, -8,  -1,  -11, 8,   11,  2,   -2,  4,   -3,  0,  8,   15,  5,   -2,  -1,  8,   11,  14,
    10,  -1,  -4,  -5,  0,   2,   0,   0,   -6,  15,  6,  -3,  -9,  -5,  0,   -3,  20,  8,   11,
    2,   1,   0,   9,   9,   10,  3,   6,   6,   0,   -6, -2,  -1,  7,   0,   0,   0,   -15, 7,
    8,   4,   0,   0,   0,   -3,  -6,  2,   5,   0,   0,  0,   -5,  -6,  1,   -5,  -4,  0,   -6,
    -12, -4,  -2,  -3,  0,   0,   12,  -4,  4,   -4,  0,  0,   10,  0,   1,   -5,  -7,  8,   -17,
    -4,  -5,  -7,  -9,  0,   0,   -15, -3,  -6,  -9,  11, 6,   0,   9,   13,  -2,  -4,  1,   -6,
    -5,  8,   9,   0,   2,   -3,  14,  2,   4,   15,  5,  13,  27,  -1,  -3,  11,  13,  14,  12,
    1,   1,   12,  4,   18,  15,  -1,  -8,  -5,  14,  13, 0,   0,   -5,  20,  17,  7,   8,   -5,
    0,   -14, -16, 2,   12,  0,   0,   0,   2,   -24, -3, -4,  -6,  0,   19,  0,   -7,  -3,  -4,
    27,  24,  0,   0,   44,  36,  79,  18,  30,  0,   -3, -3,  3,   -2,  0,   0,   0,   0,   6,
    8,   0,   0,   0,   1,   9,   0,   0,   0,   12,  0,  0,   0,   0,   0,   0,   0,   0,   0,
    -5,  7,   7,   -3,  -4,  0,   0,   -4,  0,   -4,  -3, -3,  0,   0,   -4,  -2,  -2,  8,   5,
    0,   0,   10,  8,   9,   1,   -7,  0,   0,   0,   0,  0,   0,   0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   4,  -8,  3,   -1,  -9,  2,   0,   1,   -1,
    -3,  -9,  -1,  3,   0,   2,   6,   10,  -2,  -9,  8,  0,   4,   8,   13,  10,  8,   18,  0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,  0,   0,   0,   0,   0,   0,   0,   7,
    -6,  -7,  -4,  9,   -4,  -2,  -3,  -8,  -5,  0,   10, 1,   1,   -1,  -1,  5,   9,   8,   2,
    -1,  -2,  -2,  6,   2,   7,   10,  -1,  0,   0,   0,  0,   0,   0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   -7,  -9,  -4,  9,   3,   0,  3,   -1,  -1,  7,   12,  -2,  -1,  -1,
    2,   -8,  11,  4,   4,   -4,  -4,  -8,  4,   15,  10, 1,   -3,  0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   -1,  -4, -2,  -6,  -6,  2,   5,   -16, -5,  -5,
    -2,  3,   -3,  0,   -2,  1,   12,  4,   2,   0,   4,  7,   19,  19,  15,  0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,  0,   2,   5,   -6,  4,   5,   1,   0,
    2,   0,   7,   5,   5,   0,   9,   8,   20,  1,   3,  0,   -4,  3,   12,  12,  11,  0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,  -5,  -14, 2,   2,   6,   0,   -1,  -11,
    3,   -6,  0,   -3,  12,  7,   0,   3,   8,   0,   11, 0,   0,   5,   15,  -4,  -9,  19,  4,
    -4,  -5,  -3,  2,   -1,  6,   4,   1,   6,   7,   3,  -4,  1,   0,   10,  2,   6,   15,  8,
    2,   4,   5,   13,  -1,  0,   0,   0,   0,   0,   1,  10,  -3,  1,   3,   -2,  10,  -4,  -12,
    5,   5,   -2,  -4,  2,   0,   5,   10,  2,   2,   5,  1,   -2,  1,   12,  11,  4,   -10, 1,
    12,  0,   0,   0,   0,   12,  8,   -6,  -6,  7,   6,  -7,  1,   -6,  -5,  -2,  2,   7,   -8,
    -1,  7,   5,   13,  -3,  -3,  5,   4,   -5,  -5,  1,  -2,  -1,  2,   0,   0,   0,   12,  3,
    -5,  -16, -8,  -10, 7,   -4,  1,   -2,  -1,  -8,  0,  -8,  12,  16,  18,  -7,  -9,  7,   8,
    11,  -3,  -7,  -6,  8,   5,   0,   0,   0,   2,   -6, -11, 8,   6,   0,   7,   5,   3,   6,
    0,   -6,  -10, 14,  20,  0,   4,   -9,  12,  7,   0,  -2,  -3,  6,   11,  0,   9,   7,   0,
    3,   6,   0,   2,   -2,  -4,  4,   4,   2,   2,   4,  10,  14,  4,   16,  -1,  6,   5,   5,
    0,   -5,  -5,  -4,  -5,  -7,  0,   -1,  0,   -6,  1,  0,   -1,  3,   -4,  -4,  -1,  9,   6,
    0,   -7,  -5,  -1,  5,   -9,  0,   4,   1,   -2,  2,  2,   0,   -3,  -2,  3,   2,   -4,  -2,
    0,   8,   -3,  2,   -5,  -3,  6,   1,   -4,  -5,  0,  5,   -6,  6,   5,   13,  -1,  4,   4,
    -11, -6,  0,   -5,  2,   -15, 2,   0,   4,   -3,  -4, 0,   4,   15,  0,   0,   -2,  -5,  6,
    0,   2,   12,  15,  -9,  9,   22,  -8,  0,   2,   0,  11,  9,   0,   -4,  11,  12,  9,   -3,
    14,  7,   7,   0,   -6,  2,   10,  17,  2,   0,   -5, 2,   6,   -1,  6,   15,  6,   0,   -2,
    -1,  0,   -7,  7,   2,   0,   -14, -4,  0,   3,   5,  0,   4,   9,   0,   5,   6,   9,   0,
    5,   3,   10,  7,   2,   -2,  1,   0,   17,  -8,  0,  -6,  0,   -2,  -7,  0,   0,   -3,  0,
    0,
};

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
}

const DisplacementValues& DisplacementValues::Fitted() {
  static const DisplacementValues values(kFittedKinds);
  return values;
}

int DisplacementValues::OfDistance(int cells) {
  return static_cast<int>(std::lround(kUnit * std::pow(cells, kDistancePower)));
}

}  // namespace tilebase
