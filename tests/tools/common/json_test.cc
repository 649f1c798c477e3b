// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/json.h"

#include <gtest/gtest.h>

#include <string>

#include "tables/board_text.h"

namespace tilebase {
namespace {

std::string Told(const std::string& plan, const std::string& board, const std::string& actions) {
  const Geometry geometry{3, 3};
  std::string told;
  for (const SolutionStage& stage :
       SolutionStages(*ParsePlan(geometry, plan), *ParseBoard(geometry, board), actions))
    told += ToString(Subproblem{geometry, stage.goal, stage.fixed}) + " " +
            std::to_string(stage.moves) + ", ";
  return told;
}

TEST(SolutionStagesTest, AStageEndsWhereItsTilesAndEarlierOnesAreHome) {
  const char* const board = "012453786";
  EXPECT_EQ(Told("1-3/rest", board, "LLUU"), "{1-3}|{} 3, {4-8}|{1-3} 1, ");
  EXPECT_EQ(Told("1/2/3/rest", board, "LLUU"), "{1}|{} 1, {2}|{1} 1, {3}|{1-2} 1, {4-8}|{1-3} 1, ");
}

TEST(SolutionStagesTest, ATileThatAStageMovesIsOfItsGoal) {
  EXPECT_EQ(Told("1-2/3/rest", "120453786", "RLUU"), "{2-3}|{1} 3, {4-8}|{1-3} 1, ");
}

TEST(SolutionStagesTest, OnlyThePartToSolveByCounts) {
  EXPECT_EQ(Told("pattern:1-4/rest + 1-6/rest", "123456708", "L"), "{7-8}|{1-6} 1, ");
}

TEST(SolutionStagesTest, AStageWithoutMovesIsLeftOut) {
  EXPECT_EQ(Told("1-3/4-6/rest", "123456708", "L"), "{7-8}|{1-6} 1, ");
  EXPECT_EQ(Told("1-3/4-6/rest", "123456780", ""), "");
}

}  // namespace
}  // namespace tilebase
