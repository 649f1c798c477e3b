// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase play: the board after moves, and the moves in every notation. It needs no tables.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/any/big_board.h"
#include "tables/board_reader.h"
#include "tables/board_text.h"
#include "tables/error.h"
#include "tables/goal_reader.h"
#include "tables/move_text.h"
#include "tables/words/word_problem.h"
#include "tools/common/command.h"
#include "tools/common/goal_option.h"
#include "tools/common/json.h"
#include "tools/common/quantity.h"

namespace tilebase {
namespace {

struct PlayArguments {
  std::string board;
  std::string moves;
  std::string size;  // empty: as the board tells, and 4x4 for one that is named
  std::string notation = "letters";
  bool json = false;
  bool draw = false;
};

// Reads a board with equal tiles or walls. Nothing if the text is none.
std::optional<absl::StatusOr<PlayedBoard>> ReadOthers(const std::string& text, BoardShape shape) {
  const absl::StatusOr<WordText> board =
      ReadWordText(text, static_cast<int>(shape.width), static_cast<int>(shape.height));
  if (!board.ok() || board->height == 1) return std::nullopt;
  const auto blanks = std::count(board->cell.begin(), board->cell.end(), WordText::kBlank);
  if (blanks == 1 && std::count(board->cell.begin(), board->cell.end(), WordText::kAny) == 0)
    return PlayedOf(*board);
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.expected = "a board with one blank and a tile on every other open cell",
                    .found = Counted(static_cast<uint64_t>(blanks), "blank")});
}

absl::StatusOr<PlayedBoard> ReadStart(const PlayArguments& arguments) {
  const std::string& text = arguments.board;
  BoardReading reading;
  if (!arguments.size.empty()) {
    const auto size = ParseBigSize(arguments.size);
    if (!size.ok()) return size.status();
    reading.shape = {static_cast<uint32_t>(size->width), static_cast<uint32_t>(size->height)};
  } else if (NamedGoal(text.data(), text.size()) != GoalName::kNone) {
    reading.shape = {4, 4};
  }
  const BoardShape given = reading.shape;
  // In a plain board # begins a comment.
  if (text.find('#') != text.npos)
    if (auto board = ReadOthers(text, given)) return *std::move(board);
  std::vector<uint32_t> cells(reading.shape.is_known() ? reading.shape.cells()
                                                       : CountCells(text.data(), text.size()) + 1);
  const bool is_board =
      reading.shape.is_known()
          ? ReadGoal(text.data(), text.size(), &reading, cells.data(), cells.size())
          : ReadBoard(text.data(), text.size(), &reading, cells.data(), cells.size());
  if (!is_board)
    if (auto board = ReadOthers(text, given)) return *std::move(board);
  if (!is_board)
    return MakeError(absl::StatusCode::kInvalidArgument,
                     {.what = reading.what.text(), .expected = reading.expected.text()});
  cells.resize(reading.shape.cells());
  return PlayedBoard(reading.shape, std::move(cells));
}

int Run(const PlayArguments& arguments) {
  const absl::StatusOr<PlayedBoard> start = ReadStart(arguments);
  if (!start.ok()) return Fail(kExitInputFailed, start.status(), arguments.json);
  PlayedBoard board = *start;
  const absl::StatusOr<std::string> letters =
      ReadMoves(arguments.moves, arguments.notation == "blank", &board);
  if (!letters.ok()) return Fail(kExitInputFailed, letters.status(), arguments.json);
  if (arguments.json) {
    PrintJsonLine({{"board", board.ToRows()},
                   {"moves", letters->size()},
                   {"runs", CountRuns(*letters)},
                   {"actions", *letters},
                   {"blank", WriteMoves(*start, *letters, MoveNotation::kBlank)},
                   {"tiles", MovedTiles(*start, *letters)}});
  } else if (arguments.draw) {
    std::fputs(board.Draw().c_str(), stdout);
  } else {
    std::puts(board.ToRows().c_str());
  }
  return kExitDone;
}

}  // namespace

void AddPlayCommand(Command* program) {
  auto arguments = std::make_shared<PlayArguments>();
  Command* command = program->AddCommand("play", "Play moves on a board");
  command->Footer(
      "Prints the board after the moves, as solve reads it. Moves are letters with counts or\n"
      "without, in either case, or the numbers of the tiles. A board may be a name: blank-last,\n"
      "blank-first, snail, columns, blank-center. Tiles may be equal, and # is a wall. With "
      "--json:\n"
      "the moves in every notation.\n\n"
      "  tilebase play blank-last \"R3 D2 L\"\n"
      "  tilebase play \"1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0\" \"15 11 7\" --draw\n"
      "  tilebase play --board 3x3 snail LDRU --notation blank\n"
      "  tilebase play 1#2/13_ RD");
  command->AddOption("BOARD", &arguments->board, "The board, or its name")->Required();
  command->AddOption("MOVES", &arguments->moves, "The moves")->Required();
  AddNotationOption(command, &arguments->notation);
  command
      ->AddOption("--board", &arguments->size,
                  "Its size, 2x2 to 1000x1000 (default: as the board tells; 4x4 with a name)")
      ->TypeName("WxH");
  Option* const json = command->AddFlag("--json", &arguments->json, "Print one JSON object");
  command->AddFlag("--draw", &arguments->draw, "Draw the board")->Excludes(json);
  command->Action([arguments] { return Run(*arguments); });
}

}  // namespace tilebase
