// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/displacement_beam.h"

#include <string.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace tilebase {
namespace {

using Values = DisplacementValues;

constexpr int kSlideWays = 4;
constexpr char kSlideLetters[] = "LRUD";
constexpr int kEvenWeight = 16;
constexpr int32_t kMostValue = INT32_MAX / 2;  // above the least
constexpr size_t kMostCounts = 2048;
constexpr size_t kLeastMetPlaces = 1 << 14;
constexpr size_t kMostMetPlaces = 1 << 20;

// Of a beam that keeps boards for each cell of the blank. Found by trying on 6x6 to 20x20.
constexpr double kNearDistance = 3;  // of a tile from home, in the mean, where the near way begins
constexpr int kEdgeWeight = 42;      // how much more a tile at the edge counts there
constexpr int kRingWeight = 48;      // of a ring
constexpr int kLongestRing = 10;
constexpr double kNearWidth = 3;  // times as many boards of a cell there
// Boards looked at for each cell and move, and moves for each step of the tiles, far and near,
// and in the end.
constexpr double kLookedAtPerCell = 2.4;
constexpr double kFarMovesPerStep = 1.45;
constexpr double kNearMovesPerStep = 2;
constexpr double kLastMoves = 30;
constexpr double kMostOfACell = 1000;
constexpr double kBeamBoardsPerMicrosecond = 25;  // until the clock tells
constexpr int kMostStandstill = 200;              // moves without a better board

uint64_t PlacedHash(uint64_t home, uint64_t cell) {
  uint64_t z = (home << 16 | cell) * 0x9e3779b97f4a7c15u + 0x632be59bd9b4e019u;
  z = (z ^ (z >> 32)) * 0xbf58476d1ce4e5b9u;
  return z ^ (z >> 29);
}

// A guess at the moves home, those of the near way so many times.
double MovesToHome(BigSize size, int64_t distance, double times) {
  const double all = static_cast<double>(distance);
  const double near = std::min(all, kNearDistance * size.cells());
  return kFarMovesPerStep * (all - near) + times * (kNearMovesPerStep * near + kLastMoves);
}

// What counts in a value.
enum class Phase { kFar, kNear, kWindow };

struct Entry {
  uint64_t hash;
  int32_t value;
  int32_t distance;  // the sum of all tiles' from home
  uint32_t board;    // its place
  uint16_t blank;
  int8_t last;  // the last action, or -1
};
struct Candidate {
  int32_t value;
  uint32_t parent;
  uint16_t to;    // where the blank goes
  uint16_t home;  // of the tile that moves
  int8_t action;
  int8_t step;  // of the distance, 1 or -1
};
struct Chosen {
  uint64_t hash;
  uint32_t candidate;
};
struct Home {
  int16_t column, row;
  uint16_t padded;  // in padded cells
  int16_t weight;   // in sixteenths
};

}  // namespace

template <typename Number>
class DisplacementBeam::With {
 public:
  With(const DisplacementValues& values, uint64_t* looked_at)
      : values_(values), looked_at_(*looked_at) {}

  BeamWay Search(const BeamTask& task, const BeamEffort& effort);

 private:
  void SetSize(BigSize size);
  void SetPhase(Phase phase);
  void SetWeights();
  void SetStart(const BeamTask& task);
  // The near phase, and the values of all boards in it.
  void BeginNear();
  int RingLength(const uint8_t* at, int of_class) const;

  // What the boards lead to, as far as it can be the goal in so many more moves. Returns the number
  // of a candidate that is the goal, or -1.
  int64_t Expand(int moves_left);
  template <Phase kPhase>
  int64_t ExpandBy(int moves_left);
  template <Phase kPhase>
  int PairsGain(size_t home, const uint8_t* at, int move, int after) const;
  // Chooses among them.
  void ChooseOfAll(size_t width);
  void ChooseOfCells(size_t width);
  // Drops what was met before, and counts the others of each parent.
  void DropMet();
  // What was chosen takes the boards' place.
  void MakeChosen();
  // How many boards of a cell the effort suffices for, by a guess at the moves that are left.
  size_t WidthOfCells(const EffortMeter& meter, int distance);
  std::string LettersTo(size_t moves, size_t entry) const;

