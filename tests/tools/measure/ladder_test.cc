// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/measure/ladder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "generator/retrograde/retrograde.h"
#include "tools/measure/expectation.h"

namespace tilebase {
namespace {

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
