// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Boards and actions as people write them.

#ifndef TILEBASE_TABLES_BOARD_TEXT_H_
#define TILEBASE_TABLES_BOARD_TEXT_H_

#include <stddef.h>
#include <stdint.h>

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tables/board.h"
#include "tables/geometry.h"

namespace tilebase {

// Boards as text, in the forms of board_reader.h.

// Reads a board of the given size. Errors (InvalidArgument) say what was expected and what was
// found. The board may be unsolvable: see CheckSolvable. If the text ends with the length of a
// solution, `length` (may be null) receives it.
absl::StatusOr<Board> ParseBoard(Geometry geometry, std::string_view text,
                                 std::optional<uint32_t>* length = nullptr);

// Reads a goal: a board, or a name of goal_reader.h.
absl::StatusOr<Board> ParseGoal(Geometry geometry, std::string_view text);

// The same of a board or goal on which numbers may repeat (runtime/equal_tiles.h).
absl::StatusOr<Board> ParseEqualBoard(Geometry geometry, std::string_view text);

// Reads only the common form, at about half the cost: numbers with spaces, tabs or commas between
// them, with slashes after all rows or after none. Returns nothing for any other text.
std::optional<Board> ParsePlainBoard(Geometry geometry, std::string_view text);

// Counts the cells that a board's text names: its numbers, or the characters of a single word.
// Accepts any text.
size_t CountCells(std::string_view text);

// Returns "its arrangement is an odd permutation but the blank is an even number of steps from the
// last cell, and every move changes both". Requires a board that cannot be solved.
std::string WhyUnsolvable(const Board& board);

// Returns OK, or an InvalidArgument error that names the two parities that disagree.
absl::Status CheckSolvable(const Board& board);

// The same for any goal of the same size. For another than home the error names the two tiles that
// come nearest to their cells by a swap.
absl::Status CheckReachable(const Board& board, const Board& goal);

// "15 10 0 13 11 4 1 12 3 7 9 8 2 14 6 5"
std::string ToString(const Board& board);

// Actions as text: a letter each, LRUD, or runs, "U3 L2"; move_text.h reads them. A run slides
// tiles of one line in one direction; players count it as one move (the multi-tile metric, MTM).

// Returns nothing if the letter is none of L, R, U, D.
std::optional<Action> ActionOf(char letter);

// Plays letters of actions on a board. `moved` (may be null) receives the tile of each action.
// Errors (InvalidArgument) name the first letter that slides no tile; the board is then unchanged.
absl::Status PlayActions(std::string_view letters, Board* board, uint8_t* moved = nullptr);

// "UUULL" -> "U3 L2". Accepts any text.
std::string Runs(std::string_view letters);
// Counts the runs: 2 in "UUULL".
size_t CountRuns(std::string_view letters);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_BOARD_TEXT_H_
