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

std::vector<StageChain> EnumerateSubproblems(const Plan& plan) {
  std::vector<StageChain> chains;
  for (size_t stage = 0; stage < plan.stages.size(); ++stage) {
    if (plan.TablesOf(stage) != stage) continue;
    Subproblem subproblem = plan.stages[stage];
    chains.push_back({plan.MetricOf(stage), {subproblem}});
    if (chains.back().metric == Metric::kPattern) continue;
    while (!IsSurelyReachable(subproblem) && subproblem.fixed != 0) {
      subproblem = subproblem.Grown();
      chains.back().subproblems.push_back(subproblem);
    }
  }
  return chains;
}

}  // namespace tilebase
