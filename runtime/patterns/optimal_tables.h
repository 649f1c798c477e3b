// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A table set opened for `tilebase solve --optimal`: the tables of its pattern parts, which the
// search reads. If the set has stages, too, their lookups give a solution that bounds the search
// and stands in if the search is stopped early. If there are several parts without dual lookups,
// the search uses these; otherwise the first part with dual lookups, or the only part.

#ifndef TILEBASE_RUNTIME_PATTERNS_OPTIMAL_TABLES_H_
#define TILEBASE_RUNTIME_PATTERNS_OPTIMAL_TABLES_H_

#include <stdint.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/patterns/optimal_solver.h"
#include "runtime/patterns/pattern_tables.h"
#include "runtime/patterns/spread_tables.h"

namespace tilebase {

struct OptimalAnswer {
  std::string letters;
  bool found = false;   // by the search or by lookup
  bool proven = false;  // there is no shorter one
  int bound = 0;        // no solution is shorter
  uint64_t nodes = 0;
  double seconds = 0;

  // Takes the result of a search for something shorter than `letters`.
  void Take(OptimalResult result);
};

class OptimalTables {
 public:
  // Errors: those of opening, and of PatternTables::Create.
  static absl::StatusOr<std::unique_ptr<OptimalTables>> Open(const std::string& path, int threads);
  // Creates the tables of an open source. `policies`, which must outlive the object, solves by
  // lookup; null: nothing does. `memory_bytes` is the most memory for decoded tables. Errors: as
  // Open; ResourceExhausted.
  static absl::StatusOr<std::unique_ptr<OptimalTables>> Create(
      std::shared_ptr<const TableSource> source, const PolicySet* policies, int threads,
      uint64_t memory_bytes = UINT64_MAX);

  // Requires a solvable board of the tables' size, and Fits of limits.state. With limits.known only
  // shorter solutions are found.
  OptimalAnswer Solve(const Board& board, const OptimalLimits& limits) const;
  // As OptimalSolver::Fits.
  bool Fits(const Board& board, const OptimalState& state, const Board* end = nullptr) const {
    return solver_->Fits(board, state, end);
  }

  Geometry geometry() const { return source_->info().geometry; }
  // Solves by lookup; null if the set has patterns only.
  const PolicySet* policies() const { return policies_; }
  // "pattern:7-8", or "pattern:6-6-6-6 and 11 more".
  const std::string& partition() const { return partition_; }
  // The hash of what the pattern tables contain, however they are stored.
  uint64_t content_hash() const;
  // Bytes of the pattern tables, decoded or mapped.
  uint64_t table_bytes() const { return table_bytes_; }

 private:
  OptimalTables() = default;

  std::shared_ptr<const TableSource> source_;
  std::vector<const PlanPart*> parts_;  // the used parts of the source's plan
  std::string partition_;
  // Exactly one of these is set.
  std::unique_ptr<PatternTables> patterns_;
  std::unique_ptr<SpreadTables> spread_;
  std::unique_ptr<OptimalSolver> solver_;
  const PolicySet* policies_ = nullptr;
  std::unique_ptr<const PolicySet> owned_policies_;
  uint64_t table_bytes_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_OPTIMAL_TABLES_H_
