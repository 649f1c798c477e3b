// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tilebase {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr Geometry kFifteen{4, 4};

std::vector<std::string> Stages(Geometry geometry, const std::string& text) {
  std::vector<std::string> stages;
  absl::StatusOr<Plan> plan = ParsePlan(geometry, text);
  EXPECT_TRUE(plan.ok()) << plan.status();
  if (plan.ok())
    for (const Subproblem& stage : plan->stages) stages.push_back(ToString(stage));
  return stages;
}

std::string Reason(Geometry geometry, const std::string& text) {
  absl::StatusOr<Plan> plan = ParsePlan(geometry, text);
  EXPECT_FALSE(plan.ok()) << text;
  return plan.ok() ? "" : std::string(plan.status().message());
}

TEST(PlanTest, ALadderGroupsTheTilesInOrder) {
  EXPECT_THAT(Stages(kFifteen, "ladder:4"),
              ElementsAre("{1-4}|{}", "{5-8}|{1-4}", "{9-12}|{1-8}", "{13-15}|{1-12}"));
  EXPECT_EQ(Stages(kFifteen, "ladder:1").size(), 15u);
  EXPECT_THAT(Stages(kFifteen, "ladder:15"), ElementsAre("{1-15}|{}"));
  EXPECT_THAT(Stages({3, 2}, "ladder:2"), ElementsAre("{1-2}|{}", "{3-4}|{1-2}", "{5}|{1-4}"));
}

TEST(PlanTest, ExplicitStagesAreSetsInOrder) {
  EXPECT_THAT(Stages(kFifteen, "1-4/5,9,13/rest"),
              ElementsAre("{1-4}|{}", "{5,9,13}|{1-4}", "{6-8,10-12,14-15}|{1-5,9,13}"));
  EXPECT_THAT(Stages(kFifteen, "13,9,5,1-4/rest"),
              ElementsAre("{1-5,9,13}|{}", "{6-8,10-12,14-15}|{1-5,9,13}"));
}

TEST(PlanTest, TheTextIsCanonicalAndReadBack) {
  for (const char* text : {"ladder:3", "1-4/5,9,13/rest", "rest", "1/2/3/4/5/6/7/8/9,10/rest"}) {
    const Plan plan = *ParsePlan(kFifteen, text);
    EXPECT_EQ(ParsePlan(kFifteen, plan.text)->stages, plan.stages);
    EXPECT_EQ(ParsePlan(kFifteen, plan.text)->text, plan.text);
  }
  EXPECT_EQ(ParsePlan(kFifteen, "1,2,3-4/rest")->text, "1-4/5-15");
}

TEST(PlanTest, PartsAreStagesAndPatternsInOrder) {
  const Plan plan = *ParsePlan(kFifteen, "1-7/rest+pattern:7-8 +  pattern:1-4/5-8/rest");
  EXPECT_EQ(plan.text, "1-7/8-15 + pattern:7-8 + pattern:1-4/5-8/9-15");
  EXPECT_EQ(ParsePlan(kFifteen, plan.text)->text, plan.text);
  ASSERT_EQ(plan.parts.size(), 3u);
  EXPECT_EQ(plan.parts[1].text, "pattern:7-8");
  EXPECT_EQ(plan.parts[1].metric, Metric::kPattern);
  EXPECT_EQ(plan.parts[1].first_stage, 2u);
  EXPECT_EQ(plan.parts[2].stage_count, 3u);
  EXPECT_EQ(plan.staged(), &plan.parts[0]);
  EXPECT_EQ(ToString(plan.stages[3]), "{1-8}|{}");
  EXPECT_EQ(plan.MetricOf(1), Metric::kMoves);
  EXPECT_EQ(plan.MetricOf(2), Metric::kPattern);
  EXPECT_EQ(ParsePlan(kFifteen, "pattern:7-8")->staged(), nullptr);
}

