// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/displacement_beam.h"

#include <string.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
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
constexpr uint8_t kWaysAfter[kSlideWays + 1] = {15, 13, 14, 7, 11};  // by the last action + 1
constexpr int kEvenWeight = Values::kEvenWeight;
constexpr int32_t kMostValue = INT32_MAX / 2;  // above the least
constexpr size_t kLeastMetPlaces = 1 << 14;
constexpr size_t kMostMetPlaces = 1 << 20;

// Of a beam that keeps boards for each cell of the blank (docs/any.md). Its near way begins when
// tiles are kNearDistance cells from home on average.
constexpr double kNearDistance = 3;
// Boards looked at per cell and move, with one board kept per cell.
constexpr double kLookedAtPerCell = 2.4;
// Moves per step that tiles are from home, and in the end, when they are kEndDistance cells from
// home on average: then the blank and the tiles that are not home are far apart.
constexpr double kMovesPerStep = 1.5;
constexpr double kEndMovesPerStep = 3;
constexpr double kEndDistance = 0.5;
// Most boards kept per cell, and in all moves together: each of these takes four bytes.
constexpr double kMostOfACell = 1000;
constexpr double kMostStepsHeld = 1 << 27;

uint64_t PlacedHash(uint64_t home, uint64_t cell) {
  uint64_t z = (home << 16 | cell) * 0x9e3779b97f4a7c15u + 0x632be59bd9b4e019u;
  z = (z ^ (z >> 32)) * 0xbf58476d1ce4e5b9u;
  return z ^ (z >> 29);
}

bool IsNear(BigSize size, int64_t distance) {
  return static_cast<double>(distance) <= kNearDistance * size.cells();
}

// A guess at the moves home.
double MovesToHome(BigSize size, int64_t distance) {
  const double all = static_cast<double>(distance);
  const double in_end = std::min(all, kEndDistance * size.cells());
  return kMovesPerStep * (all - in_end) + kEndMovesPerStep * in_end;
}

enum class Phase { kFar, kNear, kWindow };
// What counts in a value beside distances: pairs of tiles whose homes touch, of tiles that touch.
constexpr bool HasPairs(Phase phase) { return phase != Phase::kFar; }
constexpr bool HasNeighbours(Phase phase) { return phase != Phase::kWindow; }

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
  int32_t key;  // the value, and what the tiles around the blank count
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
// What a tile's move along an axis changes.
struct AxisMove {
  int32_t gain;
  int8_t step;    // of the distance, 1 or -1
  int8_t change;  // of the class
};

}  // namespace

template <typename Number>
class DisplacementBeam::With {
 public:
  With(const BeamValues& values, uint64_t* looked_at)
      : of_phases_(values), looked_at_(*looked_at) {}

  BeamWay Search(const BeamTask& task, const BeamEffort& effort);
  Kept LastKept() const;

 private:
  void SetSize(BigSize size);
  void SetPhase(Phase phase);
  void SetWeights();
  void SetStart(const BeamTask& task);
  // A group for each cell of the blank, or one for all.
  void SetGroups(bool by_cell);
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
  struct NeighboursGain {
    int of_value;
    int of_key;  // the tiles around the blank, after the move
  };
  NeighboursGain GainOfNeighbours(const uint8_t* at_blank, int action, int before, int after) const;
  // Chooses the best of each group, so many.
  void Choose(size_t width);
  // Drops what was met before, and counts the others of each parent.
  void DropMet();
  // What was chosen takes the boards' place.
  void MakeChosen();
  // How many boards of a group the effort suffices for, by a guess at the moves that are left.
  size_t WidthOfGroups(const EffortMeter& meter, int distance);
  std::string LettersTo(size_t moves, size_t entry) const;

  // A board, by its place: the classes of the tiles by their cells, the homes of what is on its
  // cells, and the classes by their homes. Classes have a border of kNoTile. A window has no use
  // for the first, nor the far way for the last.
  uint8_t* OnCellsOf(uint32_t board) { return boards_.data() + size_t{board} * board_bytes_; }
  Number* HomesOf(uint32_t board) {
    return reinterpret_cast<Number*>(OnCellsOf(board) + homes_at_);
  }
  uint8_t* ClassesOf(uint32_t board) { return OnCellsOf(board) + classes_at_; }

