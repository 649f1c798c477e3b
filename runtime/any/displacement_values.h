// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A guess at how many moves a board of any size still takes, out of numbers that are the same for
// every size: the sum of a number
// * for each tile's distance from home along each axis;
// * for each pair of tiles whose homes touch, by the displacements of both;
// * for each pair of tiles that touch each other, likewise;
// * for each tile beside the blank, or at a corner of it, by its displacement;
// * for every two odd clusters, below.
// A pair's displacements are cut off at three cells along each axis, which makes 49 classes.
//
// The guess proves nothing. It tells which of two boards with the blank on the same cell is likely
// to be the better one, and was fitted to do just that (tools/lab/fit_displacements.cc).

#ifndef TILEBASE_RUNTIME_ANY_DISPLACEMENT_VALUES_H_
#define TILEBASE_RUNTIME_ANY_DISPLACEMENT_VALUES_H_

#include <stdint.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "absl/types/span.h"
#include "runtime/any/big_board.h"

namespace tilebase {

class DisplacementValues {
 public:
  static constexpr int kUnit = 16;  // of a move, in all values
  static constexpr int kCut = 3;
  static constexpr int kSpan = 2 * kCut + 1;
  static constexpr int kClasses = kSpan * kSpan;
  // Of a home or a cell with no tile: the blank's, or beyond the board's edge.
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
    // Of a distance along one axis, from 0 cells on. It grows from the last one on by the power.
    absl::Span<const int16_t> of_distances = {};
    double power = 1;
    absl::Span<const int8_t> of_pairs = {};       // by PairKind
    absl::Span<const int8_t> of_neighbours = {};  // by PairKind, too
    absl::Span<const int8_t> of_blank = {};       // by BlankKind
    absl::Span<const int8_t> of_corners = {};     // by CornerKind
    // Of a ring: two tiles that have changed places, or four, six or more that have gone round by
    // one cell each, without the blank. That is an odd permutation: it can be mended only together
    // with another one. What did not count would be where all others end.
    int ring_of_two = 0;
    int ring_of_four = 0;
    int ring_of_more = 0;
    int odd_clusters = 0;  // two of them
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
  // Of a tile of class a, with a neighbour's home of class b in a direction.
  int OfPair(int direction, int a, int b) const { return pair_[direction][a][b]; }
  // Of all pairs of tiles of these classes: of a tile of class a, by the class of what is beside it
  // and the way there.
  using OfNeighbours = int8_t[kClasses + 1][kWays];
  const OfNeighbours& Neighbours(int a) const { return neighbour_[a]; }
  int OfBlank(int way, int a) const { return blank_[way][a]; }
  int OfCorner(int corner, int a) const { return corner_[corner][a]; }
  static constexpr int kMostOfRing = 16;  // tiles; longer ones do not count
  int OfRing(int tiles) const { return ring_[tiles]; }
  // Of so many odd clusters apart from the blank's, by pairs. If their number is odd, the blank's
  // cluster is the other one of a pair.
  int OfOddClusters(int count) const { return (count + 1) / 2 * odd_clusters_; }
  static constexpr int kEvenWeight = 16;
  // What a tile counts whose home is on a cell. A pair of homes counts half as much as both.
  int WeightOf(BigSize size, int cell) const;

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
  int odd_clusters_;
  int edge_;
};

// Counts odd clusters as the blank moves.
//
// The blank and the tiles that are not home fall into clusters. Two of them are in the same cluster
// if they are beside or at a corner of each other, or if one is on the home of the other. Clusters
// other than the blank's do not change until the blank's comes to touch them. If the tiles of one
// are an odd permutation of their homes, they cannot all come home by themselves, only together
// with those of another odd cluster. A ring is the smallest odd cluster.
//
// A board is given as the classes on its cells, in rows with a border of kNoTile on all sides, and
// the homes of what is on its cells. Padded cells are those with the border. Number is a type for
// cells. Not thread safe: an object for each thread.
template <typename Number>
class OddClusters {
 public:
  void SetSize(BigSize size);

  // How many there are, apart from the cluster of the blank, which is on a padded cell.
  int Count(const uint8_t* on_cells, const Number* homes, int blank);

  // How many more there are than before the last move. The board is given as it is after it: a tile
  // has come from `blank`, where the blank is now, to `there`, both padded cells. Mostly looks at
  // the eight cells around one; else walks over the clusters that have come apart, or together.
  int Change(const uint8_t* on_cells, const Number* homes, int blank, int there);

 private:
  static constexpr int kHomeClass = DisplacementValues::kClasses / 2;
  static constexpr int kAround = 8;

  static bool IsLeft(int of_class) {
    return of_class != kHomeClass && of_class != DisplacementValues::kNoTile;
  }
  // Whether cells around one, as bits, hang together around it. Two beside it hang together at the
  // corner between them.
  static bool IsOnePart(uint32_t around) {
    const auto turned = [](uint32_t bits, int by) { return (bits << by | bits >> (8 - by)) & 255; };
    const uint32_t beside = around & 0x55;
    around |= turned(beside, 1) & turned(beside, 7);
    const uint32_t first = around & ~turned(around, 1);
    return (first & (first - 1)) == 0;
  }
  void BeginWalks();
  // Whether the cluster of `from` is odd, and is not the one of `of_blank`, a cell of the blank's
  // cluster. Cells that an earlier walk since BeginWalks has come to are of the blank's cluster if
  // this walk comes to them: other clusters are walked over whole. `wall` is of no cluster.
  bool IsOddApart(const uint8_t* on_cells, const Number* homes, int from, int of_blank, int wall);

