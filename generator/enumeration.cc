// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/enumeration.h"

#include "tables/symmetry.h"

namespace tilebase {
namespace {

bool IsConnected(const Geometry& geometry, CellMask region) {
  return Region(geometry, region & (~region + 1), region) == region;
}

}  // namespace

bool IsSurelyReachable(const Subproblem& subproblem) {
  const Geometry& geometry = subproblem.geometry;
  const CellMask region = subproblem.free_cells();
  if (!IsConnected(geometry, region)) return false;
  bool is_cycle = true;
  for (CellMask rest = region; rest != 0; rest &= rest - 1) {
    const CellMask cell = rest & (~rest + 1);
    if (!IsConnected(geometry, region & ~cell)) return false;
    is_cycle &= Count(Neighbours(geometry, cell) & region) == 2;
  }
  return !is_cycle && Count(region) > 2;
}

absl::Status FollowGrowth(const Subproblem& stage,
                          const std::function<absl::StatusOr<bool>(const Subproblem&)>& solve) {
  for (Subproblem subproblem = stage;; subproblem = subproblem.Grown()) {
    const absl::StatusOr<bool> complete = solve(subproblem);
    if (!complete.ok()) return complete.status();
    if (*complete || subproblem.fixed == 0) return absl::OkStatus();
  }
}

std::vector<Subproblem> LongestChain(const Subproblem& stage) {
  std::vector<Subproblem> chain;
  FollowGrowth(stage, [&](const Subproblem& subproblem) {
    chain.push_back(subproblem);
    return IsSurelyReachable(subproblem);
  }).IgnoreError();  // there is none
  return chain;
}

std::vector<StageChain> EnumerateSubproblems(const Plan& plan) {
  std::vector<StageChain> chains;
  for (size_t stage = 0; stage < plan.stages.size(); ++stage)
    if (plan.TablesOf(stage) == stage)
      chains.push_back({plan.MetricOf(stage), LongestChain(plan.stages[stage])});
  return chains;
}

}  // namespace tilebase