TEST(PlanTest, EqualStagesAndSymmetricPatternsShareTables) {
  const Plan plan = *ParsePlan(kFifteen, "1-4/rest + 1-4/5,9,13/rest + pattern:5-5-5");
  EXPECT_EQ(plan.TablesOf(1), 1u);
  EXPECT_EQ(plan.TablesOf(2), 0u);  // 1-4 again
  EXPECT_EQ(plan.TablesOf(3), 3u);
  EXPECT_EQ(plan.TablesOf(5), 5u);
  EXPECT_EQ(plan.TablesOf(7), 5u);  // 9,10,13-15 is 1-3,5,6 turned over
  // If the blank may go everywhere and end anywhere, stages share tables as well.
  const Plan mirrored = *ParsePlan(kFifteen, "1-5/rest + 1-4,8/rest + 1-4/5,9,13/rest");
  EXPECT_EQ(mirrored.TablesOf(2), 0u);
  EXPECT_EQ(mirrored.TablesOf(3), 3u);
  EXPECT_EQ(mirrored.TablesOf(5), 5u);
  // The large blocks of 6-6-6-6 are rotations of one another; the block round the blank is not.
  const Plan large = *ParsePlan({5, 5}, "pattern:6-6-6-6");
  EXPECT_EQ(large.TablesOf(1), 0u);
  EXPECT_EQ(large.TablesOf(2), 0u);
  EXPECT_EQ(large.TablesOf(3), 3u);
  // A pattern of the same shape that shuts the blank in has other values.
  const Subproblem open = {{3, 3}, 0b000001010}, shut = {{3, 3}, 0b010100000};
  EXPECT_LT(PatternSymmetry(open, shut), 0);
  // If the blank may end anywhere, the values are the same.
  EXPECT_GE(PatternSymmetry({{3, 3}, open.goal, 0, Subproblem::kAnyBlank},
                            {{3, 3}, shut.goal, 0, Subproblem::kAnyBlank}),
            0);
}

TEST(PlanTest, PatternsForDualLookupsEndWithTheBlankAnywhereOrInATilesPlace) {
  const Plan plan = *ParsePlan({3, 3}, "rest + dual:1-3,6/rest");
  EXPECT_EQ(plan.text, "1-8 + dual:1-3,6/4-5,7-8");
  EXPECT_EQ(ParsePlan({3, 3}, plan.text)->stages, plan.stages);
  const PlanPart& part = plan.parts[1];
  EXPECT_EQ(part.metric, Metric::kPattern);
  EXPECT_TRUE(part.is_dual());
  EXPECT_EQ(part.pattern_count, 2u);
  std::vector<std::string> stages;
  for (size_t i = 0; i < part.stage_count; ++i)
    stages.push_back(ToString(plan.stages[part.first_stage + i]));
  EXPECT_EQ(stages,
            (std::vector<std::string>{
                "{1-3,6}|{}", "{4-5,7-8}|{}", "{1-3,6}|{} to any blank", "{2-3,6}|{} to blank 0",
                "{1,3,6}|{} to blank 1", "{1-2,6}|{} to blank 2", "{1-3}|{} to blank 5",
                "{4-5,7-8}|{} to any blank", "{5,7-8}|{} to blank 3", "{4,7-8}|{} to blank 4",
                "{4-5,8}|{} to blank 6", "{4-5,7}|{} to blank 7"}));
  EXPECT_EQ(plan.TablesOf(3), 1u);  // nothing shuts the blank in: home or anywhere is the same
  EXPECT_EQ(ParsePlan({3, 3}, "dual:4-4")->text, "dual:4-4");
  // A pattern of one tile has no other tiles.
  EXPECT_EQ(ParsePlan({2, 2}, "dual:1/2/3")->stages.size(), 6u);
  EXPECT_FALSE(ParsePlan({3, 3}, "pattern:4-4")->parts[0].is_dual());
  const Plan many = *ParsePlan({5, 5}, "pattern:24x6-6-6-6");
  EXPECT_EQ(many.text, "pattern:24x6-6-6-6");
  ASSERT_EQ(many.parts.size(), 24u);
  EXPECT_EQ(many.parts[0].text, "pattern:6-6-6-6");
  EXPECT_EQ(many.parts[1].text, "pattern:1-5,10/6,11,16-17,21-22/7-9,12-14/15,18-20,23-24");
  EXPECT_EQ(ParsePlan({5, 5}, "values:pairs + pattern:2x6-6-6-6")->text,
            "values:pairs + pattern:2x6-6-6-6");
  for (const char* const plan : {"pattern:0x6-6-6-6", "pattern:25x6-6-6-6", "pattern:x6-6-6-6"})
    EXPECT_THAT(Reason({5, 5}, plan), HasSubstr("pattern:Nx6-6-6-6 with N from 1 to 24, on 5x5"));
  EXPECT_THAT(Reason({4, 4}, "pattern:2x6-6-6-6"), HasSubstr("no such partitions of a 4x4 board"));
  EXPECT_THAT(Reason({5, 5}, "pattern:6-6-6-6 + pattern:2x6-6-6-6"), HasSubstr("repeats the part"));
  EXPECT_THAT(Reason({3, 3}, "rest + blank5:dual:4-4"), HasSubstr("patterns have no other end"));
  EXPECT_THAT(Reason({3, 3}, "mtm:dual:4-4"), HasSubstr("no patterns in the metric mtm"));
  EXPECT_THAT(Reason(kFifteen, "dual:5-10"), HasSubstr("dual:6-6-3, dual:7-8, or lists"));
}

