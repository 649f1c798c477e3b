// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/enumeration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "generator/retrograde/retrograde.h"
#include "tables/plan.h"
#include "tables/ranking.h"

namespace tilebase {
namespace {

using testing::ElementsAre;

std::vector<std::string> Names(const std::vector<Subproblem>& subproblems) {
  std::vector<std::string> names;
  for (const Subproblem& subproblem : subproblems) names.push_back(ToString(subproblem));
  return names;
}

TEST(EnumerationTest, GrowsAStageUntilEveryBoardCanBeSolved) {
  const auto stages = EnumerateSubproblems(*ParsePlan({4, 4}, "ladder:1"));
  ASSERT_EQ(stages.size(), 15u);
  EXPECT_THAT(Names(stages[0].subproblems), ElementsAre("{1}|{}"));
  EXPECT_THAT(Names(stages[3].subproblems), ElementsAre("{4}|{1-3}", "{3-4}|{1-2}"));
  EXPECT_THAT(Names(stages[12].subproblems),
              ElementsAre("{13}|{1-12}", "{12-13}|{1-11}", "{11-13}|{1-10}", "{10-13}|{1-9}",
                          "{9-13}|{1-8}"));
}

TEST(EnumerationTest, FollowsGrowthUntilEveryEntryIsSolved) {
  const Subproblem stage = ParsePlan({4, 4}, "ladder:1")->stages[12];
  std::vector<Subproblem> solved;
  EXPECT_TRUE(FollowGrowth(stage, [&](const Subproblem& subproblem) {
                solved.push_back(subproblem);
                return solved.size() == 3;
              }).ok());
  EXPECT_THAT(Names(solved), ElementsAre("{13}|{1-12}", "{12-13}|{1-11}", "{11-13}|{1-10}"));
}

TEST(EnumerationTest, GrowthEndsWithAnErrorOrWithoutFixedTiles) {
  const auto fail = [](const Subproblem&) { return absl::CancelledError("stopped"); };
  EXPECT_EQ(FollowGrowth({{3, 3}, 1, 2}, fail).code(), absl::StatusCode::kCancelled);
  int solved = 0;
  const auto never_complete = [&](const Subproblem&) {
    ++solved;
    return false;
  };
  EXPECT_TRUE(FollowGrowth({{3, 3}, 1, 6}, never_complete).ok());  // {1}|{2,3}, ..., {1-3}|{}
  EXPECT_EQ(solved, 3);
}

// A goal called surely reachable is reachable: every fixed set of a 3x3 board with every one-tile
// goal.
TEST(EnumerationTest, SurelyReachableIsNeverWrong) {
  const Geometry geometry{3, 3};
  int sure = 0;
  for (CellMask fixed = 0; fixed <= geometry.all_tiles(); ++fixed) {
    for (CellMask goal = 1; goal <= geometry.all_tiles(); goal <<= 1) {
      const Subproblem subproblem{geometry, goal, fixed};
      if (!subproblem.IsValid() || !IsSurelyReachable(subproblem)) continue;
      ++sure;
      const auto solution = RetrogradeSolver().Solve(subproblem, {});
      ASSERT_TRUE(solution.ok());
      ASSERT_EQ((*solution)->reachable(), EntryCount(subproblem)) << ToString(subproblem);
    }
  }
  EXPECT_GT(sure, 20);
}

}  // namespace
}  // namespace tilebase
