// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/pair_values.h"

#include <limits.h>

#include <algorithm>
#include <utility>

namespace tilebase {

PairValues::PairValues(Geometry geometry, absl::Span<const uint8_t> numbers)
    : geometry_(geometry), numbers_(numbers.begin(), numbers.end()) {
  const int cells = geometry_.cells();
  const auto each = static_cast<size_t>(cells);
  const size_t tile_bytes = 2 * each * RowBytes(cells);
  changes_.resize(each * tile_bytes / sizeof(CacheLine));
  least_.resize(2 * each * each);
  for (int tile = 1; tile < cells; ++tile) {
    for (int low = 0; low < cells; ++low) {
      for (const bool down : {false, true}) {
        if (down ? geometry_.Row(low) + 1 == geometry_.height
                 : geometry_.Column(low) + 1 == geometry_.width)
          continue;
        const int high = low + (down ? geometry_.width : 1);
        const Slide slide = SlideOf(low, high);
        uint8_t* const rows = reinterpret_cast<uint8_t*>(changes_.data()) +
                              static_cast<size_t>(tile) * tile_bytes + slide.row;
        int sum =
            kValueOne * (geometry_.Distance(high, tile - 1) - geometry_.Distance(low, tile - 1)) +
            Number(0, tile, low, high) - Number(0, tile, high, low);
        for (int cell = 0; cell < cells; ++cell) {
          if (cell == low || cell == high) continue;
          const auto change = [&](int other) {
            return Number(tile, other, high, cell) - Number(tile, other, low, cell) +
                   Number(0, other, low, cell) - Number(0, other, high, cell);
          };
          int least = INT_MAX;
          for (int other = 1; other < cells; ++other)
            if (other != tile) least = std::min(least, change(other));
          for (int other = 1; other < cells; ++other)
            if (other != tile)
              rows[cell * cells + other] =
                  static_cast<uint8_t>(std::min(change(other) - least, kMostRange));
          sum += least;
        }
        least_[static_cast<size_t>(tile) * 2 * each + slide.edge] = sum;
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
