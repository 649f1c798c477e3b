// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The way of a board to the goal by lookup, in pieces, so that who makes it can do other things in
// between: a sweep of the gathering, a group of tiles of a row, what remains in the end.

#ifndef TILEBASE_RUNTIME_ANY_LOOKUP_WALK_H_
#define TILEBASE_RUNTIME_ANY_LOOKUP_WALK_H_

#include <stddef.h>
#include <stdint.h>

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "runtime/any/big_board.h"
#include "runtime/any/gather.h"
#include "runtime/any/letter_stream.h"
#include "runtime/any/peeling.h"
#include "runtime/any/window_tables.h"

namespace tilebase {

// No walk of a board of this size has more actions. docs/any.md has the proof.
uint64_t AnyWorstCase(BigSize size);
// The part of it that gathering may take.
uint64_t GatherBound(BigSize size);

class LookupWalk {
 public:
  // Requires a board that can be solved. The tables, and the board, which the walk moves, outlive
  // it; while tiles are gathered the board stands still.
  LookupWalk(const WindowTables* tables, BigBoard* board);

  bool done() const { return phase_ == kDone; }
  // Makes the next piece, and tells its moves to the stream, which is the same for all pieces.
  // Time: that of some thousand moves; a millisecond or two on 1000x1000. Requires !done(). Errors
  // (DataLoss): tables that lead nowhere.
  absl::Status Next(LetterStream* stream);

 private:
  enum Phase { kGathering, kRows, kRest, kDone };

  const WindowTables& tables_;
  BigBoard& board_;
  Phase phase_ = kGathering;
  std::optional<Gathering> gathering_;
  Peeling peeling_;
  std::vector<uint64_t> row_bounds_;
  uint64_t may_take_;
  // The row under way.
  size_t row_ = 0;
  std::optional<Frame> frame_;
  int column_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_LOOKUP_WALK_H_
