// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/board_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tables/move_text.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

using testing::HasSubstr;

constexpr Geometry kFifteen{4, 4};
constexpr Geometry kEight{3, 3};

std::string Reason(Geometry geometry, const std::string& text) {
  absl::StatusOr<Board> board = ParseBoard(geometry, text);
  EXPECT_FALSE(board.ok()) << text;
  return board.ok() ? "" : std::string(board.status().message());
}

TEST(BoardTextTest, AllFormsOfTheSameBoardAreRead) {
  const std::string numbers = "15 10 0 13 11 4 1 12 3 7 9 8 2 14 6 5";
  absl::StatusOr<Board> board = ParseBoard(kFifteen, numbers);
  ASSERT_TRUE(board.ok());
  EXPECT_EQ(ToString(*board), numbers);
  for (const char* text : {
           "15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5",
           "15,10,16,13,11,4,1,12,3,7,9,8,2,14,6,5",
           "15 10 0 13\n11 4 1 12\r\n3 7 9 8\n2 14 6 5\n",
           "  15, 10, 0, 13/11 4 1 12/3 7 9 8/2 14 6 5  ",
       }) {
    absl::StatusOr<Board> same = ParseBoard(kFifteen, text);
    ASSERT_TRUE(same.ok()) << text << ": " << same.status();
    EXPECT_EQ(*same, *board) << text;
  }
}

TEST(BoardTextTest, ASmallBoardMayBeOneWord) {
  absl::StatusOr<Board> board = ParseBoard(kEight, "42_713856");
  ASSERT_TRUE(board.ok());
  EXPECT_EQ(ToString(*board), "4 2 0 7 1 3 8 5 6");
  EXPECT_EQ(*ParseBoard(kEight, "429713856"), *board);  // 9 = width * height
  EXPECT_THAT(Reason(kFifteen, "42_713856"), HasSubstr("in place 1 is not a tile"));
}

TEST(BoardTextTest, WhatIsPrintedIsReadBack) {
  Random random(3);
  for (uint8_t width = kMinSide; width <= kMaxSide; ++width)
    for (uint8_t height = kMinSide; height <= kMaxSide; ++height) {
      const Board board = RandomSolvableBoard({width, height}, random);
      EXPECT_EQ(*ParseBoard(board.geometry, ToString(board)), board);
    }
}

TEST(BoardTextTest, BadBoardsAreRefusedWithTheReason) {
  EXPECT_THAT(Reason(kFifteen, ""), HasSubstr("empty board; expected 16 numbers, 0 to 15"));
  EXPECT_THAT(Reason(kFifteen, " \n / , "), HasSubstr("empty board"));
  EXPECT_THAT(Reason(kFifteen, "1 2 3"), HasSubstr("3 numbers; expected 16"));
  EXPECT_THAT(Reason(kEight, "1 2 3 4 5 6 7 8 0 9"), HasSubstr("10 numbers; expected 9"));
  EXPECT_THAT(Reason(kFifteen, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 14 0"),
              HasSubstr("tile 14 occurs twice, again in place 15"));
  EXPECT_THAT(Reason(kFifteen, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 17 0"),
              HasSubstr("'17' in place 15 is not a tile of this board"));
  EXPECT_THAT(Reason(kFifteen, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 _ 0"), HasSubstr("two blanks"));
  EXPECT_THAT(Reason(kFifteen, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 16 0"), HasSubstr("two blanks"));
  EXPECT_THAT(Reason(kFifteen, "solve this please"), HasSubstr("'solve' in place 1"));
  EXPECT_THAT(Reason(kFifteen, "-2 2 3"), HasSubstr("'-2' in place 1"));
  EXPECT_THAT(Reason(kFifteen, "1.0 2"), HasSubstr("'1.0'"));
  EXPECT_THAT(Reason(kFifteen, std::string(100000, '7')), HasSubstr("...' in place 1"));
  EXPECT_THAT(Reason(kFifteen, std::string("1\0002", 3)), HasSubstr("'1?2'"));
}

TEST(BoardTextTest, AnUnsolvableBoardSaysWhichParitiesDisagree) {
  absl::StatusOr<Board> loyd = ParseBoard(kFifteen, "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0");
  ASSERT_TRUE(loyd.ok());
  EXPECT_THAT(std::string(CheckSolvable(*loyd).message()),
              HasSubstr("an odd permutation but the blank is an even number of steps"));
  absl::StatusOr<Board> moved = ParseBoard(kFifteen, "1 2 3 4 5 6 7 8 9 10 11 12 13 15 0 14");
  EXPECT_THAT(std::string(CheckSolvable(*moved).message()),
              HasSubstr("an even permutation but the blank is an odd number of steps"));
  EXPECT_TRUE(CheckSolvable(Board::Solved(kFifteen)).ok());
}

TEST(BoardTextTest, CellsAreCountedWithoutASize) {
  EXPECT_EQ(CountCells(""), 0u);
  EXPECT_EQ(CountCells(" ,/\n"), 0u);
  EXPECT_EQ(CountCells("42_713856"), 9u);
  EXPECT_EQ(CountCells("1 2 3/4, 5 0\n"), 6u);
  EXPECT_EQ(CountCells("x y"), 2u);
  EXPECT_EQ(CountCells(std::string(1000, '1')), 1000u);
}

using testing::HasSubstr;

TEST(ActionTextTest, RunsAreReadBack) {
  EXPECT_EQ(Runs("UUULLR"), "U3 L2 R");
  EXPECT_EQ(Runs(""), "");
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    std::string letters;
    for (uint64_t length = random.Below(30); length > 0; --length)
      letters += "LRUD"[random.Below(4)];
    const std::string runs = Runs(letters);
    EXPECT_EQ(*ReadMoves(runs, false), letters);
    EXPECT_EQ(
        CountRuns(letters),
        letters.empty() ? 0u : 1u + static_cast<size_t>(std::count(runs.begin(), runs.end(), ' ')));
  }
}

}  // namespace

}  // namespace tilebase