  const BeamValues& of_phases_;
  const DisplacementValues* values_ = nullptr;  // of the phase
  uint64_t& looked_at_;
  uint64_t searches_ = 0;
  uint64_t salt_ = 0;  // of the search: what earlier ones met does not count

  BigSize size_;
  size_t cells_ = 0;
  size_t padded_cells_ = 0;
  size_t homes_at_ = 0;  // in a board
  size_t classes_at_ = 0;
  size_t board_bytes_ = 0;
  Number blank_home_ = 0;
  int padded_width_ = 0;
  int step_[kSlideWays] = {};         // of the blank, by action
  int padded_step_[kSlideWays] = {};  // in padded cells
  int padded_corner_[Values::kCorners] = {};
  std::vector<uint8_t> ways_of_cell_;  // actions with the blank there, as bits
  Phase phase_ = Phase::kWindow;
  std::vector<Home> of_home_;
  // Where a tile is that is one cell from home, in padded cells; else 0.
  std::array<int, Values::kClasses + 1> step_of_class_ = {};
  std::vector<int32_t> far_;                 // the value of a distance along an axis
  std::vector<AxisMove> moves_[kSlideWays];  // by action, and how far from home it leads
  std::vector<int16_t> pair_weight_;         // by home and direction: the mean of the two

  std::vector<Entry> entries_;
  std::vector<Entry> parents_;
  std::vector<uint8_t> boards_;
  std::vector<uint32_t> free_;  // places of boards
  uint32_t places_ = 0;

  // Candidates compete in groups: of some cells of the blank, or all of them.
  std::vector<Candidate> candidates_;  // the first so many of them
  size_t candidate_count_ = 0;
  std::vector<uint16_t> group_of_;  // by cell
  std::vector<uint32_t> of_group_;  // how many of them
  int32_t least_ = 0;               // of the candidates' values
  int32_t least_key_ = 0;
  int64_t base_ = 0;            // what was taken off all values
  double width_ = 0;            // of the last move, boards for each group
  std::vector<Chosen> chosen_;  // the first so many
  size_t chosen_count_ = 0;
  std::vector<uint8_t> chosen_of_;  // by parent: how many of its candidates
  std::vector<uint64_t> keys_;      // of groups, one after the other
  std::vector<uint8_t> is_chosen_;  // by candidate
  std::vector<uint32_t> copies_;    // which of the chosen are copies of their parents

  std::vector<uint32_t> steps_;      // of each kept board: its parent's number times 4, and action
  std::vector<size_t> first_steps_;  // of each move
  size_t near_ = 0;                  // after how many moves the near way began, or SIZE_MAX
  std::vector<uint32_t> met_;        // the upper halves of hashes, the last one in each place
};

template <typename Number>
void DisplacementBeam::With<Number>::SetSize(BigSize size) {
  if (size == size_) return;
  size_ = size;
  cells_ = static_cast<size_t>(size.cells());
  padded_width_ = size.width + 2;
  padded_cells_ = static_cast<size_t>(padded_width_) * static_cast<size_t>(size.height + 2);
  homes_at_ = (padded_cells_ + 1) / 2 * 2;
  classes_at_ = homes_at_ + cells_ * sizeof(Number);
  board_bytes_ = (classes_at_ + padded_cells_ + 1) / 2 * 2;
  of_home_.resize(cells_);
  size_t cell = 0;
  for (int row = 0; row < size.height; ++row)
    for (int column = 0; column < size.width; ++column, ++cell)
      of_home_[cell] = {static_cast<int16_t>(column), static_cast<int16_t>(row),
                        static_cast<uint16_t>((row + 1) * padded_width_ + column + 1), kEvenWeight};
  step_of_class_.fill(0);
  step_of_class_[static_cast<size_t>(Values::ClassOf(1, 0))] = 1;
  step_of_class_[static_cast<size_t>(Values::ClassOf(-1, 0))] = -1;
  step_of_class_[static_cast<size_t>(Values::ClassOf(0, 1))] = padded_width_;
  step_of_class_[static_cast<size_t>(Values::ClassOf(0, -1))] = -padded_width_;
  // A tile slides left where the blank goes right.
  step_[0] = padded_step_[0] = 1;
  step_[1] = padded_step_[1] = -1;
  step_[2] = size.width;
  step_[3] = -size.width;
  padded_step_[2] = padded_width_;
  padded_step_[3] = -padded_width_;
  for (int corner = 0; corner < Values::kCorners; ++corner)
    padded_corner_[corner] =
        Values::kCornerColumn[corner] + Values::kCornerRow[corner] * padded_width_;
  ways_of_cell_.clear();
  for (const Home& at : of_home_)
    ways_of_cell_.push_back(
        static_cast<uint8_t>((at.column + 1 < size.width) | (at.column > 0) << 1 |
                             (at.row + 1 < size.height) << 2 | (at.row > 0) << 3));
}

