// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Fits the values of 6x6 and 7x7, which have too many numbers to learn from solutions alone
// (docs/values.md). The values begin as those of the board one cell smaller on each side
// (tied_values.h). Each round then does the following:
//
//   1. solve uniformly random boards by a wide beam that the values so far order
//   2. draw one solution at a time, run a narrow beam along it for lessons (lessons.h), and move
//   the
//      values a little towards each lesson: less and less, to a fiftieth in the end
//
// Beams of 32 solutions run at once, with the values unchanged; lessons are learned in their order.
// So any number of threads makes the same bytes, and a build that was killed can continue.
//
// 7x7 begins with the values of 6x6. Its rounds are short: more lessons from the same solutions
// make values that predict better and solve worse, while better solutions make better values.

#ifndef TILEBASE_GENERATOR_VALUES_SQUARE_FIT_H_
#define TILEBASE_GENERATOR_VALUES_SQUARE_FIT_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "generator/solver.h"
#include "tables/geometry.h"
#include "tables/subproblem.h"

namespace tilebase {

// The size of a round. Work is counted in boards of a beam's layers.
struct SquareRound {
  size_t boards = 0;   // boards to solve
  size_t width = 0;    // of their beams
  size_t lessons = 0;  // beams that give lessons
};

// Returns the rounds of a board; none if value_fit.h fits its values, or if nothing does.
std::vector<SquareRound> SquareRoundsOf(Geometry geometry);

// The bytes of a checkpoint.
uint64_t SquareFitBytes(Geometry geometry, const std::vector<SquareRound>& rounds);

// Returns the bytes of the table. `smaller` is the table of the square board with sides smaller by
// one. Errors: as ValueSolver::Solve.
absl::StatusOr<std::vector<uint8_t>> FitSquare(const Subproblem& subproblem,
                                               const std::vector<SquareRound>& rounds,
                                               absl::Span<const uint8_t> smaller,
                                               const SolveOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_VALUES_SQUARE_FIT_H_
