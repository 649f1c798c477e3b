// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase probe: what the tables say about one board.

#include <cstdio>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "runtime/hints.h"
#include "runtime/lookup/policy_set.h"
#include "tables/board_text.h"
#include "tables/move_text.h"
#include "tables/plan.h"
#include "tables/words/word_file.h"
#include "tools/command/any_boards.h"
#include "tools/command/word_commands.h"
#include "tools/common/command.h"
#include "tools/common/goal_option.h"
#include "tools/common/json.h"
#include "tools/common/open_set.h"
#include "tools/common/table_file.h"

namespace tilebase {
namespace {

struct ProbeArguments {
  std::string file;
  std::string board;
  std::string goal;
  std::string fixed;
  std::string to;  // a board or a name; empty: home
  std::string board_size;
  bool json = false;
};

void PrintText(const Board& board, const tilebase_probe_result& result) {
  std::fputs(PlayedBoard(board).Draw().c_str(), stdout);
  if (result.goal == 0 && result.action == 0) {
    std::puts("solved");
    return;
  }
  const Subproblem subproblem{board.geometry, result.goal, result.fixed};
  if (result.goal == 0)
    std::puts("all tiles in order, the blank on its way");
  else
    std::printf("stage %u, subproblem %s\n", result.stage + 1, ToString(subproblem).c_str());
  if (result.remaining < 0) {
    std::puts("its goal cannot be reached from here");
    return;
  }
  std::printf("remaining %d\n", result.remaining);
  for (int a = 0; a < kActions; ++a) {
    if (result.after[a] < 0) continue;
    const char letter = Letter(static_cast<Action>(a));
    std::printf("  %c leaves %d%s\n", letter, result.after[a],
                letter == result.action ? "  <- the table's action" : "");
  }
}

int Run(ProbeArguments arguments) {
  const bool json = arguments.json;
  if (IsWordFile(arguments.file)) {
    if (arguments.goal.empty() && arguments.fixed.empty() && arguments.to.empty() &&
        arguments.board_size.empty())
      return ProbeWordBoard(arguments.file, arguments.board, json);
    return Fail(
        kExitUsage,
        arguments.file +
            ": one exact table of its own goals; leave out --goal, --fixed, --to and --board",
        json);
  }
  const auto file = FileOfSize(arguments.file, arguments.board_size, "a probe");
  if (!file.ok()) return Fail(file.status(), json);
  arguments.file = *file;
  absl::StatusOr<std::unique_ptr<PolicySet>> set = OpenSet(arguments.file);
  if (!set.ok()) return Fail(set.status(), json);
  const Geometry geometry = (*set)->info().geometry;
  absl::StatusOr<CellMask> goal = ParseTiles(geometry, arguments.goal);
  absl::StatusOr<CellMask> fixed = ParseTiles(geometry, arguments.fixed);
  if (!goal.ok()) return Fail(kExitUsage, absl::StrCat("--goal ", goal.status().message()), json);
  if (!fixed.ok())
    return Fail(kExitUsage, absl::StrCat("--fixed ", fixed.status().message()), json);
  if (*goal == 0 && *fixed != 0)
    return Fail(kExitUsage, "--fixed needs --goal: the tiles to bring home", json);
  const absl::StatusOr<Board> to = ParseGoalArgument(geometry, arguments.to);
  if (!to.ok()) return Fail(kExitUsage, to.status(), json);
  absl::StatusOr<Board> board = ParseBoardArgument(geometry, arguments.board);
  if (board.ok()) {
    if (absl::Status solvable = CheckReachable(*board, *to); !solvable.ok()) board = solvable;
  }
  if (!board.ok()) return Fail(kExitInputFailed, board.status(), json);
  tilebase_probe_result result;
  const HintsTo hints(**set, *to);
  const tilebase_code code = *goal == 0 ? hints.Probe(*board, &result)
                                        : hints.ProbeSubproblem(*board, *goal, *fixed, &result);
  if (code == TILEBASE_ERROR_SUBPROBLEM) {
    return Fail(
        kExitInputFailed,
        absl::StrCat(arguments.file, " has no table for ",
                     ToString(Subproblem{geometry, *goal, *fixed}),
                     "; 'tilebase info' lists those it has (plan ", (*set)->info().plan, ")"),
        json);
  }
  if (code != TILEBASE_OK) return Fail(kExitInputFailed, tilebase_error_text(code), json);
  if (json)
    PrintJsonLine(ProbeJson(result));
  else
    PrintText(*board, result);
  return kExitDone;
}

}  // namespace

void AddProbeCommand(Command* program) {
  auto arguments = std::make_shared<ProbeArguments>();
  Command* command = program->AddCommand("probe", "Show what the tables say of one board");
  command->Footer(
      "Draws the board and prints the stage it is in, that stage's subproblem {G}|{R} (bring G "
      "home,\n"
      "leave R alone), how many actions are left to its goal, and how many after each action.\n\n"
      "  tilebase probe l1.tilebase \"15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5\"\n"
      "  tilebase probe l1.tilebase --goal 3,4 --fixed 1,2 \"1 2 4 3 5 7 6 8 9 10 11 12 13 14 15 "
      "0\"");
  command->AddOption("FILE", &arguments->file, "Table set")->Values(AsTableFile())->Required();
  command->AddOption("BOARD", &arguments->board, "The board")->Required();
  command->AddOption("--goal", &arguments->goal, "Tiles to bring home, instead of the stage's")
      ->TypeName("TILES");
  command->AddOption("--fixed", &arguments->fixed, "Tiles to leave alone, with --goal")
      ->TypeName("TILES");
  AddGoalOption(command, &arguments->to);
  AddSizeOption(command, &arguments->board_size, /*any=*/false);
  command->AddFlag("--json", &arguments->json, "One JSON object");
  command->Action([arguments] { return Run(*arguments); });
}

}  // namespace tilebase
