// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase_solve_to: from any board to any board.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/tilebase.h"
#include "tables/board_text.h"
#include "tables/destination.h"
#include "tables/random_board.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

std::vector<uint8_t> Bytes(const Board& board) {
  return {board.tile, board.tile + board.geometry.cells()};
}

struct Answer {
  int code = TILEBASE_OK;
  std::string actions;
};

struct OpenedFile : BuiltFile {
  OpenedFile(const std::string& board, const std::string& plan)
      : BuiltFile(board, plan, Codec::kZstd) {
    EXPECT_EQ(tilebase_open(path.c_str(), 0, &set, nullptr, 0), TILEBASE_OK);
    tilebase_set_info info = {};
    tilebase_info(set, &info, sizeof(info));
    capacity = info.certified_worst_case + 16;
  }
  ~OpenedFile() { tilebase_close(set); }

  Answer SolveTo(const std::vector<uint8_t>& board, const std::vector<uint8_t>& goal,
                 uint64_t boards = 0) const {
    Answer answer;
    answer.actions.resize(capacity);
    size_t count = 0;
    answer.code = tilebase_solve_to(set, board.data(), goal.data(), board.size(), boards, 0,
                                    answer.actions.data(), capacity, &count);
    answer.actions.resize(count);
    return answer;
  }

  tilebase_set* set = nullptr;
  size_t capacity = 0;
};

// Any arrangement, solvable or not.
Board RandomBoard(Geometry geometry, Random& random) {
  Board board = RandomSolvableBoard(geometry, random);
  if (random.Below(2) == 0)
    std::swap(board.tile[(board.blank + 1) % geometry.cells()],
              board.tile[(board.blank + 2) % geometry.cells()]);
  return board;
}

class SolveToTest : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(SolveToTest, LeadsFromAnyBoardToAnyOther) {
  const auto [size, plan] = GetParam();
  const OpenedFile set(size, plan);
  const Geometry geometry = *ParseGeometry(size);
  Random random(1);
  int refused = 0;
  for (int i = 0; i < 2000; ++i) {
    Board board = RandomBoard(geometry, random);
    const Board goal = RandomBoard(geometry, random);
    const Answer solution = set.SolveTo(Bytes(board), Bytes(goal), /*boards=*/i % 4 == 0 ? 500 : 0);
    if (board.IsSolvable() != goal.IsSolvable()) {
      EXPECT_EQ(solution.code, TILEBASE_ERROR_UNSOLVABLE);
      ++refused;
      continue;
    }
    ASSERT_EQ(solution.code, TILEBASE_OK);
    for (const char letter : solution.actions) {
      const auto action = static_cast<Action>(std::string("LRUD").find(letter));
      ASSERT_TRUE(board.CanApply(action));
      board.Apply(action);
    }
    EXPECT_EQ(board, goal);
  }
  EXPECT_GT(refused, 800);
  EXPECT_LT(refused, 1200);
}

INSTANTIATE_TEST_SUITE_P(Sets, SolveToTest,
                         testing::Values(std::pair("2x2", "1-3"), std::pair("3x3", "1-3/rest"),
                                         std::pair("4x3", "1-4/rest"),
                                         std::pair("4x4", "1-2/3-4/5-6/7-8/9,13/10,14/rest"),
                                         std::pair("3x3", "1-3/rest + blank7:1-3/rest"),
                                         std::pair("3x3", "mtm:1-3/rest + mtm:blank4:rest"),
                                         std::pair("4x3", "1-4/rest + blank6:1-4/rest")));

// The way back is as long as the way there, so tables of two ends check one another.
TEST(SolveToTest, APartThatEndsThereGivesShortestSolutions) {
  for (const std::string metric : {"", "mtm:"}) {
    const std::string home = metric + "1-8";
    const OpenedFile set("3x3", home + " + " + metric + "blank7:1-8 + " + metric + "blank4:1-8");
    const OpenedFile without("3x3", home);
    const auto moves = [&](const Answer& answer) {
      EXPECT_EQ(answer.code, TILEBASE_OK);
      return metric.empty() ? answer.actions.size() : CountRuns(answer.actions);
    };
    Random random(2);
    int shorter = 0;
    for (int i = 0; i < 1000; ++i) {
      const std::vector<uint8_t> board = Bytes(RandomSolvableBoard({3, 3}, random));
      const std::vector<uint8_t> goal = Bytes(RandomSolvableBoard({3, 3}, random));
      const size_t there = moves(set.SolveTo(board, goal));
      EXPECT_EQ(there, moves(set.SolveTo(goal, board)));
      const size_t by_home = moves(without.SolveTo(board, goal));
      EXPECT_LE(there, by_home);
      shorter += there < by_home;
    }
    EXPECT_GT(shorter, 100);
  }
}

// The way home is searched, and what it takes from there to a goal with its blank in no corner
// depends on how it ends.
TEST(SolveToTest, MoreLookupsNeverGiveALongerSolution) {
  for (const auto& [size, plan] : {std::pair("4x4", "ladder:1"), std::pair("4x3", "ladder:1"),
                                   std::pair("4x3", "mtm:ladder:1")}) {
    const OpenedFile set(size, plan);
    const Geometry geometry = *ParseGeometry(size);
    const bool is_mtm = std::string_view(plan).starts_with("mtm:");
    Random random(3);
    for (int i = 0; i < 100; ++i) {
      const Board board = RandomSolvableBoard(geometry, random);
      Board goal = RandomBoard(geometry, random);
      while (goal.IsSolvable() != board.IsSolvable() || Destination(goal).detour() == 0)
        goal = RandomBoard(geometry, random);
      size_t before = SIZE_MAX;
      for (const uint64_t boards : {0, 200, 400, 800, 1600, 3200, 6400}) {
        const Answer answer = set.SolveTo(Bytes(board), Bytes(goal), boards);
        ASSERT_EQ(answer.code, TILEBASE_OK);
        const size_t moves = is_mtm ? CountRuns(answer.actions) : answer.actions.size();
        ASSERT_LE(moves, before) << ToString(board) << " to " << ToString(goal) << ", " << boards;
        before = moves;
      }
    }
  }
}

TEST(SolveToErrorsTest, BadArgumentsAreCodesAndAShortBufferTellsTheLength) {
  const OpenedFile file("3x3", "1-3/rest");
  const std::vector<uint8_t> board = {4, 2, 0, 7, 1, 3, 8, 5, 6};
  const std::vector<uint8_t> goal = {1, 2, 3, 8, 0, 4, 6, 7, 5};
  std::vector<uint8_t> twice = goal;
  twice[0] = 2;
  EXPECT_EQ(file.SolveTo(board, twice).code, TILEBASE_ERROR_BOARD);
  EXPECT_EQ(file.SolveTo(twice, goal).code, TILEBASE_ERROR_BOARD);
  EXPECT_EQ(file.SolveTo({1, 2, 0}, {1, 2, 0}).code, TILEBASE_ERROR_BOARD_SIZE);
  char actions[1] = {'x'};
  size_t count = 0;
  EXPECT_EQ(tilebase_solve_to(file.set, board.data(), goal.data(), 9, 0, 0, actions, 1, &count),
            TILEBASE_ERROR_BUFFER);
  EXPECT_GT(count, 0u);
  EXPECT_EQ(tilebase_solve_to(file.set, board.data(), nullptr, 9, 0, 0, actions, 1, &count),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_solve_to(file.set, board.data(), goal.data(), 9, 0, 0, nullptr, 1, &count),
            TILEBASE_ERROR_ARGUMENT);
}

}  // namespace
}  // namespace tilebase
