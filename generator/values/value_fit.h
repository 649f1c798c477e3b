// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Makes a value table (pair_values.h): fits its numbers to lengths of solutions that the values of
// the round before found.
//
//   first round:  the values are the Manhattan distance
//   each round:   1. solve uniformly random boards by a beam that the values so far order, in each
//                    round twice as many
//                 2. in the last rounds also solve boards that narrow beams go astray to: those of
//                    least value after some moves
//                 3. every position of a solution is a sample: the board, and the moves left; on a
//                    square board its reflection is another one
//                 4. fit new values to the samples (pair_fitter.h)
//
// Boards of at most 25 cells are fitted so; 6x6 and 7x7 have a way of their own (square_fit.h).
//
// A move is a single slide, or that of a whole line.
//
// Boards and solutions depend on their round and number alone, so any number of threads gives the
// same bytes, and a build that was killed goes on within a round.

#ifndef TILEBASE_GENERATOR_VALUES_VALUE_FIT_H_
#define TILEBASE_GENERATOR_VALUES_VALUE_FIT_H_

#include <stdint.h>

#include <memory>

#include "absl/status/statusor.h"
#include "generator/solver.h"
#include "tables/geometry.h"

namespace tilebase {

// Solves the subproblem of all tiles in the metric `value`. The Solution's entries are the bytes of
// the table, its histogram counts them, and its fit is measured on boards of no round.
class ValueSolver : public Solver {
 public:
  // Boards of at most 25 cells, and 6x6 and 7x7 in single slides (square_fit.h); others have not
  // been tried.
  static bool CanFit(Geometry geometry, bool whole_lines);

  // Whether tables that the program has (tables/values/fitted_values.h) are taken. Both give the
  // same bytes.
  enum class Known { kTake, kFitAnew };

  // whole_lines: the plan's moves are slides of whole lines.
  explicit ValueSolver(bool whole_lines, Known known = Known::kTake)
      : whole_lines_(whole_lines), known_(known) {}

  // The samples of the last round, about, and what a checkpoint keeps.
  uint64_t MemoryNeeded(const Subproblem& subproblem, int threads) const override;

  // Requires CanFit. Progress: `level` is the round, the entries are a share of the work. Errors:
  // as Solver; Internal if the beam solves no board of a round.
  absl::StatusOr<std::unique_ptr<Solution>> Solve(const Subproblem& subproblem,
                                                  const SolveOptions& options) const override;

 private:
  // Whether the numbers of the board are taken from the program.
  bool TakesKnown(Geometry geometry) const;

  bool whole_lines_;
  Known known_;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_VALUES_VALUE_FIT_H_
