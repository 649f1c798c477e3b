// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Checks a decoded table entry by entry, sharing no code with what made it: states are enumerated,
// ranked and moved here by plain code of its own, written from docs/format.md.
//
// The depths of all states are found once more, level by level from the goals (policy_verify.cc).
// A policy table is then right if and only if each entry leads to a state one move nearer, entries
// are marked unreachable just where no level came by, and the header counts the states by depth.
//
// A pattern's value is the least over all cells of the blank. Its levels are found once more as
// well, then every entry is compared with the level at which its placement was first met. Both are
// as sure as the two programs are independent.
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
#include <memory>

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

// The levels of a policy table, and its entries beside them; VerifyTable is this for all entries.
class PolicyVerifier {
 public:
  // Searches all levels. options.progress gets the entries found so far. Throws std::bad_alloc.
  // Memory: a quarter to half of a byte an entry, more of small tables. Requires
  // HasStages(info.metric); `info` must outlive the object.
  static std::unique_ptr<PolicyVerifier> Create(const TableInfo& info,
                                                const VerifyOptions& options);
  virtual ~PolicyVerifier() = default;

  // Whether the entries begin .. end-1 are right, given planes (entry.h) that begin with entry
  // `begin`, a multiple of 8. `reachable` may be null. Many threads may check at once.
  virtual bool Check(uint64_t begin, uint64_t end, const uint8_t* entries,
                     const uint8_t* reachable) = 0;

  // DataLoss, naming the first wrong entry of those checked, its state and what is wrong; or where
  // the header's counts are not those of the levels.
  virtual absl::Status Verdict() const = 0;
  virtual absl::Status VerdictOnCounts() const = 0;
};

// Verifies a table whose planes (entry.h) are given; `reachable` may be null. A table of the metric
// mtm has its slides in the place of the policy. Errors: DataLoss, naming the first wrong entry in
// rank order, its state and what is wrong; ResourceExhausted. Memory: as PolicyVerifier::Create.
absl::Status VerifyTable(const TableInfo& info, const uint8_t* policy, const uint8_t* reachable,
                         const VerifyOptions& options);

// Verifies a pattern table, given its excesses in two entries a byte. options.progress gets the
// entries found so far, later all these and the entries compared. Errors: DataLoss, naming the
// first wrong entry of the least value, its placement and what is wrong; ResourceExhausted. Memory:
// 1.3 to 1.6 bytes an entry of six tiles and more, several times that of few tiles.
absl::Status VerifyPatternTable(const TableInfo& info, const uint8_t* excesses,
                                const VerifyOptions& options);

// Verifies a table of a source, which it reads: policies and patterns as above. Of
// values only the header's counts can be checked here; how well they fit is measured elsewhere
// (tools/measure/value_error.h).
// Errors: also those of TableSource::ReadTable. Memory: of patterns also the decoded table, unless
// it is raw; of policies a few blocks a thread.
absl::Status VerifyStoredTable(const TableSource& source, size_t table,
                               const VerifyOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_VERIFY_VERIFY_H_
