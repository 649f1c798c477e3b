// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A depth-first search that expands sixteen 4x4 boards at a time, for processors with AVX-512.
//
// Boards that are still to be expanded lie on a stack. A turn takes the sixteen on top and finds,
// with a vector of sixteen numbers a step, where their successors' entries are, and asks for them.
// While these are on their way another turn does the same; then the successors that may lead to a
// solution go on the stack. So no branch depends on a single board. A search keeps no paths: it
// tells in which subtree the end is, and who wants the way searches that subtree again.
//
// Every vertical move takes a tile past others in a table whose order is by rows, and every
// horizontal one in the order by columns. A board is held with its reflection, whose tiles have the
// reflected numbers, so that one of the two always moves its tile past three cells in a row.

#ifndef TILEBASE_RUNTIME_PATTERNS_WIDE_SEARCH_H_
#define TILEBASE_RUNTIME_PATTERNS_WIDE_SEARCH_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/patterns/duplicate_pruning.h"
#include "runtime/patterns/pattern_tables.h"
#include "runtime/patterns/wide_turns.h"
#include "tables/system/instructions.h"

namespace tilebase {

// What all searches with some tables share. Immutable.
class WideKind {
 public:
  // Null where the processor or the tables are others than such a search is for: those of two or
  // three patterns on 4x4 that each have a table of their own.
  static std::unique_ptr<const WideKind> Create(const PatternTables& tables,
                                                const SearchSteps<16>& steps) {
    auto kind = std::unique_ptr<WideKind>(new WideKind());
    if (!HasAvx512() || tables.views() != WideTables::kViews || tables.patterns() < 2 ||
        tables.patterns() > WideTables::kMaxPatterns || !kind->SetTables(tables))
      return nullptr;
    kind->turns_ = Avx512WideTurns(tables.patterns());
    if (kind->turns_ == nullptr) return nullptr;
    kind->patterns_ = tables.patterns();
    kind->SetStates(steps);
    return kind;
  }

 private:
  friend class WideSearch;

  WideKind() = default;

  // False where a table is not read in the order of the board's cells, or they are too far apart.
  bool SetTables(const PatternTables& tables) {
    const Geometry geometry = tables.geometry();
    for (int cell = 0; cell < geometry.cells(); ++cell) {
      const int reflected = MapCell(geometry, kTransposed, cell);
      wide_.reflected_cell[cell] = static_cast<uint32_t>(reflected);
      if (cell == geometry.blank_home()) continue;
      wide_.reflected_tile[cell + 1] = static_cast<uint32_t>(reflected + 1);
      wide_.home_row[cell + 1] = static_cast<uint32_t>(geometry.Row(cell));
    }
    std::fill_n(wide_.order, 16, WideTables::kNoPattern);
    const uint8_t* const first = tables.lookup(0, 0).data;
    wide_.table = reinterpret_cast<const int32_t*>(first);
    for (int p = 0; p < tables.patterns(); ++p) {
      const PatternTables::Lookup& lookup = tables.lookup(0, p);
      const PatternTables::Lookup& reflected = tables.lookup(1, p);
      const int64_t begins = static_cast<int64_t>(reinterpret_cast<intptr_t>(lookup.data)) -
                             static_cast<int64_t>(reinterpret_cast<intptr_t>(first));
      // Entries are read by aligned words of four bytes, 2^31 of them at most before and after.
      if (reinterpret_cast<uintptr_t>(lookup.data) % 4 != 0 || begins / 4 > INT32_MAX / 2 ||
          begins / 4 < INT32_MIN / 2 || lookup.data != reflected.data)
        return false;
      wide_.table_begins[p] = static_cast<int32_t>(begins / 4);
      for (uint32_t cell = 0; cell < 16; ++cell)
        if (lookup.cell[cell] != cell || reflected.cell[cell] != wide_.reflected_cell[cell])
          return false;
      for (int j = 0; j < lookup.count; ++j) {
        const int tile = lookup.tile[j];
        if (reflected.tile[j] != wide_.reflected_tile[tile]) return false;
        wide_.weight[tile] = static_cast<uint32_t>(lookup.weight[j]);
        wide_.order[tile] = static_cast<uint32_t>(16 * p + j);
      }
    }
    return true;
  }

  static uint32_t StateOf(const SearchSteps<16>& steps, DuplicatePruning::State state, int blank) {
    uint32_t actions = 0;
    for (int i = 0; i < steps.Moves(state); ++i)
      actions |= 1U << steps.After(state)[static_cast<size_t>(i)].action();
    return uint32_t{state} << 8 | static_cast<uint32_t>(blank) << 4 | actions;
  }
  void SetStates(const SearchSteps<16>& steps) {
    after_.resize(kActions * steps.states());
    for (DuplicatePruning::State state = 0; state < steps.states(); ++state)
      for (int i = 0; i < steps.Moves(state); ++i) {
        const SearchStep step = steps.After(state)[static_cast<size_t>(i)];
        after_[kActions * state + static_cast<size_t>(step.action())] =
            StateOf(steps, step.after(), step.from());
      }
    wide_.after = after_.data();
  }

