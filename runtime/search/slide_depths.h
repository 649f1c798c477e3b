// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Computes how many slides each state of a table of the metric mtm is from the table's goal, one
// byte a state, for searches to read instead of walking. The file stores slides, which compress
// better. The depth of each state follows from that of the state its slide leads to.

#ifndef TILEBASE_RUNTIME_SEARCH_SLIDE_DEPTHS_H_
#define TILEBASE_RUNTIME_SEARCH_SLIDE_DEPTHS_H_

#include <stdint.h>

#include <vector>

#include "runtime/lookup/move_table.h"
#include "tables/table_set.h"

namespace tilebase {

// Returns the depths by rank. Returns nothing if some states cannot be solved, if the table has
// more than most_entries entries, or if a depth does not fit a byte. Takes about 70 ns a state and
// thread.
std::vector<uint8_t> SlideDepths(const MoveTable& table, const TableInfo& info,
                                 uint64_t most_entries, int threads);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_SLIDE_DEPTHS_H_
