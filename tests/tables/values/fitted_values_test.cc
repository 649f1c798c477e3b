// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/values/fitted_values.h"

#include <gtest/gtest.h>

#include "tables/pair_values.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

TEST(FittedValuesTest, TheProgramHasWholeTablesOfSquaresFrom4x4To7x7) {
  for (const uint8_t side : {4, 5, 6, 7}) {
    const Geometry geometry{side, side};
    EXPECT_TRUE(HasFittedValues(geometry, false));
    EXPECT_EQ(FittedValues(geometry, false).size(), PairEntryCount(geometry));
    EXPECT_EQ(HasFittedValues(geometry, true), side <= 5);
    EXPECT_EQ(FittedValues(geometry, true).size(), side <= 5 ? PairEntryCount(geometry) : 0);
  }
  EXPECT_FALSE(HasFittedValues({4, 3}, false));
  EXPECT_TRUE(FittedValues({4, 3}, false).empty());
}

// Shortest solutions of random boards have 53 moves on 4x4, 101 on 5x5, and about 174 and 275 on
// the larger squares.
TEST(FittedValuesTest, ValuesAreNearTheMovesOfRandomBoards) {
  const struct {
    uint8_t side;
    int moves;
  } boards[] = {{4, 53}, {5, 101}, {6, 174}, {7, 275}};
  for (const auto& [side, moves] : boards) {
    const Geometry geometry{side, side};
    const PairValues values(geometry, FittedValues(geometry, false));
    Random random(1);
    int sum = 0;
    for (int i = 0; i < 100; ++i) sum += values.Value(RandomSolvableBoard(geometry, random).tile);
    EXPECT_NEAR(sum / (100 * kValueOne), moves, moves / 10);
  }
}

}  // namespace
}  // namespace tilebase
