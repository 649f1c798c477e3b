// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Plans for a warehouse with more blanks than its table: by a rule that takes microseconds a
// decision, and by a beam of yards for shorter ones.
//
// The next step, given a yard:
//
//   1. Take the table's moves of the subsets with the least value: each lowers it by one.
//   2. Every other blank in turn makes a run, or stays, while all runs together are one step of the
//      metric. The steps after which the yard's value is best are kept, up to a width.
//
// In stm and mtm a step is one run, and the one is taken after which the yard's value is best.
//
// The literature's rule is the first of these alone, for one subset. Some of its plans are shorter;
// so both are played, and the shorter plan is kept.
//
// With effort, a beam continues each of its yards with several steps, lets the rule finish those
// that the table calls best, and keeps the yards whose plans are shortest. Its widths double until
// the effort is spent.

#ifndef TILEBASE_RUNTIME_WORDS_WAREHOUSE_SEARCH_H_
#define TILEBASE_RUNTIME_WORDS_WAREHOUSE_SEARCH_H_

#include <stddef.h>
#include <stdint.h>

#include <atomic>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/words/warehouse_values.h"

namespace tilebase {

struct WarehouseEffort {
  uint64_t boards = 0;        // yards that may be valued; 0: the rule alone
  uint64_t microseconds = 0;  // 0: no such limit
  // Ends the search when it is set. May be null.
  const std::atomic<bool>* cancel = nullptr;
  // The yards that were valued are added here. May be null.
  uint64_t* looked_at = nullptr;
};

// The runs of each step; those of one step are made at once.
using YardPlan = std::vector<std::vector<YardRun>>;

// Immutable; all functions are safe from many threads.
class WarehouseSearch {
 public:
  // `values` must outlive the object.
  explicit WarehouseSearch(const YardValues* values) : values_(*values) {}

  // A plan that is no longer than those of the rule and of the literature's rule. Errors:
  // NotFound if no subset can bring the loads to goals; DataLoss if the table leads nowhere.
  absl::StatusOr<YardPlan> Find(const Yard& yard, const WarehouseEffort& effort) const;

  // The literature's rule: one subset's moves, the others stand still; a load that can go to a goal
  // cell over blanks alone does. Errors: those of Find.
  absl::StatusOr<YardPlan> PlayOneSubset(Yard yard) const;

 private:
  struct Step;
  struct Node;
  class Meter;

  // The rule, of this width; its blanks take their turns in one order or in the other. Errors:
  // those of Find.
  absl::StatusOr<YardPlan> PlayRule(Yard yard, size_t width, bool last_first, Meter* meter) const;
  bool is_joint() const { return values_.set().moves().is_joint(); }
  // Calls use(runs) for the table's best moves of the subset.
  template <typename Use>
  void ForEachMove(const Yard& yard, const uint16_t* blanks, Use use) const;
  // The runs of a move in which the yard's other blanks count as loads. In mtm they may take more
  // than one step.
  std::vector<YardRun> RunsOf(const Yard& yard, const WordMove& move) const;
  // Up to `width` steps, the best first.
  std::vector<Step> BestSteps(const Yard& yard, const YardValue& value, size_t width,
                              bool last_first, Meter* meter) const;
  // Lets one blank of the yard run in each of the steps in which it has not, and keeps the best.
  void Extend(uint16_t blank, uint64_t bit, size_t width, std::vector<Step>* steps,
              Meter* meter) const;
  static void KeepBest(size_t width, std::vector<Step>* steps);
  // Looks for a plan of at most `longest` steps. Sets *is_cut if it left out yards.
  bool SearchBeam(const Yard& yard, size_t width, size_t steps, size_t longest, Meter* meter,
                  YardPlan* plan, bool* is_cut) const;

  const YardValues& values_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_WORDS_WAREHOUSE_SEARCH_H_
