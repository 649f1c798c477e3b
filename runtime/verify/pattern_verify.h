// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Checks a pattern table by searching again, sharing no code with what made it: placements are
// ranked, moved and flooded here by plain code of its own, written from docs/format.md.
//
// A policy can be checked entry by entry against its neighbours (verify.h). A pattern's value
// cannot: it is the least over all cells of the blank, and the table does not say what the others
// are. So the levels are found once more, blank by blank, and every entry is compared with the
// level at which its placement is first met. It is as sure as the two programs are independent, and
// it takes several times as long as making the table.

#ifndef TILEBASE_RUNTIME_VERIFY_PATTERN_VERIFY_H_
#define TILEBASE_RUNTIME_VERIFY_PATTERN_VERIFY_H_

#include <stdint.h>

#include "absl/status/status.h"
#include "runtime/verify/verify.h"
#include "tables/table_set.h"

namespace tilebase {

// Verifies a pattern table, given its excesses in two entries a byte. options.progress gets the
// entries found so far, doubled. Errors: DataLoss, naming a wrong entry of the least value, its
// placement and what is wrong; ResourceExhausted. Memory: three words of as many bits as the board
// has cells (16, 32 or 64) an entry.
absl::Status VerifyPatternTable(const TableInfo& info, const uint8_t* excesses,
                                const VerifyOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_VERIFY_PATTERN_VERIFY_H_
