// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Shorter solutions in the metric mtm, from the same tables. Lookup finishes the first stage by one
// of its shortest ways, blind to what that leaves for the others. Here all ways are gone through,
// the shortest ones first, then those of one slide more, and so on, and each is solved on by
// lookup, eight at a time. A last slide ends where the stage is done: the next stage may go on with
// it at no cost. Each staged part of the plan does so, on the board as it is and, where it is
// square, reflected along the diagonal.
//
// The depths of the first stage's states (and of the last one's, in plans of two stages) are kept,
// a byte each: a way that cannot end in time, or in a shorter solution, is left.
//
// A set with fitted values (tables/pair_values.h) goes through such ways for kWaysBoards only.
// Then a beam of whole slides that the values order looks for shorter solutions (value_beam.h).
//
// The order is fixed and the budget only says where to stop, so more effort is never worse.

#ifndef TILEBASE_RUNTIME_LOOK_AHEAD_SLIDE_LOOK_AHEAD_H_
#define TILEBASE_RUNTIME_LOOK_AHEAD_SLIDE_LOOK_AHEAD_H_

#include <stdint.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/look_ahead/look_ahead.h"
#include "runtime/look_ahead/value_beam.h"
#include "runtime/lookup/policy_set.h"

namespace tilebase {

// Immutable; any number of threads. Solving allocates a few kilobytes.
class SlideLookAhead {
 public:
  // `set`, of the metric mtm, is made ready and must outlive the object. Errors: those of
  // PolicySet::PrepareAll and ReadValues; ResourceExhausted where it does not keep all tables
  // whole.
  static absl::StatusOr<std::unique_ptr<SlideLookAhead>> Create(const PolicySet& set);

  // As PolicySet::SolveLetters, with a solution of fewer runs of equal letters, and no more letters
  // than certified_worst_case. *boards (may be null) receives how many it looked at. What has begun
  // is finished: one solution of each part and view. `to` and what happens without memory: as
  // LookAhead::Solve. The beam is used by one thread at a time.
  void Solve(const Effort& effort, ValueBeam* beam, SolveRequest* board, uint64_t* boards,
             const Destination* to = nullptr) const;

  // Of the depths and the values.
  uint64_t memory_bytes() const;

 private:
  class Search;
  using Depths = std::vector<uint8_t>;
  struct Part {
    QuickSolver all;    // its stages
    QuickSolver later;  // all but the first
    const MoveTable* first = nullptr;
    Depths first_depths;  // empty: the ways of the first stage are not gone through
    const PolicyTable* last = nullptr;
    Depths last_depths;  // empty: a board has to be solved to know
  };

  explicit SlideLookAhead(const PolicySet& set) : set_(set) {}

  const PolicySet& set_;
  std::vector<Part> parts_;
  std::unique_ptr<const PairValues> values_;  // null: the set has none
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOK_AHEAD_SLIDE_LOOK_AHEAD_H_
