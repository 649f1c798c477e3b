// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase report: the paper's figures beside tilebase's, and pictures of single subproblems.

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "generator/solvers/reference_solvers.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tools/common/command.h"
#include "tools/common/folder.h"
#include "tools/common/json.h"
#include "tools/common/open_set.h"
#include "tools/common/quantity.h"
#include "tools/measure/effort.h"
#include "tools/study/charts/charts.h"
#include "tools/study/report/paper.h"

namespace tilebase {
namespace {

// More boards would take hours.
constexpr uint64_t kMostBoards = 1000000000;
// Value iteration takes about fifty bytes a state, and a larger picture cannot be read.
constexpr uint64_t kMostStatesDrawn = 4000000;

struct PaperArguments {
  std::string output;
  bool force = false;
  bool json = false;
  PaperOptions options;
};

struct SubproblemArguments {
  std::string output = ".";
  std::string board = "4x4";
  std::string goal;
  std::string fixed;
  double gamma = 0.9;
  bool force = false;
};

struct QualityArguments {
  std::vector<std::string> files;
  std::string output = ".";
  std::vector<std::string> efforts = {"0", "10us", "20us", "50us", "100us", "300us", "1ms"};
  uint64_t boards = 2000;
  uint64_t seed = 1;
  bool force = false;
};

int RunPaper(const PaperArguments& arguments) {
  const PaperOptions& options = arguments.options;
  const OutputFolder folder(arguments.output);
  if (!arguments.output.empty())
    if (absl::Status status = folder.Prepare({"paper.md", "paper.json"}, arguments.force);
        !status.ok())
      return Fail(kExitInputFailed, status, arguments.json);
  absl::StatusOr<PaperData> data = ComputePaper(options);
  if (!data.ok()) return Fail(data.status(), arguments.json);
  absl::StatusOr<PaperPage> page = MakePaperPage(*data);
  if (!page.ok()) return Fail(page.status(), arguments.json);
  const Json json = ToJson(*data, *page);
  if (!arguments.output.empty()) {
    std::map<std::string, std::string> files = {{"paper.md", page->page.ToMarkdown()},
                                                {"paper.json", json.Text(1) + "\n"}};
    for (const auto& [name, svg] : page->figures) files["paper/" + name] = svg;
    if (absl::Status status = folder.Write(files); !status.ok())
      return Fail(kExitInputFailed, status, arguments.json);
  }
  if (arguments.json)
    PrintJsonLine(json);
  else
    std::fputs(page->page.ToText().c_str(), stdout);
  return page->exact_equal == page->exact_compared ? kExitDone : kExitInputFailed;
}

absl::StatusOr<Subproblem> ReadSubproblem(const SubproblemArguments& arguments) {
  absl::StatusOr<Geometry> geometry = ParseGeometry(arguments.board);
  if (!geometry.ok()) return geometry.status();
  absl::StatusOr<CellMask> goal = ParseTiles(*geometry, arguments.goal);
  if (!goal.ok())
    return absl::InvalidArgumentError(absl::StrCat("--goal: ", goal.status().message()));
  absl::StatusOr<CellMask> fixed = ParseTiles(*geometry, arguments.fixed);
  if (!fixed.ok())
    return absl::InvalidArgumentError(absl::StrCat("--fixed: ", fixed.status().message()));
  if (*goal == 0) return absl::InvalidArgumentError("--goal: expected at least one tile");
  if (*goal & *fixed)
    return absl::InvalidArgumentError(
        absl::StrCat("tile ", Lowest(*goal & *fixed) + 1,
                     " is both in --goal and in --fixed; it can be in one"));
  const Subproblem subproblem = {*geometry, *goal, *fixed};
  if (subproblem.tracked() == 0)
    return absl::InvalidArgumentError(
        absl::StrCat(ToString(subproblem), ": parity leaves only the blank; nothing to draw"));
  const uint64_t entries = EntryCount(subproblem);
  if (entries == 0 || entries > kMostStatesDrawn)
    return absl::InvalidArgumentError(absl::StrCat(ToString(subproblem), " has more than ",
                                                   Grouped(kMostStatesDrawn),
                                                   " states; draw a smaller subproblem"));
  return subproblem;
}

int RunSubproblem(const SubproblemArguments& arguments) {
  absl::StatusOr<Subproblem> subproblem = ReadSubproblem(arguments);
  if (!subproblem.ok()) return Fail(subproblem.status());
  const std::string name =
      absl::StrCat(absl::StrReplaceAll(TilesToString(subproblem->goal), {{",", "_"}}), ".svg");
  const OutputFolder folder(arguments.output);
  if (absl::Status status = folder.Prepare({"value-" + name, "policy-" + name}, arguments.force);
      !status.ok())
    return Fail(kExitInputFailed, status);
  absl::StatusOr<Values> values = IterateValues(*subproblem, arguments.gamma, {});
  if (!values.ok()) return Fail(values.status());
  auto solution = PlainSearchSolver().Solve(*subproblem, {});
  if (!solution.ok()) return Fail(solution.status());
  const auto draw = [&](PictureOf what) {
    return DrawSubproblem(*subproblem, values->value, arguments.gamma, **solution, what);
  };
  const absl::Status status = folder.Write(
      {{"value-" + name, draw(PictureOf::kValues)}, {"policy-" + name, draw(PictureOf::kPolicy)}});
  if (!status.ok()) return Fail(kExitInputFailed, status);
  std::printf("%s on %s: %s states, %s can be solved, in at most %d actions\n",
              ToString(*subproblem).c_str(), arguments.board.c_str(),
              Grouped(EntryCount(*subproblem)).c_str(), Grouped((*solution)->reachable()).c_str(),
              (*solution)->max_depth());
  std::printf("value iteration with gamma %.10g: %d sweeps until no value changed\n",
              arguments.gamma, values->sweeps);
  std::printf("drawn: %s/value-%s, %s/policy-%s\n", arguments.output.c_str(), name.c_str(),
              arguments.output.c_str(), name.c_str());
  return kExitDone;
}

// Results of others on the 4x4 board: mean moves over random boards, and the time a board.
std::vector<QualityMark> KnownResults(Geometry geometry) {
  if (!(geometry == Geometry{4, 4})) return {};
  return {{"optimum, 52.59", 0, 52.59},
          {"Bischoff et al. 2013", 250000, 73.82},
          {"Parberry 2015", 100, 65.21}};
}

int RunQuality(const QualityArguments& arguments) {
  std::vector<Effort> efforts;
  for (const std::string& text : arguments.efforts) {
    const absl::StatusOr<Effort> effort = ParseEffort(text);
    if (!effort.ok()) return Fail(kExitUsage, effort.status());
    efforts.push_back(*effort);
  }
  const OutputFolder folder(arguments.output);
  QualityChart chart;
  Geometry geometry;
  Json json = Json::EmptyList();
  for (const std::string& file : arguments.files) {
    const absl::StatusOr<std::unique_ptr<AnsweringSet>> set = OpenAnsweringSet(file);
    if (!set.ok()) return Fail(set.status());
    const SetInfo& info = (*set)->info();
    if (chart.lines.empty()) {
      geometry = info.geometry;
      const std::string name = "quality-" + ToString(geometry);
      if (absl::Status status = folder.Prepare({name + ".svg", name + ".json"}, arguments.force);
          !status.ok())
        return Fail(kExitInputFailed, status);
    } else if (!(info.geometry == geometry)) {
      return Fail(kExitUsage, absl::StrCat(file, ": for the ", ToString(info.geometry),
                                           " board, expected ", ToString(geometry),
                                           " as the first file; one chart is for one size"));
    }
    if (absl::Status status = (*set)->PrepareEffort(MachineThreads()); !status.ok())
      return Fail(kExitInputFailed, status);
    std::vector<uint8_t> boards;
    Random random(arguments.seed);
    for (uint64_t i = 0; i < arguments.boards; ++i) {
      const Board board = RandomSolvableBoard(geometry, random);
      boards.insert(boards.end(), board.tile, board.tile + geometry.cells());
    }
    const uint64_t bytes = (*set)->policies().source().file_bytes();
    QualityLine line = {ShortBytes(bytes), {}};
    Json entry = {{"plan", info.plan},
                  {"file_bytes", bytes},
                  {"certified_worst_case", info.certified_worst_case},
                  {"points", Json::EmptyList()}};
    for (size_t i = 0; i < efforts.size(); ++i) {
      ProgressBar bar("boards");
      const EffortResult result = MeasureEffort(**set, efforts[i], boards, [&](size_t done) {
        bar.Update(done, arguments.boards, file + ", effort " + arguments.efforts[i]);
      });
      line.points.push_back({result.mean_us, result.mean_moves});
      entry["points"].push_back({{"effort", arguments.efforts[i]},
                                 {"mean_moves", result.mean_moves},
                                 {"worst_moves", result.worst_moves},
                                 {"mean_us", result.mean_us}});
      std::printf("%-9s %8s  %7.2f moves, worst %3llu, %8.2f us  %s\n", ShortBytes(bytes).c_str(),
                  arguments.efforts[i].c_str(), result.mean_moves,
                  static_cast<unsigned long long>(result.worst_moves), result.mean_us,
                  info.plan.c_str());
    }
    chart.lines.push_back(std::move(line));
    json.push_back(std::move(entry));
  }
  chart.title =
      absl::StrCat("Solutions on the ", ToString(geometry), " board, by size of the tables");
  chart.marks = KnownResults(geometry);
  const std::string name = "quality-" + ToString(geometry);
  const absl::Status status = folder.Write(
      {{name + ".svg", ToSvg(chart)},
       {name + ".json", Json{{"boards", arguments.boards}, {"sets", json}}.Text(1) + "\n"}});
  if (!status.ok()) return Fail(kExitInputFailed, status);
  return kExitDone;
}

void AddQualityReport(Command* report) {
  auto arguments = std::make_shared<QualityArguments>();
  Command* command =
      report->AddCommand("quality", "A chart: mean moves against time, by table set");
  command->Footer(
      "Solves random boards with each effort and writes quality-WxH.svg and .json.\n\n"
      "  tilebase report quality tiny.tilebase small.tilebase -o docs --boards 10000");
  command->AddOption("FILE", &arguments->files, "Table sets for one size, at most four")
      ->Required()
      ->Count(1, 4);
  command->AddOption("-o,--output", &arguments->output, "Folder to write to")
      ->TypeName("DIR")
      ->ShowDefault();
  command->AddOption("--effort", &arguments->efforts, "Efforts, rising, as for solve; by commas")
      ->Delimiter(',')
      ->TypeName("E")
      ->ShowDefault();
  command->AddOption("--boards", &arguments->boards, "Random boards")
      ->Values(AsCount(1, kMostBoards))
      ->TypeName("N")
      ->ShowDefault();
  command->AddOption("--seed", &arguments->seed, "Of the random boards")
      ->Values(AsCount())
      ->TypeName("N")
      ->ShowDefault();
  command->AddFlag("--force", &arguments->force, "Replace an existing chart");
  command->Action([arguments] { return RunQuality(*arguments); });
}

void AddPaperReport(Command* report) {
  auto arguments = std::make_shared<PaperArguments>();
  arguments->options.threads = MachineThreads();
  Command* command =
      report->AddCommand("paper", "Every theorem, table and figure, beside the printed one");
  command->Footer(
      "Exit code 0 only if every exact figure is as printed. With -o: paper.md, paper.json and\n"
      "the plots in paper/. Without files all tables are built, in memory and TMPDIR.\n\n"
      "  tilebase report paper\n"
      "  tilebase report paper -o docs --boards 1000000 --seed 7");
  command->AddOption("FILE", &arguments->options.files, "Table sets of ladder:1 .. ladder:5");
  command->AddOption("-o,--output", &arguments->output, "Folder to write to")->TypeName("DIR");
  command
      ->AddOption("--boards", &arguments->options.boards, "Random boards for the sampled figures")
      ->Values(AsCount(1, kMostBoards))
      ->TypeName("N")
      ->ShowDefault();
  command->AddOption("--seed", &arguments->options.seed, "Of the random boards")
      ->Values(AsCount())
      ->TypeName("N")
      ->ShowDefault();
  command->AddOption("--largest", &arguments->options.largest, "Look at ladders 1 .. L only")
      ->Values(AsCount(1, 7))
      ->TypeName("L")
      ->ShowDefault();
  command->AddOption("--threads", &arguments->options.threads, "Threads to use")
      ->Values(AsThreads())
      ->TypeName("N")
      ->ShowDefault();
  command->AddFlag("--force", &arguments->force, "Replace an existing report");
  command->AddFlag("--json", &arguments->json, "Print paper.json in place of the text");
  command->Action([arguments] { return RunPaper(*arguments); });
}

void AddSubproblemReport(Command* report) {
  auto arguments = std::make_shared<SubproblemArguments>();
  Command* command =
      report->AddCommand("subproblem", "Pictures of V and the policy of one subproblem");
  command->Footer(
      "Writes value-TILES.svg and policy-TILES.svg.\n\n"
      "  tilebase report subproblem --goal 1\n"
      "  tilebase report subproblem --goal 3,4 --fixed 1,2 -o pictures");
  command->AddOption("--goal", &arguments->goal, "G: the tiles to bring home, such as 3,4")
      ->Required()
      ->TypeName("TILES");
  command->AddOption("--fixed", &arguments->fixed, "R: the tiles that are home and stay")
      ->TypeName("TILES");
  command->AddOption("-o,--output", &arguments->output, "Folder to write to")
      ->TypeName("DIR")
      ->ShowDefault();
  command->AddOption("--board", &arguments->board, "Board size, WIDTHxHEIGHT")
      ->TypeName("WxH")
      ->ShowDefault();
  command->AddOption("--gamma", &arguments->gamma, "Discount of the values")
      ->Values(AsNumber(1e-6, 0.999999))
      ->TypeName("NUMBER")
      ->ShowDefault();
  command->AddFlag("--force", &arguments->force, "Replace existing pictures");
  command->Action([arguments] { return RunSubproblem(*arguments); });
}

}  // namespace

void AddReportCommand(Command* program) {
  Command* report =
      program->AddCommand("report", "The paper's figures beside ours; pictures of subproblems");
  report->Footer("  tilebase report paper\n  tilebase report subproblem --help");
  report->NeedsCommand();
  AddPaperReport(report);
  AddSubproblemReport(report);
  AddQualityReport(report);
}

}  // namespace tilebase
