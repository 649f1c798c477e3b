// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/look_ahead/value_beam.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "tables/random_board.h"

namespace tilebase {
namespace {

// Values that are the Manhattan distance.
PairValues Distances(Geometry geometry) {
  return PairValues(geometry, std::vector<uint8_t>(PairEntryCount(geometry), kValueZero));
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

// A beam wide enough forgets nothing: every board after so many moves is compared.
TEST(ValueBeamTest, FollowsToTheBoardOfLeastValueAfterSoManyMoves) {
  const Geometry geometry{3, 3};
  const PairValues values = Distances(geometry);
  Random random(9);
  const Board start = RandomSolvableBoard(geometry, random);
  ValueBeam beam;
  BeamLimits limits;
  limits.width = 100000;
  limits.longest = 100;
  std::vector<Action> actions;
  const auto key = [](const Board& board) {
    return std::vector<uint8_t>(board.tile, board.tile + board.geometry.cells());
  };
  std::set<std::vector<uint8_t>> met = {key(start)};
  std::vector<Board> layer = {start};
  for (size_t moves = 1; moves <= 12; ++moves) {
    std::vector<Board> next_layer;
    int least = INT_MAX;
    for (const Board& board : layer)
      for (int a = 0; a < kActions; ++a) {
        Board next = board;
        if (!board.CanApply(static_cast<Action>(a))) continue;
        next.Apply(static_cast<Action>(a));
        if (!met.insert(key(next)).second) continue;
        next_layer.push_back(next);
        least = std::min(least, values.Value(next.tile));
      }
    layer = next_layer;
    beam.Follow(values, start.tile, limits, moves, &actions);
    ASSERT_EQ(actions.size(), moves);
    Board end = start;
    for (const Action action : actions) {
      ASSERT_TRUE(end.CanApply(action));
      end.Apply(action);
    }
    EXPECT_EQ(values.Value(end.tile), least);
  }
  beam.Follow(values, Board::Solved(geometry).tile, limits, 1, &actions);
  EXPECT_TRUE(actions.empty());
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
      Board board = start;
      for (const Action action : actions) {
        ASSERT_TRUE(board.CanApply(action));
        board.Apply(action);
      }
      EXPECT_TRUE(board.IsSolved());
    }
  }
}

}  // namespace
}  // namespace tilebase
