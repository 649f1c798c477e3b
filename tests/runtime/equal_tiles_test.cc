// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/equal_tiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tables/board_text.h"
#include "tables/random_board.h"
#include "tests/effort.h"
#include "tests/generator/words/brute_force.h"
#include "tests/runtime/asked.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

struct Opened : BuiltFile {
  Opened(const std::string& board, const std::string& plan) : BuiltFile(board, plan, Codec::kZstd) {
    auto source = StoreReader::Open(path, {.check_content = true});
    EXPECT_TRUE(source.ok()) << source.status();
    auto created = AnsweringSet::Create(*std::move(source));
    EXPECT_TRUE(created.ok()) << created.status();
    set = *std::move(created);
  }

  std::unique_ptr<AnsweringSet> set;
};

Board Read(Geometry geometry, const std::string& text) {
  const absl::StatusOr<Board> board = ParseEqualBoard(geometry, text);
  EXPECT_TRUE(board.ok()) << board.status();
  return *board;
}

// The goal's tiles in any order.
Board Shuffled(Board board, Random* random) {
  const int cells = board.geometry.cells();
  for (int cell = cells - 1; cell > 0; --cell)
    std::swap(board.tile[cell], board.tile[random->Below(static_cast<uint64_t>(cell) + 1)]);
  board.blank = static_cast<uint8_t>(std::find(board.tile, board.tile + cells, 0) - board.tile);
  return board;
}

EqualAnswer Solve(const AnsweringSet& set, const Board& board, const Board& goal,
                  const Effort& effort = {}) {
  const absl::StatusOr<EqualAnswer> answer = SolveEqualTiles(set, board, goal, effort);
  EXPECT_TRUE(answer.ok()) << answer.status();
  Board end = board;
  EXPECT_TRUE(PlayActions(answer->letters, &end).ok());
  EXPECT_EQ(end, goal);
  EXPECT_LE(answer->bound, answer->letters.size());
  return *answer;
}

std::string Plain(const Board& board) {
  std::string text;
  for (int cell = 0; cell < board.geometry.cells(); ++cell)
    text += board.tile[cell] == 0 ? '_' : static_cast<char>('0' + board.tile[cell]);
  return text;
}

TEST(EqualTiles, AreShortestByOneTableOfAllTiles) {
  const Opened opened("3x3", "rest");
  const Geometry geometry{3, 3};
  Random random(1);
  const char* const few[] = {"112/233/44_", "_12/345/671", "111/122/22_", "_11/111/112",
                             "ABC/ABC/AB_"};
  for (const char* const& text : few) {
    const Board goal = Read(geometry, text);
    const auto values = PlainSearch(3, "stm").Values({{Plain(goal), 0}});
    for (int i = 0; i < Cases(2000, 100, 20); ++i) {
      const Board board = Shuffled(goal, &random);
      const EqualAnswer answer = Solve(*opened.set, board, goal);
      const size_t least = values.at(Plain(board));
      EXPECT_GE(answer.letters.size(), least);
      EXPECT_LE(answer.bound, least);
      if (answer.shortest) {
        EXPECT_EQ(answer.letters.size(), least);
      }
      // Some hundred assignments are all looked up.
      if (&text == &few[0] || &text == &few[1]) {
        EXPECT_TRUE(answer.shortest) << text;
      }
    }
  }
}

// The best of these assignments that the tables can solve.
size_t BestOfRandom(const PolicySet& policies, const Board& board, const Board& goal, int tries,
                    Random* random) {
  const int cells = goal.geometry.cells();
  Board numbered = goal;
  std::vector<std::vector<uint8_t>> numbers(kMaxCells);
  uint8_t next = 0;
  for (int cell = 0; cell < cells; ++cell) {
    if (goal.tile[cell] == 0) continue;
    numbered.tile[cell] = ++next;
    numbers[goal.tile[cell]].push_back(next);
  }
  const Destination destination(numbered);
  std::string letters(policies.MostLettersTo(destination), 0);
  size_t best = SIZE_MAX;
  for (int i = 0; i < tries;) {
    std::vector<std::vector<uint8_t>> left = numbers;
    Board assigned = board;
    for (int cell = 0; cell < cells; ++cell) {
      if (board.tile[cell] == 0) continue;
      std::vector<uint8_t>& some = left[board.tile[cell]];
      std::swap(some[random->Below(some.size())], some.back());
      assigned.tile[cell] = some.back();
      some.pop_back();
    }
    const Board renamed = destination.Renamed(assigned);
    if (!renamed.IsSolvable()) continue;
    ++i;
    SolveRequest request{renamed.tile, letters.data(), letters.size()};
    policies.SolveLettersTo(destination, &request);
    EXPECT_EQ(request.code, TILEBASE_OK);
    const bool mtm = policies.is_mtm();
    best = std::min(best, mtm ? CountRuns({letters.data(), request.count}) : request.count);
  }
  return best;
}

