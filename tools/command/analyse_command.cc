// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase analyse: what shortest solutions say of a board and of a game.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/analysis.h"
#include "tables/action_text.h"
#include "tables/board_text.h"
#include "tables/error.h"
#include "tables/system/output_file.h"
#include "tools/charts/line_chart.h"
#include "tools/common/answer_json.h"
#include "tools/common/command.h"
#include "tools/common/json.h"
#include "tools/common/open_set.h"
#include "tools/common/options.h"
#include "tools/common/progress_bar.h"
#include "tools/common/quantity.h"

namespace tilebase {
namespace {

struct AnalyseArguments {
  std::string file;
  std::string board;
  std::string moves;
  std::string chart;
  uint64_t list = 3;
  uint64_t boards = 100'000;
  AnalysisLimits limits{.seconds = 0, .threads = MachineThreads()};
  bool force = false;
  bool json = false;
};

absl::Status AnalyseBoard(Analyst* analyst, const AnalyseArguments& arguments, const Board& board) {
  const absl::StatusOr<int> length = analyst->Length(board);
  if (!length.ok()) return length.status();
  const auto moves = analyst->Moves(board, *length);
  if (!moves.ok()) return moves.status();
  ProgressBar bar("boards");
  const auto shortest =
      analyst->Shortest(board, *length, arguments.list, arguments.boards, [&](uint64_t done) {
        bar.Update(done, arguments.boards, "counting the shortest solutions");
      });
  if (!shortest.ok()) return shortest.status();
  if (arguments.json) {
    PrintJsonLine(AnalysisJson(*length, *moves, &*shortest));
    return absl::OkStatus();
  }
  std::printf("%s to go\n", Counted(static_cast<uint64_t>(*length), "move").c_str());
  for (const MoveLength& move : *moves)
    std::printf("  %c  %d%s\n", Letter(move.action), move.length,
                move.length < *length ? "" : "  (2 more than the best)");
  std::printf("%s%s of that length\n", shortest->complete ? "" : "at least ",
              Counted(shortest->count, "solution").c_str());
  for (const std::string& solution : shortest->listed) std::printf("  %s\n", solution.c_str());
  return absl::OkStatus();
}

absl::Status WriteChart(const AnalyseArguments& arguments, const std::vector<int>& lengths) {
  LineChart chart;
  chart.title = "A game against the shortest solution";
  chart.x_label = "moves made, from 1";
  chart.y_label = "moves to go";
  ChartSeries played{"this game", {}}, best{"the best game", {}};
  for (size_t i = 1; i < lengths.size(); ++i) {
    played.values.push_back(lengths[i]);
    best.values.push_back(std::max(0, lengths[0] - static_cast<int>(i)));
  }
  chart.series = {played, best};
  return WriteOutput(arguments.chart, AsBytes(ToSvg(chart)), arguments.force);
}

absl::Status AnalyseGame(Analyst* analyst, const AnalyseArguments& arguments, const Board& start,
                         const std::string& letters) {
  ProgressBar bar("moves");
  const auto lengths = analyst->Game(start, letters, [&](uint64_t done) {
    bar.Update(done, letters.size(), "looking at the game");
  });
  if (!lengths.ok()) return lengths.status();
  const std::vector<size_t> mistakes = Mistakes(*lengths);
  if (!arguments.chart.empty())
    if (absl::Status status = WriteChart(arguments, *lengths); !status.ok()) return status;
  if (arguments.json) {
    PrintJsonLine(GameJson(letters, *lengths));
    return absl::OkStatus();
  }
  std::printf("%s, %s; ", Counted(letters.size(), "move").c_str(),
              Counted(CountRuns(letters), "run").c_str());
  if (lengths->back() == 0)
    std::printf("%d would do\n", lengths->front());
  else
    std::printf("%d to go; %d would have done from the start\n", lengths->back(), lengths->front());
  if (mistakes.empty()) return absl::OkStatus();
  std::printf("%s lost, two by each of:\n", Counted(2 * mistakes.size(), "move").c_str());
  for (const size_t i : mistakes)
    std::printf("  move %zu, %c: %d to go before, %d after\n", i, letters[i - 1], (*lengths)[i - 1],
                (*lengths)[i]);
  return absl::OkStatus();
}

// The letters of a game that can be played from a board.
absl::StatusOr<std::string> ReadGame(const Board& board, const std::string& text) {
  absl::StatusOr<std::string> letters = ParseActions(text);
  if (!letters.ok()) return ErrorWithin("--moves", letters.status());
  if (absl::Status playable = CheckGame(board, *letters); !playable.ok())
    return ErrorWithin("--moves", playable);
  return letters;
}

int Run(const AnalyseArguments& arguments) {
  if (!arguments.chart.empty())
    if (absl::Status status = CheckOutput(arguments.chart, arguments.force); !status.ok())
      return Fail(status, arguments.json);
  // A file of patterns alone cannot be opened as a set of policies; one with stages may have no
  // patterns, which the analyst then says.
  const auto policies = OpenSet(arguments.file);
  const PolicySet* const stages = policies.ok() ? policies->get() : nullptr;
  absl::StatusOr<std::unique_ptr<OptimalTables>> patterns(nullptr);
  if (stages == nullptr || stages->source().plan().HasPatterns()) {
    patterns = OptimalTables::Open(arguments.file, arguments.limits.threads);
    if (!patterns.ok()) return Fail(patterns.status(), arguments.json);
  }
  auto analyst = Analyst::Create(stages, patterns->get(), arguments.limits);
  if (!analyst.ok()) return Fail(analyst.status(), arguments.json);
  const Geometry geometry = stages != nullptr ? stages->info().geometry : (*patterns)->geometry();
  const absl::StatusOr<Board> board = ParseBoard(geometry, arguments.board);
  if (!board.ok()) return Fail(kExitInputFailed, board.status(), arguments.json);
  if (absl::Status solvable = CheckSolvable(*board); !solvable.ok())
    return Fail(kExitInputFailed, solvable, arguments.json);
  const absl::StatusOr<std::string> letters = ReadGame(*board, arguments.moves);
  if (!letters.ok()) return Fail(kExitUsage, letters.status(), arguments.json);
  const absl::Status status = arguments.moves.empty()
                                  ? AnalyseBoard(&*analyst, arguments, *board)
                                  : AnalyseGame(&*analyst, arguments, *board, *letters);
  return status.ok() ? kExitDone : Fail(kExitInputFailed, status, arguments.json);
}

}  // namespace

void AddAnalyseCommand(CLI::App& app, int* exit_code) {
  auto arguments = std::make_shared<AnalyseArguments>();
  CLI::App* command =
      app.add_subcommand("analyse", "Compare moves and games with shortest solutions");
  command->footer(
      "Prints the exact number of moves to go, also after each move, and the shortest solutions.\n"
      "With --moves: where a game lost moves. Needs a file with pattern tables, or with one stage\n"
      "of all tiles.\n\n"
      "  tilebase build -o six.tilebase --plan pattern:6-6-3\n"
      "  tilebase analyse six.tilebase \"5 1 2 3/9 6 7 4/13 10 11 8/0 14 15 12\"\n"
      "  tilebase analyse six.tilebase \"5 1 2 3/9 6 7 4/13 10 11 8/0 14 15 12\" --moves LRD3L3U3");
  command->add_option("FILE", arguments->file, "Table set")->required()->type_name("");
  command->add_option("BOARD", arguments->board, "The board")->required()->type_name("");
  CLI::Option* const moves = command
                                 ->add_option("--moves", arguments->moves,
                                              "A game from this board: LLURD, or runs L2 U R D")
                                 ->type_name("MOVES");
  CLI::Option* const chart =
      command->add_option("--svg", arguments->chart, "Draw the game's moves to go in this file")
          ->needs(moves)
          ->type_name("FILE");
  command->add_flag("--force", arguments->force, "Overwrite that file")->needs(chart);
  command->add_option("--list", arguments->list, "List so many shortest solutions")
      ->transform(AsCount())
      ->excludes(moves)
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--boards", arguments->boards,
                   "Look at so many boards at most to count the shortest solutions")
      ->transform(AsCount(1))
      ->excludes(moves)
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--time", arguments->limits.seconds, "Search for so long at most: 10s")
      ->transform(AsTime(1e-6))
      ->type_name("TIME");
  command->add_option("--threads", arguments->limits.threads, "Threads for a hard board")
      ->transform(AsThreads())
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Print one JSON object");
  command->callback([arguments, exit_code] { *exit_code = Run(*arguments); });
}

}  // namespace tilebase
