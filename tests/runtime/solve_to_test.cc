// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase_ask: from any board to any board.

#include <gtest/gtest.h>
#include <string.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/tilebase.h"
#include "tables/board_text.h"
#include "tables/destination.h"
#include "tables/random_board.h"
#include "tests/runtime/asked.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

std::vector<uint8_t> Bytes(const Board& board) {
  return {board.tile, board.tile + board.geometry.cells()};
}

struct OpenedFile : BuiltFile {
  OpenedFile(const std::string& board, const std::string& plan)
      : BuiltFile(board, plan, Codec::kZstd) {
    EXPECT_EQ(tilebase_open(path.c_str(), 0, &set, nullptr, 0), TILEBASE_OK);
  }
  ~OpenedFile() { tilebase_close(set); }

  Asked SolveTo(const std::vector<uint8_t>& board, const std::vector<uint8_t>& to,
                uint64_t boards = 0) const {
    tilebase_question question = {};
    question.to = to.data();
    question.want = boards == 0 ? TILEBASE_LOOKUP : TILEBASE_EFFORT;
    question.boards = boards;
    return Ask(set, board.data(), question);
  }

  tilebase_set* set = nullptr;
};

// Makes any arrangement, solvable or not.
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
    const Asked solution = set.SolveTo(Bytes(board), Bytes(goal), /*boards=*/i % 4 == 0 ? 500 : 0);
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

TEST_P(SolveToTest, ABatchAnswersAsItsQuestionsAlone) {
  const auto [size, plan] = GetParam();
  const OpenedFile set(size, plan);
  const Geometry geometry = *ParseGeometry(size);
  constexpr size_t kCount = 300;
  Random random(5);
  std::vector<std::vector<uint8_t>> boards, goals;
  for (size_t i = 0; i < kCount; ++i) boards.push_back(Bytes(RandomBoard(geometry, random)));
  for (int i = 0; i < 3; ++i) goals.push_back(Bytes(RandomBoard(geometry, random)));
  boards[7].assign(boards[7].size(), 1);
  std::vector<tilebase_question> questions(kCount);
  std::vector<tilebase_answer> answers(kCount);
  std::vector<std::string> letters(kCount, std::string(500, ' '));
  for (size_t i = 0; i < kCount; ++i) {
    questions[i].board = boards[i].data();
    // Runs of one goal, and goals mixed.
    const uint64_t goal = i < 100 ? i / 40 : random.Below(4);
    questions[i].to = goal == 3 ? nullptr : goals[goal].data();
    if (i % 11 == 0) questions[i].want = TILEBASE_EFFORT;
    if (i % 13 == 0) questions[i].want = 9;
    questions[i].boards = 100;
    questions[i].actions = letters[i].data();
    questions[i].capacity = i % 17 == 0 ? 3 : letters[i].size();
  }
  EXPECT_EQ(tilebase_ask_batch(set.set, questions.data(), sizeof(questions[0]), kCount,
                               answers.data(), sizeof(answers[0])),
            TILEBASE_ERROR_ARGUMENT);  // the first one's
  for (size_t i = 0; i < kCount; ++i) {
    std::string alone(500, ' ');
    questions[i].actions = alone.data();
    tilebase_answer answer = {};
    answer.code =
        tilebase_ask(set.set, &questions[i], sizeof(questions[i]), &answer, sizeof(answer));
    ASSERT_EQ(answers[i].code, answer.code) << i;
    if (answer.code != TILEBASE_OK) continue;
    answers[i].microseconds = answer.microseconds;
    EXPECT_EQ(memcmp(&answers[i], &answer, sizeof(answer)), 0) << i;
    EXPECT_STREQ(letters[i].c_str(), alone.c_str());
  }
}

INSTANTIATE_TEST_SUITE_P(Sets, SolveToTest,
                         testing::Values(std::pair("2x2", "1-3"), std::pair("3x3", "1-3/rest"),
                                         std::pair("4x3", "1-4/rest"),
                                         std::pair("4x4", "1-2/3-4/5-6/7-8/9,13/10,14/rest"),
                                         std::pair("3x3", "1-3/rest + blank7:1-3/rest"),
                                         std::pair("3x3", "1-3/rest + blank4:1,4,7/rest"),
                                         std::pair("3x3", "blank4:1-3/rest + 1,4,7/rest"),
                                         std::pair("3x3", "mtm:1-3/rest + mtm:blank4:rest"),
                                         std::pair("4x3", "1-4/rest + blank6:1-4/rest")));

