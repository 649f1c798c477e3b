// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The solvers that the fast ones are tested and measured against: plain search for depths, and
// value iteration for values. Both handle one state at a time.

#ifndef TILEBASE_GENERATOR_SOLVERS_REFERENCE_SOLVERS_H_
#define TILEBASE_GENERATOR_SOLVERS_REFERENCE_SOLVERS_H_

#include <stdint.h>

#include <vector>

#include "generator/solver.h"
#include "tables/ranking.h"

namespace tilebase {

// A Solution that keeps the depth of every entry in two bytes. The reference solvers return it.
class DepthSolution : public Solution {
 public:
  static constexpr uint16_t kUnreachable = 0xffff;

  // depths[rank] is the least number of moves to a goal state, or kUnreachable. The metric is moves
  // or mtm.
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

// Calls visit(action, tiles, rank after it) for every slide that a state allows: its tiles are on
// the board and not in R. In the metric moves a slide has one tile. `board` is any board in the
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

// Returns the ranks of the goal states, ascending.
std::vector<uint64_t> GoalRanks(const Subproblem& subproblem, const Ranking& ranking);

// Retrograde breadth-first search from the goal states. Takes about 100 ns and two bytes a state,
// and up to eight bytes a state for the widest level.
class PlainSearchSolver : public Solver {
 public:
  // The metric is moves or mtm.
  explicit PlainSearchSolver(Metric metric = Metric::kMoves) : metric_(metric) {}

  uint64_t MemoryNeeded(const Subproblem& subproblem, int threads) const override;
  absl::StatusOr<std::unique_ptr<Solution>> Solve(const Subproblem& subproblem,
                                                  const SolveOptions& options) const override;

 private:
  Metric metric_;
};

// Value iteration, Algorithm 1 of Bischoff et al. 2013, as printed.
//
//   V_0(s) = 0;   V_{i+1}(s) = r(s) + gamma * max over a of V_i(f(s, a))   for all s at once,
//   until nothing changes;   policy(s) = arg max over a of V(f(s, a)).
//
// r is 1 on the goal states of the subproblem and 0 elsewhere, so V(s) is the sum of gamma^t over
// the steps t at which the walk is on a goal state. A goal state with a goal state next to it has
// V* = 1 / (1 - gamma). A state at depth d has V = gamma^d V*, and a state that cannot be solved
// has V = 0. A goal state with no goal state next to it has only 1 / (1 - gamma^2). If goal states
// differ in value, the best policy is not the shortest path, and depths cannot be read off V; Solve
// then returns an error. That happens only in plans whose goal states fall apart.
//
// The iteration reaches its fixed point exactly, in about log(2^-53) / log(gamma) sweeps plus one
// for each level, and states of equal depth then have bit-equal values.

struct Values {
  std::vector<double> value;  // by rank
  int sweeps = 0;             // until nothing changed, including the last sweep
};

// Errors: Cancelled. Requires 0 < gamma < 1. Cost: sweeps * entries; 40 bytes an entry.
absl::StatusOr<Values> IterateValues(const Subproblem& subproblem, double gamma,
                                     const SolveOptions& options);

class ValueIterationSolver : public Solver {
 public:
  explicit ValueIterationSolver(double gamma = 0.9) : gamma_(gamma) {}

  uint64_t MemoryNeeded(const Subproblem& subproblem, int threads) const override;
  // Errors besides those of Solver: FailedPrecondition if goal states differ in value.
  absl::StatusOr<std::unique_ptr<Solution>> Solve(const Subproblem& subproblem,
                                                  const SolveOptions& options) const override;

 private:
  double gamma_;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_SOLVERS_REFERENCE_SOLVERS_H_
