// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The tables of a set's pattern parts, and the search that reads them. If there are several parts
// without dual lookups, the search uses these; otherwise the first part with dual lookups, or the
// only part.

#ifndef TILEBASE_RUNTIME_PATTERNS_OPTIMAL_TABLES_H_
#define TILEBASE_RUNTIME_PATTERNS_OPTIMAL_TABLES_H_

#include <stdint.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/patterns/optimal_solver.h"
#include "runtime/patterns/pattern_tables.h"
#include "runtime/patterns/spread_tables.h"

namespace tilebase {

class OptimalTables {
 public:
  // Reads the tables of a source. `memory_bytes` is the most memory for decoded tables. Errors:
  // those of PatternTables::Create and SpreadTables::Create; ResourceExhausted.
  static absl::StatusOr<std::unique_ptr<OptimalTables>> Create(
      std::shared_ptr<const TableSource> source, int threads, uint64_t memory_bytes = UINT64_MAX);

  const OptimalSolver& solver() const { return *solver_; }
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
  std::unique_ptr<const OptimalSolver> solver_;
  uint64_t table_bytes_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_OPTIMAL_TABLES_H_
