// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solves a pattern: for each placement of its tiles G, the least number of moves *of these tiles*
// that bring them home, with the blank home as well, from the best cell the blank may be on (Korf &
// Felner 2002). Moves of other tiles are free, so all blank cells that are connected without
// passing a tile of G are one state, a region; a placement has as many states as its tiles cut the
// board into regions.
//
//   level 0: the tiles home, the blank in the region of its home, or where else the pattern ends
//   level v+1: from each region new at level v, each tile of G next to it slides into it; the
//   blank is then on the cell it left: a region of the neighbouring placement, if not yet visited
//
// The regions depend on the shape of a placement alone, the set of cells that the tiles are on. So
// a state is a shape, a region and an order of the tiles (pattern_layout.h), with a bit for each,
// and all orders of a shape and region, a block, move together: a tile that moves sideways leaves
// the order as it is, whole blocks are or-ed; one that moves up or down turns a run of the order,
// which permutes words and the bits in them.
//
// A move changes the parity of the tiles' distances, and that depends on the shape alone. So the
// states of a level are in the shapes of one parity, and all that they come from in those of the
// other: a level reads these and writes those, and one bit a state, visited or not, is enough.
// Older states in what is read do no harm: what they lead to is visited already. Every block pulls
// from its neighbours, so a shape is written by one thread. Results do not depend on the number of
// threads, and there are no atomics.
//
// A placement's value is the first level at which any of its regions is visited. Half of it is
// kept, in binary, a bit of every placement in a block: five bits up to 63, more where a level
// needs them. The other half bit is the parity of the shape.

#ifndef TILEBASE_GENERATOR_SOLVERS_PATTERN_SEARCH_H_
#define TILEBASE_GENERATOR_SOLVERS_PATTERN_SEARCH_H_

#include "generator/solver.h"

namespace tilebase {

// Solves subproblems {G}|{} in the metric `pattern`. The Solution's histogram counts placements by
// value; its entries (PatternEntryCount of them, in the order of PatternRanking) are excesses: half
// the difference between the value and the sum of the tiles' distances from home.
class PatternSolver : public Solver {
 public:
  // The instruction sets there are loops for. Both give the same Solution.
  enum class Instructions { kBest, kBaseline };

  // kBest is kBaseline where the processor (or the build) has no others.
  explicit PatternSolver(Instructions instructions = Instructions::kBest)
      : instructions_(instructions) {}

  // 1.0 to 1.2 bytes a placement of six tiles and more, up to some ten of one or two tiles. Values
  // of more than 127 would take an eighth more; there is none in a pattern that a memory can hold.
  uint64_t MemoryNeeded(const Subproblem& pattern, int threads) const override;

  // Requires IsPattern(pattern.goal). Errors: as Solver; Unimplemented
  // where a value exceeds 254.
  absl::StatusOr<std::unique_ptr<Solution>> Solve(const Subproblem& pattern,
                                                  const SolveOptions& options) const override;

 private:
  Instructions instructions_;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_SOLVERS_PATTERN_SEARCH_H_
