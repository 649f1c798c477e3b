// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase bench of a warehouse's file: a stream of requests.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tools/command/word_commands.h"
#include "tools/common/json.h"
#include "tools/common/quantity.h"
#include "tools/measure/effort.h"
#include "tools/measure/warehouse_requests.h"

namespace tilebase {
namespace {

void PrintHead(const WarehouseBenchArguments& arguments, const WordSet& set, int blanks) {
  std::printf("%s: %s; %d empty cells, %s, each where the last one left them\n",
              arguments.file.c_str(), ToString(set.problem()).c_str(), blanks,
              Counted(arguments.requests, "request").c_str());
  std::printf("file %s; in memory %s; one thread, processor time\n\n",
              ShortBytes(set.file().file_bytes()).c_str(), ShortBytes(set.memory_bytes()).c_str());
  std::printf("%-8s %10s %8s %5s %5s %6s %11s %8s %12s %10s %10s %10s\n", "effort",
              Name(set.problem().metric), "bound", "p50", "p99", "worst", "loads moved", "proven",
              "us/decision", "us/request", "p99 us", "worst us");
}

}  // namespace

int BenchWarehouse(const WarehouseBenchArguments& arguments) {
  const std::vector<std::string> efforts =
      arguments.efforts.empty() ? std::vector<std::string>{"0"} : arguments.efforts;
  std::vector<Effort> parsed;
  for (const std::string& text : efforts) {
    const absl::StatusOr<Effort> effort = ParseEffort(text);
    if (!effort.ok()) return Fail(kExitUsage, effort.status(), arguments.json);
    parsed.push_back(*effort);
  }
  const auto answers = OpenWords(arguments.file);
  if (!answers.ok()) return Fail(answers.status(), arguments.json);
  const WordSet& set = (*answers)->set();
  const WordProblem& problem = set.problem();
  const int blanks = arguments.blanks != 0 ? arguments.blanks : problem.blanks;
  Json all = {{"file", arguments.file},
              {"problem", ToString(problem)},
              {"metric", Name(problem.metric)},
              {"blanks", blanks},
              {"requests", arguments.requests},
              {"seed", arguments.seed},
              {"file_bytes", set.file().file_bytes()},
              {"memory_bytes", set.memory_bytes()},
              {"rows", Json::EmptyList()}};
  CatchInterrupts();
  for (size_t i = 0; i < parsed.size(); ++i) {
    absl::StatusOr<RequestResult> row;
    {
      ProgressBar bar("requests");
      row = MeasureRequests(**answers, {.blanks = blanks,
                                        .requests = arguments.requests,
                                        .seed = arguments.seed,
                                        .effort = {.boards = parsed[i].boards,
                                                   .microseconds = parsed[i].microseconds,
                                                   .cancel = &interrupted},
                                        .progress =
                                            [&](uint64_t done) {
                                              bar.Update(done, arguments.requests,
                                                         absl::StrCat("effort ", efforts[i]));
                                            },
                                        .cancel = &interrupted});
    }
    if (!row.ok()) return Fail(row.status(), arguments.json);
    if (i == 0 && !arguments.json) PrintHead(arguments, set, blanks);
    all["rows"].push_back({{"effort", efforts[i]},
                           {"mean", row->mean},
                           {"bound", row->mean_bound},
                           {"p50", row->p50},
                           {"p99", row->p99},
                           {"worst", row->worst},
                           {"loads_moved", row->mean_loads_moved},
                           {"proven", row->proven},
                           {"decision_us", row->decision_us},
                           {"mean_us", row->mean_us},
                           {"p99_us", row->p99_us},
                           {"worst_us", row->worst_us}});
    if (!arguments.json) {
      std::printf(
          "%-8s %10.3f %8.3f %5llu %5llu %6llu %11.2f %6.1f %% %12.2f %10.1f %10.1f %10.1f\n",
          efforts[i].c_str(), row->mean, row->mean_bound, static_cast<unsigned long long>(row->p50),
          static_cast<unsigned long long>(row->p99), static_cast<unsigned long long>(row->worst),
          row->mean_loads_moved, 100 * row->proven, row->decision_us, row->mean_us, row->p99_us,
          row->worst_us);
      std::fflush(stdout);
    }
  }
  if (arguments.json) PrintJsonLine(all);
  return kExitDone;
}

}  // namespace tilebase