  // A board, by its place: the homes of what is on its cells, then the classes of the tiles by
  // their homes, with a border of homes without a tile.
  Number* HomesOf(uint32_t board) {
    return reinterpret_cast<Number*>(boards_.data() + size_t{board} * board_bytes_);
  }
  uint8_t* ClassesOf(uint32_t board) {
    return boards_.data() + size_t{board} * board_bytes_ + cells_ * sizeof(Number);
  }

  const DisplacementValues& values_;
  uint64_t& looked_at_;
  uint64_t searches_ = 0;
  uint64_t salt_ = 0;  // of the search: what earlier ones met does not count

  BigSize size_;
  size_t cells_ = 0;
  size_t padded_cells_ = 0;
  size_t board_bytes_ = 0;
  Number blank_home_ = 0;
  int step_[4] = {};                                     // of the blank, by action
  int neighbour_[DisplacementValues::kDirections] = {};  // of a home, in padded cells
  Phase phase_ = Phase::kWindow;
  std::vector<Home> of_home_;
  int step_of_class_[Values::kClasses + 1] = {};  // of a tile one cell from home, in padded cells
  std::vector<int32_t> far_;                      // the value of a distance along an axis
  std::vector<int16_t> pair_weight_;              // by home and direction: the mean of the two

  std::vector<Entry> entries_;
  std::vector<Entry> parents_;
  std::vector<uint8_t> boards_;
  std::vector<uint32_t> free_;  // places of boards
  uint32_t places_ = 0;

  std::vector<Candidate> candidates_;
  std::vector<uint32_t> of_cell_;  // how many of them have the blank there
  int32_t least_ = 0;              // of the candidates' values
  int64_t base_ = 0;               // what was taken off all values
  double width_ = 0;               // of the last move, boards for each cell of the blank
  std::vector<Chosen> chosen_;
  std::vector<uint8_t> chosen_of_;  // by parent: how many of its candidates
  std::vector<uint64_t> keys_;
  std::vector<uint8_t> is_chosen_;  // by candidate
  std::vector<uint32_t> counts_;

  std::vector<uint32_t> steps_;      // of each kept board: its parent's number times 4, and action
  std::vector<size_t> first_steps_;  // of each move
  std::vector<uint32_t> met_;        // the upper halves of hashes, the last one in each place
};

template <typename Number>
void DisplacementBeam::With<Number>::SetSize(BigSize size) {
  if (size == size_) return;
  size_ = size;
  cells_ = static_cast<size_t>(size.cells());
  const int padded_width = size.width + 2;
  padded_cells_ = static_cast<size_t>(padded_width) * static_cast<size_t>(size.height + 2);
  board_bytes_ = (cells_ * sizeof(Number) + padded_cells_ + 1) / 2 * 2;
  of_home_.resize(cells_);
  size_t cell = 0;
  for (int row = 0; row < size.height; ++row)
    for (int column = 0; column < size.width; ++column, ++cell)
      of_home_[cell] = {static_cast<int16_t>(column), static_cast<int16_t>(row),
                        static_cast<uint16_t>((row + 1) * padded_width + column + 1), kEvenWeight};
  for (int i = 0; i < Values::kDirections / 2; ++i) {
    neighbour_[i] = Values::kRowStep[i] * padded_width + Values::kColumnStep[i];
    neighbour_[i + Values::kDirections / 2] = -neighbour_[i];
  }
  for (const int i : {0, 1}) {
    const int columns = Values::kColumnStep[i];
    const int rows = Values::kRowStep[i];
    step_of_class_[Values::ClassOf(columns, rows)] = neighbour_[i];
    step_of_class_[Values::ClassOf(-columns, -rows)] = -neighbour_[i];
  }
  // A tile slides left where the blank goes right.
  step_[0] = 1;
  step_[1] = -1;
  step_[2] = size.width;
  step_[3] = -size.width;
  of_cell_.assign(cells_ + 1, 0);
}

