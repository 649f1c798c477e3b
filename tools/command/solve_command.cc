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
#include "runtime/equal_tiles.h"
#include "runtime/optimal_search.h"
#include "tables/board_text.h"
#include "tables/destination.h"
#include "tables/error.h"
#include "tables/move_text.h"
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
#include "tools/common/data_card.h"
#include "tools/common/goal_option.h"
#include "tools/common/open_set.h"
#include "tools/common/quantity.h"
#include "tools/common/search_checkpoint.h"
#include "tools/common/standard_input.h"
#include "tools/common/table_file.h"
#include "tools/measure/effort.h"

namespace tilebase {
namespace {

constexpr char kBlankFirst[] = "blank-first";

struct SolveArguments {
  std::string file;
  std::string board;  // of another size than the set's; empty: the set's
  std::vector<std::string> boards;
  uint64_t random = 0;
  uint64_t seed = 1;
  bool json = false;
  bool draw = false;
  bool runs = false;
  std::string notation = "letters";
  std::string to;    // a board or a name; empty: home
  std::string goal;  // the same
  std::string effort = "0";
  std::string deliver;           // "stay" or "leave"; of a warehouse
  uint64_t memory = UINT64_MAX;  // most bytes of decoded tables
  bool optimal = false;
  double within = 0;  // 0: not asked for
  uint64_t nodes = UINT64_MAX;
  double seconds = 0;
  int threads = MachineThreads();
  std::string checkpoint;
  BulkArguments bulk;
  bool binary_input = false;
  bool first_moves = false;
  std::string card;
  size_t actions = 0;      // in each record of binary output
  std::string other_size;  // hint for a board of another size
};

// Explains why no moves lead from the board to the goal, and names the goal that the user may mean.
std::string WhyNot(const Board& goal, const absl::Status& unsolvable) {
  const bool other_goal =
      goal == Board::Solved(goal.geometry) && !ParseGoal(goal.geometry, kBlankFirst)->IsSolvable();
  return std::string(
      ErrorWithin("", unsolvable,
                  other_goal ? "or say --to blank-first, if the blank comes first" : "")
          .message());
}

// A user who gives the solved board with the blank first probably means that goal.
void NoteBlankFirst(const Board& board, const Board& goal) {
  static bool is_noted = false;
  if (board.blank != 0 || is_noted || goal != Board::Solved(goal.geometry) ||
      board != *ParseGoal(goal.geometry, kBlankFirst))
    return;
  is_noted = true;
  std::fputs(
      "tilebase: the goal is 1, 2, 3, ... with the blank last; for the blank first say --to "
      "blank-first\n",
      stderr);
}

SolutionForm FormOf(const SolveArguments& arguments, Geometry geometry) {
  SolutionForm form{
      .binary = {}, .json = arguments.json, .draw = arguments.draw, .runs = arguments.runs};
  form.notation = arguments.runs ? MoveNotation::kRuns : *NotationOf(arguments.notation);
  if (arguments.bulk.binary)
    form.binary = RecordForm{.cells = static_cast<size_t>(geometry.cells()),
                             .actions = arguments.actions,
                             .first_moves = arguments.first_moves};
  return form;
}

// Answers one board. Returns false if it was not solved, or if the solver stopped before.
bool Answer(const absl::StatusOr<Board>& board, const Board& goal, const Destination& destination,
            BoardSolver* solver, SolutionWriter* writer) {
  if (!board.ok()) {
    writer->Refuse(nullptr, std::string(board.status().message()), TILEBASE_ERROR_BOARD);
    return false;
  }
  // The solver of equal tiles chooses which is which.
  const absl::Status solvable =
      HasEqualTiles(goal) ? absl::OkStatus() : CheckReachable(*board, goal);
  if (!solvable.ok()) {
    writer->Refuse(&*board, WhyNot(goal, solvable), TILEBASE_ERROR_UNSOLVABLE);
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
    const bool searches = arguments.optimal || arguments.within != 0;
    if (!searches || !arguments.bulk.file.empty()) output->Progress(done, feed.Total(done));
    // Flush for a program that waits for an answer before it writes the next board, and for a user
    // who reads along in a run of hours.
    if ((feed.reads_input() && input.rdbuf()->in_avail() <= 0) ||
        (searches && SecondsSince(flushed) > 1)) {
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

// Tells the user by how much the goal may lengthen solutions by lookup.
void NoteDetour(const PolicySet& set, const Board& goal) {
  const Destination destination(goal);
  if (destination.detour() == 0 || set.stages().size() == 1 ||
      set.StagesTo(destination).data() != set.stages().data())
    return;
  std::fprintf(
      stderr,
      "tilebase: the goal's blank is in no corner: up to %d moves may be saved by tables of "
      "'tilebase build --blank-home %d'\n",
      2 * destination.detour(), goal.blank);
}

absl::Status WriteCard(const SolveArguments& arguments, const Command& command,
                       const OptimalSearch& search, const Board& goal) {
  DataCard card;
  card.data = arguments.bulk.file;
  card.form = *FormOf(arguments, goal.geometry).binary;
  card.goal = goal;
  card.is_mtm = search.is_mtm();
  card.boards = arguments.boards.empty()
                    ? absl::StrCat("uniform among all boards that can be solved, by seed ",
                                   arguments.seed, " (docs/format.md, section 13.3)")
                    : "as they were given";
  card.tables = search.tables();
  card.command = command.ValuesText();
  return WriteDataCard(card, arguments.card);
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
  if (arguments.first_moves && search.is_mtm())
    return Fail(kExitUsage,
                arguments.file + ": a set of whole lines; --first-moves is for single moves",
                arguments.json);
  if (arguments.first_moves) solver.FindFirstMoves();
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
  if (!arguments.card.empty() && exit_code == kExitDone)
    if (absl::Status status = WriteCard(arguments, command, search, goal); !status.ok())
      return Fail(status, arguments.json);
  return exit_code;
}

// An option that was given and that boards that are no permutations do not have; null: none.
const char* OptionOfPlainBoards(const SolveArguments& arguments) {
  if (!arguments.to.empty()) return "--to";
  if (!arguments.board.empty()) return "--board";
  if (arguments.draw) return "--draw";
  if (arguments.notation != "letters") return "--notation";
  if (arguments.within != 0) return "--within";
  if (arguments.first_moves) return "--first-moves";
  if (!arguments.checkpoint.empty()) return "--checkpoint";
  if (arguments.binary_input) return "--binary-input";
  if (arguments.bulk.binary) return "--binary";
  if (arguments.bulk.part_text != "1/1") return "--part";
  if (!arguments.bulk.file.empty()) return "-o";
  return nullptr;
}

// The command for boards that are no permutations.
int SolveWords(const SolveArguments& arguments) {
  if (const char* const option = OptionOfPlainBoards(arguments); option != nullptr)
    return Fail(kExitUsage, NotOfTheseBoards(arguments.file, option), arguments.json);
  const absl::StatusOr<Effort> effort = ParseEffort(arguments.effort);
  if (!effort.ok()) return Fail(kExitUsage, effort.status(), arguments.json);
  CatchInterrupts();
  return SolveWordBoards({.file = arguments.file,
                          .boards = arguments.boards,
                          .random = arguments.random,
                          .seed = arguments.seed,
                          .json = arguments.json,
                          .runs = arguments.runs,
                          .question = {.must_be_shortest = arguments.optimal,
                                       .deliver = arguments.deliver == "stay"    ? Deliver::kStay
                                                  : arguments.deliver == "leave" ? Deliver::kLeave
                                                                                 : Deliver::kAny,
                                       .effort = {.boards = effort->boards,
                                                  .microseconds = effort->microseconds,
                                                  .cancel = &interrupted}}});
}

// An option that was given and that boards of any size do not have; null: none.
const char* OptionOfOneSize(const SolveArguments& arguments) {
  if (arguments.optimal) return "--optimal";
  if (arguments.memory != UINT64_MAX) return "--memory";
  if (arguments.binary_input) return "--binary-input";
  if (!arguments.bulk.file.empty()) return "-o";
  if (arguments.bulk.part_text != "1/1") return "--part";
  if (arguments.runs) return "--runs";
  if (arguments.within != 0) return "--within";
  if (arguments.notation != "letters") return "--notation";
  return nullptr;
}

int SolveWithin(const SolveArguments& arguments, const Command& command, AnswerOutput* output) {
  const auto set = OpenAnsweringSet(arguments.file, arguments.memory, Boards::kFew);
  if (!set.ok()) return Fail(set.status(), arguments.json);
  const PolicySet& policies = (*set)->policies();
  std::unique_ptr<OptimalSearch> search;
  if (OptimalSearch::IsFor(policies.source().plan())) {
    auto created = OptimalSearch::Create(policies.shared_source(), &policies, arguments.threads);
    if (!created.ok()) return Fail(created.status(), arguments.json);
    search = *std::move(created);
  }
  const absl::StatusOr<Board> goal = ParseGoalArgument(policies.info().geometry, arguments.to);
  if (!goal.ok()) return Fail(kExitUsage, goal.status(), arguments.json);
  CatchInterrupts();
  OptimalLimits limits;
  limits.nodes = arguments.nodes;
  limits.seconds = arguments.seconds;
  limits.threads = arguments.threads;
  const Destination destination(*goal);
  WithinSolver solver(**set, search.get(), arguments.within, limits, destination);
  bool all_read = false;
  const int exit_code =
      AnswerAll(arguments, command, *goal, destination, &solver, output, &all_read);
  if (interrupted && arguments.bulk.file.empty())
    return Fail(kExitInputFailed, kStopped, arguments.json);
  return exit_code;
}

// What limits a search, and is of no use without one.
std::string WithoutSearch(const SolveArguments& arguments) {
  if (arguments.optimal || arguments.within != 0) return "";
  const char* option = arguments.nodes != UINT64_MAX ? "--nodes"
                       : arguments.seconds != 0      ? "--time"
                                                     : nullptr;
  return option == nullptr ? "" : absl::StrCat(option, " needs --optimal or --within");
}

int Run(SolveArguments arguments, const Command& command) {
  if (const std::string error = WithoutSearch(arguments); !error.empty())
    return Fail(kExitUsage, error, arguments.json);
  if (arguments.boards.empty() && arguments.random == 0)
    return Fail(kExitUsage,
                "no board given; write one as an argument, '-' to read one a line from "
                "standard input, or --random N",
                arguments.json);
  if (!arguments.goal.empty()) arguments.to = arguments.goal;
  if (IsWordFile(arguments.file)) return SolveWords(arguments);
  absl::StatusOr<Effort> effort = ParseEffort(arguments.effort);
  if (!effort.ok()) return Fail(kExitUsage, effort.status(), arguments.json);
  if (!arguments.board.empty()) {
    const absl::StatusOr<SetForSize> chosen = ChooseSet(arguments.file, arguments.board);
    if (!chosen.ok()) return Fail(chosen.status(), arguments.json);
    arguments.file = chosen->file;
    const char* const of_one_size = OptionOfOneSize(arguments);
    if (!chosen->is_of_size && of_one_size != nullptr)
      return Fail(kExitUsage, FileOfSize(chosen->file, arguments.board, of_one_size).status(),
                  arguments.json);
    if (!chosen->is_of_size)
      return SolveAnyBoards({.file = arguments.file,
                             .board = arguments.board,
                             .to = arguments.to,
                             .boards = arguments.boards,
                             .random = arguments.random,
                             .seed = arguments.seed,
                             .efforts = {arguments.effort},
                             .json = arguments.json,
                             .draw = arguments.draw});
  }
  if (arguments.first_moves && !arguments.json && !arguments.bulk.binary)
    return Fail(kExitUsage, "--first-moves needs --binary or --json", arguments.json);
  AnswerOutput output;
  if (arguments.within != 0) return SolveWithin(arguments, command, &output);
  if (arguments.optimal) {
    const auto opened = OptimalSearch::Open(arguments.file, arguments.threads);
    if (!opened.ok()) return Fail(WithNextStep(arguments.file, opened.status()), arguments.json);
    const absl::StatusOr<Board> goal = ParseGoalArgument((*opened)->geometry(), arguments.to);
    if (!goal.ok()) return Fail(kExitUsage, goal.status(), arguments.json);
    return SearchAll(arguments, command, **opened, *goal, &output);
  }
  const absl::StatusOr<std::unique_ptr<AnsweringSet>> set = OpenAnsweringSet(
      arguments.file, arguments.memory, HasFewBoards(arguments) ? Boards::kFew : Boards::kMany);
  if (!set.ok()) return Fail(set.status(), arguments.json);
  const Geometry geometry = (*set)->info().geometry;
  absl::StatusOr<Board> goal = ParseEqualBoard(geometry, arguments.to);
  const bool has_equal_tiles = goal.ok() && HasEqualTiles(*goal);
  if (!has_equal_tiles) goal = ParseGoalArgument(geometry, arguments.to);
  if (!goal.ok()) return Fail(kExitUsage, goal.status(), arguments.json);
  if (WindowTables::AreIn((*set)->policies()))
    arguments.other_size = "these tables solve other sizes too: say --board WxH";
  // Boards with equal tiles are not renamed.
  const Destination destination(has_equal_tiles ? Board::Solved(geometry) : *goal);
  if (!has_equal_tiles) NoteDetour((*set)->policies(), *goal);
  if (!effort->none()) {
    if (absl::Status status = (*set)->PrepareEffort(arguments.threads); !status.ok())
      return Fail(kExitInputFailed, status, arguments.json);
    // Ctrl-C ends a search of minutes with the best solution found so far.
    CatchInterrupts();
    effort->cancel = &interrupted;
  }
  std::unique_ptr<BoardSolver> solver;
  if (has_equal_tiles)
    solver = std::make_unique<EqualSolver>(**set, *effort, *goal);
  else
    solver = std::make_unique<LookupSolver>(**set, *effort, destination, arguments.json);
  bool all_read = false;
  const int exit_code =
      AnswerAll(arguments, command, *goal, destination, solver.get(), &output, &all_read);
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
      "  tilebase solve 3x3.tilebase 42_713856 --to columns\n"
      "  tilebase solve both.tilebase --random 5 --effort 1ms\n"
      "  tilebase solve any.tilebase --board 10x10 --random 5\n"
      "  tilebase solve 7x2.tilebase --random 5 --memory 4GB\n"
      "  tilebase solve both.tilebase --optimal --time 10s --random 5\n"
      "  tilebase solve both.tilebase --within 1.05 --random 5\n"
      "  tilebase solve both.tilebase --optimal --random 1000000 --part 3/16 --binary -o 3.bin\n"
      "  tilebase solve both.tilebase --optimal --random 1000000 --binary --first-moves -o d.bin "
      "--card d.md\n"
      "  tilebase solve 5x5.tilebase --optimal --checkpoint hard.search - < hard.txt\n\n"
      "--within ends sooner: it shortens a solution and raises a bound in turns, with any file,\n"
      "and prints both. --optimal needs a file with pattern tables (tilebase build --plan "
      "pattern:7-8), or one of\n"
      "the metric mtm, whose runs it counts. Where --time or --nodes ends the search, the "
      "solution\n"
      "found by lookup is given and marked. With --checkpoint the same command goes on, also "
      "after\n"
      "Ctrl-C or a crash.");
  command->AddOption("FILE", &arguments->file, "Table set")->Values(AsTableFile())->Required();
  command->AddOption("BOARD", &arguments->boards, "Boards; '-' reads one a line");
  AddSizeOption(command, &arguments->board, /*any=*/true);
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
      ->AddOption(
          "--memory", &arguments->memory,
          "Bytes of decoded tables at most, from 1.2MB on: where they need more, blocks are "
          "decoded as boards need them, which takes milliseconds a move")
      ->Values(AsSize(1))
      ->TypeName("SIZE");
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
  Option* const notation =
      command
          ->AddOption(
              "--notation", &arguments->notation,
              "Print moves as letters, as runs (U3 L2), as directions of the blank, or as the "
              "numbers of the tiles")
          ->Values(AsOneOf({"letters", "runs", "blank", "tiles"}))
          ->TypeName("NAME")
          ->Excludes(runs)
          ->ShowDefault();
  Option* const to = AddGoalOption(command, &arguments->to);
  command->AddOption("--goal", &arguments->goal, "The same as --to")
      ->TypeName("NAME")
      ->Excludes(to);
  Option* const optimal =
      command->AddFlag("--optimal", &arguments->optimal, "Search for shortest solutions")
          ->Excludes(effort)
          ->Excludes("--memory");
  Option* const within =
      command
          ->AddOption("--within", &arguments->within,
                      "Search for a solution of at most this many times the moves of a shortest "
                      "one, such as 1.05, and prove it")
          ->Values(AsNumber(1, 100))
          ->TypeName("FACTOR")
          ->Excludes(effort)
          ->Excludes("--memory")
          ->Excludes(optimal);
  command->AddOption("--nodes", &arguments->nodes, "Look at this many boards at most for each")
      ->Values(AsCount(1))
      ->TypeName("N");
  command->AddOption("--time", &arguments->seconds, "Search for this long at most, such as 1.5s")
      ->Values(AsTime(1e-6))
      ->TypeName("TIME");
  command->AddOption("--threads", &arguments->threads, "Threads for a hard board")
      ->Values(AsThreads())
      ->TypeName("N")
      ->ShowDefault();
  command
      ->AddOption(
          "--deliver", &arguments->deliver,
          "Wanted loads of a warehouse that reach a goal cell stay, or leave at once; leave "
          "is the default if the board has more of them than FILE")
      ->Values(AsOneOf({"stay", "leave"}))
      ->TypeName("HOW");
  AddBulkOptions(command, "answers", &arguments->bulk, {draw}, {json, runs, notation, within});
  command
      ->AddOption("--actions", &arguments->actions,
                  "Also the first N actions in each record, as letters")
      ->Values(AsCount(0, 65535))
      ->TypeName("N")
      ->Needs("--binary")
      ->ShowDefault();
  command
      ->AddFlag("--first-moves", &arguments->first_moves,
                "Also the first moves of all shortest solutions: a byte in each record, L 1, "
                "R 2, U 4, D 8; letters with --json")
      ->Needs(optimal);
  command
      ->AddOption("--card", &arguments->card,
                  "Also write to this file what the records are: layout, origin, counts, hash")
      ->Values(AsText("the name of a file"))
      ->TypeName("CARD")
      ->Needs(optimal)
      ->Needs("--binary")
      ->Needs("--output");
  command->AddFlag("--binary-input", &arguments->binary_input,
                   "'-' reads records as --binary writes them, without actions");
  command
      ->AddOption("--checkpoint", &arguments->checkpoint,
                  "Keep the search in this file, and go on from what it has")
      ->Values(AsText("the name of a file"))
      ->TypeName("FILE")
      ->Needs(optimal)
      ->Excludes("--output");
  command->Action([arguments, command] { return Run(*arguments, *command); });
}

}  // namespace tilebase
