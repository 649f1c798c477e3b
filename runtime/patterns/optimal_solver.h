// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Shortest solutions, by iterative-deepening A* (Korf 1985) with the bounds of pattern tables.
// docs/optimal.md explains how the search works and what each part of it contributes.

#ifndef TILEBASE_RUNTIME_PATTERNS_OPTIMAL_SOLVER_H_
#define TILEBASE_RUNTIME_PATTERNS_OPTIMAL_SOLVER_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/patterns/pattern_tables.h"
#include "runtime/patterns/spread_tables.h"
#include "tables/board.h"

namespace tilebase {

// The progress of a search for a shortest solution of one board. Another search can continue from
// it, because every search tries one length after the other, and cuts each into the same subtrees.
struct OptimalState {
  struct Subtree {
    uint32_t number = 0;  // in the order in which the search is cut
    uint16_t least = 0;   // least bound of a board in it, among those searched for shorter lengths
    bool done = false;    // has no solution of this length
    uint64_t before = 0;  // nodes that it took for the length before
    uint64_t nodes = 0;   // nodes that it took for this length, once it is done
  };
  // The place of a search inside a subtree: everything before it has been searched.
  struct Place {
    static constexpr uint32_t kNone = UINT32_MAX;
    uint32_t subtree = kNone;  // index in `subtrees`; kNone: nothing was left for this search
    uint16_t least = 0;        // like the subtree's, and for this length
    uint64_t nodes = 0;        // generated in the subtree
    std::string letters;       // the actions from the subtree's first board to the search's
  };

  int limit = 0;                  // the length tried; no solution is shorter
  PatternViews views;             // the current ones among the tables' views
  uint8_t choices = 0;            // how often an estimate has chosen them
  uint64_t nodes = 0;             // of everything before this length, and of the cut
  uint64_t last = 0;              // of the length before
  uint64_t earlier = 0;           // of the length before that
  double seconds = 0;             // taken by all of it
  std::vector<Subtree> subtrees;  // in the order in which they are searched
  std::vector<Place> places;      // of one thread's searches, then of the next thread's

  // The nodes that this length has taken, and the nodes that it is likely to take in all if it has
  // no solution. The latter are estimated from the growth from length to length; 0 if nothing is
  // known about that.
  uint64_t NodesOfLimit() const;
  double ExpectedNodes() const;
};

inline uint64_t OptimalState::NodesOfLimit() const {
  uint64_t sum = 0;
  for (const Subtree& subtree : subtrees) sum += subtree.done ? subtree.nodes : 0;
  for (const Place& place : places) sum += place.subtree == Place::kNone ? 0 : place.nodes;
  return sum;
}

inline double OptimalState::ExpectedNodes() const {
  double before = 0, before_done = 0, done = 0;
  for (const Subtree& subtree : subtrees) {
    before += static_cast<double>(subtree.before);
    if (!subtree.done) continue;
    before_done += static_cast<double>(subtree.before);
    done += static_cast<double>(subtree.nodes);
  }
  if (before == 0) return 0;
  // Combines the growth seen in this length with the last length's growth, whose weight counts as
  // long as little is done.
  double growth = 1;
  if (earlier > 0) {
    const double weight = before / 20;
    growth = (done + weight * before / static_cast<double>(earlier)) / (before_done + weight);
  } else if (before_done > 0) {
    growth = done / before_done;
  }
  std::vector<double> left(subtrees.size());
  for (const Place& place : places)
    if (place.subtree < subtrees.size()) left[place.subtree] = static_cast<double>(place.nodes);
  double expected = done;
  for (size_t i = 0; i < subtrees.size(); ++i)
    if (!subtrees[i].done)
      expected += std::max(left[i], growth * static_cast<double>(subtrees[i].before));
  return expected;
}

struct OptimalLimits {
  uint64_t nodes = UINT64_MAX;  // boards generated, at most (with one thread about 50 more,
                                // with more threads several thousand more)
  double seconds = 0;           // 0: no limit
  int threads = 1;              // that a board may use once it has turned out to be hard
  // The length of a known solution: only shorter ones are searched for. -1: none is known.
  int known = -1;
  // Called, unless it is empty, before a length that is likely to take `nodes` nodes, to find a
  // solution of fewer than `most` moves. It should take much less time than those nodes. Returns
  // the actions, or nothing if it finds no such solution.
  std::function<std::string(int most, double nodes)> find = {};
  // The end of solutions: null is home, otherwise Destination::end(). The bounds to home are
  // lowered by the moves between the two, so the search takes longer.
  const Board* end = nullptr;
  const std::atomic<bool>* cancel = nullptr;  // read now and then; may be null
  // The state of a search of this board, to this end, to continue from (Fits); null: none. Nodes
  // and seconds above count the work from there on. With one thread, as before, the search goes on
  // as if it had not been interrupted; with other numbers of threads it may find another shortest
  // solution. Some subtrees may begin again: those that missing threads were in, and those of wide
  // searches, which report no places (wide_search.h).
  const OptimalState* state = nullptr;
  // Receives the state about ten times a second, from one thread at a time, and once more if the
  // search stops before its end. Not called during the first 200,000 nodes of a board that may use
  // more than one thread, nor in a short search (short_search.h). Watching does not change what is
  // found.
  std::function<void(const OptimalState&)> watch = {};
  // Set it if another search is to continue from the last state reported. A search with a limit on
  // nodes or seconds then loses little of its work, and may find another shortest solution. A
  // search without limits finds the same solution with and without this.
  bool keeps = false;

  // Returns whether the search may lose no part of its work, because a limit may end it anywhere.
  bool keeps_all() const { return keeps && (nodes != UINT64_MAX || seconds > 0); }
};

struct OptimalAnswer {
  // True if the search came to its end. Then `letters` is a shortest solution; if it is empty and
  // limits.known was given, there is no shorter solution than the known one.
  bool proven = false;
  bool found = false;   // a solution, by the search or by limits.find
  std::string letters;  // the actions, if found
  int bound = 0;        // no solution is shorter than this
  uint64_t nodes = 0;   // boards generated and looked up
  double seconds = 0;   // both include those of limits.state
};

// A search for shortest solutions by one kind of tables. Immutable; any number of threads may solve
// at a time. With pattern tables, solving takes about 200 KB of memory a thread on 4x4, 240 KB on
// 5x5, and almost nothing that grows with the search.
class OptimalSolver {
 public:
  // The most entries that a table may have.
  static constexpr uint64_t kMostEntries = uint64_t{1} << 32;
  // Changes whenever a search of the same tables visits boards in another order or leaves out
  // others: a state can only be used by the same search.
  static constexpr uint32_t kRevision = 5;

  // Keeps tables of moves, about 100 KB. `tables` must outlive the solver.
  static std::unique_ptr<const OptimalSolver> Create(const PatternTables& tables);
  static std::unique_ptr<const OptimalSolver> Create(const SpreadTables& tables);
  virtual ~OptimalSolver() = default;

  // Requires a solvable board of the tables' size, and Fits of limits.state.
  virtual OptimalAnswer Solve(const Board& board, const OptimalLimits& limits) const = 0;

  // Returns whether a state can belong to a search of this board to this end (as
  // OptimalLimits::end), whatever it contains. A search that continues from it never leaves its
  // memory, and trusts only what the state says is done.
  virtual bool Fits(const Board& /*board*/, const OptimalState& /*state*/,
                    const Board* /*end*/ = nullptr) const {
    return false;  // it reports no states
  }
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_OPTIMAL_SOLVER_H_
