// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Which of several optimal actions a table stores: the one place that knows. 41 % of the states of
// {1-5} on the empty 4x4 board have a choice, and the choice decides how well a table compresses.

#ifndef TILEBASE_GENERATOR_TIE_RULE_H_
#define TILEBASE_GENERATOR_TIE_RULE_H_

#include "generator/solver.h"
#include "tables/geometry.h"

namespace tilebase {

// Chooses the actions of consecutive entries of one block. The entry before decides where it can:
// its action is kept as long as it is optimal, or as any action is as good (goal states,
// unreachable ones). Otherwise the lowest-numbered optimal action is taken.
class TieRule {
 public:
  Action Choose(EntrySet entry) {
    if (entry != kGoalEntry && entry != kUnreachableEntry && !(entry & ActionBit(last_)))
      last_ = static_cast<Action>(__builtin_ctz(entry));
    return last_;
  }

 private:
  Action last_ = Action::kLeft;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_TIE_RULE_H_