template <typename Number>
void DisplacementBeam::With<Number>::SetPhase(Phase phase) {
  phase_ = phase;
  far_.clear();
  for (int distance = 0; distance <= std::max(size_.width, size_.height); ++distance)
    far_.push_back(Values::OfDistance(distance) * (phase == Phase::kNear ? 1 : kEvenWeight));
  if (phase == Phase::kNear) SetWeights();
}

template <typename Number>
void DisplacementBeam::With<Number>::SetWeights() {
  pair_weight_.assign(cells_ * Values::kDirections, 0);
  const auto from_edge = [](int at, int side) {
    return static_cast<double>(std::min(at, side - 1 - at)) / (side - 1);
  };
  for (Home& home : of_home_) {
    const double inward =
        2 * std::min(from_edge(home.column, size_.width), from_edge(home.row, size_.height));
    home.weight =
        static_cast<int16_t>(kEvenWeight + kEdgeWeight * (1 - inward) * (1 - inward) + 0.5);
  }
  for (size_t home = 0; home < cells_; ++home) {
    for (int i = 0; i < Values::kDirections; ++i) {
      const int sign = i < Values::kDirections / 2 ? 1 : -1;
      const int column = of_home_[home].column + sign * Values::kColumnStep[i % 4];
      const int row = of_home_[home].row + sign * Values::kRowStep[i % 4];
      if (column < 0 || column >= size_.width || row < 0 || row >= size_.height) continue;
      const int other = of_home_[static_cast<size_t>(row * size_.width + column)].weight;
      pair_weight_[home * Values::kDirections + static_cast<size_t>(i)] =
          static_cast<int16_t>((of_home_[home].weight + other) / 2);
    }
  }
}

template <typename Number>
void DisplacementBeam::With<Number>::SetStart(const BeamTask& task) {
  blank_home_ = static_cast<Number>(task.homes[static_cast<size_t>(task.blank)]);
  boards_.resize(std::max(boards_.size(), board_bytes_));
  std::copy(task.homes.begin(), task.homes.end(), HomesOf(0));
  uint8_t* const classes = ClassesOf(0);
  std::fill_n(classes, padded_cells_, Values::kNoTile);
  Entry start = {};
  start.blank = static_cast<uint16_t>(task.blank);
  start.last = -1;
  for (size_t cell = 0; cell < cells_; ++cell) {
    const uint16_t home = task.homes[cell];
    if (home == blank_home_) continue;
    const int columns = of_home_[cell].column - of_home_[home].column;
    const int rows = of_home_[cell].row - of_home_[home].row;
    start.distance += std::abs(rows) + std::abs(columns);
    start.hash ^= PlacedHash(home, cell);
    classes[of_home_[home].padded] = static_cast<uint8_t>(Values::ClassOf(columns, rows));
  }
  entries_.assign(1, start);
  places_ = 1;
  free_.clear();
  steps_.assign(1, 0);
  first_steps_.assign(1, 0);
  base_ = 0;
  width_ = 0;
}

// Tiles that are one cell from home, each where the next one is at home, may close a ring without
// the blank. The tiles of the ring that one of a class is in, or 0.
template <typename Number>
int DisplacementBeam::With<Number>::RingLength(const uint8_t* at, int of_class) const {
  const uint8_t* next = at;
  for (int length = 1; length <= kLongestRing; ++length) {
    const int step = step_of_class_[of_class];
    if (step == 0) return 0;
    next += step;
    if (next == at) return length;
    of_class = *next;
  }
  return 0;
}

