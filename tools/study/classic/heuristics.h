// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Heuristics from the literature, from the plainest to the best that need no table of boards.
//
// A heuristic is a lower bound of the number of moves that a board is away from the goal. It is
// *admissible* if it is never too high, and *consistent* if it never falls by more than 1 in one
// move; each search says which of the two it needs.
//
// A search keeps the heuristic's State of each board on its path and asks for the next one after a
// slide, so a heuristic computes only what changed. Searches are templates over the heuristic:
// nothing in their inner loops is virtual.

#ifndef TILEBASE_TOOLS_STUDY_CLASSIC_HEURISTICS_H_
#define TILEBASE_TOOLS_STUDY_CLASSIC_HEURISTICS_H_

#include <stdint.h>

#include <algorithm>
#include <concepts>
#include <vector>

#include "tables/board.h"

namespace tilebase::classic {

// One tile's step into the blank.
struct Slide {
  uint8_t tile;
  uint8_t from;  // cell
  uint8_t to;    // cell
};

// Slides on the board. Requires board->CanApply(action).
inline Slide Apply(Board* board, Action action) {
  const uint8_t to = board->blank;
  const uint8_t tile = board->Apply(action);
  return {tile, board->blank, to};
}

template <typename H>
concept Heuristic = requires(const H heuristic, const typename H::State state, const Board board,
                             const Slide slide) {
  // Makes the state of a board.
  { heuristic.Start(board) } -> std::same_as<typename H::State>;
  // Makes it from the state before the slide; `board` is the board after it.
  { heuristic.Next(state, board, slide) } -> std::same_as<typename H::State>;
  { heuristic.Value(state) } -> std::same_as<int>;
  // The bytes of its tables.
  { heuristic.memory_bytes() } -> std::same_as<uint64_t>;
  // True if it claims to be consistent.
  { H::kConsistent } -> std::convertible_to<bool>;
};

// The number of tiles that are not at home. Each must move at least once.
class Misplaced {
 public:
  using State = int;
  static constexpr bool kConsistent = true;

  explicit Misplaced(Geometry) {}

  int Start(const Board& board) const { return board.geometry.tiles() - Count(board.HomeTiles()); }
  int Next(int misplaced, const Board&, Slide slide) const {
    const int home = slide.tile - 1;
    return misplaced + (slide.from == home) - (slide.to == home);
  }
  int Value(int misplaced) const { return misplaced; }
  uint64_t memory_bytes() const { return 0; }
};

// The sum of the tiles' distances from home, in steps along rows and columns: the number of moves
// if tiles could pass through each other. The blank does not count. (Doran & Michie 1966.)
class Manhattan {
 public:
  using State = int;
  static constexpr bool kConsistent = true;

  explicit Manhattan(Geometry geometry) {
    for (int tile = 1; tile <= geometry.tiles(); ++tile)
      for (int cell = 0; cell < geometry.cells(); ++cell)
        distance_[tile][cell] = static_cast<int8_t>(geometry.Distance(cell, tile - 1));
  }

  int Start(const Board& board) const {
    int sum = 0;
    for (int cell = 0; cell < board.geometry.cells(); ++cell)
      sum += distance_[board.tile[cell]][cell];
    return sum;
  }
  int Next(int sum, const Board&, Slide slide) const {
    return sum + distance_[slide.tile][slide.to] - distance_[slide.tile][slide.from];
  }
  int Value(int sum) const { return sum; }
  uint64_t memory_bytes() const { return sizeof(distance_); }

 private:
  int8_t distance_[kMaxCells][kMaxCells] = {};  // [tile][cell]; the blank's row stays 0
};

// Linear conflict (Hansson, Mayer & Yung 1985): Manhattan distance, and 2 for each tile that must
// leave a line it is at home in.
//
// Why the sum is admissible: a tile that leaves its home row comes back. That takes two vertical
// moves, and Manhattan distance counts no vertical move for it; likewise columns and horizontal
// moves. So no move is counted twice.
//
// Why the change by a slide is cheap: a tile that slides along a line keeps its order there. Only
// the line that it leaves and the line that it enters can change, and only if the tile is at home
// in it: at most one line is looked at.

// How many tiles of one line (a row or a column) must leave it.
//
// Two tiles are in conflict if they lie, in the wrong order, in the line in which both are at home:
// one of them must step out of the line, let the other pass, and step back in. Draw the tiles as
// nodes and the conflicts as edges. A set of tiles to step out is one whose removal leaves no edge,
// and the heuristic may add the least size of such a set. It is often described as "take away the
// tile with most conflicts, until there is none"; that rule is right only if it finds a least set.
// Here the least set is found exactly: tiles without a conflict between them stand in increasing
// order, so the largest set that stays is a longest increasing subsequence.
//
// A line is a number with one digit a cell, to the base side+1: 0 for the blank and for a tile that
// is at home in another line, 1 + the tile's home place in the line otherwise. Cost() is one load.
class LineConflicts {
 public:
  // Makes the table for lines of `side` cells. (side+1)^side bytes: 625 for 4, 7,776 for 5, 43 MB
  // for 8.
  explicit LineConflicts(int side) : side_(side) {
    size_t size = 1;
    for (int place = 0; place < side; ++place) size *= static_cast<size_t>(side) + 1;
    cost_.resize(size);
    uint8_t line[kMaxSide] = {};
    Fill(line, 0, 0, 0);
  }

