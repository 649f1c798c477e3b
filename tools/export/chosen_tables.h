// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Which tables of a set Algorithm 2 can ever choose. A grown table is looked at only where the ones
// before it cannot solve the board, and some never help: {12,13}|{1-11} of the 4x4 board leaves a
// path of cells on which no order changes, so it solves nothing that {13}|{1-12} does not.

#ifndef TILEBASE_TOOLS_EXPORT_CHOSEN_TABLES_H_
#define TILEBASE_TOOLS_EXPORT_CHOSEN_TABLES_H_

#include <stddef.h>

#include <vector>

#include "runtime/lookup/policy_set.h"

namespace tilebase {

// Ascending; the first and the last table of each stage are always among them. The set answers the
// same without the others. Requires a set whose tables are all whole. Cost: a look at every entry
// of each stage's own table, where the stage has more than one.
std::vector<size_t> ChosenTables(const PolicySet& set);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_EXPORT_CHOSEN_TABLES_H_
