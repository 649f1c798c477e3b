// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase info: what a table set holds. Reads headers only.

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

#include "tables/codec/codec.h"
#include "tables/entry.h"
#include "tables/format.h"
#include "tables/plan.h"
#include "tables/table_source.h"
#include "tables/words/word_file.h"
#include "tools/command/word_commands.h"
#include "tools/common/command.h"
#include "tools/common/json.h"
#include "tools/common/manifest.h"
#include "tools/common/quantity.h"
#include "tools/common/table_file.h"

namespace tilebase {
namespace {

struct InfoArguments {
  std::string file;
  bool json = false;
  bool manifest = false;
};

// Rounds to six digits.
double BytesPerEntry(const TableInfo& table) {
  return std::round(static_cast<double>(table.stored_bytes) / static_cast<double>(table.entries) *
                    1e6) /
         1e6;
}

Json Parts(const Plan& plan) {
  Json parts = Json::EmptyList();
  for (const PlanPart& part : plan.parts)
    parts.push_back({{"plan", part.text},
                     {"metric", Name(part.metric)},
                     {"first_stage", part.first_stage},
                     {"stages", part.stage_count}});
  return parts;
}

constexpr double kBandUnit = 65536;  // of a band's bias and deviation, in a move

Json Fit(const TableInfo& table) {
  Json bands = Json::EmptyList();
  for (size_t band = 0; band < table.fit.size(); ++band)
    bands.push_back(
        {{"moves_left", band * static_cast<size_t>(FitBandSpan(table.subproblem.geometry))},
         {"positions", table.fit[band].positions},
         {"bias", std::round(table.fit[band].bias / kBandUnit * 1e4) / 1e4},
         {"deviation", std::round(table.fit[band].deviation / kBandUnit * 1e4) / 1e4}});
  return bands;
}

void PrintJson(const TableSource& source) {
  const SetInfo& info = source.info();
  Json set;
  set["format"] = info.format();
  set["creator"] = info.creator;
  set["board"] = ToString(info.geometry);
  set["plan"] = info.plan;
  set["parts"] = Parts(source.plan());
  set["stages"] = Json::EmptyList();
  for (const StageInfo& stage : info.stages)
    set["stages"].push_back({{"first_table", stage.first_table}, {"tables", stage.table_count}});
  set["tables"] = Json::EmptyList();
  for (const TableInfo& table : source.tables()) {
    Json entry;
    entry["goal"] = TileList(table.subproblem.goal);
    entry["fixed"] = TileList(table.subproblem.fixed);
    entry["metric"] = Name(table.metric);
    entry["states"] = table.states;
    entry["entries"] = table.entries;
    entry["reachable"] = table.reachable;
    entry["max_depth"] = table.max_depth();
    entry["mean_depth"] = std::round(table.mean_depth() * 1e6) / 1e6;
    entry["histogram"] = table.histogram;
    if (table.metric == Metric::kValue) entry["fit"] = Fit(table);
    entry["codec"] = Name(table.codec);
    entry["stored_bytes"] = table.stored_bytes;
    entry["bytes_per_entry"] = BytesPerEntry(table);
    set["tables"].push_back(entry);
  }
  set["certified_worst_case"] = info.certified_worst_case;
  set["probes_lead_home"] = nullptr;  // a set of patterns alone has no probes
  if (source.plan().staged() != nullptr) set["probes_lead_home"] = !source.HasGrownStage();
  set["file_bytes"] = source.file_bytes();
  PrintJsonLine(set);
}

// Prints the tables of a part's stage, or the stage that has them.
void PrintStage(const TableSource& source, const Plan& plan, const PlanPart& part, size_t number) {
  const size_t stage = part.first_stage + number;
  const std::string label = HasStages(part.metric) ? std::to_string(number + 1) : "";
  if (const size_t other = plan.TablesOf(stage); other != stage) {
    std::printf("%5s  %-28s as %s\n", label.c_str(), ToString(plan.stages[stage]).c_str(),
                ToString(plan.stages[other]).c_str());
    return;
  }
  const StageInfo& info = source.info().stages[stage];
  for (uint32_t i = 0; i < info.table_count; ++i) {
    const TableInfo& table = source.tables()[info.first_table + i];
    const std::string reachable = HasStages(part.metric) ? std::to_string(table.reachable) : "";
    std::printf("%5s  %-28s %14llu %14s %6d %9.4f %12llu %8.5f\n", i == 0 ? label.c_str() : "",
                ToString(table.subproblem).c_str(), static_cast<unsigned long long>(table.entries),
                reachable.c_str(), table.max_depth(), table.mean_depth(),
                static_cast<unsigned long long>(table.stored_bytes), BytesPerEntry(table));
  }
}

// Prints a part of values: its table, and how well it fits boards that it was not fitted to.
void PrintValues(const TableSource& source, const PlanPart& part) {
  const TableInfo& table = source.tables()[source.info().stages[part.first_stage].first_table];
  std::printf("%12s %12s %8s\n%12llu %12llu %8.5f\n\n", "numbers", "bytes", "/number",
              static_cast<unsigned long long>(table.entries),
              static_cast<unsigned long long>(table.stored_bytes), BytesPerEntry(table));
  std::printf("%12s %12s %22s %10s\n", "moves left", "positions", "moves left - value",
              "deviation");
  const int span = FitBandSpan(table.subproblem.geometry);
  for (size_t band = 0; band < table.fit.size(); ++band) {
    const FitBand& fit = table.fit[band];
    if (fit.positions == 0) continue;
    std::printf("%9d on %12u %22.3f %10.3f\n", static_cast<int>(band) * span, fit.positions,
                fit.bias / kBandUnit, fit.deviation / kBandUnit);
  }
}

void PrintText(const std::string& file, const TableSource& source) {
  const SetInfo& info = source.info();
  std::printf("%s: table set for the %s board, plan %s\n", file.c_str(),
              ToString(info.geometry).c_str(), info.plan.c_str());
  std::printf("made by %s, format %d, %s\n", info.creator.c_str(), info.format(),
              ShortBytes(source.file_bytes()).c_str());
  const Plan& plan = source.plan();
  const uint32_t worst = info.certified_worst_case;
  if (plan.IsMtm())
    std::printf("metric mtm: no board needs more than %u slides, or %u actions\n",
                info.certified_slides(), worst);
  else if (plan.staged() != nullptr)
    std::printf("no board needs more than %u actions\n%s\n", worst,
                source.HasGrownStage() ? "a stage grows: follow hints, a probe each move may cycle"
                                       : "no stage grows: a probe each move leads home");
  for (const PlanPart& part : plan.parts) {
    const bool staged = HasStages(part.metric);
    std::printf("\n");
    if (plan.parts.size() > 1) std::printf("%s\n", part.text.c_str());
    if (part.metric == Metric::kValue) {
      PrintValues(source, part);
      continue;
    }
    std::printf("%5s  %-28s %14s %14s %6s %9s %12s %8s\n", staged ? "stage" : "",
                staged ? "subproblem" : Name(part.metric), "entries", staged ? "reachable" : "",
                "max", "mean", "bytes", "/entry");
    for (size_t i = 0; i < part.stage_count; ++i) PrintStage(source, plan, part, i);
  }
}

int Run(const InfoArguments& arguments) {
  if (!arguments.manifest && IsWordFile(arguments.file))
    return PrintWordInfo(arguments.file, arguments.json);
  auto source = OpenTableFile(arguments.file);
  if (!source.ok()) return Fail(source.status(), arguments.json);
  if (arguments.manifest) {
    const auto manifest = MakeManifest(**source);
    if (!manifest.ok()) return Fail(manifest.status(), arguments.json);
    std::fputs(ManifestText(*manifest).c_str(), stdout);
  } else if (arguments.json) {
    PrintJson(**source);
  } else {
    PrintText(arguments.file, **source);
  }
  return kExitDone;
}

}  // namespace

void AddInfoCommand(Command* program) {
  auto arguments = std::make_shared<InfoArguments>();
  Command* command = program->AddCommand("info", "Show what a table set holds");
  command->Footer(
      "Prints the plan, the most actions any board can need, and for each table its entries, how\n"
      "many can reach the goal, the greatest and mean depth and the bytes stored; for values, how\n"
      "far they are off on boards that they were not fitted to. Reads headers\n"
      "only: 'tilebase verify' checks the entries.\n\n"
      "  tilebase info l1.tilebase\n"
      "  tilebase info l1.tilebase --json | jq .certified_worst_case");
  command->AddOption("FILE", &arguments->file, "Table set")->Values(AsTableFile())->Required();
  Option* json = command->AddFlag("--json", &arguments->json,
                                  "One JSON object, with each table's histogram of depths");
  command
      ->AddFlag("--manifest", &arguments->manifest,
                "The file's manifest, for 'tilebase verify --manifest'")
      ->Excludes(json);
  command->Action([arguments] { return Run(*arguments); });
}

}  // namespace tilebase
