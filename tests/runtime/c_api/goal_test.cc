// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The C interface with another goal: sets of tilebase_open_to, and goals and moves as text.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "runtime/tilebase.h"
#include "tables/board_text.h"
#include "tables/random_board.h"
#include "tests/runtime/asked.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

using testing::HasSubstr;

std::vector<uint8_t> CellsOf(const Board& board) {
  return {board.tile, board.tile + board.geometry.cells()};
}

struct Case {
  const char* size;
  const char* plan;
  const char* goal;
};

// A set, and the same with another goal. The first is closed early: they share the tables.
class GoalSetTest : public testing::TestWithParam<Case> {
 protected:
  GoalSetTest()
      : file_(GetParam().size, GetParam().plan, Codec::kZstd),
        geometry_(*ParseGeometry(GetParam().size)),
        goal_(*ParseGoal(geometry_, GetParam().goal)) {
    tilebase_set* home = nullptr;
    EXPECT_EQ(tilebase_open(file_.path.c_str(), 0, &home, nullptr, 0), TILEBASE_OK);
    const std::vector<uint8_t> to = CellsOf(goal_);
    EXPECT_EQ(tilebase_open_to(home, to.data(), to.size(), &set_), TILEBASE_OK);
    EXPECT_EQ(tilebase_open_to(home, to.data(), to.size() - 1, &none_), TILEBASE_ERROR_BOARD_SIZE);
    tilebase_close(home);
    EXPECT_EQ(tilebase_info(set_, &info_, sizeof(info_)), TILEBASE_OK);
  }
  ~GoalSetTest() override { tilebase_close(set_); }

  // A random board from which moves lead to the goal.
  Board NextStart() {
    Board board = RandomSolvableBoard(geometry_, random_);
    if (!goal_.IsSolvable()) {
      const int cells = geometry_.cells();
      std::swap(board.tile[(board.blank + 1) % cells], board.tile[(board.blank + 2) % cells]);
    }
    return board;
  }
  bool Leads(Board board, const std::string& letters) const {
    return PlayActions(letters, &board).ok() && board == goal_;
  }

  const BuiltFile file_;
  const Geometry geometry_;
  const Board goal_;
  Random random_{7};
  tilebase_set* set_ = nullptr;
  tilebase_set* none_ = nullptr;
  tilebase_set_info info_ = {};
};

TEST_P(GoalSetTest, SolvesAloneAndInBatches) {
  std::vector<uint8_t> boards;
  std::vector<Board> starts;
  for (int i = 0; i < 200; ++i) {
    starts.push_back(NextStart());
    const std::vector<uint8_t> cells = CellsOf(starts.back());
    boards.insert(boards.end(), cells.begin(), cells.end());
  }
  const size_t cells = static_cast<size_t>(geometry_.cells());
  const size_t capacity = info_.certified_worst_case + 1;
  std::string letters(starts.size() * capacity, 0);
  std::vector<size_t> counts(starts.size());
  ASSERT_EQ(tilebase_solve_batch(set_, boards.data(), cells, starts.size(), letters.data(),
                                 capacity, counts.data(), nullptr),
            TILEBASE_OK);
  for (size_t i = 0; i < starts.size(); ++i) {
    const std::string solution = letters.substr(i * capacity, counts[i]);
    EXPECT_TRUE(Leads(starts[i], solution));
    std::string single(capacity, 0);
    size_t count = 0;
    ASSERT_EQ(tilebase_solve(set_, &boards[i * cells], cells, single.data(), capacity, &count),
              TILEBASE_OK);
    EXPECT_EQ(single.substr(0, count), solution);
  }
  // A board of the other half, and one that is none.
  std::vector<uint8_t> other = CellsOf(starts[0]);
  const auto blank = static_cast<size_t>(starts[0].blank);
  std::swap(other[(blank + 1) % cells], other[(blank + 2) % cells]);
  EXPECT_EQ(tilebase_solve(set_, other.data(), cells, letters.data(), capacity, nullptr),
            TILEBASE_ERROR_UNSOLVABLE);
  other[0] = other[1];
  EXPECT_EQ(tilebase_solve(set_, other.data(), cells, letters.data(), capacity, nullptr),
            TILEBASE_ERROR_BOARD);
}