template <typename Number>
void DisplacementBeam::With<Number>::BeginNear() {
  SetPhase(Phase::kNear);
  std::vector<int64_t> values;
  for (const Entry& entry : entries_) {
    const Number* const homes = HomesOf(entry.board);
    uint8_t* const classes = ClassesOf(entry.board);
    std::fill_n(classes, padded_cells_, Values::kNoTile);
    int64_t value = 0;
    for (size_t cell = 0; cell < cells_; ++cell) {
      if (homes[cell] == blank_home_) continue;
      const Home& home = of_home_[homes[cell]];
      const int columns = of_home_[cell].column - home.column;
      const int rows = of_home_[cell].row - home.row;
      classes[home.padded] = static_cast<uint8_t>(Values::ClassOf(columns, rows));
      value += int64_t{home.weight} * (far_[static_cast<size_t>(std::abs(columns))] +
                                       far_[static_cast<size_t>(std::abs(rows))]);
    }
    for (size_t home = 0; home < cells_; ++home) {
      const uint8_t* const at = classes + of_home_[home].padded;
      for (int i = 0; i < Values::kDirections / 2; ++i)
        value += pair_weight_[home * Values::kDirections + static_cast<size_t>(i)] *
                 values_.OfPair(i, *at, at[neighbour_[i]]);
      if (const int length = RingLength(at, *at); length > 0)
        value += Values::kRing * kRingWeight / length;  // for each of its tiles
    }
    values.push_back(value);
  }
  const int64_t least = *std::min_element(values.begin(), values.end());
  for (size_t i = 0; i < entries_.size(); ++i)
    entries_[i].value = static_cast<int32_t>(std::min<int64_t>(values[i] - least, kMostValue));
  base_ = 0;
}

template <typename Number>
template <Phase kPhase>
int DisplacementBeam::With<Number>::PairsGain(size_t home, const uint8_t* at, int move,
                                              int after) const {
  const int before = *at;
  const Values::PairChanges& changes = values_.ChangesOf(before, move);
  const int16_t* const weights =
      kPhase == Phase::kNear ? pair_weight_.data() + home * Values::kDirections : nullptr;
  int gain = 0;
  for (int i = 0; i < Values::kDirections; ++i) {
    const int change = changes[i][at[neighbour_[i]]];
    gain += kPhase == Phase::kNear ? weights[i] * change : kEvenWeight * change;
  }
  constexpr int kRing = Values::kRing * (kPhase == Phase::kNear ? kRingWeight : kEvenWeight);
  if (RingLength(at, after) > 0) gain += kRing;
  if (RingLength(at, before) > 0) gain -= kRing;
  return gain;
}

template <typename Number>
template <Phase kPhase>
int64_t DisplacementBeam::With<Number>::ExpandBy(int moves_left) {
  // Boards wait to be read from memory: what the next ones will read is asked for in time.
  constexpr size_t kHomesAhead = 8;
  constexpr size_t kClassesAhead = 4;
  candidates_.resize(3 * entries_.size() + 1);
  std::fill(of_cell_.begin(), of_cell_.end(), 0);
  Candidate* candidate = candidates_.data();
  const Entry* const entries = entries_.data();
  const size_t count = entries_.size();
  const Home* const of_home = of_home_.data();
  const int32_t* const far = far_.data();
  uint32_t* const of_cell = of_cell_.data();
  const int width = size_.width;
  int32_t least = INT32_MAX;
  for (size_t i = 0; i < count; ++i) {
    if (i + kHomesAhead < count) {
      const Entry& ahead = entries[i + kHomesAhead];
      const Number* const homes = HomesOf(ahead.board) + ahead.blank;
      __builtin_prefetch(homes);
      __builtin_prefetch(homes + (ahead.blank + static_cast<size_t>(width) < cells_ ? width : 0));
      __builtin_prefetch(homes - (ahead.blank >= width ? width : 0));
    }
    if (kPhase != Phase::kFar && i + kClassesAhead < count) {
      const Entry& ahead = entries[i + kClassesAhead];
      const Number* const homes = HomesOf(ahead.board);
      const uint8_t* const classes = ClassesOf(ahead.board);
      for (int action = 0; action < kSlideWays; ++action) {
        const int to = ahead.blank + step_[action];
        if (to < 0 || static_cast<size_t>(to) >= cells_) continue;
        const uint8_t* const at = classes + of_home[homes[to]].padded;
        __builtin_prefetch(at - width - 3);
        __builtin_prefetch(at + width + 3);
      }
    }
    const Entry& entry = entries[i];
    const Number* const homes = HomesOf(entry.board);
    const uint8_t* const classes = ClassesOf(entry.board);
    const int column = of_home[entry.blank].column;
    const int row = of_home[entry.blank].row;
    const bool can[kSlideWays] = {column + 1 < width, column > 0, row + 1 < size_.height, row > 0};
    for (int action = 0; action < kSlideWays; ++action) {
      if (!can[action] || (entry.last >= 0 && action == (entry.last ^ 1))) continue;
      const int to = entry.blank + step_[action];
      const size_t tile = homes[to];
      const Home& home = of_home[tile];
      // Along the axis of the move, from home. The blank goes up where the action is even.
      const int after = action < 2 ? column - home.column : row - home.row;
      const int before = after + (action % 2 == 0 ? 1 : -1);
      const int far_after = std::abs(after);
      const int far_before = std::abs(before);
      const int step = far_after - far_before;
      if (entry.distance + step > moves_left) continue;
      const int gain = far[far_after] - far[far_before];
      int value = entry.value + (kPhase == Phase::kNear ? home.weight * gain : gain);
      if (kPhase != Phase::kFar) {
        const auto clamped = [](int cells) {
          return std::clamp(cells, -Values::kCut, Values::kCut);
        };
        const int change = (clamped(after) - clamped(before)) * (action < 2 ? 1 : Values::kSpan);
        const uint8_t* const at = classes + home.padded;
        // The tile goes the other way.
        if (change != 0) value += PairsGain<kPhase>(tile, at, action ^ 1, *at + change);
      }
      *candidate = {value,
                    static_cast<uint32_t>(i),
                    static_cast<uint16_t>(to),
                    static_cast<uint16_t>(tile),
                    static_cast<int8_t>(action),
                    static_cast<int8_t>(step)};
      if (entry.distance + step == 0) {
        candidates_.resize(static_cast<size_t>(candidate + 1 - candidates_.data()));
        return static_cast<int64_t>(candidates_.size()) - 1;
      }
      least = std::min(least, value);
      ++of_cell[to];
      ++candidate;
    }
  }
  candidates_.resize(static_cast<size_t>(candidate - candidates_.data()));
  least_ = least;
  return -1;
}

