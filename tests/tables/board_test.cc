// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/board.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tables/random_board.h"

namespace tilebase {
namespace {

std::string Key(const Board& board) {
  return std::string(board.tile, board.tile + board.geometry.cells());
}

TEST(GeometryTest, ActionsMoveTheTileThatTheirNameSays) {
  Board board = Board::Solved({3, 3});  // the blank is in the corner below 6 and right of 8
  EXPECT_TRUE(board.CanApply(Action::kRight));
  EXPECT_TRUE(board.CanApply(Action::kDown));
  EXPECT_FALSE(board.CanApply(Action::kLeft));
  EXPECT_FALSE(board.CanApply(Action::kUp));
  EXPECT_EQ(board.Apply(Action::kRight), 8);
  EXPECT_EQ(board.tile[8], 8);
  EXPECT_EQ(board.blank, 7);
  EXPECT_EQ(board.Apply(Action::kDown), 5);
  EXPECT_EQ(board.tile[7], 5);
}

TEST(GeometryTest, EveryActionIsUndoneByItsOpposite) {
  Random random(1);
  for (Geometry geometry : {Geometry{4, 4}, Geometry{2, 7}, Geometry{8, 3}}) {
    const Board start = RandomSolvableBoard(geometry, random);
    for (int a = 0; a < kActions; ++a) {
      const Action action = static_cast<Action>(a);
      if (!start.CanApply(action)) continue;
      Board board = start;
      board.Apply(action);
      ASSERT_TRUE(board.CanApply(Opposite(action)));
      board.Apply(Opposite(action));
      EXPECT_EQ(board, start);
    }
  }
}

// Exactly the boards that moves reach from the goal are called solvable, whatever the shape.
TEST(BoardTest, SolvableMeansReachableFromTheGoal) {
  for (Geometry geometry : {Geometry{2, 2}, Geometry{2, 3}, Geometry{3, 2}, Geometry{4, 2}}) {
    std::set<std::string> reached = {Key(Board::Solved(geometry))};
    std::vector<Board> frontier = {Board::Solved(geometry)};
    while (!frontier.empty()) {
      const Board board = frontier.back();
      frontier.pop_back();
      for (int a = 0; a < kActions; ++a) {
        Board next = board;
        if (!next.CanApply(static_cast<Action>(a))) continue;
        next.Apply(static_cast<Action>(a));
        if (reached.insert(Key(next)).second) frontier.push_back(next);
      }
    }
    std::string permutation;
    for (int i = 0; i < geometry.cells(); ++i) permutation.push_back(static_cast<char>(i));
    do {
      Board board;
      board.geometry = geometry;
      for (int cell = 0; cell < geometry.cells(); ++cell) {
        board.tile[cell] = static_cast<uint8_t>(permutation[static_cast<size_t>(cell)]);
        if (board.tile[cell] == 0) board.blank = static_cast<uint8_t>(cell);
      }
      // On a cycle of cells (2x2) parity is not all: the cyclic order of the tiles stays. There it
      // has one value for each parity, so the two agree even so.
      ASSERT_EQ(board.IsSolvable(), reached.count(Key(board)) == 1) << geometry.cells();
    } while (std::next_permutation(permutation.begin(), permutation.end()));
  }
}

TEST(BoardTest, LoydsSwapOfTheLastTwoTilesCannotBeSolved) {
  for (int side = 3; side <= kMaxSide; ++side) {
    Board board = Board::Solved({static_cast<uint8_t>(side), static_cast<uint8_t>(side)});
    const int last = board.geometry.tiles();
    std::swap(board.tile[last - 1], board.tile[last - 2]);
    EXPECT_FALSE(board.IsSolvable()) << side;
  }
}

TEST(RandomBoardTest, IsUniformOverTheSolvableBoards) {
  Random random(7);
  std::map<std::string, int> seen;
  constexpr int kDraws = 120000;
  for (int i = 0; i < kDraws; ++i) {
    const Board board = RandomSolvableBoard({2, 2}, random);
    ASSERT_TRUE(board.IsSolvable());
    ++seen[Key(board)];
  }
  ASSERT_EQ(seen.size(), 12u);  // 4!/2
  double chi_square = 0;
  for (const auto& [key, count] : seen) {
    const double expected = kDraws / 12.0;
    chi_square += (count - expected) * (count - expected) / expected;
  }
  EXPECT_LT(chi_square, 31.3);  // 11 degrees of freedom, p = 0.001; the draws are always the same
}

}  // namespace
}  // namespace tilebase
