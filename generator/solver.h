// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The seam between "solve a subproblem" and everything after it. A Solver turns a subproblem into
// a Solution: how many states lie at each depth, and what is to be known of every entry.
//
// A Solver works in one metric; metric_solvers.h chooses it. Policies have three: value iteration
// (the paper's Algorithm 1), a plain breadth-first search (the reference), and the fast retrograde
// search. Which of several optimal actions is stored is decided later, in one place
// (policy_model.h), so all three give the same tables.

#ifndef TILEBASE_GENERATOR_SOLVER_H_
#define TILEBASE_GENERATOR_SOLVER_H_

#include <stdint.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tables/entry.h"
#include "tables/subproblem.h"
#include "tables/table_set.h"

namespace tilebase {

class Checkpoint;
class Peers;

// What a search that keeps its states in a file did with it.
struct DiskUse {
  absl::Status status;  // the first error, after which nothing that it gives is right
  uint64_t read_bytes = 0;
  uint64_t written_bytes = 0;
};

// What a solver finds of one entry, by its metric:
//   moves    the entry's OptimalActions (entry.h)
//   mtm      the same: the directions of optimal slides. GetLengths tells how long they are
//   pattern  its excess, which may be more than a table holds (kMaxExcess)
//   value    its number (pair_values.h)
using SolvedEntry = uint8_t;

// Where a solver is. Called on the solving thread, at least once a level.
struct SolveProgress {
  int level = 0;         // depth just finished (value iteration: sweeps done)
  uint64_t states = 0;   // states that have their depth
  uint64_t entries = 0;  // of how many at most
};

struct SolveOptions {
  int threads = 1;
  std::function<void(const SolveProgress&)> progress;  // may be empty
  const std::atomic<bool>* cancel = nullptr;           // looked at once a level; may be null
  Checkpoint* checkpoint = nullptr;  // where a long search keeps its state; may be null
  Peers* peers = nullptr;            // who else searches; null: nobody (RetrogradeSolver)
  // Where this is less than MemoryNeeded, and not 0, a solver that can do so keeps its states in
  // the file `states_path`, which stays; a search with its checkpoint goes on from both.
  uint64_t memory_bytes = 0;
  std::string states_path;
};

// Immutable; safe from many threads.
class Solution {
 public:
  virtual ~Solution() = default;

  // histogram()[d] = entries at depth d; the last element is not zero.
  const std::vector<uint64_t>& histogram() const { return histogram_; }
  // Entries from which the goal can be reached: the sum of the histogram.
  uint64_t reachable() const;
  int max_depth() const { return static_cast<int>(histogram_.size()) - 1; }
  // Of values, how well they fit (table_set.h); else empty.
  const std::vector<FitBand>& fit() const { return fit_; }

  // Of a search whose states are in a file; else nothing. After GetEntries and GetLengths its
  // status tells whether what they gave is right.
  virtual DiskUse disk() const { return {}; }

  // Writes what was found of the entries begin .. end-1, in rank order, to out[0 .. end-begin).
  // Requires begin <= end <= EntryCount.
  virtual void GetEntries(uint64_t begin, uint64_t end, SolvedEntry* out) const = 0;
  // Of the metric mtm, for the same entries: how many tiles the shortest optimal slide in this
  // direction moves, 0 where none is optimal. Other metrics have no slides.
  virtual void GetLengths(uint64_t begin, uint64_t end, Action action, uint8_t* out) const;

 protected:
  std::vector<uint64_t> histogram_;
  std::vector<FitBand> fit_;
};

class Solver {
 public:
  virtual ~Solver() = default;

  // Peak bytes that Solve will hold, its Solution included. 0 where the solver cannot do it.
  virtual uint64_t MemoryNeeded(const Subproblem& subproblem, int threads) const = 0;

  // What Solve needs with its states in a file: at least so much memory, and the file's bytes. 0
  // and 0 where the solver has no such way.
  struct NeedsOnDisk {
    uint64_t least_memory = 0;
    uint64_t file_bytes = 0;
  };
  virtual NeedsOnDisk OnDisk(const Subproblem&, int) const { return {}; }

  // Whether Solve keeps its state in SolveOptions::checkpoint, at most MemoryNeeded bytes.
  virtual bool KeepsCheckpoints() const { return false; }

  // Errors: Cancelled when options.cancel became true; ResourceExhausted when memory could not be
  // had. Requires a valid subproblem whose EntryCount fits in 64 bits.
  virtual absl::StatusOr<std::unique_ptr<Solution>> Solve(const Subproblem& subproblem,
                                                          const SolveOptions& options) const = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_SOLVER_H_
