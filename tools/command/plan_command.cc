// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase plan: the best plans under a stored size.

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runtime/tilebase.h"
#include "tables/plan.h"
#include "tables/records.h"
#include "tables/system/file_io.h"
#include "tools/command/word_commands.h"
#include "tools/common/command.h"
#include "tools/common/json.h"
#include "tools/common/quantity.h"
#include "tools/measure/effort.h"
#include "tools/plans/presets.h"
#include "tools/study/charts/charts.h"
#include "tools/study/fronts/plan_front.h"

namespace tilebase {
namespace {

struct PlanArguments {
  std::string board = "4x4";
  uint64_t budget = 256'000;
  std::string effort = "20us";
  double seconds = 0;  // --time
  std::string svg;
  int threads = MachineThreads();
  bool presets = false;
  bool force = false;
  bool json = false;
  WarehousePlanArguments warehouse;  // if its loads are given
};

int PrintPresets(Geometry geometry, bool json) {
  Json all = Json::EmptyList();
  for (const Preset& preset : PresetsOf(geometry)) {
    all.push_back({{"board", ToString(geometry)}, {"name", preset.name}, {"plan", preset.plan}});
    if (!json) std::printf("%-8s %s\n", preset.name.c_str(), preset.plan.c_str());
  }
  if (json) PrintJsonLine({{"presets", all}});
  return kExitDone;
}

// Rounds to six digits after the point.
double Rounded(double value) { return std::round(value * 1e6) / 1e6; }

Json ToJson(const MeanMoves& moves) {
  Json json = {{"mean", Rounded(moves.mean)}, {"kind", moves.exact ? "exact" : "sampled"}};
  if (!moves.exact) json["standard_error"] = Rounded(moves.standard_error);
  return json;
}

void PrintJson(const PlanArguments& arguments, const Effort& effort, const Front& front) {
  Json plans = Json::EmptyList();
  for (const FrontPlan& plan : front.plans) {
    Json row = {{"plan", plan.text},
                {"file_bytes", plan.file_bytes},
                {"raw_bytes", plan.raw_bytes},
                {"moves", ToJson(plan.plain)}};
    if (!effort.none()) row["moves_with_effort"] = ToJson(plan.with_effort);
    row["certified_worst_case"] = plan.worst;
    row["build_seconds"] = Rounded(plan.build_seconds);
    plans.push_back(row);
  }
  PrintJsonLine({{"board", arguments.board},
                 {"budget_bytes", arguments.budget},
                 {"effort", effort.none() ? "0" : arguments.effort},
                 {"boards", kFrontBoards},
                 {"stages_solved", front.stages_solved},
                 {"entries", front.entries},
                 {"staged_plans", front.staged_plans},
                 {"measured", front.measured},
                 {"plans", plans}});
}

// "73.85 exact", "60.21 +-0.14".
std::string ToText(const MeanMoves& moves) {
  return moves.exact ? absl::StrFormat("%.2f exact", moves.mean)
                     : absl::StrFormat("%.2f +-%.2f", moves.mean, moves.standard_error);
}

void PrintText(const PlanArguments& arguments, const Effort& effort, const Front& front) {
  std::printf("%s, files of at most %s: %s, of %zu measured; sampled: %llu random boards\n\n",
              arguments.board.c_str(), ShortBytes(arguments.budget).c_str(),
              Counted(front.plans.size(), "plan").c_str(), front.measured,
              static_cast<unsigned long long>(kFrontBoards));
  const std::string with_effort =
      effort.none() ? "" : absl::StrFormat("  %15s", absl::StrCat("effort ", arguments.effort));
  std::printf("%8s %8s  %15s%s %6s %8s  %s\n", "file", "raw", "mean moves", with_effort.c_str(),
              "worst", "build", "plan");
  for (const FrontPlan& plan : front.plans) {
    const std::string moves =
        effort.none() ? "" : absl::StrFormat("  %15s", ToText(plan.with_effort));
    std::printf("%8s %8s  %15s%s %6u %8s  %s\n", ShortBytes(plan.file_bytes).c_str(),
                ShortBytes(plan.raw_bytes).c_str(), ToText(plan.plain).c_str(), moves.c_str(),
                plan.worst, ShortDuration(plan.build_seconds).c_str(), plan.text.c_str());
  }
}

std::string Draw(const PlanArguments& arguments, const Effort& effort, const Front& front) {
  ScatterSeries plain = {"Algorithm 2", {}, true};
  ScatterSeries with_effort = {absl::StrCat("effort ", arguments.effort), {}, false};
  for (const FrontPlan& plan : front.plans) {
    const double bytes = static_cast<double>(plan.file_bytes);
    plain.points.push_back({bytes, plan.plain.mean, plan.text});
    with_effort.points.push_back({bytes, plan.with_effort.mean, plan.text});
  }
  Scatter scatter;
  scatter.title = absl::StrCat("Best plans for the ", arguments.board, " board, up to ",
                               ShortBytes(arguments.budget));
  scatter.x_label = "size of the file";
  scatter.y_label = "mean moves of a random board";
  scatter.series = {plain};
  if (!effort.none()) scatter.series.push_back(with_effort);
  return ToSvg(scatter);
}

int Run(const PlanArguments& arguments) {
  const bool json = arguments.json;
  if (!arguments.svg.empty()) {
    if (arguments.svg.back() == '/')
      return Fail(kExitUsage, absl::StrCat("--svg ", arguments.svg, ": expected a file's name"),
                  json);
    if (absl::Status status = CheckOutput(arguments.svg, arguments.force); !status.ok())
      return Fail(kExitInputFailed, status, json);
  }
  if (arguments.warehouse.wanted > 0) return PlanWarehouse(arguments.warehouse);
  const absl::StatusOr<Geometry> geometry = ParseGeometry(arguments.board);
  if (!geometry.ok()) return Fail(kExitUsage, geometry.status(), json);
  if (arguments.presets) return PrintPresets(*geometry, json);
  const absl::StatusOr<Effort> effort = ParseEffort(arguments.effort);
  if (!effort.ok()) return Fail(kExitUsage, effort.status(), json);

  FrontOptions options;
  options.geometry = *geometry;
  options.budget_bytes = arguments.budget;
  options.effort = *effort;
  options.threads = arguments.threads;
  options.creator = absl::StrCat("tilebase ", tilebase_version());
  options.cancel = &interrupted;
  options.begin = [&](size_t stages, uint64_t entries) {
    std::fprintf(stderr, "tilebase: %zu stages to solve, %s states in all\n", stages,
                 ShortCount(static_cast<double>(entries)).c_str());
  };
  CatchInterrupts();
  absl::StatusOr<Front> front;
  {
    auto bar = std::make_unique<ProgressBar>("states");
    std::string phase;
    options.progress = [&](const char* what, uint64_t done, uint64_t total) {
      if (phase == "solving" && phase != what) bar = std::make_unique<ProgressBar>("plans");
      phase = what;
      bar->Update(done, total, phase);
    };
    front = FindFront(options);
  }
  if (!front.ok() && front.status().code() == absl::StatusCode::kCancelled)
    return Fail(kExitInputFailed, "stopped; nothing is kept", json);
  if (!front.ok()) return Fail(front.status(), json);
  if (json)
    PrintJson(arguments, *effort, *front);
  else
    PrintText(arguments, *effort, *front);
  if (!arguments.svg.empty()) {
    absl::Status status =
        WriteOutput(arguments.svg, AsBytes(Draw(arguments, *effort, *front)), arguments.force);
    if (!status.ok()) return Fail(kExitInputFailed, status, json);
  }
  return kExitDone;
}

}  // namespace

void AddPlanCommand(Command* program) {
  auto arguments = std::make_shared<PlanArguments>();
  Command* command = program->AddCommand("plan", "Find the best plans under a stored size");
  command->Footer(
      "Solves every stage that could be part of such a plan, searches all orders of them, adds\n"
      "pattern tables, makes the table sets that are left and measures them on random boards.\n"
      "Prints those that no other one beats in size, mean moves with the effort, and worst case.\n"
      "The default budget takes a minute or less; stages grow with the budget, and time too.\n\n"
      "  tilebase plan\n"
      "  tilebase plan --budget 64KB --effort 0\n"
      "  tilebase plan --board 5x5 --budget 1MB --effort 100us --svg front.svg\n"
      "  tilebase plan --presets --board 7x5\n\n"
      "With --wanted: how long retrievals from a warehouse take, and what the tables cost, for 1 "
      "to\n"
      "4 empty cells and each cost.\n\n"
      "  tilebase plan --board 10x10 --wanted 1 --goal-cells 0");
  command
      ->AddOption("--board", &arguments->board,
                  "Board size, WIDTHxHEIGHT, 2x2 to 8x8; larger for a warehouse")
      ->TypeName("WxH")
      ->ShowDefault();
  Option* const budget = command
                             ->AddOption("--budget", &arguments->budget,
                                         "Most bytes of a table set's file, such as 1MB; for a "
                                         "warehouse, of a table in memory (100MB)")
                             ->Values(AsSize(1))
                             ->TypeName("SIZE")
                             ->ShowDefault();
  Option* const effort = command
                             ->AddOption("--effort", &arguments->effort,
                                         "What a board may cost when it is solved: boards looked "
                                         "at (2000) or a time (20us, 1ms); "
                                         "0: without look-ahead and pattern tables")
                             ->TypeName("E")
                             ->ShowDefault();
  Option* const time = command->AddOption("--time", &arguments->seconds, "The same, always a time")
                           ->Values(AsTime(1e-6, 1))
                           ->Excludes(effort)
                           ->TypeName("TIME");
  Option* const svg =
      command
          ->AddOption("--svg", &arguments->svg,
                      "Draw size against mean moves; for a warehouse, means by empty cells")
          ->TypeName("FILE");
  command->AddOption("--threads", &arguments->threads, "Threads to use")
      ->Values(AsThreads())
      ->TypeName("N")
      ->ShowDefault();
  command
      ->AddFlag("--presets", &arguments->presets,
                "Print the board's plans that have a name, and end")
      ->Excludes(budget)
      ->Excludes(effort)
      ->Excludes(time)
      ->Excludes(svg);
  arguments->warehouse.AddTo(command);
  command->AddFlag("--force", &arguments->force, "Replace an existing picture");
  command->AddFlag("--json", &arguments->json, "One JSON object");
  command->Action([arguments, budget, time] {
    WarehousePlanArguments& warehouse = arguments->warehouse;
    warehouse.board = arguments->board;
    if (budget->IsGiven()) warehouse.budget = arguments->budget;
    warehouse.svg = arguments->svg;
    warehouse.threads = arguments->threads;
    warehouse.force = arguments->force;
    warehouse.json = arguments->json;
    if (time->IsGiven()) arguments->effort = absl::StrFormat("%.0fus", arguments->seconds * 1e6);
    return Run(*arguments);
  });
}

}  // namespace tilebase
