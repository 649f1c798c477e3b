// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solves a pattern: for each placement of its tiles G, the least number of moves *of these tiles*
// that bring them home, and the blank as well, from the best cell the blank may be on (Korf &
// Felner 2002). Moves of other tiles are free. So all blank cells that are connected without
// passing a tile of G are one state, a region, and a placement has as many states as its tiles cut
// the board into regions.
//
//   level 0: the tiles are home, the blank in the region of its home, or of the pattern's other end
//   level v+1: from each region new at level v, each tile of G next to it slides into it; the
//   blank is then on the cell that the tile left: in a region of the neighbouring placement, which
//   is new unless it was visited before
//
// The regions depend only on the shape of a placement, the set of cells that the tiles are on. So a
// state is a shape, a region and an order of the tiles (pattern_layout.h), and has one bit. All
// orders of a shape and region, a block, move together. A tile that moves sideways leaves the order
// alone: whole blocks are or-ed. A tile that moves up or down rotates part of the order, which
// permutes words and the bits in them.
//
// A move changes the parity of the tiles' distances, which depends only on the shape. So the states
// of a level are in the shapes of one parity, and all their predecessors in shapes of the other. A
// level reads one kind and writes the other, and one bit a state, visited or not, is enough. Older
// states in the blocks that are read do no harm: their successors are visited already. Every block
// pulls from its neighbours, so a shape is written by one thread. Results do not depend on the
// number of threads, and there are no atomics.
//
// A placement's value is the first level at which any of its regions is visited. Half of the value
// is stored, in binary, each bit for all placements in a block: five bits up to 63, more if a level
// needs them. The lowest bit is the parity of the shape.

#ifndef TILEBASE_GENERATOR_SOLVERS_PATTERN_SEARCH_H_
#define TILEBASE_GENERATOR_SOLVERS_PATTERN_SEARCH_H_

#include "generator/solver.h"

namespace tilebase {

// Solves subproblems {G}|{} in the metric `pattern`. The Solution's histogram counts placements by
// value. Its entries (PatternEntryCount of them, in the order of PatternRanking) are excesses: half
// the difference between the value and the sum of the tiles' distances from home.
class PatternSolver : public Solver {
 public:
  // The instruction sets with their own loops. Both give the same Solution.
  enum class Instructions { kBest, kBaseline };

  // kBest means kBaseline if the processor (or the build) has no better one.
  explicit PatternSolver(Instructions instructions = Instructions::kBest)
      : instructions_(instructions) {}

  // 1.0 to 1.2 bytes a placement for six tiles and more, up to about ten for one or two tiles.
  // Values of more than 127 would take an eighth more; no pattern that fits in memory has them.
  uint64_t MemoryNeeded(const Subproblem& pattern, int threads) const override;

  // Requires IsPattern(pattern.goal). Errors: as Solver; Unimplemented if a value exceeds 254.
  absl::StatusOr<std::unique_ptr<Solution>> Solve(const Subproblem& pattern,
                                                  const SolveOptions& options) const override;

 private:
  Instructions instructions_;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_SOLVERS_PATTERN_SEARCH_H_
