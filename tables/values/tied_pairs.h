// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The numbers of a square board's value table (pair_values.h) that a symmetry of the square takes
// to one another, tied to one number.
//
// What two tiles tell does not depend on how the board is turned or mirrored, as far as the blank's
// home is not near. So the pairs of two tiles are tied by all eight symmetries, which makes one
// number of eight: each is learned from eight times as much, and a table is kept in an eighth of
// its bytes. The pairs of the blank are tied by the reflection along the diagonal alone, which
// keeps its home.

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

  // Numbers of pairs, in the order in which the table first has one of each.
  size_t pair_numbers() const { return pair_numbers_; }
  // By PairRank.
  uint32_t OfPair(uint64_t rank) const { return of_pair_[rank]; }
  // Likewise tied: a tile and its cell.
  size_t tile_numbers() const { return tile_numbers_; }
  uint32_t OfTile(int tile, int cell) const {
    return of_tile_[static_cast<size_t>(tile * geometry_.cells() + cell)];
  }

  // A table of PairEntryCount bytes from one byte for each number. Requires as many.
  std::vector<uint8_t> Expand(absl::Span<const uint8_t> tied) const;
  // The other way. Requires a table whose tied entries are equal.
  std::vector<uint8_t> Gather(absl::Span<const uint8_t> table) const;

 private:
  // Where a symmetry takes a tile, or the blank; -1: to the blank's home.
  int MapTile(int symmetry, int tile) const;

  Geometry geometry_;
  std::vector<uint32_t> of_pair_, of_tile_;
  size_t pair_numbers_ = 0, tile_numbers_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_VALUES_TIED_PAIRS_H_