TEST(PlanTest, APartMayEndWithTheBlankElsewhere) {
  const Plan plan = *ParsePlan(kFifteen, "1-4/rest + blank10:1-4/rest + blank14:ladder:4");
  EXPECT_EQ(plan.text, "1-4/5-15 + blank10:1-4/5-15 + blank14:ladder:4");
  EXPECT_EQ(ParsePlan(kFifteen, plan.text)->stages, plan.stages);
  EXPECT_EQ(plan.TablesOf(2), 0u);
  EXPECT_EQ(plan.TablesOf(3), 3u);
  EXPECT_EQ(ToString(plan.stages[3]), "{5-15}|{1-4} to blank 10");
  EXPECT_EQ(plan.staged(), &plan.parts[0]);
  EXPECT_EQ(plan.StagedTo(10), &plan.parts[1]);
  EXPECT_EQ(plan.StagedTo(14), &plan.parts[2]);
  EXPECT_EQ(plan.StagedTo(11), nullptr);
  // A part of the other metric cannot be used.
  EXPECT_EQ(ParsePlan(kFifteen, "mtm:rest + blank10:rest")->StagedTo(10), nullptr);
  EXPECT_TRUE(ParsePlan(kFifteen, "mtm:rest + mtm:blank10:rest")->IsMtm());
  EXPECT_THAT(Reason(kFifteen, "blank10:rest"), HasSubstr("no stages end at home"));
  EXPECT_THAT(Reason(kFifteen, "rest + blank15:rest"), HasSubstr("the blank cannot end there"));
  EXPECT_THAT(Reason(kFifteen, "rest + blank5:rest"), HasSubstr("the blank cannot end there"));
  EXPECT_THAT(Reason(kFifteen, "rest + blank:rest"), HasSubstr("the blank cannot end there"));
  EXPECT_THAT(Reason(kFifteen, "rest + blank10:1-11/rest"),
              HasSubstr("the last stage is 12-15; expected one with 11-12"));
  EXPECT_THAT(Reason(kFifteen, "rest + blank10:pattern:7-8"),
              HasSubstr("patterns have no other end"));
}

TEST(PlanTest, EveryNamedPartitionIsOne) {
  for (const char* name : {"3-3-3-3-3", "4-4-4-3", "5-5-5", "6-6-3", "7-8"})
    EXPECT_TRUE(ParsePlan(kFifteen, std::string("pattern:") + name).ok()) << name;
  for (const char* name : {"4-4-4-4-4-4", "5-5-5-5-4", "6-6-6-6"})
    EXPECT_TRUE(ParsePlan({5, 5}, std::string("pattern:") + name).ok()) << name;
  for (const char* name : {"4-4", "5-3"})
    EXPECT_TRUE(ParsePlan({3, 3}, std::string("pattern:") + name).ok()) << name;
}

