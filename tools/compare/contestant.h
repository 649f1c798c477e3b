// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What `tilebase compare` compares: the classic searches and table sets behind one face.

#ifndef TILEBASE_TOOLS_COMPARE_CONTESTANT_H_
#define TILEBASE_TOOLS_COMPARE_CONTESTANT_H_

#include <stdint.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "runtime/answering_set.h"
#include "runtime/patterns/optimal_tables.h"
#include "runtime/patterns/pattern_tables.h"
#include "tools/classic/search.h"

namespace tilebase {

struct Attempt {
  classic::SearchResult result;
  double seconds = 0;  // to the solution, without copying it
};

struct Contestant {
  std::string name;
  bool optimal = false;         // what it finds is a shortest solution
  bool searches = true;         // it expands boards
  double prepare_seconds = 0;   // learning, filling or opening its tables
  uint64_t prepared_bytes = 0;  // of these, in memory
  std::function<Attempt(const Board&, const classic::Limits&)> attempt;
};

// A solver by its name in the registry of classic solvers; `patterns` may be null. Errors: those of
// MakeClassicSolver.
absl::StatusOr<Contestant> ClassicContestant(std::string_view name, Geometry geometry, double ratio,
                                             std::shared_ptr<const PatternTables> patterns);

// Solving by lookup. `open_seconds`: what opening took.
Contestant LookupContestant(const std::string& path, const std::shared_ptr<const AnsweringSet>& set,
                            double open_seconds);

// Solving by lookup with look-ahead; `effort` as people write it. Requires that the set's effort is
// prepared. Errors: those of ParseEffort.
absl::StatusOr<Contestant> EffortContestant(const std::string& path,
                                            const std::shared_ptr<const AnsweringSet>& set,
                                            const std::string& effort, double open_seconds);

// The search of `tilebase solve --optimal`, on one thread. Its nodes are boards generated; it does
// not count how many it expands.
Contestant OptimalContestant(const std::shared_ptr<const OptimalTables>& tables,
                             double open_seconds);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMPARE_CONTESTANT_H_
