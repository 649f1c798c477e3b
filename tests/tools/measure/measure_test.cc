// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "generator/build.h"
#include "runtime/answering_set.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tables/table_source.h"
#include "tests/runtime/built_set.h"
#include "tools/common/folder.h"
#include "tools/measure/effort.h"
#include "tools/measure/solve_bench.h"

namespace tilebase {
namespace {

TEST(MeasureEffortTest, GivesShorterSolutionsForMoreLookups) {
  const Geometry geometry{3, 3};
  const BuiltFile file("3x3", "ladder:1", Codec::kZstd);
  const auto set = AnsweringSet::Create(*OpenSource(file.path));
  ASSERT_TRUE(set.ok()) << set.status();
  ASSERT_TRUE((*set)->PrepareEffort(1).ok());
  std::vector<uint8_t> boards;
  Random random(3);
  constexpr size_t kBoards = 300;
  for (size_t i = 0; i < kBoards; ++i) {
    const Board board = RandomSolvableBoard(geometry, random);
    boards.insert(boards.end(), board.tile, board.tile + geometry.cells());
  }
  size_t last = 0;
  const auto measure = [&](uint64_t looked_at) {
    Effort effort;
    effort.boards = looked_at;
    return MeasureEffort(**set, effort, boards, [&](size_t done) { last = done; });
  };
  const EffortResult none = measure(0), some = measure(300), much = measure(20'000);
  EXPECT_EQ(last, kBoards);
  EXPECT_GT(none.mean_moves, some.mean_moves);
  EXPECT_GE(some.mean_moves, much.mean_moves);
  EXPECT_GT(much.mean_looked_at, some.mean_looked_at);
  EXPECT_GE(static_cast<double>(none.worst_moves), none.mean_moves);
  EXPECT_LE(none.worst_moves, (*set)->info().certified_worst_case);
  EXPECT_GT(none.standard_error, 0);
  EXPECT_EQ(measure(300).mean_moves, some.mean_moves);
}

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
