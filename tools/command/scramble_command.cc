// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase scramble: random boards of a wanted difficulty, one a line, as solve reads them.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/scramble.h"
#include "tables/board_text.h"
#include "tables/random_board.h"
#include "tools/command/any_boards.h"
#include "tools/common/answer_json.h"
#include "tools/common/command.h"
#include "tools/common/open_set.h"
#include "tools/common/options.h"
#include "tools/common/quantity.h"

namespace tilebase {
namespace {

constexpr int kSample = 10'000;  // random boards that tell what lengths are usual

struct ScrambleArguments {
  std::string file;
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
void Note(const Scrambler& scrambler) {
  std::fprintf(stderr, "tilebase: boards by %s, %s\n", What(scrambler),
               scrambler.is_uniform()
                   ? "every one as likely as any other"
                   : "from random walks back from the goal, not all equally likely");
}

// The lengths of the set's solutions of most random boards: "87 to 159".
std::string UsualLengths(const PolicySet& set) {
  Random random(1);
  std::vector<size_t> lengths(kSample);
  for (size_t& length : lengths) {
    const Board board = RandomSolvableBoard(set.info().geometry, random);
    SolveRequest solved{board.tile};
    set.SolveLetters(&solved);
    length = solved.count;
  }
  std::sort(lengths.begin(), lengths.end());
  return absl::StrCat(lengths[kSample / 100], " to ", lengths[kSample - 1 - kSample / 100]);
}

// Why there is no such board, and what to ask for instead.
std::string NotFound(const PolicySet& set, const Scrambler& scrambler,
                     const ScrambleArguments& arguments) {
  const std::string wanted =
      absl::StrCat(arguments.file, ": no board of ", What(scrambler), " ", arguments.moves);
  const uint32_t worst = set.info().certified_worst_case;
  if (scrambler.is_optimal())
    return absl::StrCat(wanted, ": the greatest of this size is ", worst, "; ask for 0 to ", worst);
  return absl::StrCat(wanted, " was met: its plan, ", set.info().plan, ", needs ",
                      UsualLengths(set),
                      " actions for 98 of 100 random boards and never more than ", worst,
                      "; ask for a wider range or nearer to these, or build other tables");
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
  const ScrambleWish wish = {
      .min_moves = moves->first, .max_moves = moves->second, .seed = arguments.seed};
  absl::StatusOr<std::unique_ptr<PolicySet>> set = OpenSet(arguments.file);
  if (!set.ok()) return Fail(set.status(), json);
  Scrambler scrambler(**set, wish);
  tilebase_code code = scrambler.Start();
  for (uint64_t i = 0; i < arguments.count && code == TILEBASE_OK; ++i) {
    Board board;
    uint32_t moves = 0;
    code = scrambler.Next(&board, &moves);
    if (code != TILEBASE_OK) break;
    if (i == 0) Note(scrambler);
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
      "of actions that this table set needs: the optimal depth where its plan is one stage of all\n"
      "tiles, otherwise the length of its own solution. Standard error says which of the two.\n\n"
      "  tilebase scramble l5.tilebase --moves 60..70 --count 10\n"
      "  tilebase scramble l5.tilebase --moves 20 | tilebase solve l5.tilebase -\n"
      "  tilebase scramble any.tilebase --board 20x20");
  command->add_option("FILE", arguments->file, "Table set")->required()->type_name("");
  CLI::Option* const moves =
      command->add_option("--moves", arguments->moves, "How many actions the boards are to need")
          ->type_name("N or N..M");
  command
      ->add_option("--board", arguments->board,
                   "Random boards of this size, 2x2 to 1000x1000, all equally likely")
      ->excludes(moves)
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
