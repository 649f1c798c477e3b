// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A solution told stage by stage. A stage of the plan ends where its tiles and those of all earlier
// stages are home, so the board and the moves tell the stages of any solution, whoever found it.

#ifndef TILEBASE_TOOLS_COMMON_SOLUTION_STAGES_H_
#define TILEBASE_TOOLS_COMMON_SOLUTION_STAGES_H_

#include <stddef.h>

#include <string_view>
#include <vector>

#include "tables/board.h"
#include "tables/plan.h"

namespace tilebase {

struct SolutionStage {
  CellMask goal = 0;   // the stage's tiles, and those of earlier stages that it moves
  CellMask fixed = 0;  // tiles of earlier stages that it leaves alone
  size_t moves = 0;
};

// The stages of plan.staged() that take moves, in order; their moves add up to actions.size().
// Requires a plan with a staged part, and `actions` that solve `board`.
std::vector<SolutionStage> SolutionStages(const Plan& plan, Board board, std::string_view actions);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_SOLUTION_STAGES_H_
