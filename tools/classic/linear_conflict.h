// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Linear conflict (Hansson, Mayer & Yung 1985): Manhattan distance, and 2 for each tile that must
// leave a line it is at home in.
//
// Why the sum is admissible: a tile that leaves its home row comes back, which are two vertical
// moves, and Manhattan distance counts no vertical move for it; likewise columns and horizontal
// moves. So no move is counted twice.
//
// Why the change by a slide is cheap: a tile that slides along a line keeps its order there. Only
// the line that it leaves and the line that it enters can change, and only if it is at home in it:
// at most one line is looked at.

#ifndef TILEBASE_TOOLS_CLASSIC_LINEAR_CONFLICT_H_
#define TILEBASE_TOOLS_CLASSIC_LINEAR_CONFLICT_H_

#include <stdint.h>

#include <algorithm>
#include <vector>

#include "tools/classic/heuristic.h"
#include "tools/classic/manhattan.h"

namespace tilebase::classic {

// How many tiles of one line (a row or a column) must leave it.
//
// Two tiles that lie in the line in which both are at home, in the wrong order, are in conflict:
// one of them must step out of the line, let the other pass, and step back in. Draw the tiles as
// nodes and the conflicts as edges; a set of tiles to step out is one whose removal leaves no edge,
// and the least size of such a set is what may be charged. It is often described as "take away the
// tile with most conflicts, until there is none", and that rule is only right if it finds a least
// set. Here the least set is found exactly: tiles without a conflict between them stand in
// increasing order, so the largest set that stays is a longest increasing subsequence.
//
// A line is a number with one digit a cell, to the base side+1: 0 for the blank and for a tile that
// is at home in another line, 1 + the tile's home place in the line otherwise. Cost() is one load.
class LineConflicts {
 public:
  // A line of `side` cells. (side+1)^side bytes: 625 for 4, 7,776 for 5, 43 MB for 8.
  explicit LineConflicts(int side) : side_(side) {
    size_t size = 1;
    for (int place = 0; place < side; ++place) size *= static_cast<size_t>(side) + 1;
    cost_.resize(size);
    uint8_t line[kMaxSide] = {};
    Fill(line, 0, 0, 0);
  }

  // What a digit in a place (0: the line's first cell) adds to the line's number.
  uint32_t Part(int place, int digit) const {
    uint32_t part = static_cast<uint32_t>(digit);
    for (; place > 0; --place) part *= static_cast<uint32_t>(side_) + 1;
    return part;
  }
  // Tiles that must leave the line.
  int Cost(uint32_t line) const { return cost_[line]; }
  uint64_t memory_bytes() const { return cost_.size(); }

  // The same by the definition, for a line of `count` digits.
  static int LeastRemoval(const uint8_t* line, int count) {
    int longest[kMaxSide] = {};  // increasing subsequence that ends at this cell
    int tiles = 0, stay = 0;
    for (int i = 0; i < count; ++i) {
      if (line[i] == 0) continue;
      ++tiles;
      longest[i] = 1;
      for (int before = 0; before < i; ++before)
        if (line[before] != 0 && line[before] < line[i])
          longest[i] = std::max(longest[i], longest[before] + 1);
      stay = std::max(stay, longest[i]);
    }
    return tiles - stay;
  }

 private:
  // Every line that can occur: no tile twice.
  void Fill(uint8_t* line, int place, uint32_t number, CellMask used) {
    if (place == side_) {
      cost_[number] = static_cast<uint8_t>(LeastRemoval(line, side_));
      return;
    }
    for (int digit = 0; digit <= side_; ++digit) {
      if (digit > 0 && (used & TileBit(digit)) != 0) continue;
      line[place] = static_cast<uint8_t>(digit);
      Fill(line, place + 1, number + Part(place, digit), digit > 0 ? used | TileBit(digit) : used);
    }
  }

  int side_;
  std::vector<uint8_t> cost_;
};

class LinearConflict {
 public:
  using State = int;
  static constexpr bool kConsistent = true;

