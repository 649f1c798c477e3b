// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A depth-first search that expands sixteen boards at a time, of 4x4 or 5x5, for processors with
// AVX-512.
//
// Boards still to be expanded lie on a stack. A turn takes the sixteen on top. With vectors of
// sixteen numbers it finds the places of their successors' entries, and prefetches them. While
// these are on their way, another turn does the same. Then the successors that may lead to a
// solution go onto the stack. So no branch depends on a single board. A search keeps no paths: it
// reports the subtree that the end is in, and a caller that wants the path searches that subtree
// again.
//
// On 4x4, tables are in the order of ranks. Every vertical move takes a tile past others in a table
// ordered by rows, and every horizontal move does in a table ordered by columns. A board is stored
// with its reflection, whose tiles have the reflected numbers. So in one of the two a move always
// takes its tile past three cells in a row.

#ifndef TILEBASE_RUNTIME_PATTERNS_WIDE_SEARCH_H_
#define TILEBASE_RUNTIME_PATTERNS_WIDE_SEARCH_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/patterns/duplicate_pruning.h"
#include "runtime/patterns/pattern_tables.h"
#include "runtime/patterns/spread_tables.h"
#include "runtime/patterns/wide_turns.h"
#include "tables/system/instructions.h"

namespace tilebase {

// The states of a search's pruning, in the form of wide_turns.h. Immutable.
class WideStates {
 public:
  template <int kStride>
  explicit WideStates(const SearchSteps<kStride>& steps) : after_(kActions * steps.states()) {
    for (DuplicatePruning::State state = 0; state < steps.states(); ++state)
      for (int i = 0; i < steps.Moves(state); ++i) {
        const SearchStep step = steps.After(state)[static_cast<size_t>(i)];
        after_[kActions * state + static_cast<size_t>(step.action())] =
            Of(steps, step.after(), step.from());
      }
  }

  const uint32_t* after() const { return after_.data(); }
  // Returns the state with the blank on that cell.
  template <int kStride>
  static uint32_t Of(const SearchSteps<kStride>& steps, DuplicatePruning::State state, int blank) {
    uint32_t actions = 0;
    for (int i = 0; i < steps.Moves(state); ++i)
      actions |= 1U << steps.After(state)[static_cast<size_t>(i)].action();
    return uint32_t{state} << 9 | static_cast<uint32_t>(blank) << 4 | actions;
  }

 private:
  std::vector<uint32_t> after_;
};

// Returns the first `moves` moves of a path in the form of WideStack::kBegin, or all that are
// known.
inline std::string WideLetters(uint32_t begin, int moves) {
  std::string letters;
  for (int i = 0; i < std::min(moves, WideStack::kFirstMoves); ++i)
    letters += Letter(static_cast<Action>(begin >> (8 + 2 * i) & 3));
  return letters;
}

// Code that all wide searches share.
template <typename Stack>
class WideSearchBase {
 public:
  static constexpr int kMostRoom = 250;
  static constexpr uint32_t kMostSubtrees = WideStack::kMostSubtrees;
  static constexpr uint64_t kNodesATurn = 32;

  bool found() const { return stack_.found >= 0; }
  // Requires found: the subtree of the end, and the first moves there, as many as are known.
  uint32_t found_subtree() const { return static_cast<uint32_t>(stack_.found) % kMostSubtrees; }
  std::string found_letters(int moves) const {
    return WideLetters(static_cast<uint32_t>(stack_.found), moves);
  }
  bool empty() const { return stack_.count == 0; }
  // Requires that the stack is not empty. Returns the subtree of the next board.
  uint32_t next() const { return SubtreeOf(stack_.count - 1); }
  // Returns the subtrees that have boards left, a bit each.
  uint32_t left() const {
    uint32_t left = 0;
    for (size_t i = 0; i < stack_.count; ++i) left |= 1U << SubtreeOf(i);
    return left;
  }
  // Returns the nodes made since the last call.
  uint64_t TakeNodes() { return std::exchange(stack_.nodes, 0); }
  // Returns the least bound of a board of that subtree, as far as it has been searched.
  uint32_t least(uint32_t number) const { return least_[number]; }

