// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Looking past the stage: shorter solutions from the same tables, for a budget of lookups.
//
// Algorithm 2 finishes each stage by the shortest way, blind to what that leaves for the stages
// after it. Look-ahead tries many ways. It keeps the boards it has found in one queue for each
// number of moves made, and goes through the queues again and again: from each queue in turn it
// takes the most promising board, makes its moves, and puts the new boards into the next queue.
// What one way through leaves in the queues, the next one takes up. A board that has only the last
// stage left is finished by that stage's table, exactly.
//
//   priority of a board = its pattern tables' bound (or Manhattan distance, where the set has none)
//                      + the depth of its state in the stage's table
//                      + the mean depths of the later stages' tables
//
// The boards start from every *view* of the board: as it is, and, where the board is square,
// reflected along the diagonal; by each staged part of the plan. What cannot lead to a shorter
// solution than the best known one is dropped, by the bounds.
//
// A set with values (docs/values.md) is searched in another way (solve_by_values.cc): Algorithm 2
// by every staged part and view, then a beam in the order of the values (value_beam.h). While the
// beam's first pass is not home, walks from its best board may be home before it. 6x6 and 7x7 are
// searched, within a time that suffices, by beams each of which spends its share (wide_beam.h), and
// windows of what they find are solved again (any/displacement_beam.h). Such a set is ready as soon
// as its values are read: 2 MB on 5x5. On a board of at most 16 cells whose set has patterns too,
// the search for shortest solutions (optimal_solver.h) takes over after a short beam; what it does
// not prove within its share is left to a wider beam.
//
// Within lookups everything happens in one fixed order that does not depend on how many; it only
// says when to stop. So more effort never gives a longer solution, and a budget in lookups always
// gives the same one. Effort 0 is Algorithm 2 by the first part of the plan.
//
// Cyclic best-first search is due to Kao, Sewell & Jacobson 2009; docs/quality.md has what it
// costs. Rejected, mean moves on 4x4: a beam by the pattern bound alone (56.1 for 6,984 boards
// generated; bound and depth take 57.7 for 1,311), the bounds of both views (0.1 to 0.3 fewer for
// twice the pattern lookups), depths weighted by 24/16 (0.3 fewer for 1,000 lookups, 0.25 more for
// 4,000).

#ifndef TILEBASE_RUNTIME_LOOK_AHEAD_LOOK_AHEAD_H_
#define TILEBASE_RUNTIME_LOOK_AHEAD_LOOK_AHEAD_H_

#include <stddef.h>
#include <stdint.h>

#include <atomic>
#include <memory>

#include "absl/status/statusor.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/lookup/quick_solver.h"

namespace tilebase {

struct LookAheadTables;

// How much a solution may cost. A lookup is the reading of one entry, of whatever table.
struct Effort {
  uint64_t lookups = 0;
  uint64_t microseconds = 0;  // 0: no such limit; else whichever limit comes first ends the search
  // Ends the search when it is set. Looked at now and then; may be null.
  const std::atomic<bool>* cancel = nullptr;

  bool is_cancelled() const { return cancel != nullptr && *cancel; }
  bool none() const { return lookups == 0; }
};

// What a search works in, to be used again by the next one: after a few boards a search allocates
// nothing. About 40 bytes a lookup on 4x4, at most kMostSearchBytes (value_beam.h). One search at a
// time.
class LookAheadMemory {
 public:
  LookAheadMemory();
  ~LookAheadMemory();
  LookAheadMemory(LookAheadMemory&&) noexcept;
  LookAheadMemory& operator=(LookAheadMemory&&) noexcept;

 private:
  friend class LookAhead;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Immutable after Create; any number of threads, each with a memory of its own.
class LookAhead {
 public:
  struct Options {
    int threads = 1;                     // that decode pattern tables and make mirrored tables
    uint64_t memory_bytes = UINT64_MAX;  // most bytes of what memory_bytes() counts
  };

  // Decodes the set's first pattern part of at most 12 patterns, none of more than 2^32 entries, if
  // it has one, and makes depths (depths.h) for the tables of all stages, except the largest of
  // last ones. `set`, which must outlive the object, is made ready. Errors: those of
  // PolicySet::PrepareAll and PatternTables::Create; ResourceExhausted, also where the set does not
  // keep all tables whole.
  static absl::StatusOr<std::unique_ptr<LookAhead>> Create(const PolicySet& set,
                                                           const Options& options);
  static absl::StatusOr<std::unique_ptr<LookAhead>> Create(const PolicySet& set) {
    return Create(set, Options());
  }
  ~LookAhead();

  // What memory_bytes() will be for a set of this source.
  static uint64_t Bytes(const TableSource& source);

  // As PolicySet::SolveLetters, within the given effort. *lookups (may be null) receives how many
  // were used. `to`: the board is renamed, and the letters are those of a way to to->end(), as
  // PolicySet::SolveLettersTo; null: home. Algorithm 2 is always gone through from the first two
  // roots, whatever is allowed, and what has begun is finished: a few boards, or the walks from
  // four more roots, some thirty to seventy lookups each on 4x4. A search that there is no memory
  // to go on with ends with the best solution it has found, and what it worked in is freed. Throws
  // std::bad_alloc if it has found none.
  void Solve(const Effort& effort, LookAheadMemory* memory, SolveRequest* board,
             uint64_t* lookups = nullptr, const Destination* to = nullptr) const;

  // Of values, depths, pattern tables and mirrored tables.
  uint64_t memory_bytes() const;

 private:
  class ByValues;

  void SolveByLookup(const Destination* to, SolveRequest* board) const;
  void SolveByValues(const Effort& effort, LookAheadMemory* memory, SolveRequest* board,
                     uint64_t* lookups, const Destination* to) const;

  explicit LookAhead(std::unique_ptr<const LookAheadTables> tables);

  std::unique_ptr<const LookAheadTables> tables_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOK_AHEAD_LOOK_AHEAD_H_
