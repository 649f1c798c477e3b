// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/slide_lanes.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace tilebase {
namespace {

constexpr int kMostKinds = 4;

// The kinds of the tiles of 4x4 that, of those tried, best complement rows and columns.
constexpr uint8_t kFourByFour[] = {0, 0, 1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 2, 3, 3};

// Lines of axis 0 are rows.
int LinesOf(Geometry geometry, int axis) { return axis == 0 ? geometry.height : geometry.width; }
int LineOf(Geometry geometry, int axis, int cell) {
  return axis == 0 ? geometry.Row(cell) : geometry.Column(cell);
}

// Returns the kinds of the tiles by lines of an axis; if there are more lines than kinds,
// neighbours share one.
std::vector<uint8_t> KindsOfLines(Geometry geometry, int axis) {
  const int lines = LinesOf(geometry, axis), kinds = std::min(lines, kMostKinds);
  std::vector<uint8_t> of_tile;
  for (int home = 0; home < geometry.tiles(); ++home)
    of_tile.push_back(static_cast<uint8_t>(LineOf(geometry, axis, home) * kinds / lines));
  return of_tile;
}

// The views of a board; on square boards without their reflections.
std::vector<std::vector<uint8_t>> ViewsOf(Geometry geometry) {
  std::vector<std::vector<uint8_t>> views = {KindsOfLines(geometry, 0)};
  if (geometry.width != geometry.height) views.push_back(KindsOfLines(geometry, 1));
  if (geometry == Geometry{4, 4}) views.push_back({std::begin(kFourByFour), std::end(kFourByFour)});
  return views;
}

std::vector<int> Counts(const std::vector<uint8_t>& kinds) {
  std::vector<int> counts(kMostKinds);
  for (const uint8_t kind : kinds) ++counts[kind];
  return counts;
}

// Counts the sequences of these kinds: a multinomial coefficient.
uint64_t SequenceCount(const std::vector<int>& counts) {
  uint64_t sequences = 1;
  unsigned tiles = 0;
  for (const int count : counts)
    for (unsigned i = 1; i <= static_cast<unsigned>(count); ++i)
      sequences = sequences * ++tiles / i;
  return sequences;
}

}  // namespace

uint64_t LaneCount(Geometry geometry) {
  if (geometry.cells() > kMostLaneCells) return 0;
  uint64_t lanes = 0;
  for (const std::vector<uint8_t>& kinds : ViewsOf(geometry))
    lanes += SequenceCount(Counts(kinds)) *
             static_cast<unsigned>(LinesOf(geometry, 0) + LinesOf(geometry, 1));
  return lanes;
}

KindSequences::KindSequences(const std::vector<int>& counts) {
  int tiles = 0;
  for (const int count : counts) tiles += count;
  const int first_tiles = tiles / 2, second_tiles = tiles - first_tiles;
  first_bits_ = 2 * first_tiles;
  first_mask_ = (uint32_t{1} << first_bits_) - 1;
  // The kinds that a half holds, as counts.
  const auto counts_of = [](uint32_t half, int half_tiles) {
    std::array<int, kMostKinds> held = {};
    for (int i = 0; i < half_tiles; ++i) ++held[half >> (2 * i) & 3];
    return held;
  };
  std::array<int, kMostKinds> all = {};
  std::copy(counts.begin(), counts.end(), all.begin());
  std::map<std::array<int, kMostKinds>, size_t> groups;
  second_.resize(size_t{1} << (2 * second_tiles));
  for (uint32_t half = 0; half < second_.size(); ++half) {
    const auto group = groups.emplace(counts_of(half, second_tiles), groups.size()).first->second;
    seconds_.resize(groups.size());
    second_[half] = static_cast<uint32_t>(seconds_[group].size());
    seconds_[group].push_back(half);
  }
  first_.resize(size_t{1} << first_bits_);
  for (uint32_t half = 0; half < first_.size(); ++half) {
    std::array<int, kMostKinds> left = counts_of(half, first_tiles);
    for (size_t kind = 0; kind < left.size(); ++kind) left[kind] = all[kind] - left[kind];
    const auto group = groups.find(left);
    if (group == groups.end()) continue;
    first_[half] = static_cast<uint32_t>(size_);
    firsts_.push_back({half, first_[half], &seconds_[group->second]});
    size_ += seconds_[group->second].size();
  }
}

SlideLanes::SlideLanes(Geometry geometry)
    : geometry_(geometry), lines_{LinesOf(geometry, 0), LinesOf(geometry, 1)} {
  for (int axis = 0; axis < kAxes; ++axis)
    for (int cell = 0; cell < geometry.cells(); ++cell) {
      const int crossing = cell % lines_[1 - axis] * lines_[axis] + cell / lines_[1 - axis];
      for (int bit = 0; bit < 2; ++bit) {
        const int from = 2 * cell + bit;
        for (size_t byte = 0; byte < 256; ++byte)
          if ((byte >> (from % 8) & 1) != 0)
            crossed_[axis][static_cast<size_t>(from) / 8][byte] |= uint32_t{1}
                                                                   << (2 * crossing + bit);
      }
    }
  uint64_t lanes = 0;
  for (const std::vector<uint8_t>& kinds : ViewsOf(geometry)) {
    View& view = views_.emplace_back();
    view.kind = kinds;
    view.sequences = std::make_shared<KindSequences>(Counts(kinds));
    for (int axis = 0; axis < kAxes; ++axis) {
      view.begin[axis] = lanes;
      lanes += view.sequences->size() * static_cast<unsigned>(lines_[axis]);
    }
    if (!IsSquare()) continue;
    View reflection = view;
    std::swap(reflection.begin[0], reflection.begin[1]);
    for (int home = 0; home < geometry.tiles(); ++home)
      reflection.kind[static_cast<size_t>(home)] =
          kinds[static_cast<size_t>(MapCell(geometry, kTransposed, home))];
    views_.push_back(std::move(reflection));
  }
  home_ = PlaceOf(Board::Solved(geometry));
}

uint32_t SlideLanes::Crossed(int axis, uint32_t order, int line) const {
  // Makes room for the blank, and takes it away at the end.
  const int blank = 2 * line * lines_[1 - axis], crossing_blank = 2 * line;
  const uint32_t before = order & ((uint32_t{1} << blank) - 1);
  const uint32_t cells = before | (order ^ before) << 2;
  uint32_t crossed = 0;
  for (size_t byte = 0; byte < crossed_[axis].size(); ++byte)
    crossed |= crossed_[axis][byte][cells >> (8 * byte) & 0xff];
  const uint32_t crossed_before = crossed & ((uint32_t{1} << crossing_blank) - 1);
  return crossed_before | (crossed ^ crossed_before) >> 2;
}

SlideLanes::Place SlideLanes::PlaceOf(const Board& board) const {
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
        place.order[axis][view] |= uint32_t{views_[view].kind[static_cast<size_t>(tile) - 1]} << at;
      at += 2;
    }
  }
  return place;
}

}  // namespace tilebase
