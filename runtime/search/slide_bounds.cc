// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/slide_bounds.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <new>
#include <utility>

#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

// Most cells of a board with four kinds of tiles.
constexpr int kFourKindCells = 16;
// Most lanes of an axis. While they are made, each takes a byte.
constexpr uint64_t kMostLanes = uint64_t{1} << 26;

// Returns how many sequences of these kinds there are; more than kMostLanes if too many.
uint64_t SequenceCount(const std::vector<int>& counts) {
  uint64_t sequences = 1;
  int tiles = 0;
  for (const int count : counts)
    for (int i = 1; i <= count; ++i) {
      sequences = sequences * static_cast<unsigned>(++tiles) / static_cast<unsigned>(i);
      if (sequences > kMostLanes) return sequences;
    }
  return sequences;
}

// The kinds of the tiles of 4x4 that, of those tried, best complement rows and columns. Tomas
// Rokicki had the idea of such a bound; slidy uses these.
constexpr uint8_t kFourByFour[] = {0, 0, 1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 2, 3, 3};

// How a view makes the tiles of a board equal.
struct Kinds {
  std::vector<uint8_t> of_tile;
  std::vector<int> counts;
};

int BitsOf(Geometry geometry) { return geometry.cells() <= kFourKindCells ? 2 : 1; }

// Lines of axis 0 are rows.
int LinesOf(Geometry geometry, int axis) { return axis == 0 ? geometry.height : geometry.width; }
int LineOf(Geometry geometry, int axis, int cell) {
  return axis == 0 ? geometry.Row(cell) : geometry.Column(cell);
}

Kinds Counted(std::vector<uint8_t> of_tile) {
  Kinds kinds{std::move(of_tile), {}};
  for (const uint8_t kind : kinds.of_tile) {
    if (kinds.counts.size() <= kind) kinds.counts.resize(1u + kind);
    ++kinds.counts[kind];
  }
  return kinds;
}

// Appends the kinds by lines of an axis, unless there would be too many lanes.
void AddLines(Geometry geometry, int axis, std::vector<Kinds>* views) {
  const int lines = LinesOf(geometry, axis), places = LinesOf(geometry, 1 - axis);
  const auto of = [&](auto kind_of_line) {
    std::vector<uint8_t> kinds;
    for (int home = 0; home < geometry.tiles(); ++home)
      kinds.push_back(static_cast<uint8_t>(kind_of_line(LineOf(geometry, axis, home))));
    return Counted(std::move(kinds));
  };
  if (BitsOf(geometry) == 2) {
    const int kinds = std::min(lines, 4);
    views->push_back(of([&](int line) { return line * kinds / lines; }));
    return;
  }
  if ((geometry.tiles() + 1) / 2 > KindSequences::kMostBits) return;
  // Two kinds, as equal in number as there is room for.
  for (int first = lines / 2; first > 0; --first) {
    Kinds kinds = of([&](int line) { return line >= first ? 1 : 0; });
    if (SequenceCount(kinds.counts) * static_cast<unsigned>(std::max(lines, places)) > kMostLanes)
      continue;
    views->push_back(std::move(kinds));
    return;
  }
}

bool IsSquare(Geometry geometry) { return geometry.width == geometry.height; }

// The views of a board; on square boards without their reflections.
std::vector<Kinds> ViewsOf(Geometry geometry) {
  std::vector<Kinds> views;
  AddLines(geometry, 0, &views);
  if (!IsSquare(geometry)) AddLines(geometry, 1, &views);
  if (geometry == Geometry{4, 4})
    views.push_back(Counted({std::begin(kFourByFour), std::end(kFourByFour)}));
  return views;
}

}  // namespace

KindSequences::KindSequences(int bits, const std::vector<int>& counts) {
  int tiles = 0;
  for (const int count : counts) tiles += count;
  const int first_tiles = tiles / 2, second_tiles = tiles - first_tiles;
  first_bits_ = first_tiles * bits;
  first_mask_ = (uint64_t{1} << first_bits_) - 1;
  // The kinds that a half holds, as counts.
  const auto counts_of = [&](uint32_t half, int half_tiles) {
    std::vector<int> held(size_t{1} << bits);
    for (int i = 0; i < half_tiles; ++i) ++held[half >> (bits * i) & ((1u << bits) - 1)];
    return held;
  };
  std::vector<int> all = counts;
  all.resize(size_t{1} << bits);
  std::map<std::vector<int>, size_t> groups;
  second_.resize(size_t{1} << (second_tiles * bits));
  for (uint32_t half = 0; half < second_.size(); ++half) {
    const auto group = groups.emplace(counts_of(half, second_tiles), groups.size()).first->second;
    seconds_.resize(groups.size());
    second_[half] = static_cast<uint32_t>(seconds_[group].size());
    seconds_[group].push_back(half);
  }
  first_.resize(size_t{1} << first_bits_);
  std::vector<std::pair<uint32_t, size_t>> used;  // first half, group of its second halves
  for (uint32_t half = 0; half < first_.size(); ++half) {
    std::vector<int> left = counts_of(half, first_tiles);
    for (size_t kind = 0; kind < left.size(); ++kind) left[kind] = all[kind] - left[kind];
    const auto group = groups.find(left);
    if (group == groups.end()) continue;
    first_[half] = static_cast<uint32_t>(size_);
    firsts_.push_back({half, first_[half], &seconds_[group->second]});
    size_ += seconds_[group->second].size();
  }
}

