// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Values of a square board while they are learned: whole numbers finer than a table's bytes, tied
// by symmetry (tied_pairs.h).
//
//   value = Manhattan distance + a number for each tile and its cell + one for each pair of tiles
//
// The blank counts as a tile. In the table, a tile's own number is divided among its pairs.
//
// The values begin as those of the board one cell smaller on each side. Each number of a pair is
// split into the tiles' own contributions and the rest. Homes and cells are shifted together by 0
// or 1 along each axis, by the shift that puts most of them on the smaller board; the others go to
// its edge. If several shifts are equally good, their mean counts.

#ifndef TILEBASE_GENERATOR_VALUES_TIED_VALUES_H_
#define TILEBASE_GENERATOR_VALUES_TIED_VALUES_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "absl/types/span.h"
#include "tables/geometry.h"
#include "tables/pair_values.h"
#include "tables/values/tied_pairs.h"

namespace tilebase {

class TiedValues {
 public:
  static constexpr int kUnitBits = 24;  // a move is 2^24 units
  static constexpr int64_t kUnit = int64_t{1} << kUnitBits;

  // All numbers start at 0. `ties` must outlive this object.
  explicit TiedValues(const TiedPairs& ties)
      : ties_(ties), numbers_(ties.pair_numbers() + ties.tile_numbers()) {}

  // Requires the table of the square board with sides smaller by one. The rest counts `rest`
  // hundredths.
  void CarryOver(absl::Span<const uint8_t> smaller_table, int64_t rest);

  // Returns the value of the board whose tile t is on cell[t]; in kUnit.
  int64_t Value(const uint8_t* cell) const;

  // Adds to the value of that board, and so to those of similar boards: `change` units spread over
  // all its pairs, and kOwnShare of that over the numbers of its tiles.
  void Learn(const uint8_t* cell, int64_t change);
  static constexpr int64_t kOwnShareOf10 = 3;

  // Returns the table's byte for each number of TiedPairs.
  std::vector<uint8_t> Bytes() const;

  // For a checkpoint: pairs, then tiles.
  absl::Span<int32_t> numbers() { return absl::MakeSpan(numbers_); }

 private:
  int32_t& OfTile(int tile, int cell) {
    return numbers_[ties_.pair_numbers() + ties_.OfTile(tile, cell)];
  }
  int32_t OfTile(int tile, int cell) const {
    return numbers_[ties_.pair_numbers() + ties_.OfTile(tile, cell)];
  }
  // Calls take(number of the pair) for each pair of the board's tiles.
  template <typename Take>
  void ForPairs(const uint8_t* cell, Take take) const;

  const TiedPairs& ties_;
  std::vector<int32_t> numbers_;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_VALUES_TIED_VALUES_H_
