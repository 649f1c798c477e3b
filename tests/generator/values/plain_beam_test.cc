// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/values/plain_beam.h"

#include <gtest/gtest.h>
#include <limits.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tables/random_board.h"

namespace tilebase {
namespace {

// A beam that is wide enough drops nothing: every board after the moves is compared.
TEST(PlainBeamTest, FollowsToTheBoardOfLeastValueAfterSoManyMoves) {
  const Geometry geometry{3, 3};
  // The Manhattan distance.
  const PairValues values(geometry, std::vector<uint8_t>(PairEntryCount(geometry), kValueZero));
  Random random(9);
  const Board start = RandomSolvableBoard(geometry, random);
  const ExactChanges changes(values);
  PlainBeam beam(changes, false);
  std::vector<Action> actions;
  const auto key = [](const Board& board) {
    return std::string(board.tile, board.tile + board.geometry.cells());
  };
  std::set<std::string> met = {key(start)};
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
    beam.Follow(start, 100000, 100, moves, &actions);
    ASSERT_EQ(actions.size(), moves);
    Board end = start;
    for (const Action action : actions) {
      ASSERT_TRUE(end.CanApply(action));
      end.Apply(action);
    }
    EXPECT_EQ(values.Value(end.tile), least);
  }
  beam.Follow(Board::Solved(geometry), 100000, 100, 1, &actions);
  EXPECT_TRUE(actions.empty());
}

// A solution such as a wide beam finds.
TEST(PlainBeamTest, ASolutionIsFollowedHoweverBadItsBoards) {
  const Geometry geometry{3, 3};
  const PairValues values(geometry, std::vector<uint8_t>(PairEntryCount(geometry), kValueZero));
  const ExactChanges changes(values);
  PlainBeam beam(changes, false);
  Random random(10);
  std::vector<Action> solution;
  for (int i = 0; i < 20; ++i) {
    const Board start = RandomSolvableBoard(geometry, random);
    if (!beam.Solve(start, 100000, 100, &solution) || solution.size() < 2) continue;
    beam.RunAlong(start, solution, 1);
    ASSERT_EQ(beam.layers().size(), solution.size());
    Board board = start;
    for (size_t layer = 0; layer < solution.size(); ++layer) {
      const PlainBeam::Node& node = beam.nodes()[beam.layers()[layer]];
      ASSERT_TRUE(std::equal(node.tile, node.tile + geometry.cells(), board.tile));
      ASSERT_EQ(node.value, values.Value(board.tile));
      board.Apply(solution[layer]);
    }
    // At most two boards a layer: the beam's own, and the solution's.
    EXPECT_LE(beam.nodes().size(), 2 * solution.size());
  }
}

}  // namespace
}  // namespace tilebase
