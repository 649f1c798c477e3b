// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The way of a board to the goal by lookup: the stages that end in a table (the next tiles of a
// row, its last two, and what remains of a board in the end), and the walk through them. Errors
// (DataLoss): tables that lead nowhere.

#ifndef TILEBASE_RUNTIME_ANY_LOOKUP_WALK_H_
#define TILEBASE_RUNTIME_ANY_LOOKUP_WALK_H_

#include <stddef.h>
#include <stdint.h>

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "runtime/any/big_board.h"
#include "runtime/any/gather.h"
#include "runtime/any/peeling.h"
#include "runtime/any/tile_mover.h"
#include "runtime/any/window_tables.h"

namespace tilebase {

// Brings the last two tiles of the mover's row home. Requires that the others are. `board` is the
// mover's.
absl::Status SolveRowEnd(const WindowTables& tables, BigBoard* board, TileMover* mover);

// How many tiles of a row from `column` on are brought home at once.
int GroupSize(const Frame& frame, int column);
// The first column of the window in which that is done: the group's, or an earlier one in the end.
// Requires a group of more than one tile.
int GroupWindow(const Frame& frame, int column);

// Brings the next tiles of the mover's row home, those from `*column` on, and advances the column:
// a group of up to four, of which those that are outside of a window around their homes are carried
// into it, and a table does the rest. Or a single tile, where the stream might count more than
// `may_take` moves otherwise; single tiles take `tile_by_tile` moves for the whole row at most.
// Requires that the stream counts at most may_take - tile_by_tile before the row.
absl::Status SolveGroup(const WindowTables& tables, int* column, uint64_t may_take,
                        uint64_t tile_by_tile, BigBoard* board, TileMover* mover);

// What remains in the end. Requires a frame of Peeling::Rest.
absl::Status SolveRest(const WindowTables& tables, BigBoard* board, TileMover* mover);

// No walk of a board of this size has more actions: what gathering may take, and what the board
// takes tile by tile (lookup_walk.cc has the proof).
uint64_t AnyWorstCase(BigSize size);
// The part of it that the first gathering may take. Later ones have what rows have left of theirs.
uint64_t GatherBound(BigSize size);

// A large rectangle tile by tile, from both ends: a tile of the first row, then one of the last,
// and so on, so that the blank seldom goes a long way alone; two rows or two columns at a time,
// until what is left is small. No other way here has as low a bound, but most are shorter.
class BothEnds {
 public:
  // The tables, and the board, which this moves, outlive it. Sets the blank's home: the last cell
  // of what will be left.
  BothEnds(const WindowTables* tables, const Rectangle& of, BigBoard* board);

  bool done() const { return !IsFor(left_); }
  // What is left.
  const Rectangle& left() const { return left_; }
  // A tile, or the last two of a row. Requires !done().
  absl::Status Next(LetterStream* stream);

  // Whether it is large enough.
  static bool IsFor(const Rectangle& left);
  // Takes what is next off a rectangle: two rows, or two columns.
  static void TakeOff(Rectangle* left);

 private:
  const WindowTables& tables_;
  BigBoard& board_;
  Rectangle left_;
  int next_ = 0;  // twice the column of the tile, and 1 for the last row
};

// What a board takes at most tile by tile: from both ends while that is possible, then row by row.
uint64_t TileByTileBound(BigSize size);

// What a walk may take.
struct WalkBounds {
  // By row: what the row takes tile by tile, and what is left before it.
  std::vector<uint64_t> row, left;
  uint64_t most = 0;  // in all
};

// The whole way in pieces, so that who makes it can do other things in between: a sweep of a
// gathering, a group of tiles of a row, what remains in the end.
class LookupWalk {
 public:
  // Requires a board that can be solved. The tables, and the board, which the walk moves, outlive
  // it; while tiles are gathered the board stands still.
  LookupWalk(const WindowTables* tables, BigBoard* board);
  // Goes tile by tile from the beginning on, as a walk does that has used up what else it may take.
  static LookupWalk TileByTile(const WindowTables* tables, BigBoard* board);

  bool done() const { return phase_ == kDone; }
  // Makes the next piece, and tells its moves to the stream, which is the same for all pieces.
  // Time: that of some thousand moves; a millisecond or two on 1000x1000, some ten where it begins
  // to gather again. Requires !done().
  absl::Status Next(LetterStream* stream);

 private:
  enum Phase { kGathering, kRows, kBothEnds, kRest, kDone };

  absl::Status NextOfBothEnds(LetterStream* stream);
  // After both ends were solved.
  void BringBlankHome(LetterStream* stream);

  const WindowTables& tables_;
  BigBoard& board_;
  Phase phase_ = kGathering;
  std::optional<Gathering> gathering_;
  std::optional<BothEnds> both_ends_;
  Peeling peeling_;
  WalkBounds bounds_;
  int64_t beyond_usual_ = 0;  // moves that rows took beyond the usual since the last gathering
  // The row under way.
  size_t row_ = 0;
  std::optional<Frame> frame_;
  int column_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_LOOKUP_WALK_H_
