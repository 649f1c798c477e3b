// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/displacement_beam.h"

#include <algorithm>
#include <cstdlib>

namespace tilebase {
namespace {

using Values = DisplacementValues;

constexpr int kSlideWays = 4;
constexpr char kSlideLetters[] = "LRUD";
constexpr size_t kMetPlaces = 1 << 14;
constexpr size_t kMostCounts = 2048;
// Of a beam that keeps boards for each cell of the blank: boards looked at for each that is kept,
// and a guess at the moves that are left, for each step of the tiles and for each cell.
constexpr double kFarLookedAtPerKept = 2.3;
constexpr double kFarMovesPerStep = 1.6;
constexpr double kFarMovesPerCell = 0.1;
constexpr double kFarMostOfACell = 1000;
constexpr double kFarBoardsPerMicrosecond = 10;  // until the clock tells
constexpr int kEvenWeight = 16;
// How much more a tile at the edge counts than one in the middle. Found by trying on 6x6 to 20x20.
constexpr int kEdgeWeight = 64;

uint64_t PlacedHash(uint64_t home, uint64_t cell) {
  uint64_t z = (home << 16 | cell) * 0x9e3779b97f4a7c15u + 0x632be59bd9b4e019u;
  z = (z ^ (z >> 32)) * 0xbf58476d1ce4e5b9u;
  return z ^ (z >> 29);
}

}  // namespace

uint8_t DisplacementBeam::ClassOf(int home, int cell) const {
  const auto h = static_cast<size_t>(home);
  const auto c = static_cast<size_t>(cell);
  return static_cast<uint8_t>(Values::ClassOf(column_[c] - column_[h], row_[c] - row_[h]));
}

void DisplacementBeam::SetSize(BigSize size) {
  if (size == size_) return;
  size_ = size;
  cells_ = static_cast<size_t>(size.cells());
  const int padded_width = size.width + 2;
  padded_cells_ = static_cast<size_t>(padded_width) * static_cast<size_t>(size.height + 2);
  row_.resize(cells_);
  column_.resize(cells_);
  padded_.resize(cells_);
  for (size_t cell = 0; cell < cells_; ++cell) {
    const int row = static_cast<int>(cell) / size.width;
    const int column = static_cast<int>(cell) % size.width;
    row_[cell] = static_cast<int16_t>(row);
    column_[cell] = static_cast<int16_t>(column);
    padded_[cell] = static_cast<uint16_t>((row + 1) * padded_width + column + 1);
  }
  far_.clear();
  for (int distance = 0; distance < std::max(size.width, size.height); ++distance)
    far_.push_back(Values::OfDistance(distance));
  for (int i = 0; i < Values::kDirections / 2; ++i) {
    neighbour_[i] = Values::kRowStep[i] * padded_width + Values::kColumnStep[i];
    neighbour_[i + Values::kDirections / 2] = -neighbour_[i];
  }
  // A tile slides left where the blank goes right.
  step_[0] = 1;
  step_[1] = -1;
  step_[2] = size.width;
  step_[3] = -size.width;
}

void DisplacementBeam::SetWeights(bool outside_first) {
  weight_.assign(cells_, kEvenWeight);
  pair_weight_.assign(cells_ * Values::kDirections, 0);
  const auto from_edge = [](int at, int side) {
    return static_cast<double>(std::min(at, side - 1 - at)) / (side - 1);
  };
  for (size_t home = 0; home < cells_ && outside_first; ++home) {
    const double inward =
        2 * std::min(from_edge(column_[home], size_.width), from_edge(row_[home], size_.height));
    weight_[home] += static_cast<int>(kEdgeWeight * (1 - inward) + 0.5);
  }
  for (size_t home = 0; home < cells_; ++home) {
    for (int i = 0; i < Values::kDirections; ++i) {
      const int sign = i < Values::kDirections / 2 ? 1 : -1;
      const int column = column_[home] + sign * Values::kColumnStep[i % 4];
      const int row = row_[home] + sign * Values::kRowStep[i % 4];
      if (column < 0 || column >= size_.width || row < 0 || row >= size_.height) continue;
      const int32_t other = weight_[static_cast<size_t>(row * size_.width + column)];
      pair_weight_[home * Values::kDirections + static_cast<size_t>(i)] =
          (weight_[home] + other) / 2;
    }
  }
}

void DisplacementBeam::SetStart(const BeamTask& task) {
  blank_home_ = task.homes[static_cast<size_t>(task.blank)];
  homes_[0].assign(task.homes.begin(), task.homes.end());
  classes_[0].assign(padded_cells_, Values::kNoTile);
  Entry start = {};
  start.blank = static_cast<uint16_t>(task.blank);
  start.last = -1;
  for (size_t cell = 0; cell < cells_; ++cell) {
    const uint16_t home = task.homes[cell];
    if (home == blank_home_) continue;
    const int rows = std::abs(row_[cell] - row_[home]);
    const int columns = std::abs(column_[cell] - column_[home]);
    start.distance += rows + columns;
    start.value +=
        weight_[home] * (far_[static_cast<size_t>(rows)] + far_[static_cast<size_t>(columns)]);
    start.hash ^= PlacedHash(home, cell);
    classes_[0][padded_[home]] = ClassOf(home, static_cast<int>(cell));
  }
  for (size_t home = 0; home < cells_; ++home) {
    const uint8_t* const at = &classes_[0][padded_[home]];
    const int32_t* const weights = &pair_weight_[home * Values::kDirections];
    for (int i = 0; i < Values::kDirections / 2; ++i)
      start.value += int64_t{weights[i]} * values_.OfPair(i, *at, at[neighbour_[i]]);
  }
  path_.assign(1, {});
  entries_[0].assign(1, start);
}

void DisplacementBeam::Expand(int side, int moves_left) {
  candidates_.clear();
  const std::vector<Entry>& from = entries_[side];
  for (size_t i = 0; i < from.size(); ++i) {
    const Entry& entry = from[i];
    const uint16_t* const homes = HomesOf(side, i);
    const uint8_t* const classes = ClassesOf(side, i);
    const int blank_row = row_[entry.blank];
    const int blank_column = column_[entry.blank];
    const bool can[kSlideWays] = {blank_column + 1 < size_.width, blank_column > 0,
                                  blank_row + 1 < size_.height, blank_row > 0};
    for (int action = 0; action < kSlideWays; ++action) {
      if (!can[action] || (entry.last >= 0 && action == (entry.last ^ 1))) continue;
      const int to = entry.blank + step_[action];
      const size_t home = homes[to];
      const int rows = std::abs(row_[static_cast<size_t>(to)] - row_[home]);
      const int columns = std::abs(column_[static_cast<size_t>(to)] - column_[home]);
      const int rows_after = std::abs(blank_row - row_[home]);
      const int columns_after = std::abs(blank_column - column_[home]);
      const int distance = entry.distance + rows_after + columns_after - rows - columns;
      if (distance > moves_left) continue;
      int64_t value = entry.value + weight_[home] * (far_[static_cast<size_t>(rows_after)] +
                                                     far_[static_cast<size_t>(columns_after)] -
                                                     far_[static_cast<size_t>(rows)] -
                                                     far_[static_cast<size_t>(columns)]);
      const uint8_t* const at = classes + padded_[home];
      const int32_t* const weights = &pair_weight_[home * Values::kDirections];
      const int before = *at;
      const int after = Values::ClassOf(blank_column - column_[home], blank_row - row_[home]);
      if (before != after) {
        for (int i = 0; i < Values::kDirections; ++i) {
          const int other = at[neighbour_[i]];
          value +=
              weights[i] * (values_.OfPair(i, after, other) - values_.OfPair(i, before, other));
        }
      }
      candidates_.push_back({value, distance, static_cast<uint32_t>(i), static_cast<uint16_t>(to),
                             static_cast<int8_t>(action)});
    }
  }
  looked_at_ += candidates_.size();
  least_ = INT64_MAX;
  for (const Candidate& candidate : candidates_) least_ = std::min(least_, candidate.value);
}

bool DisplacementBeam::Keep(int side, const Candidate& candidate) {
  const Entry& before = entries_[side][candidate.parent];
  const uint16_t* const homes = HomesOf(side, candidate.parent);
  const uint16_t home = homes[candidate.to];
  const uint64_t hash =
      before.hash ^ PlacedHash(home, candidate.to) ^ PlacedHash(home, before.blank);
  uint64_t& place = met_[hash & (met_.size() - 1)];
  if (place == (hash ^ salt_)) return false;
  place = hash ^ salt_;
  std::vector<Entry>& into = entries_[side ^ 1];
  const size_t entry = into.size();
  // Not by each other's size: how many classes a cell has depends on the rectangle.
  if (homes_[side ^ 1].size() < (entry + 1) * cells_)
    homes_[side ^ 1].resize(2 * (entry + 1) * cells_);
  if (classes_[side ^ 1].size() < (entry + 1) * padded_cells_)
    classes_[side ^ 1].resize(2 * (entry + 1) * padded_cells_);
  uint16_t* const copy = HomesOf(side ^ 1, entry);
  std::copy_n(homes, cells_, copy);
  copy[before.blank] = home;
  copy[candidate.to] = blank_home_;
  uint8_t* const classes = ClassesOf(side ^ 1, entry);
  std::copy_n(ClassesOf(side, candidate.parent), padded_cells_, classes);
  classes[padded_[home]] = ClassOf(home, before.blank);
  path_.push_back({before.path, candidate.action});
  into.push_back({hash, candidate.value, candidate.distance,
                  static_cast<uint32_t>(path_.size() - 1), candidate.to, candidate.action});
  return true;
}

void DisplacementBeam::KeepOfAll(int side, size_t width) {
  counts_.assign(kMostCounts, 0);
  const auto above = [&](const Candidate& candidate) {
    return std::min(static_cast<size_t>(candidate.value - least_) / kEvenWeight, kMostCounts - 1);
  };
  for (const Candidate& candidate : candidates_) ++counts_[above(candidate)];
  size_t limit = 0;
  size_t below = 0;
  while (limit + 1 < kMostCounts && below + counts_[limit] <= width) below += counts_[limit++];
  size_t at_limit = width - below;
  for (const Candidate& candidate : candidates_) {
    const size_t value = above(candidate);
    if (value > limit || (value == limit && at_limit == 0)) continue;
    if (value == limit) --at_limit;
    Keep(side, candidate);
  }
}

void DisplacementBeam::KeepOfCells(int side, size_t width) {
  // By cell, then by value.
  counts_.assign(cells_ + 1, 0);
  for (const Candidate& candidate : candidates_) ++counts_[candidate.to + size_t{1}];
  for (size_t cell = 0; cell < cells_; ++cell) counts_[cell + 1] += counts_[cell];
  keys_.resize(candidates_.size());
  for (size_t i = 0; i < candidates_.size(); ++i) {
    const auto value = static_cast<uint64_t>(candidates_[i].value - least_);
    keys_[counts_[candidates_[i].to]++] = std::min<uint64_t>(value, UINT32_MAX) << 32 | i;
  }
  // Each count is now where the next cell begins. A few more are sorted than are kept, for some
  // were met before.
  size_t first = 0;
  for (size_t cell = 0; cell < cells_; ++cell) {
    const size_t end = counts_[cell];
    const size_t sorted = std::min(end, first + width + width / 2 + 2);
    const auto key = [&](size_t i) { return keys_.begin() + static_cast<ptrdiff_t>(i); };
    std::partial_sort(key(first), key(sorted), key(end));
    size_t kept = 0;
    for (size_t i = first; i < sorted && kept < width; ++i)
      if (Keep(side, candidates_[static_cast<uint32_t>(keys_[i])])) ++kept;
    first = end;
  }
}

std::string DisplacementBeam::LettersTo(uint32_t path) const {
  std::string letters;
  for (; path != 0; path = path_[path].before)
    letters += kSlideLetters[static_cast<size_t>(path_[path].action)];
  std::reverse(letters.begin(), letters.end());
  return letters;
}

BeamWay DisplacementBeam::Search(const BeamTask& task, const BeamEffort& effort) {
  const EffortMeter meter(effort, looked_at_);
  SetSize(task.size);
  SetWeights(task.width == 0);
  SetStart(task);
  if (entries_[0][0].distance == 0) return {{}, true};
  met_.resize(kMetPlaces, 0);
  salt_ = PlacedHash(1, ++searches_);
  Entry best = entries_[0][0];
  int side = 0;
  for (size_t moves = 1; moves <= task.most && !meter.IsSpent(); ++moves) {
    Expand(side, static_cast<int>(task.most - moves));
    entries_[side ^ 1].clear();
    if (task.width != 0) {
      KeepOfAll(side, task.width);
    } else {
      const double left =
          kFarMovesPerStep * best.distance + kFarMovesPerCell * static_cast<double>(cells_);
      const double a_move = meter.BoardsLeft(kFarBoardsPerMicrosecond) / left;
      const double of_a_cell = 2 * a_move / kFarLookedAtPerKept / static_cast<double>(cells_);
      KeepOfCells(side, static_cast<size_t>(std::clamp(of_a_cell, 1.0, kFarMostOfACell)));
    }
    side ^= 1;
    if (entries_[side].empty()) break;
    for (const Entry& entry : entries_[side]) {
      if (entry.distance == 0) return {LettersTo(entry.path), true};
      if (entry.value < best.value) best = entry;
    }
  }
  return {LettersTo(best.path), false};
}

}  // namespace tilebase
