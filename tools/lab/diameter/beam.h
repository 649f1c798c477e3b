// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Settles one state of the frame: a beam search for a solution within a cost. Layer n holds states
// that n moves reach. It keeps the states that are likely to be cheapest: those with the least sum
// of two costs of stage 1, the state's and its reflection's. Together they look at all tiles of the
// frame, and either of them may end the search.

#ifndef TILEBASE_TOOLS_LAB_DIAMETER_BEAM_H_
#define TILEBASE_TOOLS_LAB_DIAMETER_BEAM_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "tables/geometry.h"
#include "tools/lab/diameter/cost_table.h"
#include "tools/lab/diameter/frame.h"

namespace tilebase {

// Scratch memory of one thread. The frame and the table must outlive it.
class Beam {
 public:
  Beam(const Frame& frame, const CostTable& table) : frame_(frame), table_(table) {}

  // Writes moves that bring the frame home and cost at most `cost` in all. Returns false if a beam
  // of `width` states a layer finds none. Equal arguments give equal moves.
  bool Solve(FrameState state, int cost, size_t width, std::vector<Action>* moves);

 private:
  struct Node {
    FrameState state;
    uint32_t parent = 0;  // in the layer before
    int promise = 0;
    Action action = Action::kLeft;  // that leads here
  };

  // Adds a state to the next layer unless it is there. Returns true if the state ends the search:
  // it is solved within `left` by one of the tables alone.
  bool Add(const Node& node, int left);
  bool IsNew(FrameState state);
  void Keep(size_t width);
  // Writes the moves to the node that ended the search, and from there home.
  void Finish(size_t layers, std::vector<Action>* moves) const;

  const Frame& frame_;
  const CostTable& table_;
  std::vector<std::vector<Node>> layers_;
  std::vector<Node> next_;
  std::vector<uint64_t> seen_;  // a hash set of the states of the next layer; 0 is free
  Node end_;
  bool end_is_reflected_ = false;  // the reflection of end_ is solved by the tables
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_LAB_DIAMETER_BEAM_H_
