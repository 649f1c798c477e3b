// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The boards that a command is given, in order: arguments, lines or records of standard input,
// random ones. A feed may also be one part of standard input or of the random boards, or all boards
// from one of them on.

#ifndef TILEBASE_TOOLS_COMMON_BOARD_FEED_H_
#define TILEBASE_TOOLS_COMMON_BOARD_FEED_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "tables/board.h"
#include "tables/board_reader.h"
#include "tables/destination.h"
#include "tables/random_board.h"
#include "tools/common/quantity.h"

namespace tilebase {

// A board, its length and its actions as bytes, for programs that read many (docs/command.md):
//
//   bytes    what
//   cells    the tile on each cell, row by row; 0 is the blank. All 255: a line that is no board
//   2        the length, little-endian; kNoLength: there is none
//   0 or 1   the first moves of all shortest solutions: bit 0 L, 1 R, 2 U, 3 D
//   actions  as many letters as were asked for, none by default: the first actions of the solution,
//            then zeros
//
// The first two cells of a record never both hold 0, so zeros where a file was cut off are none.
struct RecordForm {
  static constexpr uint64_t kNoLength = 65535;

  size_t cells = 0;
  size_t actions = 0;
  bool first_moves = false;

  size_t bytes() const { return cells + 2 + (first_moves ? 1 : 0) + actions; }

  // `board` is null for a line that is no board. A length that does not fit becomes kNoLength.
  std::string Record(const Board* board, uint64_t length, std::string_view letters,
                     ActionMask first = 0) const {
    std::string record(bytes(), '\0');
    if (board != nullptr)
      std::copy_n(board->tile, cells, record.begin());
    else
      std::fill_n(record.begin(), cells, '\xff');
    length = std::min(length, kNoLength);
    record[cells] = static_cast<char>(length & 255);
    record[cells + 1] = static_cast<char>(length >> 8);
    if (first_moves) record[cells + 2] = static_cast<char>(first);
    std::copy_n(letters.begin(), std::min(letters.size(), actions), record.end() - actions);
    return record;
  }

  // Requires a whole record.
  bool HasLength(std::string_view record) const { return record.substr(cells, 2) != "\xff\xff"; }
  uint64_t Length(std::string_view record) const {
    return static_cast<uint8_t>(record[cells]) | uint64_t{static_cast<uint8_t>(record[cells + 1])}
                                                     << 8;
  }
};

// Returns the board of a record. Errors: InvalidArgument if its cells do not hold each of 0 to
// cells-1 once.
inline absl::StatusOr<Board> BoardOfRecord(Geometry geometry, std::string_view record) {
  Board board;
  board.geometry = geometry;
  CellMask seen = 0;
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    const uint8_t tile = static_cast<uint8_t>(record[static_cast<size_t>(cell)]);
    if (tile >= geometry.cells() || (seen & CellBit(tile)) != 0)
      return absl::InvalidArgumentError(
          absl::StrCat("byte ", cell, " is ", tile, "; expected each of 0 to ",
                       geometry.cells() - 1, " once, 0 for the blank"));
    seen |= CellBit(tile);
    board.tile[cell] = tile;
    if (tile == 0) board.blank = static_cast<uint8_t>(cell);
  }
  return board;
}

// Reads the lines of a file or of standard input. Skips blank lines, comments (from '#' to the end
// of the line) and a byte order mark at the beginning. Drops nothing silently: if the input cannot
// be read to its end, status() says why.
class BoardLines {
 public:
  // A 1000x1000 board takes 6.9 million; a longer line ends the reading.
  static constexpr size_t kMostBytes = 8'000'000;

  // Messages call the input `name`. `input` must outlive the object.
  BoardLines(std::istream& input, std::string name);

  // Restricts reading to the lines that begin in bytes [begin, end) of the input from here on.
  // Ranges that cover the input give each line exactly once. Call it before Next; the input must be
  // a file.
  void Take(uint64_t begin, uint64_t end);

  // Stores the next line that has text, without its comment, valid until the next call. Returns
  // false at the end of the input, and if the input cannot be read further.
  bool Next(std::string_view* line);

  // Returns whether an empty line came before the line that Next stored last.
  bool is_after_gap() const { return is_after_gap_; }

