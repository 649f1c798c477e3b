// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The interface between solving a subproblem and everything after it. A Solver turns a subproblem
// into a Solution: how many states lie at each depth, and the result for every entry.
//
// A Solver works in one metric; metric_solvers.h chooses it. Policies have three solvers: value
// iteration (the paper's Algorithm 1), a plain breadth-first search (the reference), and the fast
// retrograde search. One later step (policy_model.h) chooses which of several optimal actions is
// stored, so all three give the same tables.

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

// The use of its file by a search with its states on disk.
struct DiskUse {
  absl::Status status;  // the first error; after one, no result of the search can be trusted
  uint64_t read_bytes = 0;
  uint64_t written_bytes = 0;
};

// A solver's result for one entry, by its metric:
//   moves    the entry's OptimalActions (entry.h)
//   mtm      the same: the directions of optimal slides. GetLengths gives their lengths
//   pattern  its excess, which may be more than a table holds (kMaxExcess)
//   value    its number (pair_values.h)
//   lane     its value modulo 3 (slide_lanes.h)
using SolvedEntry = uint8_t;

// How far a solver is. Reported on the solving thread, at least once a level.
struct SolveProgress {
  int level = 0;         // depth just finished (value iteration: sweeps done)
  uint64_t states = 0;   // states that have their depth
  uint64_t entries = 0;  // the greatest number that `states` may reach
};

struct SolveOptions {
  int threads = 1;
  std::function<void(const SolveProgress&)> progress;  // may be empty
  const std::atomic<bool>* cancel = nullptr;           // read once a level; may be null
  Checkpoint* checkpoint = nullptr;  // keeps the state of a long search; may be null
  Peers* peers = nullptr;            // others that search too; null: none (RetrogradeSolver)
  // If this is less than MemoryNeeded, and not 0, a solver that can keeps its states in the file
  // `states_path`, and leaves the file there; a search with a checkpoint continues from both.
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
  // For values, how well they fit (table_set.h); otherwise empty.
  const std::vector<FitBand>& fit() const { return fit_; }

  // The file use of a search with its states in a file; empty for other searches. After GetEntries
  // and GetLengths its status says whether their results are right.
  virtual DiskUse disk() const { return {}; }

  // Writes the results for entries begin .. end-1, in rank order, to out[0 .. end-begin). Requires
  // begin <= end <= EntryCount.
  virtual void GetEntries(uint64_t begin, uint64_t end, SolvedEntry* out) const = 0;
  // For the metric mtm, and the same entries: writes how many tiles the shortest optimal slide in
  // this direction moves, 0 if none is optimal. Other metrics have no slides.
  virtual void GetLengths(uint64_t begin, uint64_t end, Action action, uint8_t* out) const;

 protected:
  std::vector<uint64_t> histogram_;
  std::vector<FitBand> fit_;
};

class Solver {
 public:
  virtual ~Solver() = default;

  // Returns the peak bytes that Solve will hold, including its Solution. 0 if the solver cannot do
  // it.
  virtual uint64_t MemoryNeeded(const Subproblem& subproblem, int threads) const = 0;

  // The needs of Solve with its states in a file: the least memory, and the file's bytes. Both are
  // 0 if the solver cannot keep its states in a file.
  struct NeedsOnDisk {
    uint64_t least_memory = 0;
    uint64_t file_bytes = 0;
  };
  virtual NeedsOnDisk OnDisk(const Subproblem&, int) const { return {}; }

  // Returns whether Solve keeps its state, at most MemoryNeeded bytes, in SolveOptions::checkpoint.
  virtual bool KeepsCheckpoints() const { return false; }

  // Errors: Cancelled when options.cancel became true; ResourceExhausted if there is not enough
  // memory. Requires a valid subproblem whose EntryCount fits in 64 bits.
  virtual absl::StatusOr<std::unique_ptr<Solution>> Solve(const Subproblem& subproblem,
                                                          const SolveOptions& options) const = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_SOLVER_H_
