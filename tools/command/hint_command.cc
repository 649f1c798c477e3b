// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase hint: the next action for a board. A player who asks again after every move gets home.
// The answer names the current subproblem; the next question may repeat it, to stay in it.

#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "runtime/hints.h"
#include "runtime/lookup/policy_set.h"
#include "tables/board_text.h"
#include "tables/plan.h"
#include "tables/words/word_file.h"
#include "tools/command/any_boards.h"
#include "tools/command/word_commands.h"
#include "tools/common/board_feed.h"
#include "tools/common/command.h"
#include "tools/common/goal_option.h"
#include "tools/common/json.h"
#include "tools/common/open_set.h"
#include "tools/common/table_file.h"

namespace tilebase {
namespace {

struct HintArguments {
  std::string file;
  std::string board;
  std::string goal;
  std::string fixed;
  std::string to;  // a board or a name; empty: home
  std::string board_size;
  bool json = false;
};

// "L --goal 3,4 --fixed 1,2": the action, and how the next question begins.
std::string ToText(const tilebase_probe_result& hint) {
  if (hint.action == 0) return "solved";
  std::string text(1, hint.action);
  if (hint.goal == 0) return text;  // the blank's way to its place, once all tiles are there
  absl::StrAppend(&text, " --goal ", TilesToString(hint.goal));
  if (hint.fixed != 0) absl::StrAppend(&text, " --fixed ", TilesToString(hint.fixed));
  return text;
}

// Answers one board; *hint passes from one question to the next. Errors name the board or the
// subproblem.
absl::Status Answer(const HintsTo& hints, const HintArguments& arguments, std::string_view text,
                    tilebase_probe_result* hint) {
  const Geometry geometry = hints.goal().geometry;
  absl::StatusOr<Board> board = ParseBoardArgument(geometry, std::string(text), true);
  if (!board.ok()) return board.status();
  if (absl::Status solvable = CheckReachable(*board, hints.goal()); !solvable.ok()) return solvable;
  const tilebase_code code = hints.Hint(*board, hint);
  if (code == TILEBASE_ERROR_SUBPROBLEM)
    return absl::InvalidArgumentError(
        absl::StrCat(arguments.file, " has no table for ",
                     ToString(Subproblem{geometry, hint->goal, hint->fixed}),
                     "; give --goal and --fixed as the last hint printed them, or neither"));
  if (code != TILEBASE_OK) return absl::InvalidArgumentError(tilebase_error_text(code));
  if (arguments.json)
    PrintJsonLine(ProbeJson(*hint));
  else
    std::puts(ToText(*hint).c_str());
  return absl::OkStatus();
}

// Answers boards from standard input one by one, because another program may be playing.
int AnswerLines(const HintsTo& hints, const HintArguments& arguments, tilebase_probe_result* hint) {
  int exit_code = kExitDone;
  BoardLines lines(std::cin, "standard input");
  const Geometry geometry = hints.goal().geometry;
  BoardTexts texts(lines, {geometry.width, geometry.height});
  for (std::string_view text; std::ferror(stdout) == 0 && texts.Next(&text);) {
    if (const absl::Status status = Answer(hints, arguments, text, hint); !status.ok()) {
      exit_code = kExitInputFailed;
      const std::string reason(status.message());
      if (arguments.json)
        PrintJsonLine({{"error", reason}});
      else
        std::printf("error: %s\n", reason.c_str());
    }
    std::fflush(stdout);
  }
  if (!lines.status().ok()) return Fail(kExitInputFailed, lines.status(), arguments.json);
  return exit_code;
}

int Run(HintArguments arguments) {
  if (IsWordFile(arguments.file)) {
    if (arguments.goal.empty() && arguments.fixed.empty() && arguments.to.empty() &&
        arguments.board_size.empty())
      return HintWordBoard(arguments.file, arguments.board, arguments.json);
    return Fail(
        kExitUsage,
        arguments.file +
            ": one exact table of its own goals; leave out --goal, --fixed, --to and --board",
        arguments.json);
  }
  const auto file = FileOfSize(arguments.file, arguments.board_size, "a hint");
  if (!file.ok()) return Fail(file.status(), arguments.json);
  arguments.file = *file;
  const absl::StatusOr<std::unique_ptr<PolicySet>> set = OpenSet(arguments.file, Boards::kFew);
  if (!set.ok()) return Fail(set.status(), arguments.json);
  const absl::StatusOr<Board> to = ParseGoalArgument((*set)->info().geometry, arguments.to);
  if (!to.ok()) return Fail(kExitUsage, to.status(), arguments.json);
  const HintsTo hints(**set, *to);
  tilebase_probe_result hint = {};
  for (const bool goal : {true, false}) {
    const absl::StatusOr<CellMask> tiles =
        ParseTiles((*set)->info().geometry, goal ? arguments.goal : arguments.fixed);
    if (!tiles.ok())
      return Fail(kExitUsage, absl::StrCat(goal ? "--goal " : "--fixed ", tiles.status().message()),
                  arguments.json);
    (goal ? hint.goal : hint.fixed) = *tiles;
  }
  if (arguments.board == "-") return AnswerLines(hints, arguments, &hint);
  const absl::Status status = Answer(hints, arguments, arguments.board, &hint);
  return status.ok() ? kExitDone : Fail(kExitInputFailed, status, arguments.json);
}

}  // namespace

void AddHintCommand(Command* program) {
  auto arguments = std::make_shared<HintArguments>();
  Command* command = program->AddCommand("hint", "Tell the next action, move by move");
  command->Footer(
      "Prints the action and the subproblem it belongs to, as options. Every hint leads on home,\n"
      "whatever was played in between. With these options the next hint stays in the subproblem\n"
      "until that is done. With '-' the boards of a game come one a line, and the command does\n"
      "this itself.\n\n"
      "  tilebase hint l1.tilebase \"15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5\"\n"
      "  tilebase hint l1.tilebase --goal 1 \"15 10 1 13 / 11 4 _ 12 / 3 7 9 8 / 2 14 6 5\"\n"
      "  tilebase hint l1.tilebase - < game.txt");
  command->AddOption("FILE", &arguments->file, "Table set")->Values(AsTableFile())->Required();
  command->AddOption("BOARD", &arguments->board, "The board; '-' reads one a line")->Required();
  Option* const goal =
      command->AddOption("--goal", &arguments->goal, "As the hint before said")->TypeName("TILES");
  command->AddOption("--fixed", &arguments->fixed, "As the hint before said")
      ->Needs(goal)
      ->TypeName("TILES");
  AddGoalOption(command, &arguments->to);
  AddSizeOption(command, &arguments->board_size, /*any=*/false);
  command->AddFlag("--json", &arguments->json, "One JSON object a board, as probe prints it");
  command->Action([arguments] { return Run(*arguments); });
}

}  // namespace tilebase
