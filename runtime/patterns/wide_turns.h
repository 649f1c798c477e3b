// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The data that the loops of a wide search (wide_search.h) read and write. Processors with AVX-512
// have a file of their own for these loops.

#ifndef TILEBASE_RUNTIME_PATTERNS_WIDE_TURNS_H_
#define TILEBASE_RUNTIME_PATTERNS_WIDE_TURNS_H_

#include <stddef.h>
#include <stdint.h>

namespace tilebase {

// Below, a "state" is a state of the pruning (duplicate_pruning.h) together with the blank's cell
// and the allowed actions: state << 9 | cell << 4 | actions.

// The data that the loops read for two views in the order of ranks. Arrays by tile have 16
// elements, 0 for the blank; those of reflected boards are the same.
struct WideTables {
  static constexpr int kViews = 2;
  static constexpr int kMaxPatterns = 3;
  static constexpr uint32_t kNoPattern = 0xF0;

  const uint32_t* after = nullptr;   // by state and action: the next state; 0: not allowed
  const int32_t* table = nullptr;    // of the first pattern
  uint32_t table_begins[16] = {};    // by tile: of its pattern, counted from `table`
  uint32_t weight[16] = {};          // by tile: of its digit
  uint32_t order[16] = {};           // by tile: 16 times its pattern, and its digit
  uint32_t home_row[16] = {};        // by tile
  uint32_t reflected_tile[16] = {};  // by tile
  uint32_t reflected_bit[16] = {};   // by cell: the first bit of the reflected cell
  // By action: from the blank's bits to those of its next cell.
  uint32_t step[16] = {}, reflected_step[16] = {};
};

// A stack of boards, the next one last. Each field has a number a board.
struct WideStack {
  // Two turns are under way when there are more boards than the capacity. Each puts at most 32 onto
  // the stack, and writes 32 numbers of each field; sixteen are read at a time.
  static constexpr size_t kMargin = 2 * 32 + 16;
  static constexpr size_t kMostSubtrees = 32;
  static constexpr int kFirstMoves = 12;

  // The tiles on the cells, eight cells a field, four bits each, the first cell lowest: of the
  // board, and of its reflection.
  static constexpr int Half(int which, int half) { return 2 * which + half; }
  static constexpr int kExcesses = 4;  // four bits a pattern; from bit 16 those of the second view
  static constexpr int kLeft = 5;      // 8 bits a view: its slack; from bit 16 the moves left
  static constexpr int kState = 6;
  static constexpr int kBegin = 7;  // the subtree; from bit 8 the first moves after, two bits each
  static constexpr int Rank(int view, int pattern) {
    return 8 + pattern * WideTables::kViews + view;
  }
  static constexpr int kFields = 8 + WideTables::kViews * WideTables::kMaxPatterns;

  uint32_t* field[kFields] = {};
  size_t count = 0;
  size_t capacity = 0;  // the arrays have kMargin more
  // By subtree: the least bound of the boards that were expanded. Null: not needed.
  uint32_t* least = nullptr;
  int first_room = 0;    // moves left at the beginning of all subtrees
  uint32_t end[2] = {};  // the board searched for
  int64_t found = -1;    // its `begin`; -1: not found yet
  uint64_t nodes = 0;    // successors that were looked up

  // Successors that need two moves more, so they are not put onto the stack, and have fewer than
  // `near_left` moves left: those nearest to the goal.
  uint32_t near_left = 0;
  uint32_t* near[kFields] = {};
  size_t near_count = 0;
  size_t near_capacity = 0;  // the arrays have kMargin more

  bool is_full() const { return count > capacity || near_count > near_capacity; }
};

// Runs up to `turns` turns. Stops early if it runs out of boards, finds the end, or the stack is
// full.
using WideTurns = void (*)(const WideTables&, uint64_t turns, WideStack*);
// Returns the loops for 2 or 3 patterns. Null if the compiler has no AVX-512.
WideTurns Avx512WideTurns(int patterns);

// The data for four views of spread tables, the last two by a closer look (spread_successors.h), on
// boards of 25 cells.
struct SpreadWideTables {
  static constexpr int kViews = 4;
  static constexpr int kFirst = 2;
  static constexpr int kPatterns = 4;

  const uint32_t* after = nullptr;
  const int32_t* table = nullptr;
  int32_t table_begins[kViews][16] = {};  // by pattern
  uint32_t weight[kViews][32] = {};       // by tile: its place changes by this for each cell
  uint32_t pattern[kViews][32] = {};      // by tile; from bit 2 the orientation of its table
  uint32_t step[16] = {};                 // by action: from the blank's cell to its next
  int32_t cells_more[32] = {};  // by orientation and action: the change in that table's cells
  uint32_t row[32] = {}, column[32] = {};            // by cell
  uint32_t home_row[32] = {}, home_column[32] = {};  // by tile
};

// A board of SpreadWideStack.
struct alignas(64) SpreadWideBoard {
  uint32_t place[SpreadWideTables::kViews][SpreadWideTables::kPatterns];
  uint8_t tile[28];
  int8_t slack[SpreadWideTables::kViews];  // of the last two, until a closer look, as before it
  uint32_t excesses;                       // two bits a place
  uint32_t state;
  uint32_t begin;   // like WideStack's
  uint32_t room;    // moves left
  uint32_t closer;  // the patterns that a closer look reads: two bits for each of the last views
};

struct SpreadWideStack {
  static constexpr size_t kMargin = WideStack::kMargin;

  SpreadWideBoard* board = nullptr;
  size_t count = 0;
  size_t capacity = 0;
  uint32_t* least = nullptr;
  int first_room = 0;
  uint8_t end[28] = {};
  int detour = 0;  // a board with a greater bound is not the end
  int64_t found = -1;
  uint64_t nodes = 0;

  bool is_full() const { return count > capacity; }
};

using SpreadWideTurns = void (*)(const SpreadWideTables&, uint64_t turns, SpreadWideStack*);
SpreadWideTurns Avx512SpreadWideTurns();

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_WIDE_TURNS_H_
