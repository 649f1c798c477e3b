// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Value iteration, Algorithm 1 of Bischoff et al. 2013, as printed: the reference for the values.
//
//   V_0(s) = 0;   V_{i+1}(s) = r(s) + gamma * max over a of V_i(f(s, a))   for all s at once,
//   until nothing changes;   policy(s) = arg max over a of V(f(s, a)).
//
// r is 1 on the goal states of the subproblem and 0 elsewhere, so V(s) is the sum of gamma^t over
// the steps t at which the walk is on a goal state. A goal state with a goal state next to it has
// V* = 1 / (1 - gamma); a state at depth d has V = gamma^d V*, and one that cannot be solved has
// V = 0. Where the goal states do not all have the same value (a goal state with none next to it
// has only 1 / (1 - gamma^2)) the best policy is not the shortest path, and depths cannot be read
// off V: that is refused. It happens only in plans whose goal states fall apart.
//
// The iteration reaches its fixed point exactly, in about log(2^-53) / log(gamma) sweeps plus one
// for each level, and states of equal depth then have bit-equal values.

#ifndef TILEBASE_GENERATOR_SOLVERS_VALUE_ITERATION_H_
#define TILEBASE_GENERATOR_SOLVERS_VALUE_ITERATION_H_

#include <stdint.h>

#include <vector>

#include "generator/solver.h"

namespace tilebase {

struct Values {
  std::vector<double> value;  // by rank
  int sweeps = 0;             // until nothing changed, the last one included
};

// Errors: Cancelled. Requires 0 < gamma < 1. Cost: sweeps * entries; 40 bytes an entry.
absl::StatusOr<Values> IterateValues(const Subproblem& subproblem, double gamma,
                                     const SolveOptions& options);

class ValueIterationSolver : public Solver {
 public:
  explicit ValueIterationSolver(double gamma = 0.9) : gamma_(gamma) {}

  uint64_t MemoryNeeded(const Subproblem& subproblem, int threads) const override;
  // Errors besides those of Solver: FailedPrecondition where goal states differ in value.
  absl::StatusOr<std::unique_ptr<Solution>> Solve(const Subproblem& subproblem,
                                                  const SolveOptions& options) const override;

 private:
  double gamma_;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_SOLVERS_VALUE_ITERATION_H_
