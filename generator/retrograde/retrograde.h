// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The fast solver: breadth-first search from the goal states, many states to a machine word.
//
// The perfect hash (ranking.h) reads the board without the blank. So
//
//   * sliding a tile sideways turns slice b into slice b+-1 and leaves the rest of the rank alone:
//     whole words are or-ed together;
//   * sliding a tile up or down rotates a few consecutive positions by one, a turn. Which positions
//     depends only on the blank, so the turn is the same for a whole slice.
//
// A row is the last digits of the rank: for example all cells of the last two tiles, for one
// placement of the tiles before. A vertical move takes a row to a row and permutes the bits in it.
// There are two ways to lay out a row, and layout.h chooses the one that wastes little:
//
//   dense   16, 32 or 64 bits (a position of the last tile each) for every position of the last
//           tile but one. The permutation of the bits is the turn, in both directions, and constant
//           for the slice: masks and shifts.
//   packed  up to 64 entries in rank order in one word, if few positions are left. The permutation
//           is one of a few dozen; a lookup per byte, or one AVX-512 instruction.
//
// The search keeps three bits a state: one plane for each residue of the depth modulo 3. A level
// reads the plane of the depth reached last and writes to the next plane: an unreached state next
// to a reached one can only be one step farther. There is no frontier: older states in the plane
// that is read have no neighbours left to find. Every row pulls from its neighbours, so each row is
// written by one thread, and no plane that threads read is written in that level. So results do not
// depend on the number of threads, and there are no atomics.
//
// If the planes are larger than the memory limit, they have one depth each while the search lasts,
// and lie in a file (disk_planes.h).
//
// The planes are also the Solution: an action is optimal if it leads to the residue before.
//
// In the metric mtm a state's neighbours are all states of its row's and its column's line
// (kernel_lines.h); everything else is the same.

#ifndef TILEBASE_GENERATOR_RETROGRADE_RETROGRADE_H_
#define TILEBASE_GENERATOR_RETROGRADE_RETROGRADE_H_

#include <stdint.h>

#include <memory>

#include "absl/status/statusor.h"
#include "generator/solver.h"
#include "tables/subproblem.h"

namespace tilebase {

class RetrogradeSolver : public Solver {
 public:
  // The instruction sets with their own loops. All give the same Solution.
  enum class Instructions { kBest, kBaseline, kAvx2, kAvx512 };

  // Uses kBest if the processor (or the build) does not have the given instructions. The metric is
  // moves or mtm.
  explicit RetrogradeSolver(Instructions instructions = Instructions::kBest,
                            Metric metric = Metric::kMoves)
      : instructions_(instructions), metric_(metric) {}

  // The loops that Solve will run: "baseline", "avx2" or "avx512".
  const char* InstructionsName() const;

  // Returns the least number of bytes that the search for this Solution, made by this solver, had
  // to read and write: each row that was looked at in a level, in three planes read and in one
  // written, without the reads of neighbours. For benchmarks.
  static uint64_t BytesTouched(const Solution& solution);

  uint64_t MemoryNeeded(const Subproblem& subproblem, int threads) const override;
  // Metric moves only.
  NeedsOnDisk OnDisk(const Subproblem& subproblem, int threads) const override;
  // The needs of the part that needs most, if several processes search together
  // (SolveOptions::peers; retrograde/part.h).
  uint64_t MemoryNeededOfPart(const Subproblem& subproblem, int parts) const;
  NeedsOnDisk OnDiskOfPart(const Subproblem& subproblem, int threads, int parts) const;
  bool KeepsCheckpoints() const override { return true; }
  // With options.peers, all peers must solve the same subproblem at the same time, with the same
  // memory. Each Solution has the histogram of all and GetEntries of its own part. Metric moves
  // only.
  absl::StatusOr<std::unique_ptr<Solution>> Solve(const Subproblem& subproblem,
                                                  const SolveOptions& options) const override;

 private:
  Instructions instructions_;
  Metric metric_;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_RETROGRADE_RETROGRADE_H_
