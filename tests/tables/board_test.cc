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

#include "tables/board_text.h"
#include "tables/geometry.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

constexpr Geometry kSizes[] = {{2, 2}, {3, 3}, {4, 3}, {2, 5}, {4, 4}, {8, 8}};

TEST(SymmetryTest, LaysTheGridOnItself) {
  for (const Geometry geometry : kSizes) {
    for (Symmetry symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      if (!HasSymmetry(geometry, symmetry)) continue;
      EXPECT_EQ(MapCells(geometry, symmetry, geometry.all_cells()), geometry.all_cells());
      for (int cell = 0; cell < geometry.cells(); ++cell) {
        const CellMask next = Neighbours(geometry, CellBit(cell));
        EXPECT_EQ(MapCells(geometry, symmetry, next),
                  Neighbours(geometry, CellBit(MapCell(geometry, symmetry, cell))));
      }
    }
  }
}

TEST(SymmetryTest, ActionsGoWithTheCells) {
  for (Symmetry symmetry = 0; symmetry < kSymmetries; ++symmetry)
    for (int a = 0; a < kActions; ++a) {
      const auto action = static_cast<Action>(a);
      const Geometry square{3, 3};
      EXPECT_EQ(MapCell(square, symmetry, 4 + square.BlankStep(action)),
                4 + square.BlankStep(MapAction(symmetry, action)));
    }
}

TEST(SymmetryTest, OnlySquareBoardsExchangeRowsAndColumns) {
  EXPECT_TRUE(HasSymmetry({3, 3}, kTransposed));
  EXPECT_FALSE(HasSymmetry({4, 3}, kTransposed));
  EXPECT_EQ(MapCell({3, 3}, kTransposed, 1), 3);
  EXPECT_EQ(MapCell({3, 3}, kTransposed, 8), 8);
}

TEST(NeighboursTest, DoNotGoRoundTheEdge) {
  EXPECT_EQ(Neighbours({3, 3}, CellBit(2)), CellBit(1) | CellBit(5));
  EXPECT_EQ(Neighbours({3, 3}, CellBit(4)), CellBit(1) | CellBit(3) | CellBit(5) | CellBit(7));
  EXPECT_EQ(Neighbours({8, 8}, CellBit(63)), CellBit(62) | CellBit(55));
}

TEST(RegionTest, IsWhatTheBlankCanGetTo) {
  // x . .   The cells marked x are taken: 3 lies behind them.
  // . x .
  // x . .
  const CellMask open = 0777 & ~(CellBit(0) | CellBit(4) | CellBit(6));
  EXPECT_EQ(Region({3, 3}, CellBit(1), open), open & ~CellBit(3));
  EXPECT_EQ(Region({3, 3}, CellBit(3), open), CellBit(3));
}

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

// IsSolvable is true exactly for the boards that moves reach from the goal, for every shape.
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
      // On a cycle of cells (2x2) parity is not everything: the cyclic order of the tiles also
      // stays. There it has one value for each parity, so the two agree even so.
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