template <typename Number>
int64_t DisplacementBeam::With<Number>::Expand(int moves_left) {
  const int64_t goal = phase_ == Phase::kFar    ? ExpandBy<Phase::kFar>(moves_left)
                       : phase_ == Phase::kNear ? ExpandBy<Phase::kNear>(moves_left)
                                                : ExpandBy<Phase::kWindow>(moves_left);
  looked_at_ += candidates_.size();
  return goal;
}

template <typename Number>
void DisplacementBeam::With<Number>::ChooseOfAll(size_t width) {
  counts_.assign(kMostCounts, 0);
  uint32_t* const counts = counts_.data();
  const auto above = [&](const Candidate& candidate) {
    return std::min(static_cast<size_t>(candidate.value - least_) / kEvenWeight, kMostCounts - 1);
  };
  for (const Candidate& candidate : candidates_) ++counts[above(candidate)];
  size_t limit = 0;
  size_t below = 0;
  while (limit + 1 < kMostCounts && below + counts[limit] <= width) below += counts[limit++];
  size_t at_limit = width - below;
  uint32_t number = 0;
  for (const Candidate& candidate : candidates_) {
    const size_t value = above(candidate);
    if (value < limit || (value == limit && at_limit > 0)) {
      if (value == limit) --at_limit;
      chosen_.push_back({0, number});
    }
    ++number;
  }
}

template <typename Number>
void DisplacementBeam::With<Number>::ChooseOfCells(size_t width) {
  // The keys of a cell lie together.
  keys_.resize(candidates_.size());
  uint64_t* const keys = keys_.data();
  uint32_t* const end_of_cell = of_cell_.data();
  std::exclusive_scan(of_cell_.begin(), of_cell_.end(), of_cell_.begin(), 0u);
  uint32_t number = 0;
  for (const Candidate& candidate : candidates_)
    keys[end_of_cell[candidate.to]++] =
        static_cast<uint64_t>(candidate.value - least_) << 32 | number++;
  is_chosen_.assign(candidates_.size(), 0);
  uint8_t* const is_chosen = is_chosen_.data();
  size_t begin = 0;
  for (size_t cell = 0; cell < cells_; ++cell) {
    const size_t end = end_of_cell[cell];
    const size_t count = std::min(width, end - begin);
    if (count < end - begin) std::nth_element(keys + begin, keys + begin + count, keys + end);
    for (size_t i = begin; i < begin + count; ++i) is_chosen[static_cast<uint32_t>(keys[i])] = 1;
    begin = end;
  }
  // In the order of their parents, whose boards lie together.
  for (uint32_t i = 0; i < candidates_.size(); ++i)
    if (is_chosen[i] != 0) chosen_.push_back({0, i});
}

