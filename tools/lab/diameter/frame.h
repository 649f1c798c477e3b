// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The plan of the proof. The frame of a board is its first row and first column. The tiles of the
// frame come home first, in two stages; then the inner board, the other rows and columns, is a
// smaller puzzle of its own.
//
//   1 1 1 1 1     stage 1: the first row and the first tile of the second row
//   1 . . . .     stage 2: the rest of the first column
//   2 . . . .     .: the inner board, with the blank in any of its cells
//   2 . . . .
//   2 . . . .
//
// The cost of a frame state is a number of moves within which every board in that state can be
// solved: the moves until the frame is home, and the greatest depth of an inner board whose blank
// is where it is then. On a square board the frame is its own reflection, so a state may also be
// solved by the reflected stages.

#ifndef TILEBASE_TOOLS_LAB_DIAMETER_FRAME_H_
#define TILEBASE_TOOLS_LAB_DIAMETER_FRAME_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "tables/geometry.h"
#include "tables/ranking.h"
#include "tables/subproblem.h"

namespace tilebase {

// A state of the frame: the cells of the blank and of the frame's tiles, five bits each. Cell 0 is
// the blank's, then come the tiles of stage 1 and those of stage 2, ascending in each.
struct FrameState {
  static constexpr int kBits = 5;
  uint64_t bits = 0;

  int cell(int i) const { return static_cast<int>(bits >> (kBits * i) & 31); }
  void Put(int i, int cell) {
    bits = (bits & ~(uint64_t{31} << (kBits * i))) | static_cast<uint64_t>(cell) << (kBits * i);
  }
  friend bool operator==(const FrameState&, const FrameState&) = default;
};

// Immutable; safe from many threads.
class Frame {
 public:
  // Requires 3 to 5 rows and columns.
  explicit Frame(Geometry geometry);

  Geometry geometry() const { return geometry_; }
  bool is_square() const { return geometry_.width == geometry_.height; }
  const Subproblem& first() const { return first_; }
  const Subproblem& second() const { return second_; }
  const Ranking& second_ranking() const { return second_ranking_; }
  int tiles() const { return static_cast<int>(tiles_.size()); }
  int first_tiles() const { return Count(first_.goal); }
  int tile(int i) const { return tiles_[static_cast<size_t>(i)]; }  // of cell i+1

  // The greatest depth of an inner board, by the cell of the blank. 0 for cells of the frame.
  int InnerDepth(int cell) const { return inner_[static_cast<size_t>(cell)]; }
  int least_inner() const { return least_inner_; }

  // The least cost of each state of stage 2, by rank.
  int SecondCost(uint64_t rank) const { return second_cost_[rank]; }
  // The greatest of them, by the cell of the blank; 0 for cells of stage 1.
  const std::vector<int>& greatest_second_costs() const { return greatest_second_costs_; }

  // The states of stage 1 and, if its tiles are home, of stage 2.
  State FirstState(FrameState state) const;
  State SecondState(FrameState state) const;
  bool IsFirstHome(FrameState state) const { return ((state.bits ^ home_) & first_mask_) == 0; }
  bool IsHome(FrameState state) const { return ((state.bits ^ home_) & mask_) == 0; }
  FrameState Moved(FrameState state, Action action) const;
  // Requires a square board.
  FrameState Reflected(FrameState state) const;
  // Appends the moves of stage 2 that keep to its cost. Requires that stage 1 is home.
  void FinishSecond(FrameState state, std::vector<Action>* moves) const;

 private:
  void FindInnerDepths();
  void FindSecondCosts();

  Geometry geometry_;
  Subproblem first_, second_;
  Ranking second_ranking_;
  std::vector<int> tiles_;
  std::vector<int> inner_;
  int least_inner_ = 0;
  std::vector<uint8_t> second_cost_;
  std::vector<int> greatest_second_costs_;
  int reflected_index_[16] = {};
  uint64_t home_ = 0;  // the bits of a state whose tiles are all home, but those of the blank
  uint64_t first_mask_ = 0, mask_ = 0;  // the bits of the tiles of stage 1, and of all tiles
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_LAB_DIAMETER_FRAME_H_
