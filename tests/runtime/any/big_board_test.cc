// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/big_board.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tables/board_text.h"
#include "tables/move_text.h"

namespace tilebase {
namespace {

using ::testing::HasSubstr;

TEST(BigBoard, SizesAreRead) {
  EXPECT_EQ(*ParseBigSize("2x1000"), (BigSize{2, 1000}));
  EXPECT_EQ(ToString(BigSize{10, 7}), "10x7");
}

TEST(BigBoard, SizesOutsideTheLimitsAreErrors) {
  for (const char* text : {"1x5", "5x1001", "1000000x1000000", "99999999999999999999x2", "10", "x",
                           "10x", "-3x4", "3x3x3", ""}) {
    const auto size = ParseBigSize(text);
    ASSERT_FALSE(size.ok()) << text;
    EXPECT_THAT(std::string(size.status().message()), HasSubstr("each from 2 to 1000"));
  }
}

TEST(BigBoard, ReadsWhatItWrites) {
  Random random(1);
  for (const BigSize size : {BigSize{2, 2}, BigSize{17, 9}, BigSize{100, 100}}) {
    const BigBoard board = BigBoard::RandomSolvable(size, random);
    const auto read = BigBoard::Parse(size, board.ToText());
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(read->ToText(), board.ToText());
    EXPECT_EQ(read->blank(), board.blank());
  }
}

TEST(BigBoard, IsTheBoardThatSmallSetsHave) {
  Random random(5);
  Random same(5);
  for (int i = 0; i < 100; ++i) {
    const Board small = RandomSolvableBoard({5, 3}, random);
    const BigBoard big = BigBoard::RandomSolvable({5, 3}, same);
    EXPECT_EQ(big.ToText(), ToString(small));
    EXPECT_EQ(big.Draw(), PlayedBoard(small).Draw());
  }
}

TEST(BigBoard, TextsThatAreNoBoardAreErrors) {
  const struct {
    const char* text;
    const char* why;
  } cases[] = {
      {"1 2 3", "3 numbers"},
      {"1 2 3 4 5 0 7", "7 numbers; expected 6 numbers"},
      {"1 2 3 3 5 0", "tile 3 occurs twice, again in place 4"},
      {"1 2 3 4 6 _", "two blanks, the second in place 6"},
      {"1 2 3 4 7 0", "'7' in place 5 is not a tile"},
      {"1 2 x 4 5 0", "two blanks, the second in place 6"},
      {"1 2 ? 4 5 0", "'?' in place 3 is not a tile"},
  };
  for (const auto& each : cases) {
    const auto board = BigBoard::Parse({3, 2}, each.text);
    ASSERT_FALSE(board.ok()) << each.text;
    EXPECT_THAT(std::string(board.status().message()), HasSubstr(each.why));
  }
}

TEST(BigBoard, MovesOnlyWhereThereIsATile) {
  BigBoard board = BigBoard::Solved({12, 9});
  EXPECT_FALSE(board.Apply(Action::kLeft));
  EXPECT_FALSE(board.Apply(Action::kUp));
  EXPECT_TRUE(board.Apply(Action::kRight));
  EXPECT_FALSE(board.IsSolved());
  EXPECT_EQ(board.ManhattanDistance(), 1);
  EXPECT_TRUE(board.IsSolvable());
  EXPECT_TRUE(board.Apply(Action::kLeft));
  EXPECT_TRUE(board.IsSolved());
}

TEST(BigBoard, BlankElsewhereLeavesTheTilesOfItsWayOneCellOn) {
  for (const int home : {0, 5, 17, 20, 21, 22, 23}) {
    BigBoard board = BigBoard::Solved({6, 4});
    while (board.blank() % 6 > home % 6) ASSERT_TRUE(board.Apply(Action::kRight));
    while (board.blank() > home) ASSERT_TRUE(board.Apply(Action::kDown));
    ASSERT_EQ(board.blank(), home);
    board.SetBlankHome(home);
    EXPECT_EQ(board.ManhattanDistance(), 0) << home;
    for (int cell = 0; cell < 24; ++cell) {
      EXPECT_EQ(board.Home(board.tile(cell)), cell) << home;
      if (cell == home) continue;
      EXPECT_EQ(board.TileOf(cell), board.tile(cell)) << home;
    }
    board.SetBlankHome(23);
    EXPECT_EQ(board.Home(0), 23);
    EXPECT_EQ(board.TileOf(5), 6);
  }
}

// Returns what a stream passes on of `letters`, each put by `put`.
std::string Passed(const std::string& letters, void (LetterStream::*put)(char)) {
  std::string passed;
  const auto receive = [&](std::string_view some) {
    passed += some;
    return true;
  };
  LetterStream stream(receive);
  for (const char letter : letters) (stream.*put)(letter);
  stream.Flush();
  EXPECT_EQ(stream.count(), passed.size());
  return passed;
}

TEST(LetterStream, DropsMovesThatTakeEachOtherBack) {
  EXPECT_EQ(Passed("LURDDULR", &LetterStream::Put), "LURD");
  EXPECT_EQ(Passed("LRUDRLDU", &LetterStream::Put), "");
  EXPECT_EQ(Passed("LULDRUR", &LetterStream::Put), "LULDRUR");
}

// Several thousand letters are kept when others are passed on, so a path back cancels its own
// letters.
TEST(LetterStream, DropsThemWhereItHasPassedLettersOn) {
  const auto times = [](int count, const std::string& letters) {
    std::string all;
    for (int i = 0; i < count; ++i) all += letters;
    return all;
  };
  for (const int steps : {1'000, 2'047, 2'048, 2'049, 5'000})
    EXPECT_EQ(Passed(times(steps, "LU") + times(50, "DR"), &LetterStream::Put),
              times(steps - 50, "LU"));
}

TEST(LetterStream, PassesOthersLettersOnAsTheyAre) {
  std::string letters;
  for (int i = 0; i < 5'000; ++i) letters += "LRUD";
  EXPECT_EQ(Passed(letters, &LetterStream::PutAsIs), letters);
}

}  // namespace
}  // namespace tilebase
