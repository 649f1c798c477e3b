// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Where a search for a shortest solution stands.

#ifndef TILEBASE_RUNTIME_PATTERNS_OPTIMAL_STATE_H_
#define TILEBASE_RUNTIME_PATTERNS_OPTIMAL_STATE_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tilebase {

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
  uint64_t nodes = 0;             // of all that came before this length, and of the cut
  uint64_t earlier = 0;           // nodes of the length before the last
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

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_OPTIMAL_STATE_H_
