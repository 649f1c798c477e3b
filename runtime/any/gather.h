// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Brings all tiles of a large board near their homes at once, before they are brought home one
// after another.
//
// A tile moves one cell against the blank that passes it. So a path of the blank that visits no
// cell twice moves each tile on it by one cell, and its value is the sum of what these tiles gain:
// how much nearer home each comes. Dynamic programming, a row of the band at a time, finds the best
// path through a band of cells, along it and freely across it. The blank goes through band after
// band, along the columns, then along the rows, and so on; on long boards along their length first.
//
// Distances count squared along each axis, so far tiles count more. A move costs a little less than
// a step of a tile at the usual distance gains.

#ifndef TILEBASE_RUNTIME_ANY_GATHER_H_
#define TILEBASE_RUNTIME_ANY_GATHER_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "runtime/any/band_paths.h"
#include "runtime/any/big_board.h"

namespace tilebase {

// The mean distance from home, in cells, at which gathering for lookup stops.
inline constexpr double kGatherNear = 2.2;

// Gathers the tiles and passes the moves to `stream`. Stops if the tiles are on average at most
// `near` cells from home or come nearer too slowly, if the stream is closed, or after `most_moves`
// moves. Time: about 30 ns a move on 100x100. Memory: 10 bytes a cell.
void Gather(BigBoard* board, double near, uint64_t most_moves, LetterStream* stream);

// The cost of a move, as a share of what a step at the usual distance gains.
inline constexpr double kGatherMoveCost = 0.8;

// Gathers one sweep at a time. A sweep covers the rows or columns of one band.
class Gathering {
 public:
  // Reads the board and keeps no reference to it. If the first `left` columns and `top` rows are
  // solved, it gathers the rest, and keeps the blank there.
  Gathering(const BigBoard& board, double near, uint64_t most_moves, int left = 0, int top = 0);

  // Makes the next sweep. If gathering should stop, returns false and does nothing.
  bool Next(LetterStream* stream);
  // Makes the moves on the board, which must be as the constructor saw it.
  void Arrange(BigBoard* board) const;

 private:
  // The cells of a sweep: along the axis from the blank to the farther end, and across it the cells
  // [first, end).
  struct Band {
    int first;
    int end;
    int step;  // along the axis, 1 or -1
    int rows;  // cells along the axis
  };

  // Measures how far tiles are from home, and sets the cost of a move.
  void Measure();
  // Moves the blank to the farther end of the board along the axis, by the best path through the
  // cells [first, end) across it. Returns false if the remaining moves do not suffice.
  bool Sweep(int first, int end, LetterStream* stream);
  // Finds the best path to each cell of the band.
  BandChoices FindPaths(const Band& band);
  // Stores the cells so that rows of memory lie across this axis.
  void TurnTo(int axis);
  // After the last band: goes on along the other axis or the same one, or ends.
  void NextPass();

  const double near_;
  const uint64_t most_moves_;
  const int solved_[2];  // columns, rows; the fields below do not count them
  int side_[2];          // along a row, along a column
  int at_[2];            // the blank: column, row
  int move_cost_ = 1;
  uint64_t made_ = 0;
  // The next sweep: its axis and its band.
  int axis_;
  int band_ = 0;
  bool ascending_ = true;
  bool over_ = false;
  double away_[2] = {};  // distance from home along each axis, summed over all tiles
  int passes_ = 0;       // through all bands
  // State two passes ago.
  double distance_ = 0;
  uint64_t made_before_ = 0;

  const FindBandPaths find_paths_;

  // For each cell, its tile's home: twice its column, and its row times 2^17. The cells of a row of
  // memory lie across the axis of the sweeps, so a sweep reads neighbouring memory. Some extra
  // cells follow the last one.
  std::vector<uint32_t> homes_;
  std::vector<uint32_t> turned_;  // copy of homes_ for the other axis

  // Scratch memory of a sweep.
  std::vector<int32_t> best_;
  std::vector<int32_t> scratch_;
  std::vector<uint8_t> choices_;
  std::vector<uint8_t> path_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_GATHER_H_
