// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Boards of a wanted difficulty: they are as difficult as reported, equally likely if reported so,
// and the same from the same seed.

#include "runtime/scramble.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tables/board_text.h"
#include "tables/destination.h"
#include "tests/runtime/built_set.h"
#include "tests/tables/plain_search.h"

namespace tilebase {
namespace {

using Sampling = Scrambler::Sampling;

Cells CellsOf(const Board& board) { return Cells(board.tile, board.tile + board.geometry.cells()); }

// Returns the number of actions by the plain walk, or -1.
int Length(const PolicySet& set, const Board& board) {
  std::vector<Action> actions(set.info().certified_worst_case);
  size_t count = 0;
  if (set.Solve(board, actions.data(), actions.size(), &count, [](Action a) { return a; }) !=
      TILEBASE_OK)
    return -1;
  return static_cast<int>(count);
}

// Draws `draws` boards and expects each board that `depths` allows about equally often.
void ExpectUniform(Scrambler& scrambler, const std::map<Cells, int>& depths, int min_depth,
                   int max_depth, int draws) {
  std::map<Cells, int> seen;
  for (const auto& [cells, depth] : depths)
    if (depth >= min_depth && depth <= max_depth) seen[cells] = 0;
  const size_t boards = seen.size();
  for (int i = 0; i < draws; ++i) {
    Board board;
    uint32_t moves = 0;
    ASSERT_EQ(scrambler.Next(&board, &moves), TILEBASE_OK);
    ASSERT_EQ(depths.at(CellsOf(board)), static_cast<int>(moves));
    ++seen[CellsOf(board)];
  }
  ASSERT_EQ(seen.size(), boards);
  const double mean = static_cast<double>(draws) / static_cast<double>(boards);
  double chi_square = 0;
  for (const auto& [cells, count] : seen) chi_square += (count - mean) * (count - mean) / mean;
  // Mean and standard deviation of chi square with that many degrees of freedom.
  const double freedom = static_cast<double>(boards) - 1;
  EXPECT_LE(std::abs(chi_square - freedom), 5 * std::sqrt(2 * freedom));
}

class EveryDepthTest : public testing::TestWithParam<const char*> {};

TEST_P(EveryDepthTest, CanBeMadeAndIsOptimal) {
  BuiltSet built(GetParam(), "rest", Codec::kZstd);
  const PolicySet& set = *built.policies;
  const std::map<Cells, int> depths = AllDepths(set.info().geometry);
  const uint32_t greatest = set.info().certified_worst_case;
  bool way_seen[2] = {};
  for (uint32_t depth = 0; depth <= greatest; ++depth) {
    Scrambler scrambler(set, {depth, depth, 7, 0});
    ASSERT_EQ(scrambler.Start(), TILEBASE_OK);
    EXPECT_TRUE(scrambler.is_optimal());
    EXPECT_TRUE(scrambler.is_uniform());
    way_seen[scrambler.way() == Sampling::kTree] = true;
    for (int i = 0; i < 3; ++i) {
      Board board;
      uint32_t moves = 0;
      ASSERT_EQ(scrambler.Next(&board, &moves), TILEBASE_OK) << depth;
      EXPECT_EQ(moves, depth);
      EXPECT_EQ(depths.at(CellsOf(board)), static_cast<int>(depth));
    }
  }
  EXPECT_TRUE(way_seen[0]);
  EXPECT_TRUE(way_seen[1]);
  EXPECT_EQ(Scrambler(set, {greatest + 1, UINT32_MAX, 7, 0}).Start(), TILEBASE_ERROR_NOT_FOUND);
  EXPECT_EQ(Scrambler(set, {1, 0, 7, 0}).Start(), TILEBASE_ERROR_ARGUMENT);
}

INSTANTIATE_TEST_SUITE_P(Boards, EveryDepthTest, testing::Values("2x2", "3x2", "2x3", "3x3"));

TEST(ScrambleTest, IsUniformWithOneTable) {
  BuiltSet built("3x3", "rest", Codec::kRaw);
  const std::map<Cells, int> depths = AllDepths({3, 3});
  const struct {
    uint32_t min_depth, max_depth;
    Sampling way;
  } cases[] = {{4, 9, Sampling::kTree}, {0, 7, Sampling::kTree}, {31, 31, Sampling::kRejection}};
  for (const auto& wish : cases) {
    Scrambler scrambler(*built.policies, {wish.min_depth, wish.max_depth, 3, 0});
    ASSERT_EQ(scrambler.Start(), TILEBASE_OK);
    EXPECT_EQ(scrambler.way(), wish.way);
    ExpectUniform(scrambler, depths, static_cast<int>(wish.min_depth),
                  static_cast<int>(wish.max_depth), wish.way == Sampling::kTree ? 20000 : 10);
  }
}

TEST(ScrambleTest, IsUniformWhereRandomBoardsDo) {
  BuiltSet built("2x3", "ladder:2", Codec::kRaw);
  std::map<Cells, int> lengths = AllDepths({2, 3});
  for (auto& [cells, length] : lengths) {
    Board board;
    ASSERT_EQ(built.policies->ReadBoard(reinterpret_cast<const uint8_t*>(cells.data()),
                                        cells.size(), &board),
              TILEBASE_OK);
    length = Length(*built.policies, board);
  }
  Scrambler scrambler(*built.policies, {10, 14, 3, 0});
  ASSERT_EQ(scrambler.Start(), TILEBASE_OK);
  EXPECT_EQ(scrambler.way(), Sampling::kRejection);
  EXPECT_FALSE(scrambler.is_optimal());
  ExpectUniform(scrambler, lengths, 10, 14, 20000);
}

// Random boards are never so easy; easy boards come from walks, and the lengths between are met,
// too.
TEST(ScrambleTest, LengthsOfStagedSolutionsAreRight) {
  for (const char* plan : {"ladder:1", "ladder:3"}) {
    BuiltSet built("4x4", plan, Codec::kZstd);
    const struct {
      uint32_t min_moves, max_moves;
      Sampling way;
    } cases[] = {{0, 0, Sampling::kWalks},
                 {1, 1, Sampling::kWalks},
                 {8, 8, Sampling::kWalks},
                 {20, 21, Sampling::kWalks},
                 {36, 40, Sampling::kWalks},
                 {90, 110, Sampling::kRejection},
                 {0, UINT32_MAX, Sampling::kRejection}};
    for (const auto& wish : cases) {
      SCOPED_TRACE(wish.min_moves);
      Scrambler scrambler(*built.policies, {wish.min_moves, wish.max_moves, 5, 0});
      ASSERT_EQ(scrambler.Start(), TILEBASE_OK);
      EXPECT_EQ(scrambler.way(), wish.way);
      for (int i = 0; i < 20; ++i) {
        Board board;
        uint32_t moves = 0;
        ASSERT_EQ(scrambler.Next(&board, &moves), TILEBASE_OK);
        EXPECT_GE(moves, wish.min_moves);
        EXPECT_LE(moves, wish.max_moves);
        EXPECT_TRUE(board.IsSolvable());
        EXPECT_EQ(Length(*built.policies, board), static_cast<int>(moves));
      }
    }
  }
}

TEST(ScrambleTest, StopsAtTheTries) {
  BuiltSet staged("4x4", "ladder:1", Codec::kZstd);
  Board board;
  uint32_t moves = 0;
  Scrambler scrambler(*staged.policies, {280, 288, 1, 2000});
  ASSERT_EQ(scrambler.Start(), TILEBASE_OK);
  EXPECT_EQ(scrambler.Next(&board, &moves), TILEBASE_ERROR_NOT_FOUND);
  BuiltSet whole("3x3", "rest", Codec::kZstd);
  Scrambler deep(*whole.policies, {31, 31, 1, 10});
  ASSERT_EQ(deep.Start(), TILEBASE_OK);
  EXPECT_EQ(deep.Next(&board, &moves), TILEBASE_ERROR_NOT_FOUND);
  // 1 + 2 + 4 + 8 boards are at most 3 actions from the goal.
  EXPECT_EQ(Scrambler(*whole.policies, {3, 3, 1, 14}).Start(), TILEBASE_ERROR_NOT_FOUND);
  EXPECT_EQ(Scrambler(*whole.policies, {3, 3, 1, 15}).Start(), TILEBASE_OK);
}

TEST(ScrambleTest, GoesToAnyBoard) {
  BuiltSet whole("3x3", "rest", Codec::kZstd);
  BuiltSet staged("4x4", "ladder:3", Codec::kZstd);
  const struct {
    const BuiltSet& set;
    ScrambleWish wish;
  } cases[] = {
      {whole, {20, 21, 4}}, {whole, {2, 2, 4}}, {staged, {80, 90, 4}}, {staged, {9, 9, 4}}};
  for (const auto& [set, wish] : cases) {
    Scrambler all(*set.policies, wish);
    ASSERT_EQ(all.Start(), TILEBASE_OK);
    std::vector<Board> boards(200);
    uint32_t moves = 0;
    for (Board& board : boards) ASSERT_EQ(all.Next(&board, &moves), TILEBASE_OK);
    for (const uint64_t number : {199, 64, 63, 0, 130}) {
      Scrambler one(*set.policies, wish);
      ASSERT_EQ(one.Start(), TILEBASE_OK);
      Board board;
      ASSERT_EQ(one.GoTo(number), TILEBASE_OK);
      ASSERT_EQ(one.Next(&board, &moves), TILEBASE_OK);
      EXPECT_EQ(board, boards[number]) << number;
    }
  }
}

TEST(ScrambleTest, ALazySetHasItsTableInTime) {
  BuiltSet built("3x3", "rest", Codec::kZstd);
  auto source = StoreReader::Open(built.path, {});
  ASSERT_TRUE(source.ok());
  PolicySetOptions options;
  options.lazy = true;
  auto lazy = PolicySet::Create(*source, options);
  ASSERT_TRUE(lazy.ok());
  Board board;
  uint32_t moves = 0;
  Scrambler scrambler(**lazy, {5, 5, 1, 0});
  ASSERT_EQ(scrambler.Start(), TILEBASE_OK);
  EXPECT_EQ(scrambler.way(), Sampling::kTree);
  EXPECT_EQ(scrambler.Next(&board, &moves), TILEBASE_OK);
}

// Returns the moves that the set needs from the board to the goal.
uint64_t MovesTo(const PolicySet& set, const Board& goal, const Board& board) {
  const Destination destination(goal);
  const Board renamed = destination.Renamed(board);
  std::string letters(4096, ' ');
  SolveRequest request{renamed.tile, letters.data(), letters.size()};
  set.SolveLettersTo(destination, &request);
  EXPECT_EQ(request.code, TILEBASE_OK);
  letters.resize(request.count);
  destination.Map(letters.data(), letters.size());
  Board at = board;
  for (const char letter : letters) at.Apply(*ActionOf(letter));
  EXPECT_EQ(at, goal);
  return set.is_mtm() ? CountRuns(letters) : letters.size();
}

// In both metrics and by each method; to home, and to goals whose blank is in a corner, at an edge
// and inside.
TEST(ScrambleTest, BoardsNeedTheMovesThatAreToldToTheGoal) {
  const struct {
    const char* size;
    const char* plan;
    std::vector<uint32_t> moves;
  } cases[] = {{"3x3", "rest", {3, 12, 22}},
               {"3x3", "mtm:rest", {1, 5, 16}},
               {"4x4", "ladder:1", {12, 110}},
               {"4x4", "mtm:ladder:1", {9, 95}}};
  for (const auto& each : cases) {
    const BuiltSet built(each.size, each.plan, Codec::kZstd);
    const Geometry geometry = built.policies->info().geometry;
    const bool whole = built.policies->stages().size() == 1;
    for (const int blank : {geometry.blank_home(), 0, 1, geometry.width + 1}) {
      Board goal;
      goal.geometry = geometry;
      goal.blank = static_cast<uint8_t>(blank);
      for (int cell = 0, tile = 1; cell < geometry.cells(); ++cell)
        goal.tile[cell] = cell == blank ? 0 : static_cast<uint8_t>(tile++);
      for (const uint32_t moves : each.moves) {
        Scrambler scrambler(*built.policies, {moves, moves + 2, 1, 0, goal});
        ASSERT_EQ(scrambler.Start(), TILEBASE_OK) << each.plan << " " << moves;
        const bool cornered = blank == 0 || blank == geometry.blank_home();
        EXPECT_EQ(scrambler.is_optimal(), whole && cornered);
        for (int i = 0; i < 5; ++i) {
          Board board;
          uint32_t told = 0;
          ASSERT_EQ(scrambler.Next(&board, &told), TILEBASE_OK) << each.plan << " " << moves;
          EXPECT_GE(told, moves);
          EXPECT_LE(told, moves + 2);
          EXPECT_EQ(MovesTo(*built.policies, goal, board), told) << each.plan << " " << blank;
        }
      }
    }
  }
}

// A seed always makes the same boards, so a game may store seeds instead of boards. Golden: as
// first made.
TEST(ScrambleTest, ASeedMakesTheSameBoardsForEver) {
  const struct {
    const char* size;
    const char* plan;
    uint32_t moves;
    const char* board;
  } cases[] = {{"3x3", "rest", 10, "7 1 3 2 0 6 5 4 8"},
               {"3x3", "rest", 25, "4 3 7 5 6 2 1 0 8"},
               {"4x4", "ladder:1", 12, "1 2 3 4 5 10 6 8 13 9 7 11 14 0 15 12"},
               {"4x4", "ladder:1", 120, "7 12 3 5 1 13 9 2 15 6 4 14 11 8 10 0"}};
  for (const auto& golden : cases) {
    BuiltSet built(golden.size, golden.plan, Codec::kZstd);
    Scrambler scrambler(*built.policies, {golden.moves, golden.moves, 2026, 0});
    ASSERT_EQ(scrambler.Start(), TILEBASE_OK);
    Board board;
    uint32_t moves = 0;
    ASSERT_EQ(scrambler.Next(&board, &moves), TILEBASE_OK);
    EXPECT_EQ(ToString(board), golden.board);
  }
}

}  // namespace
}  // namespace tilebase
