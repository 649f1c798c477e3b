// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The layout of the pattern search's states in memory, and the tables for its loop. The terms:
//
//   shape   the set of cells that the tiles are on. Shapes are numbered in ascending order of
//           their masks: cells c_1 < c_2 < ... have the number C(c_1, 1) + C(c_2, 2) + ...
//   region  a connected part of the free cells. It depends on the shape, not on which tile is where
//   order   which tile is where: for each tile, its place among the shape's cells, in ascending
//           order of both. Digit j of an order is how many later tiles are on lower places than
//           tile j; these digits make up the order's number
//   block   a bit for every order of a shape: one block for each region, for the states visited,
//   and
//           one for each bit of the values
//   word    orders that differ only in their last five digits (the tail). One word holds those
//   whose
//           tail is an even permutation, the next word the odd ones: 60 bits of 64. With fewer than
//           five tiles, a block is one word.
//   turn    what a tile's move does to an order. Sideways it passes no tile and the order stays.
//           Up or down it passes m of the tiles on the cells between, and rotates m+1 consecutive
//           places by one. The head of the order becomes another head, and the tail is turned as
//           well or stays: a word comes from one word, with its bits permuted in one of 21 ways.

#ifndef TILEBASE_GENERATOR_SOLVERS_PATTERN_LAYOUT_H_
#define TILEBASE_GENERATOR_SOLVERS_PATTERN_LAYOUT_H_

#include <stdint.h>

#include <array>
#include <vector>

#include "generator/crew.h"
#include "generator/solvers/pattern_kernel.h"
#include "tables/geometry.h"

namespace tilebase::pattern {

inline constexpr auto kChoose = [] {
  std::array<std::array<uint64_t, kMaxCells + 1>, kMaxCells + 1> choose = {};
  for (size_t n = 0; n <= kMaxCells; ++n) {
    choose[n][0] = 1;
    for (size_t k = 1; k <= n; ++k) choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
  }
  return choose;
}();
// C(n, k) for n, k <= kMaxCells; 0 if k > n.
inline uint64_t Choose(int n, int k) {
  return kChoose[static_cast<size_t>(n)][static_cast<size_t>(k)];
}

// Numbers of shapes, blocks and words. If there are too many shapes to look at, `blocks` is a rough
// bound.
struct Counts {
  uint64_t shapes;
  uint64_t blocks;  // that have states
  uint64_t pulls;
  uint64_t words;  // in a block
  uint64_t turns;
};
// Requires tiles! < 2^63. Takes up to a tenth of a second for a million shapes.
Counts CountsOf(Geometry geometry, int tiles);

// The bytes of the tables.
uint64_t TablesBytes(const Counts& counts);

// The bit of an order in its block, as word << 6 | bit.
using OrderBit = uint32_t;

// An order grows by one tile after the other; each takes a place among those before it. Returns the
// bit of each whole order at number * tiles + place. `place` is the last tile's; `number` has the
// places of the other tiles as digits (the digit of tile j has j+1 values).
std::vector<OrderBit> InsertionBits(int tiles);

// Owns what Tables points into.
class SearchTables {
 public:
  // Makes the tables for a pattern whose goal has the shape `home`. Throws std::bad_alloc.
  SearchTables(Geometry geometry, CellMask home, const Counts& counts, Crew* crew);
  SearchTables(const SearchTables&) = delete;
  SearchTables& operator=(const SearchTables&) = delete;

  const Tables& tables() const { return tables_; }
  // Returns the block of the region of `shape` that contains `cell`. Requires that there is one.
  uint32_t BlockOf(CellMask shape, int cell) const;

 private:
  void FindRegions(const Counts& counts);
  void FindPulls(uint64_t shape);
  void FillTurns(const Counts& counts);

  const Geometry geometry_;
  const CellMask home_;
  const int tiles_;
  std::vector<uint8_t> odd_shape_;
  std::vector<uint32_t> first_block_;
  std::vector<CellMask> region_;  // by block
  std::vector<uint32_t> first_pull_;
  std::vector<Pull> pulls_;
  std::vector<Turned> turned_;
  std::vector<uint8_t> permuted_bits_;
  std::vector<uint64_t> permuted_;
  Tables tables_;
};

}  // namespace tilebase::pattern

#endif  // TILEBASE_GENERATOR_SOLVERS_PATTERN_LAYOUT_H_
