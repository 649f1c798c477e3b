// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A table set opened for `tilebase solve --optimal`: its pattern tables for the search and, where
// it has stages too, the lookups whose solution bounds the search and stands in where the search is
// not given enough.

#ifndef TILEBASE_RUNTIME_PATTERNS_OPTIMAL_TABLES_H_
#define TILEBASE_RUNTIME_PATTERNS_OPTIMAL_TABLES_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/patterns/optimal_solver.h"
#include "runtime/patterns/pattern_tables.h"

namespace tilebase {

struct OptimalAnswer {
  std::string letters;
  bool found = false;   // by the search or by lookup
  bool proven = false;  // there is no shorter one
  int bound = 0;        // no solution is shorter
  uint64_t nodes = 0;
  double seconds = 0;
};

class OptimalTables {
 public:
  // Errors: those of opening, and of PatternTables::Create.
  static absl::StatusOr<std::unique_ptr<OptimalTables>> Open(const std::string& path, int threads);

  // Requires a solvable board of the tables' size. With limits.known only what is shorter is found.
  OptimalAnswer Solve(const Board& board, const OptimalLimits& limits) const;

  Geometry geometry() const { return patterns_->geometry(); }
  // What solves by lookup; null where the set has patterns only.
  const PolicySet* policies() const { return policies_.get(); }
  // "pattern:7-8".
  const std::string& partition() const { return patterns_->partition(); }
  // Bytes of the pattern tables, decoded or mapped.
  uint64_t table_bytes() const { return table_bytes_; }

 private:
  OptimalTables() = default;

  std::unique_ptr<PatternTables> patterns_;
  std::unique_ptr<OptimalSolver> solver_;
  std::unique_ptr<PolicySet> policies_;
  uint64_t table_bytes_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_OPTIMAL_TABLES_H_
