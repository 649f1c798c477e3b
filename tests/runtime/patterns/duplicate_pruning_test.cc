// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/patterns/duplicate_pruning.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tables/board.h"

namespace tilebase {
namespace {

struct Paths {
  std::map<std::string, int> first;  // the length of the first path to each board
  std::vector<size_t> count;         // by length
};

// Follows the paths from the solved board that `pruning` allows, up to `length` actions.
Paths Follow(const DuplicatePruning& pruning, Geometry geometry, int length) {
  Paths paths;
  const Board start = Board::Solved(geometry);
  std::vector<std::pair<Board, DuplicatePruning::State>> level = {
      {start, DuplicatePruning::Start(start.blank)}};
  for (int size = 0;; ++size) {
    paths.count.push_back(level.size());
    for (const auto& [board, state] : level)
      paths.first.emplace(std::string(board.tile, board.tile + geometry.cells()), size);
    if (size == length) return paths;
    std::vector<std::pair<Board, DuplicatePruning::State>> next;
    for (const auto& [board, state] : level)
      for (int a = 0; a < kActions; ++a) {
        const DuplicatePruning::State after = pruning.After(state)[static_cast<size_t>(a)];
        if (after == DuplicatePruning::kNone) continue;
        Board moved = board;
        EXPECT_TRUE(moved.CanApply(static_cast<Action>(a)));
        moved.Apply(static_cast<Action>(a));
        next.emplace_back(moved, after);
      }
    level = std::move(next);
  }
}

TEST(DuplicatePruningTest, OfTwoMovesForbidsOnlyToTakeAMoveBack) {
  for (const Geometry geometry : {Geometry{4, 4}, Geometry{2, 5}, Geometry{6, 6}}) {
    const DuplicatePruning pruning(geometry, 2);
    for (int cell = 0; cell < geometry.cells(); ++cell)
      for (int first = 0; first < kActions; ++first) {
        const Action done = static_cast<Action>(first);
        const auto state = pruning.After(DuplicatePruning::Start(cell))[static_cast<size_t>(first)];
        ASSERT_EQ(state != DuplicatePruning::kNone,
                  (geometry.Actions(cell) & ActionBit(done)) != 0);
        if (state == DuplicatePruning::kNone) continue;
        const ActionMask there = geometry.Actions(cell + geometry.BlankStep(done));
        ActionMask allowed = 0;
        for (int second = 0; second < kActions; ++second)
          if (pruning.After(state)[static_cast<size_t>(second)] != DuplicatePruning::kNone)
            allowed |= ActionBit(static_cast<Action>(second));
        EXPECT_EQ(allowed, there & ~ActionBit(Opposite(done)));
      }
  }
}

// Six moves round a square one way are six the other way.
TEST(DuplicatePruningTest, OfSixMovesKnowsTheSquare) {
  EXPECT_EQ(Follow(DuplicatePruning({2, 2}, 5), {2, 2}, 6).count,
            (std::vector<size_t>{1, 2, 2, 2, 2, 2, 2}));
  EXPECT_EQ(Follow(DuplicatePruning({2, 2}, 6), {2, 2}, 6).count,
            (std::vector<size_t>{1, 2, 2, 2, 2, 2, 1}));
}

// Of longer paths too: there is room for what they teach.
TEST(DuplicatePruningTest, LearnsFromPathsOfTwelveMovesUpToTheLargestBoards) {
  for (const Geometry geometry : {Geometry{4, 4}, Geometry{5, 5}})
    EXPECT_GT(DuplicatePruning(geometry, 12).states(), DuplicatePruning(geometry, 11).states());
}

// Also near edges, where there are fewer ways round.
TEST(DuplicatePruningTest, LeavesAShortestPathToEveryBoard) {
  constexpr int kLength = 14;
  for (const Geometry geometry : {Geometry{3, 3}, Geometry{4, 3}, Geometry{2, 5}, Geometry{4, 4}}) {
    const Paths pruned = Follow(DuplicatePruning(geometry, 12), geometry, kLength);
    const Paths plain = Follow(DuplicatePruning(geometry, 2), geometry, kLength);
    EXPECT_EQ(pruned.first, plain.first);
    EXPECT_LT(pruned.count.back(), plain.count.back() * 3 / 4);
  }
}

}  // namespace
}  // namespace tilebase
