// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The exact means are those of all boards of 3x3, solved one by one.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "generator/build.h"
#include "generator/retrograde/retrograde.h"
#include "runtime/answering_set.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tables/ranking.h"
#include "tables/table_source.h"
#include "tests/runtime/built_set.h"
#include "tools/common/folder.h"
#include "tools/measure/effort.h"
#include "tools/measure/expectation.h"
#include "tools/measure/ladder.h"
#include "tools/measure/solve_bench.h"

namespace tilebase {
namespace {

constexpr uint64_t kSeed = 1;
// The 181,440 boards have 3,986,672 moves in all, each by a shortest solution.
constexpr double kEightPuzzleMean = 3'986'672.0 / 181'440;

std::unique_ptr<PolicySet> Made(Geometry geometry, const char* text) {
  const absl::StatusOr<Plan> plan = ParsePlan(geometry, text);
  EXPECT_TRUE(plan.ok()) << plan.status();
  auto built = BuildLadder(*plan, 1, nullptr);
  EXPECT_TRUE(built.ok()) << built.status();
  return built.ok() ? std::move(built->set) : nullptr;
}

struct Moments {
  double mean = 0;
  double deviation = 0;
  int most = 0;
};

// Solves every board.
Moments OfAllBoards(const PolicySet& set) {
  const Geometry geometry = set.info().geometry;
  const Subproblem whole{geometry, geometry.all_tiles(), 0};
  const Ranking ranking(whole);
  std::vector<Action> actions(set.info().certified_worst_case);
  double sum = 0, squares = 0;
  Moments moments;
  for (uint64_t rank = 0; rank < ranking.size(); ++rank) {
    size_t count = 0;
    const Board board = Representative(whole, ranking.Unrank(rank));
    EXPECT_EQ(set.Solve(board, actions.data(), actions.size(), &count,
                        [](Action action) { return action; }),
              TILEBASE_OK);
    sum += static_cast<double>(count);
    squares += static_cast<double>(count) * static_cast<double>(count);
    moments.most = std::max(moments.most, static_cast<int>(count));
  }
  const double boards = static_cast<double>(ranking.size());
  moments.mean = sum / boards;
  moments.deviation = std::sqrt(squares / boards - moments.mean * moments.mean);
  return moments;
}

TEST(ExpectationTest, IsTheMeanOfAllBoards) {
  for (const char* plan : {"rest", "ladder:1", "ladder:2", "1-3/4,7/rest"}) {
    const auto set = Made({3, 3}, plan);
    ASSERT_NE(set, nullptr);
    const auto outcomes = CountOutcomes(*set, kSeed, nullptr);
    ASSERT_TRUE(outcomes.ok()) << outcomes.status();
    const ClassExpectation exact = Expect(*outcomes, TieChoice::kStored).overall;
    const Moments all = OfAllBoards(*set);
    EXPECT_NEAR(exact.mean, all.mean, 1e-9) << plan;
    EXPECT_NEAR(exact.deviation, all.deviation, 1e-9) << plan;
    EXPECT_NEAR(exact.share, 1, 1e-12);
    EXPECT_GE(exact.most, all.most) << plan;
    EXPECT_LE(exact.most, static_cast<int>(set->info().certified_worst_case)) << plan;
  }
}

TEST(ExpectationTest, OfAWholeBoardDoesNotDependOnTies) {
  const auto set = Made({3, 3}, "rest");
  ASSERT_NE(set, nullptr);
  const auto outcomes = CountOutcomes(*set, kSeed, nullptr);
  ASSERT_TRUE(outcomes.ok()) << outcomes.status();
  for (int ties = 0; ties < kTieChoices; ++ties)
    EXPECT_NEAR(Expect(*outcomes, static_cast<TieChoice>(ties)).overall.mean, kEightPuzzleMean,
                1e-6);
  EXPECT_NEAR(ExpectBest(*outcomes), kEightPuzzleMean, 1e-5);
  EXPECT_NEAR(ExpectWorst(*outcomes), kEightPuzzleMean, 1e-5);
}

TEST(ExpectationTest, LiesBetweenTheBestAndTheWorstChoiceAmongTies) {
  const auto set = Made({3, 3}, "ladder:1");
  ASSERT_NE(set, nullptr);
  const auto outcomes = CountOutcomes(*set, kSeed, nullptr);
  ASSERT_TRUE(outcomes.ok()) << outcomes.status();
  const double best = ExpectBest(*outcomes), worst = ExpectWorst(*outcomes);
  EXPECT_LT(best, worst);
  for (int ties = 0; ties < kTieChoices; ++ties) {
    const double mean = Expect(*outcomes, static_cast<TieChoice>(ties)).overall.mean;
    EXPECT_LE(best, mean + 1e-4);
    EXPECT_LE(mean, worst + 1e-4);
  }
}

TEST(ExpectationTest, SharesOfTheGrowthsAddUp) {
  const auto set = Made({3, 3}, "ladder:1");
  ASSERT_NE(set, nullptr);
  const auto outcomes = CountOutcomes(*set, kSeed, nullptr);
  ASSERT_TRUE(outcomes.ok()) << outcomes.status();
  const Expectation expected = Expect(*outcomes, TieChoice::kStored);
  double share = 0, mean = 0;
  for (const ClassExpectation& growth : expected.by_growth) {
    share += growth.share;
    mean += growth.share * growth.mean;
  }
  EXPECT_GT(expected.by_growth.size(), 1u);
  EXPECT_NEAR(share, 1, 1e-12);
  EXPECT_NEAR(mean, expected.overall.mean, 1e-9);
}

TEST(TallyTest, HasTheMeanAndItsError) {
  Tally tally;
  for (const int actions : {2, 4, 6}) tally.Add(actions);
  EXPECT_EQ(tally.boards(), 3u);
  EXPECT_EQ(tally.most(), 6);
  EXPECT_DOUBLE_EQ(tally.mean(), 4);
  EXPECT_DOUBLE_EQ(tally.standard_error(), std::sqrt(4.0 / 3));
}

TEST(TallyTest, OfOneBoardHasNoError) {
  Tally tally;
  tally.Add(5);
  EXPECT_DOUBLE_EQ(tally.mean(), 5);
  EXPECT_DOUBLE_EQ(tally.standard_error(), 0);
}

class SampleTest : public testing::Test {
 protected:
  const Plan plan_ = *ParsePlan({3, 3}, "ladder:1");
  static constexpr uint64_t kBoards = 20'000;
  static constexpr uint64_t kSeed = 5;
};

TEST_F(SampleTest, AgreesWithTheExactMean) {
  const auto built = BuildLadder(plan_, 1, nullptr);
  ASSERT_TRUE(built.ok()) << built.status();
  const auto sample = SampleBoards(*built->set, kBoards, kSeed, nullptr);
  ASSERT_TRUE(sample.ok()) << sample.status();
  EXPECT_EQ(sample->overall.boards(), kBoards);
  const auto outcomes = CountOutcomes(*built->set, 1, nullptr);
  ASSERT_TRUE(outcomes.ok());
  const double exact = Expect(*outcomes, TieChoice::kStored).overall.mean;
  EXPECT_NEAR(sample->overall.mean(), exact, 4 * sample->overall.standard_error());
  uint64_t boards = 0;
  for (const Tally& growth : sample->by_growth) boards += growth.boards();
  EXPECT_EQ(boards, kBoards);
}

TEST_F(SampleTest, OfASeedIsTheSameAgain) {
  const auto built = BuildLadder(plan_, 1, nullptr);
  ASSERT_TRUE(built.ok()) << built.status();
  const auto one = SampleBoards(*built->set, 5000, kSeed, nullptr);
  const auto other = SampleBoards(*built->set, 5000, kSeed, nullptr);
  ASSERT_TRUE(one.ok() && other.ok());
  EXPECT_EQ(one->overall.mean(), other->overall.mean());
}

// Without a file the lowest-numbered action is taken: the mean of that choice.
TEST_F(SampleTest, OfASolvedPlanAgreesWithTheExactMean) {
  const auto solved = SolvedPlan::Make(RetrogradeSolver(), plan_, 1, nullptr);
  ASSERT_TRUE(solved.ok()) << solved.status();
  const auto sample = solved->SampleBoards(kBoards, kSeed, nullptr);
  ASSERT_TRUE(sample.ok()) << sample.status();
  const auto built = BuildLadder(plan_, 1, nullptr);
  ASSERT_TRUE(built.ok()) << built.status();
  const auto outcomes = CountOutcomes(*built->set, 1, nullptr);
  ASSERT_TRUE(outcomes.ok());
  const double exact = Expect(*outcomes, TieChoice::kLowest).overall.mean;
  EXPECT_NEAR(sample->overall.mean(), exact, 4 * sample->overall.standard_error());
  EXPECT_LE(sample->overall.most(), solved->certified_worst_case());
  EXPECT_EQ(solved->certified_worst_case(),
            static_cast<int>(built->set->info().certified_worst_case));
}

TEST(OpenLaddersTest, NamesWhatIsMissing) {
  const auto sets = OpenLadders({}, {4, 4}, 2);
  EXPECT_EQ(sets.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(std::string(sets.status().message()).find("ladder:1"), std::string::npos)
      << sets.status();
}

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
