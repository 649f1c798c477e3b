// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What a table of k blanks says of a warehouse with more blanks. Every k of its blanks are a state
// of the table, in which the other blanks count as loads that nobody wants. Each such state's value
// can be reached: the k blanks make their moves and the others stand still. So the least of these
// values says how far it is at most. How many subsets are near the least says how much better it
// may be: see YardValue.

#ifndef TILEBASE_RUNTIME_WORDS_WAREHOUSE_VALUES_H_
#define TILEBASE_RUNTIME_WORDS_WAREHOUSE_VALUES_H_

#include <stdint.h>

#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "runtime/words/word_set.h"
#include "tables/words/word_problem.h"

namespace tilebase {

inline constexpr int kMaxYardBlanks = 64;
inline constexpr int kMaxYardLoads = 8;  // of a table

// A warehouse as it stands: ascending open cells.
struct Yard {
  uint16_t blank[kMaxYardBlanks];
  uint16_t load[kMaxYardLoads];  // those that are wanted
  int blanks = 0;
  int loads = 0;

  bool HasBlank(int cell) const;
  friend bool operator==(const Yard& a, const Yard& b);
};

// A blank's way, over cells without blanks in a line. The tile on each of them slides.
struct YardRun {
  uint16_t from = 0;
  uint16_t to = 0;
};

// How good a yard is. `near` breaks ties: the sum of 2^-value over all subsets, so that two subsets
// weigh as much as one that is a step nearer.
struct YardValue {
  uint32_t least = UINT32_MAX;
  double near = 0;

  friend bool operator<(const YardValue& a, const YardValue& b) {
    return a.least != b.least ? a.least < b.least : a.near > b.near;
  }
};

// Immutable; all functions are safe from many threads.
class YardValues {
 public:
  // Whether the set's goals say where wanted loads go, and nothing else, at no cost. Errors:
  // InvalidArgument.
  static absl::Status Check(const WordSet& set);
  // Requires Check(*set).ok(). `set` must outlive the object.
  explicit YardValues(const WordSet* set);

  const WordSet& set() const { return *set_; }
  const WordProblem& problem() const { return set_->problem(); }
  int blanks() const { return problem().blanks; }  // of the table
  int loads() const { return problem().symbols[0].count; }

  // Requires at least the table's blanks and exactly its loads, as all functions do.
  YardValue ValueOf(const Yard& yard) const;
  // Adds to `value` all subsets of the yard's blanks but the one of this index; or only those with
  // `cell` and without the blank of this index.
  void AddWithout(const Yard& yard, int index, YardValue* value) const;
  void AddMoved(const Yard& yard, int index, uint16_t cell, YardValue* value) const;

  // Calls use(blanks) for each subset of this value; `blanks` are ascending open cells. Until it
  // returns false.
  void ForEachSubset(const Yard& yard, uint32_t value,
                     absl::FunctionRef<bool(const uint16_t* blanks)> use) const;
  // The state of this subset, and of these blanks and loads.
  uint64_t StateOf(const Yard& yard, const uint16_t* blanks) const;

  // Whether every load stands on a goal cell.
  bool IsGoal(const Yard& yard) const;
  bool IsGoalCell(int open) const { return is_goal_[static_cast<size_t>(open)]; }
  // How many cells the load is from the nearest goal cell, walls counted, blanks not; the greatest
  // of several loads. No metric needs less.
  uint32_t Distance(const Yard& yard) const;
  // If one load can go to a goal cell over blanks alone: how many moves that takes, and the blank
  // to which it goes first. UINT32_MAX if it cannot.
  uint32_t OpenWay(const Yard& yard, int* first) const;

  // Makes one run, or tells that it cannot be: a cell on the way is a wall or a blank.
  bool Play(const YardRun& run, Yard* yard) const;
  // Calls use(cell) for each cell of the run but its first, in order. Requires a line of open
  // cells.
  template <typename Use>
  void ForEachCell(const YardRun& run, Use use) const {
    const int direction = set_->moves().DirectionOf(run.from, run.to);
    for (int at = run.from; at != run.to;) use(at = set_->moves().Next(at, direction));
  }

 private:
  // Visits the subsets of `count` ascending blanks: visit(state, subset); of those that have the
  // blank of the index `required` unless that is -1. Until it returns false.
  template <typename Visit>
  void Walk(const uint16_t* blanks, int count, const Yard& yard, int required, Visit visit) const;
  void Add(const uint16_t* blanks, int count, const Yard& yard, int required,
           YardValue* value) const;

  const WordSet* set_;
  std::vector<bool> is_goal_;       // by open cell
  std::vector<uint32_t> distance_;  // of an open cell to the nearest goal cell
  std::vector<double> weight_;      // of each value
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_WORDS_WAREHOUSE_VALUES_H_
