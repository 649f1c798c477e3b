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

  // depths[rank]: least number of actions to a goal state, or kUnreachable.
  DepthSolution(const Subproblem& subproblem, std::vector<uint16_t> depths);

  const std::vector<uint16_t>& depths() const { return depths_; }

  void GetEntries(uint64_t begin, uint64_t end, SolvedEntry* out) const override;

 private:
  Subproblem subproblem_;
  Ranking ranking_;
  std::vector<uint16_t> depths_;
};

// Calls visit(action, rank after it) for every action that a state allows: the tile is on the board
// and not in R. `board` is any board in the state that `rank` names.
template <typename Visit>
void ForEachSuccessor(const Subproblem& subproblem, const Ranking& ranking, const Board& board,
                      uint64_t rank, Visit visit) {
  for (int a = 0; a < kActions; ++a) {
    const Action action = static_cast<Action>(a);
    if (!board.CanApply(action)) continue;
    if (subproblem.fixed & CellBit(board.blank + board.geometry.BlankStep(action))) continue;
    visit(action, ranking.RankAfter(rank, board, action));
  }
}

// The ranks of the goal states, ascending.
std::vector<uint64_t> GoalRanks(const Subproblem& subproblem, const Ranking& ranking);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_SOLVERS_DEPTH_SOLUTION_H_
