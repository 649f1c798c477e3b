// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Hints and probes asked board by board, with plans whose stages grow and plans whose stages do
// not.

#include <gtest/gtest.h>

#include <utility>

#include "tests/runtime/board_by_board.h"

namespace tilebase {
namespace {

TEST(HintTest, PlansWhoseStagesDoNotGrowLeadHome) {
  for (const auto& [board, plan] :
       {std::pair{"4x4", "1-4/5,9,13/rest"}, {"3x3", "rest"}, {"3x3", "1,4,7/rest"}})
    ExpectBoardsGetHome(board, plan);
}

TEST(HintTest, PlansWhoseStagesGrowLeadHome) {
  for (const auto& [board, plan] : {std::pair{"4x4", "ladder:1"},
                                    {"4x4", "ladder:3"},
                                    {"3x3", "ladder:1"},
                                    {"3x2", "5/1/rest"},
                                    {"5x3", "ladder:2"}})
    ExpectBoardsGetHome(board, plan);
}

TEST(HintTest, ProbesOfASetWhoseStagesGrowCycle) {
  const BuiltSet built("4x4", "ladder:1", Codec::kZstd);
  EXPECT_TRUE(built.policies->source().HasGrownStage());
  Random random(3);
  int cycles = 0;
  for (int i = 0; i < 100; ++i)
    cycles += MovesByProbes(*built.policies, RandomSolvableBoard({4, 4}, random)) < 0;
  std::printf("ladder:1: %d/100 boards cycle by probes\n", cycles);
  EXPECT_GT(cycles, 90);
}

TEST(HintTest, AHintLeavesASubproblemThatThePlayerHasLeft) {
  const BuiltSet built("4x4", "ladder:1", Codec::kZstd);
  const PolicySet& set = *built.policies;
  Board board = Board::Solved({4, 4});
  Random random(8);
  tilebase_probe_result hint = {};
  hint.goal = TileBit(15);
  hint.fixed = LowMask(14);  // the last stage, while tile 1 is not home
  board = AfterRandomMoves(board, 200, random);
  ASSERT_NE(board.tile[0], 1);
  ASSERT_EQ(set.Hint(board, &hint), TILEBASE_OK);
  EXPECT_EQ(hint.goal, TileBit(1));
  EXPECT_EQ(hint.fixed, 0u);
}

}  // namespace
}  // namespace tilebase
