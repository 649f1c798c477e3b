// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The stages that end in a table: the last two tiles of a row, and what remains of a board in the
// end. Errors (DataLoss): tables that lead nowhere.

#ifndef TILEBASE_RUNTIME_ANY_LOOKUP_STAGES_H_
#define TILEBASE_RUNTIME_ANY_LOOKUP_STAGES_H_

#include <stdint.h>

#include "absl/status/status.h"
#include "runtime/any/big_board.h"
#include "runtime/any/tile_mover.h"
#include "runtime/any/window_tables.h"

namespace tilebase {

// Brings the last two tiles of the mover's row home. Requires that the others are. `board` is the
// mover's.
absl::Status SolveRowEnd(const WindowTables& tables, BigBoard* board, TileMover* mover);

// How many tiles of a row from `column` on are brought home at once.
int GroupSize(const Frame& frame, int column);
// The first column of the window in which that is done: the group's, or an earlier one in the end.
// Requires a group of more than one tile.
int GroupWindow(const Frame& frame, int column);

// Brings the next tiles of the mover's row home, those from `*column` on, and advances the column:
// a group of up to four, of which those that are outside of a window around their homes are carried
// into it, and a table does the rest. Or a single tile, where the stream might count more than
// `may_take` moves otherwise; single tiles take `tile_by_tile` moves for the whole row at most.
// Requires that the stream counts at most may_take - tile_by_tile before the row.
absl::Status SolveGroup(const WindowTables& tables, int* column, uint64_t may_take,
                        uint64_t tile_by_tile, BigBoard* board, TileMover* mover);

// What remains in the end. Requires a frame of Peeling::Rest.
absl::Status SolveRest(const WindowTables& tables, BigBoard* board, TileMover* mover);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_LOOKUP_STAGES_H_
