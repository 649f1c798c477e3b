// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Every subproblem that a plan can meet, before anything is solved.
//
// A stage meets its own subproblem, and each one grown from it as long as some entry of the one
// before cannot reach its goal. Whether that is so is known without a search where the free cells
// form a region that stays connected when any one cell is taken out and is not a mere cycle: there
// every arrangement of the right parity can be reached (Wilson 1974), and the chain ends. Elsewhere
// only the search tells, and the chain here is the longest possible one.

#ifndef TILEBASE_GENERATOR_ENUMERATION_H_
#define TILEBASE_GENERATOR_ENUMERATION_H_

#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tables/plan.h"
#include "tables/subproblem.h"

namespace tilebase {

// True where every entry is certain to reach the goal; false where only a search can tell.
bool IsSurelyReachable(const Subproblem& subproblem);

// How a stage grows: hands `solve` its subproblem, then each one grown from it, until `solve`
// answers that every entry can reach the goal, or fails, or no tile is left to grow by. Returns the
// error of `solve`.
absl::Status FollowGrowth(const Subproblem& stage,
                          const std::function<absl::StatusOr<bool>(const Subproblem&)>& solve);

// The subproblems of the longest chain that the stage may meet.
std::vector<Subproblem> LongestChain(const Subproblem& stage);

struct StageChain {
  Metric metric = Metric::kMoves;
  std::vector<Subproblem> subproblems;
};

// For each stage that does not use the tables of an earlier one, the subproblems it may meet, in
// the order of Algorithm 2; a pattern has only its own. Those that a build makes are the same
// without, at most, some last ones of each stage.
std::vector<StageChain> EnumerateSubproblems(const Plan& plan);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_ENUMERATION_H_
