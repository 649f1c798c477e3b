// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/solvers/value_iteration.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "generator/solvers/depth_solution.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

// f(s, a) for every state and the actions it allows; slots left over repeat the first.
using Successors = std::array<uint32_t, kActions>;

std::vector<Successors> AllSuccessors(const Subproblem& subproblem, const Ranking& ranking) {
  std::vector<Successors> successors(ranking.size());
  for (uint64_t rank = 0; rank < ranking.size(); ++rank) {
    const Board board = Representative(subproblem, ranking.Unrank(rank));
    int count = 0;
    ForEachSuccessor(subproblem, ranking, board, rank, [&](Action, uint64_t next) {
      successors[rank][static_cast<size_t>(count++)] = static_cast<uint32_t>(next);
    });
    // A blank that is shut in stays where it is.
    for (int i = count; i < kActions; ++i)
      successors[rank][static_cast<size_t>(i)] =
          count > 0 ? successors[rank][0] : static_cast<uint32_t>(rank);
  }
  return successors;
}

}  // namespace

absl::StatusOr<Values> IterateValues(const Subproblem& subproblem, double gamma,
                                     const SolveOptions& options) {
  const Ranking ranking(subproblem);
  const std::vector<Successors> successors = AllSuccessors(subproblem, ranking);
  std::vector<double> reward(ranking.size(), 0.0);
  for (uint64_t rank : GoalRanks(subproblem, ranking)) reward[rank] = 1.0;
  Values result;
  result.value.assign(ranking.size(), 0.0);
  std::vector<double> next(ranking.size());
  for (bool changed = true; changed;) {
    if (options.cancel != nullptr && *options.cancel) return absl::CancelledError("cancelled");
    const std::vector<double>& value = result.value;
    changed = false;
    uint64_t solved = 0;
    for (uint64_t rank = 0; rank < ranking.size(); ++rank) {
      const Successors& to = successors[rank];
      const double best =
          std::max(std::max(value[to[0]], value[to[1]]), std::max(value[to[2]], value[to[3]]));
      next[rank] = reward[rank] + gamma * best;
      changed |= next[rank] != value[rank];
      solved += next[rank] > 0;
    }
    result.value.swap(next);
    ++result.sweeps;
    if (options.progress) options.progress({result.sweeps, solved, ranking.size()});
  }
  return result;
}

uint64_t ValueIterationSolver::MemoryNeeded(const Subproblem& subproblem, int) const {
  const uint64_t entries = EntryCount(subproblem);
  if (entries >> 32 != 0) return 0;
  return entries * (sizeof(Successors) + 3 * sizeof(double) + sizeof(uint16_t));
}

absl::StatusOr<std::unique_ptr<Solution>> ValueIterationSolver::Solve(
    const Subproblem& subproblem, const SolveOptions& options) const {
  absl::StatusOr<Values> values = IterateValues(subproblem, gamma_, options);
  if (!values.ok()) return values.status();
  const Ranking ranking(subproblem);
  const std::vector<uint64_t> goals = GoalRanks(subproblem, ranking);
  for (uint64_t rank : goals) {
    if (values->value[rank] == values->value[goals[0]]) continue;
    return absl::FailedPreconditionError(absl::StrCat(
        "value iteration on ", ToString(subproblem),
        ": a goal state has no goal state next to it, so the values do not order states by depth; "
        "use the retrograde method"));
  }
  // The values that occur, from the goal's down, are those of depth 0, 1, 2, ...
  std::vector<double> levels = values->value;
  std::sort(levels.begin(), levels.end(), std::greater<>());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  std::vector<uint16_t> depths(ranking.size(), DepthSolution::kUnreachable);
  for (uint64_t rank = 0; rank < ranking.size(); ++rank) {
    if (values->value[rank] == 0) continue;
    const auto level =
        std::lower_bound(levels.begin(), levels.end(), values->value[rank], std::greater<>());
    depths[rank] = static_cast<uint16_t>(level - levels.begin());
  }
  return std::make_unique<DepthSolution>(subproblem, Metric::kMoves, std::move(depths));
}

}  // namespace tilebase
