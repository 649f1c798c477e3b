// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/classic/constructive.h"

#include <gtest/gtest.h>

#include <string_view>

namespace tilebase::classic {
namespace {

uint64_t SolveAndReplay(Construction construction, const BigBoard& board) {
  BigBoard solved = board;
  BigBoard replayed = board;
  const auto replay = [&](std::string_view letters) {
    for (const char letter : letters)
      EXPECT_TRUE(replayed.Apply(static_cast<Action>(std::string_view("LRUD").find(letter))));
    return true;
  };
  LetterStream stream(replay);
  SolveConstructively(construction, &solved, &stream);
  EXPECT_TRUE(solved.IsSolved());
  EXPECT_TRUE(replayed.IsSolved()) << board.ToText();
  return stream.count();
}

TEST(Constructive, SolvesBoardsOfAllShapes) {
  Random random(1);
  for (int width = 2; width <= 12; ++width)
    for (int height = 2; height <= 12; ++height)
      for (int i = 0; i < 20; ++i) {
        const BigBoard board = BigBoard::RandomSolvable({width, height}, random);
        SolveAndReplay(Construction::kGreedy, board);
        SolveAndReplay(Construction::kRows, board);
      }
  EXPECT_EQ(SolveAndReplay(Construction::kGreedy, BigBoard::Solved({9, 7})), 0u);
}

// 8/3 n^3 are expected of the greedy algorithm, to leading order.
TEST(Constructive, GreedyTakesWhatItsTheoremExpects) {
  Random random(2);
  constexpr int kSide = 100;
  double moves = 0;
  constexpr int kBoards = 4;
  for (int i = 0; i < kBoards; ++i)
    moves += static_cast<double>(
        SolveAndReplay(Construction::kGreedy, BigBoard::RandomSolvable({kSide, kSide}, random)));
  EXPECT_NEAR(moves / kBoards / (kSide * kSide * kSide), 8.0 / 3, 0.2);
}

}  // namespace
}  // namespace tilebase::classic