  std::array<int, kAround> around_ = {};  // beside a cell, and between them at its corners
  std::vector<uint16_t> cell_of_;         // by padded cell
  std::vector<uint16_t> padded_of_;
  std::vector<uint16_t> cluster_;  // in the order they were come to
  // By padded cell: the number of the walk that came to it, one more if its cycle was counted.
  std::vector<uint32_t> walk_of_;
  uint32_t first_walk_ = 0;
  uint32_t walk_ = 0;
};

template <typename Number>
void OddClusters<Number>::SetSize(BigSize size) {
  const int width = size.width + 2;
  around_ = {1, width + 1, width, width - 1, -1, -width - 1, -width, -width + 1};
  const auto padded = static_cast<size_t>(width) * static_cast<size_t>(size.height + 2);
  cell_of_.assign(padded, 0);
  walk_of_.assign(padded, 0);
  walk_ = 0;
  padded_of_.clear();
  for (int row = 1; row <= size.height; ++row) {
    for (int column = 1; column <= size.width; ++column) {
      const int at = row * width + column;
      cell_of_[static_cast<size_t>(at)] = static_cast<uint16_t>(padded_of_.size());
      padded_of_.push_back(static_cast<uint16_t>(at));
    }
  }
}

template <typename Number>
void OddClusters<Number>::BeginWalks() {
  if (walk_ > UINT32_MAX - 4 * cell_of_.size()) {
    std::fill(walk_of_.begin(), walk_of_.end(), 0);
    walk_ = 0;
  }
  first_walk_ = walk_ + 2;
}

template <typename Number>
bool OddClusters<Number>::IsOddApart(const uint8_t* on_cells, const Number* homes, int from,
                                     int of_blank, int wall) {
  const uint16_t* const cell_of = cell_of_.data();
  const uint16_t* const padded_of = padded_of_.data();
  uint32_t* const walk_of = walk_of_.data();
  walk_ += 2;
  walk_of[from] = walk_;
  cluster_.assign(1, static_cast<uint16_t>(from));
  for (size_t i = 0; i < cluster_.size(); ++i) {
    const int at = cluster_[i];
    for (int j = -1; j < kAround; ++j) {
      const int next = j < 0 ? padded_of[homes[cell_of[at]]] : at + around_[static_cast<size_t>(j)];
      if (next == of_blank || (walk_of[next] >= first_walk_ && walk_of[next] < walk_)) return false;
      if (next == wall || walk_of[next] == walk_ || !IsLeft(on_cells[next])) continue;
      walk_of[next] = walk_;
      cluster_.push_back(static_cast<uint16_t>(next));
    }
  }
  size_t cycles = 0;
  for (const uint16_t first : cluster_) {
    cycles += walk_of[first] == walk_;
    for (int at = first; walk_of[at] == walk_; at = padded_of[homes[cell_of[at]]])
      walk_of[at] = walk_ + 1;
  }
  return (cluster_.size() - cycles) % 2 != 0;
}

template <typename Number>
int OddClusters<Number>::Count(const uint8_t* on_cells, const Number* homes, int blank) {
  BeginWalks();
  int odd = 0;
  for (const int at : padded_of_)
    if (IsLeft(on_cells[at]) && walk_of_[static_cast<size_t>(at)] < first_walk_)
      odd += IsOddApart(on_cells, homes, at, blank, blank);
  return odd;
}

template <typename Number>
int OddClusters<Number>::Change(const uint8_t* on_cells, const Number* homes, int blank,
                                int there) {
  // A cell whose tile has come home may have held a cluster together, one whose tile has left home
  // may bring some together.
  const bool is_home = on_cells[there] == kHomeClass;
  const bool was_home =
      homes[cell_of_[static_cast<size_t>(there)]] == cell_of_[static_cast<size_t>(blank)];
  if (!is_home && !was_home) return 0;
  const int changed = is_home ? there : blank;
  const int of_blank = is_home ? blank : there;
  uint32_t around = 0;
  for (int i = 0; i < kAround; ++i) {
    const int at = changed + around_[static_cast<size_t>(i)];
    around |= static_cast<uint32_t>(at == of_blank || IsLeft(on_cells[at])) << i;
  }
  if (IsOnePart(around)) return 0;
  BeginWalks();
  int odd = 0;
  for (; around != 0; around &= around - 1) {
    const int at = changed + around_[static_cast<size_t>(std::countr_zero(around))];
    if (at != of_blank && walk_of_[static_cast<size_t>(at)] < first_walk_)
      odd += IsOddApart(on_cells, homes, at, of_blank, changed);
  }
  return is_home ? odd : -odd;
}

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

#endif  // TILEBASE_RUNTIME_ANY_DISPLACEMENT_VALUES_H_