  // The number of the line that Next stored last, from 1. After Take, numbers count from the
  // range's first line.
  size_t number() const { return number_; }
  // "standard input:3".
  std::string Place(size_t number) const;

  // The number of bytes read from the input.
  uint64_t bytes() const { return position_ - begin_; }

  // OK as long as the input could be read.
  const absl::Status& status() const { return status_; }

 private:
  std::istream& input_;
  const std::string name_;
  std::vector<char> line_;
  bool is_after_gap_ = false;
  size_t number_ = 0;      // of the last line read
  uint64_t begin_ = 0;     // first byte of the range
  uint64_t position_ = 0;  // of the next line
  uint64_t end_ = UINT64_MAX;
  absl::Status status_;
};

// Reads texts of boards from lines: a board a line, or a row a line until the board is full. Sizes
// (3x3, 3, 3 -1) and frames may stand between them.
class BoardTexts {
 public:
  // `lines` must outlive the object.
  BoardTexts(BoardLines& lines, BoardShape shape) : lines_(lines), shape_(shape) {}

  // Stores the text of the next board, valid until the next call. The text may be incomplete if
  // what follows cannot belong to it. Returns false at the end, and if the input cannot be read
  // further.
  bool Next(std::string_view* text);

  // Like Next. But if the next line begins a board, stores only that line and returns true. For
  // callers with a faster way to read a whole board; Next continues with that line.
  bool PeekLine(std::string_view* line);
  // Skips that line.
  void TakeLine() { has_line_ = false; }

  // The place where the last text began: "standard input:3".
  std::string place() const { return lines_.Place(first_number_); }
  // Returns whether that text held as many cells as a board.
  bool is_full() const { return is_full_; }

 private:
  BoardLines& lines_;
  const BoardShape shape_;
  std::string_view line_;  // the next line, if has_line_
  bool has_line_ = false;
  std::string text_;  // rows that were gathered
  size_t first_number_ = 0;
  bool is_full_ = false;
};

struct BoardFeedOptions {
  std::vector<std::string> boards;  // as text; "-" reads the input
  bool binary = false;              // the input holds records, not lines
  uint64_t random = 0;              // number of random boards, which come last
  uint64_t seed = 1;
  Part part;                    // of the input, by bytes, or of the random boards, by number
  std::string other_size = {};  // hint for a text with another number of cells
};

class BoardFeed {
 public:
  // `goal` can be reached from every random board. If it has equal tiles, so may the boards.
  // `input` must outlive the object.
  BoardFeed(BoardFeedOptions options, const Board& goal, std::istream& input);

  // Finds the part, if one is asked for. Call it once, before anything else. Errors:
  // InvalidArgument if the boards have no parts, because they are given in several ways or the
  // input is no file.
  absl::Status Start();

  // Skips the next `boards` boards.
  void Skip(uint64_t boards);

  // Stores the next board, or the error of its text. Returns false at the end, and if the input
  // cannot be read further.
  bool Next(absl::StatusOr<Board>* board);

  bool reads_input() const { return !options_.boards.empty(); }
  // OK as long as the input could be read.
  const absl::Status& status() const { return status_; }

  // Returns how many boards there are, given that the first `done` were read: exact for random
  // boards, estimated for a file, 0 if unknown.
  uint64_t Total(uint64_t done) const;

 private:
  bool NextOfInput(absl::StatusOr<Board>* board);
  bool NextOfLines(absl::StatusOr<Board>* board);
  absl::StatusOr<Board> Parse(std::string_view text) const;
  // Adds to the error of a text what to do about it.
  void Explain(std::string_view text, bool is_full, absl::StatusOr<Board>* board) const;

  const BoardFeedOptions options_;
  const Board goal_;
  const Geometry geometry_;
  const bool has_equal_tiles_;
  const Destination destination_;
  std::istream& input_;
  BoardLines lines_;
  BoardTexts texts_;
  std::string record_;
  size_t given_ = 0;                 // of options_.boards
  uint64_t input_bytes_ = 0;         // of the part; 0: not known
  uint64_t read_bytes_ = 0;          // of records
  uint64_t end_bytes_ = UINT64_MAX;  // of the part's records
  uint64_t next_random_ = 0;
  uint64_t end_random_ = 0;
  RandomBoards random_;
  absl::Status status_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_BOARD_FEED_H_
