// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What searches in the metric mtm share: how far the states of a table are from its goal, and a
// square board reflected along the diagonal, which is another board to look up.

#ifndef TILEBASE_RUNTIME_LOOK_AHEAD_SLIDE_DEPTHS_H_
#define TILEBASE_RUNTIME_LOOK_AHEAD_SLIDE_DEPTHS_H_

#include <stdint.h>

#include <vector>

#include "runtime/lookup/move_table.h"
#include "tables/board.h"
#include "tables/table_set.h"

namespace tilebase {

// The depth of each state of a table of slides all of whose states can be solved; empty where that
// is not so, where it has more than most_entries, or where a depth does not fit. Some 70 ns a
// state and thread.
std::vector<uint8_t> SlideDepths(const MoveTable& table, const TableInfo& info,
                                 uint64_t most_entries, int threads);

// Requires a square board.
Board Reflected(const Board& board);

constexpr Action Reflected(Action action) {
  return static_cast<Action>(static_cast<int>(action) ^ 2);
}

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOK_AHEAD_SLIDE_DEPTHS_H_