template <typename Number>
void DisplacementBeam::With<Number>::DropMet() {
  constexpr size_t kAhead = 16;
  const Candidate* const candidates = candidates_.data();
  const Entry* const entries = entries_.data();
  uint32_t* const met = met_.data();
  const size_t places = met_.size() - 1;
  Chosen* const chosen = chosen_.data();
  const size_t count = chosen_.size();
  const auto prepare = [&](Chosen& one) {
    const Candidate& candidate = candidates[one.candidate];
    const Entry& parent = entries[candidate.parent];
    one.hash = parent.hash ^ PlacedHash(candidate.home, candidate.to) ^
               PlacedHash(candidate.home, parent.blank);
    __builtin_prefetch(&met[one.hash & places], 1);
  };
  for (size_t i = 0; i < std::min(kAhead, count); ++i) prepare(chosen[i]);
  size_t kept = 0;
  for (size_t i = 0; i < count; ++i) {
    if (i + kAhead < count) prepare(chosen[i + kAhead]);
    uint32_t& place = met[chosen[i].hash & places];
    const auto mark = static_cast<uint32_t>((chosen[i].hash ^ salt_) >> 32);
    if (place == mark) continue;
    place = mark;
    ++chosen_of_[candidates[chosen[i].candidate].parent];
    chosen[kept++] = chosen[i];
  }
  chosen_.resize(kept);
}

template <typename Number>
void DisplacementBeam::With<Number>::MakeChosen() {
  const size_t parents = entries_.size();
  uint8_t* const chosen_of = chosen_of_.data();
  for (size_t i = 0; i < parents; ++i)
    if (chosen_of[i] == 0) free_.push_back(entries_[i].board);
  parents_.swap(entries_);
  const size_t bytes = phase_ == Phase::kFar ? cells_ * sizeof(Number) : board_bytes_;
  const size_t first_step = steps_.size();
  first_steps_.push_back(first_step);
  steps_.resize(first_step + chosen_.size());
  entries_.resize(chosen_.size());
  const Candidate* const candidates = candidates_.data();
  const Entry* const of_parent = parents_.data();
  const Home* const of_home = of_home_.data();
  for (size_t i = 0; i < chosen_.size(); ++i) {
    const Chosen chosen = chosen_.data()[i];
    const Candidate& candidate = candidates[chosen.candidate];
    const Entry& parent = of_parent[candidate.parent];
    // The last one of a parent has its place, the others copies.
    uint32_t board = parent.board;
    if (--chosen_of[candidate.parent] > 0) {
      if (free_.empty()) {
        free_.push_back(places_++);
        if (boards_.size() < places_ * board_bytes_) boards_.resize(2 * places_ * board_bytes_);
      }
      board = free_.back();
      free_.pop_back();
      memcpy(HomesOf(board), HomesOf(parent.board), bytes);
    }
    Number* const homes = HomesOf(board);
    homes[parent.blank] = static_cast<Number>(candidate.home);
    homes[candidate.to] = blank_home_;
    const Home& home = of_home[candidate.home];
    const Home& at = of_home[parent.blank];
    ClassesOf(board)[home.padded] =
        static_cast<uint8_t>(Values::ClassOf(at.column - home.column, at.row - home.row));
    steps_.data()[first_step + i] = candidate.parent << 2 | static_cast<uint32_t>(candidate.action);
    entries_.data()[i] = {chosen.hash,
                          std::min(candidate.value - least_, kMostValue),
                          parent.distance + candidate.step,
                          board,
                          candidate.to,
                          candidate.action};
  }
  base_ += least_;
}

