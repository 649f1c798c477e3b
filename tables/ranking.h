// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The perfect hash between the states of a subproblem and 0 .. size()-1. Further down is the
// perfect hash of a pattern, which is the same without the blank.
//
//   Step 1. Take the free cells (all but the homes of R) in row-major order: n cells. The blank's
//           index b among them is the slowest digit.
//   Step 2. Take the blank out. The tiles on the other free cells, read row-major, stand on
//           positions 0 .. n-2.
//   Step 3. The tracked tiles, in ascending order t_1 < ... < t_k, give a digit each: the position
//           of t_j less the number of tiles among t_1 .. t_{j-1} on smaller positions. Digit j has
//           n-j values (a Lehmer code, as in Myrvold & Ruskey 2001, Korf & Schultze 2005).
//   Step 4. rank = b * slice + d_1 * w_1 + ... + d_k * w_k, where w_k = 1,
//           w_j = w_{j+1} * (n-j-1) and slice = w_1 * (n-1).
//
// Example: 3x3, G = {1, 5}, R empty; so n = 9, w_5 = 1, w_1 = 7, slice = 56.
//
//      4 1 .      the blank is on cell 2: b = 2; the rest reads  4 1 6 5 . . . .
//      6 5 .      1 is on position 1: d = 1;  5 is on position 3, with one smaller tile before: 2
//      . . .      rank = 2*56 + 1*7 + 2*1 = 121
//
// Why this order. Read without the blank (step 2), a board does not change when a tile slides
// sideways: the rank changes by one slice, whatever the tiles are. A tile that slides up or down
// passes the tiles between the two cells, and only the digits of those change. So a few additions
// a move keep the rank up to date, and the solver moves whole slices at once. The blank as the
// slowest digit also compresses best (docs/format.md has the figures).
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_TABLES_RANKING_H_
#define TILEBASE_TABLES_RANKING_H_

#include <stdint.h>

#include "tables/board.h"
#include "tables/geometry.h"
#include "tables/subproblem.h"

namespace tilebase {

// Counts the ways to put `objects` different objects on `cells` cells: n!/(n-m)!, or 0 if that does
// not fit in 64 bits.
constexpr uint64_t Placements(int cells, int objects) {
  uint64_t product = 1;
  for (int i = 0; i < objects; ++i) {
    // Multiplies in halves: the compiler's own overflow check of 64 bits is a library call on
    // 32-bit machines.
    const uint64_t factor = static_cast<uint64_t>(cells - i);  // at most 64
    const uint64_t low = (product & 0xFFFFFFFFu) * factor;
    const uint64_t high = (product >> 32) * factor + (low >> 32);
    if (high >> 32 != 0) return 0;
    product = high << 32 | (low & 0xFFFFFFFFu);
  }
  return product;
}

// Counts the states of a subproblem as the literature does: placements of G and the blank. 0 if
// that does not fit in 64 bits.
constexpr uint64_t StateCount(const Subproblem& subproblem) {
  return Placements(subproblem.free_count(), Count(subproblem.goal) + 1);
}
// Counts the entries of a table: the states that parity allows. 0 if that does not fit in 64 bits.
constexpr uint64_t EntryCount(const Subproblem& subproblem) {
  return Placements(subproblem.free_count(), Count(subproblem.tracked()) + 1);
}

// A state of a subproblem: where the blank and the tracked tiles are.
struct State {
  uint8_t blank = 0;
  uint8_t cell[kMaxCells] = {};  // cell[j]: of the j-th tracked tile in ascending order
};

// Immutable after construction; a few hundred bytes. All functions are safe from many threads.
class Ranking {
 public:
  constexpr Ranking() = default;

