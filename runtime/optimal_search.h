// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Finds shortest solutions with an opened set, in its own metric, by whatever the set has for them:
//
//   one stage of all tiles   lookups. If the goal has its blank in no corner, a small search by
//                            lookups
//   pattern tables           the search of runtime/patterns. If there are values, too, a beam by
//                            them looks for a solution before each length that may take long
//   the metric mtm           the search of search/slide_optimal.h, by the stages' own tables

#ifndef TILEBASE_RUNTIME_OPTIMAL_SEARCH_H_
#define TILEBASE_RUNTIME_OPTIMAL_SEARCH_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/patterns/optimal_tables.h"
#include "runtime/search/slide_optimal.h"
#include "runtime/search/value_beam.h"
#include "tables/board_text.h"
#include "tables/destination.h"
#include "tables/plan.h"

namespace tilebase {

// Immutable; any number of threads may solve at a time.
class OptimalSearch {
 public:
  // Returns whether sets of this plan have one of the above.
  static bool IsFor(const Plan& plan);
  // Creates the search for an open source and the set that solves by its stages (null if there is
  // none). The set must outlive the object. Memory, threads and errors: as OptimalTables::Create
  // and SlideOptimal::Create; FailedPrecondition if IsFor the source's plan is false.
  static absl::StatusOr<std::unique_ptr<OptimalSearch>> Create(
      std::shared_ptr<const TableSource> source, const PolicySet* policies, int threads,
      uint64_t memory_bytes = UINT64_MAX);
  // Errors: also those of OpenSource.
  static absl::StatusOr<std::unique_ptr<OptimalSearch>> Open(const std::string& path, int threads);

  // As OptimalSolver::Solve, with limits.known and the bound in moves of the metric; limits.find is
  // set here. If the set has stages, a solution by lookup bounds the search, and stands in if a
  // limit ends it. With values, a search of billions of nodes takes up to 0.3 GB of memory for them
  // on 5x5.
  OptimalAnswer Solve(const Board& board, const OptimalLimits& limits) const;
  // Like Solve, from a board to a destination, wherever its blank is. `renamed` is
  // destination.Renamed(board), and limits.state describes that board.
  OptimalAnswer SolveTo(const Destination& destination, const Board& renamed,
                        OptimalLimits limits) const;

  // The first moves of all shortest solutions, given one of them, `letters`: for each other move a
  // search shows whether a solution one shorter follows. Each search has the whole limits; returns
  // nothing if a limit ends one. Adds its nodes to *nodes. Not for the metric mtm.
  std::optional<ActionMask> FirstMovesTo(const Destination& destination, const Board& renamed,
                                         std::string_view letters, OptimalLimits limits,
                                         uint64_t* nodes) const;

  Geometry geometry() const { return source_->info().geometry; }
  bool is_mtm() const { return policies_ != nullptr && policies_->is_mtm(); }
  // Returns whether every solution to home is a lookup, which no limit ends.
  bool is_lookup() const { return lookups_ != nullptr; }
  // Counts the moves of a solution, in the metric.
  size_t Moves(std::string_view letters) const {
    return is_mtm() ? CountRuns(letters) : letters.size();
  }
  // The tables that it reads: "pattern:7-8", or the plan.
  const std::string& tables() const;
  // The bytes of the tables that the search reads: pattern tables, or depths.
  uint64_t table_bytes() const;
  // Null unless the search uses pattern tables.
  const OptimalTables* patterns() const { return patterns_.get(); }

 private:
  OptimalSearch() = default;
  // Returns the solution by the stages to `end`. Nothing: there are no stages, or they are damaged.
  std::optional<std::string> LettersByLookup(const Board& board, const Board& end) const;
  // As OptimalLimits::find.
  std::string FindByValues(const Board& board, const OptimalLimits& limits,
                           Clock::time_point deadline, int most, double nodes) const;

  std::shared_ptr<const TableSource> source_;
  std::unique_ptr<const PolicySet> owned_policies_;
  const PolicySet* policies_ = nullptr;
  // Exactly one of these is set, and solver_ is it or its search.
  std::unique_ptr<const OptimalTables> patterns_;
  std::unique_ptr<const SlideOptimal> slides_;
  std::unique_ptr<const OptimalSolver> lookups_;
  const OptimalSolver* solver_ = nullptr;
  std::unique_ptr<const PairValues> values_;  // null: the plan has none, or no pattern tables
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<ValueBeam>> beams_;  // not in use by a search
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_OPTIMAL_SEARCH_H_