// The path back is as long as the path there, so tables of two ends check one another.
TEST(SolveToTest, APartThatEndsThereGivesShortestSolutions) {
  for (const std::string metric : {"", "mtm:"}) {
    const std::string home = metric + "1-8";
    const OpenedFile set("3x3", home + " + " + metric + "blank7:1-8 + " + metric + "blank4:1-8");
    const OpenedFile without("3x3", home);
    const auto moves = [&](const Asked& answer) {
      EXPECT_EQ(answer.code, TILEBASE_OK);
      return metric.empty() ? answer.actions.size() : CountRuns(answer.actions);
    };
    Random random(2);
    for (int i = 0; i < 1000; ++i) {
      const std::vector<uint8_t> board = Bytes(RandomSolvableBoard({3, 3}, random));
      const std::vector<uint8_t> goal = Bytes(RandomSolvableBoard({3, 3}, random));
      const size_t there = moves(set.SolveTo(board, goal));
      EXPECT_EQ(there, moves(set.SolveTo(goal, board)));
      // A table of all tiles that ends at home is enough, together with a small search.
      EXPECT_EQ(there, moves(without.SolveTo(board, goal)));
    }
  }
}

TEST(SolveToTest, TheGoalHomeIsAnsweredAsNoGoal) {
  const OpenedFile set("4x4", "1-4/5,9,13/rest");
  Random random(7);
  for (int i = 0; i < 20; ++i) {
    const std::vector<uint8_t> board = Bytes(RandomSolvableBoard({4, 4}, random));
    tilebase_question question = {};
    question.want = TILEBASE_EFFORT;
    question.boards = 1500;
    const Asked without = Ask(set.set, board.data(), question);
    const Asked with = set.SolveTo(board, Bytes(Board::Solved({4, 4})), question.boards);
    EXPECT_EQ(with.actions, without.actions);
    EXPECT_EQ(with.answer.looked_at, without.answer.looked_at);
  }
}

// The search is for home; how many moves it takes from there to a goal with its blank in no corner
// depends on how the solution ends.
TEST(SolveToTest, MoreBoardsNeverGiveALongerSolution) {
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
        const Asked answer = set.SolveTo(Bytes(board), Bytes(goal), boards);
        ASSERT_EQ(answer.code, TILEBASE_OK);
        const size_t moves = is_mtm ? CountRuns(answer.actions) : answer.actions.size();
        ASSERT_LE(moves, before) << ToString(board) << " to " << ToString(goal) << ", " << boards;
        before = moves;
      }
    }
  }
}

// With the blank in the middle, a detour by a corner is taken only if there is nothing better.
TEST(SolveToTest, AnAnswerSaysItsBoundAndItsDetour) {
  const std::vector<uint8_t> board = {1, 2, 3, 4, 5, 0, 7, 8, 6}, to = {1, 2, 3, 4, 0, 5, 7, 8, 6};
  const OpenedFile whole("3x3", "rest"), stages("3x3", "1-3/rest");
  const Asked shortest = whole.SolveTo(board, to), by_corner = stages.SolveTo(board, to);
  EXPECT_EQ(shortest.actions, "R");
  EXPECT_EQ(shortest.answer.shortest, 1u);
  EXPECT_EQ(shortest.answer.bound, 1u);
  EXPECT_EQ(shortest.answer.detour, 0u);
  EXPECT_EQ(by_corner.answer.bound, 1u);
  EXPECT_EQ(by_corner.answer.detour, 2u);
  EXPECT_EQ(by_corner.answer.shortest, by_corner.answer.moves == 1 ? 1u : 0u);
  EXPECT_EQ(by_corner.answer.runs, CountRuns(by_corner.actions));
}

TEST(SolveToErrorsTest, BadArgumentsAreCodesAndAShortBufferTellsTheLength) {
  const OpenedFile file("3x3", "1-3/rest");
  const std::vector<uint8_t> board = {4, 2, 0, 7, 1, 3, 8, 5, 6};
  const std::vector<uint8_t> goal = {1, 2, 3, 8, 0, 4, 6, 7, 5};
  std::vector<uint8_t> twice = goal;
  twice[0] = 2;
  EXPECT_EQ(file.SolveTo(board, twice).code, TILEBASE_ERROR_BOARD);
  EXPECT_EQ(file.SolveTo(twice, goal).code, TILEBASE_ERROR_BOARD);
  char actions[1] = {'x'};
  size_t count = 0;
  EXPECT_EQ(AskWithin(file.set, board.data(), 0, 0, actions, 1, &count, goal.data()),
            TILEBASE_ERROR_BUFFER);
  EXPECT_GT(count, 0u);
  EXPECT_EQ(AskWithin(file.set, board.data(), 0, 0, nullptr, 1, &count, goal.data()),
            TILEBASE_ERROR_ARGUMENT);
}

}  // namespace
}  // namespace tilebase