  // Requires subproblem.IsValid() and EntryCount(subproblem) != 0.
  explicit constexpr Ranking(const Subproblem& subproblem)
      : free_(subproblem.free_cells()),
        width_(subproblem.geometry.width),
        positions_(static_cast<uint8_t>(subproblem.free_count() - 1)) {
    for (CellMask rest = subproblem.tracked(); rest != 0; rest &= rest - 1)
      tile_[tracked_++] = static_cast<uint8_t>(Lowest(rest) + 1);
    for (int tile = 1; tile < kMaxCells; ++tile) label_[tile] = kUntracked;
    for (CellMask rest = subproblem.fixed; rest != 0; rest &= rest - 1)
      label_[Lowest(rest) + 1] = kFixed;
    uint64_t weight = 1;
    for (int j = tracked_ - 1; j >= 0; --j) {
      label_[tile_[j]] = tile_[j];
      weight_[tile_[j]] = weight;
      weight *= static_cast<uint64_t>(positions_ - j);
    }
    slice_ = weight;
  }

  constexpr uint64_t size() const { return slice_ * (positions_ + 1u); }
  // The number of entries with the blank on one cell. They are consecutive.
  constexpr uint64_t slice() const { return slice_; }
  // Number of positions of step 2: free cells less one.
  constexpr int positions() const { return positions_; }
  constexpr int tracked() const { return tracked_; }
  constexpr int tile(int j) const { return tile_[j]; }
  // How far the rank moves when digit j grows by one.
  constexpr uint64_t weight(int j) const { return weight_[tile_[j]]; }

  // The blank's index among the free cells (step 1), and its inverse.
  constexpr int FreeIndex(int cell) const { return Count(free_ & LowMask(cell)); }
  constexpr int FreeCell(int index) const {
    CellMask rest = free_;
    while (index-- > 0) rest &= rest - 1;
    return Lowest(rest);
  }

  // Requires the blank and the tracked tiles on different free cells. O(tracked).
  constexpr uint64_t Rank(const State& state) const {
    const CellMask sequence = free_ & ~CellBit(state.blank);
    uint64_t rank = static_cast<uint64_t>(FreeIndex(state.blank)) * slice_;
    CellMask earlier = 0;
    for (int j = 0; j < tracked_; ++j) {
      const CellMask below = LowMask(state.cell[j]);
      rank += static_cast<uint64_t>(Count(sequence & ~earlier & below)) * weight_[tile_[j]];
      earlier |= CellBit(state.cell[j]);
    }
    return rank;
  }

  // Requires that the subproblem admits the board. O(cells).
  constexpr uint64_t Rank(const Board& board) const { return Rank(StateOf(board)); }

  constexpr State StateOf(const Board& board) const {
    uint8_t cell_of[kMaxCells] = {};
    for (int cell = 0; cell < board.geometry.cells(); ++cell)
      cell_of[board.tile[cell]] = static_cast<uint8_t>(cell);
    State state;
    state.blank = cell_of[0];
    for (int j = 0; j < tracked_; ++j) state.cell[j] = cell_of[tile_[j]];
    return state;
  }

  // Requires rank < size(). O(tracked * cells).
  constexpr State Unrank(uint64_t rank) const {
    State state;
    state.blank = static_cast<uint8_t>(FreeCell(static_cast<int>(rank / slice_)));
    rank %= slice_;
    CellMask left = free_ & ~CellBit(state.blank);
    for (int j = 0; j < tracked_; ++j) {
      uint64_t digit = rank / weight_[tile_[j]];
      rank %= weight_[tile_[j]];
      CellMask rest = left;
      while (digit-- > 0) rest &= rest - 1;
      state.cell[j] = static_cast<uint8_t>(Lowest(rest));
      left &= ~CellBit(state.cell[j]);
    }
    return state;
  }

  // Returns the rank after `action`, given the rank of `board` before it. Requires
  // board.CanApply(action), and that the tile to move is not fixed. Cost: one look at each cell the
  // tile passes.
  constexpr uint64_t RankAfter(uint64_t rank, const Board& board, Action action) const {
    if (action == Action::kLeft) return rank + slice_;
    if (action == Action::kRight) return rank - slice_;
    // The tile y of the lower or upper cell passes the tiles x between: read without the blank, x x
    // x y turns into y x x x or back.
    const bool up = action == Action::kUp;
    const int upper = up ? board.blank : board.blank - width_;
    const uint8_t y = board.tile[up ? upper + width_ : upper];
    uint64_t slices = slice_;
    uint64_t change = 0;
    for (int cell = upper + 1; cell < upper + width_; ++cell) {
      const uint8_t x = board.tile[cell];
      if (label_[x] == kFixed) continue;
      slices += slice_;
      // When two tiles pass, only the digit of the one with the smaller label changes: it counts
      // the other one.
      change += label_[x] < label_[y] ? weight_[x] : uint64_t{0} - weight_[y];
    }
    return up ? rank + slices + change : rank - slices - change;
  }

