// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The table of a stage that has none of its own in the set, because a symmetry of the board takes
// it to an earlier stage (Plan::TablesOf): {1-4,8}|{} of 4x4 is {1-5}|{} with left and right
// exchanged.

#ifndef TILEBASE_RUNTIME_LOOK_AHEAD_MIRRORED_TABLE_H_
#define TILEBASE_RUNTIME_LOOK_AHEAD_MIRRORED_TABLE_H_

#include <stdint.h>

#include <memory>

#include "runtime/lookup/move_table.h"
#include "tables/symmetry.h"
#include "tables/system/huge_bytes.h"

namespace tilebase {

// Immutable after Create.
class MirroredTable {
 public:
  // The table of {goal}|{} from `original`, whose planes must be there and whose goal `symmetry`
  // takes `goal` to (MovesSymmetry). About 110 ns an entry and thread. Null where memory cannot be
  // had.
  static std::unique_ptr<const MirroredTable> Create(const MoveTable& original, CellMask goal,
                                                     Symmetry symmetry, int threads);

  static uint64_t Bytes(uint64_t entries) { return PolicyBytes(entries); }

  const MoveTable& table() const { return table_; }
  uint64_t memory_bytes() const { return policy_.size(); }

 private:
  MirroredTable() = default;

  HugeBytes policy_;
  MoveTable table_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOK_AHEAD_MIRRORED_TABLE_H_
