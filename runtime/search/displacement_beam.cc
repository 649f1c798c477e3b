// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/displacement_beam.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "runtime/search/board_pool.h"
#include "runtime/search/displacement_gains.h"
#include "runtime/search/least_keys.h"
#include "runtime/search/met_boards.h"
#include "runtime/search/trail.h"

namespace tilebase {
namespace {

using Values = DisplacementValues;
using Home = DisplacementGains::Home;
using AxisMove = DisplacementGains::AxisMove;

constexpr int kSlideWays = DisplacementGains::kSlideWays;
constexpr char kSlideLetters[] = "LRUD";
constexpr uint8_t kWaysAfter[kSlideWays + 1] = {15, 13, 14, 7, 11};  // by the last action + 1
constexpr int32_t kMostValue = INT32_MAX / 2;                        // above the least

// The near phase begins when tiles are this many cells from home on average (docs/notes/any.md).
constexpr double kNearDistance = 3;
// Boards looked at per cell and move, with one board kept per cell.
constexpr double kLookedAtPerCell = 2.4;
// Expected moves for each step that tiles are from home. At the end, when tiles are kEndDistance
// cells from home on average, a step takes more, because the blank is far from the tiles that are
// not home.
constexpr double kMovesPerStep = 1.5;
constexpr double kEndMovesPerStep = 3;
constexpr double kEndDistance = 0.5;
constexpr double kMostOfACell = 1000;  // boards kept per cell

bool IsNear(BigSize size, int64_t distance) {
  return static_cast<double>(distance) <= kNearDistance * size.cells();
}

// Estimates the moves home.
double MovesToHome(BigSize size, int64_t distance) {
  const double all = static_cast<double>(distance);
  const double in_end = std::min(all, kEndDistance * size.cells());
  return kMovesPerStep * (all - in_end) + kEndMovesPerStep * in_end;
}

struct Entry {
  uint64_t hash;
  int32_t value;
  int32_t distance;  // from home, summed over all tiles
  uint32_t board;    // its place
  uint16_t blank;
  int8_t last;  // the last action, or -1
};
struct Candidate {
  int32_t value;
  int32_t key;  // the value plus the part of the tiles around the blank
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

}  // namespace

class DisplacementBeam::Work {
 public:
  Work(const BeamValues& values, uint64_t* looked_at) : gains_(values), looked_at_(*looked_at) {}

  BeamWay Search(const BeamTask& task, const BeamEffort& effort);
  Kept LastKept() const;

 private:
  void SetSize(BigSize size);
  void SetStart(const BeamTask& task);
  // Makes a group for each cell of the blank, or one group.
  void SetGroups(bool by_cell);
  // Begins the near phase, and computes the values of all boards in it.
  void BeginNear();

  // Finds the successors that can reach the goal in `moves_left` more moves. Returns the number of
  // a candidate that is the goal, or -1.
  int64_t Expand(int moves_left);
  template <Phase kPhase>
  int64_t ExpandBy(int moves_left);
  // Chooses the best `width` of each group.
  void Choose(size_t width);
  // Drops chosen boards that were met before, and counts the others by parent.
  void DropMet();
  // Replaces the layer by the chosen boards.
  void MakeChosen();
  // Returns how many boards a group may keep, by the remaining effort and an estimate of the
  // remaining moves.
  size_t WidthOfGroups(const EffortMeter& meter, int distance);
  // Returns the path to a board of the layer.
  std::string LettersTo(size_t entry) const {
    return trail_.LettersTo(first_moves_.back() + static_cast<uint32_t>(entry));
  }

  // A board: the classes of the tiles by their cells, the homes of what is on its cells, and the
  // classes by their homes. Windows do not use the first, the far phase does not use the last.
  uint8_t* OnCellsOf(uint32_t board) { return boards_.At(board); }
  uint16_t* HomesOf(uint32_t board) {
    return reinterpret_cast<uint16_t*>(OnCellsOf(board) + homes_at_);
  }
  uint8_t* ClassesOf(uint32_t board) { return OnCellsOf(board) + classes_at_; }

  DisplacementGains gains_;
  uint64_t& looked_at_;

  size_t homes_at_ = 0;  // in a board
  size_t classes_at_ = 0;
  size_t board_bytes_ = 0;
  uint16_t blank_home_ = 0;

  BoardPool boards_;
  std::vector<Entry> entries_;
  std::vector<Entry> parents_;
  int64_t base_ = 0;  // subtracted from all values