 private:
  // Order of tiles in step 3: tracked tiles by number, untracked ones after all.
  static constexpr uint8_t kFixed = 0;
  static constexpr uint8_t kUntracked = kMaxCells;

  CellMask free_ = 0;
  uint64_t slice_ = 0;
  uint8_t width_ = 0;
  uint8_t positions_ = 0;
  uint8_t tracked_ = 0;
  uint8_t tile_[kMaxCells] = {};     // tracked tiles, ascending
  uint8_t label_[kMaxCells] = {};    // by tile
  uint64_t weight_[kMaxCells] = {};  // by tile; 0 for tiles that are not tracked
};

// Returns a board in the given state: the tiles of R home, the tracked tiles as the state says, and
// the others in ascending order on the remaining cells. Swaps the last two if parity requires it.
constexpr Board Representative(const Subproblem& subproblem, const State& state) {
  Board board;
  board.geometry = subproblem.geometry;
  board.blank = state.blank;
  CellMask left = subproblem.free_cells() & ~CellBit(state.blank);
  for (CellMask rest = subproblem.fixed; rest != 0; rest &= rest - 1)
    board.tile[Lowest(rest)] = static_cast<uint8_t>(Lowest(rest) + 1);
  int j = 0;
  for (CellMask rest = subproblem.tracked(); rest != 0; rest &= rest - 1, ++j) {
    board.tile[state.cell[j]] = static_cast<uint8_t>(Lowest(rest) + 1);
    left &= ~CellBit(state.cell[j]);
  }
  CellMask tiles = subproblem.geometry.all_tiles() & ~subproblem.fixed & ~subproblem.tracked();
  for (; tiles != 0; tiles &= tiles - 1) {
    const CellMask rest = left & (left - 1);
    // The last two cells: try the ascending order, and swap it below if parity says no.
    board.tile[Lowest(left)] = static_cast<uint8_t>(Lowest(tiles) + 1);
    if (rest != 0 && (rest & (rest - 1)) == 0) {
      const int a = Lowest(left), b = Lowest(rest);
      const uint8_t low = static_cast<uint8_t>(Lowest(tiles) + 1);
      const uint8_t high = static_cast<uint8_t>(Highest(tiles) + 1);
      board.tile[a] = low;
      board.tile[b] = high;
      if (!board.IsSolvable()) {
        board.tile[a] = high;
        board.tile[b] = low;
      }
      break;
    }
    left = rest;
  }
  return board;
}

// The perfect hash of a pattern table: between the placements of a pattern's tiles and
// 0 .. size()-1. It is the hash above without the blank.
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
// A tile that moves sideways changes the rank by its weight and nothing else, because the cell it
// leaves and the cell it enters are neighbours in the order. A tile that moves up or down passes
// the tiles on the cells between, at most width-1 of them, and only their digits change.

// Counts the entries of a pattern's table; 0 if that does not fit in 64 bits.
constexpr uint64_t PatternEntryCount(Geometry geometry, CellMask tiles) {
  return Placements(geometry.cells(), Count(tiles));
}

// Returns whether the tiles are a pattern whose every placement can be reached: a set that leaves
// out at least two tiles (Wilson 1974), or, on the 2x2 board, a mere cycle, a single tile.
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
  // Number of tiles. The following functions require j < count().
  constexpr int count() const { return count_; }
  constexpr int tile(int j) const { return tile_[j]; }
  constexpr uint64_t weight(int j) const { return weight_[j]; }
  constexpr int values(int j) const { return cells_ - j; }

  // cell[j] is the cell of the j-th tile. O(count).
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

  // Returns the sum of the tiles' distances from home.
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

#endif  // TILEBASE_TABLES_RANKING_H_
