// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/words/warehouse_values.h"

#include <algorithm>

#include "tables/error.h"

namespace tilebase {
namespace {

// Gives the blank of this index another cell, in order; returns its new index.
int MoveTo(uint16_t* blanks, int count, int index, uint16_t cell) {
  for (; index > 0 && blanks[index - 1] > cell; --index) blanks[index] = blanks[index - 1];
  for (; index + 1 < count && blanks[index + 1] < cell; ++index) blanks[index] = blanks[index + 1];
  blanks[index] = cell;
  return index;
}

// Chooses a subset from its last blank to its first.
template <bool kIsLone, typename Visit>
struct SubsetWalk {
  const WordRanking& ranking;
  const Yard& yard;
  const uint16_t* const blanks;
  const int required;  // the index of a blank that all have; -1: none
  Visit visit;
  uint16_t subset[kMaxWordBlanks] = {};

  // Chooses the first `count` blanks of the subset among the first `end`. `row` is what the others
  // add to the row; `load` the load's position among the cells without them, if it is alone.
  // Returns false to stop.
  bool Choose(int count, int end, uint64_t row, int load) {
    const bool must = required >= 0 && required < end;
    const int begin = must ? std::max(required, count - 1) : count - 1;
    if (must && count == 1) end = required + 1;
    for (int i = begin; i < end; ++i) {
      const uint16_t cell = blanks[i];
      subset[count - 1] = cell;
      const uint64_t with = row + ranking.Choose(cell, count);
      const int at = load - (cell < yard.load[0]);
      if (count > 1 ? !Choose(count - 1, i, with, at) : !visit(StateAt(with, at), subset))
        return false;
    }
    return true;
  }

  uint64_t StateAt(uint64_t row, int load) const {
    uint64_t state = row * ranking.slice();
    if (kIsLone) return state + static_cast<uint64_t>(load);
    if (ranking.slice() == 1) return state;
    for (int i = 0; i < yard.loads; ++i) {
      const int below = static_cast<int>(
          std::lower_bound(subset, subset + ranking.blanks(), yard.load[i]) - subset);
      state += ranking.Choose(yard.load[i] - below, i + 1);
    }
    return state;
  }
};

}  // namespace

bool Yard::HasBlank(int cell) const {
  return std::find(blank, blank + blanks, cell) != blank + blanks;
}

bool operator==(const Yard& a, const Yard& b) {
  return std::equal(a.blank, a.blank + a.blanks, b.blank, b.blank + b.blanks) &&
         std::equal(a.load, a.load + a.loads, b.load, b.load + b.loads);
}

absl::Status YardValues::Check(const WordSet& set) {
  const WordProblem& problem = set.problem();
  const size_t loads = problem.symbols[0].count;
  bool is_warehouse = problem.symbols.size() <= 2 && problem.symbols[0].label != 0 &&
                      loads <= kMaxYardLoads && (problem.symbols.size() == 1 || problem.has_rest());
  for (const WordGoal& goal : problem.goals)
    is_warehouse =
        is_warehouse && goal.cost == 0 &&
        static_cast<size_t>(std::count(goal.cell.begin(), goal.cell.end(), 1)) == loads &&
        static_cast<size_t>(std::count(goal.cell.begin(), goal.cell.end(), WordGoal::kAny)) +
                loads ==
            goal.cell.size();
  if (is_warehouse) return absl::OkStatus();
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.where = set.name(),
                    .what = "more blanks or loads than the table has, or loads that leave",
                    .expected = "exactly the table's: only a table of a warehouse, whose goals are "
                                "cells for loads, answers for more"});
}

YardValues::YardValues(const WordSet* set)
    : set_(set), is_goal_(problem().open.size()), distance_(problem().open.size(), UINT32_MAX) {
  std::vector<int> queue;
  for (const WordGoal& goal : problem().goals)
    for (size_t cell = 0; cell < goal.cell.size(); ++cell)
      if (goal.cell[cell] == 1 && !is_goal_[cell]) {
        is_goal_[cell] = true;
        distance_[cell] = 0;
        queue.push_back(static_cast<int>(cell));
      }
  for (size_t i = 0; i < queue.size(); ++i)
    for (int direction = 0; direction < 4; ++direction) {
      const int next = set_->moves().Next(queue[i], direction);
      if (next < 0 || distance_[static_cast<size_t>(next)] != UINT32_MAX) continue;
      distance_[static_cast<size_t>(next)] = distance_[static_cast<size_t>(queue[i])] + 1;
      queue.push_back(next);
    }
  weight_.assign(set_->unreachable() + size_t{1}, 0);
  double weight = 1;
  for (int value = 0; value <= set_->table().max_value(); ++value, weight /= 2)
    weight_[static_cast<size_t>(value)] = weight;
}