template <typename Number>
void DisplacementBeam::With<Number>::SetPhase(Phase phase) {
  phase_ = phase;
  values_ = phase == Phase::kFar    ? &of_phases_.far
            : phase == Phase::kNear ? &of_phases_.near
                                    : &of_phases_.window;
  far_.clear();
  for (int distance = 0; distance <= std::max(size_.width, size_.height); ++distance)
    far_.push_back(values_->OfDistance(distance) * (phase == Phase::kNear ? 1 : kEvenWeight));
  if (phase == Phase::kNear) SetWeights();
  for (int action = 0; action < kSlideWays; ++action) {
    const int side = action < 2 ? size_.width : size_.height;
    moves_[action].resize(static_cast<size_t>(2 * side));
    for (int after = -side; after < side; ++after) {
      const int before = after + (action % 2 == 0 ? 1 : -1);
      const auto far = [&](int cells) { return far_[static_cast<size_t>(std::abs(cells))]; };
      const auto cut = [](int cells) { return std::clamp(cells, -Values::kCut, Values::kCut); };
      if (std::abs(before) > side) continue;  // not on the board
      moves_[action][static_cast<size_t>(after + side)] = {
          far(after) - far(before), static_cast<int8_t>(std::abs(after) - std::abs(before)),
          static_cast<int8_t>((cut(after) - cut(before)) * (action < 2 ? 1 : Values::kSpan))};
    }
  }
}

template <typename Number>
void DisplacementBeam::With<Number>::SetWeights() {
  pair_weight_.assign(cells_ * Values::kDirections, 0);
  for (size_t home = 0; home < cells_; ++home)
    of_home_[home].weight = static_cast<int16_t>(values_->WeightOf(size_, static_cast<int>(home)));
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
  uint8_t* const on_cells = OnCellsOf(0);
  uint8_t* const classes = ClassesOf(0);
  std::fill_n(on_cells, padded_cells_, Values::kNoTile);
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
    classes[of_home_[home].padded] = on_cells[of_home_[cell].padded] =
        static_cast<uint8_t>(Values::ClassOf(columns, rows));
  }
  entries_.assign(1, start);
  places_ = 1;
  free_.clear();
  steps_.assign(1, 0);
  first_steps_.assign(1, 0);
  near_ = SIZE_MAX;
  base_ = 0;
  width_ = 0;
}

template <typename Number>
void DisplacementBeam::With<Number>::SetGroups(bool by_cell) {
  group_of_.assign(cells_, 0);
  if (by_cell) std::iota(group_of_.begin(), group_of_.end(), uint16_t{0});
  of_group_.resize(by_cell ? cells_ : 1);
}

// How many tiles are in the ring of the one at a home, if its class were this, or 0.
template <typename Number>
int DisplacementBeam::With<Number>::RingLength(const uint8_t* at, int of_class) const {
  const uint8_t* next = at;
  for (int tiles = 1; tiles <= Values::kMostOfRing; ++tiles) {
    const int step = step_of_class_[static_cast<size_t>(of_class)];
    if (step == 0) return 0;
    next += step;
    if (next == at) return tiles;
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
                 values_->OfPair(i, *at,
                                 at[Values::kRowStep[i] * padded_width_ + Values::kColumnStep[i]]);
      if (const int length = RingLength(at, *at); length > 0)
        value += kEvenWeight * values_->OfRing(length) / length;  // for each of its tiles
    }
    for (size_t cell = 0; cell < cells_; ++cell) {
      const uint8_t* const at = OnCellsOf(entry.board) + of_home_[cell].padded;
      const Values::OfNeighbours& neighbours = values_->Neighbours(*at);
      value += kEvenWeight * (neighbours[at[1]][0] + neighbours[at[padded_width_]][2]);
    }
    values.push_back(value);
  }
  const int64_t least = *std::min_element(values.begin(), values.end());
  for (size_t i = 0; i < entries_.size(); ++i) {
    Entry& entry = entries_[i];
    entry.value = static_cast<int32_t>(std::min<int64_t>(values[i] - least, kMostValue));
  }
  base_ = 0;
}

