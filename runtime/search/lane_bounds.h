// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Bounds for shortest solutions in the metric mtm by a set's lane table (tables/slide_lanes.h).

#ifndef TILEBASE_RUNTIME_SEARCH_LANE_BOUNDS_H_
#define TILEBASE_RUNTIME_SEARCH_LANE_BOUNDS_H_

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "runtime/search/slide_deepening.h"
#include "tables/board.h"
#include "tables/slide_lanes.h"
#include "tables/system/huge_bytes.h"
#include "tables/table_source.h"

namespace tilebase {

// Immutable; safe from many threads.
class LaneBounds {
 public:
  // Reads and checks a table of the metric lane: 50 MB on 4x4, a tenth of a second if it is
  // compressed. Errors: ResourceExhausted if it takes more than `memory_bytes`; those of
  // TableSource::ReadTable.
  static absl::StatusOr<std::unique_ptr<const LaneBounds>> Read(const TableSource& source,
                                                                size_t table, int threads,
                                                                uint64_t memory_bytes);

  const SlideLanes& lanes() const { return lanes_; }
  uint64_t table_bytes() const { return plane_.size(); }
  // The lanes' values modulo 3 (GetLane).
  const uint8_t* plane() const { return plane_.data(); }

  // Returns the value of the board's lane of this axis: walks home from lane to lane. Nothing if
  // the walk does not come home, because the table is damaged.
  std::optional<int> ValueOf(SlideLanes::Place place, int axis, int view) const;

 private:
  LaneBounds(Geometry geometry, int greatest) : lanes_(geometry), greatest_(greatest) {}

  const SlideLanes lanes_;
  const int greatest_;  // value
  HugeBytes plane_;
};

// Moves a board along a path (slide_deepening.h), with the values of the lanes that it goes
// through.
class LanePath {
 public:
  struct State {
    SlideLanes::Place place;
    uint8_t value[SlideLanes::kMostViews] = {};  // of the lane of the next slide
  };
  using Successor = SlideSuccessor<State>;

  LanePath(const LaneBounds& bounds, const Board& end)
      : bounds_(bounds), lanes_(bounds.lanes()), end_(end) {
    const Geometry geometry = end.geometry;
    const int home = geometry.blank_home();
    detour_ = (geometry.Column(end.blank) != geometry.Column(home) ? 1 : 0) +
              (geometry.Row(end.blank) != geometry.Row(home) ? 1 : 0);
  }

  std::optional<State> Root(const Board& board, int axis) const {
    State root;
    root.place = lanes_.PlaceOf(board);
    for (int view = 0; view < lanes_.views(); ++view) {
      const std::optional<int> value = bounds_.ValueOf(root.place, axis, view);
      if (!value) return std::nullopt;
      root.value[view] = static_cast<uint8_t>(*value);
    }
    return root;
  }

  void Go(const Board& board) { board_ = board; }
  void Move(Action action, int tiles) {
    for (int i = 0; i < tiles; ++i) board_.Apply(action);
  }
  const Board& board() const { return board_; }

  // Lanes do not know whether a board is the end.
  int Bound(const Board& board, const State& at, int) const {
    if (board == end_) return 0;
    return std::max(1, *std::max_element(at.value, at.value + SlideLanes::kMostViews) - detour_);
  }

  int Expand(const State& at, int axis, int left, Successor* next) {
    const int across = 1 - axis, line = at.place.line[axis], from = at.place.line[across];
    int count = 0;
    for (int to = 0; to < lanes_.lines(across); ++to) {
      if (to == from) continue;
      Successor& added = next[count++];
      added.state = at;
      added.state.place.line[across] = static_cast<uint8_t>(to);
      added.action = static_cast<Action>(2 * axis + (to > from ? 0 : 1));
      added.tiles = std::abs(to - from);
    }
    // All lanes are on their way from memory before the first one is looked at.
    uint64_t lane[kMostSlides][SlideLanes::kMostViews];
    for (int view = 0; view < lanes_.views(); ++view) {
      uint32_t order[kMaxSide];
      lanes_.Slide(axis, line, from, at.place.order[across][view], order);
      for (int i = 0; i < count; ++i) {
        const int to = next[i].state.place.line[across];
        next[i].state.place.order[across][view] = order[to];
        lane[i][view] = lanes_.LaneOf(across, view, order[to], to);
        __builtin_prefetch(bounds_.plane() + lane[i][view] / 4);
      }
    }
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      if (!SetValues(at, lane[i], left, &next[i].state)) continue;
      if (kept != i) next[kept] = next[i];
      ++kept;
    }
    return kept;
  }

 private:
  // Sets the values of the lanes, which cross those of `at`, from where values differ by at most
  // one. Returns false once a bound exceeds `left`.
  bool SetValues(const State& at, const uint64_t* lane, int left, State* after) const {
    for (int view = 0; view < lanes_.views(); ++view) {
      const int before = at.value[view];
      const int value = before + (GetLane(bounds_.plane(), lane[view]) + 4 - before % 3) % 3 - 1;
      // The last slide may lead to the end itself, which no lane knows.
      if (value - detour_ > left && left > 0) return false;
      after->value[view] = static_cast<uint8_t>(value);
    }
    return true;
  }

  const LaneBounds& bounds_;
  const SlideLanes& lanes_;
  const Board end_;
  int detour_;  // slides between the end and home
  Board board_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_LANE_BOUNDS_H_
