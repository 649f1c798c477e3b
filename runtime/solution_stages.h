// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Splits a solution into stages.

#ifndef TILEBASE_RUNTIME_SOLUTION_STAGES_H_
#define TILEBASE_RUNTIME_SOLUTION_STAGES_H_

#include <stddef.h>

#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "runtime/lookup/policy_set.h"
#include "tables/board.h"
#include "tables/destination.h"
#include "tables/geometry.h"
#include "tables/plan.h"

namespace tilebase {

struct SolutionStage {
  CellMask goal = 0;   // the stage's tiles, and those of earlier stages that it moves
  CellMask fixed = 0;  // tiles of earlier stages that it leaves alone
  size_t moves = 0;
};

// Returns the stages of plan.staged() that take moves, in order; their moves add up to
// actions.size(). A stage of the plan ends when its tiles and those of all earlier stages are home.
// So the stages of any solution follow from the board and the moves, whoever found it. Requires a
// plan with a staged part, and `actions` that solve `board`.
std::vector<SolutionStage> SolutionStages(const Plan& plan, Board board, std::string_view actions);

// Converts the stages of a path to destination.end() to those of the path to the destination, which
// has `moves` moves. Moves after the last stage, or that undo its last moves, count as its own.
std::vector<SolutionStage> StagesTo(const Destination& destination, size_t moves,
                                    std::vector<SolutionStage> stages);

// Returns the stages that Algorithm 2 reported for a walk to the destination, with the subproblems
// that solved them, including stages without moves. Counts as StagesTo does.
std::vector<SolutionStage> WalkStages(const PolicySet& set, const Destination& destination,
                                      size_t moves, absl::Span<const SolvedStage> walk);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SOLUTION_STAGES_H_