template <typename Number>
template <Phase kPhase>
int DisplacementBeam::With<Number>::PairsGain(size_t home, const uint8_t* at, int move,
                                              int after) const {
  const int before = *at;
  const Values::PairChanges& changes = values_->ChangesOf(before, move);
  const uint8_t* const above = at - padded_width_;
  const uint8_t* const below = at + padded_width_;
  const int16_t* const weights =
      kPhase == Phase::kNear ? pair_weight_.data() + home * Values::kDirections : nullptr;
  const auto change = [&](int direction, uint8_t neighbour) {
    const int8_t of_pair = changes[neighbour][direction];
    return kPhase == Phase::kNear ? weights[direction] * of_pair : of_pair;
  };
  // The directions of Values. In a loop, g++ 12 has vectors that wait for stores.
  int gain = change(0, at[1]);
  gain += change(1, below[0]);
  gain += change(2, below[1]);
  gain += change(3, below[-1]);
  gain += change(4, at[-1]);
  gain += change(5, above[0]);
  gain += change(6, above[-1]);
  gain += change(7, above[1]);
  if (kPhase != Phase::kNear) gain *= kEvenWeight;
  return gain + kEvenWeight * (values_->OfRing(RingLength(at, after)) -
                               values_->OfRing(RingLength(at, before)));
}

// Of a tile that goes to where the blank is, the other way than the blank.
template <typename Number>
auto DisplacementBeam::With<Number>::GainOfNeighbours(const uint8_t* at_blank, int action,
                                                      int before, int after) const
    -> NeighboursGain {
  const int back = action ^ 1;
  const int aside = action < 2 ? 2 : 0;  // and the way after it
  const ptrdiff_t step = padded_step_[action];
  const ptrdiff_t aside_step = padded_step_[aside];
  const uint8_t* const at_tile = at_blank + step;
  const int beyond = at_tile[step], one_side = at_tile[aside_step], other = at_tile[-aside_step];
  int of_corners = 0;
  for (int corner = 0; corner < Values::kCorners; ++corner)
    of_corners += values_->OfCorner(corner, at_tile[padded_corner_[corner]]);
  const Values::OfNeighbours& of_before = values_->Neighbours(before);
  const Values::OfNeighbours& of_after = values_->Neighbours(after);
  return {kEvenWeight * (of_after[at_blank[-step]][back] + of_after[at_blank[aside_step]][aside] +
                         of_after[at_blank[-aside_step]][aside + 1] - of_before[beyond][action] -
                         of_before[one_side][aside] - of_before[other][aside + 1]),
          kEvenWeight *
              (values_->OfBlank(action, beyond) + values_->OfBlank(aside, one_side) +
               values_->OfBlank(aside + 1, other) + values_->OfBlank(back, after) + of_corners)};
}

