// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Brings all tiles of a large board near their homes at once, before they are brought home one
// after another.
//
// A tile moves one cell against the blank that passes it. So a path of the blank that visits no
// cell twice moves each tile on it by one cell, and what it is worth is the sum of what its cells
// are worth: how much nearer home each tile comes. The best path through a band of cells, along it
// and freely across it, is found by dynamic programming, a row of the band at a time. The blank
// goes through band after band, along the columns, then along the rows, and so on; on long boards
// along their length first.
//
// Distances count squared along each axis, so that far tiles are worth more; each move costs
// somewhat less than a step of a tile at the usual distance is worth.

#ifndef TILEBASE_RUNTIME_ANY_GATHER_H_
#define TILEBASE_RUNTIME_ANY_GATHER_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "runtime/any/band_paths.h"
#include "runtime/any/big_board.h"

namespace tilebase {

// The mean distance from home, in cells, to which tiles are gathered for lookup.
inline constexpr double kGatherNear = 2.2;

// Stops where the tiles are at most `near` cells from home in the mean, or come no nearer at a good
// rate, or the stream wants no more, or `most_moves` moves were made, and tells the moves to
// `stream`. Time: some 30 ns a move on 100x100. Memory: 10 bytes a cell.
void Gather(BigBoard* board, double near, uint64_t most_moves, LetterStream* stream);

// What a move costs, of what a step at the usual distance is worth.
inline constexpr double kGatherMoveCost = 0.8;

// The same, a sweep at a time. A sweep is as many rows or columns as a band is wide.
class Gathering {
 public:
  // Looks at the board and keeps no reference to it. Where the first `left` columns and `top` rows
  // are solved, it gathers the rest, and keeps the blank there.
  Gathering(const BigBoard& board, double near, uint64_t most_moves, int left = 0, int top = 0);

  // The next sweep. Returns false, with nothing done, where it is to stop.
  bool Next(LetterStream* stream);
  // Brings the board, which is as the constructor saw it, to where the moves lead.
  void Arrange(BigBoard* board) const;

 private:
  // What a sweep goes through: along the axis from the blank to the farther end, and across it the
  // cells [first, end).
  struct Band {
    int first;
    int end;
    int step;  // along the axis, 1 or -1
    int rows;  // cells along the axis
  };

  // How far tiles are from home, and what a move costs.
  void Measure();
  // To the farther end of the board along the axis, by the best path through the band of cells
  // [first, end) across it. False where the moves that are left do not suffice.
  bool Sweep(int first, int end, LetterStream* stream);
  // Finds how the best path comes to each cell of the band.
  BandChoices FindPaths(const Band& band);
  // Has the cells lie across this axis.
  void TurnTo(int axis);
  // After the last band: the sweeps go along the other axis, or the same, or are over.
  void NextPass();

  const double near_;
  const uint64_t most_moves_;
  const int solved_[2];  // columns, rows; what follows counts from there
  int side_[2];          // along a row, along a column
  int at_[2];            // the blank: column, row
  int move_cost_ = 1;
  uint64_t made_ = 0;
  // The sweep that is next: along one axis, then the other, the bands in turn.
  int axis_;
  int band_ = 0;
  bool ascending_ = true;
  bool over_ = false;
  double away_[2] = {};  // cells from home along each axis, of all tiles
  int passes_ = 0;       // through all bands
  // Two passes ago.
  double distance_ = 0;
  uint64_t made_before_ = 0;

  const FindBandPaths find_paths_;

  // By cell, of the tile on it: twice its home's column, and its row times 2^17. Cells lie across
  // the axis of the sweeps, so that a sweep reads what lies together. Some more follow the last
  // cell.
  std::vector<uint32_t> homes_;
  std::vector<uint32_t> turned_;  // homes_, when the axis was another

  // Of a sweep.
  std::vector<int32_t> best_;
  std::vector<int32_t> scratch_;
  std::vector<uint8_t> choices_;
  std::vector<uint8_t> path_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_GATHER_H_
