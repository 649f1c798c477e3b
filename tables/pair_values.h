// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What a value table is: an estimate of how many moves a board needs, as a sum of small numbers.
//
//   value = Manhattan distance + the sum, over all pairs of tiles, of a number that depends on the
//           cells of the two
//
// The blank is one of the tiles here: number 0. Its pairs cost a search nothing, since it moves
// with every tile.
//
// Moves are single slides or, in a plan of the metric mtm, slides of whole lines. The numbers are
// fitted to lengths of solutions (generator/solvers/value_fit.h). A value may be
// too high or too low: it is no bound, and orders boards better than any bound (docs/values.md).
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

// The entries of a board's value table.
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

// A value table in memory, laid out for searches: what each slide of each tile changes, by the
// tiles on the other cells. 250 kB on 4x4, 1.7 MB on 5x5, 75 MB on 8x8. Immutable after
// construction; all functions are safe from many threads and allocate nothing.
class PairValues {
 public:
  // `numbers`: PairEntryCount(geometry) bytes, as a table has them.
  PairValues(Geometry geometry, absl::Span<const uint8_t> numbers);

  Geometry geometry() const { return geometry_; }

  // The value of the board with tile[c] on each cell c, 0 for the blank. In units of 1/kValueOne.
  int Value(const uint8_t* tile) const;

  // What the value changes by when the tile on `from` slides onto the blank on `to`, its neighbour.
  // `tile` is the board before. One lookup a cell. kCells: the board's, or 0.
  template <int kCells>
  int Change(const uint8_t* tile, int from, int to) const {
    const int cells = kCells == 0 ? geometry_.cells() : kCells;
    const int low = from < to ? from : to;
    const int edge = 2 * low + (from + to - 2 * low != 1);
    const int16_t* row = changes_.data() + Row(tile[from], edge);
    int sum = 0;
    for (int cell = 0; cell < cells; ++cell, row += cells) sum += row[tile[cell]];
    return from < to ? sum : -sum;
  }

  uint64_t memory_bytes() const { return changes_.size() * sizeof(int16_t) + numbers_.size(); }
  // The same, before there are any values.
  static uint64_t Bytes(Geometry geometry) {
    const uint64_t cells = static_cast<uint64_t>(geometry.cells());
    return static_cast<uint64_t>(geometry.tiles()) * 2 * cells * cells * cells * sizeof(int16_t) +
           PairEntryCount(geometry);
  }

 private:
  // Where the changes of a tile begin that slides along an edge of the grid from its lower cell to
  // its higher one: edge 2c leads from cell c to the right, 2c + 1 down.
  size_t Row(int tile, int edge) const {
    const int cells = geometry_.cells();
    return static_cast<size_t>((tile - 1) * 2 * cells + edge) * static_cast<size_t>(cells * cells);
  }
  int Number(int s, int t, int cell_s, int cell_t) const;

  Geometry geometry_;
  std::vector<uint8_t> numbers_;
  // By tile, edge, cell and the tile there; where the blank is, what tile and blank change alone.
  std::vector<int16_t> changes_;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_PAIR_VALUES_H_
