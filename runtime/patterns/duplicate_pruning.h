// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Which moves a depth-first search can leave out because another path does the same (Taylor & Korf
// 1993).
//
// Paths from a cell of the blank are ordered by length, then by the numbers of their actions. A
// path that leads to the same board as an earlier one is a duplicate: whatever can be done by a
// longer path through it can be done by an earlier path. The first of all shortest solutions
// therefore contains no duplicate, and a search that never completes one still finds it. The paths
// up to some length are tried, from every cell, on the board as it is - near the edge there are
// fewer ways round -, and the shortest duplicates become the words of an Aho-Corasick automaton,
// whose state a search carries along. To take a move back is the shortest duplicate of all.

#ifndef TILEBASE_RUNTIME_PATTERNS_DUPLICATE_PRUNING_H_
#define TILEBASE_RUNTIME_PATTERNS_DUPLICATE_PRUNING_H_

#include <stddef.h>
#include <stdint.h>

#include <array>
#include <vector>

#include "tables/geometry.h"

namespace tilebase {

// Immutable after construction; safe from many threads.
class DuplicatePruning {
 public:
  using State = uint16_t;
  static constexpr State kNone = 0xffff;  // an action that is not there or completes a duplicate

  // Tries paths of at most `length` actions, fewer where there would be too many states. Boards of
  // more than 25 cells get 2: no move is taken back.
  DuplicatePruning(Geometry geometry, int length);

  // A search that begins with the blank on this cell.
  static State Start(int blank) { return static_cast<State>(blank); }
  // By action. One load for all four.
  const std::array<State, kActions>& After(State state) const { return after_[state]; }
  size_t states() const { return after_.size(); }
  uint64_t memory_bytes() const { return after_.size() * sizeof(after_[0]); }

 private:
  std::vector<std::array<State, kActions>> after_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_DUPLICATE_PRUNING_H_
