// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/tile_mover.h"

#include <algorithm>

namespace tilebase {
namespace {

// The eight cells round a tile, in order. The cell in front of the tile for direction d is number
// kFront[d].
constexpr int kRing = 8;
constexpr int kRingU[kRing] = {1, 1, 0, -1, -1, -1, 0, 1};
constexpr int kRingV[kRing] = {0, 1, 1, 1, 0, -1, -1, -1};
constexpr int kFront[kDirections] = {0, 4, 2, 6};
constexpr int Next(int ring) { return (ring + 1) % kRing; }
constexpr int Previous(int ring) { return (ring + kRing - 1) % kRing; }

int RingOf(int u, int v) {
  for (int i = 0; i < kRing; ++i)
    if (kRingU[i] == u && kRingV[i] == v) return i;
  return -1;
}

// Returns the direction from one cell of the ring to the next one or the previous one.
int RingStep(int from, int to) {
  const int u = kRingU[to] - kRingU[from];
  return u != 0 ? (u > 0 ? 0 : 1) : (kRingV[to] > kRingV[from] ? 2 : 3);
}

}  // namespace

TileMover::TileMover(const Frame& frame, BigBoard* board, LetterStream* stream)
    : frame_(frame), board_(board), stream_(stream) {
  blank_ = PlaceOf(0);
}

Place TileMover::PlaceOf(int tile) const {
  const int width = board_->size().width;
  const int cell = board_->CellOf(tile);
  Place place{cell % width - frame_.first_cell % width, cell / width - frame_.first_cell / width};
  if (frame_.transposed) std::swap(place.u, place.v);
  if (frame_.mirrored) place.u = -place.u;
  if (frame_.upside_down) place.v = -place.v;
  return place;
}

int TileMover::Gain(Place blank, int direction) const {
  const int to = frame_.Cell(blank.u, blank.v);
  const int from = to + frame_.step[direction];
  const int home = board_->Home(board_->tile(from));
  // A tile goes along a row or a column of the board, so its distance changes only along that axis.
  const int width = board_->size().width;
  const int stride = std::abs(frame_.step[direction]) == 1 ? 1 : width;
  const int distance = stride == 1 ? from % width - home % width : from / width - home / width;
  const int after = distance + (to - from) / stride;
  return distance * distance - after * after;
}

int TileMover::FirstCost(Place tile, int direction, int along, int across) const {
  const Place front{tile.u + kStepU[direction], tile.v + kStepV[direction]};
  int way = std::abs(blank_.u - front.u) + std::abs(blank_.v - front.v);
  // The tile itself is in the way.
  if (kStepU[direction] != 0 ? blank_.v == tile.v && (blank_.u < tile.u) != (front.u < tile.u)
                             : blank_.u == tile.u && (blank_.v < tile.v) != (front.v < tile.v))
    way += 2;
  return way + 1 + StepsCost(along - 1, across);
}

void TileMover::GoNear(Place tile, Place front) {
  while (std::max(std::abs(blank_.u - tile.u), std::abs(blank_.v - tile.v)) > 1) {
    const int along = blank_.u < front.u ? 0 : 1;
    const int across = blank_.v < front.v ? 2 : 3;
    const auto may = [&](int direction) {
      return (direction < 2 ? blank_.u != front.u : blank_.v != front.v) &&
             IsFree(blank_.u + kStepU[direction], blank_.v + kStepV[direction]);
    };
    if (may(along) && may(across))
      Go(Gain(blank_, along) > Gain(blank_, across) ? along : across);
    else
      Go(may(along) ? along : across);
  }
}

void TileMover::GoRound(Place tile, int to) {
  const auto is_free = [&](int ring) {
    return IsFree(tile.u + kRingU[ring], tile.v + kRingV[ring]);
  };
  const int from = RingOf(blank_.u - tile.u, blank_.v - tile.v);
  // For each way round, its length and what the tiles on it gain; a way may be blocked.
  int best_length = kRing + 1;
  int best_gain = 0;
  bool best_forward = true;
  for (const bool forward : {true, false}) {
    int length = 0;
    int gain = 0;
    int ring = from;
    while (ring != to) {
      const int next = forward ? Next(ring) : Previous(ring);
      if (!is_free(next)) break;
      gain += Gain({tile.u + kRingU[ring], tile.v + kRingV[ring]}, RingStep(ring, next));
      ring = next;
      ++length;
    }
    if (ring != to || length > best_length) continue;
    if (length == best_length && gain <= best_gain) continue;
    best_length = length;
    best_gain = gain;
    best_forward = forward;
  }
  for (int ring = from; ring != to;) {
    const int next = best_forward ? Next(ring) : Previous(ring);
    Go(RingStep(ring, next));
    ring = next;
  }
}

void TileMover::StepTile(Place* tile, int direction) {
  GoNear(*tile, {tile->u + kStepU[direction], tile->v + kStepV[direction]});
  GoRound(*tile, kFront[direction]);
  Go(direction ^ 1);
  tile->u += kStepU[direction];
  tile->v += kStepV[direction];
}

void TileMover::BringHome(int tile) {
  constexpr int kUp = 3;
  Place place = PlaceOf(tile);
  int last = -1;
  while (place.u != column_ || place.v != 0) {
    const int away = column_ - place.u;
    const int along = away > 0 ? 0 : 1;
    // Left of its column, a tile keeps to the rows below the next one. Otherwise it could end
    // beside solved cells with the blank on the wrong side.
    const bool may_go_along = away != 0 && IsFree(place.u + kStepU[along], place.v);
    const bool may_go_up = place.v > 0 && (away <= 0 || place.v > 2);
    int direction = along;
    if (may_go_along && may_go_up) {
      if (last >= 0)
        direction = last == kUp ? along : kUp;
      else if (FirstCost(place, kUp, place.v, std::abs(away)) <
               FirstCost(place, along, std::abs(away), place.v))
        direction = kUp;
    } else if (may_go_up) {
      direction = kUp;
    }
    StepTile(&place, direction);
    last = direction;
  }
}

uint64_t TileMover::MostInto(int tile, const Window& window) const {
  const Place place = PlaceOf(tile);
  const int steps = std::max({0, window.first_u - place.u, place.u - (window.end_u - 1)}) +
                    std::max(0, place.v - (window.end_v - 1));
  // For a tile, the blank's path to it and round it, and seven moves a step. The blank itself needs
  // its own path and steps aside.
  return static_cast<uint64_t>(DistanceFromBlank(tile) + 8 + 7 * steps);
}

void TileMover::BringInto(int tile, const Window& window) {
  constexpr int kUp = 3;
  Place place = PlaceOf(tile);
  int last = -1;
  while (true) {
    const int across = std::max({0, window.first_u - place.u, place.u - (window.end_u - 1)});
    const int along = place.u < window.first_u ? 0 : 1;
    const int up = std::max(0, place.v - (window.end_v - 1));
    if (across == 0 && up == 0) return;
    const bool may_go_along = across > 0 && IsFree(place.u + kStepU[along], place.v);
    int direction = may_go_along ? along : kUp;
    if (may_go_along && up > 0) {
      if (last >= 0)
        direction = last == kUp ? along : kUp;
      else if (FirstCost(place, kUp, up, across) < FirstCost(place, along, across, up))
        direction = kUp;
    }
    StepTile(&place, direction);
    last = direction;
  }
}

void TileMover::BringBlankInto(const Window& window, int first, int end, bool along_first) {
  constexpr int kMostAsides = 4;  // then the tile in the way is pushed out
  int asides = 0;
  while (!window.Has(blank_)) {
    const auto may = [&](int direction) {
      const int u = blank_.u + kStepU[direction];
      const int v = blank_.v + kStepV[direction];
      if (!IsFree(u, v)) return false;
      const int tile = board_->tile(frame_.Cell(u, v));
      for (int column = first; column < end; ++column)
        if (board_->Home(tile) == frame_.Cell(column, 0)) return false;
      return true;
    };
    const bool is_beside = blank_.u < window.first_u || blank_.u >= window.end_u;
    const bool is_below = blank_.v >= window.end_v;
    const int along = blank_.u < window.first_u ? 0 : 1;
    int forward = is_beside && (may(along) || !is_below) ? along : 3;
    if (!along_first && is_beside && is_below && may(along) && may(3))
      forward = Gain(blank_, along) > Gain(blank_, 3) ? along : 3;
    const int aside = forward != 3 ? (may(2) ? 2 : 3) : (may(0) ? 0 : 1);
    Go(may(forward) || !may(aside) || ++asides > kMostAsides ? forward : aside);
  }
}

}  // namespace tilebase
