// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/recent_boards.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tables/random_board.h"

namespace tilebase {
namespace {

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
      // This board is sure to be known; earlier ones may have been dropped.
      ASSERT_EQ(RecentBoards::Slots(&boards).Add(hash(i), 10, 1), 0u);
      forgotten += RecentBoards::Slots(&boards).Add(hash(i - i / 20), 11, 1);
    }
    EXPECT_LT(forgotten, count / 4);
  }
}

}  // namespace
}  // namespace tilebase
