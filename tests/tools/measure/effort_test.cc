// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/measure/effort.h"

#include <gtest/gtest.h>

#include <vector>

#include "runtime/answering_set.h"
#include "tables/random_board.h"
#include "tables/table_source.h"
#include "tests/runtime/built_set.h"

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
  const auto measure = [&](uint64_t lookups) {
    Effort effort;
    effort.lookups = lookups;
    return MeasureEffort(**set, effort, boards, [&](size_t done) { last = done; });
  };
  const EffortResult none = measure(0), some = measure(300), much = measure(20'000);
  EXPECT_EQ(last, kBoards);
  EXPECT_GT(none.mean_moves, some.mean_moves);
  EXPECT_GE(some.mean_moves, much.mean_moves);
  EXPECT_GT(much.mean_lookups, some.mean_lookups);
  EXPECT_GE(static_cast<double>(none.worst_moves), none.mean_moves);
  EXPECT_LE(none.worst_moves, (*set)->info().certified_worst_case);
  EXPECT_GT(none.standard_error, 0);
  EXPECT_EQ(measure(300).mean_moves, some.mean_moves);
}

}  // namespace
}  // namespace tilebase