  WideTables wide_;
  WideTurns turns_ = nullptr;
  int patterns_ = 0;
  std::vector<uint32_t> after_;
};

// One search of some subtrees for a board, by one thread. Some 100 KB.
class WideSearch {
 public:
  static constexpr int kMostRoom = 255;
  static constexpr uint32_t kMostSubtrees = WideStack::kMostSubtrees;
  static constexpr uint64_t kNodesATurn = 48;

  // end: the tiles of the board. room: the moves, at most kMostRoom, in which the first boards of
  // the subtrees must be home. `kind` must outlive the search.
  WideSearch(const WideKind& kind, const uint8_t* end, int room) : kind_(kind) {
    stack_.end = Packed(end);
    stack_.first_room = room;
    Grow();
  }

  // Puts a subtree's first board on the stack, if it can be home in time. Position: of
  // PatternSuccessors with these tables and steps. number: the subtree's, below kMostSubtrees.
  // least: as WideStack::least, as far as it is known.
  template <typename Position>
  void Push(const Position& position, const PatternTables& tables, const SearchSteps<16>& steps,
            DuplicatePruning::State state, uint32_t number, uint32_t least) {
    least_[number] = least;
    if (position.least_slack() < 0) return;
    if (stack_.count == stack_.capacity) Grow();
    const size_t at = stack_.count++;
    stack_.board[at] = Packed(position.tile);
    stack_.reflected[at] = 0;
    for (int cell = 0; cell < 16; ++cell)
      stack_.reflected[at] |= uint64_t{kind_.wide_.reflected_tile[position.tile[cell]]}
                              << (4 * kind_.wide_.reflected_cell[cell]);
    stack_.excesses[at] = 0;
    stack_.room[at] = static_cast<uint32_t>(stack_.first_room) << 16;
    for (int view = 0; view < WideTables::kViews; ++view) {
      stack_.room[at] |= static_cast<uint32_t>(position.slack[view]) << (8 * view);
      for (int p = 0; p < kind_.patterns_; ++p) {
        stack_.rank[view][p][at] =
            static_cast<uint32_t>(position.place[view][p].EntryOf(tables.lookup(view, p).data));
        stack_.excesses[at] |= uint32_t{position.excess[view][p]} << (16 * view + 4 * p);
      }
    }
    stack_.state[at] = WideKind::StateOf(steps, state, position.blank);
    stack_.begin[at] = number;
  }

  // Takes so many turns, of at most kNodesATurn nodes each; fewer where the end is found or nothing
  // is left. Returns whether that is so.
  bool Run(uint64_t turns) {
    while (true) {
      kind_.turns_(kind_.wide_, turns, &stack_);
      if (stack_.count == 0 || stack_.found >= 0) return true;
      if (stack_.count <= stack_.capacity) return false;
      Grow();
    }
  }

  bool found() const { return stack_.found >= 0; }
  // Requires found: the subtree that the end is in, and the first moves there, as many as are
  // known.
  uint32_t found_subtree() const { return static_cast<uint32_t>(stack_.found) % kMostSubtrees; }
  std::string found_letters(int moves) const {
    std::string letters;
    for (int i = 0; i < std::min(moves, WideStack::kFirstMoves); ++i)
      letters += Letter(static_cast<Action>(stack_.found >> (8 + 2 * i) & 3));
    return letters;
  }
  // Those made since it was asked last.
  uint64_t TakeNodes() { return std::exchange(stack_.nodes, 0); }
  uint32_t least(uint32_t number) const { return least_[number]; }

 private:
  static uint64_t Packed(const uint8_t* tiles) {
    uint64_t packed = 0;
    for (int cell = 0; cell < 16; ++cell) packed |= uint64_t{tiles[cell]} << (4 * cell);
    return packed;
  }

  // Twice as many boards fit on the stack.
  void Grow() {
    stack_.capacity = std::max(kBoards, 2 * stack_.capacity);
    const size_t size = stack_.capacity + WideStack::kMargin;
    const auto grow = [&](auto* array, auto** in) {
      array->resize(size);
      *in = array->data();
    };
    grow(&board_, &stack_.board);
    grow(&reflected_, &stack_.reflected);
    for (int view = 0; view < WideTables::kViews; ++view)
      for (int p = 0; p < kind_.patterns_; ++p) grow(&rank_[view][p], &stack_.rank[view][p]);
    stack_.least = least_.data();
    grow(&excesses_, &stack_.excesses);
    grow(&room_, &stack_.room);
    grow(&state_, &stack_.state);
    grow(&begin_, &stack_.begin);
  }

  static constexpr size_t kBoards = 1000;  // to begin with

  const WideKind& kind_;
  WideStack stack_;
  std::vector<uint64_t> board_, reflected_;
  std::vector<uint32_t> rank_[WideTables::kViews][WideTables::kMaxPatterns];
  std::vector<uint32_t> excesses_, room_, state_, begin_;
  std::vector<uint32_t> least_ = std::vector<uint32_t>(kMostSubtrees);
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_WIDE_SEARCH_H_
