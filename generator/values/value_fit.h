// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Makes a value table (pair_values.h): fits its numbers to the lengths of solutions that the values
// of the round before found.
//
//   first round:  the values are the Manhattan distance
//   each round:   1. solve uniformly random boards by a beam that the values so far order, twice as
//                    many in each round
//                 2. in the last rounds, also solve boards that narrow beams reach by mistake: the
//                    boards of least value after some moves
//                 3. every position of a solution is a sample: the board, and the moves left; on a
//                    square board its reflection is another sample
//                 4. fit new values to the samples (pair_fitter.h)
//
// This fits boards of at most 25 cells; square_fit.h fits 6x6 and 7x7.
//
// A move is a single slide, or the slide of a whole line.
//
// Boards and solutions depend only on their round and number. So any number of threads gives the
// same bytes, and a build that was killed continues within a round.

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
  // Boards of at most 25 cells, and 6x6 and 7x7 in single slides (square_fit.h). Nobody has tried
  // others.
  static bool CanFit(Geometry geometry, bool whole_lines);

  // kTake uses the tables that the program has (tables/values/fitted_values.h). Both give the same
  // bytes.
  enum class Known { kTake, kFitAnew };

  // whole_lines: the plan's moves are slides of whole lines.
  explicit ValueSolver(bool whole_lines, Known known = Known::kTake)
      : whole_lines_(whole_lines), known_(known) {}

  // Approximately the samples of the last round, and the bytes of a checkpoint.
  uint64_t MemoryNeeded(const Subproblem& subproblem, int threads) const override;

  // Requires CanFit. Progress: `level` is the round, the entries are a share of the work. Errors:
  // as Solver; Internal if the beam solves no board of a round.
  absl::StatusOr<std::unique_ptr<Solution>> Solve(const Subproblem& subproblem,
                                                  const SolveOptions& options) const override;

 private:
  // Returns whether the board's numbers come from the program.
  bool TakesKnown(Geometry geometry) const;

  bool whole_lines_;
  Known known_;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_VALUES_VALUE_FIT_H_
