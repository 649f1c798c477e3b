// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Checks a decoded table entry by entry, sharing no code with the generator: states are enumerated,
// ranked and moved here by separate plain code, written from docs/format.md.
//
// The verifier finds the depths of all states again, level by level from the goals
// (policy_verify.cc). A policy table is right if and only if three things hold: each entry leads to
// a state one move nearer; entries are marked unreachable exactly where no level came by; the
// header counts the states by depth.
//
// A pattern's value is the least over all cells of the blank. Its levels are found again as well;
// then every entry is compared with the level at which its placement was first met. Both checks are
// as reliable as the two programs are independent.
//
// The cells that the blank can reach depend on the set of cells that the tiles are on, not on which
// tile is where. A room is a set together with one of the parts into which it cuts the other cells.
// A room's arrangements of the tiles are bits of words (pattern_arrangements.h); one slide of a
// tile leads from all of them to those of another room. Slides lead from sets of one parity to sets
// of the other, so a level reads rooms of one parity and adds to rooms of the other.

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
  int threads = 1;  // values above kMaxThreads count as kMaxThreads
  // Called now and then with the work done, out of twice the table's entries. May be empty.
  std::function<void(uint64_t done)> progress;
};

// Finds the levels of a policy table, and compares its entries with them. VerifyTable does this for
// all entries.
class PolicyVerifier {
 public:
  // Searches all levels. options.progress receives the number of entries found so far. Throws
  // std::bad_alloc. Memory: a quarter to half of a byte an entry, more for small tables. Requires
  // HasStages(info.metric); `info` must outlive the object.
  static std::unique_ptr<PolicyVerifier> Create(const TableInfo& info,
                                                const VerifyOptions& options);
  virtual ~PolicyVerifier() = default;

  // Returns whether the entries begin .. end-1 are right, given planes (entry.h) that begin with
  // entry `begin`, a multiple of 8. `reachable` may be null. Many threads may check at once.
  virtual bool Check(uint64_t begin, uint64_t end, const uint8_t* entries,
                     const uint8_t* reachable) = 0;

  // Verdict returns DataLoss, naming the first wrong entry of those checked, its state and what is
  // wrong. VerdictOnCounts returns DataLoss if the header's counts are not those of the levels.
  virtual absl::Status Verdict() const = 0;
  virtual absl::Status VerdictOnCounts() const = 0;
};

// Verifies a table with the given planes (entry.h); `reachable` may be null. For the metric mtm,
// `policy` holds the slides. Errors: DataLoss, naming the first wrong entry in rank order, its
// state and what is wrong; ResourceExhausted. Memory: as PolicyVerifier::Create.
absl::Status VerifyTable(const TableInfo& info, const uint8_t* policy, const uint8_t* reachable,
                         const VerifyOptions& options);

// Verifies a pattern table, given its excesses in two entries a byte. options.progress receives the
// number of entries found so far, and later all of these plus the entries compared. Errors:
// DataLoss, naming the first wrong entry of the least value, its placement and what is wrong;
// ResourceExhausted. Memory: 1.3 to 1.6 bytes an entry for six tiles and more, several times that
// for fewer tiles.
absl::Status VerifyPatternTable(const TableInfo& info, const uint8_t* excesses,
                                const VerifyOptions& options);

// Verifies a lane table (slide_lanes.h), given its plane, on one thread. Errors: DataLoss, naming
// the wrong lane of the least value; ResourceExhausted. Memory: a byte an entry.
absl::Status VerifyLaneTable(const TableInfo& info, const uint8_t* plane,
                             const VerifyOptions& options);

// Reads and verifies a table of a source, policies, patterns and lanes as above. For values it
// checks only the header's counts; tools/measure/value_error.h measures how well they fit. Errors:
// also those of TableSource::ReadTable. Memory: for patterns and lanes also the decoded table,
// unless it is raw; for policies a few blocks a thread.
absl::Status VerifyStoredTable(const TableSource& source, size_t table,
                               const VerifyOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_VERIFY_VERIFY_H_
