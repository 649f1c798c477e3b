// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/plans/peeled_plan.h"

#include <gtest/gtest.h>

#include <string>

#include "generator/enumeration.h"
#include "generator/plans/plan_search.h"
#include "tables/plan.h"
#include "tables/ranking.h"

namespace tilebase {
namespace {

std::string Text(Geometry geometry, uint64_t most_entries) {
  return PlanText(PeeledPlan(geometry, most_entries));
}

TEST(PeeledPlanTest, HasNoStageThatGrowsOrIsTooLargeOnAnyBoard) {
  for (uint8_t width = kMinSide; width <= kMaxSide; ++width) {
    for (uint8_t height = kMinSide; height <= kMaxSide; ++height) {
      const Geometry geometry{width, height};
      for (const uint64_t most : {uint64_t{250'000}, uint64_t{2'000'000}, uint64_t{250'000'000}}) {
        const std::string text = Text(geometry, most);
        const absl::StatusOr<Plan> plan = ParsePlan(geometry, text);
        ASSERT_TRUE(plan.ok()) << plan.status();
        for (const Subproblem& stage : plan->stages) {
          EXPECT_EQ(LongestChain(stage).size(), 1u) << ToString(geometry) << " " << text;
          EXPECT_NE(EntryCount(stage), 0u);
          EXPECT_LE(EntryCount(stage), most) << ToString(geometry) << " " << text;
        }
      }
    }
  }
}

TEST(PeeledPlanTest, PeelsTheLongerSide) {
  EXPECT_EQ(Text({4, 4}, 600'000), "1-4/5-6,9,13/rest");
  EXPECT_EQ(Text({7, 2}, 2'000'000), "1-2,8-9/rest");
  EXPECT_EQ(Text({2, 7}, 2'000'000), "1-4/rest");
  EXPECT_EQ(Text({8, 8}, 250'000).substr(0, 21), "1-2/3-4/5-6/7-8/9,17/");
}

TEST(PeeledPlanTest, IsOneStageWhereTheBoardIsSmall) {
  EXPECT_EQ(Text({2, 2}, 1), "1-3");
  EXPECT_EQ(Text({3, 3}, 181'440), "1-8");
  EXPECT_NE(Text({3, 3}, 181'439), "1-8");
}

}  // namespace
}  // namespace tilebase
