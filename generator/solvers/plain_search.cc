// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/solvers/plain_search.h"

#include <utility>

#include "generator/solvers/depth_solution.h"

namespace tilebase {

uint64_t PlainSearchSolver::MemoryNeeded(const Subproblem& subproblem, int) const {
  return EntryCount(subproblem) * (sizeof(uint16_t) + sizeof(uint64_t));
}

absl::StatusOr<std::unique_ptr<Solution>> PlainSearchSolver::Solve(
    const Subproblem& subproblem, const SolveOptions& options) const {
  const Ranking ranking(subproblem);
  std::vector<uint16_t> depths(ranking.size(), DepthSolution::kUnreachable);
  std::vector<uint64_t> level = GoalRanks(subproblem, ranking);
  for (uint64_t rank : level) depths[rank] = 0;
  SolveProgress progress{0, level.size(), ranking.size()};
  while (!level.empty()) {
    if (options.cancel != nullptr && *options.cancel) return absl::CancelledError("cancelled");
    if (options.progress) options.progress(progress);
    ++progress.level;
    std::vector<uint64_t> next_level;
    for (uint64_t rank : level) {
      const Board board = Representative(subproblem, ranking.Unrank(rank));
      ForEachSlide(subproblem, metric_, ranking, board, rank, [&](Action, int, uint64_t next) {
        if (depths[next] != DepthSolution::kUnreachable) return;
        depths[next] = static_cast<uint16_t>(progress.level);
        next_level.push_back(next);
      });
    }
    progress.states += next_level.size();
    level = std::move(next_level);
  }
  return std::make_unique<DepthSolution>(subproblem, metric_, std::move(depths));
}

}  // namespace tilebase
