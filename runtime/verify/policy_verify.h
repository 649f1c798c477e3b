// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Policy tables, checked against a search of their own.
//
// Every state's depth is found once more, level by level from the goals. Then an entry is right if
// it leads to a state one move nearer, and if it is marked unreachable just where no level came by.
// So that a table may have as many entries as memory has half bytes, a depth is kept modulo 3,
// which tells the depths of neighbours apart: they differ by one at most.
//
// A word has a bit for each way that the last few tiles can lie on the cells that the blank and the
// tiles before leave them: by the numbers of those cells among one another, the positions. A move
// takes one position out of this list and puts it in elsewhere. That is all a move is here: it maps
// the words of a head, the blank and the tiles before, to those of another head, and permutes the
// bits of all words alike. No word's neighbours have the blank on a cell of its own colour, so a
// level goes through the colours one after another and never reads what another thread writes.

#ifndef TILEBASE_RUNTIME_VERIFY_POLICY_VERIFY_H_
#define TILEBASE_RUNTIME_VERIFY_POLICY_VERIFY_H_

#include <stdint.h>

#include <memory>

#include "absl/status/status.h"
#include "runtime/verify/verify.h"
#include "tables/table_set.h"

namespace tilebase {

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

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_VERIFY_POLICY_VERIFY_H_
