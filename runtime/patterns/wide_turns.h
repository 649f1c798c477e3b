// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loops of a wide search (wide_search.h), for which processors with AVX-512 have a file of
// their own: what they read and write.

#ifndef TILEBASE_RUNTIME_PATTERNS_WIDE_TURNS_H_
#define TILEBASE_RUNTIME_PATTERNS_WIDE_TURNS_H_

#include <stddef.h>
#include <stdint.h>

namespace tilebase {

// What the loops read. Numbers by tile are of 16 tiles, 0 the blank; those of reflected boards are
// the same.
struct WideTables {
  static constexpr int kViews = 2;
  static constexpr int kMaxPatterns = 3;
  static constexpr uint32_t kNoPattern = 0xF0;

  // What a move leads to, by the state of the pruning and the action: the state, shifted left by 8;
  // the blank's cell, by 4; and a bit for each action that is allowed next. 0: it is not allowed.
  const uint32_t* after = nullptr;
  const int32_t* table = nullptr;    // of the first pattern
  int32_t table_begins[16] = {};     // by pattern: so many numbers after that
  uint32_t weight[16] = {};          // by tile: of its digit
  uint32_t order[16] = {};           // by tile: 16 times its pattern, and its digit
  uint32_t home_row[16] = {};        // by tile
  uint32_t reflected_tile[16] = {};  // by tile
  uint32_t reflected_cell[16] = {};  // by cell
};

// A stack of boards, the next one last. Each array has a number a board.
struct WideStack {
  // A turn of 16 boards may put so many on the stack, and two are under way; and the arrays are
  // written sixteen numbers at a time.
  static constexpr size_t kMargin = 2 * 64 + 16;
  static constexpr size_t kMostSubtrees = 256;
  static constexpr int kFirstMoves = 12;

  uint64_t* board = nullptr;      // four bits a cell, the first cell's lowest: its tile
  uint64_t* reflected = nullptr;  // the same of its reflection
  uint32_t* rank[WideTables::kViews][WideTables::kMaxPatterns] = {};
  uint32_t* excesses = nullptr;  // four bits a pattern; from bit 16 those of the second view
  uint32_t* room = nullptr;      // 8 bits a view: its slack; from bit 16 the moves that are left
  uint32_t* state = nullptr;     // as WideTables::after
  uint32_t* begin = nullptr;     // its subtree, and from bit 8 the first moves after, two bits each
  size_t count = 0;
  size_t capacity = 0;        // the arrays have kMargin more
  uint32_t* least = nullptr;  // by subtree: the least bound of those boards that were expanded
  int first_room = 0;         // of all subtrees: the moves that are left at their beginning
  uint64_t end = 0;           // the board that is looked for
  int64_t found = -1;         // its `begin`; -1: it has not been found
  uint64_t nodes = 0;         // successors that were looked up
};

// Takes so many turns: fewer where no board is left, the end has been found, or there are more
// boards than the capacity.
using WideTurns = void (*)(const WideTables&, uint64_t turns, WideStack*);
// For so many patterns, 2 or 3. Null where the compiler has no AVX-512.
WideTurns Avx512WideTurns(int patterns);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_WIDE_TURNS_H_
