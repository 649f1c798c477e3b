// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/value_beam.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "runtime/search/slide_sums.h"
#include "runtime/search/wide_beam.h"
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

// A board that some random moves lead to, for values that are no better than a distance.
Board Scrambled(const Board& end, int moves, uint64_t seed) {
  Random random(seed);
  Board board = end;
  for (int made = 0; made < moves;) {
    const Action action = static_cast<Action>(random.Below(kActions));
    if (!board.CanApply(action)) continue;
    board.Apply(action);
    ++made;
  }
  return board;
}

class WideBeamTest : public testing::TestWithParam<Geometry> {};

TEST_P(WideBeamTest, MoreBoardsFindShorterSolutions) {
  const PairValues values = Distances(GetParam());
  const Board start = Scrambled(Board::Solved(GetParam()), 60, 5);
  WideBeam beam;
  SearchLimits limits;
  limits.longest = 1000;
  size_t before = limits.longest;
  for (limits.boards = 40'000; limits.boards <= 640'000; limits.boards *= 4) {
    std::vector<Action> actions, again;
    uint64_t boards = 0, boards_again = 0;
    EXPECT_TRUE(beam.Solve(values, start.tile, limits, &actions, &boards));
    EXPECT_GT(boards, limits.boards / 4);
    EXPECT_LT(boards, limits.boards);
    ASSERT_FALSE(actions.empty());
    EXPECT_LE(actions.size(), before);
    before = actions.size();
    EXPECT_TRUE(After(start, actions).IsSolved());
    beam.Solve(values, start.tile, limits, &again, &boards_again);
    EXPECT_EQ(again, actions);
    EXPECT_EQ(boards_again, boards);
  }
}

TEST_P(WideBeamTest, ASearchThatStopsHasComeSomeWayAndGoesOn) {
  const PairValues values = Distances(GetParam());
  const Board start = Scrambled(Board::Solved(GetParam()), 60, 6);
  WideBeam beam;
  SearchLimits limits;
  limits.longest = 1000;
  limits.boards = 50;
  std::vector<Action> actions, way;
  uint64_t boards = 0;
  bool has_ended = beam.Solve(values, start.tile, limits, &actions, &boards);
  EXPECT_FALSE(has_ended);
  beam.WayAhead(&way);
  EXPECT_GT(way.size(), 5u);
  After(start, way);
  for (int i = 0; i < 100 && !has_ended; ++i) {
    EXPECT_TRUE(actions.empty());
    limits.boards += 8'000;
    has_ended = beam.Continue(limits, &actions, &boards);
  }
  EXPECT_TRUE(has_ended);
  EXPECT_TRUE(After(start, actions).IsSolved());
}

TEST_P(WideBeamTest, EndsWhereNothingIsShorterAndAtOnceAtTheEnd) {
  const PairValues values = Distances(GetParam());
  const Board start = Scrambled(Board::Solved(GetParam()), 40, 7);
  const int distance = values.Value(start.tile) / kValueOne;
  WideBeam beam;
  SearchLimits limits;
  limits.longest = static_cast<size_t>(distance);
  limits.boards = 4'000'000;
  std::vector<Action> actions;
  uint64_t boards = 0;
  EXPECT_TRUE(beam.Solve(values, start.tile, limits, &actions, &boards));
  EXPECT_TRUE(actions.empty());
  EXPECT_LT(boards, 400'000u);
  boards = 0;
  EXPECT_TRUE(beam.Solve(values, Board::Solved(GetParam()).tile, limits, &actions, &boards));
  EXPECT_TRUE(actions.empty());
  EXPECT_EQ(boards, 0u);
}

TEST_P(WideBeamTest, AnotherEndIsReached) {
  const PairValues values = Distances(GetParam());
  const Board end = Scrambled(Board::Solved(GetParam()), 6, 8);
  const Board start = Scrambled(end, 100, 9);
  WideBeam beam;
  SearchLimits limits;
  limits.end = &end;
  limits.longest = 101;
  limits.boards = 160'000;
  std::vector<Action> actions;
  uint64_t boards = 0;
  EXPECT_TRUE(beam.Solve(values, start.tile, limits, &actions, &boards));
  EXPECT_TRUE(After(start, actions) == end);
}

INSTANTIATE_TEST_SUITE_P(Boards, WideBeamTest,
                         testing::Values(Geometry{5, 5}, Geometry{6, 6}, Geometry{7, 7}));

class SlideSumsTest : public testing::TestWithParam<int> {};

TEST_P(SlideSumsTest, AreTheSameByEveryInstructionSet) {
  const auto cells = static_cast<size_t>(GetParam());
  std::vector<const SlideSums*> kinds = {BaselineSlideSums(GetParam())};
  if (HasAvx2()) kinds.push_back(Avx2SlideSums(GetParam()));
  if (HasAvx512()) kinds.push_back(Avx512SlideSums(GetParam()));
  std::erase(kinds, nullptr);
  ASSERT_TRUE(std::count(kinds.begin(), kinds.end(), BestSlideSums(GetParam())) == 1);

  constexpr size_t kBoards = 100;
  Random random(10);
  const size_t row_bytes = (cells * cells + 63) / 64 * 64;
  std::vector<uint8_t> rows(kBoards * row_bytes), boards(kBoards * kBoardBytes);
  for (uint8_t& number : rows) number = static_cast<uint8_t>(random.Next());
  for (size_t board = 0; board < kBoards; ++board) {
    uint8_t* const tile = &boards[board * kBoardBytes];
    for (size_t cell = 0; cell < kBoardBytes; ++cell)
      tile[cell] = cell < cells ? static_cast<uint8_t>(cell) : 0xff;
    for (size_t cell = cells - 1; cell > 0; --cell) std::swap(tile[cell], tile[random.Below(cell)]);
  }
  for (size_t count = 0; count <= kBoards; ++count) {
    std::vector<uint32_t> which(count);
    for (uint32_t& board : which) board = static_cast<uint32_t>(random.Below(kBoards));
    std::vector<SlideOfBoard> slides(count);
    std::vector<uint16_t> of_one(count), of_each(count), sums(count);
    for (size_t i = 0; i < count; ++i) {
      slides[i] = {&boards[which[i] * kBoardBytes], &rows[random.Below(kBoards) * row_bytes]};
      for (size_t cell = 0; cell < cells; ++cell) {
        const size_t place = cell * cells + slides[i].tile[cell];
        of_one[i] = static_cast<uint16_t>(of_one[i] + rows[place]);
        of_each[i] = static_cast<uint16_t>(of_each[i] + slides[i].row[place]);
      }
    }
    for (const SlideSums* kind : kinds) {
      std::fill(sums.begin(), sums.end(), uint16_t{0});
      kind->of_each(slides.data(), count, sums.data());
      EXPECT_EQ(sums, of_each) << count;
      if (kind->of_one == nullptr) continue;
      std::fill(sums.begin(), sums.end(), uint16_t{0});
      kind->of_one(rows.data(), boards.data(), which.data(), count, sums.data());
      EXPECT_EQ(sums, of_one) << count;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, SlideSumsTest, testing::Values(16, 25, 36, 49));

}  // namespace
}  // namespace tilebase
