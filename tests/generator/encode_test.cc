// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/encode.h"

#include <gtest/gtest.h>

#include "generator/plans/stage_tables.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

// Plans are dropped before they are made by what their tables take at least.
TEST(LeastStoredBytesTest, IsNoMoreThanTablesTake) {
  struct Stage {
    const char* goal;
    const char* fixed;
    Metric metric;
  };
  for (const Stage& stage :
       {Stage{"1-3", "", Metric::kMoves}, Stage{"4,5,10", "1-3", Metric::kMoves},
        Stage{"1,2,6,7", "", Metric::kPattern}, Stage{"20,22-24", "", Metric::kPattern}}) {
    const Geometry geometry{5, 5};
    const Subproblem subproblem{geometry, *ParseTiles(geometry, stage.goal),
                                *ParseTiles(geometry, stage.fixed)};
    const auto made = MakeStageTables(subproblem, stage.metric, {});
    ASSERT_TRUE(made.ok()) << made.status();
    for (const StageTable& table : made->tables)
      EXPECT_LE(LeastStoredBytes(stage.metric, table.info.entries), table.info.stored_bytes)
          << ToString(subproblem);
  }
}

// The two tables of 6-6-6-6 on 5x5 have 255,024,000 entries in 2.3 MB.
TEST(LeastStoredBytesTest, LeavesRoomForLargePatterns) {
  EXPECT_LE(LeastStoredBytes(Metric::kPattern, 255'024'000), 2'300'000u);
}

}  // namespace
}  // namespace tilebase
