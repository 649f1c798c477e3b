// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Moves as people write them, read and written for every interface, on boards of any size:
//
//   letters  LURD      the direction in which each tile slides
//   runs     U2 R      the same, equal letters counted
//   blank    RDLU      the direction in which the blank goes, with counts or without
//   tiles    8 5 12    the number of each tile that slides
//
// Letters may be of either case, with spaces, commas or line ends anywhere between runs. Numbers
// are read in every notation. As in a game, a tile farther off in the blank's row or column brings
// along those between.

#ifndef TILEBASE_TABLES_MOVE_TEXT_H_
#define TILEBASE_TABLES_MOVE_TEXT_H_

#include <stddef.h>
#include <stdint.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tables/board.h"
#include "tables/board_reader.h"
#include "tables/geometry.h"

namespace tilebase {

enum class MoveNotation : uint8_t { kLetters = 0, kRuns = 1, kBlank = 2, kTiles = 3 };

// In this order.
inline constexpr const char* kNotationNames[] = {"letters", "runs", "blank", "tiles"};
std::optional<MoveNotation> NotationOf(std::string_view name);

// A board of any size to play on, with one blank. Tiles may be equal, and cells may be walls.
class PlayedBoard {
 public:
  static constexpr uint32_t kWall = UINT32_MAX;       // '#' in text
  static constexpr uint32_t kOther = UINT32_MAX - 2;  // '.': a tile without a number
  explicit PlayedBoard(const Board& board);
  // Requires width * height tiles, row by row, one of them 0.
  PlayedBoard(BoardShape shape, std::vector<uint32_t> tiles);

  BoardShape shape() const { return shape_; }
  const std::vector<uint32_t>& tiles() const { return tiles_; }
  // Requires a board of at most kMaxCells cells with sides of at most kMaxSide.
  Board ToBoard() const;
  // "1 2 3 0"
  std::string ToText() const;
  // "1 2 3/4 5 0"
  std::string ToRows() const;
  // Draws the board with a frame, one line a row, each line ended.
  std::string Draw() const;

  // Slides a tile and returns its number; 0: no tile can slide so, and nothing is done.
  uint32_t Apply(Action action);
  // The slides that bring a tile to where the blank is: their direction and number. Of equal tiles
  // this is the nearest. Nothing if none is in the blank's row or column with no wall between, or
  // if two are equally near.
  std::optional<std::pair<Action, uint32_t>> SlidesOf(uint32_t tile) const;

 private:
  // The cell whose tile would slide into this one; the cell itself at an edge or a wall.
  uint32_t Next(uint32_t cell, Action action) const;

  BoardShape shape_;
  std::vector<uint32_t> tiles_;
  uint32_t blank_ = 0;  // its cell
};

// Plays the moves of a text on *board and returns their letters. `of_blank`: letters are directions
// of the blank. Errors (InvalidArgument) name the move that cannot be read or made, and leave the
// board as it was; more than a million slides are an error, too.
absl::StatusOr<std::string> ReadMoves(std::string_view text, bool of_blank, PlayedBoard* board);
absl::StatusOr<std::string> ReadMoves(std::string_view text, bool of_blank, Board* board);
// Reads letters without a board, so without tile numbers and whether they can be played.
absl::StatusOr<std::string> ReadMoves(std::string_view text, bool of_blank);

// Writes letters that can be played from `start` in a notation. Other letters stay as they are, and
// no tile is 0.
std::string WriteMoves(PlayedBoard start, std::string_view letters, MoveNotation notation);
// The tiles that these letters slide.
std::vector<uint32_t> MovedTiles(PlayedBoard start, std::string_view letters);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_MOVE_TEXT_H_
