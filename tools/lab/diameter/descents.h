// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Settles most states of the frame: finds solutions within a cost. A path of stage 1 does not
// depend on where the tiles of stage 2 are, so one path serves every placement of them. It leaves
// those few placements that it takes to states of stage 2 that cost too much. Other paths leave
// other placements.

#ifndef TILEBASE_TOOLS_LAB_DIAMETER_DESCENTS_H_
#define TILEBASE_TOOLS_LAB_DIAMETER_DESCENTS_H_

#include <stddef.h>
#include <stdint.h>

#include <array>
#include <vector>

#include "tables/board.h"
#include "tables/geometry.h"
#include "tables/random_board.h"
#include "tools/lab/diameter/cost_table.h"
#include "tools/lab/diameter/frame.h"

namespace tilebase {

// Scratch memory of one thread. The frame and the table must outlive it. The paths are random, but
// the same for every call with the same state of stage 1.
class Descents {
 public:
  Descents(const Frame& frame, const CostTable& table);

  // Returns the states of the frame with this state of stage 1 that no path solves within `cost`.
  // Valid until the next call.
  const std::vector<FrameState>& Unsettled(uint64_t rank, int cost);
  // Writes the moves of the first path that solves this state within `cost`, including those of
  // stage 2. Returns false if none does.
  bool Solve(FrameState state, int cost, std::vector<Action>* moves);

 private:
  static constexpr size_t kMostSeconds = 3;  // tiles of stage 2
  using Cells = std::array<uint8_t, kMostSeconds>;
  struct Second {
    int cost;
    Cells cells;
  };

  // Walks path number `path` from a state of stage 1; leaves its moves in moves_, and the board
  // after them in board_. Requires the calls for one rank in the order of their paths.
  void Walk(uint64_t rank, int path);
  // Finds which cells the tiles that were on these cells of start_ are on after the walk. Returns
  // what that state of stage 2 costs.
  int CostAfter(const Cells& cells) const;

  const Frame& frame_;
  const CostTable& table_;
  const size_t seconds_;
  int least_ = 0;                          // the least cost of a goal state of stage 1
  std::vector<std::vector<Second>> dear_;  // by the cell of the blank, dearest first
  Random random_{0};
  Board start_, board_;
  std::vector<Action> moves_;
  std::vector<Cells> left_;
  std::vector<FrameState> unsettled_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_LAB_DIAMETER_DESCENTS_H_
