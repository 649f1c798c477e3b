// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/plan_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace tilebase {
namespace {

// An edited plan equals the plan that its text gives.
void ExpectAsParsed(const Plan& plan, const std::string& text) {
  EXPECT_EQ(plan.text, text);
  const absl::StatusOr<Plan> parsed = ParsePlan(plan.geometry, text);
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(plan.text, parsed->text);
  EXPECT_EQ(plan.stages, parsed->stages);
  ASSERT_EQ(plan.parts.size(), parsed->parts.size());
  for (size_t i = 0; i < plan.parts.size(); ++i) {
    EXPECT_EQ(plan.parts[i].text, parsed->parts[i].text);
    EXPECT_EQ(plan.parts[i].metric, parsed->parts[i].metric);
    EXPECT_EQ(plan.parts[i].blank_back, parsed->parts[i].blank_back);
    EXPECT_EQ(plan.parts[i].first_stage, parsed->parts[i].first_stage);
    EXPECT_EQ(plan.parts[i].stage_count, parsed->parts[i].stage_count);
    EXPECT_EQ(plan.parts[i].pattern_count, parsed->parts[i].pattern_count);
  }
}

Plan Parsed(const char* text) { return *ParsePlan({4, 4}, text); }

TEST(PlanEditsTest, InMtmStagesAndValuesStayAndPatternsGo) {
  ExpectAsParsed(InMtm(Parsed("ladder:4")), "mtm:ladder:4");
  ExpectAsParsed(InMtm(Parsed("pattern:7-8 + 1-4/5,9,13/rest + values:pairs + dual:7-8")),
                 "mtm:1-4/5,9,13/6-8,10-12,14-15 + values:pairs");
  ExpectAsParsed(InMtm(Parsed("1-4/rest + blank14:1-4/rest")),
                 "mtm:1-4/5-15 + mtm:blank14:1-4/5-15");
  ExpectAsParsed(InMtm(Parsed("mtm:1-4/rest + 1-4/rest")), "mtm:1-4/5-15");
  EXPECT_EQ(InMtm(Parsed("pattern:7-8")).staged(), nullptr);
}

TEST(PlanEditsTest, StagesToAnotherBlankAreThoseOfTheFirstStagedPart) {
  ExpectAsParsed(*WithBlankEnd(Parsed("pattern:7-8 + 1-4/rest"), 14),
                 "pattern:7-8 + 1-4/5-15 + blank14:1-4/5-15");
  ExpectAsParsed(*WithBlankEnd(Parsed("mtm:ladder:8"), 10), "mtm:ladder:8 + mtm:blank10:ladder:8");
  const Plan twice = *WithBlankEnd(*WithBlankEnd(Parsed("1-4/rest"), 14), 14);
  ExpectAsParsed(twice, "1-4/5-15 + blank14:1-4/5-15");
}

TEST(PlanEditsTest, ALastStageThatCannotEndThereIsRefused) {
  const absl::Status status = WithBlankEnd(Parsed("1-14/rest"), 10).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              testing::HasSubstr("the last stage is 15; expected one with 11-12,"));
}

}  // namespace
}  // namespace tilebase
