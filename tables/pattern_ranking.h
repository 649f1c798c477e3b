// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The perfect hash of a pattern table: between the placements of a pattern's tiles and
// 0 .. size()-1. It is that of ranking.h without the blank.
//
//   Step 1. The cells of the board in row-major order: n of them.
//   Step 2. The pattern's tiles, in ascending order t_1 < ... < t_k, give a digit each: the cell
//           of t_j less the number of tiles among t_1 .. t_{j-1} on smaller cells. Digit j has
//           n-j+1 values.
//   Step 3. rank = d_1 * w_1 + ... + d_k * w_k, where w_k = 1 and w_j = w_{j+1} * (n-j).
//
// Example: 3x3, pattern {1, 2, 5}; n = 9, w_5 = 1, w_2 = 7, w_1 = 56.
//
//      . 1 .      1 is on cell 1: d = 1
//      5 . .      2 is on cell 8, with one smaller tile before: 7
//      . . 2      5 is on cell 3, with one smaller tile before: 2
//                 rank = 1*56 + 7*7 + 2*1 = 107
//
// A tile that moves sideways changes the rank by its weight and nothing else, as the cell it leaves
// and the cell it enters are neighbours in the order; one that moves up or down passes the tiles on
// the cells between, at most width-1 of them, and only their digits change.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_TABLES_PATTERN_RANKING_H_
#define TILEBASE_TABLES_PATTERN_RANKING_H_

#include <stdint.h>

#include "tables/geometry.h"
#include "tables/ranking.h"

namespace tilebase {

// The entries of a pattern's table; 0 where that does not fit in 64 bits.
constexpr uint64_t PatternEntryCount(Geometry geometry, CellMask tiles) {
  return Placements(geometry.cells(), Count(tiles));
}

// Whether the tiles are a pattern whose every placement can be reached: those that leave out at
// least two tiles (Wilson 1974), and on the 2x2 board, a mere cycle, single tiles.
constexpr bool IsPattern(Geometry geometry, CellMask tiles) {
  const int most = geometry.cells() == 4 ? 1 : geometry.tiles() - 2;
  return tiles != 0 && (tiles & ~geometry.all_tiles()) == 0 && Count(tiles) <= most;
}

// Immutable after construction; a few hundred bytes. All functions are safe from many threads.
class PatternRanking {
 public:
  constexpr PatternRanking() = default;

  // Requires IsPattern and PatternEntryCount(geometry, tiles) != 0.
  constexpr PatternRanking(Geometry geometry, CellMask tiles)
      : geometry_(geometry), cells_(static_cast<uint8_t>(geometry.cells())) {
    for (CellMask rest = tiles; rest != 0; rest &= rest - 1)
      tile_[count_++] = static_cast<uint8_t>(Lowest(rest) + 1);
    uint64_t weight = 1;
    for (int j = count_ - 1; j >= 0; --j) {
      weight_[j] = weight;
      weight *= static_cast<uint64_t>(cells_ - j);
    }
    size_ = weight;
  }

  constexpr Geometry geometry() const { return geometry_; }
  constexpr uint64_t size() const { return size_; }
  // How many tiles; the following require j below that.
  constexpr int count() const { return count_; }
  constexpr int tile(int j) const { return tile_[j]; }
  constexpr uint64_t weight(int j) const { return weight_[j]; }
  constexpr int values(int j) const { return cells_ - j; }

  // cell[j]: of the j-th tile. O(count).
  constexpr uint64_t Rank(const uint8_t* cell) const {
    uint64_t rank = 0;
    CellMask earlier = 0;
    for (int j = 0; j < count_; ++j) {
      rank += static_cast<uint64_t>(cell[j] - Count(earlier & LowMask(cell[j]))) * weight_[j];
      earlier |= CellBit(cell[j]);
    }
    return rank;
  }

  // Stores the cell of each tile. Requires rank < size(). O(count * cells).
  constexpr void Unrank(uint64_t rank, uint8_t* cell) const {
    CellMask left = geometry_.all_cells();
    for (int j = 0; j < count_; ++j) {
      uint64_t digit = rank / weight_[j];
      rank %= weight_[j];
      CellMask rest = left;
      while (digit-- > 0) rest &= rest - 1;
      cell[j] = static_cast<uint8_t>(Lowest(rest));
      left &= ~CellBit(cell[j]);
    }
  }

  // The sum of the tiles' distances from home.
  constexpr int Distance(const uint8_t* cell) const {
    int sum = 0;
    for (int j = 0; j < count_; ++j) sum += geometry_.Distance(cell[j], tile_[j] - 1);
    return sum;
  }

 private:
  Geometry geometry_;
  uint8_t cells_ = 0;
  uint8_t count_ = 0;
  uint8_t tile_[kMaxCells] = {};
  uint64_t weight_[kMaxCells] = {};
  uint64_t size_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_PATTERN_RANKING_H_