TEST(EqualTiles, AreNeverWorseThanAThousandRandomAssignments) {
  const Opened opened("4x4", "ladder:3");
  const Geometry geometry{4, 4};
  Random random(1);
  const std::vector<std::string> goals = {
      "1122/3322/3344/344_", "1 1 2 2/3 3 4 4/5 5 6 6/7 7 8 _", "1 1 1 1/1 2 3 4/5 _ 6 7/8 9 10 11",
      "1 2 3 4/5 6 7 8/9 10 10 11/12 12 13 _", "1111/1111/2222/222_"};
  for (int i = 0; i < Cases(100, 10, 5); ++i) {
    const Board goal = Read(geometry, goals[static_cast<size_t>(i) % goals.size()]);
    const Board board = Shuffled(goal, &random);
    const EqualAnswer answer = Solve(*opened.set, board, goal);
    EXPECT_LE(answer.letters.size(),
              BestOfRandom(opened.set->policies(), board, goal, 1000, &random));
    EXPECT_EQ(Solve(*opened.set, board, goal).letters, answer.letters);
    size_t before = answer.letters.size();
    for (const uint64_t boards : {300u, 3000u}) {
      Effort effort;
      effort.boards = boards;
      const size_t moves = Solve(*opened.set, board, goal, effort).letters.size();
      EXPECT_LE(moves, before);
      before = moves;
    }
  }
}

TEST(EqualTiles, AreSolvedInWholeLines) {
  const Opened opened("3x3", "mtm:1-3/rest");
  Random random(2);
  const Board goal = Read({3, 3}, "112/233/44_");
  for (int i = 0; i < 50; ++i) {
    const Board board = Shuffled(goal, &random);
    const EqualAnswer answer = Solve(*opened.set, board, goal);
    EXPECT_LE(CountRuns(answer.letters),
              BestOfRandom(opened.set->policies(), board, goal, 100, &random));
  }
}

TEST(EqualTiles, AreAskedForThroughTheCInterface) {
  const BuiltFile file("3x3", "1-3/rest", Codec::kZstd);
  tilebase_set* set = nullptr;
  ASSERT_EQ(tilebase_open(file.path.c_str(), 0, &set, nullptr, 0), TILEBASE_OK);
  const uint8_t board[9] = {4, 2, 0, 1, 3, 2, 3, 4, 1}, to[9] = {1, 1, 2, 2, 3, 3, 4, 4, 0};
  uint32_t tiles[100];
  tilebase_question question = {};
  question.to = to;
  question.tiles = tiles;
  question.tile_capacity = 100;
  const Asked asked = Ask(set, board, question);
  ASSERT_EQ(asked.code, TILEBASE_OK);
  std::vector<uint8_t> end(board, board + 9);
  size_t blank = 2;
  for (size_t i = 0; i < asked.actions.size(); ++i) {
    const size_t from = blank + static_cast<size_t>(asked.actions[i] == 'L'   ? 1
                                                    : asked.actions[i] == 'R' ? -1
                                                    : asked.actions[i] == 'U' ? 3
                                                                              : -3);
    ASSERT_LT(from, end.size());
    EXPECT_EQ(tiles[i], end[from]);
    std::swap(end[from], end[blank]);
    blank = from;
  }
  EXPECT_EQ(end, std::vector<uint8_t>(to, to + 9));
  EXPECT_GE(asked.answer.moves, asked.answer.bound);
  question.want = TILEBASE_EFFORT;
  EXPECT_LE(Ask(set, board, question).answer.moves, asked.answer.moves);

  // The same in a batch, as numbers of four bytes, and what cannot be.
  question.want = TILEBASE_LOOKUP;
  question.board = board;
  char letters[100];
  question.actions = letters;
  question.capacity = sizeof letters;
  question.tiles = nullptr;
  question.tile_capacity = 0;
  tilebase_answer answer;
  ASSERT_EQ(tilebase_ask_batch(set, &question, sizeof question, 1, &answer, sizeof answer),
            TILEBASE_OK);
  EXPECT_EQ(std::string(letters), asked.actions);
  const std::vector<uint32_t> wide(board, board + 9), wide_to(to, to + 9);
  tilebase_question other = {};
  other.to = wide_to.data();
  other.cell_bytes = 4;
  EXPECT_EQ(Ask(set, wide.data(), other).actions, asked.actions);
  question.want = TILEBASE_SHORTEST;
  EXPECT_EQ(Ask(set, board, question).code, TILEBASE_ERROR_SUBPROBLEM);
  const uint8_t others[9] = {4, 2, 0, 1, 3, 2, 3, 1, 1},
                two_blanks[9] = {4, 2, 0, 1, 3, 2, 3, 4, 0};
  question.want = TILEBASE_LOOKUP;
  EXPECT_EQ(Ask(set, others, question).code, TILEBASE_ERROR_BOARD);
  EXPECT_EQ(Ask(set, two_blanks, question).code, TILEBASE_ERROR_BOARD);
  question.to = two_blanks;
  EXPECT_EQ(Ask(set, two_blanks, question).code, TILEBASE_ERROR_BOARD);
  EXPECT_EQ(Ask(set, board).code, TILEBASE_ERROR_BOARD);
  tilebase_close(set);
}

}  // namespace
}  // namespace tilebase
