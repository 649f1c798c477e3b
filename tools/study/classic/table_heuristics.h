// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Heuristics that look a board up in tables of distances: additive pattern databases, and a
// perimeter of boards near the goal.

#ifndef TILEBASE_TOOLS_STUDY_CLASSIC_TABLE_HEURISTICS_H_
#define TILEBASE_TOOLS_STUDY_CLASSIC_TABLE_HEURISTICS_H_

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/patterns/pattern_tables.h"
#include "tools/study/classic/heuristics.h"
#include "tools/study/classic/search.h"

namespace tilebase::classic {

// Additive pattern databases (Korf & Felner 2002): tables with the least number of moves that the
// tiles of one pattern need, counting only their own moves and letting them pass all other tiles.
// Patterns that share no tile may be added up. The tables come from a table set with a
// `pattern:...` part (runtime/patterns/pattern_tables.h), which holds what exceeds the Manhattan
// distance, halved. On square boards the board's reflection is a second view of the same tables;
// the greater sum counts.
//
// A slide changes the value of one pattern in each view: one lookup each.
class Pattern {
 public:
  static constexpr int kMostPatterns = 16;
  struct State {
    int manhattan;
    int sum[PatternTables::kMaxViews];  // sums of the excesses
    uint8_t excess[PatternTables::kMaxViews][kMostPatterns];
    uint8_t cell_of[kMaxCells];
  };
  // The tables do not know where the blank is, so a value may change by 3 in a move.
  static constexpr bool kConsistent = false;

  // The tables must outlive this object and have at most kMostPatterns patterns.
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

// The exact distances of all boards up to a number of moves from the goal, by breadth-first search
// from there. For a board of up to nine cells it can hold all boards: 181,440 for 3x3, at most 31
// moves away.
template <int kWords>
class DistanceTable {
 public:
  DistanceTable(Geometry geometry, int radius)
      : geometry_(geometry),
        budget_(std::make_unique<Budget>(Limits())),
        table_(std::make_unique<Table>(budget_.get())) {
    std::vector<Packed> level = {Packed::Pack(Board::Solved(geometry))}, next;
    bool inserted = false;
    table_->Insert(level[0], &inserted);
    for (int moves = 1; moves <= radius && !level.empty(); ++moves) {
      for (const Packed& packed : level) {
        Board board = packed.Unpack(geometry);
        for (int a = 0; a < kActions; ++a) {
          const Action action = static_cast<Action>(a);
          if (!board.CanApply(action)) continue;
          board.Apply(action);
          const auto slot = table_->Insert(Packed::Pack(board), &inserted);
          if (inserted) {
            slot->note = static_cast<uint8_t>(moves);
            next.push_back(slot->board);
          }
          board.Apply(Opposite(action));
        }
      }
      level = std::move(next);
      next.clear();
    }
  }

  // Returns the board's distance from the goal, -1 if it is more than the radius.
  int Find(const Board& board) const {
    const auto slot = std::as_const(*table_).Find(Packed::Pack(board));
    return slot == nullptr ? -1 : slot->note;
  }
  // Calls visit(board, distance) for every board of the table, in no order.
  template <typename Visit>
  void ForEach(Visit visit) const {
    table_->ForEach([&](const auto& slot) { visit(slot.board.Unpack(geometry_), int{slot.note}); });
  }
  size_t size() const { return table_->size(); }
  uint64_t memory_bytes() const { return table_->bytes(); }

 private:
  using Packed = PackedBoard<kWords>;
  using Table = BoardTable<kWords, uint8_t>;

  Geometry geometry_;
  std::unique_ptr<Budget> budget_;  // without limits
  std::unique_ptr<Table> table_;
};

// A perimeter around the goal (Dillenburg & Nelson 1994, Manzini 1995), as a heuristic: all boards
// up to a number of moves from the goal have their exact distance. All others are further, so
// another heuristic is raised to the least number above the radius that has the right parity.
// Within the perimeter a search goes straight to the goal.
//
// The table is only asked about boards that the other heuristic believes to be that near.
template <int kWords, Heuristic H>
class Perimeter {
 public:
  struct State {
    typename H::State inner;
    int value;
  };
  static constexpr bool kConsistent = H::kConsistent;

  // Requires that H is admissible, and a board that fits kWords (PackedBoard).
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
  // [blank]: the least distance outside the radius. Every slide changes the parity of the distance
  // and of the blank's distance from home.
  int beyond_[kMaxCells] = {};
  DistanceTable<kWords> distances_;
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_STUDY_CLASSIC_TABLE_HEURISTICS_H_
