// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solutions that are at most a factor longer than a shortest one. Two searches take turns, each
// with four times the work of the round before: look-ahead shortens the solution, and the search
// for shortest solutions raises the bound, up to the length that is enough. It ends when the two
// meet.

#ifndef TILEBASE_RUNTIME_WITHIN_SEARCH_H_
#define TILEBASE_RUNTIME_WITHIN_SEARCH_H_

#include "absl/status/statusor.h"
#include "runtime/answering_set.h"
#include "runtime/optimal_search.h"
#include "tables/board.h"
#include "tables/destination.h"

namespace tilebase {

// Returns whether `moves` are at most `factor` times the bound.
constexpr bool IsWithin(double factor, size_t moves, uint64_t bound) {
  return static_cast<double>(moves) <= factor * static_cast<double>(bound);
}

class WithinSearch {
 public:
  // Both must outlive the object. `search` may be null: then no bound is better than the tiles'
  // distances. A set of the metric mtm needs one.
  WithinSearch(const AnsweringSet& set, const OptimalSearch* search) : set_(set), search_(search) {}

  // The solution of `renamed`, destination.Renamed(board), to the destination, with its bound in
  // moves of the metric. Ends where IsWithin(factor, ..), where a limit does, and without `search`
  // where look-ahead finds nothing more. Heeds these limits: nodes, which count boards of
  // look-ahead too, seconds, threads and cancel. Errors: those of AnsweringSet::PrepareEffort.
  absl::StatusOr<OptimalAnswer> Solve(double factor, const Destination& destination,
                                      const Board& renamed, const OptimalLimits& limits) const;

 private:
  const AnsweringSet& set_;
  const OptimalSearch* const search_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_WITHIN_SEARCH_H_
