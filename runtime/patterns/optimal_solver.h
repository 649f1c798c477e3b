// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Shortest solutions, by iterative-deepening A* (Korf 1985) with the bounds of pattern tables. How
// the search works, what each part of it brings and what did not help: docs/optimal.md.

#ifndef TILEBASE_RUNTIME_PATTERNS_OPTIMAL_SOLVER_H_
#define TILEBASE_RUNTIME_PATTERNS_OPTIMAL_SOLVER_H_

#include <stdint.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/patterns/dual_tables.h"
#include "runtime/patterns/optimal_state.h"
#include "runtime/patterns/pattern_tables.h"
#include "tables/board.h"

namespace tilebase {

struct OptimalLimits {
  uint64_t nodes = UINT64_MAX;  // boards generated, at most (with one thread 18 more may be, with
                                // more some thousands)
  double seconds = 0;           // 0: no limit
  int threads = 1;              // that a board may use once it has turned out to be hard
  // The length of a solution that is known: only shorter ones are looked for. -1: none is known.
  int known = -1;
  // Where solutions end: null is home, else Destination::end(). The bounds of a way home are
  // lowered by the moves between the two, so the search takes longer.
  const Board* end = nullptr;
  const std::atomic<bool>* cancel = nullptr;  // looked at now and then; may be null
  // The state of a search of this board, to this end, to go on with (Fits); null: none. Nodes and
  // seconds above count what is done from there. With one thread, as before, all goes on as if it
  // had not been interrupted; with others a shortest solution may be another one. Fewer threads
  // than before begin subtrees again that the missing ones were in the midst of.
  const OptimalState* state = nullptr;
  // Told the state some ten times a second, by one of the threads at a time, and once more where
  // the search stops before its end. Not told of the first 200,000 nodes of a board that may use
  // more than one thread.
  std::function<void(const OptimalState&)> watch = {};
};

struct OptimalResult {
  // Whether the search came to its end: `letters` is then a shortest solution, or, where it is
  // empty and limits.known was given, no shorter one than the known exists.
  bool proven = false;
  bool found = false;
  std::string letters;  // the actions, where found
  int bound = 0;        // no solution is shorter than this
  uint64_t nodes = 0;   // boards generated and looked up
  double seconds = 0;   // both with those of limits.state
};

// Immutable; any number of threads may solve at a time. Needs some 60 KB of memory a thread on 4x4,
// 140 KB on 5x5, while it solves, and nothing that grows with the search.
class OptimalSolver {
 public:
  // No table may have more entries than this.
  static constexpr uint64_t kMostEntries = uint64_t{1} << 32;
  // Changes whenever a search of the same tables visits boards in another order or leaves out
  // others: a state is of use only to the same search.
  static constexpr uint32_t kRevision = 2;

  // Keeps tables of moves, some 100 KB. `tables` must outlive the solver.
  explicit OptimalSolver(const PatternTables& tables);
  explicit OptimalSolver(const DualTables& tables);
  ~OptimalSolver();

  // Requires a solvable board of the tables' size.
  // Requires Fits of limits.state.
  OptimalResult Solve(const Board& board, const OptimalLimits& limits) const;

  // Whether a state can be one of a search of this board to this end (as OptimalLimits::end),
  // whatever is in it: no search that goes on from it leaves its memory, and all that is to be
  // believed is what it says is done.
  bool Fits(const Board& board, const OptimalState& state, const Board* end = nullptr) const;

 private:
  class Engine;
  template <typename Successors>
  class Search;
  std::unique_ptr<const Engine> engine_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_OPTIMAL_SOLVER_H_
