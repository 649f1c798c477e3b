// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/stage_moves.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "runtime/any/lookup_walk.h"

namespace tilebase {
namespace {

// Estimate for a group that is not all in its window: the blank's path to a later tile, besides the
// tile's steps to the window.
constexpr int kFetch = 8;

// Returns the moves of a tile that has `along` steps to go along the row and `up` steps upward, not
// both 0, once the blank is in front of it.
int MovesFromFront(int along, int up) {
  int best = INT32_MAX;
  if (up > 0) best = 1 + StepsCost(up - 1, along);
  if (along > 0) best = std::min(best, 1 + StepsCost(along - 1, up));
  return best;
}

// Likewise from where the blank is. Steps across are to the right or, below 0, to the left.
int MovesOfTile(Place tile, int across, int up, Place blank) {
  const auto way = [&](Place front, bool is_barred) {
    return std::abs(blank.u - front.u) + std::abs(blank.v - front.v) + (is_barred ? 2 : 0) + 1;
  };
  int best = INT32_MAX;
  if (up > 0)
    best = way({tile.u, tile.v - 1}, blank.u == tile.u && blank.v > tile.v) +
           StepsCost(up - 1, std::abs(across));
  if (across != 0) {
    const int step = across > 0 ? 1 : -1;
    best = std::min(
        best, way({tile.u + step, tile.v}, blank.v == tile.v && (blank.u - tile.u) * step < 0) +
                  StepsCost(std::abs(across) - 1, up));
  }
  return best;
}

// Makes each table when it is first needed, in at most a millisecond. `is_end`: the group is the
// last of a row.
const WindowDepths& DepthsOf(int width, int count, bool is_end) {
  if (count == 3 && is_end) {
    static const WindowDepths last_three(4, 1, 3);
    return last_three;
  }
  if (count == 3) {
    static const WindowDepths three(4, 0, 3);
    return three;
  }
  if (!is_end) {
    static const WindowDepths two(4, 0, 2);
    return two;
  }
  static const WindowDepths ends[] = {{2, 2, 2}, {3, 2, 2}, {4, 2, 2}};
  return ends[width - 2];
}

}  // namespace

void StageMoves::Set(const Frame& frame, int column) {
  for (int v = 0; v < frame.height; ++v)
    for (int u = 0; u < frame.width; ++u) place_[static_cast<size_t>(frame.Cell(u, v))] = {u, v};
  column_ = column;
  count_ = std::min(GroupSize(frame, column), kMostTiles);
  if (frame.width - column == kMostTiles + 1) count_ = 2;  // leaves two
  homes_.fill(-1);
  for (int i = 0; i < count_; ++i)
    homes_[static_cast<size_t>(i)] = static_cast<int16_t>(frame.Cell(column + i, 0));
  const int width = std::min(frame.width, kWindowSide);
  const int first = GroupWindow(frame, column);
  window_ = {first, first + width, kWindowSide};
  depths_ = count_ == 1 ? nullptr : &DepthsOf(width, count_, column + count_ == frame.width);
}

StageTiles StageMoves::Find(const uint16_t* board) const {
  StageTiles tiles = {};
  tiles.cells.fill(-1);
  for (int cell = 0; cell < size_.cells(); ++cell)
    if (const int i = NumberOf(board[cell]); i >= 0)
      tiles.cells[static_cast<size_t>(i)] = static_cast<int16_t>(cell);
  LookAt(&tiles);
  return tiles;
}

void StageMoves::LookAt(StageTiles* tiles) const {
  if (count_ == 1) return;
  tiles->fetching = 0;
  tiles->in_window = 0;
  for (size_t i = 0; i < static_cast<size_t>(count_); ++i) {
    const Place place = PlaceOf(tiles->cells[i]);
    const int across = std::abs(Across(place));
    const int up = Up(place);
    if (across + up > 0)
      tiles->fetching += MovesFromFront(across, up) + across + up + kFetch;
    else
      tiles->in_window = tiles->in_window << 4 | static_cast<uint32_t>(WindowCell(place));
  }
}

int StageMoves::MovesOfOne(Place tile, Place blank) const {
  const int across = column_ - tile.u;
  if (across == 0 && tile.v == 0) return 0;
  // Not beside the solved part of the row: first to the row below the home, then straight on.
  if (across > 0 && tile.v > 0) return 5 + MovesOfTile(tile, across, tile.v - 1, blank);
  return MovesOfTile(tile, across, tile.v, blank);
}

int StageMoves::MovesOfFetching(const StageTiles& tiles, Place blank) const {
  // The first tile to be carried costs its path from here; each later one is fetched from the
  // window. The estimate of a fetch must not be lower than its cost when its turn comes; otherwise
  // the beam stops before the last step of the tile in front.
  int first = INT32_MAX;
  for (size_t i = 0; i < static_cast<size_t>(count_); ++i) {
    const Place place = PlaceOf(tiles.cells[i]);
    const int across = Across(place);
    const int up = Up(place);
    if (across == 0 && up == 0) continue;
    const int later = MovesFromFront(std::abs(across), up) + std::abs(across) + up + kFetch;
    first = std::min(first, MovesOfTile(place, across, up, blank) - later);
  }
  return kOutside + tiles.fetching + first;
}

}  // namespace tilebase
