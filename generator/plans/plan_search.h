// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Finds the best plans under a stored size. At the end there is a plan by rule, for boards of every
// size.
//
// A staged plan is a path from R = {} to all tiles, with a stage as a step. Its costs add up over
// the steps: stored bytes, greatest depth, mean depth. So dynamic programming over the sets R finds
// the plans that no other one beats (the Pareto front): each set keeps the paths to it that no
// other path beats in all three costs.
//
// The sets are those that peeling a board gives: the rest is a rectangle that holds the last cell,
// less some cells from either end of its top row or its left column. Any such set may follow any
// set that it contains, so a stage may span lines: 1-3/4-5,10/6-9 on 5x5 takes the end of the first
// row with the end of the second.

#ifndef TILEBASE_GENERATOR_PLANS_PLAN_SEARCH_H_
#define TILEBASE_GENERATOR_PLANS_PLAN_SEARCH_H_

#include <stdint.h>

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "tables/geometry.h"
#include "tables/subproblem.h"

namespace tilebase {

// Returns all sets of tiles that peeling meets, including {} and all tiles, small ones first.
std::vector<CellMask> PeeledSets(Geometry geometry);

// Returns the stages between peeled sets, on a path from {} to all tiles, that the budget allows:
// no table of the longest chain (enumeration.h) has more entries than the budget could hold
// (LeastStoredBytes, encode.h), or needs more than `memory_bytes` to be made. On a square board,
// reflecting a path gives an equal one; only the path that begins with the lower tiles is returned.
std::vector<Subproblem> StagesToTry(Geometry geometry, uint64_t budget_bytes, uint64_t memory_bytes,
                                    int threads);

struct StageCost {
  uint64_t bytes = 0;
  double mean = 0;
  int worst = 0;
};

struct PricedStage {
  Subproblem stage;
  StageCost cost;
};

struct PricedPlan {
  std::vector<CellMask> goals;
  StageCost cost;  // summed
};

// Returns the plans made of these stages, within the budget, that no other plan beats: none is at
// least as good in bytes, mean and worst case and better in one. If several are equal, the first
// one found stays. Sorted by bytes.
std::vector<PricedPlan> SearchPlans(Geometry geometry, absl::Span<const PricedStage> stages,
                                    uint64_t budget_bytes);

// Writes a plan as ParsePlan reads it, the last of several stages as `rest`.
std::string PlanText(absl::Span<const CellMask> goals);

// A plan by rule, for boards of every size.
//
// The board is peeled: the top row if the rest is at least as high as it is wide, otherwise the
// left column, and so on with the rest. That puts the tiles in an order. A stage takes as many of
// the next tiles as its table may have entries, so a small board is one stage.
//
// Invariant: no stage grows. A stage ends only where every arrangement of the rest can be solved
// (IsSurelyReachable); the last tile of a row is never left alone in its corner.

// Returns the stages' goals. A stage has more than `most_entries` entries only if fewer tiles would
// make a later stage grow: with a limit of 250,000 or more, never on boards of at most 8x8.
std::vector<CellMask> PeeledPlan(Geometry geometry, uint64_t most_entries);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_PLANS_PLAN_SEARCH_H_
