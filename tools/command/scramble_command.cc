// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase scramble: random boards of a wanted difficulty, one a line, as solve reads them.

#include <limits.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/scramble.h"
#include "tables/action_text.h"
#include "tables/board_text.h"
#include "tables/destination.h"
#include "tables/error.h"
#include "tables/random_board.h"
#include "tools/command/any_boards.h"
#include "tools/common/answer_json.h"
#include "tools/common/command.h"
#include "tools/common/open_set.h"
#include "tools/common/optimal_search.h"
#include "tools/common/options.h"
#include "tools/common/quantity.h"

namespace tilebase {
namespace {

constexpr int kSample = 10'000;  // random boards that tell what lengths are usual

// With --optimal: random boards that tell whether some are so difficult, the same for every seed;
// how many of them must be; boards looked at for each that is made; and the time for each.
constexpr int kTrialBoards = 200;
constexpr int kTrialHits = 4;
constexpr int kOptimalTries = 10'000;
constexpr double kOptimalSeconds = 10;

struct ScrambleArguments {
  std::string file;
  std::string to;  // a board; empty: home
  bool optimal = false;
  std::string board;  // of another size than the set's; empty: the set's
  std::string moves;
  uint64_t count = 1;
  uint64_t seed = 1;
  bool json = false;
};

const char* What(const Scrambler& scrambler) {
  return scrambler.is_optimal() ? "optimal depth" : "solution length";
}

// What the boards are, for people: standard output is for the next program.
void Note(const char* what, bool is_uniform) {
  std::fprintf(stderr, "tilebase: boards by %s, %s\n", what,
               is_uniform ? "every one as likely as any other"
                          : "from random walks back from the goal, not all equally likely");
}

// The lengths of the set's solutions of most random boards: "87 to 159".
absl::StatusOr<Board> GoalOf(const ScrambleArguments& arguments, Geometry geometry) {
  if (arguments.to.empty()) return Board::Solved(geometry);
  absl::StatusOr<Board> goal = ParseBoard(geometry, arguments.to);
  return goal.ok() ? goal : ErrorWithin("--to", goal.status());
}

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

// Why there is no such board, and what to ask for instead.
std::string NotFound(const PolicySet& set, const Scrambler& scrambler,
                     const ScrambleArguments& arguments) {
  const std::string wanted =
      absl::StrCat(arguments.file, ": no board of ", What(scrambler), " ", arguments.moves);
  const uint32_t worst = set.is_mtm() ? set.info().certified_worst_case /
                                            static_cast<uint32_t>(LongestSlide(set.info().geometry))
                                      : set.info().certified_worst_case;
  if (scrambler.is_optimal())
    return absl::StrCat(wanted, ": the greatest of this size is ", worst, "; ask for 0 to ", worst);
  return absl::StrCat(wanted, " was met: its plan, ", set.info().plan, ", needs ",
                      UsualLengths(set), " moves for 98 of 100 random boards and never more than ",
                      worst, "; ask for a wider range or nearer to these, or build other tables");
}

// Boards by the length of a shortest solution, which the search finds.
class OptimalScrambler {
 public:
  OptimalScrambler(const OptimalSearch& tables, const std::pair<uint32_t, uint32_t>& moves,
                   uint64_t seed)
      : tables_(tables), min_(moves.first), max_(moves.second), random_(seed) {
    Random trial(0);
    int hits = 0;
    for (int i = 0; i < kTrialBoards && hits < kTrialHits; ++i)
      hits += Length(RandomSolvableBoard(tables.geometry(), trial)) >= 0;
    is_uniform_ = hits >= kTrialHits;
  }

  // Whether every board of this difficulty is as likely as any other.
  bool is_uniform() const { return is_uniform_; }

  // Returns the length, or -1 where none was met.
  int Next(Board* board) {
    for (int i = 0; i < kOptimalTries; ++i) {
      *board = is_uniform_ ? RandomSolvableBoard(tables_.geometry(), random_) : WalkFromGoal();
      if (const int length = Length(*board); length >= 0) return length;
    }
    return -1;
  }

 private:
  // The length of a shortest solution, or -1 where it is not wanted or not found in time.
  int Length(const Board& board) const {
    OptimalLimits limits;
    limits.known = static_cast<int>(std::min<uint64_t>(max_, INT_MAX - 1)) + 1;
    limits.seconds = kOptimalSeconds;
    const OptimalAnswer answer = tables_.Solve(board, limits);
    const size_t moves = tables_.Moves(answer.letters);
    const bool wanted = answer.found && answer.proven && moves >= min_ && moves <= max_;
    return wanted ? static_cast<int>(moves) : -1;
  }

  // Walks of up to three times the moves, for they run in circles.
  Board WalkFromGoal() {
    Board board = Board::Solved(tables_.geometry());
    std::optional<Action> last;
    const uint64_t most = std::min<uint64_t>(max_, 1000);
    for (uint64_t left = min_ + random_.Below(3 * most - std::min<uint64_t>(min_, most) + 1);
         left > 0;) {
      const Action action = static_cast<Action>(random_.Below(kActions));
      if (!board.CanApply(action) || (last && action == Opposite(*last))) continue;
      board.Apply(action);
      last = action;
      --left;
    }
    return board;
  }

