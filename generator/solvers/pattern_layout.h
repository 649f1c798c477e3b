// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Where the search of a pattern keeps its states, and the tables that its loop works by.
//
//   shape   the set of cells that the tiles are on. Shapes are numbered in ascending order of
//           their masks: cells c_1 < c_2 < ... have the number C(c_1, 1) + C(c_2, 2) + ...
//   region  the shape cuts the free cells into regions, whichever tile is where
//   order   which tile is where: of each tile its place among the shape's cells, in ascending
//           order of both. Digit j of an order is how many later tiles are on lower places than
//           tile j; that is its number, written with these digits
//   block   a bit for every order of a shape: one block a region for the states visited, and one
//           for each bit of the values
//   word    orders that differ in their last five digits (the tail) only. A word holds those whose
//           tail is an even permutation, the next one the odd ones: 60 bits of 64. Where there are
//           fewer than five tiles, a block is one word.
//   turn    what a tile's move does to an order. Sideways it passes no tile and the order stays.
//           Up or down it passes m of the tiles on the cells between: m+1 consecutive places turn
//           by one. The head of the order becomes another head, and the tail is turned as well or
//           stays: a word comes from one word, with its bits permuted in one of 21 ways.

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
// C(n, k) for n, k <= kMaxCells, 0 where k > n.
inline uint64_t Choose(int n, int k) {
  return kChoose[static_cast<size_t>(n)][static_cast<size_t>(k)];
}

// How many there are. A rough bound of the blocks where there are too many shapes to look at.
struct Counts {
  uint64_t shapes;
  uint64_t blocks;  // that states are in
  uint64_t pulls;
  uint64_t words;  // of a block
  uint64_t turns;
};
// Requires tiles! < 2^63. Up to a tenth of a second for a million shapes.
Counts CountsOf(Geometry geometry, int tiles);

// The bytes of the tables.
uint64_t TablesBytes(const Counts& counts);

// The bit of an order in its block, as word << 6 | bit.
using OrderBit = uint32_t;

// An order grows by one tile after the other, each taking a place among those before it. For each
// order of all tiles but the last, by the number with these places as digits (tile j has j+1), and
// each place of the last one: the bit of the whole, at number * tiles + place.
std::vector<OrderBit> InsertionBits(int tiles);

// What Tables points into.
class SearchTables {
 public:
  // Of a pattern whose goal has the shape `home`. Throws std::bad_alloc.
  SearchTables(Geometry geometry, CellMask home, const Counts& counts, Crew* crew);
  SearchTables(const SearchTables&) = delete;
  SearchTables& operator=(const SearchTables&) = delete;

  const Tables& tables() const { return tables_; }
  // The block of the shape's region that has the cell. Requires such.
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