// Makes a view's tables: breadth-first search over the lanes, from those of home.
class SlideBounds::Maker {
 public:
  Maker(const SlideBounds& bounds, int view, int threads, const std::function<bool()>& stops,
        Table* table)
      : bounds_(bounds),
        view_(view),
        threads_(threads),
        stops_(stops),
        to_(*table),
        sequences_(table->sequences) {}

  // Returns false if it was stopped.
  bool Run() {
    for (int axis = 0; axis < kAxes; ++axis) {
      if (!value_[axis].Allocate(Lanes(axis)) || !to_.values[axis].Allocate((Lanes(axis) + 3) / 4))
        throw std::bad_alloc();
      std::fill_n(value_[axis].data(), Lanes(axis), kUnset);
      const Place& home = bounds_.home_;
      value_[axis][LaneOf(axis, home.order[axis][view_], home.line[axis])] = 1;
    }
    for (uint8_t value = 1; Expand(value); ++value) {
    }
    if (stopped_) return false;
    for (int axis = 0; axis < kAxes; ++axis)
      for (uint64_t lane = 0; lane < Lanes(axis); ++lane)
        to_.values[axis][lane / 4] = static_cast<uint8_t>(
            to_.values[axis][lane / 4] | value_[axis][lane] % 3 << (2 * (lane % 4)));
    return true;
  }

 private:
  static constexpr uint8_t kUnset = 0xff;
  static constexpr size_t kWaiting = 64;  // lanes whose bytes are on their way from memory

  uint64_t Lanes(int axis) const {
    return sequences_.size() * static_cast<unsigned>(bounds_.lines_[axis]);
  }
  uint64_t LaneOf(int axis, uint64_t order, int line) const {
    return uint64_t{sequences_.NumberOf(order)} * static_cast<unsigned>(bounds_.lines_[axis]) +
           static_cast<unsigned>(line);
  }

  // Gives the lanes that cross a lane of this value, and have none, the next value. Returns whether
  // any lane has this value.
  bool Expand(uint8_t value) {
    std::atomic<bool> any{false};
    for (int axis = 0; axis < kAxes; ++axis) {
      std::atomic<size_t> next{0};
      ParallelFor(static_cast<size_t>(threads_), [&](size_t) {
        for (size_t i; !stopped_ && (i = next++) < sequences_.firsts().size();) {
          if (ExpandSome(axis, value, sequences_.firsts()[i])) any = true;
          if (stops_()) stopped_ = true;
        }
      });
    }
    return any && !stopped_;
  }

  bool ExpandSome(int axis, uint8_t value, const KindSequences::First& first) {
    constexpr auto kRelaxed = std::memory_order_relaxed;
    const int lines = bounds_.lines_[axis], places = bounds_.lines_[1 - axis];
    uint8_t* const values = value_[axis].data();
    uint8_t* const crossing = value_[1 - axis].data();
    uint8_t* waiting[kWaiting];
    size_t count = 0;
    bool any = false;
    const auto set = [&] {
      for (; count > 0; --count) {
        const std::atomic_ref<uint8_t> to(*waiting[count - 1]);
        if (to.load(kRelaxed) == kUnset) to.store(static_cast<uint8_t>(value + 1), kRelaxed);
      }
    };
    uint64_t lane = uint64_t{first.begin} * static_cast<unsigned>(lines);
    for (size_t second = 0; second < first.seconds->size(); ++second)
      for (int line = 0; line < lines; ++line, ++lane) {
        if (std::atomic_ref<uint8_t>(values[lane]).load(kRelaxed) != value) continue;
        any = true;
        Place place;
        place.line[axis] = static_cast<uint8_t>(line);
        place.order[1 - axis][0] =
            bounds_.Crossed(axis, sequences_.SequenceOf(first, second), line);
        uint64_t order[kMaxSide];
        bounds_.Slide(place, axis, 0, order);
        for (int k = 0; k < places; ++k) {
          waiting[count] = crossing + LaneOf(1 - axis, order[k], k);
          __builtin_prefetch(waiting[count], 1);
          if (++count == kWaiting) set();
        }
      }
    set();
    return any;
  }

  const SlideBounds& bounds_;
  const int view_;
  const int threads_;
  const std::function<bool()>& stops_;
  std::atomic<bool> stopped_{false};
  Table& to_;
  const KindSequences& sequences_;
  HugeBytes value_[kAxes];  // a byte a lane
};

