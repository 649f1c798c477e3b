// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Additive pattern databases (Korf & Felner 2002): tables with the least number of moves that the
// tiles of one pattern need, all other tiles being passable, counting only their own moves.
// Patterns that share no tile may be added up. The tables come from a table set with a
// `pattern:...` part (runtime/patterns/pattern_tables.h), which holds what exceeds the Manhattan
// distance, halved. On square boards the board's reflection is a second view of the same tables;
// the greater sum counts.
//
// A slide changes the value of one pattern in each view: one lookup each.

#ifndef TILEBASE_TOOLS_CLASSIC_PATTERN_H_
#define TILEBASE_TOOLS_CLASSIC_PATTERN_H_

#include <algorithm>

#include "runtime/patterns/pattern_tables.h"
#include "tools/classic/heuristic.h"
#include "tools/classic/manhattan.h"

namespace tilebase::classic {

class Pattern {
 public:
  static constexpr int kMostPatterns = 16;
  struct State {
    int manhattan;
    int sum[PatternTables::kMaxViews];  // of the excesses
    uint8_t excess[PatternTables::kMaxViews][kMostPatterns];
    uint8_t cell_of[kMaxCells];
  };
  // The tables do not know where the blank is, so that a value may change by 3 in a move.
  static constexpr bool kConsistent = false;

  // The tables must outlive this and have at most kMostPatterns patterns.
  explicit Pattern(const PatternTables& tables)
      : tables_(tables), views_(tables.views()), manhattan_(tables.geometry()) {}

  State Start(const Board& board) const {
    State state = {};
    state.manhattan = manhattan_.Start(board);
    PatternTables::CellsOf(board, state.cell_of);
    for (int view = 0; view < views_; ++view) {
      for (int pattern = 0; pattern < tables_.patterns(); ++pattern) {
        state.excess[view][pattern] = Excess(view, pattern, state);
        state.sum[view] += state.excess[view][pattern];
      }
    }
    return state;
  }
  State Next(State state, const Board& board, Slide slide) const {
    state.manhattan = manhattan_.Next(state.manhattan, board, slide);
    state.cell_of[slide.tile] = slide.to;
    state.cell_of[0] = slide.from;
    for (int view = 0; view < views_; ++view) {
      const int pattern = tables_.PatternOf(view, slide.tile);
      const uint8_t excess = Excess(view, pattern, state);
      state.sum[view] += excess - state.excess[view][pattern];
      state.excess[view][pattern] = excess;
    }
    return state;
  }
  int Value(const State& state) const {
    return state.manhattan + 2 * *std::max_element(state.sum, state.sum + views_);
  }
  uint64_t memory_bytes() const { return tables_.memory_bytes(); }

 private:
  uint8_t Excess(int view, int pattern, const State& state) const {
    return static_cast<uint8_t>(
        tables_.Excess(view, pattern, tables_.Rank(view, pattern, state.cell_of)));
  }

  const PatternTables& tables_;
  int views_;
  Manhattan manhattan_;
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_PATTERN_H_
