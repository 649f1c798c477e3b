// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Last moves (Korf & Taylor 1996): what the end of every solution costs beyond linear conflict.
//
//     . . . e      The last move takes the blank from its left or upper neighbour into the corner:
//     . . d b      tile a slides left out of the corner, or tile b slides up out of it. Manhattan
//     . c a _      distance takes a straight home, so if a lies left of the last column, passing
//                  through the corner is one column too far and back: 2 moves more. The same for b
//                  above the last row. One of the two must pay, the cheaper is charged.
//
// The move before the last goes by the same rule. Before a slides left out of the corner, the tile
// that lies on a's home makes place: c slides left from there or d slides up. Before b slides up,
// the tile on b's home does: d slides left or e slides up. Each of these tiles has one line that it
// must have entered, and pays 2 if it lies before it. Charged is the cheapest of four ends.
//
// Together with linear conflict a move must not be counted twice. The tile's two moves are along
// one axis, away from its home line and back: just what linear conflict charges to a tile in its
// home line. So where the tile lies in that line, the line's conflicts are counted again without
// it, for what it pays now may be what they charged: it pays 2 - 2 * (tiles that need not leave any
// more). The tiles of one end have different lines, so that their charges add up.

#ifndef TILEBASE_TOOLS_CLASSIC_LAST_MOVES_H_
#define TILEBASE_TOOLS_CLASSIC_LAST_MOVES_H_

#include <algorithm>

#include "tools/classic/heuristic.h"
#include "tools/classic/linear_conflict.h"

namespace tilebase::classic {

// kMoves: how many of the last moves count, 1 or 2.
template <int kMoves>
class LastMoves {
 public:
  struct State {
    int conflict;   // the value by linear conflict
    int end;        // what the last moves add
    uint8_t at[5];  // the cells of a, b, c, d, e
  };
  static constexpr bool kConsistent = true;

  explicit LastMoves(Geometry geometry) : geometry_(geometry), conflict_(geometry) {
    const int width = geometry.width, height = geometry.height;
    for (int cell = 0; cell < geometry.cells(); ++cell) {
      row_of_[cell] = static_cast<uint8_t>(geometry.Row(cell));
      column_of_[cell] = static_cast<uint8_t>(geometry.Column(cell));
    }
    std::fill_n(which_, kMaxCells, int8_t{-1});
    const int corner = geometry.blank_home();
    tile_[kA] = corner;
    tile_[kB] = corner - width + 1;
    if (width > 2) tile_[kC] = corner - 1;
    tile_[kD] = corner - width;
    if (height > 2) tile_[kE] = corner - 2 * width + 1;
    for (int tile = 1; tile <= geometry.tiles(); ++tile) {
      matters_[0][tile] = row_of_[tile - 1] + 2 == height || row_of_[tile - 1] + 3 == height;
      matters_[1][tile] = column_of_[tile - 1] + 2 == width || column_of_[tile - 1] + 3 == width;
    }
    for (int which = kA; which <= kE; ++which) {
      if (tile_[which] == 0) continue;
      which_[tile_[which]] = static_cast<int8_t>(which);
      matters_[0][tile_[which]] = matters_[1][tile_[which]] = true;
      home_row_[which] = row_of_[tile_[which] - 1];
      home_column_[which] = column_of_[tile_[which] - 1];
    }
  }

  State Start(const Board& board) const {
    State state = {conflict_.Start(board), 0, {}};
    for (int cell = 0; cell < geometry_.cells(); ++cell)
      if (which_[board.tile[cell]] >= 0)
        state.at[which_[board.tile[cell]]] = static_cast<uint8_t>(cell);
    state.end = End(board, state);
    return state;
  }
  State Next(State state, const Board& board, Slide slide) const {
    state.conflict = conflict_.Next(state.conflict, board, slide);
    const bool sideways = row_of_[slide.from] == row_of_[slide.to];
    if (which_[slide.tile] >= 0) state.at[which_[slide.tile]] = slide.to;
    if (matters_[sideways][slide.tile] || state.conflict <= kMoves) state.end = End(board, state);
    return state;
  }
  int Value(const State& state) const { return state.conflict + state.end; }
  uint64_t memory_bytes() const {
    return sizeof(*this) - sizeof(conflict_) + conflict_.memory_bytes();
  }

 private:
  enum Which { kA, kB, kC, kD, kE };
  static constexpr int kNever = 100;  // more than any charge

  // What the tile pays for having to enter the column right of its home.
  int Right(const Board& board, const State& state, Which which) const {
    if (tile_[which] == 0) return kNever;
    const int column = column_of_[state.at[which]], home = home_column_[which];
    if (column != home) return column > home ? 0 : 2;
    return 2 - 2 * conflict_.ColumnSaving(board, tile_[which], state.at[which]);
  }
  // What it pays for having to enter the row below its home.
  int Below(const Board& board, const State& state, Which which) const {
    if (tile_[which] == 0) return kNever;
    const int row = row_of_[state.at[which]], home = home_row_[which];
    if (row != home) return row > home ? 0 : 2;
    return 2 - 2 * conflict_.RowSaving(board, tile_[which], state.at[which]);
  }
  int End(const Board& board, const State& state) const {
    if (state.conflict < kMoves) return 0;  // the goal, or too near to have that many moves left
    int a = Right(board, state, kA), b = Below(board, state, kB);
    if constexpr (kMoves == 2) {
      if (a < kNever) a += std::min(Right(board, state, kC), Below(board, state, kD));
      if (b < kNever) b += std::min(Right(board, state, kD), Below(board, state, kE));
    }
    return std::min(a, b);
  }

  Geometry geometry_;
  LinearConflict conflict_;
  uint8_t row_of_[kMaxCells] = {}, column_of_[kMaxCells] = {};
  int tile_[5] = {};         // 0 where the board is too small to have it
  int8_t which_[kMaxCells];  // [tile]; -1: none of the five
  // [sideways][tile]: whether such a slide can change the end: of the five, or at home in one of
  // the lines that End() looks at. (A slide along a line keeps the line's order.)
  bool matters_[2][kMaxCells] = {};
  int home_row_[5] = {}, home_column_[5] = {};
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_LAST_MOVES_H_