TEST(PlanTest, BadPartsAreRefusedWithTheReason) {
  EXPECT_THAT(Reason(kFifteen, "pattern:1-7/7-15"), HasSubstr("pattern 2 repeats tile 7"));
  EXPECT_THAT(Reason(kFifteen, "pattern:1-7/9-14"), HasSubstr("leaves out 8,15"));
  EXPECT_THAT(Reason(kFifteen, "pattern:5-10"), HasSubstr("pattern:6-6-3, pattern:7-8, or lists"));
  EXPECT_THAT(Reason({6, 2}, "pattern:5-6"), HasSubstr("expected lists of tiles"));
  EXPECT_THAT(Reason(kFifteen, "pattern:1-14/15"), HasSubstr("leaves out two at least"));
  EXPECT_THAT(Reason(kFifteen, "pattern:"), HasSubstr("pattern 1 is empty"));
  EXPECT_THAT(Reason(kFifteen, "ladder:1 + "), HasSubstr("stage 1 is empty"));
  EXPECT_THAT(Reason(kFifteen, "ladder:2 + ladder:2"), HasSubstr("repeats the part ladder:2"));
}

TEST(PlanTest, BadPlansAreRefusedWithTheReason) {
  EXPECT_THAT(Reason(kFifteen, "1-4"), HasSubstr("leaves out 5-15"));
  EXPECT_THAT(Reason(kFifteen, "1-4/4,5/rest"), HasSubstr("stage 2 repeats tile 4"));
  EXPECT_THAT(Reason(kFifteen, "1,1/rest"), HasSubstr("stage 1: repeats tile 1"));
  EXPECT_THAT(Reason(kFifteen, "1-16"), HasSubstr("they are 1 to 15 on a 4x4 board"));
  EXPECT_THAT(Reason(kFifteen, "0/rest"), HasSubstr("they are 1 to 15"));
  EXPECT_THAT(Reason(kFifteen, "5-3/rest"), HasSubstr("'5-3' names no tiles"));
  EXPECT_THAT(Reason(kFifteen, "rest/1"), HasSubstr("stage 2 repeats tile 1"));
  EXPECT_THAT(Reason(kFifteen, "1-15/rest"), HasSubstr("'rest' is empty"));
  EXPECT_THAT(Reason(kFifteen, "1//rest"), HasSubstr("stage 2 is empty"));
  EXPECT_THAT(Reason(kFifteen, ""), HasSubstr("stage 1 is empty"));
  EXPECT_THAT(Reason(kFifteen, "all"), HasSubstr("'all' is not a tile"));
  EXPECT_THAT(Reason(kFifteen, "ladder:0"), HasSubstr("expected ladder:L with L from 1 to 15"));
  EXPECT_THAT(Reason(kFifteen, "ladder:16"), HasSubstr("expected ladder:L"));
  EXPECT_THAT(Reason(kFifteen, "ladder:"), HasSubstr("expected ladder:L"));
  EXPECT_THAT(Reason({3, 3}, "1-9"), HasSubstr("they are 1 to 8 on a 3x3 board"));
}

TEST(PlanTest, GeometriesAreReadAndRefused) {
  EXPECT_EQ(*ParseGeometry("3x5"), (Geometry{3, 5}));
  EXPECT_EQ(ToString(Geometry{3, 5}), "3x5");
  for (const char* text : {"", "4", "4x", "x4", "1x4", "4x9", "4x4x4", "4*4", "-4x4", "999999x2"})
    EXPECT_THAT(std::string(ParseGeometry(text).status().message()), HasSubstr("each from 2 to 8"))
        << text;
}

TEST(BoundsPlanTest, IsOnePartOfOneStage) {
  const auto plan = ParsePlan({4, 4}, "mtm:1-5/rest + bounds:equal");
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(plan->text, "mtm:1-5/6-15 + bounds:equal");
  ASSERT_EQ(plan->parts.size(), 2u);
  EXPECT_EQ(plan->MetricOf(2), Metric::kLane);
  EXPECT_EQ(plan->TablesOf(2), 2u);
  EXPECT_TRUE(ParsePlan({8, 2}, "mtm:ladder:1 + bounds:equal").ok());
  EXPECT_FALSE(ParsePlan({5, 4}, "mtm:ladder:1 + bounds:equal").ok());
  EXPECT_FALSE(ParsePlan({4, 4}, "mtm:ladder:1 + bounds:rows").ok());
}

}  // namespace
}  // namespace tilebase
