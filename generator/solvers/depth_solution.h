// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A Solution that keeps the depth of every entry in two bytes: what the two reference solvers give.

#ifndef TILEBASE_GENERATOR_SOLVERS_DEPTH_SOLUTION_H_
#define TILEBASE_GENERATOR_SOLVERS_DEPTH_SOLUTION_H_

#include <stdint.h>

#include <vector>

#include "generator/solver.h"
#include "tables/ranking.h"

namespace tilebase {

class DepthSolution : public Solution {
 public:
  static constexpr uint16_t kUnreachable = 0xffff;

  // depths[rank]: least number of moves to a goal state, or kUnreachable. The metric is moves or
  // mtm.
  DepthSolution(const Subproblem& subproblem, Metric metric, std::vector<uint16_t> depths);

  const std::vector<uint16_t>& depths() const { return depths_; }

  void GetEntries(uint64_t begin, uint64_t end, SolvedEntry* out) const override;
  void GetLengths(uint64_t begin, uint64_t end, Action action, uint8_t* out) const override;

 private:
  Subproblem subproblem_;
  Metric metric_;
  Ranking ranking_;
  std::vector<uint16_t> depths_;
};

// Calls visit(action, tiles, rank after it) for every slide that a state allows: the tiles are on
// the board and not in R. In the metric moves a slide is of one tile. `board` is any board in the
// state that `rank` names.
template <typename Visit>
void ForEachSlide(const Subproblem& subproblem, Metric metric, const Ranking& ranking,
                  const Board& board, uint64_t rank, Visit visit) {
  for (int a = 0; a < kActions; ++a) {
    const Action action = static_cast<Action>(a);
    Board at = board;
    uint64_t next = rank;
    for (int tiles = 1; at.CanApply(action); ++tiles) {
      if (subproblem.fixed & CellBit(at.blank + at.geometry.BlankStep(action))) break;
      next = ranking.RankAfter(next, at, action);
      visit(action, tiles, next);
      if (metric != Metric::kMtm) break;
      at.Apply(action);
    }
  }
}

// Calls visit(action, rank after it) for every action that a state allows.
template <typename Visit>
void ForEachSuccessor(const Subproblem& subproblem, const Ranking& ranking, const Board& board,
                      uint64_t rank, Visit visit) {
  ForEachSlide(subproblem, Metric::kMoves, ranking, board, rank,
               [&](Action action, int, uint64_t next) { visit(action, next); });
}

// The ranks of the goal states, ascending.
std::vector<uint64_t> GoalRanks(const Subproblem& subproblem, const Ranking& ranking);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_SOLVERS_DEPTH_SOLUTION_H_
