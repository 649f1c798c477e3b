// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How far each state of a table is from the table's goal, one byte a state: what look-ahead
// (look_ahead.h) reads instead of walking. The file stores actions, which compress four times
// better; the depths follow from them, each state's from that of the state its action leads to.

#ifndef TILEBASE_RUNTIME_LOOK_AHEAD_DEPTHS_H_
#define TILEBASE_RUNTIME_LOOK_AHEAD_DEPTHS_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "runtime/lookup/move_table.h"
#include "tables/board.h"
#include "tables/system/huge_bytes.h"
#include "tables/table_set.h"

namespace tilebase {

class Depths {
 public:
  // Of a state that cannot reach the goal, or whose actions do not lead there (a damaged table).
  static constexpr int kNone = 0xff;
  static constexpr int kMaxDepth = 0xfe;

  Depths() = default;

  // Follows every state of the table, whose planes must be there and whose max_depth must be at
  // most kMaxDepth. About 25 ns a state. Returns false, leaving this empty, where memory cannot be
  // had.
  bool Fill(const MoveTable& table);

  bool empty() const { return bytes_.size() == 0; }
  uint64_t size() const { return bytes_.size(); }
  int Of(uint64_t rank) const { return bytes_[rank]; }
  void Prefetch(uint64_t rank) const { __builtin_prefetch(bytes_.data() + rank); }

 private:
  HugeBytes bytes_;
};

// The same in the metric mtm: the depth of each state of a table of slides all of whose states can
// be solved; empty where that is not so, where it has more than most_entries, or where a depth does
// not fit. Some 70 ns a state and thread.
std::vector<uint8_t> SlideDepths(const MoveTable& table, const TableInfo& info,
                                 uint64_t most_entries, int threads);

// What searches in that metric share besides: a square board reflected along the diagonal, which is
// another board to look up. Requires a square board.
Board Reflected(const Board& board);

constexpr Action Reflected(Action action) {
  return static_cast<Action>(static_cast<int>(action) ^ 2);
}

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOK_AHEAD_DEPTHS_H_
