// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A board, its length and its actions as bytes, for programs that read many (docs/command.md):
//
//   bytes    what
//   cells    the tile on each cell, row by row; 0 is the blank. All 255: a line that is no board
//   2        the length, little-endian; kNoLength: there is none
//   actions  as many letters as were asked for, none by default: the first actions of the solution,
//            then zeros
//
// The first two cells of a record never both hold 0, so zeros where a file was cut off are none.

#ifndef TILEBASE_TOOLS_COMMON_BOARD_RECORD_H_
#define TILEBASE_TOOLS_COMMON_BOARD_RECORD_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "tables/board.h"

namespace tilebase {

struct RecordForm {
  static constexpr uint64_t kNoLength = 65535;

  size_t cells = 0;
  size_t actions = 0;

  size_t bytes() const { return cells + 2 + actions; }

  // `board`: null for a line that is none. A length that does not fit becomes kNoLength.
  std::string Record(const Board* board, uint64_t length, std::string_view letters) const {
    std::string record(bytes(), '\0');
    if (board != nullptr)
      std::copy_n(board->tile, cells, record.begin());
    else
      std::fill_n(record.begin(), cells, '\xff');
    length = std::min(length, kNoLength);
    record[cells] = static_cast<char>(length & 255);
    record[cells + 1] = static_cast<char>(length >> 8);
    std::copy_n(letters.begin(), std::min(letters.size(), actions), record.begin() + cells + 2);
    return record;
  }

  // Of a whole record.
  bool HasLength(std::string_view record) const { return record.substr(cells, 2) != "\xff\xff"; }
};

// The board of a record. Errors (InvalidArgument): its cells do not hold 0 to cells-1, each once.
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

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_BOARD_RECORD_H_
