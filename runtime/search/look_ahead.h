// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Looks past the stage: finds shorter solutions from the same tables, within a number of boards or
// a time.
//
// Algorithm 2 finishes each stage by the shortest path, without regard to what that leaves for
// later stages. Look-ahead begins with it, on the board and, if that is square, on its reflection
// along the diagonal. Then an engine looks for shorter solutions: strategy.h says which.
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

// What a solution may cost. A board counts when a search makes or values it: each step of a walk by
// lookup, each candidate of a beam, each node of a search for a shortest solution.
struct Effort {
  uint64_t boards = 0;        // 0: lookup only
  uint64_t microseconds = 0;  // 0: no limit; else the limit that is reached first ends the search
  // Ends the search when set. Read now and then; may be null.
  const std::atomic<bool>* cancel = nullptr;

  bool is_cancelled() const { return cancel != nullptr && *cancel; }
  bool none() const { return boards == 0; }
};

// Scratch memory for searches. Reuse it: after a few boards, searches stop allocating. Takes about
// 40 bytes a board on 4x4, at most kMostSearchBytes (value_beam.h). One search at a time.
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

// Immutable after Create; any number of threads, each with its own LookAheadMemory.
class LookAhead {
 public:
  struct Options {
    int threads = 1;                     // that decode pattern tables
    uint64_t memory_bytes = UINT64_MAX;  // most bytes of what memory_bytes() counts
  };

  // Reads the set's values, if it has any, and decodes patterns that are likely to find shortest
  // solutions in a million nodes. `set` must outlive the object. Errors: those of ReadValues and
  // PatternTables::Create; ResourceExhausted.
  static absl::StatusOr<std::unique_ptr<LookAhead>> Create(const PolicySet& set,
                                                           const Options& options);
  static absl::StatusOr<std::unique_ptr<LookAhead>> Create(const PolicySet& set) {
    return Create(set, Options());
  }
  ~LookAhead();

  // Returns what memory_bytes() will be for a set of this source.
  static uint64_t Bytes(const TableSource& source);

  // Like PolicySet::SolveLetters, within the given effort. *boards (may be null) receives how many
  // boards were looked at. With `to`, the board is renamed, and the letters lead to to->end(), as
  // in PolicySet::SolveLettersTo; null: home. With any limit, Algorithm 2 goes to its end from the
  // first two roots. Work that has begun is also finished: a few boards, or the walks from four
  // more roots, about thirty to seventy boards each on 4x4. A search that runs out of memory ends
  // with the best solution it has found, and frees its scratch memory. Throws std::bad_alloc if it
  // has found none.
  void Solve(const Effort& effort, LookAheadMemory* memory, SolveRequest* board,
             uint64_t* boards = nullptr, const Destination* to = nullptr) const;

  // The bytes of values and pattern tables.
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
