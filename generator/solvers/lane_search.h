// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Finds the values of all lanes of a board (slide_lanes.h): breadth-first search from the lanes
// of home, view after view. A lane that crosses a lane of value v, and has no value yet, gets v
// + 1.

#ifndef TILEBASE_GENERATOR_SOLVERS_LANE_SEARCH_H_
#define TILEBASE_GENERATOR_SOLVERS_LANE_SEARCH_H_

#include "generator/solver.h"

namespace tilebase {

// Solves the subproblem of all tiles in the metric `lane`. The Solution's histogram counts lanes by
// value, and its entries are values modulo 3. Its bytes do not depend on the number of threads.
class LaneSolver : public Solver {
 public:
  // A byte a lane.
  uint64_t MemoryNeeded(const Subproblem& subproblem, int threads) const override;

  // Requires LaneCount(geometry) > 0. Errors: as Solver.
  absl::StatusOr<std::unique_ptr<Solution>> Solve(const Subproblem& subproblem,
                                                  const SolveOptions& options) const override;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_SOLVERS_LANE_SEARCH_H_
