// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/look_ahead/value_beam.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tables/random_board.h"

namespace tilebase {
namespace {

// Values that are the Manhattan distance.
PairValues Distances(Geometry geometry) {
  return PairValues(geometry, std::vector<uint8_t>(PairEntryCount(geometry), kValueZero));
}

Board After(Board board, const std::vector<Action>& actions) {
  for (const Action action : actions) {
    EXPECT_TRUE(board.CanApply(action));
    if (board.CanApply(action)) board.Apply(action);
  }
  return board;
}

TEST(ValueBeamTest, EndsForTheReasonThatThereIs) {
  const PairValues values = Distances({4, 4});
  Random random(5);
  const Board board = RandomSolvableBoard({4, 4}, random);
  ValueBeam beam;
  std::vector<Action> actions;
  uint64_t lookups = 0;
  BeamLimits limits;
  limits.width = 1000;
  limits.passes = 1;
  limits.longest = 300;
  EXPECT_EQ(beam.Solve(values, board.tile, limits, &actions, &lookups), BeamEnd::kPasses);
  EXPECT_GT(actions.size(), 20u);
  EXPECT_GT(lookups, 14u * 20u);
  limits.longest = 20;  // no room for the Manhattan distance
  EXPECT_EQ(beam.Solve(values, board.tile, limits, &actions, &lookups), BeamEnd::kComplete);
  EXPECT_TRUE(actions.empty());
  limits.longest = 300;
  limits.lookups = lookups + 5000;
  EXPECT_EQ(beam.Solve(values, board.tile, limits, &actions, &lookups), BeamEnd::kSpent);
  EXPECT_LT(lookups, limits.lookups + 5000);
}

TEST(ValueBeamTest, MorePassesFindTheShortestSolutionAndThenEnd) {
  const PairValues values = Distances({3, 3});
  Board board = Board::Solved({3, 3});
  for (const int tile : {8, 7, 6, 5, 4, 3, 2, 1}) board.tile[8 - tile] = static_cast<uint8_t>(tile);
  ValueBeam beam;
  std::vector<Action> actions;
  BeamLimits limits;
  limits.width = 1;
  limits.longest = 1000;
  size_t before = limits.longest;
  for (limits.passes = 1; limits.passes <= 16; ++limits.passes) {
    uint64_t lookups = 0;
    beam.Solve(values, board.tile, limits, &actions, &lookups);
    if (actions.empty()) continue;
    EXPECT_LE(actions.size(), before);
    before = actions.size();
  }
  EXPECT_EQ(before, 30u);
  limits.passes = INT_MAX;
  uint64_t lookups = 0;
  EXPECT_EQ(beam.Solve(values, board.tile, limits, &actions, &lookups), BeamEnd::kComplete);
  EXPECT_EQ(actions.size(), 30u);
}

TEST(ValueBeamTest, ASearchThatStopsInAPassGoesOnThere) {
  const PairValues values = Distances({4, 4});
  Random random(5);
  const Board start = RandomSolvableBoard({4, 4}, random);
  ValueBeam beam;
  BeamLimits limits;
  limits.width = 100;
  limits.longest = 300;
  limits.lookups = 2'000'000;
  std::vector<Action> at_once, in_parts, actions, way;
  uint64_t lookups = 0, lookups_in_parts = 0;
  // The same beam serves both: what it remembers of the first search must not change the second.
  EXPECT_EQ(beam.Solve(values, start.tile, limits, &at_once, &lookups), BeamEnd::kSpent);
  ASSERT_FALSE(at_once.empty());

  size_t farthest = 0;
  for (limits.lookups = 10'000; lookups_in_parts < 2'000'000; limits.lookups += 10'000) {
    if (lookups_in_parts == 0)
      beam.Solve(values, start.tile, limits, &actions, &lookups_in_parts);
    else
      beam.Continue(limits, &actions, &lookups_in_parts);
    if (!actions.empty()) in_parts = actions;
    beam.WayAhead(&way);
    farthest = std::max(farthest, way.size());
    After(start, way);
  }
  EXPECT_EQ(in_parts, at_once);
  EXPECT_EQ(lookups_in_parts, lookups);
  EXPECT_GT(farthest, 20u);
}

TEST(ValueBeamTest, APassWithoutAWidthSpendsMostOfTheLookups) {
  const PairValues values = Distances({4, 4});
  Random random(5);
  const Board start = RandomSolvableBoard({4, 4}, random);
  ValueBeam beam;
  BeamLimits limits;
  limits.width = 0;
  limits.passes = 1;
  limits.longest = 300;
  size_t before = limits.longest;
  for (limits.lookups = 1'000'000; limits.lookups <= 16'000'000; limits.lookups *= 4) {
    std::vector<Action> actions, again;
    uint64_t lookups = 0, lookups_again = 0;
    EXPECT_EQ(beam.Solve(values, start.tile, limits, &actions, &lookups), BeamEnd::kPasses);
    EXPECT_GT(lookups, limits.lookups / 3);
    EXPECT_LT(lookups, limits.lookups);
    EXPECT_FALSE(actions.empty());
    EXPECT_LE(actions.size(), before);
    before = actions.size();
    beam.Solve(values, start.tile, limits, &again, &lookups_again);
    EXPECT_EQ(again, actions);
    EXPECT_EQ(lookups_again, lookups);
    EXPECT_TRUE(After(start, actions).IsSolved());
  }
}

// Boards of all sizes in turn, in single slides and in slides of whole lines.
TEST(ValueBeamTest, MemoryServesBoardsOfAnySizeInTurn) {
  ValueBeam beam;
  for (const Geometry geometry : {Geometry{3, 3}, {4, 4}, {2, 3}, {3, 3}, {5, 5}, {6, 3}, {4, 4}}) {
    const PairValues values = Distances(geometry);
    Random random(6);
    const Board start = RandomSolvableBoard(geometry, random);
    for (const bool whole_lines : {false, true}) {
      BeamLimits limits;
      limits.whole_lines = whole_lines;
      limits.width = 2000;
      limits.longest = 1000;
      std::vector<Action> actions;
      uint64_t lookups = 0;
      limits.passes = 1;
      beam.Solve(values, start.tile, limits, &actions, &lookups);
      ASSERT_FALSE(actions.empty());
      EXPECT_TRUE(After(start, actions).IsSolved());
    }
  }
}

}  // namespace
}  // namespace tilebase
