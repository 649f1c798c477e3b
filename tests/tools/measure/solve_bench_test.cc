// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/measure/solve_bench.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "generator/build.h"
#include "tables/plan.h"
#include "tools/common/folder.h"

namespace tilebase {
namespace {

TEST(SolveBenchTest, TimesEveryWayOnTheSameBoards) {
  const TemporaryFolder folder;
  SolveBenchOptions options;
  options.file = folder.path() + "/tables";
  options.boards = 500;
  options.rounds = 2;
  ASSERT_TRUE(BuildTableSet(*ParsePlan({3, 3}, "1-3/rest"), options.file, {}).ok());
  for (const int threads : {1, 2}) {
    options.threads = threads;
    const absl::StatusOr<SolveBench> bench = BenchSolving(options);
    ASSERT_TRUE(bench.ok()) << bench.status();
    EXPECT_EQ(bench->plan, "1-3/4-8");
    EXPECT_GT(bench->mean_moves, 20);
    EXPECT_LT(bench->mean_moves, 40);
    std::vector<std::string> names = {"plain walk", "solve", "solve_batch"};
    if (threads == 2) names.insert(names.end(), {"solve", "solve_batch"});
    ASSERT_EQ(bench->rows.size(), names.size());
    for (size_t i = 0; i < names.size(); ++i) {
      const SolveTimes& row = bench->rows[i];
      EXPECT_EQ(row.name, names[i]);
      EXPECT_EQ(row.threads, i < 3 ? 1 : 2);
      EXPECT_GT(row.mean_us, 0);
      EXPECT_EQ(row.percentiles.has_value(), i < 2);
      if (!row.percentiles.has_value()) continue;
      EXPECT_LE(row.percentiles->p50, row.percentiles->p99);
      EXPECT_LE(row.percentiles->p999, row.percentiles->worst);
    }
  }
}

TEST(SolveBenchTest, SaysWhyAFileCannotBeOpened) {
  SolveBenchOptions options;
  options.file = "/nonexistent/tables";
  const auto bench = BenchSolving(options);
  EXPECT_EQ(bench.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(std::string(bench.status().message()).find(options.file), std::string::npos);
}

}  // namespace
}  // namespace tilebase
