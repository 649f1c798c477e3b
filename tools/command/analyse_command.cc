// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase analyse: analyses a board and a game by their shortest solutions.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/analysis.h"
#include "tables/board_text.h"
#include "tables/error.h"
#include "tables/move_text.h"
#include "tables/system/file_io.h"
#include "tables/words/word_file.h"
#include "tools/command/any_boards.h"
#include "tools/command/word_commands.h"
#include "tools/common/command.h"
#include "tools/common/goal_option.h"
#include "tools/common/json.h"
#include "tools/common/open_set.h"
#include "tools/common/quantity.h"
#include "tools/common/search_progress.h"
#include "tools/common/table_file.h"
#include "tools/common/word_json.h"
#include "tools/study/charts/charts.h"

namespace tilebase {
namespace {

struct AnalyseArguments {
  std::string file;
  std::string board;
  std::string moves;
  bool is_game = false;  // --moves was given, and may be empty
  std::string notation = "letters";
  std::string to;  // a board or a name; empty: home
  std::string board_size;
  std::string chart;
  uint64_t list = 3;
  bool list_given = false;
  uint64_t boards = 100'000;
  AnalysisLimits limits{.seconds = 0, .threads = MachineThreads()};
  bool force = false;
  bool json = false;
};

// "12", or if the limits ended a search "70 to 84" or "at least 70".
std::string Text(const LengthRange& length) {
  if (length.is_exact()) return absl::StrCat(length.least);
  if (!length.has_solution()) return absl::StrCat("at least ", length.least);
  return absl::StrCat(length.least, " to ", length.most);
}

// A column: "L", or with whole lines "L ", "L2".
std::string MoveColumn(bool is_mtm, const MoveLength& move) {
  const std::string text = MoveText(move);
  return is_mtm && text.size() < 2 ? text + " " : text;
}

void PrintBoard(bool is_mtm, const BoardAnalysis& analysis) {
  const LengthRange& length = analysis.length;
  std::printf("%s %s to go\n", Text(length).c_str(),
              length.is_exact() && length.least == 1 ? "move" : "moves");
  for (const MoveLength& move : analysis.moves) {
    const int lost = 1 + move.after.least - length.least;
    std::string note;
    if (lost > 0 && length.is_exact() && move.after.is_exact())
      note = absl::StrCat("  (", lost, " more than the best)");
    std::printf("  %s  %s%s\n", MoveColumn(is_mtm, move).c_str(), Text(move.after).c_str(),
                note.c_str());
  }
}

absl::Status AnalyseBoard(const OptimalSearch& search, const AnalyseArguments& arguments,
                          const Board& board, const Board& goal) {
  SearchProgress progress;
  AnalysisLimits limits = arguments.limits;
  if (ProgressBar("nodes").shown())
    limits.watch = [&](const OptimalState& state) { progress.Show(state); };
  Analyst analyst(search, limits, goal);
  const auto analysis = analyst.Moves(board);
  progress.Clear();
  if (!analysis.ok()) return analysis.status();
  absl::StatusOr<ShortestSolutions> shortest = absl::DeadlineExceededError("");
  if (analysis->length.is_exact()) {
    ProgressBar bar("boards");
    shortest = analyst.Shortest(
        board, analysis->length.least, arguments.list, arguments.boards, [&](uint64_t done) {
          bar.Update(done, arguments.boards, "counting the shortest solutions");
        });
  }
  if (!shortest.ok() && !absl::IsDeadlineExceeded(shortest.status())) return shortest.status();
  if (arguments.json) {
    PrintJsonLine(AnalysisJson(search.is_mtm(), *analysis, shortest.ok() ? &*shortest : nullptr));
    return absl::OkStatus();
  }
  PrintBoard(search.is_mtm(), *analysis);
  if (!shortest.ok()) {
    std::printf("the limits ended the search%s\n",
                analysis->length.is_exact() ? " before the shortest solutions were counted" : "");
    return absl::OkStatus();
  }
  std::printf("%s%s of that length\n", shortest->complete ? "" : "at least ",
              Counted(shortest->count, "solution").c_str());
  for (const std::string& solution : shortest->listed)
    std::printf("  %s\n", (search.is_mtm() ? Runs(solution) : solution).c_str());
  return absl::OkStatus();
}

absl::Status WriteChart(const AnalyseArguments& arguments,
                        const std::vector<LengthRange>& lengths) {
  LineChart chart;
  const bool exact = IsExact(lengths);
  chart.title = exact ? "A game against the shortest solution" : "A game against the best known";
  chart.x_label = "moves made, from 1";
  chart.y_label = "moves to go";
  ChartSeries played{"this game", {}}, best{"the best game", {}}, bound{"the bound", {}};
  for (size_t i = 1; i < lengths.size(); ++i) {
    played.values.push_back(lengths[i].most);
    best.values.push_back(std::max(0, lengths[0].most - static_cast<int>(i)));
    bound.values.push_back(lengths[i].least);
  }
  if (lengths[0].has_solution()) chart.series = {played, best};
  if (!exact) chart.series.push_back(bound);
  return WriteOutput(arguments.chart, AsBytes(ToSvg(chart)), arguments.force);
}

// "12 moves, 8 runs; 10 would do"
void PrintGame(bool is_mtm, const std::string& letters, const std::vector<LengthRange>& lengths) {
  const LengthRange &first = lengths.front(), &last = lengths.back();
  std::printf("%s, %s; ", Counted(letters.size(), "move").c_str(),
              Counted(CountRuns(letters), "run").c_str());
  const char* const runs = is_mtm ? " runs" : "";
  if (last.least != 0 || last.most != 0) std::printf("%s%s to go; ", Text(last).c_str(), runs);
  const char* const would_do = last.most == 0 ? "would do" : "would have done from the start";
  if (first.is_exact())
    std::printf("%d%s %s\n", first.least, runs, would_do);
  else if (first.has_solution())
    std::printf("%d%s %s, fewer than %d would not\n", first.most, runs, would_do, first.least);
  else
    std::printf("fewer than %d%s would not have done\n", first.least, runs);
  const std::vector<Mistake> mistakes = Mistakes(lengths);
  if (mistakes.empty()) return;
  int lost = 0;
  for (const Mistake& mistake : mistakes) lost += mistake.lost;
  std::printf(
      "%s lost%s, %s:\n", Counted(static_cast<uint64_t>(lost), is_mtm ? "run" : "move").c_str(),
      IsExact(lengths) ? "" : " to the best solution known", is_mtm ? "at" : "two by each of");
  size_t begin = 0, move = 0;
  for (const Mistake& mistake : mistakes) {
    size_t end = begin;
    for (; move < mistake.move; ++move)
      for (begin = end++; is_mtm && end < letters.size() && letters[end] == letters[begin];) ++end;
    std::printf("  %s %zu, %s: %s to go before, %s after\n", is_mtm ? "run" : "move", mistake.move,
                Runs(letters.substr(begin, end - begin)).c_str(),
                Text(lengths[mistake.move - 1]).c_str(), Text(lengths[mistake.move]).c_str());
    begin = end;
  }
}

absl::Status TellGame(const AnalyseArguments& arguments, bool is_mtm, const std::string& letters,
                      const std::vector<LengthRange>& lengths) {
  if (!arguments.chart.empty())
    if (absl::Status status = WriteChart(arguments, lengths); !status.ok()) return status;
  if (arguments.json)
    PrintJsonLine(GameJson(is_mtm, letters, lengths));
  else
    PrintGame(is_mtm, letters, lengths);
  return absl::OkStatus();
}

absl::Status AnalyseGame(const OptimalSearch& search, const AnalyseArguments& arguments,
                         const Board& start, const Board& goal, const std::string& letters) {
  ProgressBar bar("moves");
  const auto lengths =
      Analyst(search, arguments.limits, goal).Game(start, letters, [&](uint64_t done) {
        bar.Update(done, search.Moves(letters), "looking at the game");
      });
  if (!lengths.ok()) return lengths.status();
  return TellGame(arguments, search.is_mtm(), letters, *lengths);
}

// The same of a board that is no permutation, by its table.
absl::Status AnalyseWords(const AnalyseArguments& arguments, const WordAnswers& words,
                          const WordText& board) {
  const bool is_mtm = words.problem().metric == WordMetric::kMtm;
  if (arguments.is_game) {
    PlayedBoard played = PlayedOf(board);
    const absl::StatusOr<std::string> letters =
        ReadMoves(arguments.moves, arguments.notation == "blank", &played);
    if (!letters.ok()) return ErrorWithin("--moves", letters.status());
    const absl::StatusOr<std::vector<uint32_t>> values = words.ValuesOf(board, *letters);
    if (!values.ok()) return values.status();
    return TellGame(arguments, is_mtm, *letters, LengthsOf(*values));
  }
  const absl::StatusOr<WordProbe> probe = words.Probe(board);
  if (!probe.ok()) return probe.status();
  const BoardAnalysis analysis = AnalysisOf(*probe);
  if (arguments.json)
    PrintJsonLine(AnalysisJson(is_mtm, analysis, nullptr));
  else
    PrintBoard(is_mtm, analysis);
  return absl::OkStatus();
}

int RunWords(const AnalyseArguments& arguments) {
  const char* const option = !arguments.to.empty()           ? "--to"
                             : !arguments.board_size.empty() ? "--board"
                             : arguments.list_given          ? "--list"
                                                             : nullptr;
  if (option != nullptr)
    return Fail(kExitUsage, NotOfTheseBoards(arguments.file, option), arguments.json);
  const auto words = OpenWords(arguments.file);
  if (!words.ok()) return Fail(words.status(), arguments.json);
  if (!(*words)->has_letters())
    return Fail(kExitUsage,
                arguments.file +
                    ": only boards with one blank can be analysed; ask "
                    "probe for the moves of this one",
                arguments.json);
  if (absl::Status status = (*words)->CheckExact(); !status.ok())
    return Fail(kExitUsage, status, arguments.json);
  const absl::StatusOr<WordText> board = (*words)->Read(arguments.board);
  const absl::Status status =
      board.ok() ? AnalyseWords(arguments, **words, *board) : board.status();
  return status.ok() ? kExitDone : Fail(kExitInputFailed, status, arguments.json);
}

// Returns the letters of a game that can be played from the board.
absl::StatusOr<std::string> ReadGame(Board board, const AnalyseArguments& arguments) {
  absl::StatusOr<std::string> letters =
      ReadMoves(arguments.moves, arguments.notation == "blank", &board);
  if (!letters.ok()) return ErrorWithin("--moves", letters.status());
  return letters;
}

int Run(AnalyseArguments arguments) {
  if (!arguments.chart.empty())
    if (absl::Status status = CheckOutput(arguments.chart, arguments.force); !status.ok())
      return Fail(status, arguments.json);
  if (IsWordFile(arguments.file)) return RunWords(arguments);
  const auto file = FileOfSize(arguments.file, arguments.board_size, "an analysis");
  if (!file.ok()) return Fail(file.status(), arguments.json);
  arguments.file = *file;
  const auto search = OptimalSearch::Open(arguments.file, arguments.limits.threads);
  if (!search.ok()) return Fail(WithNextStep(arguments.file, search.status()), arguments.json);
  const absl::StatusOr<Board> board = ParseBoardArgument((*search)->geometry(), arguments.board);
  if (!board.ok()) return Fail(kExitInputFailed, board.status(), arguments.json);
  const absl::StatusOr<Board> goal = ParseGoalArgument((*search)->geometry(), arguments.to);
  if (!goal.ok()) return Fail(kExitUsage, goal.status(), arguments.json);
  if (absl::Status solvable = CheckReachable(*board, *goal); !solvable.ok())
    return Fail(kExitInputFailed, solvable, arguments.json);
  const absl::StatusOr<std::string> letters = ReadGame(*board, arguments);
  if (!letters.ok()) return Fail(kExitUsage, letters.status(), arguments.json);
  const absl::Status status = arguments.is_game
                                  ? AnalyseGame(**search, arguments, *board, *goal, *letters)
                                  : AnalyseBoard(**search, arguments, *board, *goal);
  return status.ok() ? kExitDone : Fail(kExitInputFailed, status, arguments.json);
}

}  // namespace

void AddAnalyseCommand(Command* program) {
  auto arguments = std::make_shared<AnalyseArguments>();
  Command* command =
      program->AddCommand("analyse", "Compare moves and games with shortest solutions");
  command->Footer(
      "Prints the exact number of moves to go, also after each move, and the shortest solutions.\n"
      "With --moves: where a game lost moves. Needs a file with pattern tables, with one stage of\n"
      "all tiles, or of the metric mtm, whose runs it counts. If --time ends the search, it\n"
      "gives the best solution known and a number of moves that no solution falls below.\n\n"
      "  tilebase build -o six.tilebase --plan pattern:6-6-3\n"
      "  tilebase analyse six.tilebase \"5 1 2 3/9 6 7 4/13 10 11 8/0 14 15 12\"\n"
      "  tilebase analyse six.tilebase \"5 1 2 3/9 6 7 4/13 10 11 8/0 14 15 12\" --moves LRD3L3U3");
  command->AddOption("FILE", &arguments->file, "Table set")->Values(AsTableFile())->Required();
  command->AddOption("BOARD", &arguments->board, "The board")->Required();
  Option* const moves = command
                            ->AddOption("--moves", &arguments->moves,
                                        "A game from this board: LLURD, runs L2 U R D, or the "
                                        "numbers of the tiles")
                            ->TypeName("MOVES");
  AddNotationOption(command, &arguments->notation)->Needs(moves);
  AddGoalOption(command, &arguments->to);
  AddSizeOption(command, &arguments->board_size, /*any=*/false);
  Option* const chart =
      command->AddOption("--svg", &arguments->chart, "Draw the game's moves to go in this file")
          ->Needs(moves)
          ->TypeName("FILE");
  command->AddFlag("--force", &arguments->force, "Overwrite that file")->Needs(chart);
  Option* const list =
      command->AddOption("--list", &arguments->list, "List this many shortest solutions")
          ->Values(AsCount())
          ->Excludes(moves)
          ->TypeName("N")
          ->ShowDefault();
  command
      ->AddOption("--boards", &arguments->boards,
                  "Most boards to look at when counting the shortest solutions")
      ->Values(AsCount(1))
      ->Excludes(moves)
      ->TypeName("N")
      ->ShowDefault();
  command->AddOption("--time", &arguments->limits.seconds, "Search for so long at most: 10s")
      ->Values(AsTime(1e-6))
      ->TypeName("TIME");
  command->AddOption("--threads", &arguments->limits.threads, "Threads for a hard board")
      ->Values(AsThreads())
      ->TypeName("N")
      ->ShowDefault();
  command->AddFlag("--json", &arguments->json, "Print one JSON object");
  command->Action([arguments, moves, list] {
    arguments->is_game = moves->IsGiven();
    arguments->list_given = list->IsGiven();
    return Run(*arguments);
  });
}

}  // namespace tilebase
