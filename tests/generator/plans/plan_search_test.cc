// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/plans/plan_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "generator/build.h"
#include "generator/encode.h"
#include "generator/enumeration.h"
#include "generator/plans/stage_tables.h"
#include "tables/plan.h"
#include "tables/ranking.h"

namespace tilebase {
namespace {

using testing::Contains;
using testing::Each;
using testing::Not;

constexpr uint64_t kLarge = 1'000'000'000;

std::vector<PricedStage> PriceAll(Geometry geometry) {
  std::vector<PricedStage> priced;
  for (const Subproblem& stage : StagesToTry(geometry, kLarge, kLarge, 1)) {
    const auto tables = MakeStageTables(stage, Metric::kMoves, {});
    EXPECT_TRUE(tables.ok()) << tables.status();
    if (!tables.ok()) break;
    priced.push_back({stage, {tables->stored_bytes(), tables->mean_depth(), tables->max_depth()}});
  }
  return priced;
}

// Returns every plan of these stages.
std::vector<PricedPlan> AllPlans(const std::vector<PricedStage>& stages, CellMask all_tiles) {
  std::vector<PricedPlan> plans;
  PricedPlan plan;
  const std::function<void(CellMask)> go_on = [&](CellMask home) {
    if (home == all_tiles) plans.push_back(plan);
    for (const PricedStage& next : stages) {
      if (next.stage.fixed != home) continue;
      const PricedPlan before = plan;
      plan.goals.push_back(next.stage.goal);
      plan.cost.bytes += next.cost.bytes;
      plan.cost.mean += next.cost.mean;
      plan.cost.worst += next.cost.worst;
      go_on(home | next.stage.goal);
      plan = before;
    }
  };
  go_on(0);
  return plans;
}

bool Beats(const StageCost& a, const StageCost& b) {
  return a.bytes <= b.bytes && a.mean <= b.mean && a.worst <= b.worst &&
         (a.bytes < b.bytes || a.mean < b.mean || a.worst < b.worst);
}

TEST(PlanSearchTest, FindsWhatAllPlansOfASmallBoardHold) {
  const Geometry geometry{3, 3};
  const std::vector<PricedStage> stages = PriceAll(geometry);
  const std::vector<PricedPlan> all = AllPlans(stages, geometry.all_tiles());
  EXPECT_GT(all.size(), 1000u);
  for (const uint64_t budget : {uint64_t{500}, uint64_t{3000}, uint64_t{15000}, kLarge}) {
    const std::vector<PricedPlan> found = SearchPlans(geometry, stages, budget);
    size_t affordable = 0;
    for (const PricedPlan& plan : all) {
      if (plan.cost.bytes > budget) continue;
      // Sums in another order differ in the last digits.
      const bool is_found = std::any_of(found.begin(), found.end(), [&](const PricedPlan& other) {
        return other.cost.bytes <= plan.cost.bytes && other.cost.worst <= plan.cost.worst &&
               other.cost.mean <= plan.cost.mean + 1e-9;
      });
      EXPECT_TRUE(is_found) << PlanText(plan.goals) << " within " << budget;
      ++affordable;
    }
    EXPECT_EQ(found.empty(), affordable == 0);
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_LE(found[i].cost.bytes, budget);
      if (i > 0) {
        EXPECT_GE(found[i].cost.bytes, found[i - 1].cost.bytes);
      }
      for (const PricedPlan& other : found) EXPECT_FALSE(Beats(other.cost, found[i].cost));
      const auto plan = ParsePlan(geometry, PlanText(found[i].goals));
      ASSERT_TRUE(plan.ok()) << plan.status();
      ASSERT_EQ(plan->stages.size(), found[i].goals.size());
      for (size_t stage = 0; stage < plan->stages.size(); ++stage)
        EXPECT_EQ(plan->stages[stage].goal, found[i].goals[stage]);
    }
  }
}

TEST(PlanSearchTest, PeelsLinesFromBothEnds) {
  const auto set = [](const char* tiles) { return *ParseTiles({4, 4}, tiles); };
  const std::vector<CellMask> sets = PeeledSets({4, 4});
  for (const char* tiles :
       {"", "1-3", "3,4", "5,9,13", "1-5", "1-4,8", "1-5,9,13", "1-9,13", "1-15"})
    EXPECT_THAT(sets, Contains(set(tiles))) << tiles;
  for (const char* tiles : {"2", "1-4,6", "1-7,9", "11-15"})
    EXPECT_THAT(sets, Not(Contains(set(tiles)))) << tiles;
  EXPECT_EQ(std::set<CellMask>(sets.begin(), sets.end()).size(), sets.size());
}

TEST(PlanSearchTest, TriesNoStageThatIsTooLarge) {
  const auto entries = [](const Subproblem& stage) { return EntryCount(stage, Metric::kMoves); };
  std::vector<uint64_t> counts;
  for (const Subproblem& stage : StagesToTry({4, 4}, 64000, kLarge, 1))
    counts.push_back(entries(stage));
  EXPECT_THAT(counts, Each(testing::Le(64000 / LeastBytesPerEntry(Metric::kMoves))));
  EXPECT_THAT(counts, Contains(524160u));  // {1-4}|{}
  EXPECT_TRUE(StagesToTry({4, 4}, 64000, 1000, 1).empty());
}

TEST(StageTablesTest, GiveTheBytesOfABuild) {
  namespace fs = std::filesystem;
  std::string name = (fs::temp_directory_path() / "tilebase_stages_XXXXXX").string();
  const fs::path folder = mkdtemp(name.data());
  const auto bytes = [&](const char* file) {
    std::ifstream stream(folder / file, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(stream), {}};
  };
  // Grown stages, and patterns that share their tables.
  const absl::StatusOr<Plan> plan = ParsePlan({4, 4}, "ladder:3 + pattern:3-3-3-3-3");
  ASSERT_TRUE(plan.ok());
  std::vector<StageTables> stages;
  for (size_t i = 0; i < plan->stages.size(); ++i) {
    auto tables = MakeStageTables(plan->stages[i], plan->MetricOf(i), {});
    ASSERT_TRUE(tables.ok()) << tables.status();
    stages.push_back(*std::move(tables));
  }
  std::vector<const StageTables*> used;
  for (size_t i = 0; i < stages.size(); ++i)
    used.push_back(plan->TablesOf(i) == i ? &stages[i] : nullptr);
  EXPECT_TRUE(WriteTableSet(*plan, used, "test", (folder / "written").string()).ok());
  BuildOptions options;
  options.creator = "test";
  EXPECT_TRUE(BuildTableSet(*plan, (folder / "built").string(), options).ok());
  EXPECT_GT(bytes("built").size(), 0u);
  EXPECT_EQ(bytes("written") == bytes("built"), true);
  fs::remove_all(folder);
}

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
