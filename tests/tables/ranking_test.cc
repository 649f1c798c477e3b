// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/ranking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tables/board_text.h"
#include "tables/plan.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

Subproblem Make(Geometry geometry, std::string_view goal, std::string_view fixed) {
  const Subproblem subproblem{geometry, *ParseTiles(geometry, goal), *ParseTiles(geometry, fixed)};
  EXPECT_TRUE(subproblem.IsValid());
  return subproblem;
}

// The subproblems that the tests of this file look at exhaustively.
std::vector<Subproblem> SmallSubproblems() {
  return {
      Make({2, 2}, "1", ""),        Make({2, 2}, "1-3", ""),    Make({2, 2}, "3", "1-2"),
      Make({2, 3}, "1-2", ""),      Make({3, 2}, "1,4", "2"),   Make({3, 3}, "1-8", ""),
      Make({3, 3}, "1-7", ""),      Make({3, 3}, "2,3,5", "1"), Make({3, 3}, "7", "1-6"),
      Make({4, 4}, "3-4", "1-2"),   Make({4, 4}, "5,9", "1-4"), Make({4, 4}, "9-13", "1-8"),
      Make({4, 4}, "14", "1-13"),   Make({5, 3}, "1,6,11", ""), Make({8, 2}, "1,9", ""),
      Make({2, 8}, "14-15", "1-4"), Make({8, 8}, "63", ""),     Make({8, 8}, "1,63", ""),
  };
}

TEST(RankingTest, TheWorkedExampleOfTheHeaderHolds) {
  const Subproblem subproblem = Make({3, 3}, "1,5", "");
  const Ranking ranking(subproblem);
  EXPECT_EQ(ranking.slice(), 56u);
  EXPECT_EQ(ranking.Rank(*ParseBoard({3, 3}, "4 1 0 6 5 2 3 7 8")), 121u);
}

// States the order in another way: for each cell of the blank, the states sort as the words (digit
// of the first tracked tile, digit of the second, ...). That is the order in which nested loops
// over the free cells meet them.
TEST(RankingTest, NumbersTheStatesInTheOrderOfNestedLoops) {
  for (const Subproblem& subproblem : SmallSubproblems()) {
    const Ranking ranking(subproblem);
    const int objects = Count(subproblem.tracked()) + 1;
    uint64_t next = 0;
    std::vector<int> cells;
    std::function<void()> loop = [&] {
      if (static_cast<int>(cells.size()) == objects) {
        State state;
        state.blank = static_cast<uint8_t>(cells[0]);
        for (int j = 1; j < objects; ++j) state.cell[j - 1] = static_cast<uint8_t>(cells[j]);
        ASSERT_EQ(ranking.Rank(state), next) << ToString(subproblem);
        const State back = ranking.Unrank(next);
        ASSERT_EQ(back.blank, state.blank);
        for (int j = 0; j + 1 < objects; ++j) ASSERT_EQ(back.cell[j], state.cell[j]);
        ++next;
        return;
      }
      for (int cell = 0; cell < subproblem.geometry.cells(); ++cell) {
        if ((subproblem.fixed & CellBit(cell)) ||
            std::find(cells.begin(), cells.end(), cell) != cells.end())
          continue;
        cells.push_back(cell);
        loop();
        cells.pop_back();
      }
    };
    loop();
    EXPECT_EQ(next, ranking.size()) << ToString(subproblem);
    EXPECT_EQ(ranking.size(), EntryCount(subproblem));
  }
}

// Halving is a bijection: every solvable board that has R home has a rank, boards with the same
// placement of G and the blank have the same rank, and no two placements share one.
TEST(RankingTest, RanksTheSolvablePlacementsOneToOne) {
  for (const Subproblem& subproblem :
       {Make({2, 2}, "1-3", ""), Make({2, 2}, "1-2", ""), Make({2, 2}, "2", "1"),
        Make({2, 2}, "3", "1-2"), Make({3, 2}, "1-5", ""), Make({3, 2}, "1-4", ""),
        Make({3, 2}, "2,4,5", "1"), Make({3, 2}, "1-3", ""), Make({4, 2}, "1-7", ""),
        Make({4, 2}, "1,3-7", ""), Make({4, 2}, "5-7", "1-4"), Make({4, 2}, "5,7", "1-4")}) {
    const Ranking ranking(subproblem);
    std::map<std::string, uint64_t> rank_of;  // by placement of G and the blank
    std::set<uint64_t> ranks;
    std::vector<uint8_t> tiles;
    for (int tile = 0; tile < subproblem.geometry.cells(); ++tile)
      tiles.push_back(static_cast<uint8_t>(tile));
    do {
      Board board;
      board.geometry = subproblem.geometry;
      std::string placement;
      for (size_t cell = 0; cell < tiles.size(); ++cell) {
        board.tile[cell] = tiles[cell];
        if (tiles[cell] == 0) board.blank = static_cast<uint8_t>(cell);
        const bool shown = tiles[cell] == 0 || (subproblem.goal & TileBit(tiles[cell]));
        placement.push_back(static_cast<char>(shown ? tiles[cell] : 99));
      }
      if (!board.IsSolvable() || !subproblem.Admits(board)) continue;
      const uint64_t rank = ranking.Rank(board);
      ASSERT_LT(rank, ranking.size());
      ASSERT_EQ(rank_of.emplace(placement, rank).first->second, rank);
      ranks.insert(rank);
    } while (std::next_permutation(tiles.begin(), tiles.end()));
    EXPECT_EQ(rank_of.size(), ranking.size()) << ToString(subproblem);
    EXPECT_EQ(ranks.size(), ranking.size()) << ToString(subproblem);
    EXPECT_EQ(StateCount(subproblem), EntryCount(subproblem) * (subproblem.is_halved() ? 2 : 1));
  }
}

