// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solves a board by lookup: the stages that end in a table (the next tiles of a row, its last two,
// and the rest of the board at the end), and the walk through them. Errors: DataLoss if tables do
// not lead to the goal.

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

// Brings the last two tiles of the mover's row home. Requires that the other tiles are home.
// `board` is the mover's.
absl::Status SolveRowEnd(const WindowTables& tables, BigBoard* board, TileMover* mover);

// Returns how many tiles of a row, from `column` on, are brought home together.
int GroupSize(const Frame& frame, int column);
// Returns the first column of the window for that: the group's column, or an earlier one near the
// end of the row. Requires a group of more than one tile.
int GroupWindow(const Frame& frame, int column);

// Brings the next tiles of the mover's row home, from `*column` on, and advances the column. Takes
// a group of up to four tiles: those outside a window around their homes are carried into it, and a
// table does the rest. Takes a single tile if the stream might otherwise count more than `may_take`
// moves; single tiles take at most `tile_by_tile` moves for the whole row. Requires that the stream
// counts at most may_take - tile_by_tile before the row.
absl::Status SolveGroup(const WindowTables& tables, int* column, uint64_t may_take,
                        uint64_t tile_by_tile, BigBoard* board, TileMover* mover);

// Solves the rest. Requires a frame of Peeling::Rest.
absl::Status SolveRest(const WindowTables& tables, BigBoard* board, TileMover* mover);

// Returns a bound that no walk of a board of this size exceeds: what gathering may take, plus the
// tile-by-tile bound (lookup_walk.cc has the proof).
uint64_t AnyWorstCase(BigSize size);
// Returns the part of that bound for the first gathering. Later gatherings use what rows have left
// of their share.
uint64_t GatherBound(BigSize size);

// Solves a large rectangle tile by tile, from both ends: a tile of the first row, then one of the
// last, and so on, so that the blank seldom goes a long way without a tile; two rows or two columns
// at a time, until the rest is small. No other method here has as low a bound, but most give
// shorter solutions.
class BothEnds {
 public:
  // The tables, and the board, which this object moves, must outlive it. Sets the blank's home: the
  // last cell of the rectangle that will be left.
  BothEnds(const WindowTables* tables, const Rectangle& of, BigBoard* board);

  bool done() const { return !IsFor(left_); }
  // The rectangle that is not solved yet.
  const Rectangle& left() const { return left_; }
  // Solves a tile, or the last two of a row. Requires !done().
  absl::Status Next(LetterStream* stream);

  // Returns whether the rectangle is large enough.
  static bool IsFor(const Rectangle& left);
  // Removes the next two rows, or two columns, from a rectangle.
  static void TakeOff(Rectangle* left);

 private:
  const WindowTables& tables_;
  BigBoard& board_;
  Rectangle left_;
  int next_ = 0;  // twice the column of the tile, and 1 for the last row
};

// The tile-by-tile bound of a board: from both ends as long as possible, then row by row.
uint64_t TileByTileBound(BigSize size);

// Bounds on the moves of a walk.
struct WalkBounds {
  // By row: the row's tile-by-tile bound, and the bound for everything from the row on.
  std::vector<uint64_t> row, left;
  uint64_t most = 0;  // bound for the whole walk
};

// The walk in pieces, so that the caller can do other things in between. A piece is a sweep of a
// gathering, a group of tiles of a row, or the rest at the end.
class LookupWalk {
 public:
  // Requires a solvable board. The tables, and the board, which the walk moves, must outlive it.
  // While tiles are gathered the board does not change.
  LookupWalk(const WindowTables* tables, BigBoard* board);
  // Goes tile by tile from the beginning, as a walk does that has spent its other moves.
  static LookupWalk TileByTile(const WindowTables* tables, BigBoard* board);

  bool done() const { return phase_ == kDone; }
  // Makes the next piece, and passes its moves to the stream, which must be the same for all
  // pieces. Time: about a thousand moves. On 1000x1000 that is a millisecond or two, and ten or
  // more when it begins to gather again. Requires !done().
  absl::Status Next(LetterStream* stream);

 private:
  enum Phase { kGathering, kRows, kBothEnds, kRest, kDone };

  absl::Status NextOfBothEnds(LetterStream* stream);
  // Used after both ends were solved.
  void BringBlankHome(LetterStream* stream);

  const WindowTables& tables_;
  BigBoard& board_;
  Phase phase_ = kGathering;
  std::optional<Gathering> gathering_;
  std::optional<BothEnds> both_ends_;
  Peeling peeling_;
  WalkBounds bounds_;
  int64_t beyond_usual_ = 0;  // moves that rows took beyond kUsualMoves since the last gathering
  // The current row.
  size_t row_ = 0;
  std::optional<Frame> frame_;
  int column_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_LOOKUP_WALK_H_
