// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase solve: one line of output for each board, in order.

#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/look_ahead.h"
#include "runtime/policy_set.h"
#include "tables/board_text.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tools/command.h"
#include "tools/effort.h"
#include "tools/json.h"
#include "tools/open_set.h"

namespace tilebase {
namespace {

struct SolveArguments {
  std::string file;
  std::vector<std::string> boards;
  uint64_t random = 0;
  uint64_t seed = 1;
  std::string effort = "0";
  bool json = false;
  bool draw = false;
};

class BoardSolver {
 public:
  // `look_ahead` is null where the effort is none.
  BoardSolver(const PolicySet& set, const LookAhead* look_ahead, const Effort& effort,
              const SolveArguments& arguments)
      : set_(set),
        look_ahead_(look_ahead),
        effort_(effort),
        arguments_(arguments),
        actions_(set.info().certified_worst_case) {}

  // Solves one board and prints its line. Returns false, with the reason in the board's place,
  // where it cannot be solved.
  bool Answer(const std::string& text) {
    absl::StatusOr<Board> board = ParseBoard(set_.info().geometry, text);
    if (board.ok()) {
      if (absl::Status solvable = CheckSolvable(*board); !solvable.ok()) board = solvable;
    }
    if (!board.ok()) return Refuse(std::string(board.status().message()));
    return Answer(*board);
  }

  bool Answer(const Board& board) {
    QuickBoard quick{board.tile, actions_.data(), actions_.size()};
    if (look_ahead_ == nullptr)
      set_.SolveLetters(&quick);
    else
      look_ahead_->Solve(effort_, &memory_, &quick);
    if (quick.code != TILEBASE_OK) return Refuse(tilebase_error_text(quick.code));
    const size_t count = quick.count;
    const std::string actions(actions_.data(), count);
    if (arguments_.draw) std::fputs(Draw(board).c_str(), stdout);
    if (arguments_.json) {
      nlohmann::ordered_json line;
      line["moves"] = count;
      line["actions"] = actions;
      if (look_ahead_ == nullptr) line["stages"] = Stages(board, actions);
      PrintJsonLine(line);
    } else {
      std::printf("%zu %s\n", count, actions.c_str());
    }
    return true;
  }

 private:
  bool Refuse(const std::string& reason) {
    if (arguments_.json)
      PrintJsonLine({{"error", reason}});
    else
      std::printf("error: %s\n", reason.c_str());
    return false;
  }

  // How many actions each stage took, and the subproblem that it solved.
  nlohmann::ordered_json Stages(Board board, const std::string& actions) const {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    size_t next = 0;
    for (const PolicyStage& stage : set_.stages()) {
      const Subproblem& wanted = stage.tables[0].subproblem;
      nlohmann::ordered_json entry;
      entry["goal"] = TileList(wanted.goal);
      entry["fixed"] = TileList(wanted.fixed);
      const size_t first = next;
      if (!wanted.IsGoal(board)) {
        uint64_t rank = 0;
        const PolicyTable* table = ChooseTable(stage, board, &rank);
        entry["goal"] = TileList(table->subproblem.goal);
        entry["fixed"] = TileList(table->subproblem.fixed);
        while (!table->subproblem.IsGoal(board) && next < actions.size()) {
          for (int a = 0; a < kActions; ++a)
            if (Letter(static_cast<Action>(a)) == actions[next]) {
              board.Apply(static_cast<Action>(a));
              break;
            }
          ++next;
        }
      }
      entry["moves"] = next - first;
      list.push_back(entry);
    }
    return list;
  }

  const PolicySet& set_;
  const LookAhead* const look_ahead_;
  const Effort effort_;
  LookAheadMemory memory_;
  const SolveArguments& arguments_;
  std::vector<char> actions_;
};

// Solving on for a reader that has gone would be in vain.
bool OutputOpen() { return std::ferror(stdout) == 0; }

int Run(const SolveArguments& arguments) {
  if (arguments.boards.empty() && arguments.random == 0)
    return Fail(kExitUsage,
                "no board given; write one as an argument, '-' to read one a line from "
                "standard input, or --random N",
                arguments.json);
  const absl::StatusOr<Effort> effort = ParseEffort(arguments.effort);
  if (!effort.ok()) return Fail(kExitUsage, effort.status(), arguments.json);
  absl::StatusOr<std::unique_ptr<PolicySet>> set = OpenSet(arguments.file);
  if (!set.ok()) return Fail(kExitFile, set.status(), arguments.json);
  std::unique_ptr<LookAhead> look_ahead;
  if (!effort->none()) {
    LookAhead::Options options;
    options.threads = MachineThreads();
    auto created = LookAhead::Create(**set, options);
    if (!created.ok()) return Fail(kExitInputFailed, created.status(), arguments.json);
    look_ahead = *std::move(created);
  }
  BoardSolver solver(**set, look_ahead.get(), *effort, arguments);
  std::ios::sync_with_stdio(false);  // or in_avail() below knows nothing
  bool all_solved = true;
  for (const std::string& board : arguments.boards) {
    if (board != "-") {
      all_solved &= solver.Answer(board);
      continue;
    }
    for (std::string line; OutputOpen() && std::getline(std::cin, line);) {
      all_solved &= solver.Answer(line);
      // Whoever waits for an answer before writing the next board gets it.
      if (std::cin.rdbuf()->in_avail() <= 0) std::fflush(stdout);
    }
  }
  Random random(arguments.seed);
  for (uint64_t i = 0; i < arguments.random && OutputOpen(); ++i)
    all_solved &= solver.Answer(RandomSolvableBoard((*set)->info().geometry, random));
  return all_solved ? kExitDone : kExitInputFailed;
}

}  // namespace

void AddSolveCommand(CLI::App& app, int* exit_code) {
  auto arguments = std::make_shared<SolveArguments>();
  CLI::App* command = app.add_subcommand("solve", "Solve boards by table lookup");
  command->footer(
      "Prints for each board the number of actions and the actions: the directions (L, R, U, D)\n"
      "in which tiles slide. A board that cannot be solved gets a line 'error: REASON' in its\n"
      "place, and the exit code is 1 at the end.\n\n"
      "A board is its numbers row by row, separated by spaces, commas, slashes or line ends; the\n"
      "blank is 0, _ or the number of cells. Up to nine cells may be one word: 42_713856.\n\n"
      "  tilebase solve l1.tilebase \"15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5\"\n"
      "  tilebase solve l1.tilebase - < boards.txt\n"
      "  tilebase solve l1.tilebase --random 5 --draw\n"
      "  tilebase solve small.tilebase --random 5 --effort 1ms");
  command->add_option("FILE", arguments->file, "Table set")->required()->type_name("");
  command->add_option("BOARD", arguments->boards, "Boards; '-' reads one a line")->type_name("");
  CLI::Option* const json =
      command->add_flag("--json", arguments->json, "One JSON object a line, with the stages");
  command
      ->add_option("--effort", arguments->effort,
                   "Look for shorter solutions: for so many look-ups (2000) or so long (20us, 1ms) "
                   "a board")
      ->type_name("E")
      ->capture_default_str();
  command->add_option("--random", arguments->random, "Also solve this many random boards")
      ->type_name("N");
  command->add_option("--seed", arguments->seed, "Of the random boards")
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--draw", arguments->draw, "Draw each board before its solution")
      ->excludes(json);
  command->callback([arguments, exit_code] { *exit_code = Run(*arguments); });
}

}  // namespace tilebase
