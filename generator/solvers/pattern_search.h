// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solves a pattern: for each placement of its tiles G, the least number of moves *of these tiles*
// that bring them home, with the blank home as well, from the best cell the blank may be on (Korf &
// Felner 2002). Moves of other tiles are free, so all blank cells that are connected without
// passing a tile of G are one state, a region; a placement has as many states as its tiles cut the
// board into regions.
//
//   level 0: the tiles home, the blank in the region of its home
//   level v+1: from each region new at level v, each tile of G next to it slides into it; the
//   blank is then on the cell it left: a region of the neighbouring placement, if not yet visited
//
// A region is a mask of cells, found by flooding. Three masks a placement: cells visited, cells
// reached for this level and for the next one (single cells, flooded when their turn comes). A
// placement's value is the first level at which any of its regions is visited. Levels do not depend
// on the order of work, so any number of threads gives the same values.

#ifndef TILEBASE_GENERATOR_SOLVERS_PATTERN_SEARCH_H_
#define TILEBASE_GENERATOR_SOLVERS_PATTERN_SEARCH_H_

#include "generator/solver.h"

namespace tilebase {

// Solves subproblems {G}|{} in the metric `pattern`. The Solution's histogram counts placements by
// value; its entries (PatternEntryCount of them, in the order of PatternRanking) are excesses: half
// the difference between the value and the sum of the tiles' distances from home.
class PatternSolver : public Solver {
 public:
  // Three masks of as many bits as the board has cells (16, 32 or 64) and a byte a placement.
  uint64_t MemoryNeeded(const Subproblem& pattern, int threads) const override;

  // Requires IsPattern(pattern.goal). Errors: as Solver; Unimplemented
  // where a value exceeds 254.
  absl::StatusOr<std::unique_ptr<Solution>> Solve(const Subproblem& pattern,
                                                  const SolveOptions& options) const override;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_SOLVERS_PATTERN_SEARCH_H_