uint64_t SlideBounds::TableBytes(Geometry geometry) {
  uint64_t bytes = 0;
  for (const Kinds& view : ViewsOf(geometry))
    for (const unsigned lines : {geometry.width, geometry.height})
      bytes += (SequenceCount(view.counts) * lines + 3) / 4;
  return bytes;
}

std::unique_ptr<const SlideBounds> SlideBounds::Create(Geometry geometry, int threads,
                                                       const std::function<bool()>& stops) {
  std::unique_ptr<SlideBounds> made(new SlideBounds(geometry));
  if (!made->Make(threads, stops)) return nullptr;
  return made;
}

SlideBounds::SlideBounds(Geometry geometry)
    : geometry_(geometry), lines_{geometry.height, geometry.width}, bits_(BitsOf(geometry)) {
  for (int axis = 0; axis < kAxes; ++axis) {
    crossed_[axis].resize(static_cast<size_t>(geometry.cells() * bits_ + 7) / 8);
    for (int cell = 0; cell < geometry.cells(); ++cell) {
      const int crossing = cell % lines_[1 - axis] * lines_[axis] + cell / lines_[1 - axis];
      for (int bit = 0; bit < bits_; ++bit) {
        const int from = cell * bits_ + bit;
        for (size_t byte = 0; byte < 256; ++byte)
          if ((byte >> (from % 8) & 1) != 0)
            crossed_[axis][static_cast<size_t>(from) / 8][byte] |= uint64_t{1}
                                                                   << (crossing * bits_ + bit);
      }
    }
  }
}

bool SlideBounds::Make(int threads, const std::function<bool()>& stops) {
  const std::vector<Kinds> all = ViewsOf(geometry_);
  for (const Kinds& kinds : all) {
    views_.emplace_back().kind = kinds.of_tile;
    if (!IsSquare(geometry_)) continue;
    View& reflection = views_.emplace_back();
    for (int home = 0; home < geometry_.tiles(); ++home)
      reflection.kind.push_back(
          kinds.of_tile[static_cast<size_t>(MapCell(geometry_, kTransposed, home))]);
  }
  home_ = PlaceOf(Board::Solved(geometry_));
  const size_t each = views_.size() / std::max<size_t>(1, all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    const size_t view = i * each;
    auto table = std::make_shared<Table>(bits_, all[i].counts);
    if (!Maker(*this, static_cast<int>(view), threads, stops, table.get()).Run()) return false;
    views_[view].table = table;
    if (each == 1) continue;
    views_[view + 1].table = table;
    views_[view + 1].exchanged = 1;
  }
  return true;
}

uint64_t SlideBounds::Crossed(int axis, uint64_t order, int line) const {
  // Makes room for the blank, and takes it away at the end.
  const int blank = bits_ * line * lines_[1 - axis], crossing_blank = bits_ * line;
  const uint64_t before = order & ((uint64_t{1} << blank) - 1);
  const uint64_t cells = before | (order ^ before) << bits_;
  uint64_t crossed = 0;
  for (size_t byte = 0; byte < crossed_[axis].size(); ++byte)
    crossed |= crossed_[axis][byte][cells >> (8 * byte) & 0xff];
  const uint64_t crossed_before = crossed & ((uint64_t{1} << crossing_blank) - 1);
  return crossed_before | (crossed ^ crossed_before) >> bits_;
}

int SlideBounds::ValueOf(Place place, int axis, int view) const {
  int value = 1;
  for (; !IsHome(place, axis, view); ++value, axis = 1 - axis) {
    const int lower =
        (SpotOf(axis, view, place.order[axis][view], place.line[axis]).Modulo3() + 2) % 3;
    uint64_t order[kMaxSide];
    Slide(place, axis, view, order);
    int k = 0;
    while (k + 1 < lines_[1 - axis] && SpotOf(1 - axis, view, order[k], k).Modulo3() != lower) ++k;
    place.order[1 - axis][view] = order[k];
    place.line[1 - axis] = static_cast<uint8_t>(k);
  }
  return value;
}

SlideBounds::Place SlideBounds::PlaceOf(const Board& board) const {
  Place place;
  for (int axis = 0; axis < kAxes; ++axis) {
    place.line[axis] = static_cast<uint8_t>(LineOf(geometry_, axis, board.blank));
    int at = 0;
    for (int i = 0; i < geometry_.cells(); ++i) {
      const int cell =
          axis == 0 ? i : i % geometry_.height * geometry_.width + i / geometry_.height;
      const int tile = board.tile[cell];
      if (tile == 0) continue;
      for (size_t view = 0; view < views_.size(); ++view)
        place.order[axis][view] |= uint64_t{views_[view].kind[static_cast<size_t>(tile) - 1]} << at;
      at += bits_;
    }
  }
  return place;
}

}  // namespace tilebase
