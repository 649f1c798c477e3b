// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A value table estimates how many moves a board needs, as a sum of small numbers.
//
//   value = Manhattan distance + the sum, over all pairs of tiles, of a number that depends on the
//           cells of the two
//
// The blank is one of the tiles here: number 0. Its pairs cost a search nothing, since it moves
// with every tile.
//
// Moves are single slides or, in a plan of the metric mtm, slides of whole lines. The numbers are
// fitted to lengths of solutions (generator/values/value_fit.h). A value may be too high or too
// low: it is no bound, and orders boards better than any bound (docs/values.md).
//
// A table has a byte for each pair of tiles s < t and each pair of different cells. In the order of
// s, then t, then the cell of s, then the cell of t among the other cells:
//
//   rank = (P(s) + t - s - 1) * n * (n-1) + cell_s * (n-1) + cell_t - (cell_t > cell_s)
//
// with n cells on the board, and P(s) = s * (2n - 1 - s) / 2 pairs whose first tile is smaller than
// s. The byte is the number in sixteenths of a move, plus kValueZero.

#ifndef TILEBASE_TABLES_PAIR_VALUES_H_
#define TILEBASE_TABLES_PAIR_VALUES_H_

#include <stdint.h>

#include <vector>

#include "absl/types/span.h"
#include "tables/geometry.h"

namespace tilebase {

inline constexpr int kValueOne = 16;   // units of a value in a move
inline constexpr int kValueZero = 96;  // the byte of the number 0

// Counts the entries of a board's value table.
constexpr uint64_t PairEntryCount(Geometry geometry) {
  const uint64_t cells = static_cast<uint64_t>(geometry.cells());
  return cells * (cells - 1) / 2 * cells * (cells - 1);
}

// Requires tiles 0 <= s < t and two different cells.
constexpr uint64_t PairRank(Geometry geometry, int s, int t, int cell_s, int cell_t) {
  const int cells = geometry.cells();
  const int pair = s * (2 * cells - 1 - s) / 2 + t - s - 1;
  return static_cast<uint64_t>(pair) * static_cast<uint64_t>(cells * (cells - 1)) +
         static_cast<uint64_t>(cell_s * (cells - 1) + cell_t - (cell_t > cell_s));
}

// A value table in memory, laid out for searches: how much each slide of each tile changes the
// value, by the tiles on the other cells. 152 kB on 4x4, 950 kB on 5x5, 38 MB on 8x8. Immutable
// after construction; all functions are safe from many threads and allocate nothing.
class PairValues {
 public:
  // `numbers`: the PairEntryCount(geometry) bytes of a table.
  PairValues(Geometry geometry, absl::Span<const uint8_t> numbers);

  Geometry geometry() const { return geometry_; }

  // Returns the value of the board with tile[c] on each cell c, 0 for the blank. In units of
  // 1/kValueOne.
  int Value(const uint8_t* tile) const;

  // Returns the number of a pair of different tiles. In units of 1/kValueOne.
  int Number(int s, int t, int cell_s, int cell_t) const;

  // A slide of the tile on a cell, whichever tile that is.
  struct Slide {
    uint32_t from = 0;  // the tile's cell
    uint32_t row = 0;   // row number of tile 0; each tile adds its own rows
    uint32_t edge = 0;  // of the grid: 2c leads from cell c to the right, 2c + 1 down
    int32_t sign = 0;   // 0 from the lower cell to the higher one, -1 back
  };
  // Returns the slide of the tile on `from` onto the blank on `to`, its neighbour.
  Slide SlideOf(int from, int to) const {
    const int low = from < to ? from : to;
    const auto edge = static_cast<uint32_t>(2 * low + (from + to - 2 * low != 1));
    return {static_cast<uint32_t>(from), edge * RowBytes(geometry_.cells()), edge,
            from < to ? 0 : -1};
  }

  // The changes by slides, for inner loops. kCells: the board's number of cells, or 0 for any
  // board.
  template <int kCells>
  class Changes {
   public:
    explicit Changes(const PairValues& values)
        : rows_(reinterpret_cast<const uint8_t*>(values.changes_.data())),
          least_(values.least_.data()),
          cells_(kCells == 0 ? values.geometry_.cells() : kCells) {}

    // Returns how much the slide changes the value on the board `tile`. If the changes that the
    // tile on one cell may cause span more than kMostRange, the greatest are clipped. One lookup a
    // cell.
    int Of(const uint8_t* tile, const Slide& slide) const {
      const int cells = kCells == 0 ? cells_ : kCells;
      const uint32_t sliding = tile[slide.from];
      const uint8_t* row = Row(sliding, slide);
      int sum = 0;
      if constexpr (kCells != 0) {
#pragma GCC unroll 25
        for (int cell = 0; cell < kCells; ++cell) sum += (row + cell * kCells)[tile[cell]];
      } else {
        for (int cell = 0; cell < cells; ++cell, row += cells) sum += row[tile[cell]];
      }
      return FromSum(sliding, slide, sum);
    }

    // Returns the numbers for one tile's slide. Their sum over all cells c, at index c * cells +
    // (the tile on c), is the change.
    const uint8_t* Row(uint32_t sliding, const Slide& slide) const {
      return rows_ + (sliding * Edges() * RowBytes(kCells == 0 ? cells_ : kCells) + slide.row);
    }
    int FromSum(uint32_t sliding, const Slide& slide, int sum) const {
      return ((least_[sliding * Edges() + slide.edge] + sum) ^ slide.sign) - slide.sign;
    }

   private:
    uint32_t Edges() const { return static_cast<uint32_t>(2 * (kCells == 0 ? cells_ : kCells)); }
    const uint8_t* rows_;
    const int32_t* least_;
    int cells_;
  };
  static constexpr int kMostRange = 255;

  uint64_t memory_bytes() const {
    return changes_.size() * sizeof(CacheLine) + least_.size() * sizeof(int32_t) + numbers_.size();
  }
  // Returns the bytes that the values of such a board will take.
  static uint64_t Bytes(Geometry geometry) {
    const auto rows = static_cast<uint64_t>(2 * geometry.cells() * geometry.cells());
    return rows * (RowBytes(geometry.cells()) + sizeof(int32_t)) + PairEntryCount(geometry);
  }

 private:
  // The bytes of the changes for one tile that slides along an edge from its lower cell to its
  // higher one: whole cache lines.
  static constexpr uint32_t RowBytes(int cells) {
    return static_cast<uint32_t>((cells * cells + 63) / 64 * 64);
  }
  struct alignas(64) CacheLine {
    uint8_t bytes[64] = {};
  };
  Geometry geometry_;
  std::vector<uint8_t> numbers_;
  // Changes by tile, edge, cell and the tile on that cell, each less the least change for that
  // cell. least_ holds, by tile and edge, the sum of those least changes and of what the tile and
  // the blank change by themselves.
  std::vector<CacheLine> changes_;
  std::vector<int32_t> least_;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_PAIR_VALUES_H_