TEST_P(GoalSetTest, HintsLeadToTheGoal) {
  for (int game = 0; game < 20; ++game) {
    Board board = NextStart();
    tilebase_probe_result hint = {};
    for (uint32_t moves = 0; moves <= info_.certified_worst_case; ++moves) {
      if (game % 2 != 0) hint = {};
      const std::vector<uint8_t> cells = CellsOf(board);
      ASSERT_EQ(tilebase_hint(set_, cells.data(), cells.size(), &hint, sizeof(hint)), TILEBASE_OK);
      if (hint.action == 0) break;
      // What is to stay is in its place, and stays there.
      for (CellMask fixed = hint.fixed; fixed != 0; fixed &= fixed - 1) {
        const int tile = Lowest(fixed) + 1;
        EXPECT_EQ(std::find(board.tile, board.tile + geometry_.cells(), tile) - board.tile,
                  std::find(goal_.tile, goal_.tile + geometry_.cells(), tile) - goal_.tile);
      }
      if (hint.tiles == 1) {
        EXPECT_EQ(hint.after[static_cast<int>(*ActionOf(hint.action))], hint.remaining - 1);
      }
      for (int tile = 0; tile < hint.tiles; ++tile) {
        ASSERT_TRUE(board.CanApply(*ActionOf(hint.action)));
        board.Apply(*ActionOf(hint.action));
      }
    }
    EXPECT_EQ(hint.action, 0);
    EXPECT_EQ(hint.goal, 0u);
    EXPECT_EQ(board, goal_);
  }
}

TEST_P(GoalSetTest, ProbesTellTheSubproblemInTheCallersTiles) {
  for (int i = 0; i < 50; ++i) {
    const std::vector<uint8_t> cells = CellsOf(NextStart());
    tilebase_probe_result probe, again;
    ASSERT_EQ(tilebase_probe(set_, cells.data(), cells.size(), &probe, sizeof(probe)), TILEBASE_OK);
    if (probe.goal == 0 || info_.stages == 1) continue;
    ASSERT_EQ(tilebase_probe_subproblem(set_, cells.data(), cells.size(), probe.goal, probe.fixed,
                                        &again, sizeof(again)),
              TILEBASE_OK);
    EXPECT_EQ(again.remaining, probe.remaining);
    EXPECT_EQ(again.action, probe.action);
  }
}

TEST_P(GoalSetTest, AnswersQuestionsToItsGoalOrAnother) {
  const std::vector<uint8_t> home = CellsOf(Board::Solved(geometry_));
  for (int i = 0; i < 50; ++i) {
    const Board start = NextStart();
    const std::vector<uint8_t> cells = CellsOf(start);
    const Asked asked = Ask(set_, cells.data());
    ASSERT_EQ(asked.code, TILEBASE_OK);
    EXPECT_TRUE(Leads(start, asked.actions));
    tilebase_question question = {};
    question.to = home.data();
    EXPECT_EQ(Ask(set_, cells.data(), question).code,
              start.IsSolvable() ? TILEBASE_OK : TILEBASE_ERROR_UNSOLVABLE);
  }
}

TEST_P(GoalSetTest, TellsTilesAndStages) {
  for (int i = 0; i < 50; ++i) {
    Board board = NextStart();
    const std::vector<uint8_t> cells = CellsOf(board);
    std::vector<uint32_t> tiles(1000);
    std::vector<tilebase_stage> stages(64);
    tilebase_question question = {};
    question.tiles = tiles.data();
    question.tile_capacity = tiles.size();
    question.stages = stages.data();
    question.stage_capacity = stages.size();
    const Asked asked = Ask(set_, cells.data(), question);
    ASSERT_EQ(asked.code, TILEBASE_OK);
    size_t next = 0;
    for (uint32_t s = 0; s < asked.answer.stages; ++s) {
      const tilebase_stage& stage = stages[s];
      for (uint64_t move = 0; move < stage.moves; ++move, ++next) {
        ASSERT_LT(next, asked.actions.size());
        const uint8_t tile = board.Apply(*ActionOf(asked.actions[next]));
        EXPECT_EQ(tile, tiles[next]);
        EXPECT_EQ(stage.fixed & TileBit(tile), 0u);
      }
    }
    EXPECT_EQ(next, asked.actions.size());
    EXPECT_EQ(board, goal_);
    if (asked.actions.empty()) continue;
    question.tile_capacity = asked.actions.size() - 1;
    EXPECT_EQ(Ask(set_, cells.data(), question).code, TILEBASE_ERROR_BUFFER);
  }
}

