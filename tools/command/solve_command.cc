// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase solve: one line of output for each board, in order. Reads the options and chooses how to
// solve (board_solver.h) and how to print (solution_writer.h).

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/answering_set.h"
#include "runtime/any/window_tables.h"
#include "runtime/optimal_search.h"
#include "tables/board_text.h"
#include "tables/destination.h"
#include "tables/error.h"
#include "tables/plan.h"
#include "tables/system/clock.h"
#include "tables/words/word_file.h"
#include "tools/command/any_boards.h"
#include "tools/command/board_solver.h"
#include "tools/command/solution_writer.h"
#include "tools/command/word_commands.h"
#include "tools/common/answer_output.h"
#include "tools/common/board_feed.h"
#include "tools/common/command.h"
#include "tools/common/open_set.h"
#include "tools/common/quantity.h"
#include "tools/common/search_checkpoint.h"
#include "tools/common/standard_input.h"
#include "tools/common/table_file.h"
#include "tools/measure/effort.h"

namespace tilebase {
namespace {

struct SolveArguments {
  std::string file;
  std::string board;  // of another size than the set's; empty: the set's
  std::vector<std::string> boards;
  uint64_t random = 0;
  uint64_t seed = 1;
  bool json = false;
  bool draw = false;
  bool runs = false;
  std::string goal = "blank-last";
  std::string to;  // a board; overrides goal
  std::string effort = "0";
  uint64_t memory = UINT64_MAX;  // most bytes of decoded tables
  bool optimal = false;
  uint64_t nodes = UINT64_MAX;
  double seconds = 0;
  int threads = MachineThreads();
  std::string checkpoint;
  BulkArguments bulk;
  bool binary_input = false;
  size_t actions = 0;      // in each record of binary output
  std::string other_size;  // hint for a board of another size
};

// The goal with the blank first: _, 1, 2, 3, ...
Board BlankFirst(Geometry geometry) {
  Board first;
  first.geometry = geometry;
  for (int cell = 1; cell < geometry.cells(); ++cell) first.tile[cell] = static_cast<uint8_t>(cell);
  return first;
}

// Explains why no moves lead from the board to the goal, and names the goal that the user may mean.
std::string WhyNot(const Board& goal, const absl::Status& unsolvable) {
  const bool other_goal =
      goal == Board::Solved(goal.geometry) && !BlankFirst(goal.geometry).IsSolvable();
  return std::string(
      ErrorWithin("", unsolvable,
                  other_goal ? "or say --goal blank-first, if the blank comes first" : "")
          .message());
}

// A user who gives the solved board with the blank first probably means that goal.
void NoteBlankFirst(const Board& board, const Board& goal) {
  static bool is_noted = false;
  if (board.blank != 0 || is_noted || goal != Board::Solved(goal.geometry) ||
      board != BlankFirst(goal.geometry))
    return;
  is_noted = true;
  std::fputs(
      "tilebase: the goal is 1, 2, 3, ... with the blank last; for the blank first say --goal "
      "blank-first\n",
      stderr);
}

SolutionForm FormOf(const SolveArguments& arguments, Geometry geometry) {
  SolutionForm form{
      .binary = {}, .json = arguments.json, .draw = arguments.draw, .runs = arguments.runs};
  if (arguments.bulk.binary)
    form.binary =
        RecordForm{.cells = static_cast<size_t>(geometry.cells()), .actions = arguments.actions};
  return form;
}

// Answers one board. Returns false if it was not solved, or if the solver stopped before.
bool Answer(const absl::StatusOr<Board>& board, const Board& goal, const Destination& destination,
            BoardSolver* solver, SolutionWriter* writer) {
  if (!board.ok()) {
    writer->Refuse(nullptr, std::string(board.status().message()));
    return false;
  }
  const absl::Status solvable =
      goal == Board::Solved(goal.geometry) ? CheckSolvable(*board) : CheckReachable(*board, goal);
  if (!solvable.ok()) {
    writer->Refuse(&*board, WhyNot(goal, solvable));
    return false;
  }
  NoteBlankFirst(*board, goal);
  const std::optional<BoardAnswer> answer = solver->Solve(destination.Renamed(*board));
  return !answer || writer->Write(*board, *answer);
}

// Returns whether making shortcuts would take longer than the answers.
bool HasFewBoards(const SolveArguments& arguments) {
  constexpr size_t kFew = 10;
  return arguments.boards.size() + arguments.random <= kFew &&
         std::find(arguments.boards.begin(), arguments.boards.end(), "-") == arguments.boards.end();
}

// Opens the output, answers all boards and returns the exit code. Sets *all_read to whether every
// board of the input was read.
int AnswerAll(const SolveArguments& arguments, const Command& command, const Board& goal,
              const Destination& destination, BoardSolver* solver, AnswerOutput* output,
              bool* all_read) {
  StandardInput input;
  BoardFeed feed({.boards = arguments.boards,
                  .binary = arguments.binary_input,
                  .random = arguments.random,
                  .seed = arguments.seed,
                  .part = *arguments.bulk.part(),
                  .other_size = arguments.other_size},
                 goal, input);
  if (absl::Status status = feed.Start(); !status.ok())
    return Fail(kExitUsage, status, arguments.json);
  const SolutionForm form = FormOf(arguments, goal.geometry);
  if (!arguments.bulk.file.empty())
    if (absl::Status status = output->Open(arguments.bulk, command, arguments.file, form.binary);
        !status.ok())
      return Fail(status, arguments.json);
  SolutionWriter writer(form, solver->is_mtm(), output);
  feed.Skip(output->answered());
  bool all_solved = !output->some_failed();
  absl::StatusOr<Board> board = goal;
  Clock::time_point flushed = Clock::now();
  for (uint64_t done = output->answered();
       // After Ctrl-C a partly read line is no board.
       output->IsOpen() && !solver->stopped() && feed.Next(&board) && !interrupted;) {
    all_solved &= Answer(board, goal, destination, solver, &writer);
    ++done;
    // Without -o a search shows its own progress, in nodes.
    if (!arguments.optimal || !arguments.bulk.file.empty())
      output->Progress(done, feed.Total(done));
    // Flush for a program that waits for an answer before it writes the next board, and for a user
    // who reads along in a run of hours.
    if ((feed.reads_input() && input.rdbuf()->in_avail() <= 0) ||
        (arguments.optimal && SecondsSince(flushed) > 1)) {
      std::fflush(stdout);
      flushed = Clock::now();
    }
  }
  if (!feed.status().ok()) return Fail(kExitInputFailed, feed.status(), arguments.json);
  *all_read = true;
  if (absl::Status status = output->Finish(); !status.ok()) return Fail(status, arguments.json);
  return all_solved ? kExitDone : kExitInputFailed;
}

// Prints what a run continues from.
void PrintKept(const std::string& path, const std::vector<CheckpointBoard>& boards) {
  const auto solved = [](const CheckpointBoard& board) { return board.solved; };
  const auto begun = std::find_if_not(boards.begin(), boards.end(), solved);
  if (boards.empty()) return;
  std::string at;
  if (begun != boards.end() && !begun->state.subtrees.empty())
    at = absl::StrCat(
        "; board ", begun - boards.begin() + 1, " needs ", begun->state.limit, " actions or more, ",
        ShortCount(static_cast<double>(begun->state.nodes + begun->state.NodesOfLimit())),
        " nodes done");
  std::fprintf(
      stderr, "going on from %s: %s solved%s\n", path.c_str(),
      Counted(static_cast<uint64_t>(std::count_if(boards.begin(), boards.end(), solved)), "board")
          .c_str(),
      at.c_str());
}

absl::StatusOr<Board> GoalOf(const SolveArguments& arguments, Geometry geometry) {
  if (!arguments.to.empty()) {
    const absl::StatusOr<Board> goal = ParseBoard(geometry, arguments.to);
    if (!goal.ok()) return ErrorWithin("--to", goal.status());
    return *goal;
  }
  if (arguments.goal == "blank-last") return Board::Solved(geometry);
  return BlankFirst(geometry);
}

// Tells the user by how much the goal may lengthen solutions by lookup.
void NoteDetour(const PolicySet& set, const Board& goal) {
  const Destination destination(goal);
  if (destination.detour() == 0 || set.StagesTo(destination).data() != set.stages().data()) return;
  std::fprintf(
      stderr, "tilebase: the goal's blank is in no corner: up to %d moves may be saved by %s\n",
      2 * destination.detour(),
      set.stages().size() == 1
          ? "--optimal"
          : absl::StrCat("tables of 'tilebase build --blank-home ", goal.blank, "'").c_str());
}

// Runs the command with --optimal.
int SearchAll(const SolveArguments& arguments, const Command& command, const OptimalSearch& search,
              const Board& goal, AnswerOutput* output) {
  const std::string& path = arguments.checkpoint;
  const Destination destination(goal);
  std::unique_ptr<SearchCheckpoint> checkpoint;
  if (!path.empty()) {
    if (search.patterns() == nullptr)
      return Fail(kExitUsage, "--checkpoint keeps searches with pattern tables; this set has none",
                  arguments.json);
    auto opened = SearchCheckpoint::Open(path, search, destination.end());
    if (!opened.ok()) return Fail(opened.status(), arguments.json);
    checkpoint = *std::move(opened);
    PrintKept(path, checkpoint->boards());
    CatchInterrupts();
  }
  OptimalLimits limits;
  limits.nodes = arguments.nodes;
  limits.seconds = arguments.seconds;
  limits.threads = arguments.threads;
  SearchSolver solver(search, checkpoint.get(), limits, destination);
  // With -o, progress counts boards.
  if (arguments.bulk.file.empty()) solver.ShowProgress();
  bool all_read = false;
  const int exit_code =
      AnswerAll(arguments, command, goal, destination, &solver, output, &all_read);
  if (!solver.status().ok()) return Fail(solver.status(), arguments.json);
  if (checkpoint != nullptr) {
    const bool is_safe = OutputIsSafe();
    const bool stopped = interrupted;  // read once: Ctrl-C may still come
    const absl::StatusOr<bool> kept = checkpoint->Finish(all_read && !stopped && is_safe);
    if (!kept.ok()) return Fail(kept.status(), arguments.json);
    if (stopped)
      return Fail(kExitInputFailed,
                  *kept ? absl::StrCat("stopped; the search is kept in ", path,
                                       ", and the same command goes on from it")
                        : "stopped before the first board",
                  arguments.json);
    if (*kept && !is_safe)
      std::fprintf(stderr, "%s keeps the search; the same command prints all results again\n",
                   path.c_str());
    else if (*kept)
      std::fprintf(stderr, "%s keeps the searches that have not ended; the same command goes on\n",
                   path.c_str());
  }
  if (const std::string summary = solver.Summary(); !arguments.json && !summary.empty())
    std::fprintf(stderr, "%s\n", summary.c_str());
  return exit_code;
}

// Runs the command for boards that are no permutations; their solutions are already the best.
int SolveWords(const SolveArguments& arguments) {
  if (!arguments.to.empty() || !arguments.board.empty() || arguments.draw ||
      !arguments.bulk.file.empty() || arguments.binary_input || !arguments.checkpoint.empty() ||
      arguments.goal != "blank-last")
    return Fail(kExitUsage,
                arguments.file +
                    ": an exact table of its own goals; leave out --to, --goal, "
                    "--board, --draw, --checkpoint and -o",
                arguments.json);
  return SolveWordBoards({.file = arguments.file,
                          .boards = arguments.boards,
                          .random = arguments.random,
                          .seed = arguments.seed,
                          .json = arguments.json,
                          .runs = arguments.runs});
}

int Run(SolveArguments arguments, const Command& command) {
  if (arguments.boards.empty() && arguments.random == 0)
    return Fail(kExitUsage,
                "no board given; write one as an argument, '-' to read one a line from "
                "standard input, or --random N",
                arguments.json);
  if (IsWordFile(arguments.file)) return SolveWords(arguments);
  absl::StatusOr<Effort> effort = ParseEffort(arguments.effort);
  if (!effort.ok()) return Fail(kExitUsage, effort.status(), arguments.json);
  if (!arguments.board.empty()) {
    const absl::StatusOr<SetForSize> chosen = ChooseSet(arguments.file, arguments.board);
    if (!chosen.ok()) return Fail(chosen.status(), arguments.json);
    arguments.file = chosen->file;
    if (!chosen->is_of_size && (!arguments.to.empty() || arguments.goal != "blank-last"))
      return Fail(kExitUsage,
                  absl::StrCat(chosen->file, " solves ", arguments.board,
                               " to 1, 2, 3, ... with the blank last only; for ",
                               arguments.to.empty() ? "--goal" : "--to",
                               " give a set of this size: tilebase build -o ", arguments.board,
                               ".tilebase --board ", arguments.board),
                  arguments.json);
    if (!chosen->is_of_size)
      return SolveAnyBoards({.file = arguments.file,
                             .board = arguments.board,
                             .boards = arguments.boards,
                             .random = arguments.random,
                             .seed = arguments.seed,
                             .efforts = {arguments.effort},
                             .json = arguments.json,
                             .draw = arguments.draw});
  }
  AnswerOutput output;
  if (arguments.optimal) {
    const auto opened = OptimalSearch::Open(arguments.file, arguments.threads);
    if (!opened.ok()) return Fail(WithNextStep(arguments.file, opened.status()), arguments.json);
    const absl::StatusOr<Board> goal = GoalOf(arguments, (*opened)->geometry());
    if (!goal.ok()) return Fail(kExitUsage, goal.status(), arguments.json);
    return SearchAll(arguments, command, **opened, *goal, &output);
  }
  const absl::StatusOr<std::unique_ptr<AnsweringSet>> set = OpenAnsweringSet(
      arguments.file, arguments.memory, HasFewBoards(arguments) ? Boards::kFew : Boards::kMany);
  if (!set.ok()) return Fail(set.status(), arguments.json);
  const absl::StatusOr<Board> goal = GoalOf(arguments, (*set)->info().geometry);
  if (!goal.ok()) return Fail(kExitUsage, goal.status(), arguments.json);
  if (WindowTables::AreIn((*set)->policies()))
    arguments.other_size = "these tables solve other sizes too: say --board WxH";
  NoteDetour((*set)->policies(), *goal);
  if (!effort->none()) {
    if (absl::Status status = (*set)->PrepareEffort(arguments.threads); !status.ok())
      return Fail(kExitInputFailed, status, arguments.json);
    // Ctrl-C ends a search of minutes with the best solution found so far.
    CatchInterrupts();
    effort->cancel = &interrupted;
  }
  const Destination destination(*goal);
  LookupSolver solver(**set, *effort, destination, arguments.json);
  bool all_read = false;
  const int exit_code =
      AnswerAll(arguments, command, *goal, destination, &solver, &output, &all_read);
  if (effort->is_cancelled() && arguments.bulk.file.empty())
    return Fail(kExitInputFailed, kStopped, arguments.json);
  return exit_code;
}

}  // namespace

void AddSolveCommand(Command* program) {
  auto arguments = std::make_shared<SolveArguments>();
  Command* command = program->AddCommand("solve", "Solve boards by table lookup");
  command->Footer(
      "Prints for each board the number of actions and the actions: the directions (L, R, U, D)\n"
      "in which tiles slide. A board that cannot be solved gets a line 'error: REASON' in its\n"
      "place, and the exit code is 1 at the end.\n\n"
      "A board is its numbers row by row, separated by spaces, commas, slashes or line ends; the\n"
      "blank is 0, _ or the number of cells. Up to nine cells may be one word: 42_713856.\n\n"
      "  tilebase solve l1.tilebase \"15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5\"\n"
      "  tilebase solve l1.tilebase - < boards.txt\n"
      "  tilebase solve l1.tilebase --random 5 --draw\n"
      "  tilebase solve 3x3.tilebase 42_713856 --to 1234_6758\n"
      "  tilebase solve both.tilebase --random 5 --effort 1ms\n"
      "  tilebase solve any.tilebase --board 10x10 --random 5\n"
      "  tilebase solve 7x2.tilebase --random 5 --memory 4GB\n"
      "  tilebase solve both.tilebase --optimal --time 10s --random 5\n"
      "  tilebase solve both.tilebase --optimal --random 1000000 --part 3/16 --binary -o 3.bin\n"
      "  tilebase solve 5x5.tilebase --optimal --checkpoint hard.search - < hard.txt\n\n"
      "--optimal needs a file with pattern tables (tilebase build --plan pattern:7-8), or one of\n"
      "the metric mtm, whose runs it counts. Where --time or --nodes ends the search, the "
      "solution\n"
      "found by lookup is given and marked. With --checkpoint the same command goes on, also "
      "after\n"
      "Ctrl-C or a crash.");
  command->AddOption("FILE", &arguments->file, "Table set")->Values(AsTableFile())->Required();
  command->AddOption("BOARD", &arguments->boards, "Boards; '-' reads one a line");
  Option* const any =
      command
          ->AddOption("--board", &arguments->board,
                      "Boards of this size, 2x2 to 1000x1000: FILE is of this size or of --plan "
                      "any, or a folder of table sets with an any.tilebase")
          ->Values({[](std::string* size) {
                      return std::string(size->empty() ? "expected WIDTHxHEIGHT, such as 5x5" : "");
                    },
                    {}})
          ->TypeName("WxH");
  Option* const json =
      command->AddFlag("--json", &arguments->json, "One JSON object a line, with the stages");
  Option* const effort = command
                             ->AddOption("--effort", &arguments->effort,
                                         "Look for shorter solutions: look at this many boards "
                                         "(2000) or take this long (20us, 1ms) "
                                         "a board")
                             ->TypeName("E")
                             ->ShowDefault();
  command
      ->AddOption("--memory", &arguments->memory,
                  "Most bytes of decoded tables, from 1.2MB on. If the tables need more, blocks "
                  "are decoded as boards need them, which takes milliseconds a move")
      ->Values(AsSize(1))
      ->TypeName("SIZE")
      ->Excludes(any);
  command->AddOption("--random", &arguments->random, "Also solve this many random boards")
      ->Values(AsCount())
      ->TypeName("N");
  command->AddOption("--seed", &arguments->seed, "Of the random boards")
      ->Values(AsCount())
      ->TypeName("N")
      ->ShowDefault();
  Option* const runs = command->AddFlag(
      "--runs", &arguments->runs, "Print runs, U3 L2, with their number after that of the moves");
  Option* const draw =
      command->AddFlag("--draw", &arguments->draw, "Draw each board before its solution")
          ->Excludes(json);
  Option* const goal =
      command
          ->AddOption("--goal", &arguments->goal,
                      "blank-last, or blank-first: the goal is the blank, 1, 2, 3, ...")
          ->Values(AsOneOf({"blank-last", "blank-first"}))
          ->TypeName("NAME")
          ->ShowDefault();
  command
      ->AddOption("--to", &arguments->to,
                  "The goal is this board, a few moves further where its blank is in no corner")
      ->TypeName("BOARD")
      ->Excludes(goal);
  Option* const optimal =
      command->AddFlag("--optimal", &arguments->optimal, "Search for shortest solutions")
          ->Excludes(effort)
          ->Excludes("--memory")
          ->Excludes(any);
  command->AddOption("--nodes", &arguments->nodes, "Look at this many boards at most for each")
      ->Values(AsCount(1))
      ->TypeName("N")
      ->Needs(optimal);
  command->AddOption("--time", &arguments->seconds, "Search for this long at most, such as 1.5s")
      ->Values(AsTime(1e-6))
      ->TypeName("TIME")
      ->Needs(optimal);
  command->AddOption("--threads", &arguments->threads, "Threads for a hard board")
      ->Values(AsThreads())
      ->TypeName("N")
      ->Needs(optimal)
      ->ShowDefault();
  AddBulkOptions(command, "answers", &arguments->bulk, {any, draw}, {json, runs});
  command
      ->AddOption("--actions", &arguments->actions,
                  "Also the first N actions in each record, as letters")
      ->Values(AsCount(0, 65535))
      ->TypeName("N")
      ->Needs("--binary")
      ->ShowDefault();
  command
      ->AddFlag("--binary-input", &arguments->binary_input,
                "'-' reads records as --binary writes them, without actions")
      ->Excludes(any);
  command
      ->AddOption("--checkpoint", &arguments->checkpoint,
                  "Keep the search in this file, and go on from what it has")
      ->Values(AsFileName())
      ->TypeName("FILE")
      ->Needs(optimal)
      ->Excludes("--output");
  command->Action([arguments, command] { return Run(*arguments, *command); });
}

}  // namespace tilebase