 protected:
  static constexpr size_t kBoards = 1000;  // room on a stack at first

  explicit WideSearchBase(int room) {
    stack_.first_room = room;
    stack_.least = least_.data();
  }

  uint32_t SubtreeOf(size_t board) const {
    if constexpr (requires { stack_.board; })
      return stack_.board[board].begin % kMostSubtrees;
    else
      return stack_.field[Stack::kBegin][board] % kMostSubtrees;
  }

  Stack stack_;
  std::vector<uint32_t> least_ = std::vector<uint32_t>(kMostSubtrees);
};

// Arrays of numbers, one for each field of some boards.
template <int kFields>
class WideFields {
 public:
  // Returns `boards`, or a greater number.
  static constexpr size_t Capacity(size_t boards) { return std::max<size_t>(1000, boards); }

  // Makes room for Capacity(boards), and kMargin more. Keeps the first `count`.
  void Grow(size_t boards, size_t count, uint32_t** field, size_t* capacity) {
    *capacity = Capacity(boards);
    const size_t size = *capacity + WideStack::kMargin;
    auto numbers = std::make_unique_for_overwrite<uint32_t[]>(kFields * size);
    for (size_t i = 0; i < kFields; ++i)
      field[i] = std::copy_n(field[i], count, &numbers[i * size]) - count;
    numbers_ = std::move(numbers);
  }

 private:
  std::unique_ptr<uint32_t[]> numbers_;
};

class WideSearch;

// Data that all searches of the same tables in the order of ranks share. Immutable.
class WideKind {
 public:
  using Search = WideSearch;

  // Null if the processor or the tables do not fit: the tables must have two or three patterns on
  // 4x4, each with a table of its own.
  static std::unique_ptr<const WideKind> Create(const PatternTables& tables,
                                                const SearchSteps<16>& steps) {
    auto kind = std::unique_ptr<WideKind>(new WideKind(steps));
    if (!HasAvx512() || tables.views() != WideTables::kViews || tables.patterns() < 2 ||
        tables.patterns() > WideTables::kMaxPatterns || !kind->SetTables(tables))
      return nullptr;
    kind->turns_ = Avx512WideTurns(tables.patterns());
    if (kind->turns_ == nullptr) return nullptr;
    kind->patterns_ = tables.patterns();
    return kind;
  }

  const WideTables& tables() const { return wide_; }
  WideTurns turns() const { return turns_; }
  // How many fields of a stack are used.
  int fields() const { return WideStack::Rank(0, patterns_); }

  // Sets the board that is searched for.
  void SetEnd(const uint8_t* tiles, WideStack* stack) const {
    for (int half = 0; half < 2; ++half) stack->end[half] = Half(tiles, half);
  }
  // Puts a board that must be home in `room` moves onto a stack that is not full.
  template <typename Successors>
  void Put(const Successors& successors, const typename Successors::Position& position,
           DuplicatePruning::State state, int room, uint32_t begin, WideStack* stack) const {
    using Stack = WideStack;
    const size_t at = stack->count++;
    uint8_t reflected[16];
    for (int cell = 0; cell < 16; ++cell)
      reflected[wide_.reflected_bit[cell] / 4] =
          static_cast<uint8_t>(wide_.reflected_tile[position.tile[cell]]);
    const auto put = [&](int field, uint32_t number) { stack->field[field][at] = number; };
    for (int half = 0; half < 2; ++half) {
      put(Stack::Half(0, half), Half(position.tile, half));
      put(Stack::Half(1, half), Half(reflected, half));
    }
    uint32_t left = static_cast<uint32_t>(room) << 16, excesses = 0;
    for (int view = 0; view < WideTables::kViews; ++view) {
      left |= static_cast<uint32_t>(position.slack[view]) << (8 * view);
      for (int p = 0; p < patterns_; ++p) {
        put(Stack::Rank(view, p), static_cast<uint32_t>(position.place[view][p].EntryOf(
                                      successors.tables().lookup(view, p).data)));
        excesses |= uint32_t{position.excess[view][p]} << (16 * view + 4 * p);
      }
    }
    put(Stack::kLeft, left);
    put(Stack::kExcesses, excesses);
    put(Stack::kState, WideStates::Of(successors.steps(), state, position.blank));
    put(Stack::kBegin, begin);
  }