template <typename Number>
std::string DisplacementBeam::With<Number>::LettersTo(size_t moves, size_t entry) const {
  std::string letters(moves, ' ');
  for (; moves > 0; --moves) {
    const uint32_t step = steps_[first_steps_[moves] + entry];
    letters[moves - 1] = kSlideLetters[step & 3];
    entry = step >> 2;
  }
  return letters;
}

template <typename Number>
size_t DisplacementBeam::With<Number>::WidthOfCells(const EffortMeter& meter, int distance) {
  // What a width of one took in the last move, or by a guess.
  const double of_one = width_ == 0 ? kLookedAtPerCell * static_cast<double>(cells_)
                                    : static_cast<double>(candidates_.size()) / width_;
  const double moves = MovesToHome(size_, distance, kNearWidth);
  const double width = meter.BoardsLeft(kBeamBoardsPerMicrosecond) / (of_one * moves);
  width_ = std::clamp((phase_ == Phase::kFar ? 1 : kNearWidth) * width, 1.0, kMostOfACell);
  return static_cast<size_t>(width_ + 0.5);
}

template <typename Number>
BeamWay DisplacementBeam::With<Number>::Search(const BeamTask& task, const BeamEffort& effort) {
  const EffortMeter meter(effort, looked_at_);
  SetSize(task.size);
  SetStart(task);
  if (entries_[0].distance == 0) return {{}, true};
  const bool is_far = task.width == 0;
  SetPhase(is_far ? Phase::kFar : Phase::kWindow);
  const double near = kNearDistance * static_cast<double>(cells_);
  if (met_.empty()) met_.resize(kLeastMetPlaces, 0);
  salt_ = PlacedHash(1, ++searches_);
  struct {
    int64_t value;
    int distance;
    size_t moves = 0;
    size_t entry = 0;
  } best = {entries_[0].value, entries_[0].distance};
  for (size_t moves = 1; moves <= task.most && !meter.IsSpent(); ++moves) {
    if (phase_ == Phase::kFar && best.distance <= near) {
      BeginNear();
      best.value = INT64_MAX;
    }
    if (const int64_t goal = Expand(static_cast<int>(task.most - moves)); goal >= 0) {
      const Candidate& last = candidates_[static_cast<size_t>(goal)];
      return {LettersTo(moves - 1, last.parent) + kSlideLetters[last.action], true};
    }
    chosen_.clear();
    chosen_of_.assign(entries_.size(), 0);
    if (is_far)
      ChooseOfCells(WidthOfCells(meter, best.distance));
    else
      ChooseOfAll(task.width);
    DropMet();
    MakeChosen();
    if (entries_.empty()) break;
    for (size_t i = 0; i < entries_.size(); ++i)
      if (base_ + entries_[i].value < best.value)
        best = {base_ + entries_[i].value, entries_[i].distance, moves, i};
    if (is_far && (best.distance <= task.enough || moves - best.moves > kMostStandstill)) break;
    if (const size_t places = std::bit_ceil(8 * entries_.size());
        places > met_.size() && met_.size() < kMostMetPlaces)
      met_.assign(std::min(places, kMostMetPlaces), 0);
  }
  return {LettersTo(best.moves, best.entry), false};
}

DisplacementBeam::DisplacementBeam(const DisplacementValues& values, uint64_t* looked_at)
    : looked_at_(*looked_at),
      small_(new With<uint8_t>(values, looked_at)),
      large_(new With<uint16_t>(values, looked_at)) {}

DisplacementBeam::~DisplacementBeam() = default;

double DisplacementBeam::BoardsToHome(BigSize size, int64_t distance) {
  return kLookedAtPerCell * size.cells() * MovesToHome(size, distance, 1);
}

BeamWay DisplacementBeam::Search(const BeamTask& task, const BeamEffort& effort) {
  return task.size.cells() <= UINT8_MAX + 1 ? small_->Search(task, effort)
                                            : large_->Search(task, effort);
}

}  // namespace tilebase
