// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A table set opened to search for shortest solutions, in its own metric: single slides with
// pattern tables, or whole lines with the tables of the metric mtm.

#ifndef TILEBASE_TOOLS_COMMON_OPTIMAL_SEARCH_H_
#define TILEBASE_TOOLS_COMMON_OPTIMAL_SEARCH_H_

#include <stdint.h>

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "runtime/look_ahead/slide_optimal.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/patterns/optimal_tables.h"
#include "tables/action_text.h"

namespace tilebase {

class OptimalSearch {
 public:
  // Errors: as OptimalTables::Open, OpenSet and SlideOptimal::Create.
  static absl::StatusOr<OptimalSearch> Open(const std::string& file, int threads);

  Geometry geometry() const {
    return is_mtm() ? policies_->info().geometry : patterns_->geometry();
  }
  bool is_mtm() const { return slides_ != nullptr; }
  // Bytes of pattern tables, or of depths.
  uint64_t table_bytes() const {
    return is_mtm() ? slides_->table_bytes() : patterns_->table_bytes();
  }
  // As the two; limits.known and the bound are moves of the metric.
  OptimalAnswer Solve(const Board& board, const OptimalLimits& limits) const {
    return is_mtm() ? slides_->Solve(board, limits) : patterns_->Solve(board, limits);
  }
  // The pattern tables; null where the metric is mtm.
  const OptimalTables* patterns() const { return patterns_.get(); }
  // What the search looks up: "pattern:7-8", or the stages whose depths it uses.
  std::string tables() const;
  // The moves of a solution, in the metric.
  size_t Moves(std::string_view letters) const {
    return is_mtm() ? CountRuns(letters) : letters.size();
  }

 private:
  OptimalSearch() = default;

  std::unique_ptr<OptimalTables> patterns_;
  std::unique_ptr<PolicySet> policies_;
  std::unique_ptr<SlideOptimal> slides_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_OPTIMAL_SEARCH_H_
