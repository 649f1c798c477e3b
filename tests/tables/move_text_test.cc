// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/move_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "tables/board_text.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string WhyNot(const absl::StatusOr<std::string>& letters) {
  EXPECT_FALSE(letters.ok());
  return std::string(letters.status().message());
}

TEST(MoveTextTest, ReadsLettersAndRunsWithoutABoard) {
  EXPECT_EQ(*ReadMoves("URDL2UR2", false), "URDLLURR");
  EXPECT_EQ(*ReadMoves("U3 L2, R\n", false), "UUULLR");
  EXPECT_EQ(*ReadMoves("rudu2", false), "RUDUU");
  EXPECT_EQ(*ReadMoves("rudu2", true), "LDUDD");
  EXPECT_EQ(*ReadMoves("", false), "");
}

TEST(MoveTextTest, SaysWhereItCannotRead) {
  for (const char* text : {"URx", "UR0", "?"})
    EXPECT_THAT(WhyNot(ReadMoves(text, false)), HasSubstr("URD2L"));
  EXPECT_THAT(WhyNot(ReadMoves("UURx", false)), HasSubstr("character 4"));
  EXPECT_THAT(WhyNot(ReadMoves("UR 3", false)), HasSubstr("a move on a board only"));
  for (const char* text : {"U1000001", "U99999999999999999999999999", "U600000L600000"})
    EXPECT_THAT(WhyNot(ReadMoves(text, false)), HasSubstr("a million"));
  EXPECT_EQ(ReadMoves("U1000000", false)->size(), 1000000u);
}

TEST(MoveTextTest, PlaysTheMovesOfEveryNotation) {
  const Board home = Board::Solved({4, 4});
  for (const auto& [text, of_blank] :
       {std::pair("R3 D2 L", false), std::pair("rrrddl", false), std::pair("L3U2R", true),
        std::pair("15 14 13 9 5 6", false), std::pair("13,5;6", false)}) {
    Board board = home;
    EXPECT_EQ(*ReadMoves(text, of_blank, &board), "RRRDDL") << text;
    EXPECT_EQ(ToString(board), "1 2 3 4 6 0 7 8 5 10 11 12 9 13 14 15") << text;
  }
}

TEST(MoveTextTest, StopsAtWallsAndTakesTheNearestOfEqualTiles) {
  constexpr uint32_t kWall = PlayedBoard::kWall;
  const PlayedBoard start({3, 3}, {1, 2, 1, 1, 0, kWall, 1, 2, PlayedBoard::kOther});
  PlayedBoard board = start;
  EXPECT_EQ(*ReadMoves("1 U", true, &board), "RD");
  EXPECT_EQ(board.ToRows(), "0 2 1/1 1 #/1 2 .");
  EXPECT_EQ(*ReadMoves("2", false, &board), "L");
  board = start;
  EXPECT_THAT(WhyNot(ReadMoves("L", false, &board)), HasSubstr("at a wall"));
  EXPECT_THAT(WhyNot(ReadMoves("2", false, &board)),
              HasSubstr("the nearest tile with that number"));
  EXPECT_EQ(board.ToRows(), start.ToRows());
}

TEST(MoveTextTest, ABoardIsDrawnWithAFrame) {
  EXPECT_EQ(PlayedBoard(Board::Solved({3, 2})).Draw(),
            "+----+----+----+\n"
            "|  1 |  2 |  3 |\n"
            "+----+----+----+\n"
            "|  4 |  5 |    |\n"
            "+----+----+----+\n");
}

TEST(MoveTextTest, LeavesTheBoardIfAMoveCannotBeMade) {
  Board board = Board::Solved({3, 3});
  EXPECT_THAT(WhyNot(ReadMoves("RL2", false, &board)),
              HasSubstr("move 3: expected one that slides a tile into the blank, found L"));
  EXPECT_THAT(WhyNot(ReadMoves("LDUD", false, &board)), HasSubstr("in the notation 'blank'"));
  EXPECT_THAT(WhyNot(ReadMoves("R", true, &board)), HasSubstr("leave out the notation 'blank'"));
  EXPECT_THAT(WhyNot(ReadMoves("8 1", false, &board)),
              HasSubstr("move 2: expected a tile in the row or column of the blank, found tile 1"));
  for (const char* text : {"9", "0", "4294967304", "8L"})
    EXPECT_FALSE(ReadMoves(text, false, &board).ok()) << text;
  EXPECT_EQ(board, Board::Solved({3, 3}));
}

TEST(MoveTextTest, WhatIsWrittenIsReadBackInEveryNotation) {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const Geometry geometry = {static_cast<uint8_t>(2 + random.Below(4)),
                               static_cast<uint8_t>(2 + random.Below(4))};
    const Board start = RandomSolvableBoard(geometry, random);
    Board end = start;
    std::string letters;
    for (uint64_t length = random.Below(40); length > 0; --length) {
      const auto action = static_cast<Action>(random.Below(kActions));
      if (!end.CanApply(action)) continue;
      end.Apply(action);
      letters += Letter(action);
    }
    for (const char* name : kNotationNames) {
      const MoveNotation notation = *NotationOf(name);
      const std::string text = WriteMoves(PlayedBoard(start), letters, notation);
      Board board = start;
      EXPECT_EQ(*ReadMoves(text, notation == MoveNotation::kBlank, &board), letters) << text;
      EXPECT_EQ(board, end);
    }
  }
  EXPECT_FALSE(NotationOf("words"));
}

TEST(MoveTextTest, BoardsMayBeLarge) {
  std::vector<uint32_t> tiles(20 * 30);
  std::iota(tiles.begin(), tiles.end(), 1u);
  tiles.back() = 0;
  PlayedBoard board({20, 30}, tiles);
  EXPECT_EQ(*ReadMoves("581", false, &board), std::string(19, 'R'));
  EXPECT_EQ(board.tiles()[580], 0u);
  EXPECT_EQ(*ReadMoves("D29", false, &board), std::string(29, 'D'));
  EXPECT_EQ(board.tiles()[0], 0u);
  EXPECT_THAT(MovedTiles(board, "LL"), ElementsAre(2, 3));
  EXPECT_EQ(WriteMoves(board, "LU", MoveNotation::kTiles), "2 22");
}

}  // namespace
}  // namespace tilebase
