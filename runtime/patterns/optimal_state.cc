// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/patterns/optimal_state.h"

#include <stddef.h>

#include <algorithm>

namespace tilebase {

uint64_t OptimalState::NodesOfLimit() const {
  uint64_t sum = 0;
  for (const Subtree& subtree : subtrees) sum += subtree.done ? subtree.nodes : 0;
  for (const Place& place : places) sum += place.subtree == Place::kNone ? 0 : place.nodes;
  return sum;
}

double OptimalState::ExpectedNodes() const {
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
