// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How many slides each state of a table of the metric mtm is from the table's goal, one byte a
// state: what searches read instead of walking. The file stores slides, which compress better; the
// depths follow from them, each state's from that of the state its slide leads to.

#ifndef TILEBASE_RUNTIME_SEARCH_SLIDE_DEPTHS_H_
#define TILEBASE_RUNTIME_SEARCH_SLIDE_DEPTHS_H_

#include <stdint.h>

#include <vector>

#include "runtime/lookup/move_table.h"
#include "tables/table_set.h"

namespace tilebase {

// By rank, for a table all of whose states can be solved. Empty where that is not so, where the
// table has more than most_entries, or where a depth does not fit. Some 70 ns a state and thread.
std::vector<uint8_t> SlideDepths(const MoveTable& table, const TableInfo& info,
                                 uint64_t most_entries, int threads);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_SLIDE_DEPTHS_H_