  // Candidates of the same group compete: those with the blank on one cell, or all of them.
  std::vector<Candidate> candidates_;  // the first candidate_count_
  size_t candidate_count_ = 0;
  std::vector<uint16_t> group_of_;  // by cell
  std::vector<uint32_t> of_group_;  // number of candidates
  int32_t least_ = 0;               // of the candidates' values
  int32_t least_key_ = 0;
  double width_ = 0;            // boards of a group in the last layer
  std::vector<Chosen> chosen_;  // the first chosen_count_
  size_t chosen_count_ = 0;
  std::vector<uint8_t> chosen_of_;  // by parent: how many of its candidates
  std::vector<uint64_t> keys_;      // of groups, one after the other
  std::vector<uint8_t> is_chosen_;  // by candidate

  MetBoards met_;
  Trail trail_;
  std::vector<uint32_t> first_moves_;  // in the trail, of each move's boards
  size_t near_ = 0;                    // moves before the near phase, or SIZE_MAX
};

void DisplacementBeam::Work::SetSize(BigSize size) {
  gains_.SetSize(size);
  homes_at_ = (gains_.padded_cells() + 1) / 2 * 2;
  classes_at_ = homes_at_ + gains_.cells() * sizeof(uint16_t);
  board_bytes_ = (classes_at_ + gains_.padded_cells() + 1) / 2 * 2;
}

void DisplacementBeam::Work::SetStart(const BeamTask& task) {
  const Home* const of_home = gains_.homes();
  blank_home_ = static_cast<uint16_t>(task.homes[static_cast<size_t>(task.blank)]);
  boards_.Begin(board_bytes_);
  Entry start = {};
  start.board = boards_.New();
  start.blank = static_cast<uint16_t>(task.blank);
  start.last = -1;
  std::copy(task.homes.begin(), task.homes.end(), HomesOf(start.board));
  uint8_t* const on_cells = OnCellsOf(start.board);
  uint8_t* const classes = ClassesOf(start.board);
  std::fill_n(on_cells, gains_.padded_cells(), Values::kNoTile);
  std::fill_n(classes, gains_.padded_cells(), Values::kNoTile);
  for (size_t cell = 0; cell < gains_.cells(); ++cell) {
    const uint16_t home = task.homes[cell];
    if (home == blank_home_) continue;
    const int columns = of_home[cell].column - of_home[home].column;
    const int rows = of_home[cell].row - of_home[home].row;
    start.distance += std::abs(rows) + std::abs(columns);
    start.hash ^= PlacedHash(home, cell);
    classes[of_home[home].padded] = on_cells[of_home[cell].padded] =
        static_cast<uint8_t>(Values::ClassOf(columns, rows));
  }
  entries_.assign(1, start);
  trail_.Begin();
  first_moves_.assign(1, 0);
  met_.Begin();
  near_ = SIZE_MAX;
  base_ = 0;
  width_ = 0;
}

void DisplacementBeam::Work::SetGroups(bool by_cell) {
  group_of_.assign(gains_.cells(), 0);
  if (by_cell) std::iota(group_of_.begin(), group_of_.end(), uint16_t{0});
  of_group_.resize(by_cell ? gains_.cells() : 1);
}

void DisplacementBeam::Work::BeginNear() {
  gains_.SetPhase(Phase::kNear);
  std::vector<int64_t> values;
  for (const Entry& entry : entries_)
    values.push_back(gains_.ValueOf(HomesOf(entry.board), blank_home_, OnCellsOf(entry.board),
                                    ClassesOf(entry.board)));
  const int64_t least = *std::min_element(values.begin(), values.end());
  for (size_t i = 0; i < entries_.size(); ++i)
    entries_[i].value = static_cast<int32_t>(std::min<int64_t>(values[i] - least, kMostValue));
  base_ = 0;
}

template <Phase kPhase>
int64_t DisplacementBeam::Work::ExpandBy(int moves_left) {
  // Prefetches what the next boards will read. The tiles around the blank have their homes near its
  // cell, too.
  constexpr size_t kAhead = 6;
  GrowTo(MostChildren(entries_.size()), &candidates_);
  std::fill(of_group_.begin(), of_group_.end(), 0);
  Candidate* candidate = candidates_.data();
  const Entry* const entries = entries_.data();
  const size_t count = entries_.size();
  const Home* const of_home = gains_.homes();
  const uint8_t* const ways_of_cell = gains_.ways_of_cell();
  const AxisMove* moves[kSlideWays];
  for (int i = 0; i < kSlideWays; ++i) moves[i] = gains_.moves(i);
  uint32_t* const of_group = of_group_.data();
  const uint16_t* const group_of = group_of_.data();
  const int width = gains_.size().width;
  int32_t least = INT32_MAX;
  int32_t least_key = INT32_MAX;
  for (size_t i = 0; i < count; ++i) {
    if (i + kAhead < count) {
      const Entry& ahead = entries[i + kAhead];
      const uint16_t* const homes = HomesOf(ahead.board) + ahead.blank;
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
    const uint16_t* const homes = HomesOf(entry.board);
    const uint8_t* const classes = ClassesOf(entry.board);
    const uint8_t* const at_blank = OnCellsOf(entry.board) + of_home[entry.blank].padded;
    const int column = of_home[entry.blank].column;
    const int row = of_home[entry.blank].row;
    for (uint32_t left = ways_of_cell[entry.blank] & kWaysAfter[entry.last + 1]; left != 0;
         left &= left - 1) {
      const int action = std::countr_zero(left);
      const int to = entry.blank + gains_.step(action);
      const size_t tile = homes[to];
      const Home& home = of_home[tile];
      // The tile moves to the blank's cell, against the blank.
      const AxisMove& move = moves[action][action < 2 ? column - home.column : row - home.row];
      const int distance = entry.distance + move.step;
      if (distance > moves_left) continue;
      int value = entry.value + (kPhase == Phase::kNear ? home.weight * move.gain : move.gain);
      if (HasPairs(kPhase) && move.change != 0) {
        const uint8_t* const at = classes + home.padded;
        value += gains_.PairsGain<kPhase>(tile, at, action ^ 1, *at + move.change);
      }
      int key = value;
      if (HasNeighbours(kPhase)) {
        const int before = at_blank[gains_.padded_step(action)];
        const DisplacementGains::NeighboursGain gain =
            gains_.GainOfNeighbours(at_blank, action, before, before + move.change);
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

int64_t DisplacementBeam::Work::Expand(int moves_left) {
  const int64_t goal = gains_.phase() == Phase::kFar    ? ExpandBy<Phase::kFar>(moves_left)
                       : gains_.phase() == Phase::kNear ? ExpandBy<Phase::kNear>(moves_left)
                                                        : ExpandBy<Phase::kWindow>(moves_left);
  looked_at_ += candidate_count_;
  return goal;
}

void DisplacementBeam::Work::Choose(size_t width) {
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

void DisplacementBeam::Work::DropMet() {
  constexpr size_t kAhead = 16;
  const Candidate* const candidates = candidates_.data();
  const Entry* const entries = entries_.data();
  const MetBoards::View met = met_.view();
  Chosen* const chosen = chosen_.data();
  chosen_of_.assign(entries_.size(), 0);
  uint8_t* const chosen_of = chosen_of_.data();
  const size_t count = chosen_count_;
  const auto prepare = [&](Chosen& one) {
    const Candidate& candidate = candidates[one.candidate];
    const Entry& parent = entries[candidate.parent];
    one.hash = parent.hash ^ PlacedHash(candidate.home, candidate.to) ^
               PlacedHash(candidate.home, parent.blank);
    met.Prepare(one.hash);
  };
  for (size_t i = 0; i < std::min(kAhead, count); ++i) prepare(chosen[i]);
  size_t kept = 0;
  for (size_t i = 0; i < count; ++i) {
    if (i + kAhead < count) prepare(chosen[i + kAhead]);
    const bool is_new = met.Meet(chosen[i].hash);
    chosen_of[candidates[chosen[i].candidate].parent] += is_new;
    chosen[kept] = chosen[i];
    kept += is_new;
  }
  chosen_count_ = kept;
}

void DisplacementBeam::Work::MakeChosen() {
  parents_.swap(entries_);
  entries_.resize(chosen_count_);
  const Candidate* const candidates = candidates_.data();
  const Chosen* const chosen = chosen_.data();
  const Phase phase = gains_.phase();
  boards_.HandOn(
      parents_, [&](size_t i) { return candidates[chosen[i].candidate].parent; }, chosen_of_.data(),
      HasNeighbours(phase) ? 0 : homes_at_, HasPairs(phase) ? board_bytes_ : classes_at_,
      &entries_);
  constexpr size_t kAhead = 8;
  const Entry* const of_parent = parents_.data();
  Entry* const entries = entries_.data();
  const Home* const of_home = gains_.homes();
  const uint32_t first_parent = first_moves_.back();
  first_moves_.push_back(static_cast<uint32_t>(trail_.size()));
  uint32_t* const moves = trail_.Extend(chosen_count_);
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
    uint16_t* const homes = HomesOf(board);
    homes[parent.blank] = static_cast<uint16_t>(candidate.home);
    homes[candidate.to] = blank_home_;
    const Home& home = of_home[candidate.home];
    const Home& at = of_home[parent.blank];
    const auto after =
        static_cast<uint8_t>(Values::ClassOf(at.column - home.column, at.row - home.row));
    if (HasPairs(phase)) ClassesOf(board)[home.padded] = after;
    if (HasNeighbours(phase)) {
      OnCellsOf(board)[at.padded] = after;
      OnCellsOf(board)[of_home[candidate.to].padded] = Values::kNoTile;
    }
    moves[i] =
        Trail::Move(first_parent + candidate.parent, static_cast<uint32_t>(candidate.action));
    entries[i] = {chosen[i].hash,
                  std::min(candidate.value - least_, kMostValue),
                  parent.distance + candidate.step,
                  board,
                  candidate.to,
                  candidate.action};
  }
  base_ += least_;
}

DisplacementBeam::Kept DisplacementBeam::Work::LastKept() const {
  Kept kept{{}, near_};
  for (size_t i = 0; i < first_moves_.size(); ++i) {
    const size_t end = i + 1 < first_moves_.size() ? first_moves_[i + 1] : trail_.size();
    const uint32_t first_parent = i == 0 ? 0 : first_moves_[i - 1];
    kept.boards.emplace_back();
    for (const uint32_t move : trail_.moves().subspan(first_moves_[i], end - first_moves_[i]))
      kept.boards.back().push_back(Trail::Move((move >> 2) - first_parent, move & 3));
  }
  return kept;
}

size_t DisplacementBeam::Work::WidthOfGroups(const EffortMeter& meter, int distance) {
  const auto groups = static_cast<double>(of_group_.size());
  // Boards looked at for each board of a group: as in the last layer, or an estimate.
  const double of_one =
      width_ == 0 ? kLookedAtPerCell * groups : static_cast<double>(candidate_count_) / width_;
  const double moves = MovesToHome(gains_.size(), distance);
  const double width = meter.BoardsLeft() / (of_one * moves);
  const double most = trail_.Left() / (groups * moves);
  width_ = std::max(1.0, std::min({width, most, kMostOfACell}));
  return static_cast<size_t>(std::lround(width_));
}

BeamWay DisplacementBeam::Work::Search(const BeamTask& task, const BeamEffort& effort) {
  const EffortMeter meter(effort, looked_at_);
  SetSize(task.size);
  SetStart(task);
  if (entries_[0].distance == 0) return {{}, true};
  const bool is_far = task.width == 0;
  SetGroups(is_far);
  gains_.SetPhase(is_far ? Phase::kFar : Phase::kWindow);
  struct {
    int64_t value;
    int distance;
    uint32_t number = 0;  // in the trail
  } best = {entries_[0].value, entries_[0].distance};
  for (size_t moves = 1; moves <= task.most && !meter.IsSpent(MostChildren(entries_.size()));
       ++moves) {
    if (gains_.phase() == Phase::kFar && IsNear(task.size, best.distance)) {
      BeginNear();
      near_ = moves - 1;
      best.value = INT64_MAX;
    }
    if (const int64_t goal = Expand(static_cast<int>(task.most - moves)); goal >= 0) {
      const Candidate& last = candidates_[static_cast<size_t>(goal)];
      return {LettersTo(last.parent) + kSlideLetters[last.action], true};
    }
    Choose(is_far ? WidthOfGroups(meter, best.distance) : task.width);
    DropMet();
    MakeChosen();
    if (entries_.empty()) break;
    for (size_t i = 0; i < entries_.size(); ++i)
      if (base_ + entries_[i].value < best.value)
        best = {base_ + entries_[i].value, entries_[i].distance,
                first_moves_.back() + static_cast<uint32_t>(i)};
    met_.Reserve(entries_.size());
  }
  return {trail_.LettersTo(best.number), false};
}

DisplacementBeam::DisplacementBeam(const BeamValues& values, uint64_t* looked_at)
    : looked_at_(*looked_at), work_(new Work(values, looked_at)) {}

DisplacementBeam::~DisplacementBeam() = default;

double DisplacementBeam::BoardsToHome(BigSize size, int64_t distance) {
  return kLookedAtPerCell * size.cells() * MovesToHome(size, distance);
}

BeamWay DisplacementBeam::Search(const BeamTask& task, const BeamEffort& effort) {
  return work_->Search(task, effort);
}

DisplacementBeam::Kept DisplacementBeam::LastKept() const { return work_->LastKept(); }

}  // namespace tilebase
