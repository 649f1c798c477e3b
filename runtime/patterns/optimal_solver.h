// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Shortest solutions, by iterative-deepening A* (Korf 1985) with the bounds of pattern tables. How
// the search works, what each part of it brings and what did not help: docs/optimal.md.

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

// Where a search for a shortest solution stands.
//
// What a search of one board has done, so that another one can go on from there: it tries one
// length after the other, and cuts each into the same subtrees.
struct OptimalState {
  struct Subtree {
    uint32_t number = 0;  // in the order in which the search is cut
    uint16_t least = 0;   // bound of a board in it, of those searched for shorter lengths
    bool done = false;    // has no solution of this length
    uint64_t before = 0;  // nodes that it took for the length before
    uint64_t nodes = 0;   // that it took for this one, once it is done
  };
  // Where a search stands that is in the midst of a subtree: all before it has been searched.
  struct Place {
    static constexpr uint32_t kNone = UINT32_MAX;
    uint32_t subtree = kNone;  // in `subtrees`; kNone: there was nothing left for this search
    uint16_t least = 0;        // as of the subtree, of this length too
    uint64_t nodes = 0;        // that it took in the subtree
    std::string letters;       // the actions from the subtree's first board to the search's
  };

  int limit = 0;                  // the length tried; no solution is shorter
  PatternViews views;             // that are looked up, of the tables' views
  uint8_t choices = 0;            // how often they have been chosen by an estimate
  uint64_t nodes = 0;             // of all that came before this length, and of the cut
  uint64_t last = 0;              // nodes of the length before
  uint64_t earlier = 0;           // and of the one before that
  double seconds = 0;             // that all took
  std::vector<Subtree> subtrees;  // in the order in which they are searched
  std::vector<Place> places;      // of a thread's searches, then of the next thread's

  // Nodes that this length has taken, and those that all of it is likely to take if it has no
  // solution, by the growth from length to length; 0 where nothing is known of that.
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
  // What this length has shown of its growth, and the last one's growth with a weight that counts
  // as long as little is done.
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
  uint64_t nodes = UINT64_MAX;  // boards generated, at most (with one thread some 50 more may be,
                                // with more some thousands)
  double seconds = 0;           // 0: no limit
  int threads = 1;              // that a board may use once it has turned out to be hard
  // The length of a solution that is known: only shorter ones are looked for. -1: none is known.
  int known = -1;
  // Asked, where it is not empty, before a length is searched that is likely to take so many nodes:
  // for a solution of fewer than `most` moves. It should take much less time than they. Returns the
  // actions, none where it finds no such solution.
  std::function<std::string(int most, double nodes)> find = {};
  // Where solutions end: null is home, else Destination::end(). The bounds of a way home are
  // lowered by the moves between the two, so the search takes longer.
  const Board* end = nullptr;
  const std::atomic<bool>* cancel = nullptr;  // looked at now and then; may be null
  // The state of a search of this board, to this end, to go on with (Fits); null: none. Nodes and
  // seconds above count what is done from there. With one thread, as before, all goes on as if it
  // had not been interrupted; with others a shortest solution may be another one. Fewer threads
  // than before begin subtrees again that the missing ones were in the midst of, and so do wide
  // searches, which tell no places (wide_search.h).
  const OptimalState* state = nullptr;
  // Told the state some ten times a second, by one of the threads at a time, and once more where
  // the search stops before its end. Not told of the first 200,000 nodes of a board that may use
  // more than one thread, nor of a short search (short_search.h). Who watches does not change what
  // is found.
  std::function<void(const OptimalState&)> watch = {};
  // Whether another search is to go on from the state told last. Then a search with a limit on
  // nodes or seconds loses little of what it has done, and may find another shortest solution. A
  // search without limits finds the same one with and without this.
  bool keeps = false;

  // Whether the search may lose no part of what it has done, as a limit may end it anywhere.
  bool keeps_all() const { return keeps && (nodes != UINT64_MAX || seconds > 0); }
};

struct OptimalResult {
  // Whether the search came to its end: `letters` is then a shortest solution, or, where it is
  // empty and limits.known was given, no shorter one than the known exists.
  bool proven = false;
  bool found = false;   // a solution, by the search or by limits.find
  std::string letters;  // the actions, where found
  int bound = 0;        // no solution is shorter than this
  uint64_t nodes = 0;   // boards generated and looked up
  double seconds = 0;   // both with those of limits.state
};

// Immutable; any number of threads may solve at a time. Needs some 200 KB of memory a thread on
// 4x4, 240 KB on 5x5, while it solves, and next to nothing that grows with the search.
class OptimalSolver {
 public:
  // No table may have more entries than this.
  static constexpr uint64_t kMostEntries = uint64_t{1} << 32;
  // Changes whenever a search of the same tables visits boards in another order or leaves out
  // others: a state is of use only to the same search.
  static constexpr uint32_t kRevision = 5;

  // Keeps tables of moves, some 100 KB. `tables` must outlive the solver, and pattern tables be
  // packed.
  explicit OptimalSolver(const PatternTables& tables);
  explicit OptimalSolver(const SpreadTables& tables);
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
  class EngineOf;
  template <typename Successors>
  class Search;
  std::unique_ptr<const Engine> engine_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_OPTIMAL_SOLVER_H_
