// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What look-ahead reads besides the set's policies: made once by LookAhead::Create, shared by all
// searches.

#ifndef TILEBASE_RUNTIME_LOOK_AHEAD_LOOK_AHEAD_TABLES_H_
#define TILEBASE_RUNTIME_LOOK_AHEAD_LOOK_AHEAD_TABLES_H_

#include <stdint.h>

#include <memory>

#include "runtime/lookup/policy_set.h"
#include "runtime/patterns/optimal_solver.h"
#include "runtime/patterns/pattern_tables.h"
#include "tables/geometry.h"
#include "tables/pair_values.h"

namespace tilebase {

struct LookAheadTables {
  // Partitions of more patterns have tables too small to be of use.
  static constexpr int kMostPatterns = 12;

  explicit LookAheadTables(const PolicySet& policies) : set(policies) {}

  Geometry geometry() const { return set.info().geometry; }
  // Of values and pattern tables.
  uint64_t memory_bytes() const {
    return (patterns == nullptr ? 0 : patterns->memory_bytes()) +
           (values == nullptr ? 0 : values->memory_bytes());
  }

  const PolicySet& set;
  std::unique_ptr<const PairValues> values;       // null: the set has none
  std::unique_ptr<const PatternTables> patterns;  // null: no patterns, or too large a board
  std::unique_ptr<const OptimalSolver> optimal;   // by them
  uint64_t first_lookups = 0;                     // of beams before that
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOK_AHEAD_LOOK_AHEAD_TABLES_H_
