// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Pruning duplicate sequences of actions (Taylor & Korf 1993).
//
// A search that remembers no boards meets the same board again and again: a slide taken back at
// once, two tiles and the blank going round in a square one way or the other (six moves each), and
// so on. Which sequences duplicate others does not depend on the tiles, so it is learned once: a
// breadth-first search from one board, in the middle of a grid without borders, notes every
// sequence that leads to a board which an earlier one (shorter, or of the same length and first in
// the order L, R, U, D) has reached. These are forbidden. A sequence is only forbidden by one that
// stays within the rectangle that its own blank covers, so that wherever the one can be done, the
// other can be done instead.
//
// No shortest solution is lost for good: of all shortest solutions take the first in the order; had
// it a forbidden part, the earlier sequence in that part's place would give one that is shorter or
// comes earlier.
//
// The forbidden sequences become a finite-state machine (Aho & Corasick 1975), which the search
// follows move by move. Learned from two moves deep it forbids to take a slide back, no more.

#ifndef TILEBASE_TOOLS_CLASSIC_DUPLICATE_MACHINE_H_
#define TILEBASE_TOOLS_CLASSIC_DUPLICATE_MACHINE_H_

#include <stddef.h>
#include <stdint.h>

#include <array>
#include <vector>

#include "tables/geometry.h"

namespace tilebase::classic {

class DuplicateMachine {
 public:
  using State = uint32_t;
  static constexpr State kStart = 0;
  static constexpr int kMaxDepth = 14;

  // Learns from sequences of up to `depth` actions, 2 to kMaxDepth. Memory and time grow by the
  // factor 2.2 a move: 12 takes 0.5 s.
  static DuplicateMachine Learn(int depth);

  // The actions that are not forbidden after what was done so far.
  ActionMask Allowed(State state) const { return allowed_[state]; }
  // Requires an allowed action.
  State Next(State state, Action action) const { return next_[state][static_cast<size_t>(action)]; }

  size_t forbidden() const { return forbidden_; }  // sequences
  size_t states() const { return next_.size(); }
  uint64_t memory_bytes() const { return next_.size() * (sizeof(next_[0]) + sizeof(allowed_[0])); }

 private:
  // A sequence of actions, two bits each, the last one lowest.
  struct Sequence {
    uint32_t code;
    int length;
  };
  void Build(const std::vector<Sequence>& forbidden);

  std::vector<std::array<State, kActions>> next_;
  std::vector<ActionMask> allowed_;
  size_t forbidden_ = 0;
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_DUPLICATE_MACHINE_H_
