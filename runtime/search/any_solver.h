// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solves boards of any size from 2x2 to 1000x1000 with the tables of a 4x4 one (window_tables.h).
//
// First all tiles are gathered near their homes (gather.h). Then the stages follow in the order of
// peeling.h: a group of tiles of a row is carried into a window (tile_mover.h), and a table does
// the rest. One or three tables solve what remains at the end. lookup_walk.h does all of that, in
// pieces. docs/any.md has figures.

#ifndef TILEBASE_RUNTIME_SEARCH_ANY_SOLVER_H_
#define TILEBASE_RUNTIME_SEARCH_ANY_SOLVER_H_

#include <stdint.h>

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/any/big_board.h"
#include "runtime/any/lookup_walk.h"
#include "runtime/any/window_tables.h"
#include "runtime/search/stage_beam.h"

namespace tilebase {

// Any number of threads.
class AnySolver {
 public:
  // Errors: as WindowTables::Create.
  static absl::StatusOr<AnySolver> Create(const PolicySet& set);

  // The tables for a LookupWalk.
  const WindowTables& tables() const { return tables_; }

  // Solves `board`, which is the goal afterwards, and passes the letters of the actions to
  // `receiver`, in order, several thousand at a time. Time: linear in the number of actions.
  // Memory: 4 bytes a cell besides the board. Errors: InvalidArgument for an unsolvable board
  // (nothing was done); DataLoss if tables do not lead to the goal; Cancelled if the receiver
  // returned false. After the last two, the board is somewhere on its path.
  absl::Status Solve(BigBoard* board, LetterReceiver receiver) const;

  // Returns whether SolveWithEffort searches at all: the unsolved lower right part of the board,
  // with three more columns and rows, must have at most kMostBeamCells cells.
  static bool TakesEffort(const BigBoard& board);

  // Returns the letters of a shorter solution, or of Solve's if the effort found none. Requires an
  // effort with a limit. In the same build, the same effort.boards give the same solution, and more
  // boards never give a longer one. Memory: the letters, and about 10 bytes for each board looked
  // at. Errors: InvalidArgument and DataLoss as for Solve.
  absl::StatusOr<std::string> SolveWithEffort(const BigBoard& board,
                                              const BeamEffort& effort) const;

 private:
  explicit AnySolver(WindowTables tables) : tables_(std::move(tables)) {}

  WindowTables tables_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_ANY_SOLVER_H_
