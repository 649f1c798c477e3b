// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase compare: solvers side by side on the same boards.

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/plan.h"
#include "tools/classic/registry.h"
#include "tools/command.h"
#include "tools/compare/boards.h"
#include "tools/compare/comparison.h"
#include "tools/compare/contestant.h"
#include "tools/json.h"
#include "tools/open_set.h"
#include "tools/progress_bar.h"

namespace tilebase {
namespace {

struct CompareArguments {
  std::vector<std::string> files;
  std::string boards = "100";
  std::vector<std::string> solvers;
  std::vector<double> ratios = {2};
  std::string goal = "blank-last";
  uint64_t seed = 1;
  uint64_t nodes = UINT64_MAX;
  double seconds = 10;
  uint64_t memory = uint64_t{2} << 30;
  bool json = false;
};

std::atomic<bool> interrupted{false};

// The first Ctrl-C ends the search under way and tells what there is, the second one the process.
void OnInterrupt(int signal) {
  interrupted = true;
  std::signal(signal, SIG_DFL);
}

// What a size allows in a moment a board.
std::vector<std::string> UsualSolvers(Geometry geometry) {
  if (geometry.cells() <= 9)
    return {"bfs", "bidirectional", "greedy", "wastar", "astar", "ida", "ida-fsm:last-moves"};
  if (geometry.cells() <= 16) return {"greedy", "wastar", "ida-fsm:last-moves"};
  return {"greedy", "wastar"};
}

struct OpenedSet {
  std::string path;
  std::shared_ptr<const PolicySet> set;
  double seconds;
};

int Run(const CompareArguments& arguments) {
  std::signal(SIGINT, OnInterrupt);
  std::signal(SIGTERM, OnInterrupt);
  std::vector<OpenedSet> sets;
  for (const std::string& path : arguments.files) {
    const auto start = std::chrono::steady_clock::now();
    absl::StatusOr<std::unique_ptr<PolicySet>> set = OpenSet(path);
    if (!set.ok()) return Fail(kExitFile, set.status(), arguments.json);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    sets.push_back({path, *std::move(set), time.count()});
  }
  const Geometry usual = sets.empty() ? Geometry{} : sets[0].set->info().geometry;
  absl::StatusOr<ComparedBoards> boards =
      ChooseBoards(arguments.boards, usual, arguments.goal == "blank-first", arguments.seed);
  if (!boards.ok()) return Fail(kExitInputFailed, boards.status(), arguments.json);

  std::vector<Contestant> contestants;
  for (OpenedSet& opened : sets) {
    const Geometry geometry = opened.set->info().geometry;
    if (!(geometry == boards->geometry))
      return Fail(
          kExitUsage,
          absl::StrCat(opened.path, ": a table set for ", ToString(geometry),
                       ", but the boards are ", ToString(boards->geometry),
                       "; choose boards of its size with --boards ", ToString(geometry), ":..."),
          arguments.json);
    contestants.push_back(LookupContestant(opened.path, std::move(opened.set), opened.seconds));
  }
  for (const std::string& name :
       arguments.solvers.empty() ? UsualSolvers(boards->geometry) : arguments.solvers) {
    const bool weighted = name == "wastar" || name.rfind("wastar:", 0) == 0;
    for (size_t i = 0; i < (weighted ? arguments.ratios.size() : 1); ++i) {
      absl::StatusOr<Contestant> contestant =
          ClassicContestant(name, boards->geometry, arguments.ratios[i]);
      if (!contestant.ok()) return Fail(kExitUsage, contestant.status(), arguments.json);
      contestants.push_back(*std::move(contestant));
    }
  }

  Comparison comparison(*boards);
  classic::Limits limits;
  limits.nodes = arguments.nodes;
  limits.seconds = arguments.seconds;
  limits.memory_bytes = arguments.memory;
  limits.stop = &interrupted;
  {
    ProgressBar bar("boards");
    const uint64_t count = boards->boards.size();
    for (size_t i = 0; i < contestants.size() && !interrupted; ++i) {
      const absl::Status status =
          comparison.Run(contestants[i], limits, [&](uint64_t done, uint64_t expanded) {
            bar.Update(i * count + done, contestants.size() * count,
                       absl::StrCat(contestants[i].name, ", ",
                                    ShortCount(static_cast<double>(expanded)), " expanded"));
          });
      if (!status.ok()) return Fail(kExitInputFailed, status, arguments.json);
    }
  }
  if (arguments.json)
    PrintJsonLine(comparison.ToJson());
  else
    std::fputs(comparison.ToText().c_str(), stdout);
  return interrupted ? kExitInputFailed : kExitDone;
}

std::string List(const std::vector<classic::NamedPart>& parts) {
  std::string text;
  for (const classic::NamedPart& part : parts) {
    text += "  " + part.name;
    text.append(part.name.size() < 16 ? 16 - part.name.size() : 1, ' ');
    absl::StrAppend(&text, " ", part.what, "\n");
  }
  return text;
}

}  // namespace

void AddCompareCommand(CLI::App& app, int* exit_code) {
  auto arguments = std::make_shared<CompareArguments>();
  CLI::App* command = app.add_subcommand("compare", "Solvers side by side on the same boards");
  command->footer(absl::StrCat(
      "Every FILE solves by lookup, every solver by search. A solver is SEARCH or\n"
      "SEARCH:HEURISTIC (manhattan, if none is given). Searches:\n",
      List(classic::Searches()), "Heuristics:\n", List(classic::Heuristics()),
      "\nBoards are [WxH:]COUNT random ones, [WxH:]all, or [WxH:]FILE with a board a line, which\n"
      "may end with the least number of moves; '-' is standard input. Means are of the boards\n"
      "solved; 'gap' is the mean of moves above the least number, where that is known.\n\n"
      "  tilebase compare --boards 3x3:1000\n"
      "  tilebase compare l5.tilebase --boards 1000 --solvers wastar,ida-fsm:last-moves\n"
      "  echo 1234_5678 | tilebase compare --boards 3x3:- --solvers bfs,wastar --ratio 1,2,3"));
  command->add_option("FILE", arguments->files, "Table sets")->type_name("");
  command->add_option("--boards", arguments->boards, "Boards to solve")
      ->type_name("WHAT")
      ->capture_default_str();
  command->add_option("--solvers", arguments->solvers, "Solvers, separated by commas")
      ->delimiter(',')
      ->type_name("LIST");
  command
      ->add_option("--ratio", arguments->ratios,
                   "Of wastar: what the heuristic counts for (default: 2)")
      ->delimiter(',')
      ->check(CLI::Range(0.0, 1e6).description(""))
      ->type_name("R,...");
  command->add_option("--goal", arguments->goal, "Of a file's boards: blank-last or blank-first")
      ->check(CLI::IsMember({"blank-last", "blank-first"}).description(""))
      ->type_name("NAME")
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "Of the random boards")
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--nodes", arguments->nodes, "Boards to expand at most, for each board")
      ->type_name("N");
  command->add_option("--time", arguments->seconds, "Seconds to search at most, for each board")
      ->check(CLI::PositiveNumber.description(""))
      ->type_name("S")
      ->capture_default_str();
  command
      ->add_option("--memory", arguments->memory,
                   "Memory for boards that a search remembers (default: 2GB)")
      ->transform(CLI::AsSizeValue(false).description(""))
      ->transform(CLI::Validator(CheckSize, ""))  // the last one added comes first
      ->type_name("SIZE");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments, exit_code] { *exit_code = Run(*arguments); });
}

}  // namespace tilebase
