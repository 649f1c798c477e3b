// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Reads a board of any size from text as people write and paste it, for every interface. It
// remembers the rows it read, so it can refuse a text whose rows contradict the size.
//
//   cells      numbers; between them spaces, tabs, commas, semicolons, bars, quotes or hyphens
//   characters a row is a word, or the board is one word: 1-9, then a to z for 10 to 35; if no
//   digit
//              of 1 to 9 occurs, a to z for 1 to 26
//   blank      0, _ or the number of cells. If it is the only such cell, also - . * x b -1 None
//   null,
//              or nothing between two commas or bars
//   rows       end at a slash, a line end, a semicolon or a closing bracket. With one number a row,
//              rows say nothing about the shape
//   before it  a size (3x3), a label that ends in a colon, a line with the side (3, 3 -1 or 3 3)
//   after it   the length of a solution, on the line of a board without rows
//   no cells   comments from '#' to the line end, lines of + - = : |
//
// Freestanding: no heap, no library beyond <stdint.h> and <stddef.h>.

#ifndef TILEBASE_TABLES_BOARD_READER_H_
#define TILEBASE_TABLES_BOARD_READER_H_

#include <stddef.h>
#include <stdint.h>

#include "tables/short_text.h"

namespace tilebase {

inline constexpr uint32_t kMaxAnySide = 1000;

struct BoardShape {
  uint32_t width = 0;  // 0: not known
  uint32_t height = 0;

  constexpr bool is_known() const { return width != 0 && height != 0; }
  constexpr uint32_t cells() const { return width * height; }
  friend constexpr bool operator==(const BoardShape&, const BoardShape&) = default;
};

struct BoardReading {
  BoardShape shape;
  bool may_repeat = false;  // a tile's number may occur several times
  bool has_length = false;  // the text ends with the length of a solution
  uint32_t length = 0;
  // Set after an error.
  ShortText what;
  ShortText expected;
};

// Reads a board of `reading->shape`. If the shape is unknown, it follows from the text's rows, its
// size, or a square number of cells. Stores the tile on each cell, row by row, with 0 for the
// blank: each of 0 to cells - 1 once, or with may_repeat any of them, and 0 once. `capacity` is the
// room in `cells`. Requires that known sides are 2 to kMaxAnySide. Returns false if the text is no
// such board.
bool ReadBoard(const char* text, size_t size, BoardReading* reading, uint32_t* cells,
               size_t capacity);

// Returns the shape that the text's size or rows show; unknown if they show none. Accepts any text.
BoardShape ToldShape(const char* text, size_t size);

// Counts the cells that a text names: its words, or the characters of a single word. Accepts any
// text.
uint32_t CountCells(const char* text, size_t size);

// The content of one line of a file. Callers collect rows with it until a board is full.
struct LineReading {
  enum class Kind : uint8_t {
    kNothing,  // a frame, a label, or brackets alone
    kSize,     // 3x3, the size alone
    kSide,     // one or two cells that only give the size: 3, 3 -1 or 3 3
    kCells,
  };
  Kind kind = Kind::kNothing;
  uint32_t cells = 0;
};
// Requires a known shape.
LineReading ReadLine(const char* text, size_t size, BoardShape shape);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_BOARD_READER_H_
