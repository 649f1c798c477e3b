// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/destination.h"

#include <gtest/gtest.h>

#include <string>

#include "tables/board_text.h"
#include "tables/random_board.h"
#include "tables/subproblem.h"

namespace tilebase {
namespace {

constexpr Geometry kSizes[] = {{2, 2}, {3, 2}, {2, 5}, {3, 3}, {4, 4}, {5, 3}, {8, 8}};

// Any arrangement with the blank on `blank`, even an unsolvable one.
Board RandomBoard(Geometry geometry, int blank, Random& random) {
  Board board = RandomSolvableBoard(geometry, random);
  std::swap(board.tile[board.blank], board.tile[blank]);
  board.blank = static_cast<uint8_t>(blank);
  return board;
}

// Returns `board` after `moves` random moves; writes the letters that lead back into letters[].
Board WalkedAway(Board board, int moves, Random& random, std::string* letters) {
  for (int i = 0; i < moves;) {
    const auto action = static_cast<Action>(random.Below(kActions));
    if (!board.CanApply(action)) continue;
    board.Apply(action);
    letters->insert(letters->begin(), Letter(Opposite(action)));
    ++i;
  }
  return board;
}

Board After(Board board, const std::string& letters) {
  for (const char letter : letters) {
    const auto action = static_cast<Action>(std::string("LRUD").find(letter));
    EXPECT_TRUE(board.CanApply(action)) << letters;
    board.Apply(action);
  }
  return board;
}

TEST(DestinationTest, AWayHomeBecomesAWayToIt) {
  Random random(1);
  for (const Geometry geometry : kSizes) {
    for (int blank = 0; blank < geometry.cells(); ++blank) {
      const Board goal = RandomBoard(geometry, blank, random);
      const Destination destination(goal);
      for (int moves = 0; moves < 40; ++moves) {
        std::string letters;
        const Board renamed = WalkedAway(Board::Solved(geometry), moves, random, &letters);
        const Board start = destination.Original(renamed);
        ASSERT_EQ(destination.Renamed(start), renamed);
        letters.resize(static_cast<size_t>(moves + destination.detour()));
        letters.resize(destination.Append(letters.data(), static_cast<size_t>(moves)));
        EXPECT_EQ(After(renamed, letters), destination.end());
        destination.Map(letters.data(), letters.size());
        EXPECT_EQ(After(start, letters), goal) << ToString(start) << " " << letters;
      }
    }
  }
}

TEST(DestinationTest, ACornerIsNoDetour) {
  Random random(1);
  for (const Geometry geometry : kSizes) {
    for (int blank = 0; blank < geometry.cells(); ++blank) {
      const int detour = Destination(RandomBoard(geometry, blank, random)).detour();
      int nearest = kMaxCells;
      for (const int corner :
           {0, geometry.width - 1, geometry.cells() - geometry.width, geometry.cells() - 1})
        nearest = std::min(nearest, geometry.Distance(blank, corner));
      EXPECT_EQ(detour, nearest);
      EXPECT_LE(detour, kMaxDetour);
    }
  }
}

// The boards where the tables of a plan's part end (subproblem.h).
TEST(DestinationTest, ItsEndIsTheGoalOfASubproblemWithThatEnd) {
  Random random(1);
  for (const Geometry geometry : kSizes) {
    for (int blank = 0; blank < geometry.cells(); ++blank) {
      const Board end = Destination(RandomBoard(geometry, blank, random)).end();
      Subproblem all{geometry, geometry.all_tiles(), 0};
      all.blank_back = static_cast<uint8_t>(geometry.blank_home() - end.blank);
      EXPECT_TRUE(all.IsValid());
      EXPECT_TRUE(all.IsGoal(end));
      EXPECT_EQ(all.goal_blanks(), CellBit(end.blank));
      for (int cell = 0; cell < geometry.cells(); ++cell)
        if (end.tile[cell] != 0) {
          EXPECT_EQ(all.GoalCell(end.tile[cell] - 1), cell);
        }
      EXPECT_EQ(all.IsGoal(Board::Solved(geometry)), all.blank_back == 0);
      if (geometry.width == geometry.height) {
        EXPECT_GE(geometry.Row(end.blank), geometry.Column(end.blank));
      }
    }
  }
}

TEST(DestinationTest, HomeChangesNothing) {
  Random random(1);
  for (const Geometry geometry : kSizes) {
    const Destination home(Board::Solved(geometry));
    const Board board = RandomSolvableBoard(geometry, random);
    EXPECT_EQ(home.Renamed(board), board);
    char letters[] = "LRUD";
    EXPECT_EQ(home.Append(letters, 4), 4u);
    home.Map(letters, 4);
    EXPECT_STREQ(letters, "LRUD");
  }
}

// Half of all pairs of boards, whatever the parity of each.
TEST(DestinationTest, IsReachedFromTheBoardsThatCanBeSolvedWhenRenamed) {
  Random random(1);
  for (const Geometry geometry : kSizes) {
    for (int i = 0; i < 100; ++i) {
      const Board start = RandomBoard(geometry, random.Below(geometry.cells()), random);
      const Board goal = RandomBoard(geometry, random.Below(geometry.cells()), random);
      EXPECT_EQ(Destination(goal).Renamed(start).IsSolvable(), CheckReachable(start, goal).ok());
    }
  }
}

TEST(DestinationTest, NamesTilesAsTheUserDoes) {
  Board first;  // the blank, 1, 2, ... 8
  first.geometry = {3, 3};
  for (int cell = 1; cell < 9; ++cell) first.tile[cell] = static_cast<uint8_t>(cell);
  // Seen from the blank's corner, the home of tile 8 is where that of tile 1 is.
  EXPECT_EQ(Destination(first).Original(TileBit(1) | TileBit(2)), TileBit(8) | TileBit(7));
}

}  // namespace
}  // namespace tilebase