 private:
  explicit WideKind(const SearchSteps<16>& steps) : states_(steps) {
    wide_.after = states_.after();
  }

  // Returns false if a table is not read in the order of the board's cells, or if tables are too
  // far apart.
  bool SetTables(const PatternTables& tables) {
    const Geometry geometry = tables.geometry();
    for (int action = 0; action < kActions; ++action) {
      const int step = 4 * geometry.BlankStep(static_cast<Action>(action));
      wide_.step[action] = static_cast<uint32_t>(step);
      wide_.reflected_step[action ^ 2] = static_cast<uint32_t>(step);
    }
    for (int cell = 0; cell < geometry.cells(); ++cell) {
      const int reflected = MapCell(geometry, kTransposed, cell);
      wide_.reflected_bit[cell] = static_cast<uint32_t>(4 * reflected);
      if (cell == geometry.blank_home()) continue;
      wide_.reflected_tile[cell + 1] = static_cast<uint32_t>(reflected + 1);
      wide_.home_row[cell + 1] = static_cast<uint32_t>(16 * geometry.Row(cell));
    }
    std::fill_n(wide_.order, 16, WideTables::kNoPattern);
    const uint8_t* const first = tables.lookup(0, 0).data;
    wide_.table = reinterpret_cast<const int32_t*>(first);
    for (int p = 0; p < tables.patterns(); ++p) {
      const PatternTables::Lookup& lookup = tables.lookup(0, p);
      const PatternTables::Lookup& reflected = tables.lookup(1, p);
      const int64_t begins = static_cast<int64_t>(reinterpret_cast<intptr_t>(lookup.data)) -
                             static_cast<int64_t>(reinterpret_cast<intptr_t>(first));
      // Entries are read by aligned words of four bytes, at most 2^31 of them before and after.
      if (reinterpret_cast<uintptr_t>(lookup.data) % 4 != 0 || begins / 4 > INT32_MAX / 2 ||
          begins / 4 < INT32_MIN / 2 || lookup.data != reflected.data)
        return false;
      for (uint32_t cell = 0; cell < 16; ++cell)
        if (lookup.cell[cell] != cell || 4 * reflected.cell[cell] != wide_.reflected_bit[cell])
          return false;
      for (int j = 0; j < lookup.count; ++j) {
        const int tile = lookup.tile[j];
        if (reflected.tile[j] != wide_.reflected_tile[tile]) return false;
        wide_.weight[tile] = static_cast<uint32_t>(lookup.weight[j]);
        wide_.table_begins[tile] = static_cast<uint32_t>(begins / 4);
        wide_.order[tile] = static_cast<uint32_t>(16 * p + j);
      }
    }
    return true;
  }

  // Packs half of the sixteen tiles.
  static uint32_t Half(const uint8_t* tiles, int half) {
    uint32_t packed = 0;
    for (int i = 0; i < 8; ++i) packed |= uint32_t{tiles[8 * half + i]} << (4 * i);
    return packed;
  }

  WideTables wide_;
  WideTurns turns_ = nullptr;
  int patterns_ = 0;
  const WideStates states_;
};

// A search of some subtrees for a board, on one thread. Takes about 60 KB.
class WideSearch : public WideSearchBase<WideStack> {
 public:
  // `successors` are PatternSuccessors; `end` the tiles of the board. The first boards of the
  // subtrees must be home in `room` moves, at most kMostRoom. The last argument is the detour, the
  // moves to home after the end. All must outlive the search.
  template <typename Successors>
  WideSearch(const WideKind& kind, const Successors&, const uint8_t* end, int room, int)
      : WideSearchBase(room), kind_(kind) {
    kind.SetEnd(end, &stack_);
    Grow();
  }

