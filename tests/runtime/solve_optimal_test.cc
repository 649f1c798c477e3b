// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase_solve_optimal: shortest solutions, what limits leave of them, and what is refused.

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "runtime/tilebase.h"
#include "tables/action_text.h"
#include "tables/random_board.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

std::vector<uint8_t> Bytes(const Board& board) {
  return {board.tile, board.tile + board.geometry.cells()};
}

void ExpectSolves(Board board, const std::string& actions) {
  for (const char letter : actions) {
    ASSERT_TRUE(board.CanApply(*ActionOf(letter)));
    board.Apply(*ActionOf(letter));
  }
  EXPECT_TRUE(board.IsSolved());
}

struct Answer {
  int code = TILEBASE_OK;
  std::string actions;
  tilebase_optimal_result result = {};
};

struct OpenedFile : BuiltFile {
  OpenedFile(const std::string& board, const std::string& plan)
      : BuiltFile(board, plan, Codec::kZstd) {
    EXPECT_EQ(tilebase_open(path.c_str(), 0, &set, nullptr, 0), TILEBASE_OK);
  }
  ~OpenedFile() { tilebase_close(set); }

  Answer Solve(const std::vector<uint8_t>& board,
               const tilebase_optimal_limits& limits = {}) const {
    Answer answer;
    answer.actions.resize(1000);
    size_t count = 0;
    answer.code = tilebase_solve_optimal(set, board.data(), board.size(), &limits, sizeof limits,
                                         answer.actions.data(), answer.actions.size(), &count,
                                         &answer.result, sizeof answer.result);
    answer.actions.resize(count);
    return answer;
  }

  tilebase_set* set = nullptr;
};

TEST(SolveOptimalTest, IsAsShortAsTheTableOfTheWholeBoardSays) {
  const OpenedFile set("3x3", "ladder:2 + pattern:4-4");
  const BuiltSet whole("3x3", "rest", Codec::kZstd);
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Board board = RandomSolvableBoard({3, 3}, random);
    const Answer solution = set.Solve(Bytes(board));
    ASSERT_EQ(solution.code, TILEBASE_OK);
    ExpectSolves(board, solution.actions);
    tilebase_probe_result probe;
    ASSERT_EQ(whole.policies->Probe(board, &probe), TILEBASE_OK);
    EXPECT_EQ(solution.actions.size(), static_cast<size_t>(probe.remaining));
    EXPECT_TRUE(solution.result.proven);
    EXPECT_EQ(solution.result.bound, solution.actions.size());
  }
}

TEST(SolveOptimalTest, WithinLimitsGivesTheBestSolutionKnown) {
  const OpenedFile set("4x4", "ladder:1 + pattern:3-3-3-3-3");
  Random random(1);
  for (int i = 0; i < 20; ++i) {
    const Board board = RandomSolvableBoard({4, 4}, random);
    tilebase_optimal_limits limits = {};
    limits.nodes = 1000;
    const Answer solution = set.Solve(Bytes(board), limits);
    ASSERT_EQ(solution.code, TILEBASE_OK);
    ExpectSolves(board, solution.actions);
    EXPECT_LE(solution.result.bound, solution.actions.size());
    EXPECT_LE(solution.result.nodes, 1100u);
  }
}

TEST(SolveOptimalTest, ThreadsMayBeginTogether) {
  const OpenedFile set("3x3", "ladder:2 + pattern:4-4");
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&set, thread] {
      Random random(static_cast<uint64_t>(thread));
      for (int i = 0; i < 20; ++i)
        EXPECT_TRUE(set.Solve(Bytes(RandomSolvableBoard({3, 3}, random))).result.proven);
    });
  for (std::thread& thread : threads) thread.join();
}

TEST(SolveOptimalTest, RefusesWhatItCannotDo) {
  const OpenedFile without("3x3", "ladder:2");
  EXPECT_EQ(without.Solve({1, 2, 3, 4, 5, 6, 7, 0, 8}).code, TILEBASE_ERROR_SUBPROBLEM);
  const OpenedFile set("3x3", "ladder:2 + pattern:4-4");
  EXPECT_EQ(set.Solve({1, 2, 3, 4, 5, 6, 8, 7, 0}).code, TILEBASE_ERROR_UNSOLVABLE);
  EXPECT_EQ(set.Solve({1, 2, 3}).code, TILEBASE_ERROR_BOARD_SIZE);
  EXPECT_EQ(
      tilebase_solve_optimal(nullptr, nullptr, 0, nullptr, 0, nullptr, 0, nullptr, nullptr, 0),
      TILEBASE_ERROR_ARGUMENT);
  const uint8_t board[] = {1, 2, 3, 4, 5, 6, 0, 7, 8};
  char room[2];
  size_t count = 0;
  EXPECT_EQ(tilebase_solve_optimal(set.set, board, sizeof board, nullptr, 0, room, sizeof room,
                                   &count, nullptr, 0),
            TILEBASE_ERROR_BUFFER);
  EXPECT_EQ(count, 2u);
}

}  // namespace
}  // namespace tilebase
