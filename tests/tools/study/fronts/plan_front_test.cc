// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/study/fronts/plan_front.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>

#include "generator/build.h"
#include "tables/plan.h"
#include "tools/common/folder.h"

namespace tilebase {
namespace {

FrontOptions Options(uint64_t budget, uint64_t boards) {
  FrontOptions options;
  options.geometry = {3, 3};
  options.budget_bytes = budget;
  options.effort.boards = boards;
  options.creator = "test";
  options.begin = [](size_t, uint64_t) {};
  options.progress = [](const char*, uint64_t, uint64_t) {};
  return options;
}

TEST(PlanFrontTest, HoldsPlansOfWhichNoneBeatsAnother) {
  const absl::StatusOr<Front> front = FindFront(Options(60'000, 200));
  ASSERT_TRUE(front.ok()) << front.status();
  EXPECT_GT(front->plans.size(), 1u);
  EXPECT_GE(front->measured, front->plans.size());
  for (const FrontPlan& plan : front->plans) {
    EXPECT_LE(plan.file_bytes, 60'000u);
    EXPECT_TRUE(plan.plain.exact) << plan.text;
    EXPECT_LT(plan.with_effort.mean, plan.plain.mean + 3 * plan.with_effort.standard_error);
    for (const FrontPlan& other : front->plans)
      EXPECT_TRUE(&plan == &other || other.file_bytes > plan.file_bytes ||
                  other.with_effort.mean > plan.with_effort.mean || other.worst > plan.worst)
          << other.text << " beats " << plan.text;
  }
}

TEST(PlanFrontTest, TellsTheBytesOfTheFileThatABuildMakes) {
  const absl::StatusOr<Front> front = FindFront(Options(30'000, 0));
  ASSERT_TRUE(front.ok()) << front.status();
  const FrontPlan& plan = front->plans.back();
  const TemporaryFolder folder;
  BuildOptions options;
  options.creator = "test";
  const auto built =
      BuildTableSet(*ParsePlan({3, 3}, plan.text), folder.path() + "/tables", options);
  ASSERT_TRUE(built.ok()) << built.status();
  EXPECT_EQ(built->file_bytes, plan.file_bytes);
  EXPECT_EQ(built->info.certified_worst_case, plan.worst);
}

// Look-ahead takes the better of two plans; on 3x3 that is worth more than larger stages.
TEST(PlanFrontTest, PutsTwoPlansIntoOneSet) {
  const absl::StatusOr<Front> front = FindFront(Options(30'000, 100));
  ASSERT_TRUE(front.ok()) << front.status();
  EXPECT_TRUE(std::any_of(front->plans.begin(), front->plans.end(), [](const FrontPlan& plan) {
    const Plan parsed = *ParsePlan({3, 3}, plan.text);
    return parsed.parts.size() == 2 && parsed.parts[1].metric == Metric::kMoves;
  }));
}

// Without effort nothing reads pattern tables.
TEST(PlanFrontTest, HasNoPatternsWithoutEffort) {
  const absl::StatusOr<Front> front = FindFront(Options(60'000, 0));
  ASSERT_TRUE(front.ok()) << front.status();
  for (const FrontPlan& plan : front->plans)
    EXPECT_EQ(plan.text.find("pattern"), std::string::npos) << plan.text;
}

TEST(PlanFrontTest, SaysThatNoPlanFits) {
  const absl::StatusOr<Front> front = FindFront(Options(1'000, 0));
  EXPECT_EQ(front.status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(PlanFrontTest, StopsWhenItIsTold) {
  const std::atomic<bool> cancel = true;
  FrontOptions options = Options(60'000, 200);
  options.cancel = &cancel;
  EXPECT_EQ(FindFront(options).status().code(), absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace tilebase
