// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solves boards of any size from 2x2 to 1000x1000 with the tables of a 4x4 one (window_tables.h).
//
// First all tiles are gathered near their homes (gather.h). Then stage after stage, in the order of
// peeling.h: a group of tiles of a row is carried into a window (tile_mover.h), and a table does
// the rest; what remains in the end is one or three tables' work (lookup_walk.h does all of that,
// in pieces). What it takes: docs/any.md.

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

  // What a LookupWalk needs.
  const WindowTables& tables() const { return tables_; }

  // Solves `board`, which is the goal afterwards, and gives the letters of the actions to
  // `receiver`, in order, some thousands at a time. Time: linear in the number of actions. Memory:
  // 4 bytes a cell besides the board. Errors: InvalidArgument for a board that cannot be solved
  // (nothing was done); DataLoss for tables that lead nowhere; Cancelled where the receiver
  // returned false. After the last two the board is somewhere on its way.
  absl::Status Solve(BigBoard* board, LetterReceiver receiver) const;

  // Whether SolveWithEffort looks for anything: whether the last columns and rows, in which the
  // board is not solved, and three before them, have at most kMostBeamCells cells.
  static bool TakesEffort(const BigBoard& board);

  // The letters of a shorter solution, or of Solve's if the effort found none. Requires an effort
  // with a limit. The same effort.boards give the same solution from the same build, and more of
  // them none that is longer. Memory: the letters, and about 10 bytes for each board looked at.
  // Errors: InvalidArgument and DataLoss as for Solve.
  absl::StatusOr<std::string> SolveWithEffort(const BigBoard& board,
                                              const BeamEffort& effort) const;

 private:
  explicit AnySolver(WindowTables tables) : tables_(std::move(tables)) {}

  WindowTables tables_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_ANY_SOLVER_H_
