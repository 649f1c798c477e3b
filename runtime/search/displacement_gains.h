// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Computes the change of a board's value by a move (displacement_values.h), on boards of one size.
//
// A board is held as two or three arrays: the homes of what is on its cells; the classes of the
// tiles by their cells; and the classes by their homes. Classes lie in padded cells: in rows with a
// border of kNoTile on all sides, so that a neighbour's class is read without a test.

#ifndef TILEBASE_RUNTIME_SEARCH_DISPLACEMENT_GAINS_H_
#define TILEBASE_RUNTIME_SEARCH_DISPLACEMENT_GAINS_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "runtime/any/big_board.h"
#include "tables/values/displacement_values.h"

namespace tilebase {

// Phases of a search: tiles are far from home, or near; or both ends are boards of a solution.
enum class Phase { kFar, kNear, kWindow };
// Besides distances, a value counts pairs of tiles with adjacent homes (HasPairs), and pairs of
// adjacent tiles (HasNeighbours).
constexpr bool HasPairs(Phase phase) { return phase != Phase::kFar; }
constexpr bool HasNeighbours(Phase phase) { return phase != Phase::kWindow; }

class DisplacementGains {
 public:
  static constexpr int kSlideWays = 4;  // actions, in the order of "LRUD"

  struct Home {
    int16_t column, row;
    uint16_t padded;  // in padded cells
    int16_t weight;   // in sixteenths
  };
  // The changes by a tile's move along an axis.
  struct AxisMove {
    int32_t gain;
    int8_t step;    // of the distance, 1 or -1
    int8_t change;  // of the class
  };
  struct NeighboursGain {
    int of_value;
    int of_key;  // by the tiles around the blank, after the move
  };

  explicit DisplacementGains(const BeamValues& values) : of_phases_(values) {}

  void SetSize(BigSize size);
  void SetPhase(Phase phase);

  BigSize size() const { return size_; }
  Phase phase() const { return phase_; }
  size_t cells() const { return of_home_.size(); }
  size_t padded_cells() const { return padded_cells_; }
  const Home* homes() const { return of_home_.data(); }
  // Actions with the blank on a cell, as bits.
  const uint8_t* ways_of_cell() const { return ways_of_cell_.data(); }
  // The step of the blank by an action, in cells and in padded cells.
  int step(int action) const { return step_[action]; }
  int padded_step(int action) const { return padded_step_[action]; }
  // By how far from home the action leads the tile along its axis, from -side to side - 1.
  const AxisMove* moves(int action) const {
    return moves_[action].data() + moves_[action].size() / 2;
  }

  // The value of a board whose blank's home this is, in the near phase. Sets the classes by homes.
  int64_t ValueOf(const uint16_t* homes, uint16_t blank_home, const uint8_t* on_cells,
                  uint8_t* classes) const;
  // Returns the change by a tile's move in pairs of homes and in rings. `*at`, the tile's class by
  // its home, is to become `after`.
  template <Phase kPhase>
  int PairsGain(size_t home, const uint8_t* at, int move, int after) const;
  // Returns the change by the blank's action in pairs of adjacent tiles. The tile's class was
  // `before` on its own cell, and becomes `after` on the blank's.
  NeighboursGain GainOfNeighbours(const uint8_t* at_blank, int action, int before, int after) const;

 private:
  using Values = DisplacementValues;
  static constexpr int kEvenWeight = Values::kEvenWeight;

  void SetWeights();
  int RingLength(const uint8_t* at, int of_class) const;

  const BeamValues& of_phases_;
  const DisplacementValues* values_ = nullptr;  // of the phase
  Phase phase_ = Phase::kWindow;
  BigSize size_;
  size_t padded_cells_ = 0;
  int padded_width_ = 0;
  int step_[kSlideWays] = {};
  int padded_step_[kSlideWays] = {};
  int padded_corner_[Values::kCorners] = {};
  std::vector<uint8_t> ways_of_cell_;
  std::vector<Home> of_home_;
  // By class of a tile that is one cell from home: its step from home in padded cells; else 0.
  std::array<int, Values::kClasses + 1> step_of_class_ = {};
  std::vector<int32_t> far_;  // the value of a distance along an axis
  std::vector<AxisMove> moves_[kSlideWays];
  std::vector<int16_t> pair_weight_;  // by home and direction: the mean of the two
};

// Returns how many tiles form a ring with the tile of this home if its class is of_class; 0: no
// ring.
inline int DisplacementGains::RingLength(const uint8_t* at, int of_class) const {
  const uint8_t* next = at;
  for (int tiles = 1; tiles <= Values::kMostOfRing; ++tiles) {
    const int step = step_of_class_[static_cast<size_t>(of_class)];
    if (step == 0) return 0;
    next += step;
    if (next == at) return tiles;
    of_class = *next;
  }
  return 0;
}

template <Phase kPhase>
int DisplacementGains::PairsGain(size_t home, const uint8_t* at, int move, int after) const {
  const int before = *at;
  const Values::PairChanges& changes = values_->ChangesOf(before, move);
  const uint8_t* const above = at - padded_width_;
  const uint8_t* const below = at + padded_width_;
  const int16_t* const weights =
      kPhase == Phase::kNear ? pair_weight_.data() + home * Values::kDirections : nullptr;
  const auto change = [&](int direction, uint8_t neighbour) {
    const int8_t of_pair = changes[neighbour][direction];
    return kPhase == Phase::kNear ? weights[direction] * of_pair : of_pair;
  };
  // The directions of Values. As a loop, g++ 12 would use vectors, which wait for stores.
  int gain = change(0, at[1]);
  gain += change(1, below[0]);
  gain += change(2, below[1]);
  gain += change(3, below[-1]);
  gain += change(4, at[-1]);
  gain += change(5, above[0]);
  gain += change(6, above[-1]);
  gain += change(7, above[1]);
  if (kPhase != Phase::kNear) gain *= kEvenWeight;
  return gain + kEvenWeight * (values_->OfRing(RingLength(at, after)) -
                               values_->OfRing(RingLength(at, before)));
}

// The tile moves to the blank's cell, against the blank.
inline auto DisplacementGains::GainOfNeighbours(const uint8_t* at_blank, int action, int before,
                                                int after) const -> NeighboursGain {
  const int back = action ^ 1;
  const int aside = action < 2 ? 2 : 0;  // and the way after it
  const ptrdiff_t step = padded_step_[action];
  const ptrdiff_t aside_step = padded_step_[aside];
  const uint8_t* const at_tile = at_blank + step;
  const int beyond = at_tile[step], one_side = at_tile[aside_step], other = at_tile[-aside_step];
  int of_corners = 0;
  for (int corner = 0; corner < Values::kCorners; ++corner)
    of_corners += values_->OfCorner(corner, at_tile[padded_corner_[corner]]);
  const Values::OfNeighbours& of_before = values_->Neighbours(before);
  const Values::OfNeighbours& of_after = values_->Neighbours(after);
  return {kEvenWeight * (of_after[at_blank[-step]][back] + of_after[at_blank[aside_step]][aside] +
                         of_after[at_blank[-aside_step]][aside + 1] - of_before[beyond][action] -
                         of_before[one_side][aside] - of_before[other][aside + 1]),
          kEvenWeight *
              (values_->OfBlank(action, beyond) + values_->OfBlank(aside, one_side) +
               values_->OfBlank(aside + 1, other) + values_->OfBlank(back, after) + of_corners)};
}

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_DISPLACEMENT_GAINS_H_