template <typename Visit>
void YardValues::Walk(const uint16_t* blanks, int count, const Yard& yard, int required,
                      Visit visit) const {
  const WordRanking& ranking = set_->file().ranking();
  if (yard.loads == 1 && ranking.slice() > 1)
    SubsetWalk<true, Visit>{ranking, yard, blanks, required, visit}.Choose(ranking.blanks(), count,
                                                                           0, yard.load[0]);
  else
    SubsetWalk<false, Visit>{ranking, yard, blanks, required, visit}.Choose(ranking.blanks(), count,
                                                                            0, 0);
}

void YardValues::Add(const uint16_t* blanks, int count, const Yard& yard, int required,
                     YardValue* value) const {
  YardValue sum = *value;
  Walk(blanks, count, yard, required, [&](uint64_t state, const uint16_t*) {
    const uint32_t here = set_->ValueAt(state);
    sum.least = std::min(sum.least, here);
    sum.near += weight_[here];
    return true;
  });
  *value = sum;
}

void YardValues::AddWithout(const Yard& yard, int index, YardValue* value) const {
  uint16_t others[kMaxYardBlanks];
  std::copy_n(yard.blank, index, others);
  std::copy(yard.blank + index + 1, yard.blank + yard.blanks, others + index);
  Add(others, yard.blanks - 1, yard, -1, value);
}

void YardValues::AddMoved(const Yard& yard, int index, uint16_t cell, YardValue* value) const {
  uint16_t blanks[kMaxYardBlanks];
  std::copy_n(yard.blank, yard.blanks, blanks);
  Add(blanks, yard.blanks, yard, MoveTo(blanks, yard.blanks, index, cell), value);
}

YardValue YardValues::ValueOf(const Yard& yard) const {
  YardValue value;
  Add(yard.blank, yard.blanks, yard, -1, &value);
  int first = 0;
  value.least = std::min(value.least, OpenWay(yard, &first));
  return value;
}

void YardValues::ForEachSubset(const Yard& yard, uint32_t value,
                               absl::FunctionRef<bool(const uint16_t* blanks)> use) const {
  Walk(yard.blank, yard.blanks, yard, -1, [&](uint64_t state, const uint16_t* blanks) {
    return set_->ValueAt(state) != value || use(blanks);
  });
}

uint64_t YardValues::StateOf(const Yard& yard, const uint16_t* blanks) const {
  uint64_t found = 0;
  Walk(blanks, this->blanks(), yard, -1, [&](uint64_t state, const uint16_t*) {
    found = state;
    return true;
  });
  return found;
}

bool YardValues::IsGoal(const Yard& yard) const {
  return std::all_of(yard.load, yard.load + yard.loads,
                     [&](uint16_t cell) { return IsGoalCell(cell); });
}

uint32_t YardValues::Distance(const Yard& yard) const {
  uint32_t distance = 0;
  for (int i = 0; i < yard.loads; ++i) distance = std::max(distance, distance_[yard.load[i]]);
  return distance;
}

uint32_t YardValues::OpenWay(const Yard& yard, int* first) const {
  if (yard.loads != 1) return UINT32_MAX;
  if (is_goal_[yard.load[0]]) return 0;
  uint16_t cell[kMaxYardBlanks + 1];  // that are reached, and by which first step
  uint16_t step[kMaxYardBlanks + 1];
  uint32_t moves[kMaxYardBlanks + 1];
  bool reached[kMaxYardBlanks] = {};
  int count = 1;
  cell[0] = yard.load[0];
  moves[0] = 0;
  for (int i = 0; i < count; ++i)
    for (int direction = 0; direction < 4; ++direction) {
      const int next = set_->moves().Next(cell[i], direction);
      if (next < 0) continue;
      const int index = static_cast<int>(
          std::lower_bound(yard.blank, yard.blank + yard.blanks, next) - yard.blank);
      if (index == yard.blanks || yard.blank[index] != next || reached[index]) continue;
      reached[index] = true;
      cell[count] = static_cast<uint16_t>(next);
      step[count] = i == 0 ? cell[count] : step[i];
      moves[count] = moves[i] + 1;
      if (is_goal_[static_cast<size_t>(next)]) {
        *first = step[count];
        return moves[count];
      }
      ++count;
    }
  return UINT32_MAX;
}

bool YardValues::Play(const YardRun& run, Yard* yard) const {
  const int direction = set_->moves().DirectionOf(run.from, run.to);
  int previous = run.from;
  for (int at = run.from; at != run.to; previous = at) {
    at = set_->moves().Next(at, direction);
    if (at < 0 || yard->HasBlank(at)) return false;
    for (int i = 0; i < yard->loads; ++i)
      if (yard->load[i] == at) yard->load[i] = static_cast<uint16_t>(previous);
  }
  if (yard->loads > 1) std::sort(yard->load, yard->load + yard->loads);
  int index =
      static_cast<int>(std::find(yard->blank, yard->blank + yard->blanks, run.from) - yard->blank);
  MoveTo(yard->blank, yard->blanks, index, run.to);
  return true;
}

}  // namespace tilebase
