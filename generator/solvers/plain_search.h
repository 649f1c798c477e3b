// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Retrograde breadth-first search from the goal states, one state at a time: the reference that the
// fast search is tested and measured against. About a hundred nanoseconds and two bytes a state,
// and up to eight bytes a state for the widest level.

#ifndef TILEBASE_GENERATOR_SOLVERS_PLAIN_SEARCH_H_
#define TILEBASE_GENERATOR_SOLVERS_PLAIN_SEARCH_H_

#include "generator/solver.h"

namespace tilebase {

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

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_SOLVERS_PLAIN_SEARCH_H_
