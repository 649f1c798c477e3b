// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Shorter solutions of boards of any size, by a beam.
//
// The stages are groups of tiles (lookup_walk.h), but many boards go through them together, a move
// at a time. A stage orders its boards by the moves that its own tiles still need (stage_moves.h)
// and by the distances of all later tiles; a distant tile counts more than in proportion. So among
// the paths that bring a group home, those win that also bring later tiles nearer. The best boards
// that complete a stage begin the next one. Lookup solves rows that the beam does not complete, and
// the rest at the end.

#ifndef TILEBASE_RUNTIME_SEARCH_STAGE_BEAM_H_
#define TILEBASE_RUNTIME_SEARCH_STAGE_BEAM_H_

#include <stdint.h>

#include <string>

#include "absl/status/statusor.h"
#include "runtime/any/big_board.h"
#include "runtime/any/window_tables.h"
#include "runtime/search/effort.h"

namespace tilebase {

// Most cells of a board for a beam: every board in it is a copy.
inline constexpr int kMostBeamCells = 4096;

// A board to begin with, and the letters that lead to it.
struct BeamRoot {
  BigBoard board;
  std::string letters;
};

// Returns the letters of a solution that begins with the root's. Requires a solvable board of at
// most kMostBeamCells cells, and an effort with a limit. The same `boards` give the same solution
// in the same build: values are floating-point numbers, which another compiler or processor may
// round differently. Adds the boards that it looks at to `*looked_at`. Memory: about 10 bytes for
// each of them. Errors: as AnySolver::Solve.
absl::StatusOr<std::string> SolveByBeam(const WindowTables& tables, const BeamRoot& root,
                                        const BeamEffort& effort, uint64_t* looked_at);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_STAGE_BEAM_H_