template <typename Number>
template <Phase kPhase>
int64_t DisplacementBeam::With<Number>::ExpandBy(int moves_left) {
  // Boards wait to be read from memory: what the next ones will read is asked for in time. Tiles
  // around the blank have their homes there, too.
  constexpr size_t kAhead = 6;
  GrowTo(3 * entries_.size() + 1, &candidates_);
  std::fill(of_group_.begin(), of_group_.end(), 0);
  Candidate* candidate = candidates_.data();
  const Entry* const entries = entries_.data();
  const size_t count = entries_.size();
  const Home* const of_home = of_home_.data();
  const uint8_t* const ways_of_cell = ways_of_cell_.data();
  const AxisMove* moves[kSlideWays];
  for (int i = 0; i < kSlideWays; ++i) moves[i] = moves_[i].data() + moves_[i].size() / 2;
  uint32_t* const of_group = of_group_.data();
  const uint16_t* const group_of = group_of_.data();
  const int width = size_.width;
  int32_t least = INT32_MAX;
  int32_t least_key = INT32_MAX;
  for (size_t i = 0; i < count; ++i) {
    if (i + kAhead < count) {
      const Entry& ahead = entries[i + kAhead];
      const Number* const homes = HomesOf(ahead.board) + ahead.blank;
      __builtin_prefetch(homes);
      __builtin_prefetch(homes + width);
      __builtin_prefetch(homes - width);
      const auto prepare = [&](const uint8_t* classes) {
        const uint8_t* const at = classes + of_home[ahead.blank].padded;
        __builtin_prefetch(at);
        __builtin_prefetch(at - 2 * width);
        __builtin_prefetch(at + 2 * width);
      };
      if (HasPairs(kPhase)) prepare(ClassesOf(ahead.board));
      if (HasNeighbours(kPhase)) prepare(OnCellsOf(ahead.board));
    }
    const Entry& entry = entries[i];
    const Number* const homes = HomesOf(entry.board);
    const uint8_t* const classes = ClassesOf(entry.board);
    const uint8_t* const at_blank = OnCellsOf(entry.board) + of_home[entry.blank].padded;
    const int column = of_home[entry.blank].column;
    const int row = of_home[entry.blank].row;
    for (uint32_t left = ways_of_cell[entry.blank] & kWaysAfter[entry.last + 1]; left != 0;
         left &= left - 1) {
      const int action = std::countr_zero(left);
      const int to = entry.blank + step_[action];
      const size_t tile = homes[to];
      const Home& home = of_home[tile];
      // The tile comes to where the blank is, and goes the other way.
      const AxisMove& move = moves[action][action < 2 ? column - home.column : row - home.row];
      const int distance = entry.distance + move.step;
      if (distance > moves_left) continue;
      int value = entry.value + (kPhase == Phase::kNear ? home.weight * move.gain : move.gain);
      if (HasPairs(kPhase) && move.change != 0) {
        const uint8_t* const at = classes + home.padded;
        value += PairsGain<kPhase>(tile, at, action ^ 1, *at + move.change);
      }
      int key = value;
      if (HasNeighbours(kPhase)) {
        const int before = at_blank[padded_step_[action]];
        const NeighboursGain gain =
            GainOfNeighbours(at_blank, action, before, before + move.change);
        value += gain.of_value;
        key = value + gain.of_key;
      }
      *candidate = {value,
                    key,
                    static_cast<uint32_t>(i),
                    static_cast<uint16_t>(to),
                    static_cast<uint16_t>(tile),
                    static_cast<int8_t>(action),
                    move.step};
      if (distance == 0) {
        candidate_count_ = static_cast<size_t>(candidate + 1 - candidates_.data());
        return static_cast<int64_t>(candidate_count_) - 1;
      }
      least = std::min(least, value);
      least_key = std::min(least_key, key);
      ++of_group[group_of[to]];
      ++candidate;
    }
  }
  candidate_count_ = static_cast<size_t>(candidate - candidates_.data());
  least_ = least;
  least_key_ = least_key;
  return -1;
}

template <typename Number>
int64_t DisplacementBeam::With<Number>::Expand(int moves_left) {
  const int64_t goal = phase_ == Phase::kFar    ? ExpandBy<Phase::kFar>(moves_left)
                       : phase_ == Phase::kNear ? ExpandBy<Phase::kNear>(moves_left)
                                                : ExpandBy<Phase::kWindow>(moves_left);
  looked_at_ += candidate_count_;
  return goal;
}

template <typename Number>
void DisplacementBeam::With<Number>::Choose(size_t width) {
  // The keys of a group lie together.
  const size_t count = candidate_count_;
  GrowTo(count, &keys_);
  GrowTo(count, &chosen_);
  uint64_t* const keys = keys_.data();
  uint32_t* const end_of_group = of_group_.data();
  std::exclusive_scan(of_group_.begin(), of_group_.end(), of_group_.begin(), 0u);
  const Candidate* const candidates = candidates_.data();
  for (uint32_t i = 0; i < count; ++i)
    keys[end_of_group[group_of_[candidates[i].to]]++] =
        static_cast<uint64_t>(candidates[i].key - least_key_) << 32 | i;
  is_chosen_.assign(count, 0);
  uint8_t* const is_chosen = is_chosen_.data();
  size_t begin = 0;
  for (size_t group = 0; group < of_group_.size(); ++group) {
    const size_t end = of_group_[group];
    MarkLeast(keys + begin, end - begin, width, is_chosen);
    begin = end;
  }
  // In the order of their parents, whose boards lie together.
  Chosen* chosen = chosen_.data();
  for (uint32_t i = 0; i < count; ++i) {
    *chosen = {0, i};
    chosen += is_chosen[i];
  }
  chosen_count_ = static_cast<size_t>(chosen - chosen_.data());
}

