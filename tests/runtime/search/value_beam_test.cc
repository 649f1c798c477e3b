// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/value_beam.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "runtime/search/slide_sums.h"
#include "tables/random_board.h"
#include "tables/system/instructions.h"

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
  uint64_t boards = 0;
  BeamLimits limits;
  limits.width = 1000;
  limits.passes = 1;
  limits.longest = 300;
  EXPECT_EQ(beam.Solve(values, board.tile, limits, &actions, &boards), BeamEnd::kPasses);
  EXPECT_GT(actions.size(), 20u);
  EXPECT_GT(boards, 20u);
  limits.longest = 20;  // no room for the Manhattan distance
  EXPECT_EQ(beam.Solve(values, board.tile, limits, &actions, &boards), BeamEnd::kComplete);
  EXPECT_TRUE(actions.empty());
  limits.longest = 300;
  limits.boards = boards + 5000;
  EXPECT_EQ(beam.Solve(values, board.tile, limits, &actions, &boards), BeamEnd::kSpent);
  EXPECT_LT(boards, limits.boards + 5000);
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
    uint64_t boards = 0;
    beam.Solve(values, board.tile, limits, &actions, &boards);
    if (actions.empty()) continue;
    EXPECT_LE(actions.size(), before);
    before = actions.size();
  }
  EXPECT_EQ(before, 30u);
  limits.passes = INT_MAX;
  uint64_t boards = 0;
  EXPECT_EQ(beam.Solve(values, board.tile, limits, &actions, &boards), BeamEnd::kComplete);
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
  limits.boards = 150'000;
  std::vector<Action> at_once, in_parts, actions, way;
  uint64_t boards = 0, boards_in_parts = 0;
  // The same beam serves both: what it remembers of the first search must not change the second.
  EXPECT_EQ(beam.Solve(values, start.tile, limits, &at_once, &boards), BeamEnd::kSpent);
  ASSERT_FALSE(at_once.empty());

  size_t farthest = 0;
  for (limits.boards = 1'000; boards_in_parts < 150'000; limits.boards += 1'000) {
    if (boards_in_parts == 0)
      beam.Solve(values, start.tile, limits, &actions, &boards_in_parts);
    else
      beam.Continue(limits, &actions, &boards_in_parts);
    if (!actions.empty()) in_parts = actions;
    for (size_t i = 0; beam.WayAhead(i, &way); ++i) {
      farthest = std::max(farthest, way.size());
      After(start, way);
    }
  }
  EXPECT_EQ(in_parts, at_once);
  EXPECT_EQ(boards_in_parts, boards);
  EXPECT_GT(farthest, 20u);
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
      uint64_t boards = 0;
      limits.passes = 1;
      beam.Solve(values, start.tile, limits, &actions, &boards);
      ASSERT_FALSE(actions.empty());
      EXPECT_TRUE(After(start, actions).IsSolved());
    }
  }
}

TEST(ValueBeamTest, APassThatForgetsFindsShorterSolutionsByMoreBoards) {
  const PairValues values = Distances({4, 4});
  Random random(7);
  ValueBeam beam;
  size_t moves_by_few = 0, moves_by_many = 0;
  for (int i = 0; i < 6; ++i) {
    const Board start = RandomSolvableBoard({4, 4}, random);
    for (const uint64_t most : {30'000, 600'000}) {
      BeamLimits limits;
      limits.forgets = true;
      limits.longest = 100;
      limits.boards = most;
      std::vector<Action> actions, again;
      uint64_t boards = 0, boards_again = 0;
      beam.Solve(values, start.tile, limits, &actions, &boards);
      EXPECT_LT(boards, most + 200);
      beam.Solve(values, start.tile, limits, &again, &boards_again);
      EXPECT_EQ(again, actions);
      EXPECT_EQ(boards_again, boards);
      if (!actions.empty()) {
        EXPECT_TRUE(After(start, actions).IsSolved());
      }
      (most == 30'000 ? moves_by_few : moves_by_many) += actions.empty() ? 100 : actions.size();
    }
  }
  EXPECT_LT(moves_by_many, moves_by_few);
  EXPECT_LT(moves_by_many, 6 * 60);
}

class SlideSumsTest : public testing::TestWithParam<int> {};

TEST_P(SlideSumsTest, AreTheSameByEveryInstructionSet) {
  const auto cells = static_cast<size_t>(GetParam());
  std::vector<SumSlides> kinds = {BaselineSumSlides(GetParam())};
  if (HasAvx512()) kinds.push_back(Avx512SumSlides(GetParam()));
  std::erase(kinds, nullptr);
  ASSERT_TRUE(std::count(kinds.begin(), kinds.end(), BestSumSlides(GetParam())) == 1);

  constexpr size_t kBoards = 100;
  Random random(10);
  const size_t row_bytes = (cells * cells + 63) / 64 * 64;
  std::vector<uint8_t> rows(kBoards * row_bytes), tiles(kBoards * cells);
  for (uint8_t& number : rows) number = static_cast<uint8_t>(random.Next());
  for (size_t board = 0; board < kBoards; ++board) {
    uint8_t* const tile = &tiles[board * cells];
    std::iota(tile, tile + cells, uint8_t{0});
    for (size_t cell = cells - 1; cell > 0; --cell) std::swap(tile[cell], tile[random.Below(cell)]);
  }
  for (size_t count = 0; count <= kBoards; ++count) {
    std::vector<SlideOfBoard> slides(count);
    std::vector<uint16_t> expected(count), sums(count);
    for (size_t i = 0; i < count; ++i) {
      slides[i] = {&tiles[random.Below(kBoards) * cells], &rows[random.Below(kBoards) * row_bytes]};
      for (size_t cell = 0; cell < cells; ++cell)
        expected[i] =
            static_cast<uint16_t>(expected[i] + slides[i].row[cell * cells + slides[i].tile[cell]]);
    }
    for (const SumSlides sum : kinds) {
      sum(slides.data(), count, sums.data());
      EXPECT_EQ(sums, expected) << count;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, SlideSumsTest, testing::Values(16, 25, 36, 49));

}  // namespace
}  // namespace tilebase
