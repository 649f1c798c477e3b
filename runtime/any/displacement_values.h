// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A guess at how many moves a board of any size still takes, out of numbers that are the same for
// every size: the sum of a number for each tile's distance from home, and of one for each pair of
// tiles whose homes touch, by the displacements of both. A pair's displacements are cut off at
// three cells along each axis, which makes 49 classes.
//
// The guess proves nothing. It tells which of two boards is likely to be the better one.

#ifndef TILEBASE_RUNTIME_ANY_DISPLACEMENT_VALUES_H_
#define TILEBASE_RUNTIME_ANY_DISPLACEMENT_VALUES_H_

#include <stdint.h>

#include <algorithm>
#include <cmath>

#include "absl/types/span.h"

namespace tilebase {

class DisplacementValues {
 public:
  static constexpr int kUnit = 16;  // of a move, in all values
  static constexpr int kCut = 3;
  static constexpr int kSpan = 2 * kCut + 1;
  static constexpr int kClasses = kSpan * kSpan;
  // Of a home with no tile: the blank's, or beyond the board's edge.
  static constexpr uint8_t kNoTile = kClasses;
  // Directions to the homes that touch a home: these four, then the opposite ones.
  static constexpr int kDirections = 8;
  static constexpr int kColumnStep[kDirections / 2] = {1, 0, 1, -1};
  static constexpr int kRowStep[kDirections / 2] = {0, 1, 1, 1};
  // Of four tiles that have gone round by one cell each, in a square without the blank. That is an
  // odd permutation: it can be mended only together with another one.
  static constexpr int kRing = 4 * kUnit;
  // Pairs that differ in more than the way they are turned or mirrored.
  static constexpr int kPairKinds = 1274;

  // From a number for each kind of pair.
  explicit DisplacementValues(absl::Span<const int8_t> of_kinds);
  // Those of the numbers in displacement_values.cc.
  static const DisplacementValues& Fitted();

  static int ClassOf(int columns, int rows) {
    return (std::clamp(rows, -kCut, kCut) + kCut) * kSpan + std::clamp(columns, -kCut, kCut) + kCut;
  }
  // The kind of a pair: a tile of class a, and one of class b whose home is the next one in one of
  // the first four directions.
  static int PairKind(int direction, int a, int b);

  // Of a distance along one axis: the farther a tile is, the more a step of it counts, and the
  // more so where most tiles are far.
  static constexpr double kFarPower = 2.15;
  static constexpr double kNearPower = 1.9;
  static int OfDistance(int cells, double power) {
    return static_cast<int>(kUnit * std::pow(cells, power) + 0.5);
  }
  // Of a tile of class a, with a neighbour of class b in a direction.
  int OfPair(int direction, int a, int b) const { return pair_[direction][a][b]; }

  // What changes where a tile of class a goes one cell right, left, down or up (0 to 3), by the
  // class of a neighbour and its direction. So what near neighbours change lies together.
  using PairChanges = int8_t[kClasses + 1][kDirections];
  const PairChanges& ChangesOf(int a, int move) const { return change_[a][move]; }

 private:
  int8_t pair_[kDirections][kClasses + 1][64] = {};
  PairChanges change_[kClasses][4] = {};
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_DISPLACEMENT_VALUES_H_
