// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The stages that end in a table: the last two tiles of a row, and what remains of a board in the
// end. Errors (DataLoss): tables that lead nowhere.

#ifndef TILEBASE_RUNTIME_ANY_LOOKUP_STAGES_H_
#define TILEBASE_RUNTIME_ANY_LOOKUP_STAGES_H_

#include "absl/status/status.h"
#include "runtime/any/big_board.h"
#include "runtime/any/tile_mover.h"
#include "runtime/any/window_tables.h"

namespace tilebase {

// Brings the last two tiles of the mover's row home. Requires that the others are. `board` is the
// mover's.
absl::Status SolveRowEnd(const WindowTables& tables, BigBoard* board, TileMover* mover);

// Requires frame().IsRest().
absl::Status SolveRest(const WindowTables& tables, BigBoard* board, TileMover* mover);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_LOOKUP_STAGES_H_
