// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The exact means equal those of all boards of 3x3, solved one by one.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "generator/retrograde/retrograde.h"
#include "tables/plan.h"
#include "tables/ranking.h"
#include "tools/study/outcomes/expectation.h"
#include "tools/study/outcomes/ladder.h"

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

}  // namespace
}  // namespace tilebase
