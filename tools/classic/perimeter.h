// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A perimeter around the goal (Dillenburg & Nelson 1994, Manzini 1995), as a heuristic: all boards
// up to some number of moves from the goal are known with their exact distance. All others are
// further, so that another heuristic is raised to the least number above the radius that has the
// right parity. Within the perimeter a search goes straight to the goal.
//
// The table is only asked about boards that the other heuristic believes to be that near.

#ifndef TILEBASE_TOOLS_CLASSIC_PERIMETER_H_
#define TILEBASE_TOOLS_CLASSIC_PERIMETER_H_

#include "tools/classic/distance_table.h"
#include "tools/classic/heuristic.h"

namespace tilebase::classic {

template <int kWords, Heuristic H>
class Perimeter {
 public:
  struct State {
    typename H::State inner;
    int value;
  };
  static constexpr bool kConsistent = H::kConsistent;

  // Requires that H is admissible, and a board that fits kWords (packed_board.h).
  Perimeter(Geometry geometry, int radius)
      : inner_(geometry), radius_(radius), distances_(geometry, radius) {
    for (int cell = 0; cell < geometry.cells(); ++cell) {
      const bool odd = (geometry.Distance(cell, geometry.blank_home()) & 1) != 0;
      beyond_[cell] = radius + 1 + (((radius + 1) & 1) != odd);
    }
  }

  State Start(const Board& board) const { return Corrected(inner_.Start(board), board); }
  State Next(const State& state, const Board& board, Slide slide) const {
    return Corrected(inner_.Next(state.inner, board, slide), board);
  }
  int Value(const State& state) const { return state.value; }
  uint64_t memory_bytes() const { return inner_.memory_bytes() + distances_.memory_bytes(); }

 private:
  State Corrected(const typename H::State& inner, const Board& board) const {
    int value = inner_.Value(inner);
    if (value <= radius_) {
      const int distance = distances_.Find(board);
      value = distance >= 0 ? distance : beyond_[board.blank];
    }
    return {inner, value};
  }

  H inner_;
  int radius_;
  // [blank]: the least distance outside. Every slide changes the parity of the distance and of the
  // blank's way home.
  int beyond_[kMaxCells] = {};
  DistanceTable<kWords> distances_;
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_PERIMETER_H_
