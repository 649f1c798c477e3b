// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/pair_values.h"

#include <utility>

namespace tilebase {

PairValues::PairValues(Geometry geometry, absl::Span<const uint8_t> numbers)
    : geometry_(geometry), numbers_(numbers.begin(), numbers.end()) {
  const int cells = geometry_.cells();
  changes_.resize(Row(geometry_.tiles() + 1, 0));
  for (int tile = 1; tile < cells; ++tile) {
    for (int edge = 0; edge < 2 * cells; ++edge) {
      const int low = edge / 2;
      const bool down = edge % 2 != 0;
      if (down ? geometry_.Row(low) + 1 == geometry_.height
               : geometry_.Column(low) + 1 == geometry_.width)
        continue;
      const int high = low + (down ? geometry_.width : 1);
      int16_t* const row = changes_.data() + Row(tile, edge);
      const int distance = geometry_.Distance(high, tile - 1) - geometry_.Distance(low, tile - 1);
      row[low * cells] = row[high * cells] = static_cast<int16_t>(
          kValueOne * distance + Number(0, tile, low, high) - Number(0, tile, high, low));
      for (int cell = 0; cell < cells; ++cell) {
        if (cell == low || cell == high) continue;
        for (int other = 1; other < cells; ++other)
          if (other != tile)
            row[cell * cells + other] = static_cast<int16_t>(
                Number(tile, other, high, cell) - Number(tile, other, low, cell) +
                Number(0, other, low, cell) - Number(0, other, high, cell));
      }
    }
  }
}

int PairValues::Number(int s, int t, int cell_s, int cell_t) const {
  if (s > t) {
    std::swap(s, t);
    std::swap(cell_s, cell_t);
  }
  return numbers_[PairRank(geometry_, s, t, cell_s, cell_t)] - kValueZero;
}

int PairValues::Value(const uint8_t* tile) const {
  const int cells = geometry_.cells();
  int sum = 0;
  for (int cell = 0; cell < cells; ++cell) {
    if (tile[cell] != 0) sum += kValueOne * geometry_.Distance(cell, tile[cell] - 1);
    for (int other = 0; other < cell; ++other) sum += Number(tile[cell], tile[other], cell, other);
  }
  return sum;
}

}  // namespace tilebase
