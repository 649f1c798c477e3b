// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Looking past the stage: shorter solutions from the same tables, for a budget of boards or of
// time.
//
// Algorithm 2 finishes each stage by the shortest way, blind to what that leaves for later stages.
// Look-ahead begins with it, on the board and, if that is square, on its reflection along the
// diagonal. Then an engine looks for shorter solutions: strategy.h says which.
//
// Within a number of boards everything happens in one fixed order; the number only says when to
// stop. So more boards never give a longer solution, and the same number gives the same one. Effort
// 0 is Algorithm 2 by the first part of the plan.

#ifndef TILEBASE_RUNTIME_SEARCH_LOOK_AHEAD_H_
#define TILEBASE_RUNTIME_SEARCH_LOOK_AHEAD_H_

#include <stddef.h>
#include <stdint.h>

#include <atomic>
#include <memory>

#include "absl/status/statusor.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/lookup/quick_solver.h"

namespace tilebase {

struct LookAheadTables;

// How much a solution may cost. A board counts when a search makes or values it: each step of a
// walk by lookup, each candidate of a beam, each node of a search for a shortest solution.
struct Effort {
  uint64_t boards = 0;        // 0: lookup alone
  uint64_t microseconds = 0;  // 0: no such limit; else whichever limit comes first ends the search
  // Ends the search when it is set. Looked at now and then; may be null.
  const std::atomic<bool>* cancel = nullptr;

  bool is_cancelled() const { return cancel != nullptr && *cancel; }
  bool none() const { return boards == 0; }
};

// What a search works in, to be used again by the next one: after a few boards a search allocates
// nothing. About 40 bytes a board on 4x4, at most kMostSearchBytes (value_beam.h). One search at a
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
    int threads = 1;                     // that decode pattern tables
    uint64_t memory_bytes = UINT64_MAX;  // most bytes of what memory_bytes() counts
  };

  // Reads the set's values, if it has some, and decodes patterns by which shortest solutions are
  // likely to be found in a million nodes. `set` must outlive the object. Errors:
  // those of ReadValues and PatternTables::Create; ResourceExhausted.
  static absl::StatusOr<std::unique_ptr<LookAhead>> Create(const PolicySet& set,
                                                           const Options& options);
  static absl::StatusOr<std::unique_ptr<LookAhead>> Create(const PolicySet& set) {
    return Create(set, Options());
  }
  ~LookAhead();

  // What memory_bytes() will be for a set of this source.
  static uint64_t Bytes(const TableSource& source);

  // As PolicySet::SolveLetters, within the given effort. *boards (may be null) receives how many
  // were looked at. `to`: the board is renamed, and the letters are those of a way to to->end(), as
  // PolicySet::SolveLettersTo; null: home. Algorithm 2 is always gone through from the first two
  // roots, whatever is allowed, and what has begun is finished: a few boards, or the walks from
  // four more roots, some thirty to seventy boards each on 4x4. A search that there is no memory
  // to go on with ends with the best solution it has found, and what it worked in is freed. Throws
  // std::bad_alloc if it has found none.
  void Solve(const Effort& effort, LookAheadMemory* memory, SolveRequest* board,
             uint64_t* boards = nullptr, const Destination* to = nullptr) const;

  // Of values and pattern tables.
  uint64_t memory_bytes() const;

 private:
  class BoardSearch;

  void SolveByLookup(const Destination* to, SolveRequest* board) const;
  void Search(const Effort& effort, LookAheadMemory* memory, SolveRequest* board, uint64_t* boards,
              const Destination* to) const;

  explicit LookAhead(std::unique_ptr<const LookAheadTables> tables);

  std::unique_ptr<const LookAheadTables> tables_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_LOOK_AHEAD_H_
