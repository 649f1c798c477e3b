// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/plans/presets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "generator/enumeration.h"
#include "tables/plan.h"
#include "tests/runtime/board_by_board.h"
#include "tools/common/table_file.h"

namespace tilebase {
namespace {

using testing::HasSubstr;

// Asking again after every move is safe if no stage grows.
TEST(PresetsTest, OfEveryBoardArePlansWhoseStagesDoNotGrow) {
  for (uint8_t width = kMinSide; width <= kMaxSide; ++width) {
    for (uint8_t height = kMinSide; height <= kMaxSide; ++height) {
      const Geometry geometry{width, height};
      const std::vector<Preset> presets = PresetsOf(geometry);
      ASSERT_GE(presets.size(), 3u);
      EXPECT_EQ(presets[0].name, "tiny");
      EXPECT_EQ(presets[1].name, "small");
      EXPECT_EQ(presets[2].name, "medium");
      for (const Preset& preset : presets) {
        const absl::StatusOr<Plan> plan = ParsePlan(geometry, preset.plan);
        ASSERT_TRUE(plan.ok()) << plan.status();
        for (const StageChain& stage : EnumerateSubproblems(*plan))
          EXPECT_EQ(stage.subproblems.size(), 1u) << ToString(geometry) << " " << preset.plan;
      }
    }
  }
}

TEST(PresetsTest, AreKnownWhereATableFileIsExpected) {
  std::set<std::string> names;
  for (const Geometry geometry : {Geometry{4, 4}, Geometry{5, 5}, Geometry{8, 8}})
    for (const Preset& preset : PresetsOf(geometry)) names.insert(preset.name);
  names.insert("any");
  EXPECT_THAT(names, testing::UnorderedElementsAreArray(kPresetNames));
  for (const std::string& name : names) EXPECT_TRUE(ExpandPresets({4, 4}, name).ok()) << name;
}

TEST(PresetsTest, TinyNeedsLittleOnEveryBoard) {
  for (uint8_t width = kMinSide; width <= kMaxSide; ++width) {
    for (uint8_t height = kMinSide; height <= kMaxSide; ++height) {
      const Geometry geometry{width, height};
      const Plan plan = *ParsePlan(geometry, PresetsOf(geometry)[0].plan);
      const absl::StatusOr<BuildEstimate> estimate = EstimateBuild(plan, {});
      ASSERT_TRUE(estimate.ok()) << estimate.status();
      EXPECT_LE(estimate->entries, 10'000'000u) << ToString(geometry);
      EXPECT_LE(estimate->peak_memory, 100'000'000u) << ToString(geometry);
    }
  }
}

TEST(ExpandPresetsTest, PutsThePlanForTheName) {
  EXPECT_EQ(ExpandPresets({4, 4}, "tiny")->text, "1-4/5,9,13/rest + pattern:5-5-5");
  EXPECT_EQ(ExpandPresets({3, 3}, "medium")->text, "1-8");
}

TEST(ExpandPresetsTest, JoinsThemWithOtherParts) {
  EXPECT_EQ(ExpandPresets({4, 4}, "tiny + pattern:6-6-3")->text,
            "1-4/5,9,13/rest + pattern:5-5-5 + pattern:6-6-3");
  EXPECT_EQ(ExpandPresets({3, 3}, "ladder:1+tiny")->text, "ladder:1 + 1-8");
}

TEST(ExpandPresetsTest, KeepsACommonPartOnce) {
  EXPECT_EQ(ExpandPresets({4, 4}, "tiny + small")->text,
            "1-4/5,9,13/rest + pattern:5-5-5 + 1-5/rest + 1-4,8/rest + values:pairs");
  EXPECT_EQ(ExpandPresets({4, 4}, "pattern:5-5-5 + tiny")->text, "pattern:5-5-5 + 1-4/5,9,13/rest");
}

TEST(ExpandPresetsTest, PacksLargePresetsToOpenFast) {
  const auto packing = [](const char* text) { return ExpandPresets({4, 4}, text)->packing; };
  for (const char* text : {"tiny", "fitted", "any", "ladder:4", "tiny + pattern:6-6-3"})
    EXPECT_EQ(packing(text), Packing::kSmall) << text;
  for (const char* text : {"small", "medium", "large", "shortest", "tiny + small"})
    EXPECT_EQ(packing(text), Packing::kQuick) << text;
}

TEST(ExpandPresetsTest, LeavesOtherPlansAsTheyAre) {
  for (const char* text : {"rest", "ladder:1", "1-4/rest", "", " 1-4/rest", "1-4/rest + +"})
    EXPECT_EQ(ExpandPresets({4, 4}, text)->text, text);
}

TEST(ExpandPresetsTest, NamesThePresetsThereAre) {
  const auto expanded = ExpandPresets({4, 4}, "tiny + huge");
  EXPECT_EQ(expanded.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(expanded.status().message()),
              HasSubstr("no preset is named huge; expected tiny, small, medium, large"));
}

TEST(LargestPresetWithinTest, IsTheLargestThatFits) {
  const auto name = [](uint64_t memory, uint64_t disk) {
    const auto preset = LargestPresetWithin({4, 4}, {}, memory, disk);
    return preset.has_value() ? preset->name : "none";
  };
  EXPECT_EQ(name(0, 0), "large");
  EXPECT_EQ(name(120'000'000, 0), "small");
  EXPECT_EQ(name(0, 1'000'000), "tiny");
  EXPECT_EQ(name(1'000'000, 0), "none");
}

// Returns the part of its plan that a preset solves by; hints do not use the others.
std::string StagedPart(Geometry geometry, const Preset& preset) {
  return ParsePlan(geometry, preset.plan)->staged()->text;
}

uint64_t Entries(Geometry geometry, const std::string& plan) {
  const absl::StatusOr<Plan> parsed = ParsePlan(geometry, plan);
  uint64_t entries = 0;
  for (const Subproblem& stage : parsed->stages) entries += EntryCount(stage, Metric::kMoves);
  return entries;
}

void ExpectPresetsLeadHome(bool large) {
  constexpr int kSmallCells = 16;
  constexpr uint64_t kSmallEntries = uint64_t{1} << 22;
  for (uint8_t width = 2; width <= 8; ++width)
    for (uint8_t height = 2; height <= 8; ++height) {
      const Geometry geometry = {width, height};
      for (const Preset& preset : PresetsOf(geometry)) {
        const std::string plan = StagedPart(geometry, preset);
        const bool small =
            geometry.cells() <= kSmallCells && Entries(geometry, plan) <= kSmallEntries;
        if (small != large) ExpectBoardsGetHome(ToString(geometry), plan);
      }
    }
}

// Hints lead home on 2,000 boards of every small preset, and so do probes if the set says so.
TEST(PresetHintsTest, SmallPresetsLeadHome) {
#ifdef TILEBASE_SANITIZED
  GTEST_SKIP() << "takes minutes with sanitizers";
#endif
  ExpectPresetsLeadHome(false);
}

// The large presets take minutes to build; only `tools/test --all` runs them, with 10,000 boards
// each.
TEST(PresetHintsTest, DISABLED_LargePresetsLeadHome) { ExpectPresetsLeadHome(true); }

}  // namespace
}  // namespace tilebase
