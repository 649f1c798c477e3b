// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Shortest solutions in the metric mtm, by iterative deepening (Korf 1985). In a shortest solution
// horizontal and vertical slides alternate: two of one line in a row are one slide, or none. A set
// with a lane table has the bounds of lane_bounds.h. Without one, the numbers of horizontal and
// vertical slides differ by at most one, and each has a lower bound of its own:
//
//   Lines. Vertical slides alone move tiles from row to row. How many tiles of which row lie in
//   which row, and the blank's row, is a small puzzle, whose lengths are a bound (Takahashi's
//   walking distance, with whole slides); and likewise the columns.
//
//   Tables. The first stage of a set's plan brings some tiles home; the depth of its table is a
//   bound for all of them. On a square board the reflected board gives another bound.

#ifndef TILEBASE_RUNTIME_SEARCH_SLIDE_OPTIMAL_H_
#define TILEBASE_RUNTIME_SEARCH_SLIDE_OPTIMAL_H_

#include <stdint.h>

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/patterns/optimal_solver.h"
#include "runtime/search/lane_bounds.h"

namespace tilebase {

// Immutable; any number of threads may solve at a time, with about 200 kB each.
class SlideOptimal : public OptimalSolver {
 public:
  // Prepares `set`, which is of the metric mtm and must outlive the object. A lane table takes its
  // decoded bytes. Without one, the tables of first stages take a byte an entry and the time of
  // SlideDepths. Errors: those of LaneBounds::Read and PolicySet::PrepareAll; ResourceExhausted if
  // `memory_bytes` is too little, or if the set does not keep the tables of stages whole.
  static absl::StatusOr<std::unique_ptr<SlideOptimal>> Create(const PolicySet& set, int threads,
                                                              uint64_t memory_bytes = UINT64_MAX);
  ~SlideOptimal() override;

  // Like OptimalSolver::Solve, with limits.known and the bound counted in slides; the solution has
  // the fewest slides. Does not use limits.find, state and watch. limits.threads join once the
  // board has turned out to be hard. Requires a solvable board of the set's size.
  OptimalAnswer Solve(const Board& board, const OptimalLimits& limits) const override;

  // The bytes of the lanes or depths.
  uint64_t table_bytes() const;

 private:
  class Lines;
  class StagePath;
  // A table of a first stage.
  struct Depths {
    const MoveTable* table;
    std::vector<uint8_t> of;
  };

  SlideOptimal();

  std::unique_ptr<const Lines> rows_;
  std::unique_ptr<const Lines> columns_;
  std::vector<Depths> depths_;
  std::unique_ptr<const LaneBounds> lanes_;  // if the set has them, it needs no others
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_SLIDE_OPTIMAL_H_
