// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/solvers/depth_solution.h"

#include <algorithm>
#include <utility>

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

}  // namespace tilebase