TEST(RankingTest, FollowsTheMovesOfABoard) {
  for (const Subproblem& subproblem :
       {Make({4, 4}, "1-5", ""), Make({4, 4}, "5-15", "1-4"), Make({4, 4}, "7", "2,6,11"),
        Make({5, 5}, "1-4,6", "5"), Make({3, 5}, "1-14", ""), Make({8, 8}, "1-3,60", "9,17,18"),
        Make({2, 8}, "3,5,7", "1-2"), Make({8, 2}, "8,15", "1")}) {
    const Ranking ranking(subproblem);
    Random random(5);
    Board board = Board::Solved(subproblem.geometry);
    uint64_t rank = ranking.Rank(board);
    for (int step = 0; step < 20000; ++step) {
      const Action action = static_cast<Action>(random.Below(kActions));
      if (!board.CanApply(action)) continue;
      if (subproblem.fixed & CellBit(board.blank + board.geometry.BlankStep(action))) continue;
      rank = ranking.RankAfter(rank, board, action);
      board.Apply(action);
      ASSERT_EQ(rank, ranking.Rank(board)) << ToString(subproblem) << " step " << step;
    }
  }
}

TEST(RankingTest, ARepresentativeIsASolvableBoardInTheState) {
  for (const Subproblem& subproblem : SmallSubproblems()) {
    const Ranking ranking(subproblem);
    for (uint64_t rank = 0; rank < ranking.size(); rank += 1 + ranking.size() / 2000) {
      const Board board = Representative(subproblem, ranking.Unrank(rank));
      ASSERT_TRUE(board.IsSolvable()) << ToString(subproblem) << ToString(board);
      ASSERT_TRUE(subproblem.Admits(board));
      ASSERT_EQ(ranking.Rank(board), rank);
    }
  }
}

TEST(RankingTest, CountsTooLargeForTheRankAreZero) {
  EXPECT_EQ(EntryCount(Make({6, 6}, "1-35", "")), 0u);
  EXPECT_EQ(StateCount(Make({8, 8}, "1-20", "")), 0u);
  EXPECT_EQ(EntryCount(Make({4, 4}, "1-15", "")), 10461394944000u);  // 16!/2
}

TEST(SubproblemTest, ParityAllowsFewerGoalsWhereFewTilesAreLeft) {
  EXPECT_EQ(Count(Make({4, 4}, "1-5", "").goal_blanks()), 11);
  EXPECT_EQ(Count(Make({4, 4}, "1-15", "").goal_blanks()), 1);
  EXPECT_EQ(Count(Make({4, 4}, "1-14", "").goal_blanks()), 2);     // 15 is next to the corner
  EXPECT_EQ(Count(Make({4, 4}, "1-13,15", "").goal_blanks()), 1);  // 14 is two steps away
}

TEST(SubproblemTest, GrowingMovesTheHighestFixedTile) {
  EXPECT_EQ(Make({4, 4}, "4", "1-3").Grown(), Make({4, 4}, "3,4", "1-2"));
  EXPECT_EQ(Make({4, 4}, "2", "1,9").Grown(), Make({4, 4}, "2,9", "1"));
}

TEST(PatternRankingTest, TheExampleOfTheHeader) {
  constexpr PatternRanking ranking({3, 3}, 0b010011);
  const uint8_t cell[] = {1, 8, 3};
  EXPECT_EQ(ranking.size(), 504u);
  EXPECT_EQ(ranking.Rank(cell), 107u);
}

TEST(PatternRankingTest, RanksArePlacementsInLexicographicOrder) {
  for (const Geometry geometry : {Geometry{3, 3}, Geometry{5, 2}, Geometry{2, 2}}) {
    const PatternRanking ranking(geometry, geometry.cells() == 4 ? 1 : 0b10110);
    uint8_t before[kMaxCells] = {}, cell[kMaxCells] = {};
    for (uint64_t rank = 0; rank < ranking.size(); ++rank) {
      ranking.Unrank(rank, cell);
      ASSERT_EQ(ranking.Rank(cell), rank);
      if (rank > 0) {
        ASSERT_TRUE(std::lexicographical_compare(before, before + ranking.count(), cell,
                                                 cell + ranking.count()));
      }
      std::copy(cell, cell + kMaxCells, before);
    }
  }
}

}  // namespace
}  // namespace tilebase
