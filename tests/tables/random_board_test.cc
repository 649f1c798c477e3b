// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/random_board.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tables/board_text.h"

namespace tilebase {
namespace {

// The first outputs of the published generator for the seed 0.
TEST(RandomTest, IsSplitMix64) {
  Random random(0);
  EXPECT_EQ(random.Next(), 0xe220a8397b1dcdafu);
  EXPECT_EQ(random.Next(), 0x6e789e6aa1b965f4u);
}

TEST(RandomTest, StaysBelowItsBound) {
  Random random(1);
  for (const uint64_t bound : {uint64_t{1}, uint64_t{3}, uint64_t{1} << 32})
    for (int i = 0; i < 1000; ++i) ASSERT_LT(random.Below(bound), bound);
}

TEST(RandomBoardTest, GivesEveryBoardOf2x2ThatCanBeSolvedAboutAsOften) {
  Random random(2);
  std::map<std::string, int> drawn;
  for (int i = 0; i < 12000; ++i) {
    const Board board = RandomSolvableBoard({2, 2}, random);
    ASSERT_TRUE(board.IsSolvable());
    ++drawn[ToString(board)];
  }
  EXPECT_EQ(drawn.size(), 12u);
  for (const auto& [board, count] : drawn) EXPECT_NEAR(count, 1000, 150) << board;
}

}  // namespace
}  // namespace tilebase
