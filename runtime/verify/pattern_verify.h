// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Checks a pattern table by searching again, sharing no code with what made it: placements are
// ranked, moved and flooded here by code of its own, written from docs/format.md.
//
// A policy can be checked entry by entry against its neighbours (verify.h). A pattern's value
// cannot: it is the least over all cells of the blank, and the table does not say what the others
// are. So the levels are found once more, then every entry is compared with the level at which its
// placement was first met. It is as sure as the two programs are independent.
//
// What the blank can reach depends on the set of cells that the tiles are on, and not on which is
// where. A room is a set and one of the parts into which it cuts the other cells. A room's
// arrangements of the tiles are bits of words (pattern_arrangements.h); one slide of a tile leads
// from all of them to those of another room. Slides lead from sets of one parity to those of the
// other, so a level reads rooms of one and adds to rooms of the other.

#ifndef TILEBASE_RUNTIME_VERIFY_PATTERN_VERIFY_H_
#define TILEBASE_RUNTIME_VERIFY_PATTERN_VERIFY_H_

#include <stdint.h>

#include "absl/status/status.h"
#include "runtime/verify/verify.h"
#include "tables/table_set.h"

namespace tilebase {

// Verifies a pattern table, given its excesses in two entries a byte. options.progress gets the
// entries found so far, later all these and the entries compared. Errors: DataLoss, naming the
// first wrong entry of the least value, its placement and what is wrong; ResourceExhausted. Memory:
// 1.3 to 1.6 bytes an entry of six tiles and more, several times that of few tiles.
absl::Status VerifyPatternTable(const TableInfo& info, const uint8_t* excesses,
                                const VerifyOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_VERIFY_PATTERN_VERIFY_H_