TEST_P(GoalSetTest, ScramblesAreAsFarFromTheGoalAsTheySay) {
  tilebase_scramble_wish wish = {};
  wish.min_moves = 5;
  wish.max_moves = 14;
  std::vector<uint8_t> boards(20 * static_cast<size_t>(geometry_.cells()));
  std::vector<size_t> counts(20);
  ASSERT_EQ(tilebase_scramble(set_, &wish, sizeof(wish), boards.data(), info_.width * info_.height,
                              20, counts.data(), nullptr),
            TILEBASE_OK);
  for (size_t i = 0; i < 20; ++i) {
    std::string letters(info_.certified_worst_case + 1, 0);
    size_t count = 0;
    ASSERT_EQ(tilebase_solve(set_, &boards[i * info_.width * info_.height],
                             info_.width * info_.height, letters.data(), letters.size(), &count),
              TILEBASE_OK);
    letters.resize(count);
    EXPECT_EQ(info_.stages == 0 ? 0 : counts[i],
              std::string(GetParam().plan).rfind("mtm", 0) == 0 ? CountRuns(letters) : count);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Goals, GoalSetTest,
    testing::Values(Case{"3x3", "1-3/rest", "snail"}, Case{"3x3", "1-3/rest", "blank-first"},
                    Case{"3x3", "rest", "blank-center"}, Case{"3x2", "1-3/rest", "columns"},
                    Case{"4x2", "rest", "snail"}, Case{"3x3", "mtm:1-3/rest", "snail"}));

// Lengths by plain search, from the goal.
TEST(GoalAnalysisTest, LengthsAreThoseOfShortestWaysToTheGoal) {
  const BuiltFile whole("3x3", "rest", Codec::kZstd);
  const BuiltFile patterns("3x3", "1-3/rest + pattern:1-4/rest", Codec::kZstd);
  const Board goal = *ParseGoal({3, 3}, "snail");
  const std::vector<uint8_t> to = CellsOf(goal);
  std::vector<std::vector<uint32_t>> found;
  for (const BuiltFile* file : {&whole, &patterns}) {
    tilebase_set *home = nullptr, *set = nullptr;
    ASSERT_EQ(tilebase_open(file->path.c_str(), 0, &home, nullptr, 0), TILEBASE_OK);
    ASSERT_EQ(tilebase_open_to(home, to.data(), to.size(), &set), TILEBASE_OK);
    std::vector<uint32_t> lengths;
    Board board = goal;
    Random random(3);
    for (int i = 0; i < 60; ++i) {
      const std::vector<uint8_t> cells = CellsOf(board);
      tilebase_board_analysis analysis = {};
      ASSERT_EQ(
          tilebase_analyse_board(set, cells.data(), 9, nullptr, 0, &analysis, sizeof(analysis)),
          TILEBASE_OK);
      EXPECT_EQ(analysis.moves, analysis.bound);
      lengths.push_back(analysis.moves);
      tilebase_question question = {};
      question.want = TILEBASE_SHORTEST;
      EXPECT_EQ(Ask(set, cells.data(), question).answer.moves, analysis.moves);
      tilebase_shortest shortest = {};
      ASSERT_EQ(tilebase_shortest_solutions(set, cells.data(), 9, nullptr, 0, 0, 0, nullptr,
                                            nullptr, &shortest, sizeof(shortest)),
                TILEBASE_OK);
      lengths.push_back(static_cast<uint32_t>(shortest.count));
      // A lookup by the table of all tiles is as short, and says so.
      const Asked lookup = Ask(set, cells.data());
      if (file == &whole) {
        EXPECT_EQ(lookup.answer.moves, analysis.moves);
      }
      EXPECT_EQ(lookup.answer.shortest, lookup.answer.why == TILEBASE_WHY_SHORTEST ? 1u : 0u);
      if (file == &whole) {
        EXPECT_EQ(lookup.answer.shortest, 1u);
      }
      Action action;
      do action = static_cast<Action>(random.Below(kActions));
      while (!board.CanApply(action));
      board.Apply(action);
    }
    EXPECT_EQ(lengths[0], 0u);
    EXPECT_EQ(lengths[2], 1u);
    found.push_back(lengths);
    tilebase_close(home);
    tilebase_close(set);
  }
  EXPECT_EQ(found[0], found[1]);
}

TEST(CancelTest, EndsASearchBeforeItBegins) {
  const BuiltFile file("4x4", "1-4/5-8/9,13/rest + pattern:1-4/5-8/9-12/rest", Codec::kZstd);
  tilebase_set* set = nullptr;
  ASSERT_EQ(tilebase_open(file.path.c_str(), 0, &set, nullptr, 0), TILEBASE_OK);
  const uint8_t board[16] = {15, 10, 0, 13, 11, 4, 1, 12, 3, 7, 9, 8, 2, 14, 6, 5};
  const uint8_t cancel = 1;
  tilebase_question question = {};
  question.want = TILEBASE_SHORTEST;
  question.cancel = &cancel;
  const Asked asked = Ask(set, board, question);
  EXPECT_EQ(asked.code, TILEBASE_OK);
  EXPECT_EQ(asked.answer.shortest, 0u);
  EXPECT_EQ(asked.answer.why, static_cast<uint32_t>(TILEBASE_WHY_LIMIT));
  EXPECT_GT(asked.answer.moves, asked.answer.bound);
  tilebase_close(set);
}

TEST(ParseGoalTest, ReadsNamesAndBoardsOfBothWidthsOfCells) {
  uint8_t bytes[9];
  uint32_t numbers[400];
  char why[300] = "";
  EXPECT_EQ(tilebase_parse_goal("snail", 5, 3, 3, 1, bytes, 9, why, sizeof why), TILEBASE_OK);
  EXPECT_THAT(bytes, testing::ElementsAre(1, 2, 3, 8, 0, 4, 7, 6, 5));
  EXPECT_EQ(tilebase_parse_goal("12345678_", 9, 3, 3, 0, bytes, 9, why, sizeof why), TILEBASE_OK);
  EXPECT_EQ(bytes[8], 0);
  EXPECT_EQ(tilebase_parse_goal("columns", 7, 20, 20, 4, numbers, 400, why, sizeof why),
            TILEBASE_OK);
  EXPECT_EQ(numbers[1], 21u);
  EXPECT_EQ(tilebase_parse_goal("columns", 7, 20, 20, 1, numbers, 400, why, sizeof why),
            TILEBASE_ERROR_BOARD_SIZE);
  EXPECT_EQ(tilebase_parse_goal("columns", 7, 3, 3, 1, bytes, 8, why, sizeof why),
            TILEBASE_ERROR_BUFFER);
  EXPECT_EQ(tilebase_parse_goal("middle", 6, 3, 3, 1, bytes, 9, why, sizeof why),
            TILEBASE_ERROR_BOARD);
  EXPECT_THAT(why, HasSubstr("expected a board, or blank-last"));
  EXPECT_EQ(tilebase_parse_goal("snail", 5, 1, 3, 1, bytes, 9, why, sizeof why),
            TILEBASE_ERROR_BOARD_SIZE);
}

TEST(MovesTest, AreReadAndWrittenInEveryNotation) {
  const uint8_t board[9] = {1, 2, 3, 4, 5, 6, 7, 8, 0};
  const auto write = [&](uint32_t notation) {
    char text[64] = "";
    size_t size = 0;
    EXPECT_EQ(tilebase_write_moves(3, 3, 1, board, "RRDL", 4, notation, text, sizeof text, &size,
                                   nullptr, 0),
              TILEBASE_OK);
    return std::string(text, size);
  };
  EXPECT_EQ(write(TILEBASE_LETTERS), "RRDL");
  EXPECT_EQ(write(TILEBASE_RUNS), "R2 D L");
  EXPECT_EQ(write(TILEBASE_BLANK), "LLUR");
  EXPECT_EQ(write(TILEBASE_TILES), "8 7 4 5");
  for (uint32_t notation = TILEBASE_LETTERS; notation <= TILEBASE_TILES; ++notation) {
    const std::string text = write(notation);
    char letters[5] = "";
    size_t count = 0;
    EXPECT_EQ(tilebase_read_moves(3, 3, 1, board, text.data(), text.size(), notation, letters,
                                  sizeof letters, &count, nullptr, 0),
              TILEBASE_OK);
    EXPECT_EQ(std::string(letters), "RRDL");
    EXPECT_EQ(tilebase_read_moves(3, 3, 1, board, text.data(), text.size(), notation, letters, 4,
                                  &count, nullptr, 0),
              TILEBASE_ERROR_BUFFER);
    EXPECT_EQ(count, 4u);
  }
  char letters[16], why[300] = "";
  size_t count = 0;
  EXPECT_EQ(tilebase_read_moves(3, 3, 1, board, "LD", 2, TILEBASE_LETTERS, letters, 16, &count, why,
                                sizeof why),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_THAT(why, HasSubstr("the notation 'blank'"));
  EXPECT_EQ(tilebase_read_moves(3, 3, 1, nullptr, "ld2", 3, TILEBASE_LETTERS, letters, 16, &count,
                                nullptr, 0),
            TILEBASE_OK);
  EXPECT_EQ(std::string(letters), "LDD");
  EXPECT_EQ(tilebase_write_moves(3, 3, 1, board, "L", 1, TILEBASE_RUNS, letters, 16, &count, why,
                                 sizeof why),
            TILEBASE_ERROR_ARGUMENT);
  const uint8_t two_blanks[9] = {0, 1, 3, 4, 5, 6, 7, 8, 0};
  EXPECT_EQ(tilebase_read_moves(3, 3, 1, two_blanks, "R", 1, TILEBASE_LETTERS, letters, 16, &count,
                                nullptr, 0),
            TILEBASE_ERROR_BOARD);
}

TEST(MovesTest, ArePlayedOnBoardsWithEqualTilesAndWalls) {
  const int32_t numbers[9] = {1, 1, 3, 1, TILEBASE_WALL, 3, TILEBASE_OTHER, 3, 0};
  uint8_t bytes[9];
  std::copy(numbers, numbers + 9, bytes);
  char letters[16], tiles[16], why[300] = "";
  size_t count = 0, size = 0;
  for (const auto& [cell_bytes, board] :
       {std::pair<uint32_t, const void*>(4, numbers), {1, bytes}}) {
    ASSERT_EQ(tilebase_read_moves(3, 3, cell_bytes, board, "D R2", 4, TILEBASE_BLANK, letters, 16,
                                  &count, why, sizeof why),
              TILEBASE_ERROR_ARGUMENT);
    EXPECT_THAT(why, HasSubstr("move 1"));
    ASSERT_EQ(tilebase_read_moves(3, 3, cell_bytes, board, "L U", 3, TILEBASE_BLANK, letters, 16,
                                  &count, why, sizeof why),
              TILEBASE_ERROR_ARGUMENT);
    EXPECT_THAT(why, HasSubstr("move 2: expected one that slides a tile into the blank, found U "
                               "with the blank at the edge or at a wall"));
    ASSERT_EQ(tilebase_read_moves(3, 3, cell_bytes, board, "U2 1", 4, TILEBASE_BLANK, letters, 16,
                                  &count, why, sizeof why),
              TILEBASE_OK);
    EXPECT_STREQ(letters, "DDR");
    ASSERT_EQ(tilebase_write_moves(3, 3, cell_bytes, board, letters, count, TILEBASE_TILES, tiles,
                                   16, &size, nullptr, 0),
              TILEBASE_OK);
    EXPECT_STREQ(tiles, "3 3 1");
  }
}

}  // namespace
}  // namespace tilebase
