// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The best plans under a stored size; and at the end a plan by rule, for boards of every size.
//
// A staged plan is a way from R = {} to all tiles, a stage a step, and what it costs adds up over
// its steps: stored bytes, greatest depth, mean depth. So the plans that no other one beats (the
// Pareto front) are found by dynamic programming over the sets R: each set keeps the ways to it
// that no other way to it beats in all three.
//
// The sets are those that are met when a board is peeled: what is left is a rectangle that holds
// the last cell, less some cells from either end of its top row or its left column. Any such set
// may follow any other that it contains, so a stage may span lines: 1-3/4-5,10/6-9 on 5x5 takes the
// end of the first row with the end of the second.

#ifndef TILEBASE_GENERATOR_PLANS_PLAN_SEARCH_H_
#define TILEBASE_GENERATOR_PLANS_PLAN_SEARCH_H_

#include <stdint.h>

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "tables/geometry.h"
#include "tables/subproblem.h"

namespace tilebase {

// All sets of tiles that peeling meets, {} and all tiles among them, small ones first.
std::vector<CellMask> PeeledSets(Geometry geometry);

// The stages between peeled sets, on a way from {} to all tiles, of which no table of the longest
// chain (enumeration.h) has more entries than the budget could hold (LeastStoredBytes, encode.h),
// or needs more memory to be made. On a square board one of two ways that are reflections of one
// another is enough; the one that begins with the lower tiles is taken.
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

// The plans made of these stages, within the budget, such that no other plan is at least as good in
// bytes, mean and worst and better in one; of equal ones the first found. By bytes, ascending.
std::vector<PricedPlan> SearchPlans(Geometry geometry, absl::Span<const PricedStage> stages,
                                    uint64_t budget_bytes);

// As ParsePlan reads it, the last of several stages as `rest`.
std::string PlanText(absl::Span<const CellMask> goals);

// A plan by rule, for boards of every size.
//
// The board is peeled: the top row where the rest is at least as high as it is wide, else the left
// column, and so on with what is left. That gives the tiles an order. A stage takes as many of the
// next tiles as its table may have entries, so a small board is one stage.
//
// Invariant: no stage grows. A stage ends only where every arrangement of what is left can be
// solved (IsSurelyReachable); the last tile of a row is never left alone in its corner.

// The stages' goals. A stage has more than `most_entries` only where fewer tiles would make a later
// stage grow: never from 250,000 on, on boards of at most 8x8.
std::vector<CellMask> PeeledPlan(Geometry geometry, uint64_t most_entries);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_PLANS_PLAN_SEARCH_H_