  // Puts a subtree's first board onto the stack, if it can be home in time. `number` is the
  // subtree's, below kMostSubtrees; `least` is the least known bound of its boards.
  template <typename Successors>
  void Push(const Successors& successors, const typename Successors::Position& position,
            DuplicatePruning::State state, uint32_t number, uint32_t least) {
    least_[number] = least;
    if (position.least_slack() < 0) return;
    if (stack_.count == stack_.capacity) Grow();
    kind_.Put(successors, position, state, stack_.first_room, number, &stack_);
  }

  // Runs up to `turns` turns of at most kNodesATurn nodes each. Stops early if it finds the end,
  // runs out of boards, or has to grow the stack.
  void Run(uint64_t turns) {
    kind_.turns()(kind_.tables(), turns, &stack_);
    if (stack_.is_full()) Grow();
  }

 private:
  // Makes room for twice as many boards on the stack.
  void Grow() { fields_.Grow(2 * stack_.capacity, stack_.count, stack_.field, &stack_.capacity); }

  const WideKind& kind_;
  WideFields<WideStack::kFields> fields_;
};

class SpreadWideSearch;

// Data that all searches of the same spread tables share. Immutable.
class SpreadWideKind {
 public:
  using Search = SpreadWideSearch;

  // Null if the processor does not fit, or if a table lies too far from the others. Requires tables
  // of at most four patterns on 5x5, not for dual lookups.
  static std::unique_ptr<const SpreadWideKind> Create(const SpreadTables& tables,
                                                      const SearchSteps<32>& steps) {
    auto kind = std::unique_ptr<SpreadWideKind>(new SpreadWideKind(steps));
    kind->turns_ = HasAvx512() ? Avx512SpreadWideTurns() : nullptr;
    if (kind->turns_ == nullptr) return nullptr;
    uintptr_t first = UINTPTR_MAX, last = 0;
    for (int view = 0; view < tables.views(); ++view)
      for (const uint8_t* const data : tables.regular(view).data) {
        const uintptr_t at = reinterpret_cast<uintptr_t>(data);
        // Entries are read by aligned words of four bytes.
        if (at % 4 != 0) return nullptr;
        first = std::min(first, at);
        last = std::max(last, at);
      }
    if ((last - first) / 4 > INT32_MAX / 2) return nullptr;
    kind->table_ = reinterpret_cast<const int32_t*>(first);
    return kind;
  }

 private:
  friend class SpreadWideSearch;

  explicit SpreadWideKind(const SearchSteps<32>& steps) : states_(steps) {}

  SpreadWideTurns turns_ = nullptr;
  const int32_t* table_ = nullptr;
  const WideStates states_;
};

// Like WideSearch. Takes about 150 KB.
class SpreadWideSearch : public WideSearchBase<SpreadWideStack> {
 public:
  // successors: SpreadSuccessors.
  template <typename Successors>
  SpreadWideSearch(const SpreadWideKind& kind, const Successors& successors, const uint8_t* end,
                   int room, int detour)
      : WideSearchBase(room), kind_(kind) {
    const Geometry geometry = successors.tables().geometry();
    std::copy_n(end, geometry.cells(), stack_.end);
    stack_.detour = detour;
    Grow();
    wide_.table = kind.table_;
    wide_.after = kind.states_.after();
    for (int action = 0; action < kActions; ++action)
      wide_.step[action] = static_cast<uint32_t>(geometry.BlankStep(static_cast<Action>(action)));
    for (int cell = 0; cell < geometry.cells(); ++cell) {
      wide_.row[cell] = static_cast<uint32_t>(geometry.Row(cell));
      wide_.column[cell] = static_cast<uint32_t>(geometry.Column(cell));
      if (cell == geometry.blank_home()) continue;
      wide_.home_row[cell + 1] = wide_.row[cell];
      wide_.home_column[cell + 1] = wide_.column[cell];
    }
    std::vector<std::array<int32_t, kActions>> turns;  // as SpreadWideTables::cells_more
    for (int view = 0; view < SpreadWideTables::kViews; ++view) {
      const SpreadTables::Lookup& lookup = successors.lookup(view);
      for (size_t p = 0; p < lookup.data.size(); ++p)
        wide_.table_begins[view][p] =
            static_cast<int32_t>(reinterpret_cast<const int32_t*>(lookup.data[p]) - kind.table_);
      for (int tile = 1; tile < geometry.cells(); ++tile) SetTile(view, tile, lookup, &turns);
    }
  }

