// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Checks a decoded table entry by entry, sharing no code with what made it: states are enumerated,
// ranked and moved here by plain code of its own, written from docs/format.md.
//
// The depth of an entry is found by following the policy. A table is then right if and only if
//   1. the goal entries (depth 0) are exactly the states with the tiles of G home;
//   2. every other reachable entry's action is one the board allows and leads to depth - 1;
//   3. no neighbour of an entry is more than one deeper or shallower;
//   4. no neighbour of an unreachable entry is reachable.
// By 1 and 2 a depth is the length of a path to the goal; by 3 no path is shorter, so it is the
// least; by 4 what is called unreachable is so. The histogram must then match the header.
//
// A policy can be checked entry by entry against its neighbours as above. A pattern's value
// cannot: it is the least over all cells of the blank, and the table does not say what the others
// are. So the levels are found once more, then every entry is compared with the level at which its
// placement was first met. It is as sure as the two programs are independent.
//
// What the blank can reach depends on the set of cells that the tiles are on, and not on which is
// where. A room is a set and one of the parts into which it cuts the other cells. A room's
// arrangements of the tiles are bits of words (pattern_arrangements.h); one slide of a tile leads
// from all of them to those of another room. Slides lead from sets of one parity to those of the
// other, so a level reads rooms of one and adds to rooms of the other.

#ifndef TILEBASE_RUNTIME_VERIFY_VERIFY_H_
#define TILEBASE_RUNTIME_VERIFY_VERIFY_H_

#include <stdint.h>

#include <functional>

#include "absl/status/status.h"
#include "tables/table_set.h"
#include "tables/table_source.h"

namespace tilebase {

struct VerifyOptions {
  static constexpr int kMaxThreads = 256;
  int threads = 1;  // more than kMaxThreads counts as that
  // Called now and then with the entries done, of twice the table's entries. May be empty.
  std::function<void(uint64_t done)> progress;
};

// Verifies a table whose planes (entry.h) are given; `reachable` may be null. A table of the metric
// mtm has its slides in the place of the policy. Errors: DataLoss,
// naming the first wrong entry in rank order, its state and what is wrong; ResourceExhausted.
// Memory: one byte an entry, two where the table is deeper than 253.
absl::Status VerifyTable(const TableInfo& info, const uint8_t* policy, const uint8_t* reachable,
                         const VerifyOptions& options);

// The part of that which concerns one entry: its depth and those of its neighbours, found by
// following the policy, are as 1 to 4 demand. VerifyTable without its histogram is this for every
// entry. For a look at one entry, or at some. Requires rank < info.entries. Errors and memory: as
// VerifyTable; time: the paths are followed, memory is cleared.
absl::Status VerifyEntry(const TableInfo& info, const uint8_t* policy, const uint8_t* reachable,
                         uint64_t rank);

// Verifies a pattern table, given its excesses in two entries a byte. options.progress gets the
// entries found so far, later all these and the entries compared. Errors: DataLoss, naming the
// first wrong entry of the least value, its placement and what is wrong; ResourceExhausted. Memory:
// 1.3 to 1.6 bytes an entry of six tiles and more, several times that of few tiles.
absl::Status VerifyPatternTable(const TableInfo& info, const uint8_t* excesses,
                                const VerifyOptions& options);

// Verifies a table of a source, which it reads: policies and patterns as above. Of
// values only the header's counts can be checked here; how well they fit is measured elsewhere
// (tools/common/value_search.h).
// Errors: also those of TableSource::ReadTable. Memory: also the decoded table, unless it is raw.
absl::Status VerifyStoredTable(const TableSource& source, size_t table,
                               const VerifyOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_VERIFY_VERIFY_H_
