// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/values/exact_changes.h"

#include "tables/board.h"
#include "tables/geometry.h"

namespace tilebase {

ExactChanges::ExactChanges(const PairValues& values)
    : values_(values),
      cells_(static_cast<size_t>(values.geometry().cells())),
      alone_(2 * cells_ * cells_),
      changes_(2 * cells_ * cells_ * cells_ * cells_) {
  const Geometry geometry = values.geometry();
  const int cells = geometry.cells();
  for (int tile = 1; tile < cells; ++tile)
    for (int low = 0; low < cells; ++low)
      for (const Action action : {Action::kRight, Action::kDown}) {
        // The tile slides from the lower cell to the higher one.
        const int high = low - geometry.BlankStep(action);
        if (high >= cells || (geometry.Actions(high) & ActionBit(action)) == 0) continue;
        const size_t row = static_cast<size_t>(tile) * 2 * cells_ + values.SlideOf(low, high).edge;
        alone_[row] =
            kValueOne * (geometry.Distance(high, tile - 1) - geometry.Distance(low, tile - 1)) +
            values.Number(0, tile, low, high) - values.Number(0, tile, high, low);
        for (int cell = 0; cell < cells; ++cell)
          for (int other = 1; other < cells; ++other)
            if (cell != low && cell != high && other != tile)
              changes_[(row * cells_ + static_cast<size_t>(cell)) * cells_ +
                       static_cast<size_t>(other)] =
                  static_cast<int16_t>(values.Number(tile, other, high, cell) -
                                       values.Number(tile, other, low, cell) +
                                       values.Number(0, other, low, cell) -
                                       values.Number(0, other, high, cell));
      }
}

}  // namespace tilebase
