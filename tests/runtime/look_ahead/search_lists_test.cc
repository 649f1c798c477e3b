// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/look_ahead/search_lists.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tables/random_board.h"

namespace tilebase {
namespace {

TEST(ClosedListTest, ImprovesABoardThatIsNewOrFoundInFewerMoves) {
  ClosedList list;
  list.Clear();
  const uint64_t board = uint64_t{7} << 16;
  EXPECT_TRUE(list.Improve(board, 10));
  EXPECT_FALSE(list.Improve(board, 10));
  EXPECT_FALSE(list.Improve(board, 11));
  EXPECT_TRUE(list.Improve(board, 9));
  EXPECT_FALSE(list.Improve(board, 10));
  list.Clear();
  EXPECT_TRUE(list.Improve(board, ClosedList::kMaxMoves));
}

TEST(ClosedListTest, TakesBoardsWithTheSameUpperBitsForTheSame) {
  ClosedList list;
  list.Clear();
  EXPECT_TRUE(list.Improve(0x123450000, 5));
  EXPECT_FALSE(list.Improve(0x12345ffff, 5));
  EXPECT_TRUE(list.Improve(0x123460000, 5));
}

TEST(ClosedListTest, AnswersLikeAMapWhileItGrowsAndIsUsedAgain) {
  ClosedList list;
  Random random(1);
  for (const int boards : {5000, 10, 20000}) {
    list.Clear();
    std::map<uint64_t, size_t> least;
    for (int i = 0; i < boards; ++i) {
      const uint64_t hash = (random.Below(3000) * 0x9e3779b97f4a7c15) & ~uint64_t{0xffff};
      const size_t moves = random.Below(100);
      const auto [known, is_new] = least.emplace(hash, moves);
      ASSERT_EQ(list.Improve(hash, moves), is_new || moves < known->second);
      known->second = std::min(known->second, moves);
    }
  }
}

TEST(RecentBoardsTest, AddsABoardThatIsNewOrFoundInFewerMovesWhereItMay) {
  RecentBoards boards;
  boards.Clear();
  const uint64_t board = uint64_t{7} << 42;
  EXPECT_EQ(RecentBoards::Slots(&boards).Add(board, 10, 0), 0u);
  EXPECT_EQ(RecentBoards::Slots(&boards).Add(board, 10, 1), 1u);
  EXPECT_EQ(RecentBoards::Slots(&boards).Add(board, 10, 1), 0u);
  EXPECT_EQ(RecentBoards::Slots(&boards).Add(board + 0xffff, 11, 1), 0u);
  EXPECT_EQ(RecentBoards::Slots(&boards).Add(board, 9, 0), 0u);
  EXPECT_EQ(RecentBoards::Slots(&boards).Add(board, 9, 1), 1u);
  EXPECT_EQ(RecentBoards::Slots(&boards).Add(board, 10, 1), 0u);
  boards.Clear();
  EXPECT_EQ(RecentBoards::Slots(&boards).Add(board, 5000, 1), 1u);
  EXPECT_EQ(RecentBoards::Slots(&boards).Add(board, 6000, 1), 0u);
}

TEST(RecentBoardsTest, KnowsBoardsWhileItGrowsAndIsUsedAgain) {
  RecentBoards boards;
  for (const size_t count : {100u, 200'000u, 10u}) {
    boards.Clear();
    const auto hash = [](size_t i) { return (i + 1) * 0x9e3779b97f4a7c15u; };
    size_t forgotten = 0;
    for (size_t i = 0; i < count; ++i) {
      if (i % 32 == 0) boards.Grow(i);
      ASSERT_EQ(RecentBoards::Slots(&boards).Add(hash(i), 10, 1), 1u);
      // That one is sure to be known; those before may have had to go.
      ASSERT_EQ(RecentBoards::Slots(&boards).Add(hash(i), 10, 1), 0u);
      forgotten += RecentBoards::Slots(&boards).Add(hash(i - i / 20), 11, 1);
    }
    EXPECT_LT(forgotten, count / 4);
  }
}

}  // namespace
}  // namespace tilebase