  explicit LinearConflict(Geometry geometry)
      : geometry_(geometry),
        manhattan_(geometry),
        row_conflicts_(geometry.width),
        column_conflicts_(geometry.height) {
    for (int cell = 0; cell < geometry.cells(); ++cell) {
      row_of_[cell] = static_cast<uint8_t>(geometry.Row(cell));
      column_of_[cell] = static_cast<uint8_t>(geometry.Column(cell));
    }
    for (int tile = 1; tile <= geometry.tiles(); ++tile) {
      const int home_row = row_of_[tile - 1], home_column = column_of_[tile - 1];
      for (int column = 0; column < geometry.width; ++column)
        row_part_[home_row * geometry.width + column][tile] =
            row_conflicts_.Part(column, home_column + 1);
      for (int row = 0; row < geometry.height; ++row)
        column_part_[row * geometry.width + home_column][tile] =
            column_conflicts_.Part(row, home_row + 1);
    }
  }

  int Start(const Board& board) const {
    int value = manhattan_.Start(board);
    for (int row = 0; row < geometry_.height; ++row)
      value += 2 * row_conflicts_.Cost(RowLine(board, row));
    for (int column = 0; column < geometry_.width; ++column)
      value += 2 * column_conflicts_.Cost(ColumnLine(board, column));
    return value;
  }
  int Next(int value, const Board& board, Slide slide) const {
    value = manhattan_.Next(value, board, slide);
    const int home = slide.tile - 1;
    if (row_of_[slide.from] == row_of_[slide.to]) {
      if (column_of_[home] == column_of_[slide.to])
        value += 2 * ColumnSaving(board, slide.tile, slide.to);
      else if (column_of_[home] == column_of_[slide.from])
        value -= 2 * ColumnSaving(board, slide.tile, slide.from);
    } else {
      if (row_of_[home] == row_of_[slide.to])
        value += 2 * RowSaving(board, slide.tile, slide.to);
      else if (row_of_[home] == row_of_[slide.from])
        value -= 2 * RowSaving(board, slide.tile, slide.from);
    }
    return value;
  }
  int Value(int value) const { return value; }
  uint64_t memory_bytes() const {
    return sizeof(*this) + row_conflicts_.memory_bytes() + column_conflicts_.memory_bytes();
  }

  // By how much fewer tiles (0 or 1) must leave the row of `cell` for the reason that `tile`, which
  // is at home in that row, is not on `cell`. It may be there, or else the cell must be empty.
  int RowSaving(const Board& board, int tile, int cell) const {
    const uint32_t part = row_part_[cell][tile];
    const uint32_t line = RowLine(board, row_of_[cell]);
    const uint32_t without = board.tile[cell] == tile ? line - part : line;
    return row_conflicts_.Cost(without + part) - row_conflicts_.Cost(without);
  }
  // The same for the column.
  int ColumnSaving(const Board& board, int tile, int cell) const {
    const uint32_t part = column_part_[cell][tile];
    const uint32_t line = ColumnLine(board, column_of_[cell]);
    const uint32_t without = board.tile[cell] == tile ? line - part : line;
    return column_conflicts_.Cost(without + part) - column_conflicts_.Cost(without);
  }

 private:
  // The numbers of a row and a column as they lie on the board.
  uint32_t RowLine(const Board& board, int row) const {
    uint32_t line = 0;
    for (int cell = row * geometry_.width, end = cell + geometry_.width; cell < end; ++cell)
      line += row_part_[cell][board.tile[cell]];
    return line;
  }
  uint32_t ColumnLine(const Board& board, int column) const {
    uint32_t line = 0;
    for (int cell = column; cell < geometry_.cells(); cell += geometry_.width)
      line += column_part_[cell][board.tile[cell]];
    return line;
  }

  Geometry geometry_;
  Manhattan manhattan_;
  LineConflicts row_conflicts_, column_conflicts_;
  uint8_t row_of_[kMaxCells] = {}, column_of_[kMaxCells] = {};
  // [cell][tile]: what a tile adds to the number of the cell's line; 0 if it is not at home there.
  uint32_t row_part_[kMaxCells][kMaxCells] = {}, column_part_[kMaxCells][kMaxCells] = {};
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_LINEAR_CONFLICT_H_
