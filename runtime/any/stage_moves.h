// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How many moves a stage still takes: what a beam orders its boards by. A stage is the next tile of
// a row, or the next group of two to four (lookup_stages.h).

#ifndef TILEBASE_RUNTIME_ANY_STAGE_MOVES_H_
#define TILEBASE_RUNTIME_ANY_STAGE_MOVES_H_

#include <stdint.h>

#include <algorithm>
#include <array>
#include <vector>

#include "runtime/any/big_board.h"
#include "runtime/any/peeling.h"
#include "runtime/any/tile_mover.h"
#include "runtime/any/window_tables.h"

namespace tilebase {

// Where the tiles of a stage are, -1 past their number.
using StageCells = std::array<int16_t, kWindowSide>;

class StageMoves {
 public:
  explicit StageMoves(BigSize size) : size_(size), place_(static_cast<size_t>(size.cells())) {}

  // The stage that begins at a column of the frame's row.
  void Set(const Frame& frame, int column);

  int count() const { return count_; }
  const StageCells& homes() const { return homes_; }
  bool IsDone(const StageCells& at) const { return at == homes_; }
  // Of the stage's tiles. `board` has a tile for each cell.
  StageCells Find(const uint16_t* board) const;
  // In the frame.
  Place PlaceOf(int cell) const { return place_[static_cast<size_t>(cell)]; }

  // Moves until the tiles are home: exact for a group in its window, if the blank is there too;
  // otherwise a guess.
  int Moves(const StageCells& at, int blank) const {
    return count_ == 1 ? MovesOfOne(PlaceOf(at[0]), PlaceOf(blank)) : MovesOfGroup(at, blank);
  }

 private:
  int MovesOfOne(Place tile, Place blank) const;
  int MovesOfGroup(const StageCells& at, int blank) const;
  // Steps to the window: to the right, or, below 0, to the left; and upward.
  int Across(Place place) const {
    return std::max(0, window_.first_u - place.u) - std::max(0, place.u - (window_.end_u - 1));
  }
  int Up(Place place) const { return std::max(0, place.v - (window_.end_v - 1)); }
  int WindowCell(Place place) const {
    return place.v * kWindowSide + place.u - (window_.end_u - kWindowSide);
  }

  const BigSize size_;
  std::vector<Place> place_;  // by cell
  int column_ = 0;
  int count_ = 0;
  StageCells homes_;
  Window window_ = {};
  const WindowDepths* depths_ = nullptr;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_STAGE_MOVES_H_
