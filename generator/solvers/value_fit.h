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
//                    least value after so many moves
//                 3. every position of a solution is a sample: the board, and the moves left; on a
//                    square board its reflection is another one
//                 4. fit new values to the samples (pair_fitter.h)
//
// Boards of at most 25 cells are fitted so; 6x6 and 7x7 have a way of their own (square_fit.h).
//
// A move is a single slide, or that of a whole line: whatever the search counts.
//
// Boards and solutions depend on their round and number alone, so any number of threads gives the
// same bytes, and a build that was killed goes on within a round.

#ifndef TILEBASE_GENERATOR_SOLVERS_VALUE_FIT_H_
#define TILEBASE_GENERATOR_SOLVERS_VALUE_FIT_H_

#include <stddef.h>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "generator/solver.h"
#include "tables/board.h"
#include "tables/pair_values.h"

namespace tilebase {

// Solves boards in the order of values. One board at a time.
class ValueSearch {
 public:
  virtual ~ValueSearch() = default;
  // Whether its moves are slides of any number of tiles of a line.
  virtual bool whole_lines() const = 0;
  // Finds a solution of less than `longest` actions with a beam of `width` boards. Returns false
  // where the beam meets none. Must depend on nothing but its arguments and the values.
  virtual bool Solve(const Board& board, size_t width, size_t longest,
                     std::vector<Action>* actions) = 0;
  // Finds the way to the board of least value that a beam of `width` boards has after `moves`
  // moves. Returns false where there is none. As repeatable as Solve.
  virtual bool Follow(const Board& board, size_t width, size_t longest, size_t moves,
                      std::vector<Action>* actions) = 0;
};
// A search by `values`, which outlive it. The generator knows no search of its own: whoever builds
// a plan with values brings one.
using MakeValueSearch = std::function<std::unique_ptr<ValueSearch>(const PairValues& values)>;

// Solves the subproblem of all tiles in the metric `value`. The Solution's entries are the bytes of
// the table, its histogram counts them, and its fit is measured on boards of no round.
class ValueSolver : public Solver {
 public:
  // Boards of at most 25 cells, and 6x6 and 7x7 in single slides (square_fit.h); others have not
  // been tried.
  static bool CanFit(Geometry geometry, bool whole_lines);

  // Whether tables that are kept (kept_values.h) are taken. Both give the same bytes.
  enum class Kept { kTake, kFitAnew };

  explicit ValueSolver(MakeValueSearch search, Kept kept = Kept::kTake)
      : search_(std::move(search)), kept_(kept) {}

  // The samples of the last round, about, and what a checkpoint keeps.
  uint64_t MemoryNeeded(const Subproblem& subproblem, int threads) const override;

  // Requires CanFit. Progress: `level` is the round, the entries
  // are a share of the work. Errors: as Solver; FailedPrecondition without a search; Internal where
  // the search solves no board of a round.
  absl::StatusOr<std::unique_ptr<Solution>> Solve(const Subproblem& subproblem,
                                                  const SolveOptions& options) const override;

 private:
  // Whether the search is. Requires a search.
  bool IsOfWholeLines() const;
  // Whether the numbers are taken from where they are kept.
  bool TakesKept(Geometry geometry, bool whole_lines) const;

  MakeValueSearch search_;
  Kept kept_;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_SOLVERS_VALUE_FIT_H_
