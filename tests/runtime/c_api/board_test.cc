// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Boards without a table set, from outside: text, random boards, checking them, moves.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "runtime/tilebase.h"
#include "runtime/tilebase.hpp"
#include "tables/random_board.h"

namespace tilebase {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Bytes = std::vector<uint8_t>;

TEST(ParseBoardTest, TakesASizeOrTellsIt) {
  uint32_t width = 3, height = 2;
  uint8_t board[6] = {};
  char message[300] = "";
  const std::string text = "[[1,2,3],[4,0,5]]";
  ASSERT_EQ(tilebase_parse_board(text.data(), text.size(), &width, &height, board, 6, message,
                                 sizeof(message)),
            TILEBASE_OK);
  EXPECT_THAT(board, ElementsAre(1, 2, 3, 4, 0, 5));
  width = height = 0;
  ASSERT_EQ(tilebase_parse_board(text.data(), text.size(), &width, &height, board, 6, nullptr, 0),
            TILEBASE_OK);
  EXPECT_EQ(width, 3u);
  EXPECT_EQ(height, 2u);
}

TEST(ParseBoardTest, RefusesRowsThatContradictTheSize) {
  uint32_t width = 2, height = 3;
  uint8_t board[6] = {9, 9, 9, 9, 9, 9};
  char message[300] = "";
  const char text[] = "1 2 3/4 0 5";
  EXPECT_EQ(
      tilebase_parse_board(text, strlen(text), &width, &height, board, 6, message, sizeof(message)),
      TILEBASE_ERROR_BOARD);
  EXPECT_THAT(message, HasSubstr("2 rows of 3; expected 3 rows of 2 (2x3"));
  EXPECT_THAT(board, ElementsAre(9, 9, 9, 9, 9, 9));
}

TEST(ParseBoardTest, TellsTheSizeForATooSmallBuffer) {
  uint32_t width = 0, height = 0, board[5];
  const char text[] = "1 2 3/4 0 5";
  EXPECT_EQ(tilebase_parse_any_board(text, strlen(text), &width, &height, board, 5, nullptr, 0),
            TILEBASE_ERROR_BUFFER);
  EXPECT_EQ(width, 3u);
  EXPECT_EQ(height, 2u);
}

TEST(ParseBoardTest, RefusesWhatCannotBe) {
  uint32_t width = 3, height = 0, board[9];
  EXPECT_EQ(tilebase_parse_any_board("1", 1, &width, &height, board, 9, nullptr, 0),
            TILEBASE_ERROR_BOARD_SIZE);
  height = 1001;
  EXPECT_EQ(tilebase_parse_any_board("1", 1, &width, &height, board, 9, nullptr, 0),
            TILEBASE_ERROR_BOARD_SIZE);
  EXPECT_EQ(tilebase_parse_any_board(nullptr, 1, &width, &height, board, 9, nullptr, 0),
            TILEBASE_ERROR_ARGUMENT);
}

TEST(ParseBoardTest, IsAValueInCpp) {
  const ParsedBoard board = ParseBoard("5 4 3\n2 1 0");
  ASSERT_EQ(board.code, TILEBASE_OK);
  EXPECT_EQ(board.width, 3u);
  EXPECT_EQ(board.height, 2u);
  EXPECT_THAT(board.bytes(), ElementsAre(5, 4, 3, 2, 1, 0));
  const ParsedBoard none = ParseBoard("5 4 3/2 1", 3, 2);
  EXPECT_EQ(none.code, TILEBASE_ERROR_BOARD);
  EXPECT_THAT(none.message, HasSubstr("row 2 has 2 numbers; expected 2 rows of 3"));
  EXPECT_THAT(none.cells, ElementsAre());
  EXPECT_THAT(ParseBoard("").message, HasSubstr("empty board"));
  std::string text;
  for (int i = 1; i < 400; ++i) text += std::to_string(i) + " ";
  const ParsedBoard big = ParseBoard(text + "0");
  EXPECT_EQ(big.width, 20u);
  EXPECT_EQ(big.cells[398], 399u);
}

TEST(RandomBoardTest, IsThatOfTheSequence) {
  RandomBoards boards({4, 4}, 7);
  for (uint64_t i = 0; i < 130; ++i) {
    const Board board = boards.Next();
    EXPECT_EQ(RandomBoard(4, 4, 7, i), Bytes(board.tile, board.tile + 16)) << i;
  }
  EXPECT_THAT(RandomBoard(9, 4, 7), ElementsAre());
  EXPECT_THAT(RandomBoard(1, 4, 7), ElementsAre());
  EXPECT_EQ(tilebase_random_board(4, 4, 7, 0, nullptr, 16), TILEBASE_ERROR_ARGUMENT);
  uint8_t board[16];
  EXPECT_EQ(tilebase_random_board(4, 4, 7, 0, board, 15), TILEBASE_ERROR_BOARD_SIZE);
}

TEST(CheckBoardTest, KnowsBoardsFromOthersAndWhatCanBeReached) {
  EXPECT_EQ(CheckBoard(3, 2, {1, 2, 3, 4, 0, 5}), TILEBASE_OK);
  EXPECT_EQ(CheckBoard(3, 2, {2, 1, 3, 4, 5, 0}), TILEBASE_ERROR_UNSOLVABLE);
  EXPECT_EQ(CheckBoard(3, 2, {2, 1, 3, 4, 5, 0}, {1, 2, 3, 5, 4, 0}), TILEBASE_OK);
  EXPECT_EQ(CheckBoard(3, 2, {1, 2, 3, 4, 5, 0}, {1, 2, 3, 5, 4, 0}), TILEBASE_ERROR_UNSOLVABLE);
  EXPECT_EQ(CheckBoard(3, 2, {1, 1, 3, 4, 5, 0}), TILEBASE_ERROR_BOARD);
  EXPECT_EQ(CheckBoard(3, 2, {1, 2, 3, 4, 5, 6}), TILEBASE_ERROR_BOARD);
  EXPECT_EQ(CheckBoard(3, 2, {1, 2, 3, 4, 5, 0}, {0, 0, 1, 2, 3, 4}), TILEBASE_ERROR_BOARD);
  EXPECT_EQ(CheckBoard(3, 3, {1, 2, 3, 4, 5, 0}), TILEBASE_ERROR_BOARD_SIZE);
  EXPECT_EQ(CheckBoard(9, 9, Bytes(81)), TILEBASE_ERROR_BOARD_SIZE);
  EXPECT_EQ(CheckBoard(256 + 3, 2, {1, 2, 3, 4, 5, 0}), TILEBASE_ERROR_BOARD_SIZE);
}

TEST(ApplyActionsTest, PlaysRunsAndTellsTheTiles) {
  uint8_t board[6] = {1, 2, 3, 4, 5, 0};
  uint8_t moved[9] = {};
  size_t count = 0;
  const std::string moves = "R2 d L";
  ASSERT_EQ(tilebase_apply_actions(3, 2, board, 6, moves.data(), moves.size(), moved, 9, &count,
                                   nullptr, 0),
            TILEBASE_OK);
  EXPECT_EQ(count, 4u);
  EXPECT_THAT(std::vector<uint8_t>(moved, moved + 4), ElementsAre(5, 4, 1, 2));
  EXPECT_THAT(board, ElementsAre(2, 0, 3, 1, 4, 5));
}

TEST(ApplyActionsTest, LeavesTheBoardWhereAMoveCannotBePlayed) {
  Bytes board = {1, 2, 3, 4, 5, 0};
  const Bytes before = board;
  std::string why;
  EXPECT_EQ(ApplyActions(3, 2, &board, "RRR", &why), TILEBASE_ERROR_ARGUMENT);
  EXPECT_THAT(why, HasSubstr("move 3: expected one that slides a tile into the blank, found R"));
  EXPECT_THAT(why, HasSubstr("the direction in which the tile slides"));
  EXPECT_EQ(ApplyActions(3, 2, &board, "R?", &why), TILEBASE_ERROR_ARGUMENT);
  EXPECT_THAT(why, HasSubstr("character 2"));
  EXPECT_EQ(board, before);
  uint8_t moved[1];
  size_t count = 0;
  EXPECT_EQ(tilebase_apply_actions(3, 2, board.data(), 6, "R2", 2, moved, 1, &count, nullptr, 0),
            TILEBASE_ERROR_BUFFER);
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(board, before);
  EXPECT_EQ(ApplyActions(3, 2, &board, ""), TILEBASE_OK);
  EXPECT_EQ(board, before);
  board[0] = 9;
  EXPECT_EQ(ApplyActions(3, 2, &board, "R"), TILEBASE_ERROR_BOARD);
}

}  // namespace
}  // namespace tilebase
