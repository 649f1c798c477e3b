// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The tables that look-ahead reads besides the set's policies: LookAhead::Create makes them once,
// and all searches share them.

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
  // Most nodes of a search for a shortest solution: fifty times the average with pattern:7-8
  // (docs/optimal.md).
  static constexpr uint64_t kMostProofNodes = 1'000'000;

  explicit LookAheadTables(const PolicySet& policies) : set(policies) {}

  Geometry geometry() const { return set.info().geometry; }
  // The bytes of values and pattern tables.
  uint64_t memory_bytes() const {
    return (patterns == nullptr ? 0 : patterns->memory_bytes()) +
           (values == nullptr ? 0 : values->memory_bytes());
  }

  const PolicySet& set;
  std::unique_ptr<const PairValues> values;  // null: the set has none
  // Null unless there are patterns that find shortest solutions in time.
  std::unique_ptr<const PatternTables> patterns;
  std::unique_ptr<const OptimalSolver> optimal;  // searches with them
  // How many boards beams look at before that search: as many as it is likely to have nodes.
  // Solutions become nearly shortest in that time.
  uint64_t first_boards = 0;
  // The search's likely time: 10 ns a node.
  std::chrono::nanoseconds ProofTime() const { return std::chrono::nanoseconds(10 * first_boards); }
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_LOOK_AHEAD_TABLES_H_
