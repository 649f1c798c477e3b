// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Ties the numbers of a square board's value table (pair_values.h): entries that a symmetry of the
// square maps to one another share one number.
//
// Rotating or reflecting the board does not change how two tiles affect each other, except near the
// blank's home. So the pairs of two tiles are tied by all eight symmetries, eight entries to a
// number: each number is learned from eight times as much data, and a table is stored in an eighth
// of its bytes. The pairs of the blank are tied only by the reflection along the diagonal, which
// keeps the blank's home.

#ifndef TILEBASE_TABLES_VALUES_TIED_PAIRS_H_
#define TILEBASE_TABLES_VALUES_TIED_PAIRS_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "absl/types/span.h"
#include "tables/geometry.h"
#include "tables/pair_values.h"

namespace tilebase {

// Calls visit(rank, s, t, cell of s, cell of t) for each entry of a table, in order.
template <typename Visit>
void ForPairEntries(int cells, Visit visit) {
  uint64_t rank = 0;
  for (int s = 0; s < cells; ++s)
    for (int t = s + 1; t < cells; ++t)
      for (int cell_s = 0; cell_s < cells; ++cell_s)
        for (int cell_t = 0; cell_t < cells; ++cell_t)
          if (cell_s != cell_t) visit(rank++, s, t, cell_s, cell_t);
}

// 4 bytes for each entry of the table: 3 MB on 6x6, 11 MB on 7x7. Immutable.
class TiedPairs {
 public:
  // Requires a square board.
  explicit TiedPairs(Geometry geometry);

  Geometry geometry() const { return geometry_; }

  // The number of tied pairs. They are numbered in the order of their first entry in the table.
  size_t pair_numbers() const { return pair_numbers_; }
  // Returns the number for an entry of the table (PairRank).
  uint32_t OfPair(uint64_t rank) const { return of_pair_[rank]; }
  // A tile and its cell, tied in the same way.
  size_t tile_numbers() const { return tile_numbers_; }
  uint32_t OfTile(int tile, int cell) const {
    return of_tile_[static_cast<size_t>(tile * geometry_.cells() + cell)];
  }

  // Expands one byte for each number to a table of PairEntryCount bytes. Requires pair_numbers()
  // bytes.
  std::vector<uint8_t> Expand(absl::Span<const uint8_t> tied) const;
  // The inverse of Expand. Requires a table whose tied entries are equal.
  std::vector<uint8_t> Gather(absl::Span<const uint8_t> table) const;

 private:
  // Returns the tile, or the blank, that a symmetry maps `tile` to; -1 if it maps it to the blank's
  // home.
  int MapTile(int symmetry, int tile) const;

  Geometry geometry_;
  std::vector<uint32_t> of_pair_, of_tile_;
  size_t pair_numbers_ = 0, tile_numbers_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_VALUES_TIED_PAIRS_H_
