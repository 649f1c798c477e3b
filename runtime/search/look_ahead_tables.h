// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What look-ahead reads besides the set's policies: made once by LookAhead::Create, shared by all
// searches.

#ifndef TILEBASE_RUNTIME_SEARCH_LOOK_AHEAD_TABLES_H_
#define TILEBASE_RUNTIME_SEARCH_LOOK_AHEAD_TABLES_H_

#include <stdint.h>

#include <chrono>
#include <memory>

#include "runtime/lookup/policy_set.h"
#include "runtime/patterns/optimal_solver.h"
#include "runtime/patterns/pattern_tables.h"
#include "tables/geometry.h"
#include "tables/pair_values.h"

namespace tilebase {

struct LookAheadTables {
  // Nodes that a search for a shortest solution may take: fifty times the average with pattern:7-8
  // (docs/optimal.md).
  static constexpr uint64_t kMostProofNodes = 1'000'000;

  explicit LookAheadTables(const PolicySet& policies) : set(policies) {}

  Geometry geometry() const { return set.info().geometry; }
  // Of values and pattern tables.
  uint64_t memory_bytes() const {
    return (patterns == nullptr ? 0 : patterns->memory_bytes()) +
           (values == nullptr ? 0 : values->memory_bytes());
  }

  const PolicySet& set;
  std::unique_ptr<const PairValues> values;  // null: the set has none
  // Null where there are no patterns by which shortest solutions can be found in time.
  std::unique_ptr<const PatternTables> patterns;
  std::unique_ptr<const OptimalSolver> optimal;  // by them
  // Boards that beams look at before that: as many as it is likely to have nodes. In that time
  // solutions become nearly shortest.
  uint64_t first_boards = 0;
  // What it is likely to take: 10 ns a node.
  std::chrono::nanoseconds ProofTime() const { return std::chrono::nanoseconds(10 * first_boards); }
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_LOOK_AHEAD_TABLES_H_
