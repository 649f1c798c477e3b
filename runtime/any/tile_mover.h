// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Moves the blank, and single tiles with it, on the unsolved part of a board (peeling.h).
//
// The blank goes to the cell in front of a tile, and the tile slides. If the tile then turns, the
// blank takes two steps to the next front cell; if it goes straight on, the blank takes four, on
// either side. So a tile takes three moves a step while it can alternate between two directions,
// and five otherwise. If several ways round are equally short, the mover takes the one that brings
// the other tiles nearest home.

#ifndef TILEBASE_RUNTIME_ANY_TILE_MOVER_H_
#define TILEBASE_RUNTIME_ANY_TILE_MOVER_H_

#include <cstdlib>

#include "runtime/any/big_board.h"
#include "runtime/any/peeling.h"

namespace tilebase {

struct Place {
  int u = 0;
  int v = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

// The columns [first_u, end_u) of the first end_v rows.
struct Window {
  int first_u, end_u, end_v;
  bool Has(Place place) const { return place.u >= first_u && place.u < end_u && place.v < end_v; }
};

class TileMover {
 public:
  // Works on `board`, whose blank is in the frame, and passes every move to `stream`. Both must
  // outlive this object.
  TileMover(const Frame& frame, BigBoard* board, LetterStream* stream);

  const Frame& frame() const { return frame_; }
  // The number of moves passed to the stream.
  uint64_t count() const { return stream_->count(); }
  // Marks the first `column` cells of the row as solved; the mover goes round them.
  void set_column(int column) { column_ = column; }
  // Marks also the last `count` cells of the last row. Requires that the frame is at least
  // kWindowSide + 2 high, if there are any.
  void set_last(int count) { last_ = count; }

  // Moves the blank by one cell. Requires that the cell is on the board and not solved.
  void Go(int direction) {
    const int from = frame_.Cell(blank_.u, blank_.v) + frame_.step[direction];
    board_->SlideFrom(from);
    stream_->Put(frame_.letters[direction]);
    blank_.u += kStepU[direction];
    blank_.v += kStepV[direction];
  }

  // Brings a tile to the cell (column, 0), its home. Requires column + 1 < width, height > 2.
  void BringHome(int tile);
  // Returns a bound on the moves that bring a tile, or the blank (0), into a window.
  uint64_t MostInto(int tile, const Window& window) const;
  // Brings a tile into a window, no farther than necessary.
  void BringInto(int tile, const Window& window);
  // Brings the blank into a window, and goes round the tiles of the row's columns [first, end).
  // Unless it goes along the row first, it may push the same tiles out of the window again and
  // again.
  void BringBlankInto(const Window& window, int first, int end, bool along_first);

  bool IsWithin(int tile, const Window& window) const { return window.Has(PlaceOf(tile)); }
  int DistanceFromBlank(int tile) const {
    const Place place = PlaceOf(tile);
    return std::abs(place.u - blank_.u) + std::abs(place.v - blank_.v);
  }

 private:
  Place PlaceOf(int tile) const;
  bool IsFree(int u, int v) const {
    return u >= 0 && u < frame_.width && v >= 0 && v < frame_.height && (v > 0 || u >= column_) &&
           (v + 1 < frame_.height || u + last_ < frame_.width);
  }
  // Returns what the tile on the blank's neighbour gains if the blank goes there: by how much its
  // squared distance from home along that axis falls. Far tiles count more: plain distances give 2
  // % longer solutions.
  int Gain(Place blank, int direction) const;
  // Returns the cost of the first step of `tile` if it goes `along` first, and `across` as well.
  int FirstCost(Place tile, int direction, int along, int across) const;
  // Slides the tile by one cell.
  void StepTile(Place* tile, int direction);
  void GoNear(Place tile, Place front);
  void GoRound(Place tile, int to);

  const Frame frame_;
  BigBoard* const board_;
  LetterStream* const stream_;
  int column_ = 0;
  int last_ = 0;
  Place blank_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_TILE_MOVER_H_
