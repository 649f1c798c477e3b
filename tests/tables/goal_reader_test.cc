// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/goal_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace tilebase {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The goal, or what is wrong with it, with no cells.
std::vector<uint32_t> Goal(std::string_view text, BoardShape shape, std::string* why = nullptr) {
  BoardReading reading;
  reading.shape = shape;
  std::vector<uint32_t> cells(shape.cells());
  if (!ReadGoal(text.data(), text.size(), &reading, cells.data(), cells.size())) cells.clear();
  if (why != nullptr)
    *why = std::string(reading.what.text()) + "; expected " + reading.expected.text();
  return cells;
}

TEST(GoalReaderTest, KnowsTheNamedGoalsOfSquareBoards) {
  const BoardShape three{3, 3}, four{4, 4};
  EXPECT_THAT(Goal("blank-last", three), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 0));
  EXPECT_THAT(Goal("blank-first", three), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8));
  EXPECT_THAT(Goal("columns", three), ElementsAre(1, 4, 7, 2, 5, 8, 3, 6, 0));
  EXPECT_THAT(Goal("snail", three), ElementsAre(1, 2, 3, 8, 0, 4, 7, 6, 5));
  EXPECT_THAT(Goal("blank-center", three), ElementsAre(1, 2, 3, 4, 0, 5, 6, 7, 8));
  EXPECT_THAT(Goal("spiral", four),
              ElementsAre(1, 2, 3, 4, 12, 13, 14, 5, 11, 0, 15, 6, 10, 9, 8, 7));
  EXPECT_THAT(Goal("columns", four),
              ElementsAre(1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 0));
}

TEST(GoalReaderTest, KnowsThemOnOtherShapes) {
  EXPECT_THAT(Goal("snail", {4, 2}), ElementsAre(1, 2, 3, 4, 0, 7, 6, 5));
  EXPECT_THAT(Goal("snail", {2, 4}), ElementsAre(1, 2, 0, 3, 7, 4, 6, 5));
  EXPECT_THAT(Goal("snail", {3, 5}), ElementsAre(1, 2, 3, 12, 13, 4, 11, 14, 5, 10, 0, 6, 9, 8, 7));
  EXPECT_THAT(Goal("columns", {4, 2}), ElementsAre(1, 3, 5, 7, 2, 4, 6, 0));
  EXPECT_THAT(Goal("blank-center", {5, 3}),
              ElementsAre(1, 2, 3, 4, 5, 6, 7, 0, 8, 9, 10, 11, 12, 13, 14));
}

TEST(GoalReaderTest, EveryGoalOfEveryShapeIsABoard) {
  for (uint32_t width = 2; width < 12; ++width) {
    for (uint32_t height = 2; height < 12; ++height) {
      for (const char* name : {"blank-last", "blank-first", "snail", "columns", "blank-center"}) {
        std::vector<uint32_t> goal = Goal(name, {width, height});
        if (goal.empty()) {
          EXPECT_EQ(std::string_view(name), "blank-center");
          EXPECT_TRUE(width % 2 == 0 || height % 2 == 0);
          continue;
        }
        std::sort(goal.begin(), goal.end());
        std::vector<uint32_t> all(goal.size());
        std::iota(all.begin(), all.end(), 0u);
        EXPECT_EQ(goal, all) << name << ' ' << width << 'x' << height;
      }
    }
  }
}

TEST(GoalReaderTest, ReadsBoardsAsTheReaderOfBoardsDoes) {
  EXPECT_THAT(Goal("1 2 3/8 0 4/7 6 5", {3, 3}), ElementsAre(1, 2, 3, 8, 0, 4, 7, 6, 5));
  EXPECT_THAT(Goal(" snail\n", {2, 2}), ElementsAre(1, 2, 0, 3));
  EXPECT_THAT(Goal("ba_c", {2, 2}), ElementsAre(2, 1, 0, 3));
}

TEST(GoalReaderTest, SaysWhatIsWrong) {
  std::string why;
  EXPECT_TRUE(Goal("blank-center", {4, 3}, &why).empty());
  EXPECT_EQ(why, "blank-center on a board without a middle cell, 4x3; expected two odd sides");
  for (const char* text : {"snale", "blank-middle", "Blank-Last"}) {
    EXPECT_TRUE(Goal(text, {3, 3}, &why).empty());
    EXPECT_THAT(why, HasSubstr("is no goal's name; expected a board, or blank-last, blank-first"));
  }
  EXPECT_TRUE(Goal("1 2 3 4 5", {3, 3}, &why).empty());
  EXPECT_EQ(why.find("name"), std::string::npos) << why;
}

}  // namespace
}  // namespace tilebase
