// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A destination: a goal board other than home. Tables know one goal: 1, 2, 3, ... with the blank on
// the last cell. If the destination's blank lies in a corner, a symmetry of the grid maps that
// corner to the last cell, and renumbering the tiles turns the destination into home; solutions
// keep their length. Otherwise the solution leads to the destination with its blank slid to the
// nearest corner, and the blank slides back at the end: up, then to the left, as in the last
// subproblem of a plan's part that ends there (subproblem.h).
//
// On a square board the symmetry is chosen so that the way up is the shorter one.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_TABLES_DESTINATION_H_
#define TILEBASE_TABLES_DESTINATION_H_

#include <stddef.h>
#include <stdint.h>

#include "tables/board.h"
#include "tables/geometry.h"

namespace tilebase {

// The greatest detour: the blank's distance from the middle of the largest board to a corner.
inline constexpr int kMaxDetour = 2 * ((kMaxSide - 1) / 2);

// A plain value; any number of threads may use it.
class Destination {
 public:
  // Requires a valid board.
  constexpr explicit Destination(const Board& board) : geometry_(board.geometry) {
    const int row = geometry_.Row(board.blank), column = geometry_.Column(board.blank);
    const bool left = 2 * column < geometry_.width - 1, top = 2 * row < geometry_.height - 1;
    const int columns = left ? column : geometry_.width - 1 - column;
    const int rows = top ? row : geometry_.height - 1 - row;
    const bool transposed = geometry_.width == geometry_.height && rows > columns;
    symmetry_ = static_cast<Symmetry>(transposed ? kTransposed | (top ? 2 : 0) | (left ? 4 : 0)
                                                 : (left ? 2 : 0) | (top ? 4 : 0));
    up_ = static_cast<uint8_t>(transposed ? columns : rows);
    detour_ = rows + columns;

    Board cornered = board;
    const auto slide_rows = [&] {
      for (int i = 0; i < rows; ++i) cornered.Apply(top ? Action::kDown : Action::kUp);
    };
    if (transposed) slide_rows();
    for (int i = 0; i < columns; ++i) cornered.Apply(left ? Action::kRight : Action::kLeft);
    if (!transposed) slide_rows();
    for (int cell = 0; cell < geometry_.cells(); ++cell)
      number_[cornered.tile[cell]] = static_cast<uint8_t>(MapCell(geometry_, symmetry_, cell) + 1);
    number_[0] = 0;
    end_ = Renamed(board);
  }

  // The greatest number of moves that Append adds to a solution of Renamed(start): 0 for a blank in
  // a corner.
  constexpr int detour() const { return detour_; }

  // Returns the board whose solution, apart from the detour, is the solution from `start` to the
  // destination. It can be solved exactly if the destination can be reached. Requires a board of
  // the same size.
  constexpr Board Renamed(const Board& start) const {
    Board renamed;
    renamed.geometry = geometry_;
    for (int cell = 0; cell < geometry_.cells(); ++cell)
      renamed.tile[MapCell(geometry_, symmetry_, cell)] = number_[start.tile[cell]];
    renamed.blank = static_cast<uint8_t>(MapCell(geometry_, symmetry_, start.blank));
    return renamed;
  }

  // The destination, renamed: home, with its blank slid detour() cells.
  constexpr const Board& end() const { return end_; }

  // Returns the board that Renamed turns into this one.
  constexpr Board Original(const Board& renamed) const {
    Board start;
    start.geometry = geometry_;
    for (int cell = 0; cell < geometry_.cells(); ++cell) {
      const int tile = renamed.tile[MapCell(geometry_, symmetry_, cell)];
      start.tile[cell] = tile == 0 ? 0 : TileOf(tile);
      if (tile == 0) start.blank = static_cast<uint8_t>(cell);
    }
    return start;
  }
  // The numbers of these tiles on a renamed board.
  constexpr CellMask Renamed(CellMask tiles) const {
    CellMask renamed = 0;
    for (; tiles != 0; tiles &= tiles - 1) renamed |= TileBit(number_[Lowest(tiles) + 1]);
    return renamed;
  }
  // Returns the tiles that have these numbers on a renamed board.
  constexpr CellMask Original(CellMask renamed) const {
    CellMask tiles = 0;
    for (; renamed != 0; renamed &= renamed - 1) tiles |= TileBit(TileOf(Lowest(renamed) + 1));
    return tiles;
  }

  // Extends the letters of a solution to home to a solution that ends at end(). Returns the new
  // count: at most count + detour(), for which `letters` must have room.
  constexpr size_t Append(char* letters, size_t count) const {
    for (int i = 0; i < detour_; ++i) {
      // The blank goes up, then to the left. If a slide would undo the one before it, both are
      // dropped.
      const Action action = i < up_ ? Action::kDown : Action::kRight;
      if (count > 0 && letters[count - 1] == Letter(Opposite(action)))
        --count;
      else
        letters[count++] = Letter(action);
    }
    return count;
  }
  // Translates, in place, the letters of a path from Renamed(start) to end() into those of the path
  // from `start` to the destination.
  constexpr void Map(char* letters, size_t count) const {
    for (size_t i = 0; i < count; ++i) letters[i] = Mapped(letters[i]);
  }

 private:
  // The tile that has this number on a renamed board.
  constexpr uint8_t TileOf(int number) const {
    uint8_t tile = 1;
    while (number_[tile] != number) ++tile;
    return tile;
  }

  // Inverts the symmetry: undoes its last step first. Leaves anything that is no action unchanged.
  constexpr char Mapped(char letter) const {
    switch (letter) {
      case 'L':
      case 'R':
        if (symmetry_ & 2) letter = letter == 'L' ? 'R' : 'L';
        if (symmetry_ & 1) letter = letter == 'L' ? 'U' : 'D';
        return letter;
      case 'U':
      case 'D':
        if (symmetry_ & 4) letter = letter == 'U' ? 'D' : 'U';
        if (symmetry_ & 1) letter = letter == 'U' ? 'L' : 'R';
        return letter;
      default:
        return letter;
    }
  }

  Geometry geometry_;
  Symmetry symmetry_ = kIdentity;
  int detour_ = 0;
  uint8_t up_ = 0;                  // how many slides of the detour take the blank up
  uint8_t number_[kMaxCells] = {};  // for each tile, its number on a renamed board
  Board end_;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_DESTINATION_H_