  const OptimalSearch& tables_;
  const uint64_t min_, max_;
  Random random_;
  bool is_uniform_ = false;
};

int RunOptimal(const ScrambleArguments& arguments, const std::pair<uint32_t, uint32_t>& moves) {
  const auto tables = OptimalSearch::Open(arguments.file, MachineThreads());
  if (!tables.ok()) return Fail(tables.status(), arguments.json);
  const absl::StatusOr<Board> goal = GoalOf(arguments, tables->geometry());
  if (!goal.ok()) return Fail(kExitUsage, goal.status(), arguments.json);
  const Destination destination(*goal);
  if (destination.detour() != 0)
    return Fail(kExitUsage, "--to with --optimal: expected a board with the blank in a corner",
                arguments.json);
  OptimalScrambler scrambler(*tables, moves, arguments.seed);
  for (uint64_t i = 0; i < arguments.count && std::ferror(stdout) == 0; ++i) {
    Board board;
    const int length = scrambler.Next(&board);
    if (length < 0)
      return Fail(kExitInputFailed,
                  absl::StrCat(arguments.file, ": no board of optimal depth ", arguments.moves,
                               " was met; ask for a wider range"),
                  arguments.json);
    if (i == 0) Note("optimal depth", scrambler.is_uniform());
    const std::string text = ToString(destination.Original(board));
    if (arguments.json)
      PrintJsonLine({{"board", text},
                     {"moves", length},
                     {"optimal", true},
                     {"uniform", scrambler.is_uniform()}});
    else
      std::puts(text.c_str());
  }
  return kExitDone;
}

int Run(const ScrambleArguments& arguments) {
  const bool json = arguments.json;
  if (!arguments.board.empty())
    return ScrambleAnyBoards({.file = arguments.file,
                              .board = arguments.board,
                              .boards = {},
                              .random = arguments.count,
                              .seed = arguments.seed,
                              .json = json});
  if (arguments.moves.empty())
    return Fail(kExitUsage, "no difficulty given; expected --moves N or N..M, or --board WxH",
                json);
  const auto moves = ParseCountRange(arguments.moves);
  if (!moves)
    return Fail(kExitUsage,
                absl::StrCat("--moves '", arguments.moves,
                             "': expected a number of moves or a range such as 30..40"),
                json);
  if (arguments.optimal) return RunOptimal(arguments, *moves);
  absl::StatusOr<std::unique_ptr<PolicySet>> set = OpenSet(arguments.file);
  if (!set.ok()) return Fail(set.status(), json);
  const absl::StatusOr<Board> goal = GoalOf(arguments, (*set)->info().geometry);
  if (!goal.ok()) return Fail(kExitUsage, goal.status(), json);
  const ScrambleWish wish = {
      .min_moves = moves->first, .max_moves = moves->second, .seed = arguments.seed, .goal = *goal};
  Scrambler scrambler(**set, wish);
  tilebase_code code = scrambler.Start();
  for (uint64_t i = 0; i < arguments.count && code == TILEBASE_OK; ++i) {
    Board board;
    uint32_t moves = 0;
    code = scrambler.Next(&board, &moves);
    if (code != TILEBASE_OK) break;
    if (i == 0) Note(What(scrambler), scrambler.is_uniform());
    if (json) {
      PrintJsonLine(ScrambleJson(scrambler, board, moves));
    } else {
      std::puts(ToString(board).c_str());
    }
    if (std::ferror(stdout) != 0) break;  // the reader has gone
  }
  if (code == TILEBASE_ERROR_NOT_FOUND)
    return Fail(kExitInputFailed, NotFound(**set, scrambler, arguments), json);
  if (code != TILEBASE_OK)
    return Fail(kExitFile, absl::StrCat(arguments.file, ": ", tilebase_error_text(code)), json);
  return kExitDone;
}

}  // namespace

void AddScrambleCommand(CLI::App& app, int* exit_code) {
  auto arguments = std::make_shared<ScrambleArguments>();
  CLI::App* command = app.add_subcommand("scramble", "Make random boards of a wanted difficulty");
  command->footer(
      "Prints one board a line, as 'tilebase solve FILE -' reads them. Difficulty is the number\n"
      "of moves that this table set needs, in its metric: the optimal depth where its plan is one\n"
      "stage of all tiles, otherwise the length of its own solution. Standard error says which of\n"
      "the two. --optimal searches, as solve does, and goes by the length of a shortest "
      "solution.\n\n"
      "  tilebase scramble l5.tilebase --moves 60..70 --count 10\n"
      "  tilebase scramble l5.tilebase --moves 20 | tilebase solve l5.tilebase -\n"
      "  tilebase scramble 3x3.tilebase --moves 20 --to 1234_6758\n"
      "  tilebase scramble both.tilebase --moves 50..55 --optimal\n"
      "  tilebase scramble any.tilebase --board 20x20");
  command->add_option("FILE", arguments->file, "Table set")->required()->type_name("");
  CLI::Option* const moves =
      command->add_option("--moves", arguments->moves, "How many actions the boards are to need")
          ->type_name("N or N..M");
  CLI::Option* const to =
      command->add_option("--to", arguments->to, "The goal is this board")->type_name("BOARD");
  CLI::Option* const optimal =
      command->add_flag("--optimal", arguments->optimal,
                        "By the length of a shortest solution, which a search finds");
  command
      ->add_option("--board", arguments->board,
                   "Random boards of this size, 2x2 to 1000x1000, all equally likely")
      ->excludes(moves)
      ->excludes(to)
      ->excludes(optimal)
      ->type_name("WxH");
  command->add_option("--count", arguments->count, "How many boards")
      ->transform(AsCount(1))
      ->type_name("K")
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "The same seed makes the same boards")
      ->transform(AsCount())
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "One JSON object a line, with the moves");
  command->callback([arguments, exit_code] { *exit_code = Run(*arguments); });
}

}  // namespace tilebase
