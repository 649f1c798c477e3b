// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Plans by rule for boards with walls that have more states than one table.
//
// Each stage is a word problem of some open cells: it brings a few tiles home, or the blank to a
// part of the board. Cells that are done are walls for the stages that follow. So every stage has
// an exact table.
//
// The board's graph decides which arrangements moves can reach (Wilson 1974; Kornhauser, Miller,
// Spirakis 1984). A cell that alone joins two parts of the board is a cut cell. With one blank no
// tile passes from one part to the other, so each part is solved by itself, the outer ones first.
// In a part without cut cells that is no ring, every arrangement of the right parity can be
// reached. So a stage may take any tiles as long as the cells that it leaves are such a part. In a
// ring the order of the tiles is fixed, and one of them at home brings home the rest.

#ifndef TILEBASE_GENERATOR_WORDS_WALL_STAGES_H_
#define TILEBASE_GENERATOR_WORDS_WALL_STAGES_H_

#include <stdint.h>

#include <vector>

#include "absl/status/statusor.h"
#include "tables/words/word_problem.h"

namespace tilebase {

// States of a stage; 16 times as many where no other cells will do.
inline constexpr uint64_t kStageStates = uint64_t{1} << 22;

// Returns whether the problem is one of walls (ProblemOfWalls) that is solved in stages, because it
// has more than 12 open cells.
bool TakesStages(const WordProblem& problem);

// Returns the stages, in order. A board can be solved if every stage can be solved from where the
// one before ends, and all tiles are home then. Requires a problem of ProblemOfWalls. Errors:
// InvalidArgument for boards larger than 8x8, or if a stage would need too many states, naming its
// cells.
absl::StatusOr<std::vector<WordProblem>> StagesOfWalls(const WordProblem& problem,
                                                       uint64_t states = kStageStates);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_WORDS_WALL_STAGES_H_
