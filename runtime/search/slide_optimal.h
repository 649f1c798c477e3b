// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Shortest solutions in the metric mtm, by iterative deepening (Korf 1985). In a shortest solution
// horizontal and vertical slides alternate: two of one line in a row are one slide, or none. The
// bounds are those of slide_bounds.h.

#ifndef TILEBASE_RUNTIME_SEARCH_SLIDE_OPTIMAL_H_
#define TILEBASE_RUNTIME_SEARCH_SLIDE_OPTIMAL_H_

#include <stdint.h>

#include <functional>
#include <memory>
#include <mutex>

#include "absl/status/statusor.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/patterns/optimal_solver.h"
#include "runtime/search/slide_bounds.h"

namespace tilebase {

// Immutable; any number of threads may solve at a time, with about 200 kB each.
class SlideOptimal : public OptimalSolver {
 public:
  // Prepares for the boards of `set`, which is of the metric mtm. The first board makes the bounds,
  // on `threads` threads, within its limits: on 4x4 that takes seconds, and 160 MB of which 50 MB
  // stay. Errors: ResourceExhausted if they would keep more than `memory_bytes`.
  static absl::StatusOr<std::unique_ptr<SlideOptimal>> Create(const PolicySet& set, int threads,
                                                              uint64_t memory_bytes = UINT64_MAX);
  ~SlideOptimal() override;

  // Like OptimalSolver::Solve, with limits.known and the bound counted in slides; the solution has
  // the fewest slides. Does not use limits.find, state and watch. limits.threads join once the
  // board has turned out to be hard. Requires a solvable board of the set's size.
  OptimalAnswer Solve(const Board& board, const OptimalLimits& limits) const override;

  // The bytes of the bounds.
  uint64_t table_bytes() const;

 private:
  class Search;
  struct Subtree;
  struct Shared;

  SlideOptimal(Geometry geometry, int threads);

  // Makes the bounds if they are not made yet. Returns null if `stops` returns true meanwhile.
  const SlideBounds* Bounds(const std::function<bool()>& stops) const;

  const Geometry geometry_;
  const int threads_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<const SlideBounds> bounds_;  // guarded by the mutex until they are made
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_SLIDE_OPTIMAL_H_
