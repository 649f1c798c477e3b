// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/command/effort_bench.h"

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "tables/entry.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tables/system/clock.h"
#include "tools/common/command.h"
#include "tools/common/json.h"
#include "tools/common/open_set.h"
#include "tools/common/progress_bar.h"
#include "tools/common/quantity.h"
#include "tools/measure/effort.h"

namespace tilebase {

int BenchEfforts(const std::string& file, const std::vector<std::string>& efforts, uint64_t boards,
                 uint64_t seed, bool json) {
  std::vector<Effort> parsed;
  for (const std::string& text : efforts) {
    const absl::StatusOr<Effort> effort = ParseEffort(text);
    if (!effort.ok()) return Fail(kExitUsage, effort.status(), json);
    parsed.push_back(*effort);
  }
  const absl::StatusOr<std::unique_ptr<AnsweringSet>> set = OpenAnsweringSet(file);
  if (!set.ok()) return Fail(set.status(), json);
  const SetInfo& info = (*set)->info();
  const Clock::time_point before = Clock::now();
  if (absl::Status status = (*set)->PrepareEffort(MachineThreads()); !status.ok())
    return Fail(kExitInputFailed, status, json);
  const double prepare = SecondsSince(before);

  const size_t cells = static_cast<size_t>(info.geometry.cells());
  std::vector<uint8_t> sample;
  sample.reserve(boards * cells);
  Random random(seed);
  for (uint64_t i = 0; i < boards; ++i) {
    const Board board = RandomSolvableBoard(info.geometry, random);
    sample.insert(sample.end(), board.tile, board.tile + cells);
  }
  const uint32_t worst =
      (*set)->policies().is_mtm()
          ? info.certified_worst_case / static_cast<uint32_t>(LongestSlide(info.geometry))
          : info.certified_worst_case;
  const uint64_t bytes = (*set)->memory_bytes();
  const uint64_t file_bytes = (*set)->policies().source().file_bytes();
  nlohmann::ordered_json all = {{"file", file},
                                {"board", ToString(info.geometry)},
                                {"plan", info.plan},
                                {"boards", boards},
                                {"certified_worst_case", info.certified_worst_case},
                                {"file_bytes", file_bytes},
                                {"memory_bytes", bytes},
                                {"prepare_s", prepare},
                                {"rows", nlohmann::ordered_json::array()}};
  if (!json) {
    std::printf("%s: %s, plan %s; %s, no solution over %u moves\n", file.c_str(),
                ToString(info.geometry).c_str(), info.plan.c_str(),
                Counted(boards, "random board").c_str(), worst);
    std::printf("file %s; in memory %s; made ready for effort in %.2f s; one thread\n\n",
                ShortBytes(file_bytes).c_str(), ShortBytes(bytes).c_str(), prepare);
    std::printf("%-10s %10s %8s %7s %12s %10s %10s %10s\n", "effort", "mean moves", "+-", "worst",
                "lookups", "us/board", "p99 us", "worst us");
  }
  for (size_t i = 0; i < parsed.size(); ++i) {
    ProgressBar bar("boards");
    const EffortResult row = MeasureEffort(**set, parsed[i], sample, [&](size_t done) {
      bar.Update(done, boards, "effort " + efforts[i]);
    });
    all["rows"].push_back({{"effort", efforts[i]},
                           {"mean_moves", row.mean_moves},
                           {"standard_error", row.standard_error},
                           {"worst_moves", row.worst_moves},
                           {"mean_lookups", row.mean_lookups},
                           {"proven", row.proven},
                           {"mean_us", row.mean_us},
                           {"p99_us", row.p99_us},
                           {"worst_us", row.worst_us}});
    if (!json) {
      std::printf("%-10s %10.3f %8.3f %7llu %12.0f %10.2f %10.2f %10.1f", efforts[i].c_str(),
                  row.mean_moves, row.standard_error,
                  static_cast<unsigned long long>(row.worst_moves), row.mean_lookups, row.mean_us,
                  row.p99_us, row.worst_us);
      if (row.proven > 0) std::printf("  %.1f %% proven shortest", 100 * row.proven);
      std::printf("\n");
      std::fflush(stdout);
    }
  }
  if (json) PrintJsonLine(all);
  return kExitDone;
}

}  // namespace tilebase
