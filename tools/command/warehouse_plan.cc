// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase plan with --wanted: how many empty cells a warehouse should have.

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runtime/tilebase.h"
#include "tables/records.h"
#include "tables/system/file_io.h"
#include "tools/command/word_commands.h"
#include "tools/common/json.h"
#include "tools/common/quantity.h"
#include "tools/study/charts/charts.h"
#include "tools/study/fronts/warehouse_front.h"

namespace tilebase {
namespace {

using Rows = std::vector<WarehouseFrontRow>;

void PrintPlanText(const WarehousePlanArguments& arguments, const Rows& rows) {
  std::printf("%s, %s wanted at %s; tables of at most %s in memory\n", arguments.board.c_str(),
              Counted(static_cast<uint64_t>(arguments.wanted), "load").c_str(),
              absl::StrJoin(arguments.goal_cells, ",").c_str(),
              ShortBytes(arguments.budget).c_str());
  if (std::any_of(rows.begin(), rows.end(), [](const auto& row) { return !row.exact; }))
    std::printf("~: by the table of fewer blanks, %llu random warehouses\n",
                static_cast<unsigned long long>(kWarehouseFrontRequests));
  std::printf("\n");
  std::printf("%-10s %6s %8s %15s %5s %6s %5s %9s %9s %8s\n", "cost", "blanks", "density", "mean",
              "p99", "worst", "table", "memory", "file", "build");
  for (const WarehouseFrontRow& row : rows) {
    const std::string mean = row.exact
                                 ? absl::StrFormat("%.4f", row.mean)
                                 : absl::StrFormat("~%.2f +-%.2f", row.mean, row.standard_error);
    std::printf("%-10s %6d %6.1f %% %15s %5llu %6llu %5d %9s %9s %8s\n", Name(row.metric),
                row.blanks, 100 * row.density, mean.c_str(),
                static_cast<unsigned long long>(row.p99),
                static_cast<unsigned long long>(row.worst), row.table_blanks,
                ShortBytes(row.table_bytes).c_str(), ShortBytes(row.file_bytes).c_str(),
                ShortDuration(row.build_seconds).c_str());
  }
}

void PrintPlanJson(const WarehousePlanArguments& arguments, const Rows& rows) {
  Json goal_cells = Json::EmptyList();
  for (const int cell : arguments.goal_cells) goal_cells.push_back(cell);
  Json list = Json::EmptyList();
  for (const WarehouseFrontRow& row : rows) {
    Json entry = {{"metric", Name(row.metric)},
                  {"blanks", row.blanks},
                  {"density", row.density},
                  {"kind", row.exact ? "exact" : "sampled"},
                  {"mean", row.mean},
                  {"p99", row.p99},
                  {"worst", row.worst},
                  {"table_blanks", row.table_blanks},
                  {"memory_bytes", row.table_bytes},
                  {"file_bytes", row.file_bytes},
                  {"build_seconds", row.build_seconds}};
    if (!row.exact) entry["standard_error"] = row.standard_error;
    list.push_back(entry);
  }
  PrintJsonLine({{"board", arguments.board},
                 {"wanted", arguments.wanted},
                 {"goal_cells", goal_cells},
                 {"budget_bytes", arguments.budget},
                 {"requests", kWarehouseFrontRequests},
                 {"rows", list}});
}

std::string DrawMeans(const WarehousePlanArguments& arguments, const Rows& rows) {
  LineChart chart;
  chart.title = absl::StrCat("Mean retrieval from a ", arguments.board, " warehouse");
  chart.x_label = "empty cells, and the share of cells that hold loads";
  chart.y_label = "mean, in units of the cost";
  chart.logarithmic = true;
  for (const WarehouseFrontRow& row : rows) {
    if (chart.series.empty() || chart.series.back().name != Name(row.metric))
      chart.series.push_back({Name(row.metric), {}});
    chart.series.back().values.push_back(row.mean);
    if (chart.series.size() == 1)
      chart.names.push_back(absl::StrFormat("%d: %.4g %%", row.blanks, 100 * row.density));
  }
  return ToSvg(chart);
}

}  // namespace

void WarehousePlanArguments::AddTo(Command* command) {
  Option* const loads =
      command
          ->AddOption("--wanted", &wanted,
                      "Compare warehouses of --board instead: this many loads are wanted at the "
                      "goal cells")
          ->Values(AsCount(1, 8))
          ->TypeName("N");
  for (const char* other : {"--effort", "--time", "--presets"}) loads->Excludes(other);
  Option* const goals =
      command->AddOption("--goal-cells", &goal_cells, "Where wanted loads go, separated by commas")
          ->Delimiter(',')
          ->TypeName("CELL")
          ->Needs(loads);
  loads->Needs(goals);
  command->AddOption("--walls", &walls, "Cells of the warehouse that are pillars")
      ->Delimiter(',')
      ->TypeName("CELL")
      ->Needs(loads);
}

int PlanWarehouse(const WarehousePlanArguments& arguments) {
  WarehouseFrontOptions options;
  if (!ReadWordSize(arguments.board, &options.width, &options.height))
    return Fail(kExitUsage,
                absl::StrCat("--board ", arguments.board, ": expected WIDTHxHEIGHT, such as 10x10"),
                arguments.json);
  options.walls = arguments.walls;
  options.wanted = arguments.wanted;
  options.goal_cells = arguments.goal_cells;
  options.budget_bytes = arguments.budget;
  options.threads = arguments.threads;
  options.creator = absl::StrCat("tilebase ", tilebase_version());
  options.cancel = &interrupted;
  CatchInterrupts();
  absl::StatusOr<Rows> rows;
  {
    ProgressBar bar("states");
    options.progress = [&](const std::string& what, uint64_t done, uint64_t total) {
      bar.Update(done, total, what);
    };
    rows = MeasureWarehouseFront(options);
  }
  if (absl::IsCancelled(rows.status()))
    return Fail(kExitInputFailed, "stopped; nothing is kept", arguments.json);
  if (!rows.ok()) return Fail(rows.status(), arguments.json);
  if (arguments.json)
    PrintPlanJson(arguments, *rows);
  else
    PrintPlanText(arguments, *rows);
  if (!arguments.svg.empty())
    if (absl::Status status =
            WriteOutput(arguments.svg, AsBytes(DrawMeans(arguments, *rows)), arguments.force);
        !status.ok())
      return Fail(kExitInputFailed, status, arguments.json);
  return kExitDone;
}

}  // namespace tilebase
