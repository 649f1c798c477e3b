// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/displacement_gains.h"

#include <algorithm>
#include <cstdlib>

namespace tilebase {

void DisplacementGains::SetSize(BigSize size) {
  if (size == size_) return;
  size_ = size;
  padded_width_ = size.width + 2;
  padded_cells_ = static_cast<size_t>(padded_width_) * static_cast<size_t>(size.height + 2);
  of_home_.resize(static_cast<size_t>(size.cells()));
  size_t cell = 0;
  for (int row = 0; row < size.height; ++row)
    for (int column = 0; column < size.width; ++column, ++cell)
      of_home_[cell] = {static_cast<int16_t>(column), static_cast<int16_t>(row),
                        static_cast<uint16_t>((row + 1) * padded_width_ + column + 1), kEvenWeight};
  step_of_class_.fill(0);
  step_of_class_[static_cast<size_t>(Values::ClassOf(1, 0))] = 1;
  step_of_class_[static_cast<size_t>(Values::ClassOf(-1, 0))] = -1;
  step_of_class_[static_cast<size_t>(Values::ClassOf(0, 1))] = padded_width_;
  step_of_class_[static_cast<size_t>(Values::ClassOf(0, -1))] = -padded_width_;
  // A tile slides left where the blank goes right.
  step_[0] = padded_step_[0] = 1;
  step_[1] = padded_step_[1] = -1;
  step_[2] = size.width;
  step_[3] = -size.width;
  padded_step_[2] = padded_width_;
  padded_step_[3] = -padded_width_;
  for (int corner = 0; corner < Values::kCorners; ++corner)
    padded_corner_[corner] =
        Values::kCornerColumn[corner] + Values::kCornerRow[corner] * padded_width_;
  ways_of_cell_.clear();
  for (const Home& at : of_home_)
    ways_of_cell_.push_back(
        static_cast<uint8_t>((at.column + 1 < size.width) | (at.column > 0) << 1 |
                             (at.row + 1 < size.height) << 2 | (at.row > 0) << 3));
}

void DisplacementGains::SetPhase(Phase phase) {
  phase_ = phase;
  values_ = phase == Phase::kFar    ? &of_phases_.far
            : phase == Phase::kNear ? &of_phases_.near
                                    : &of_phases_.window;
  far_.clear();
  for (int distance = 0; distance <= std::max(size_.width, size_.height); ++distance)
    far_.push_back(values_->OfDistance(distance) * (phase == Phase::kNear ? 1 : kEvenWeight));
  if (phase == Phase::kNear) SetWeights();
  for (int action = 0; action < kSlideWays; ++action) {
    const int side = action < 2 ? size_.width : size_.height;
    moves_[action].resize(static_cast<size_t>(2 * side));
    for (int after = -side; after < side; ++after) {
      const int before = after + (action % 2 == 0 ? 1 : -1);
      const auto far = [&](int cells) { return far_[static_cast<size_t>(std::abs(cells))]; };
      const auto cut = [](int cells) { return std::clamp(cells, -Values::kCut, Values::kCut); };
      if (std::abs(before) > side) continue;  // not on the board
      moves_[action][static_cast<size_t>(after + side)] = {
          far(after) - far(before), static_cast<int8_t>(std::abs(after) - std::abs(before)),
          static_cast<int8_t>((cut(after) - cut(before)) * (action < 2 ? 1 : Values::kSpan))};
    }
  }
}

void DisplacementGains::SetWeights() {
  pair_weight_.assign(cells() * Values::kDirections, 0);
  for (size_t home = 0; home < cells(); ++home)
    of_home_[home].weight =
        static_cast<int16_t>(values_->WeightOf(size_.width, size_.height, static_cast<int>(home)));
  for (size_t home = 0; home < cells(); ++home) {
    for (int i = 0; i < Values::kDirections; ++i) {
      const int sign = i < Values::kDirections / 2 ? 1 : -1;
      const int column = of_home_[home].column + sign * Values::kColumnStep[i % 4];
      const int row = of_home_[home].row + sign * Values::kRowStep[i % 4];
      if (column < 0 || column >= size_.width || row < 0 || row >= size_.height) continue;
      const int other = of_home_[static_cast<size_t>(row * size_.width + column)].weight;
      pair_weight_[home * Values::kDirections + static_cast<size_t>(i)] =
          static_cast<int16_t>((of_home_[home].weight + other) / 2);
    }
  }
}

int64_t DisplacementGains::ValueOf(const uint16_t* homes, uint16_t blank_home,
                                   const uint8_t* on_cells, uint8_t* classes) const {
  std::fill_n(classes, padded_cells_, Values::kNoTile);
  int64_t value = 0;
  for (size_t cell = 0; cell < cells(); ++cell) {
    if (homes[cell] == blank_home) continue;
    const Home& home = of_home_[homes[cell]];
    const int columns = of_home_[cell].column - home.column;
    const int rows = of_home_[cell].row - home.row;
    classes[home.padded] = static_cast<uint8_t>(Values::ClassOf(columns, rows));
    value += int64_t{home.weight} * (far_[static_cast<size_t>(std::abs(columns))] +
                                     far_[static_cast<size_t>(std::abs(rows))]);
  }
  for (size_t home = 0; home < cells(); ++home) {
    const uint8_t* const at = classes + of_home_[home].padded;
    for (int i = 0; i < Values::kDirections / 2; ++i)
      value +=
          pair_weight_[home * Values::kDirections + static_cast<size_t>(i)] *
          values_->OfPair(i, *at, at[Values::kRowStep[i] * padded_width_ + Values::kColumnStep[i]]);
    if (const int length = RingLength(at, *at); length > 0)
      value += kEvenWeight * values_->OfRing(length) / length;  // for each of its tiles
  }
  for (size_t cell = 0; cell < cells(); ++cell) {
    const uint8_t* const at = on_cells + of_home_[cell].padded;
    const Values::OfNeighbours& neighbours = values_->Neighbours(*at);
    value += kEvenWeight * (neighbours[at[1]][0] + neighbours[at[padded_width_]][2]);
  }
  return value;
}

}  // namespace tilebase
