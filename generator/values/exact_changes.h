// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Computes how much each slide of a tile changes the value of a board. PairValues::Changes, made
// for searches at run time, clips the greatest changes to a byte; fitting uses the exact changes.

#ifndef TILEBASE_GENERATOR_VALUES_EXACT_CHANGES_H_
#define TILEBASE_GENERATOR_VALUES_EXACT_CHANGES_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "tables/pair_values.h"

namespace tilebase {

// 150 kB on 4x4, 1.6 MB on 5x5, 6.7 MB on 6x6, 23 MB on 7x7. Immutable; safe from many threads.
class ExactChanges {
 public:
  // `values` must outlive this object.
  explicit ExactChanges(const PairValues& values);

  const PairValues& values() const { return values_; }

  // Returns how much the slide changes the value on the board `tile`, in units of 1/kValueOne.
  int32_t Of(const uint8_t* tile, const PairValues::Slide& slide) const {
    return cells_ == 16   ? On<16>(tile, slide)
           : cells_ == 25 ? On<25>(tile, slide)
           : cells_ == 36 ? On<36>(tile, slide)
                          : On<0>(tile, slide);
  }

 private:
  template <int kCells>
  int32_t On(const uint8_t* tile, const PairValues::Slide& slide) const {
    const size_t cells = kCells == 0 ? cells_ : kCells;
    const size_t row = tile[slide.from] * 2 * cells + slide.edge;
    const int16_t* const changes = changes_.data() + row * cells * cells;
    int32_t sum = alone_[row];
    for (size_t cell = 0; cell < cells; ++cell) sum += changes[cell * cells + tile[cell]];
    return (sum ^ slide.sign) - slide.sign;
  }

  const PairValues& values_;
  const size_t cells_;
  std::vector<int32_t> alone_;    // change by the tile and the blank themselves, by tile and edge
  std::vector<int16_t> changes_;  // by tile, edge, cell and the tile there
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_VALUES_EXACT_CHANGES_H_
