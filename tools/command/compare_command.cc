// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase compare: solvers side by side on the same boards.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "runtime/answering_set.h"
#include "runtime/optimal_search.h"
#include "runtime/patterns/pattern_tables.h"
#include "tables/plan.h"
#include "tables/system/clock.h"
#include "tables/table_source.h"
#include "tools/command/any_boards.h"
#include "tools/common/command.h"
#include "tools/common/goal_option.h"
#include "tools/common/json.h"
#include "tools/common/quantity.h"
#include "tools/common/table_file.h"
#include "tools/study/classic/registry.h"
#include "tools/study/compare/comparison.h"

namespace tilebase {
namespace {

struct CompareArguments {
  std::vector<std::string> files;
  std::string boards;  // empty: 100
  std::vector<std::string> solvers;
  std::vector<double> ratios = {2};
  std::string to;    // a board or a name; empty: home
  std::string goal;  // the same
  uint64_t seed = 1;
  uint64_t nodes = UINT64_MAX;
  double seconds = 10;
  std::vector<std::string> sizes;  // boards of any size; empty: `boards` gives the size
  std::string lengths_chart;
  std::string time_chart;
  bool force = false;
  uint64_t memory = uint64_t{2} << 30;
  bool json = false;
};

// The solvers for a size that take only a moment a board.
std::vector<std::string> UsualSolvers(Geometry geometry) {
  if (geometry.cells() <= 9)
    return {"bfs", "bidirectional", "greedy", "wastar", "astar", "ida", "ida-fsm:last-moves"};
  if (geometry.cells() <= 16) return {"greedy", "wastar", "ida-fsm:last-moves"};
  return {"greedy", "wastar"};
}

// A longer comparison prints what it is doing.
constexpr double kAnnounceSeconds = 2;

// A FILE, opened for lookups and, if it has pattern tables, for searches.
struct OpenedFile {
  std::string path;
  Geometry geometry;
  std::shared_ptr<const AnsweringSet> answers;  // null if it has no staged part
  double answers_seconds = 0;
  double effort_seconds = 0;  // to open these, and to prepare effort
  std::vector<std::shared_ptr<const PatternTables>> patterns;
  std::vector<double> patterns_seconds;
  std::shared_ptr<const OptimalSearch> optimal;  // of its pattern parts
  double optimal_seconds = 0;
};

absl::StatusOr<OpenedFile> Open(const std::string& path, bool want_effort, bool want_patterns,
                                bool want_optimal) {
  const int threads = MachineThreads();
  OpenedFile file;
  file.path = path;
  const Clock::time_point start = Clock::now();
  auto source = OpenTableFile(path, {.check_content = true, .threads = threads});
  if (!source.ok()) return source.status();
  const double checked = SecondsSince(start);
  file.geometry = (*source)->info().geometry;
  const Plan& plan = (*source)->plan();
  if (plan.staged() != nullptr) {
    const Clock::time_point begin = Clock::now();
    auto answers = AnsweringSet::Create(*source, {.threads = threads});
    if (!answers.ok()) return answers.status();
    file.answers = *std::move(answers);
    file.answers_seconds = checked + SecondsSince(begin);
    if (want_effort)
      if (absl::Status status = file.answers->PrepareEffort(threads); !status.ok()) return status;
    file.effort_seconds = checked + SecondsSince(begin);
  }
  size_t part = 0;
  for (const PlanPart& planned : plan.parts) {
    if (!want_patterns || planned.metric != Metric::kPattern) continue;
    const Clock::time_point begin = Clock::now();
    auto patterns = PatternTables::Create(*source, {.threads = threads, .part = part++});
    if (!patterns.ok()) return patterns.status();
    file.patterns.push_back(*std::move(patterns));
    file.patterns_seconds.push_back(checked + SecondsSince(begin));
  }
  if (want_optimal && std::any_of(plan.parts.begin(), plan.parts.end(),
                                  [](const PlanPart& p) { return p.metric == Metric::kPattern; })) {
    const Clock::time_point begin = Clock::now();
    auto optimal = OptimalSearch::Open(path, threads);
    if (!optimal.ok()) return optimal.status();
    file.optimal = *std::move(optimal);
    file.optimal_seconds = SecondsSince(begin);
  }
  return file;
}

bool HasPrefix(const std::string& name, const std::string& search) {
  return name == search || name.rfind(search + ":", 0) == 0;
}
const std::string kEffort = "lookup@";
bool WantsEffort(const std::string& name) { return name.rfind(kEffort, 0) == 0; }
bool WantsPatterns(const std::string& name) {
  return name.size() >= 8 && name.compare(name.size() - 8, 8, ":pattern") == 0;
}

// Opens every FILE, with as much of it as the solvers need.
absl::StatusOr<std::vector<OpenedFile>> OpenFiles(const CompareArguments& arguments) {
  const std::vector<std::string>& solvers = arguments.solvers;
  const bool want_effort = std::any_of(solvers.begin(), solvers.end(), WantsEffort);
  const bool want_patterns = std::any_of(solvers.begin(), solvers.end(), WantsPatterns);
  const bool want_optimal = std::count(solvers.begin(), solvers.end(), "optimal") > 0;
  std::vector<OpenedFile> files;
  for (const std::string& path : arguments.files) {
    absl::StatusOr<OpenedFile> file = Open(path, want_effort, want_patterns, want_optimal);
    if (!file.ok()) return file.status();
    files.push_back(*std::move(file));
  }
  return files;
}

// Adds the FILEs' lookups, if the files are for boards of this size.
absl::Status AddLookups(const std::vector<OpenedFile>& files, Geometry geometry,
                        std::vector<Contestant>* contestants) {
  for (const OpenedFile& file : files) {
    if (!(file.geometry == geometry))
      return absl::InvalidArgumentError(absl::StrCat(
          file.path, ": a table set for ", ToString(file.geometry), ", but the boards are ",
          ToString(geometry), "; choose boards of its size with --boards ", ToString(file.geometry),
          ":..."));
    if (file.answers != nullptr)
      contestants->push_back(LookupContestant(file.path, file.answers, file.answers_seconds));
  }
  return absl::OkStatus();
}

// Returns whether a solver consists of the FILEs themselves: `optimal` or `lookup@EFFORT`.
bool IsOfFiles(const std::string& name) { return name == "optimal" || WantsEffort(name); }
absl::Status AddOfFiles(const std::string& name, const std::vector<OpenedFile>& files,
                        std::vector<Contestant>* contestants) {
  const bool optimal = name == "optimal";
  const size_t before = contestants->size();
  for (const OpenedFile& file : files) {
    if (optimal && file.optimal != nullptr)
      contestants->push_back(OptimalContestant(file.optimal, file.optimal_seconds));
    if (optimal || file.answers == nullptr) continue;
    absl::StatusOr<Contestant> contestant =
        EffortContestant(file.path, file.answers, name.substr(kEffort.size()), file.effort_seconds);
    if (!contestant.ok()) return contestant.status();
    contestants->push_back(*std::move(contestant));
  }
  if (contestants->size() > before) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("'", name, "': no ", optimal ? "pattern" : "staged",
                   " tables; give a FILE that has some, as 'tilebase build -o FILE --plan ",
                   optimal ? "pattern:6-6-3" : "medium", "' makes one"));
}

// Adds a solver from the literature: a row for each ratio, and for each file's patterns if it uses
// them.
absl::Status AddClassic(const std::string& name, const CompareArguments& arguments,
                        const std::vector<OpenedFile>& files, Geometry geometry,
                        std::vector<Contestant>* contestants) {
  std::vector<double> ratios = {0};
  if (HasPrefix(name, "wastar")) ratios = arguments.ratios;
  std::vector<std::pair<std::shared_ptr<const PatternTables>, double>> patterns;
  for (const OpenedFile& file : files)
    for (size_t i = 0; WantsPatterns(name) && i < file.patterns.size(); ++i)
      patterns.emplace_back(file.patterns[i], file.patterns_seconds[i]);
  if (patterns.empty()) patterns.emplace_back(nullptr, 0);
  for (const auto& [tables, seconds] : patterns) {
    for (const double ratio : ratios) {
      absl::StatusOr<Contestant> contestant = ClassicContestant(name, geometry, ratio, tables);
      if (!contestant.ok()) return contestant.status();
      contestant->prepare_seconds += seconds;
      contestants->push_back(*std::move(contestant));
    }
  }
  return absl::OkStatus();
}

// Compares on boards of any size: the files are one set with windows.
int CompareSizes(const CompareArguments& arguments) {
  AnyComparison comparison;
  uint64_t boards = 0;
  if (arguments.files.size() != 1 ||
      (!arguments.boards.empty() && !absl::SimpleAtoi(arguments.boards, &boards)))
    return Fail(kExitUsage, "--board compares on random boards, by one FILE: --boards COUNT",
                arguments.json);
  comparison.of.file = arguments.files[0];
  comparison.of.random = boards;
  comparison.of.seed = arguments.seed;
  comparison.of.to = arguments.to.empty() ? arguments.goal : arguments.to;
  comparison.of.json = arguments.json;
  comparison.sizes = arguments.sizes;
  comparison.solvers = arguments.solvers;
  comparison.lengths_chart = arguments.lengths_chart;
  comparison.time_chart = arguments.time_chart;
  comparison.force = arguments.force;
  return CompareAnyBoards(comparison);
}

int Run(const CompareArguments& arguments) {
  if (!arguments.sizes.empty()) return CompareSizes(arguments);
  const bool json = arguments.json;
  const absl::StatusOr<std::vector<OpenedFile>> files = OpenFiles(arguments);
  if (!files.ok()) return Fail(files.status(), json);
  const Geometry usual = files->empty() ? Geometry{} : (*files)[0].geometry;
  absl::StatusOr<ComparedBoards> boards =
      ChooseBoards(arguments.boards.empty() ? "100" : arguments.boards, usual,
                   arguments.to.empty() ? arguments.goal : arguments.to, arguments.seed);
  if (!boards.ok())
    return Fail(absl::IsOutOfRange(boards.status()) ? kExitUsage : kExitInputFailed,
                boards.status(), json);
  const Geometry geometry = boards->geometry;
  std::vector<Contestant> contestants;
  absl::Status status = AddLookups(*files, geometry, &contestants);
  for (const std::string& name :
       arguments.solvers.empty() ? UsualSolvers(geometry) : arguments.solvers) {
    if (!status.ok()) break;
    status = IsOfFiles(name) ? AddOfFiles(name, *files, &contestants)
                             : AddClassic(name, arguments, *files, geometry, &contestants);
  }
  if (!status.ok()) return Fail(kExitUsage, status, json);

  Comparison comparison(*boards);
  classic::Limits limits;
  limits.nodes = arguments.nodes;
  limits.seconds = arguments.seconds;
  limits.memory_bytes = arguments.memory;
  limits.stop = &interrupted;
  // The first Ctrl-C ends the current search and prints the results so far.
  CatchInterrupts();
  {
    ProgressBar bar("boards");
    const uint64_t count = boards->boards.size();
    const Clock::time_point start = Clock::now();
    bool announced = false;
    for (size_t i = 0; i < contestants.size() && !interrupted; ++i) {
      status = comparison.Run(contestants[i], limits, [&](uint64_t done, uint64_t expanded) {
        // Without a terminal for the progress bar, print one line.
        if (!bar.shown() && !announced && SecondsSince(start) > kAnnounceSeconds) {
          announced = true;
          std::fprintf(stderr, "tilebase: %s of %s, %s, at most %s a board each\n",
                       Counted(count, "board").c_str(), ToString(geometry).c_str(),
                       Counted(contestants.size(), "solver").c_str(),
                       ShortDuration(arguments.seconds).c_str());
        }
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

void AddCompareCommand(Command* program) {
  auto arguments = std::make_shared<CompareArguments>();
  Command* command = program->AddCommand("compare", "Solvers side by side on the same boards");
  command->Footer(absl::StrCat(
      "Every FILE solves by lookup, every solver by search. A solver is SEARCH or\n"
      "SEARCH:HEURISTIC (manhattan, if none is given). Searches:\n",
      List(classic::Searches()),
      "  optimal          each FILE's pattern tables, as tilebase solve --optimal\n"
      "  lookup@EFFORT    each FILE with look-ahead, as tilebase solve --effort EFFORT\n"
      "Heuristics:\n",
      List(classic::Heuristics()),
      "With --board: lookup, lookup@EFFORT, rows (row by row, tile by tile) and parberry (the\n"
      "greedy algorithm of Parberry 2015).\n"
      "\nBoards are [WxH:]COUNT random ones, [WxH:]all, or [WxH:]FILE with a board a line, which\n"
      "may end with the least number of moves; '-' is standard input. Means are of the boards\n"
      "solved; 'gap' is the mean of moves above the least number, where that is known.\n\n"
      "  tilebase compare --boards 3x3:1000\n"
      "  tilebase compare l5.tilebase --boards 1000 --solvers wastar,ida-fsm:last-moves\n"
      "  tilebase compare any.tilebase --board 10x10,20x20,100x100\n"
      "  echo 1234_5678 | tilebase compare --boards 3x3:- --solvers bfs,wastar --ratio 1,2,3"));
  command->AddOption("FILE", &arguments->files, "Table sets");
  command->AddOption("--boards", &arguments->boards, "Boards to solve (default: 100)")
      ->TypeName("WHAT");
  Option* const sizes =
      command
          ->AddOption("--board", &arguments->sizes,
                      "Random boards of these sizes, up to 1000x1000, by a FILE of --plan any")
          ->Delimiter(',')
          ->TypeName("WxH,...");
  command->AddOption("--solvers", &arguments->solvers, "Solvers, separated by commas")
      ->Delimiter(',')
      ->TypeName("LIST");
  command
      ->AddOption("--ratio", &arguments->ratios, "Weight of the heuristic in wastar (default: 2)")
      ->Delimiter(',')
      ->Values(AsNumber(0, 1e6))
      ->TypeName("R,...");
  Option* const to = AddGoalOption(command, &arguments->to);
  command->AddOption("--goal", &arguments->goal, "The same as --to")
      ->TypeName("NAME")
      ->Excludes(to);
  command->AddOption("--seed", &arguments->seed, "Of the random boards")
      ->Values(AsCount())
      ->TypeName("N")
      ->ShowDefault();
  command->AddOption("--nodes", &arguments->nodes, "Boards to expand at most, for each board")
      ->Values(AsCount(1))
      ->TypeName("N");
  command->AddOption("--time", &arguments->seconds, "Time to search at most, for each board")
      ->Values(AsTime(1e-6))
      ->TypeName("TIME")
      ->ShowDefault();
  command
      ->AddOption("--memory", &arguments->memory,
                  "Memory for boards that a search remembers (default: 2GB)")
      ->Values(AsSize(1))
      ->TypeName("SIZE");
  command->AddOption("--svg", &arguments->lengths_chart, "Draw the lengths over --board here")
      ->TypeName("FILE")
      ->Needs(sizes);
  command->AddOption("--svg-time", &arguments->time_chart, "Draw the times over --board here")
      ->TypeName("FILE")
      ->Needs(sizes);
  command->AddFlag("--force", &arguments->force, "Replace these files");
  command->AddFlag("--json", &arguments->json, "One JSON object, or one a line with --board");
  command->Action([arguments] { return Run(*arguments); });
}

}  // namespace tilebase
