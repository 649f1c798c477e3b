// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase scramble: random boards of a given difficulty, one a line, as solve reads them.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/optimal_scramble.h"
#include "runtime/optimal_search.h"
#include "runtime/scramble.h"
#include "tables/board_text.h"
#include "tables/destination.h"
#include "tables/error.h"
#include "tables/random_board.h"
#include "tables/words/word_file.h"
#include "tools/command/any_boards.h"
#include "tools/command/word_commands.h"
#include "tools/common/answer_output.h"
#include "tools/common/command.h"
#include "tools/common/goal_option.h"
#include "tools/common/json.h"
#include "tools/common/open_set.h"
#include "tools/common/quantity.h"
#include "tools/common/table_file.h"

namespace tilebase {
namespace {

constexpr int kSample = 10'000;  // random boards that show which lengths are usual

struct ScrambleArguments {
  std::string file;
  std::string to;  // a board; empty: home
  bool optimal = false;
  std::string board;  // of another size than the set's; empty: the set's
  std::string moves;
  uint64_t count = 1;
  uint64_t seed = 1;
  bool json = false;
  BulkArguments bulk;
};

const char* What(const Scrambler& scrambler) {
  return scrambler.is_optimal() ? "the length of a shortest solution"
                                : "the length of this set's own solution";
}

// Tells people on standard error what the boards are: standard output is for the next program.
void Note(const char* what, bool is_uniform) {
  std::fprintf(stderr, "tilebase: boards by %s, %s\n", what,
               is_uniform ? "every one as likely as any other"
                          : "from random walks from the goal, not all equally likely");
}

// Returns the board to scramble: the one given, or home.
std::string UsualLengths(const PolicySet& set) {
  Random random(1);
  std::vector<size_t> lengths(kSample);
  for (size_t& length : lengths) {
    const Board board = RandomSolvableBoard(set.info().geometry, random);
    std::string letters(set.info().certified_worst_case, 0);
    SolveRequest solved{board.tile, letters.data(), letters.size()};
    set.SolveLetters(&solved);
    letters.resize(solved.count);
    length = set.is_mtm() ? CountRuns(letters) : solved.count;
  }
  std::sort(lengths.begin(), lengths.end());
  return absl::StrCat(lengths[kSample / 100], " to ", lengths[kSample - 1 - kSample / 100]);
}

// Explains why there is no such board, and what to ask for instead.
std::string NotFound(const PolicySet& set, const Scrambler& scrambler,
                     const ScrambleArguments& arguments) {
  const std::string wanted = absl::StrCat(arguments.file, ": no board of ", arguments.moves,
                                          " moves, by ", What(scrambler));
  const uint32_t worst =
      set.is_mtm() ? set.info().certified_slides() : set.info().certified_worst_case;
  if (scrambler.is_optimal())
    return absl::StrCat(wanted, ": the greatest of this size is ", worst, "; ask for 0 to ", worst);
  return absl::StrCat(wanted, ", was met: its plan, ", set.info().plan, ", needs ",
                      UsualLengths(set), " moves for 98 of 100 random boards and never more than ",
                      worst, "; ask for a wider range or nearer to these, or build other tables");
}

// A board to print.
struct Made {
  Board board;
  uint64_t moves = 0;
};

// Opens the output, makes every board of the part by its number, and returns the exit code. `make`
// returns an exit code, too; `json` describes the board that it made.
int MakeAll(const ScrambleArguments& arguments, const Command& command, Geometry geometry,
            const std::function<int(uint64_t number, Made*)>& make,
            const std::function<Json(const Made&)>& json) {
  AnswerOutput output;
  const RecordForm form = {.cells = static_cast<size_t>(geometry.cells())};
  if (!arguments.bulk.file.empty()) {
    const absl::Status status =
        output.Open(arguments.bulk, command, arguments.file,
                    arguments.bulk.binary ? std::optional<RecordForm>(form) : std::nullopt);
    if (!status.ok()) return Fail(status, arguments.json);
  }
  const Part part = *arguments.bulk.part();
  const uint64_t begin = part.Begin(arguments.count);
  const uint64_t end = part.End(arguments.count);
  for (uint64_t i = begin + output.answered(); i < end && output.IsOpen(); ++i) {
    Made made;
    const int code = make(i, &made);
    if (interrupted) break;
    if (code != kExitDone) return code;
    if (arguments.bulk.binary)
      output.Add(form.Record(&made.board, made.moves, ""));
    else
      output.Add((arguments.json ? json(made).Text() : ToString(made.board)) + "\n");
    output.Progress(i + 1 - begin, end - begin);
  }
  const absl::Status status = output.Finish();
  return status.ok() ? kExitDone : Fail(status, arguments.json);
}

int RunOptimal(const ScrambleArguments& arguments, const Command& command,
               const std::pair<uint32_t, uint32_t>& moves) {
  const auto tables = OptimalSearch::Open(arguments.file, MachineThreads());
  if (!tables.ok()) return Fail(WithNextStep(arguments.file, tables.status()), arguments.json);
  const absl::StatusOr<Board> goal = ParseGoalArgument((*tables)->geometry(), arguments.to);
  if (!goal.ok()) return Fail(kExitUsage, goal.status(), arguments.json);
  std::optional<ProgressBar> bar(std::in_place, "boards");
  OptimalScrambler scrambler(**tables, Destination(*goal),
                             {.min_moves = moves.first,
                              .max_moves = moves.second,
                              .seed = arguments.seed,
                              .cancel = &interrupted,
                              .watch = [&](uint64_t solved) {
                                if (bar) bar->Update(solved, 0, "solved to find one");
                              }});
  scrambler.Start();
  bool noted = false;
  const auto make = [&](uint64_t number, Made* made) -> int {
    // With -o, progress counts boards.
    if (arguments.bulk.file.empty()) bar.emplace("boards");
    const std::optional<uint64_t> length = scrambler.Make(number, &made->board);
    bar.reset();
    if (!length)
      return Fail(
          kExitInputFailed,
          absl::StrCat(arguments.file, ": no board whose shortest solution has ", arguments.moves,
                       " moves", " was met; ask for a wider range, or for another seed"),
          arguments.json);
    if (!noted) Note("the length of a shortest solution", scrambler.is_uniform());
    noted = true;
    made->moves = *length;
    return kExitDone;
  };
  return MakeAll(arguments, command, (*tables)->geometry(), make, [&](const Made& made) {
    return ScrambleJson(made.board, made.moves, true, scrambler.is_uniform());
  });
}

int Run(ScrambleArguments arguments, const Command& command) {
  const bool json = arguments.json;
  const bool is_bulk = !arguments.bulk.file.empty() || arguments.bulk.part_text != "1/1";
  if (!arguments.board.empty() && arguments.moves.empty() && !arguments.optimal && !is_bulk)
    return ScrambleAnyBoards({.file = arguments.file,
                              .board = arguments.board,
                              .to = arguments.to,
                              .boards = {},
                              .random = arguments.count,
                              .seed = arguments.seed,
                              .json = json});
  if (arguments.moves.empty())
    return Fail(kExitUsage,
                absl::StrCat("no difficulty given; expected --moves N or N..M",
                             IsWordFile(arguments.file) ? "" : ", or --board WxH"),
                json);
  const auto moves = ParseCountRange(arguments.moves);
  if (!moves)
    return Fail(kExitUsage,
                absl::StrCat("--moves '", arguments.moves,
                             "': expected a number of moves or a range such as 30..40"),
                json);
  if (IsWordFile(arguments.file)) {
    const char* const option = !arguments.to.empty()      ? "--to"
                               : !arguments.board.empty() ? "--board"
                               : arguments.bulk.binary    ? "--binary"
                               : is_bulk                  ? "-o and --part"
                                                          : nullptr;
    if (option != nullptr) return Fail(kExitUsage, NotOfTheseBoards(arguments.file, option), json);
    return ScrambleWordBoards(arguments.file, moves->first, moves->second, arguments.count,
                              arguments.seed, json);
  }
  const auto file = FileOfSize(arguments.file, arguments.board, "the number of moves");
  if (!file.ok()) return Fail(file.status(), json);
  arguments.file = *file;
  if (arguments.optimal) return RunOptimal(arguments, command, *moves);
  absl::StatusOr<std::unique_ptr<PolicySet>> set = OpenSet(arguments.file);
  if (!set.ok()) return Fail(set.status(), json);
  const absl::StatusOr<Board> goal = ParseGoalArgument((*set)->info().geometry, arguments.to);
  if (!goal.ok()) return Fail(kExitUsage, goal.status(), json);
  const ScrambleWish wish = {
      .min_moves = moves->first, .max_moves = moves->second, .seed = arguments.seed, .goal = *goal};
  Scrambler scrambler(**set, wish);
  const auto refuse = [&](tilebase_code code) {
    if (code == TILEBASE_ERROR_NOT_FOUND)
      return Fail(kExitInputFailed, NotFound(**set, scrambler, arguments), json);
    return Fail(kExitFile, absl::StrCat(arguments.file, ": ", tilebase_error_text(code)), json);
  };
  if (const tilebase_code code = scrambler.Start(); code != TILEBASE_OK) return refuse(code);
  bool begun = false;
  const auto make = [&](uint64_t number, Made* made) -> int {
    tilebase_code code = begun ? TILEBASE_OK : scrambler.GoTo(number);
    uint32_t length = 0;
    if (code == TILEBASE_OK) code = scrambler.Next(&made->board, &length);
    if (code != TILEBASE_OK) return refuse(code);
    if (!begun) Note(What(scrambler), scrambler.is_uniform());
    begun = true;
    made->moves = length;
    return kExitDone;
  };
  return MakeAll(arguments, command, goal->geometry, make, [&](const Made& made) {
    return ScrambleJson(made.board, made.moves, scrambler.is_optimal(), scrambler.is_uniform());
  });
}

}  // namespace

void AddScrambleCommand(Command* program) {
  auto arguments = std::make_shared<ScrambleArguments>();
  Command* command = program->AddCommand("scramble", "Make random boards of a wanted difficulty");
  command->Footer(
      "Prints one board a line, as 'tilebase solve FILE -' reads them. Difficulty is the number\n"
      "of moves that this table set needs, in its metric: the optimal depth if its plan is one\n"
      "stage of all tiles, otherwise the length of its own solution. Standard error says which of\n"
      "the two. --optimal searches, as solve does, and goes by the length of a shortest "
      "solution.\n\n"
      "  tilebase scramble l5.tilebase --moves 60..70 --count 10\n"
      "  tilebase scramble l5.tilebase --moves 20 | tilebase solve l5.tilebase -\n"
      "  tilebase scramble 3x3.tilebase --moves 20 --to 1234_6758\n"
      "  tilebase scramble both.tilebase --moves 50..55 --optimal\n"
      "  tilebase scramble l5.tilebase --moves 60..70 --count 1000000 --part 3/16 -o boards.3\n"
      "  tilebase scramble any.tilebase --board 20x20");
  command->AddOption("FILE", &arguments->file, "Table set")->Values(AsTableFile())->Required();
  command->AddOption("--moves", &arguments->moves, "How many actions the boards are to need")
      ->TypeName("N or N..M");
  AddGoalOption(command, &arguments->to);
  command->AddFlag("--optimal", &arguments->optimal,
                   "By the length of a shortest solution, which a search finds");
  command
      ->AddOption("--board", &arguments->board,
                  "Boards of this size; without --moves all of 2x2 to 1000x1000, equally likely")
      ->TypeName("WxH");
  command->AddOption("--count", &arguments->count, "How many boards")
      ->Values(AsCount(1))
      ->TypeName("K")
      ->ShowDefault();
  command->AddOption("--seed", &arguments->seed, "The same seed makes the same boards")
      ->Values(AsCount())
      ->TypeName("N")
      ->ShowDefault();
  Option* const json =
      command->AddFlag("--json", &arguments->json, "One JSON object a line, with the moves");
  AddBulkOptions(command, "boards", &arguments->bulk, {}, {json});
  command->Action([arguments, command] { return Run(*arguments, *command); });
}

}  // namespace tilebase
