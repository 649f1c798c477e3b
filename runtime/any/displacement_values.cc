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

constexpr int8_t kFittedKinds[DisplacementValues::kPairKinds] = {
    -7,  -3,  1,   -4,  0,   0,   0,   -13, -6,  4,   4,   0,   0,   0,   -3,  -5,  6,   13,  0,
    0,   0,   13,  -4,  16,  12,  0,   0,   0,   7,   -5,  2,   7,   0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   4,   3,   -4,  6,   5,   0,   -6,  -6,
    4,   8,   -2,  0,   0,   -12, -4,  9,   3,   2,   0,   0,   -7,  -4,  14,  16,  -1,  0,   0,
    3,   7,   5,   3,   -12, 0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
    0,   1,   -12, -6,  4,   0,   -13, -17, 4,   -2,  4,   10,  0,   -8,  -13, 5,   2,   -4,  -7,
    0,   -15, -12, 18,  5,   -2,  10,  0,   3,   -1,  9,   -1,  -1,  12,  0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   7,   -9,  -7,  4,   -7,  -13, -11, 4,   2,   1,   3,
    -1,  -10, -1,  6,   3,   -3,  0,   3,   -12, 6,   5,   -2,  -1,  3,   -16, -1,  2,   -7,  -4,
    -8,  -3,  0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   4,   -6,  5,   -1,  0,   9,
    10,  9,   2,   -6,  -8,  -1,  7,   11,  4,   -3,  -2,  17,  0,   17,  19,  2,   11,  -4,  7,
    -8,  14,  8,   0,   -1,  -9,  0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   -5,  2,   6,
    -1,  5,   2,   10,  -6,  -6,  7,   0,   11,  11,  10,  -4,  2,   0,   -1,  17,  15,  12,  2,
    4,   8,   3,   6,   1,   -14, -7,  -5,  0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
    0,   13,  12,  6,   2,   7,   0,   -2,  16,  15,  13,  11,  7,   0,   15,  27,  19,  18,  13,
    3,   0,   7,   7,   5,   7,   -15, 6,   0,   0,   0,   0,   0,   0,   0,   0,   -9,  7,   -2,
    -7,  0,   0,   0,   -15, -2,  5,   7,   0,   0,   0,   -12, 0,   13,  17,  0,   0,   0,   4,
    0,   1,   -3,  0,   0,   0,   2,   0,   12,  7,   0,   0,   0,   -1,  -2,  -6,  4,   1,   0,
    -11, -10, 5,   -3,  2,   0,   0,   -9,  -17, 7,   1,   2,   0,   0,   9,   -9,  5,   -2,  -1,
    0,   0,   6,   -7,  -8,  1,   -8,  0,   -3,  0,   -2,  4,   6,   -4,  -14, 1,   0,   -1,  -1,
    0,   -3,  -16, 5,   2,   0,   0,   0,   4,   -6,  2,   -4,  -4,  -7,  0,   -4,  -9,  1,   2,
    -1,  5,   6,   0,   11,  0,   -2,  -3,  4,   -2,  -3,  -7,  11,  -10, 4,   8,   3,   -5,  1,
    1,   -6,  7,   -2,  -4,  -5,  -7,  -1,  -6,  -3,  -7,  7,   2,   5,   3,   0,   9,   14,  2,
    2,   2,   10,  0,   17,  24,  6,   5,   -5,  -2,  4,   10,  6,   -4,  1,   0,   17,  1,   3,
    3,   -5,  2,   3,   10,  6,   11,  -3,  -4,  -2,  0,   17,  22,  6,   5,   -4,  11,  5,   11,
    3,   -2,  -5,  -6,  -3,  -2,  0,   0,   2,   12,  9,   1,   11,  0,   0,   1,   9,   17,  14,
    10,  -4,  0,   -3,  5,   3,   5,   -3,  -11, 0,   -11, -1,  9,   -1,  0,   0,   0,   -9,  -8,
    5,   4,   0,   0,   0,   -1,  -6,  5,   -1,  0,   0,   0,   -8,  -7,  5,   -3,  3,   0,   -9,
    -12, 9,   3,   5,   0,   0,   -13, -8,  2,   0,   -9,  0,   7,   0,   -1,  -7,  -5,  7,   -22,
    0,   -3,  -3,  0,   0,   -2,  -12, 1,   -6,  -3,  4,   4,   0,   10,  14,  -2,  2,   3,   -4,
    1,   2,   6,   0,   5,   -5,  15,  3,   6,   18,  5,   20,  27,  1,   8,   4,   10,  12,  16,
    5,   4,   9,   10,  21,  16,  5,   -4,  -1,  5,   11,  0,   0,   12,  31,  17,  10,  -6,  -3,
    0,   -5,  -16, 11,  13,  0,   0,   0,   -6,  -23, 1,   2,   3,   0,   23,  0,   -1,  0,   -2,
    17,  26,  0,   0,   31,  40,  74,  16,  31,  0,   -3,  -2,  -9,  1,   0,   0,   0,   5,   -1,
    6,   0,   0,   0,   4,   1,   0,   0,   0,   1,   0,   0,   0,   0,   0,   0,   0,   0,   0,
    -16, -8,  1,   12,  11,  0,   0,   -16, -1,  7,   10,  -2,  0,   0,   -7,  -3,  -1,  3,   7,
    0,   0,   1,   0,   9,   2,   3,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   7,   -5,  -10, -2,  -6,  -7,  0,   5,   1,
    -7,  2,   -10, -3,  0,   1,   3,   9,   5,   7,   -1,  0,   -11, -8,  1,   8,   5,   20,  0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   -1,
    -2,  -6,  2,   -10, 12,  2,   -1,  2,   -17, -4,  6,   -3,  -2,  7,   -5,  0,   1,   1,   -1,
    10,  3,   -10, 3,   -2,  2,   3,   7,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   -1,  -5,  -12, -12, -4,  6,   -2,  -1,  -3,  0,   -11, -2,  -7,  1,
    -5,  -4,  3,   2,   -3,  1,   -3,  1,   2,   5,   4,   -2,  1,   0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   13,  -3,  7,   -17, -3,  -4,  2,   -1,  -4,  -3,
    2,   -5,  -8,  2,   -3,  -1,  4,   8,   7,   -1,  5,   0,   9,   5,   9,   2,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   -6,  -14, 4,   12,  7,   0,
    2,   -16, -5,  10,  18,  0,   -7,  2,   2,   18,  11,  0,   -5,  1,   12,  9,   -5,  0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   12,  -11, -13, -2,  0,   0,   -10, -3,
    -4,  -11, 0,   -1,  3,   5,   0,   0,   -3,  0,   13,  0,   0,   6,   7,   -8,  -10, 6,   -3,
    -2,  -7,  -6,  -3,  5,   -2,  -4,  -8,  2,   5,   10,  4,   -2,  -7,  -2,  -2,  4,   11,  -3,
    -5,  0,   0,   9,   17,  0,   0,   0,   0,   0,   9,   1,   13,  -3,  5,   4,   -9,  -3,  -13,
    -8,  -2,  3,   4,   -4,  -3,  0,   9,   8,   2,   -6,  0,   -3,  0,   8,   3,   -1,  -3,  1,
    9,   0,   0,   0,   0,   9,   1,   -8,  -3,  5,   6,   -5,  -12, -7,  -9,  -1,  -6,  -4,  -2,
    3,   6,   2,   -3,  -9,  -7,  -1,  1,   0,   13,  -10, -5,  -5,  11,  0,   0,   0,   -8,  -1,
    -10, -14, -12, 1,   0,   -6,  -7,  -5,  1,   1,   0,   1,   9,   6,   11,  0,   -4,  8,   6,
    4,   -7,  -1,  -1,  1,   2,   0,   0,   0,   -11, -6,  -13, -10, 5,   0,   -2,  -3,  3,   3,
    0,   -7,  -2,  12,  -4,  0,   -7,  1,   8,   10,  0,   -13, -8,  -1,  1,   0,   15,  4,   4,
    -8,  3,   0,   -8,  -6,  -2,  3,   1,   2,   -3,  3,   5,   14,  4,   19,  -2,  1,   10,  6,
    0,   -2,  0,   4,   -1,  -2,  -2,  3,   -7,  -7,  -1,  -1,  1,   -3,  -4,  -1,  0,   20,  6,
    11,  3,   3,   0,   0,   -6,  0,   1,   0,   2,   4,   2,   4,   -3,  -3,  3,   3,   -3,  0,
    0,   1,   5,   2,   -2,  -8,  6,   -3,  -9,  -11, 0,   0,   2,   3,   0,   -4,  -3,  2,   0,
    2,   0,   0,   -2,  -7,  -14, -15, 0,   -4,  -4,  -13, 0,   -7,  5,   -3,  0,   -3,  -2,  2,
    0,   3,   7,   22,  -1,  6,   16,  -5,  0,   0,   0,   7,   4,   11,  -6,  12,  9,   8,   -5,
    16,  11,  10,  0,   2,   2,   9,   6,   0,   6,   -6,  12,  2,   -2,  3,   -1,  5,   4,   1,
    -1,  0,   0,   -10, -10, 0,   2,   -4,  0,   -7,  3,   0,   18,  6,   24,  11,  13,  17,  6,
    12,  7,   17,  16,  12,  8,   11,  0,   10,  8,   0,   7,   0,   -10, 8,   -1,  0,   4,   0,
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