  // Returns what a digit in a place (0: the line's first cell) adds to the line's number.
  uint32_t Part(int place, int digit) const {
    uint32_t part = static_cast<uint32_t>(digit);
    for (; place > 0; --place) part *= static_cast<uint32_t>(side_) + 1;
    return part;
  }
  // Returns how many tiles must leave the line.
  int Cost(uint32_t line) const { return cost_[line]; }
  uint64_t memory_bytes() const { return cost_.size(); }

  // Computes the same by the definition; the line has `count` digits.
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
  // Fills in every line that can occur, with no tile twice.
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

  // Returns by how much (0 or 1) fewer tiles must leave the row of `cell` because `tile`, which is
  // at home in that row, is not on `cell`. Either the tile is on that cell, or the cell is empty.
  int RowSaving(const Board& board, int tile, int cell) const {
    const uint32_t part = row_part_[cell][tile];
    const uint32_t line = RowLine(board, row_of_[cell]);
    const uint32_t without = board.tile[cell] == tile ? line - part : line;
    return row_conflicts_.Cost(without + part) - row_conflicts_.Cost(without);
  }
  // Likewise for the column.
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

// Last moves (Korf & Taylor 1996): what the end of every solution costs beyond linear conflict.
//
//     . . . e      The last move takes the blank from its left or upper neighbour into the corner:
//     . . d b      tile a slides left out of the corner, or tile b slides up out of it. Manhattan
//     . c a _      distance takes a straight home, so if a lies left of the last column, passing
//                  through the corner is one column too far and back: 2 moves more. The same for b
//                  above the last row. One of the two must pay; the cheaper one is added.
//
// The move before the last follows the same rule. Before a slides left out of the corner, the tile
// on a's home makes room: c slides left from there or d slides up. Before b slides up, the tile on
// b's home does: d slides left or e slides up. Each of these tiles has one line that it must have
// entered, and pays 2 if it lies before it. The cheapest of the four ends is added.
//
// Together with linear conflict no move may be counted twice. The tile's two moves are along one
// axis, away from its home line and back: exactly what linear conflict adds for a tile in its home
// line. So if the tile lies in that line, the line's conflicts are counted again without it,
// because what it pays now may be part of what they added: it pays 2 - 2 * (tiles that need not
// leave any more). The tiles of one end have different lines, so their payments add up.

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

  // Returns what the tile pays for having to enter the column right of its home.
  int Right(const Board& board, const State& state, Which which) const {
    if (tile_[which] == 0) return kNever;
    const int column = column_of_[state.at[which]], home = home_column_[which];
    if (column != home) return column > home ? 0 : 2;
    return 2 - 2 * conflict_.ColumnSaving(board, tile_[which], state.at[which]);
  }
  // Returns what it pays for having to enter the row below its home.
  int Below(const Board& board, const State& state, Which which) const {
    if (tile_[which] == 0) return kNever;
    const int row = row_of_[state.at[which]], home = home_row_[which];
    if (row != home) return row > home ? 0 : 2;
    return 2 - 2 * conflict_.RowSaving(board, tile_[which], state.at[which]);
  }
  int End(const Board& board, const State& state) const {
    if (state.conflict < kMoves) return 0;  // the goal, or too close to have that many moves left
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
  int tile_[5] = {};         // 0 if the board is too small to have it
  int8_t which_[kMaxCells];  // [tile]; -1: none of the five
  // [sideways][tile]: whether such a slide can change the end: the tile is one of the five, or at
  // home in one of the lines that End() looks at. (A slide along a line keeps the line's order.)
  bool matters_[2][kMaxCells] = {};
  int home_row_[5] = {}, home_column_[5] = {};
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_STUDY_CLASSIC_HEURISTICS_H_