template <typename Number>
void DisplacementBeam::With<Number>::DropMet() {
  constexpr size_t kAhead = 16;
  const Candidate* const candidates = candidates_.data();
  const Entry* const entries = entries_.data();
  uint32_t* const met = met_.data();
  const size_t places = met_.size() - 1;
  Chosen* const chosen = chosen_.data();
  chosen_of_.assign(entries_.size(), 0);
  uint8_t* const chosen_of = chosen_of_.data();
  const size_t count = chosen_count_;
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
    const bool is_new = place != mark;
    place = mark;
    chosen_of[candidates[chosen[i].candidate].parent] += is_new;
    chosen[kept] = chosen[i];
    kept += is_new;
  }
  chosen_count_ = kept;
}

template <typename Number>
void DisplacementBeam::With<Number>::MakeChosen() {
  const size_t parents = entries_.size();
  uint8_t* const chosen_of = chosen_of_.data();
  const size_t free = free_.size();
  free_.resize(free + parents);
  uint32_t* end_of_free = free_.data() + free;
  for (size_t i = 0; i < parents; ++i) {
    *end_of_free = entries_.data()[i].board;
    end_of_free += chosen_of[i] == 0;
  }
  free_.resize(static_cast<size_t>(end_of_free - free_.data()));
  parents_.swap(entries_);
  const size_t first_byte = HasNeighbours(phase_) ? 0 : homes_at_;
  const size_t end_byte = HasPairs(phase_) ? board_bytes_ : classes_at_;
  const size_t first_step = steps_.size();
  first_steps_.push_back(first_step);
  steps_.resize(first_step + chosen_count_);
  entries_.resize(chosen_count_);
  GrowTo(chosen_count_, &copies_);
  const Candidate* const candidates = candidates_.data();
  const Chosen* const chosen = chosen_.data();
  const Entry* const of_parent = parents_.data();
  Entry* const entries = entries_.data();
  // The last one of a parent has its place, the others copies, made while that is as it was.
  uint32_t* const copies = copies_.data();
  size_t copy_count = 0;
  for (uint32_t i = 0; i < chosen_count_; ++i) {
    const uint32_t parent = candidates[chosen[i].candidate].parent;
    entries[i].board = of_parent[parent].board;
    copies[copy_count] = i;
    copy_count += --chosen_of[parent] > 0;
  }
  for (size_t i = 0; i < copy_count; ++i) {
    if (free_.empty()) {
      free_.push_back(places_++);
      if (boards_.size() < places_ * board_bytes_) boards_.resize(2 * places_ * board_bytes_);
    }
    uint32_t& board = entries[copies[i]].board;
    memcpy(OnCellsOf(free_.back()) + first_byte, OnCellsOf(board) + first_byte,
           end_byte - first_byte);
    board = free_.back();
    free_.pop_back();
  }
  constexpr size_t kAhead = 8;
  const Home* const of_home = of_home_.data();
  uint32_t* const steps = steps_.data() + first_step;
  for (size_t i = 0; i < chosen_count_; ++i) {
    if (i + kAhead < chosen_count_) {
      const Candidate& ahead = candidates[chosen[i + kAhead].candidate];
      __builtin_prefetch(HomesOf(entries[i + kAhead].board) + ahead.to, 1);
      __builtin_prefetch(ClassesOf(entries[i + kAhead].board) + of_home[ahead.home].padded, 1);
      __builtin_prefetch(OnCellsOf(entries[i + kAhead].board) + of_home[ahead.to].padded, 1);
    }
    const Candidate& candidate = candidates[chosen[i].candidate];
    const Entry& parent = of_parent[candidate.parent];
    const uint32_t board = entries[i].board;
    Number* const homes = HomesOf(board);
    homes[parent.blank] = static_cast<Number>(candidate.home);
    homes[candidate.to] = blank_home_;
    const Home& home = of_home[candidate.home];
    const Home& at = of_home[parent.blank];
    const auto after =
        static_cast<uint8_t>(Values::ClassOf(at.column - home.column, at.row - home.row));
    if (HasPairs(phase_)) ClassesOf(board)[home.padded] = after;
    if (HasNeighbours(phase_)) {
      OnCellsOf(board)[at.padded] = after;
      OnCellsOf(board)[of_home[candidate.to].padded] = Values::kNoTile;
    }
    steps[i] = candidate.parent << 2 | static_cast<uint32_t>(candidate.action);
    entries[i] = {chosen[i].hash,
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
DisplacementBeam::Kept DisplacementBeam::With<Number>::LastKept() const {
  Kept kept{{}, near_};
  for (size_t i = 0; i < first_steps_.size(); ++i) {
    const size_t end = i + 1 < first_steps_.size() ? first_steps_[i + 1] : steps_.size();
    kept.boards.push_back(
        absl::MakeConstSpan(steps_).subspan(first_steps_[i], end - first_steps_[i]));
  }
  return kept;
}

template <typename Number>
size_t DisplacementBeam::With<Number>::WidthOfGroups(const EffortMeter& meter, int distance) {
  // What a width of one took in the last move, or by a guess.
  const double of_one = width_ == 0 ? kLookedAtPerCell * static_cast<double>(of_group_.size())
                                    : static_cast<double>(candidate_count_) / width_;
  const double moves = MovesToHome(size_, distance);
  const double width = meter.BoardsLeft() / (of_one * moves);
  // All moves to come have to fit in memory.
  const double steps =
      kMostStepsHeld - std::min(kMostStepsHeld, static_cast<double>(steps_.size()));
  const double most = steps / (static_cast<double>(of_group_.size()) * moves);
  width_ = std::max(1.0, std::min({width, most, kMostOfACell}));
  return static_cast<size_t>(std::lround(width_));
}

template <typename Number>
BeamWay DisplacementBeam::With<Number>::Search(const BeamTask& task, const BeamEffort& effort) {
  const EffortMeter meter(effort, looked_at_);
  SetSize(task.size);
  SetStart(task);
  if (entries_[0].distance == 0) return {{}, true};
  const bool is_far = task.width == 0;
  SetGroups(is_far);
  SetPhase(is_far ? Phase::kFar : Phase::kWindow);
  if (met_.empty()) met_.resize(kLeastMetPlaces, 0);
  salt_ = PlacedHash(1, ++searches_);
  struct {
    int64_t value;
    int distance;
    size_t moves = 0;
    size_t entry = 0;
  } best = {entries_[0].value, entries_[0].distance};
  for (size_t moves = 1; moves <= task.most && !meter.IsSpent(); ++moves) {
    if (phase_ == Phase::kFar && IsNear(size_, best.distance)) {
      BeginNear();
      near_ = moves - 1;
      best.value = INT64_MAX;
    }
    if (const int64_t goal = Expand(static_cast<int>(task.most - moves)); goal >= 0) {
      const Candidate& last = candidates_[static_cast<size_t>(goal)];
      return {LettersTo(moves - 1, last.parent) + kSlideLetters[last.action], true};
    }
    Choose(is_far ? WidthOfGroups(meter, best.distance) : task.width);
    DropMet();
    MakeChosen();
    if (entries_.empty()) break;
    for (size_t i = 0; i < entries_.size(); ++i)
      if (base_ + entries_[i].value < best.value)
        best = {base_ + entries_[i].value, entries_[i].distance, moves, i};
    if (const size_t places = std::bit_ceil(8 * entries_.size());
        places > met_.size() && met_.size() < kMostMetPlaces)
      met_.assign(std::min(places, kMostMetPlaces), 0);
  }
  return {LettersTo(best.moves, best.entry), false};
}

DisplacementBeam::DisplacementBeam(const BeamValues& values, uint64_t* looked_at)
    : looked_at_(*looked_at),
      small_(new With<uint8_t>(values, looked_at)),
      large_(new With<uint16_t>(values, looked_at)) {}

DisplacementBeam::~DisplacementBeam() = default;

double DisplacementBeam::BoardsToHome(BigSize size, int64_t distance) {
  return kLookedAtPerCell * size.cells() * MovesToHome(size, distance);
}

BeamWay DisplacementBeam::Search(const BeamTask& task, const BeamEffort& effort) {
  last_is_small_ = task.size.cells() <= UINT8_MAX + 1;
  return last_is_small_ ? small_->Search(task, effort) : large_->Search(task, effort);
}

DisplacementBeam::Kept DisplacementBeam::LastKept() const {
  return last_is_small_ ? small_->LastKept() : large_->LastKept();
}

}  // namespace tilebase
