// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/stage_moves.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "runtime/any/lookup_stages.h"

namespace tilebase {
namespace {

// Guesses for a group that is not all in its window.
constexpr int kOutside = 36;  // what the window takes then
constexpr int kPerStep = 3;   // for each step of a tile to the window,
constexpr int kPerTile = 3;   // and for each tile that makes one

// Made when they are first asked for. Groups of two are the last ones of a row.
const WindowDepths& DepthsOf(int width, int count) {
  static const WindowDepths ends[] = {{2, 2, 2}, {3, 2, 2}, {4, 2, 2}};
  static const WindowDepths groups[] = {{4, 0, 3}, {4, 0, 4}};
  return count == 2 ? ends[width - 2] : groups[count - 3];
}

}  // namespace

void StageMoves::Set(const Frame& frame, int column) {
  for (int v = 0; v < frame.height; ++v)
    for (int u = 0; u < frame.width; ++u) place_[static_cast<size_t>(frame.Cell(u, v))] = {u, v};
  column_ = column;
  count_ = GroupSize(frame, column);
  homes_.fill(-1);
  for (int i = 0; i < count_; ++i)
    homes_[static_cast<size_t>(i)] = static_cast<int16_t>(frame.Cell(column + i, 0));
  const int width = std::min(frame.width, kWindowSide);
  const int first = count_ == 2 ? frame.width - width : column;
  window_ = {first, first + width, kWindowSide};
  depths_ = count_ == 1 ? nullptr : &DepthsOf(width, count_);
}

StageCells StageMoves::Find(const uint16_t* board) const {
  StageCells at;
  at.fill(-1);
  for (int cell = 0; cell < size_.cells(); ++cell)
    for (size_t i = 0; i < static_cast<size_t>(count_); ++i)
      if (board[cell] == homes_[i] + 1) at[i] = static_cast<int16_t>(cell);
  return at;
}

int StageMoves::MovesOfOne(Place tile, Place blank) const {
  const int across = column_ - tile.u;
  int up = tile.v;
  if (across == 0 && up == 0) return 0;
  int more = 0;
  if (across > 0 && up > 0) {
    // Not beside the solved part of the row: to the row below the home first, straight on then.
    --up;
    more = 5;
  }
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
  return best + more;
}

int StageMoves::MovesOfGroup(const StageCells& at, int blank) const {
  const Place blank_place = PlaceOf(blank);
  int moves = 0;
  int nearest = INT32_MAX;
  for (size_t i = 0; i < static_cast<size_t>(count_); ++i) {
    const Place place = PlaceOf(at[i]);
    const int steps = Outside(place);
    if (steps == 0) continue;
    moves += kPerStep * steps + kPerTile;
    nearest =
        std::min(nearest, std::abs(place.u - blank_place.u) + std::abs(place.v - blank_place.v));
  }
  if (moves > 0) return kOutside + moves + nearest;
  if (const int steps = Outside(blank_place); steps > 0) return kOutside + steps;
  StageCells cells;
  for (size_t i = 0; i < static_cast<size_t>(count_); ++i)
    cells[i] = static_cast<int16_t>(WindowCell(PlaceOf(at[i])));
  return depths_->Depth(cells.data(), WindowCell(blank_place));
}

}  // namespace tilebase
