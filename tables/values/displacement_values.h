// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A guess at how many moves a board of any size still takes, out of numbers that are the same for
// every size: the sum of a number
// * for each tile's distance from home along each axis;
// * for each pair of tiles whose homes touch, by the displacements of both;
// * for each pair of tiles that touch each other, likewise;
// * for each tile beside the blank, or at a corner of it, by its displacement.
// A pair's displacements are cut off at three cells along each axis, which makes 49 classes.
//
// The guess proves nothing. It tells which of two boards with the blank on the same cell is likely
// to be the better one, and was fitted to do just that (tools/lab/fit_displacements.cc).

#ifndef TILEBASE_TABLES_VALUES_DISPLACEMENT_VALUES_H_
#define TILEBASE_TABLES_VALUES_DISPLACEMENT_VALUES_H_

#include <stdint.h>

#include <algorithm>
#include <vector>

#include "absl/types/span.h"

namespace tilebase {

class DisplacementValues {
 public:
  static constexpr int kUnit = 16;  // of a move, in all values
  static constexpr int kCut = 3;
  static constexpr int kSpan = 2 * kCut + 1;
  static constexpr int kClasses = kSpan * kSpan;
  // The class of a home or a cell with no tile: the blank's, or beyond the board's edge.
  static constexpr uint8_t kNoTile = kClasses;
  // Directions to the homes that touch a home: these four, then the opposite ones.
  static constexpr int kDirections = 8;
  static constexpr int kColumnStep[kDirections / 2] = {1, 0, 1, -1};
  static constexpr int kRowStep[kDirections / 2] = {0, 1, 1, 1};
  // Ways to a neighbour of a cell: right, left, down, up.
  static constexpr int kWays = 4;
  // Pairs that differ in more than the way they are turned or mirrored. The first ones are of the
  // first two directions.
  static constexpr int kPairKinds = 1274;
  static constexpr int kNeighbourKinds = 637;
  // Tiles beside the blank that differ in more than that: by BlankKind.
  static constexpr int kBlankKinds = kSpan * (kCut + 1);
  // Corners of a cell. Tiles at a corner of the blank that differ in more than the way they are
  // turned or mirrored: by CornerKind.
  static constexpr int kCorners = 4;
  static constexpr int kCornerColumn[kCorners] = {1, -1, 1, -1};
  static constexpr int kCornerRow[kCorners] = {1, 1, -1, -1};
  static constexpr int kCornerKinds = kSpan * (kSpan + 1) / 2;

  // All in units. What is empty, or 0, does not count.
  struct Numbers {
    // Values of distances along one axis, from 0 cells on. Beyond the last they grow by the power.
    absl::Span<const int16_t> of_distances = {};
    double power = 1;
    absl::Span<const int8_t> of_pairs = {};       // by PairKind
    absl::Span<const int8_t> of_neighbours = {};  // by PairKind, too
    absl::Span<const int8_t> of_blank = {};       // by BlankKind
    absl::Span<const int8_t> of_corners = {};     // by CornerKind
    // A ring is two tiles that have changed places, or four, six or more that have gone round by
    // one cell each, without the blank. That is an odd permutation: it can be mended only together
    // with another one. What did not count would be where all others end.
    int ring_of_two = 0;
    int ring_of_four = 0;
    int ring_of_more = 0;
    // How much more than kEvenWeight a tile counts whose home is at the edge.
    int edge = 0;
  };
  explicit DisplacementValues(const Numbers& numbers);

  static int ClassOf(int columns, int rows) {
    return (std::clamp(rows, -kCut, kCut) + kCut) * kSpan + std::clamp(columns, -kCut, kCut) + kCut;
  }
  // The kind of a pair: a tile of class a, and one of class b whose home, or cell, is the next one
  // in one of the first four directions.
  static int PairKind(int direction, int a, int b);
  // The kind of a tile of class a which is the next one from the blank that way.
  static int BlankKind(int way, int a);
  // The kind of a tile of class a at that corner of the blank.
  static int CornerKind(int corner, int a);

  int OfDistance(int cells) const;
  // Returns the value of a tile of class a with a neighbour's home of class b in a direction.
  int OfPair(int direction, int a, int b) const { return pair_[direction][a][b]; }
  // Values of all pairs of tiles: those of a tile of class a, by the class of its neighbour and the
  // way there.
  using OfNeighbours = int8_t[kClasses + 1][kWays];
  const OfNeighbours& Neighbours(int a) const { return neighbour_[a]; }
  int OfBlank(int way, int a) const { return blank_[way][a]; }
  int OfCorner(int corner, int a) const { return corner_[corner][a]; }
  static constexpr int kMostOfRing = 16;  // tiles; longer ones do not count
  int OfRing(int tiles) const { return ring_[tiles]; }
  static constexpr int kEvenWeight = 16;
  // What a tile counts whose home is on a cell. A pair of homes counts half as much as both.
  int WeightOf(int width, int height, int cell) const;

  // What changes where a tile of class a goes one cell right, left, down or up (0 to 3), by the
  // class of a neighbour and its direction. So what near neighbours change lies together.
  using PairChanges = int8_t[kClasses + 1][kDirections];
  const PairChanges& ChangesOf(int a, int move) const { return change_[a][move]; }

 private:
  std::vector<int16_t> distance_;
  double power_;
  int8_t pair_[kDirections][kClasses + 1][64] = {};
  PairChanges change_[kClasses][4] = {};
  OfNeighbours neighbour_[kClasses + 1] = {};
  int8_t blank_[kWays][kClasses + 1] = {};
  int8_t corner_[kCorners][kClasses + 1] = {};
  int ring_[kMostOfRing + 1] = {};
  int edge_;
};

// Those of each part of a way: where tiles are far from home, where they are near, and between two
// boards of a solution.
struct BeamValues {
  DisplacementValues far;
  DisplacementValues near;
  DisplacementValues window;

  // Those of the numbers in displacement_values.cc.
  static const BeamValues& Fitted();
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_VALUES_DISPLACEMENT_VALUES_H_
