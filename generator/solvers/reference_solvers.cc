// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/solvers/reference_solvers.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/plan.h"

namespace tilebase {

uint64_t Solution::reachable() const {
  uint64_t sum = 0;
  for (uint64_t count : histogram_) sum += count;
  return sum;
}

void Solution::GetLengths(uint64_t begin, uint64_t end, Action, uint8_t* out) const {
  std::fill(out, out + (end - begin), uint8_t{0});
}

DepthSolution::DepthSolution(const Subproblem& subproblem, Metric metric,
                             std::vector<uint16_t> depths)
    : subproblem_(subproblem), metric_(metric), ranking_(subproblem), depths_(std::move(depths)) {
  for (uint16_t depth : depths_) {
    if (depth == kUnreachable) continue;
    if (depth >= histogram_.size()) histogram_.resize(depth + 1u);
    ++histogram_[depth];
  }
}

void DepthSolution::GetEntries(uint64_t begin, uint64_t end, SolvedEntry* out) const {
  for (uint64_t rank = begin; rank < end; ++rank, ++out) {
    const uint16_t depth = depths_[rank];
    if (depth == kUnreachable || depth == 0) {
      *out = depth == 0 ? kGoalEntry : kUnreachableEntry;
      continue;
    }
    const Board board = Representative(subproblem_, ranking_.Unrank(rank));
    OptimalActions optimal = 0;
    ForEachSlide(subproblem_, metric_, ranking_, board, rank,
                 [&](Action action, int, uint64_t next) {
                   if (depths_[next] == depth - 1) optimal |= ActionBit(action);
                 });
    *out = optimal;
  }
}

void DepthSolution::GetLengths(uint64_t begin, uint64_t end, Action action, uint8_t* out) const {
  for (uint64_t rank = begin; rank < end; ++rank, ++out) {
    *out = 0;
    const uint16_t depth = depths_[rank];
    if (depth == kUnreachable || depth == 0) continue;
    const Board board = Representative(subproblem_, ranking_.Unrank(rank));
    ForEachSlide(subproblem_, metric_, ranking_, board, rank,
                 [&](Action slid, int tiles, uint64_t next) {
                   if (slid == action && *out == 0 && depths_[next] == depth - 1)
                     *out = static_cast<uint8_t>(tiles);
                 });
  }
}

std::vector<uint64_t> GoalRanks(const Subproblem& subproblem, const Ranking& ranking) {
  State state;
  int j = 0;
  for (CellMask rest = subproblem.tracked(); rest != 0; rest &= rest - 1)
    state.cell[j++] = static_cast<uint8_t>(subproblem.GoalCell(Lowest(rest)));
  std::vector<uint64_t> ranks;
  for (CellMask rest = subproblem.goal_blanks(); rest != 0; rest &= rest - 1) {
    state.blank = static_cast<uint8_t>(Lowest(rest));
    ranks.push_back(ranking.Rank(state));
  }
  return ranks;
}

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

namespace {

// f(s, a) for every state and the actions it allows; unused slots repeat the first.
using Successors = std::array<uint32_t, kActions>;

std::vector<Successors> AllSuccessors(const Subproblem& subproblem, const Ranking& ranking) {
  std::vector<Successors> successors(ranking.size());
  for (uint64_t rank = 0; rank < ranking.size(); ++rank) {
    const Board board = Representative(subproblem, ranking.Unrank(rank));
    int count = 0;
    ForEachSuccessor(subproblem, ranking, board, rank, [&](Action, uint64_t next) {
      successors[rank][static_cast<size_t>(count++)] = static_cast<uint32_t>(next);
    });
    // A blank that cannot move stays where it is.
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
  // The distinct values, from the goal's down, belong to depths 0, 1, 2, ...
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