  template <typename Successors>
  void Push(const Successors& successors, const typename Successors::Position& position,
            DuplicatePruning::State state, uint32_t number, uint32_t least) {
    least_[number] = least;
    if (position.least_slack() < 0) return;
    if (stack_.count == stack_.capacity) Grow();
    SpreadWideBoard& to = stack_.board[stack_.count++];
    to = {};
    std::copy_n(position.tile, successors.tables().geometry().cells(), to.tile);
    to.room = static_cast<uint32_t>(stack_.first_room);
    to.begin = number;
    to.state = WideStates::Of(successors.steps(), state, position.blank);
    for (int view = 0; view < SpreadWideTables::kViews; ++view) {
      const bool first = view < SpreadWideTables::kFirst;
      const int i = first ? view : view - SpreadWideTables::kFirst;
      to.slack[view] = static_cast<int8_t>(first ? position.slack[i] : position.closer_slack[i]);
      const auto& data = successors.lookup(view).data;
      for (size_t p = 0; p < data.size(); ++p) {
        const auto& place = first ? position.place[i][p] : position.closer_place[i][p];
        to.place[view][p] = static_cast<uint32_t>(place.EntryOf(data[p]));
        const uint32_t excess = first ? position.excess[i][p] : position.closer_excess[i][p];
        to.excesses |= excess << (2 * (SpreadWideTables::kPatterns * view + static_cast<int>(p)));
      }
    }
  }

  void Run(uint64_t turns) {
    kind_.turns_(wide_, turns, &stack_);
    if (stack_.is_full()) Grow();
  }

 private:
  // A tile's place changes by its weight, for each step in the cells of its table.
  void SetTile(int view, int tile, const SpreadTables::Lookup& lookup,
               std::vector<std::array<int32_t, kActions>>* turns) {
    constexpr Geometry kBoard = {5, 5};
    constexpr int kMiddle = 12;  // where each action is possible
    const uint32_t* const adds = lookup.adds[tile];
    uint32_t weight = UINT32_MAX;
    for (int cell = 0; cell < kBoard.cells(); ++cell)
      if (adds[cell] != 0) weight = std::min(weight, adds[cell]);
    std::array<int32_t, kActions> turn;
    for (int action = 0; action < kActions; ++action) {
      const int from = kMiddle + kBoard.BlankStep(static_cast<Action>(action));
      turn[static_cast<size_t>(action)] =
          static_cast<int32_t>(adds[kMiddle] / weight) - static_cast<int32_t>(adds[from] / weight);
    }
    const auto found = std::find(turns->begin(), turns->end(), turn);
    const size_t number = static_cast<size_t>(found - turns->begin());
    if (found == turns->end()) {
      std::copy(turn.begin(), turn.end(), wide_.cells_more + kActions * number);
      turns->push_back(turn);
    }
    wide_.weight[view][tile] = weight;
    wide_.pattern[view][tile] = static_cast<uint32_t>(number << 2) | lookup.pattern[tile];
  }

  void Grow() {
    stack_.capacity = std::max(kBoards, 2 * stack_.capacity);
    board_.resize(stack_.capacity + SpreadWideStack::kMargin);
    stack_.board = board_.data();
  }

  const SpreadWideKind& kind_;
  SpreadWideTables wide_;
  std::vector<SpreadWideBoard> board_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_WIDE_SEARCH_H_
