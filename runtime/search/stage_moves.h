// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Computes how many moves a stage still takes, by which a beam orders its boards. A stage is the
// next tile of a row, or the next group of two or three (lookup_walk.h; finding the moves of groups
// of four would take 40 ms).

#ifndef TILEBASE_RUNTIME_SEARCH_STAGE_MOVES_H_
#define TILEBASE_RUNTIME_SEARCH_STAGE_MOVES_H_

#include <stdint.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "runtime/any/big_board.h"
#include "runtime/any/peeling.h"
#include "runtime/any/tile_mover.h"
#include "runtime/any/window_tables.h"

namespace tilebase {

inline constexpr int kMostTiles = 3;  // of a stage

// The cells of a stage's tiles, -1 beyond their number.
struct StageTiles {
  std::array<int16_t, kMostTiles> cells;
  // For a group: the moves for its tiles outside the window, each fetched from it. If there are no
  // such tiles, in_window is the tiles' places in the window as a number.
  int32_t fetching = 0;
  uint32_t in_window = 0;
};

class StageMoves {
 public:
  explicit StageMoves(BigSize size) : size_(size), place_(static_cast<size_t>(size.cells())) {}

  // Sets the stage that begins at a column of the frame's row.
  void Set(const Frame& frame, int column);

  int count() const { return count_; }
  const std::array<int16_t, kMostTiles>& homes() const { return homes_; }
  bool IsDone(const StageTiles& tiles) const { return tiles.cells == homes_; }
  // `board` has, for each cell, the home of what is on it.
  StageTiles Find(const uint16_t* board) const;
  // Returns the number, among the stage's tiles, of the tile with this home, or -1.
  int NumberOf(uint16_t home) const {
    for (int i = 0; i < count_; ++i)
      if (homes_[static_cast<size_t>(i)] == home) return i;
    return -1;
  }
  // Call it when the tiles' cells have changed.
  void LookAt(StageTiles* tiles) const;
  // Returns the stage's tiles after a tile, perhaps one of them, has moved.
  StageTiles Moved(const StageTiles& tiles, int from, int to) const {
    for (size_t i = 0; i < kMostTiles; ++i) {
      if (tiles.cells[i] != from) continue;
      StageTiles moved = tiles;
      moved.cells[i] = static_cast<int16_t>(to);
      LookAt(&moved);
      return moved;
    }
    return tiles;
  }
  // Returns the cell's place in the frame.
  Place PlaceOf(int cell) const { return place_[static_cast<size_t>(cell)]; }

  // Returns the moves until the tiles are home: exact for a group in its window if the blank is
  // there, too; otherwise an estimate.
  int Moves(const StageTiles& tiles, int blank) const {
    if (count_ == 1) return MovesOfOne(PlaceOf(tiles.cells[0]), PlaceOf(blank));
    return tiles.fetching > 0 ? MovesOfFetching(tiles, PlaceOf(blank))
                              : MovesOfGroup(tiles, PlaceOf(blank));
  }

  // Likewise after the tile on `from` has moved to `to`, the cell of the blank.
  int MovesAfter(const StageTiles& tiles, int from, int to) const {
    for (size_t i = 0; i < kMostTiles; ++i)
      if (tiles.cells[i] == from) return Moves(Moved(tiles, from, to), from);
    return Moves(tiles, from);
  }

 private:
  int MovesOfOne(Place tile, Place blank) const;
  int MovesOfFetching(const StageTiles& tiles, Place blank) const;
  int MovesOfGroup(const StageTiles& tiles, Place blank) const {
    const int steps = std::abs(Across(blank)) + Up(blank);
    return steps > 0 ? kOutside + steps : depths_->Depth(tiles.in_window, WindowCell(blank));
  }
  // Steps to the window: to the right or, below 0, to the left; and upward.
  int Across(Place place) const {
    return std::max(0, window_.first_u - place.u) - std::max(0, place.u - (window_.end_u - 1));
  }
  int Up(Place place) const { return std::max(0, place.v - (window_.end_v - 1)); }
  int WindowCell(Place place) const {
    return place.v * kWindowSide + place.u - (window_.end_u - kWindowSide);
  }

  static constexpr int kOutside = 36;  // estimate for the window if not all tiles are in it

  const BigSize size_;
  std::vector<Place> place_;  // by cell
  int column_ = 0;
  int count_ = 0;
  std::array<int16_t, kMostTiles> homes_;
  Window window_ = {};
  const WindowDepths* depths_ = nullptr;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_STAGE_MOVES_H_
