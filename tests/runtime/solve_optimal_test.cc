// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// TILEBASE_SHORTEST and tilebase_analyse_: shortest solutions, what they show about boards and
// games, the effect of limits, and what is refused.

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/tilebase.h"
#include "tables/board_text.h"
#include "tables/random_board.h"
#include "tests/effort.h"
#include "tests/runtime/asked.h"
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

struct OpenedFile : BuiltFile {
  OpenedFile(const std::string& board, const std::string& plan)
      : BuiltFile(board, plan, Codec::kZstd) {
    EXPECT_EQ(tilebase_open(path.c_str(), 0, &set, nullptr, 0), TILEBASE_OK);
  }
  ~OpenedFile() { tilebase_close(set); }

  Asked Solve(const std::vector<uint8_t>& board, uint64_t boards = 0) const {
    return SolveTo(board, {}, boards);
  }
  Asked SolveTo(const std::vector<uint8_t>& board, const std::vector<uint8_t>& to,
                uint64_t boards = 0) const {
    tilebase_question question = {};
    question.to = to.empty() ? nullptr : to.data();
    question.want = TILEBASE_SHORTEST;
    question.boards = boards;
    return Ask(set, board.data(), question);
  }

  tilebase_set* set = nullptr;
};

// Solves random boards of 3x3; moves(actions) counts them in the metric of both sets.
template <typename Moves>
void ExpectAsShortAsInTheWhole(const OpenedFile& set, const BuiltSet& whole, int boards,
                               Moves moves) {
  Random random(1);
  for (int i = 0; i < boards; ++i) {
    const Board board = RandomSolvableBoard({3, 3}, random);
    const Asked solution = set.Solve(Bytes(board));
    ASSERT_EQ(solution.code, TILEBASE_OK);
    ExpectSolves(board, solution.actions);
    tilebase_probe_result probe;
    ASSERT_EQ(whole.policies->Probe(board, &probe), TILEBASE_OK);
    EXPECT_EQ(moves(solution.actions), static_cast<size_t>(probe.remaining));
    EXPECT_EQ(solution.answer.bound, static_cast<uint32_t>(probe.remaining));
    EXPECT_TRUE(solution.answer.shortest);
  }
}

TEST(SolveOptimalTest, IsAsShortAsTheTableOfTheWholeBoardSays) {
  ExpectAsShortAsInTheWhole(OpenedFile("3x3", "ladder:2 + pattern:4-4"),
                            BuiltSet("3x3", "rest", Codec::kZstd), 200,
                            [](const std::string& actions) { return actions.size(); });
}

TEST(SolveOptimalTest, WithinLimitsGivesTheBestSolutionKnown) {
  const OpenedFile set("4x4", "ladder:1 + pattern:3-3-3-3-3");
  Random random(1);
  for (int i = 0; i < 20; ++i) {
    const Board board = RandomSolvableBoard({4, 4}, random);
    const Asked solution = set.Solve(Bytes(board), 1000);
    ASSERT_EQ(solution.code, TILEBASE_OK);
    ExpectSolves(board, solution.actions);
    EXPECT_LE(solution.answer.bound, solution.actions.size());
    EXPECT_LE(solution.answer.looked_at, 1100u);
  }
}

TEST(SolveOptimalTest, OfWholeLinesHasTheFewestSlides) {
  const OpenedFile set("3x3", "mtm:1-3/rest");
  const BuiltSet whole("3x3", "mtm:rest", Codec::kZstd);
  ExpectAsShortAsInTheWhole(set, whole, 50, CountRuns);
  ExpectAsShortAsInTheWhole(OpenedFile("3x3", "mtm:rest"), whole, 50, CountRuns);
}

// Returns the length of the shortest path to `goal` from each board that leads there, in moves of a
// tile or of whole lines.
std::map<std::vector<uint8_t>, int> LengthsTo(const Board& goal, bool lines) {
  std::map<std::vector<uint8_t>, int> lengths = {{Bytes(goal), 0}};
  std::vector<Board> queue = {goal};
  for (size_t i = 0; i < queue.size(); ++i) {
    const int length = lengths.at(Bytes(queue[i])) + 1;
    for (int a = 0; a < kActions; ++a) {
      Board board = queue[i];
      for (int tiles = 0; board.CanApply(static_cast<Action>(a)) && (tiles == 0 || lines);
           ++tiles) {
        board.Apply(static_cast<Action>(a));
        if (lengths.emplace(Bytes(board), length).second) queue.push_back(board);
      }
    }
  }
  return lengths;
}

TEST(SolveOptimalTest, ToAnyBoardIsAsShortAsABreadthFirstSearchFromThere) {
  for (const bool lines : {false, true}) {
    const OpenedFile searched("3x2", lines ? "mtm:1-2/rest" : "ladder:2 + pattern:1-3/rest");
    const OpenedFile looked_up("3x2", lines ? "mtm:rest" : "rest");
    Random random(1);
    for (int blank = 0; blank < 6; ++blank) {
      Board goal = RandomSolvableBoard({3, 2}, random);
      while (goal.blank != blank) goal = RandomSolvableBoard({3, 2}, random);
      for (const auto& [board, length] : LengthsTo(goal, lines)) {
        Board start = goal;
        std::copy(board.begin(), board.end(), start.tile);
        start.blank =
            static_cast<uint8_t>(std::find(board.begin(), board.end(), 0) - board.begin());
        for (const OpenedFile* set : {&searched, &looked_up}) {
          const Asked solution = set->SolveTo(board, Bytes(goal));
          ASSERT_EQ(solution.code, TILEBASE_OK);
          EXPECT_TRUE(solution.answer.shortest);
          EXPECT_EQ(solution.answer.bound, static_cast<uint32_t>(length));
          EXPECT_EQ(lines ? CountRuns(solution.actions) : solution.actions.size(),
                    static_cast<size_t>(length));
          Board end = start;
          for (const char letter : solution.actions) end.Apply(*ActionOf(letter));
          EXPECT_EQ(end, goal);
        }
      }
    }
  }
}

TEST(SolveOptimalTest, ToTheMiddleOfALargerBoardToo) {
  const OpenedFile patterns("3x3", "ladder:2 + pattern:4-4"), whole("3x3", "rest");
  const OpenedFile lines("3x3", "mtm:1-3/rest"), whole_lines("3x3", "mtm:rest");
  Board goal = Board::Solved({3, 3});
  goal.Apply(Action::kRight);
  goal.Apply(Action::kDown);
  for (const bool slides : {false, true}) {
    const auto lengths = LengthsTo(goal, slides);
    Random random(1);
    const int boards = Cases(500, 60, 60);
    for (int i = 0; i < boards; ++i) {
      const Board board = RandomSolvableBoard({3, 3}, random);
      for (const OpenedFile* set : {slides ? &lines : &patterns, slides ? &whole_lines : &whole}) {
        const Asked solution = set->SolveTo(Bytes(board), Bytes(goal));
        EXPECT_TRUE(solution.answer.shortest);
        EXPECT_EQ(slides ? CountRuns(solution.actions) : solution.actions.size(),
                  static_cast<size_t>(lengths.at(Bytes(board))));
      }
    }
  }
}

TEST(SolveOptimalTest, ToTheMiddleWithinLimitsGivesTheBestSolutionKnown) {
  for (const char* plan : {"rest", "mtm:rest", "mtm:1-3/rest", "ladder:2 + pattern:4-4"}) {
    const OpenedFile set("3x3", plan);
    Board goal = Board::Solved({3, 3});
    goal.Apply(Action::kRight);
    goal.Apply(Action::kDown);
    Random random(1);
    for (int i = 0; i < 20; ++i) {
      const Board board = RandomSolvableBoard({3, 3}, random);
      const Asked solution = set.SolveTo(Bytes(board), Bytes(goal), 2);
      ASSERT_EQ(solution.code, TILEBASE_OK);
      const uint32_t best = set.SolveTo(Bytes(board), Bytes(goal)).answer.bound;
      EXPECT_LE(solution.answer.bound, best);
      const size_t moves = plan[0] == 'm' ? CountRuns(solution.actions) : solution.actions.size();
      EXPECT_GE(moves, best);
      EXPECT_EQ(solution.answer.shortest != 0, moves == solution.answer.bound);
    }
  }
}

TEST(SolveOptimalTest, ToABoardRefusesWhatCannotBe) {
  const OpenedFile set("3x3", "rest");
  const std::vector<uint8_t> board = {1, 2, 3, 4, 5, 6, 7, 0, 8};
  EXPECT_EQ(set.SolveTo(board, {1, 2, 3, 4, 0, 5, 6, 8, 7}).code, TILEBASE_ERROR_UNSOLVABLE);
  EXPECT_EQ(set.SolveTo(board, {1, 2, 3, 4, 0, 5, 6, 8, 8}).code, TILEBASE_ERROR_BOARD);
}

TEST(SolveOptimalTest, ThreadsMayBeginTogether) {
  const OpenedFile set("3x3", "ladder:2 + pattern:4-4");
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&set, thread] {
      Random random(static_cast<uint64_t>(thread));
      for (int i = 0; i < 20; ++i)
        EXPECT_TRUE(set.Solve(Bytes(RandomSolvableBoard({3, 3}, random))).answer.shortest);
    });
  for (std::thread& thread : threads) thread.join();
}

TEST(SolveOptimalTest, RefusesWhatItCannotDo) {
  const OpenedFile without("3x3", "ladder:2");
  EXPECT_EQ(without.Solve({1, 2, 3, 4, 5, 6, 7, 0, 8}).code, TILEBASE_ERROR_SUBPROBLEM);
  const OpenedFile set("3x3", "ladder:2 + pattern:4-4");
  EXPECT_EQ(set.Solve({1, 2, 3, 4, 5, 6, 8, 7, 0}).code, TILEBASE_ERROR_UNSOLVABLE);
  const uint8_t board[] = {1, 2, 3, 4, 5, 6, 0, 7, 8};
  char room[2];
  tilebase_question question = {};
  question.board = board;
  question.want = TILEBASE_SHORTEST;
  question.actions = room;
  question.capacity = sizeof room;
  tilebase_answer answer = {};
  EXPECT_EQ(tilebase_ask(set.set, &question, sizeof question, &answer, sizeof answer),
            TILEBASE_ERROR_BUFFER);
  EXPECT_EQ(answer.moves, 2u);
  question.want = 3;
  EXPECT_EQ(tilebase_ask(set.set, &question, sizeof question, nullptr, 0), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_ask(set.set, nullptr, 0, nullptr, 0), TILEBASE_ERROR_ARGUMENT);
}

// The codes and results of tilebase_analyse_board, _game and tilebase_shortest_solutions.
struct Analysis {
  int codes[3] = {};
  tilebase_board_analysis board = {};
  std::vector<uint32_t> lengths;
  size_t moves = 0;
  tilebase_shortest shortest = {};
  std::vector<std::string> listed;
};

Analysis Analyse(const OpenedFile& set, const Board& board, const std::string& game,
                 const tilebase_optimal_limits& limits = {}) {
  Analysis a;
  const std::vector<uint8_t> bytes = Bytes(board);
  a.codes[0] = tilebase_analyse_board(set.set, bytes.data(), bytes.size(), &limits, sizeof limits,
                                      &a.board, sizeof a.board);
  a.lengths.resize(game.size() + 1);
  a.codes[1] = tilebase_analyse_game(set.set, bytes.data(), bytes.size(), game.data(), game.size(),
                                     &limits, sizeof limits, a.lengths.data(), nullptr, &a.moves);
  const auto receive = [](void* listed, const char* letters, size_t count) {
    static_cast<std::vector<std::string>*>(listed)->emplace_back(letters, count);
    return 0;
  };
  a.codes[2] =
      tilebase_shortest_solutions(set.set, bytes.data(), bytes.size(), &limits, sizeof limits, 0,
                                  10, receive, &a.listed, &a.shortest, sizeof a.shortest);
  return a;
}

// Makes random moves from the board.
std::string RandomGame(Board board, size_t moves, Random& random) {
  std::string letters;
  while (letters.size() < moves) {
    const auto action = static_cast<Action>(random.Below(kActions));
    if (!board.CanApply(action)) continue;
    board.Apply(action);
    letters += Letter(action);
  }
  return letters;
}

TEST(AnalyseTest, PatternsAndTheTableOfTheWholeBoardSayTheSame) {
  const OpenedFile patterns("3x3", "ladder:2 + pattern:4-4");
  const OpenedFile whole("3x3", "rest");
  Random random(2);
  for (int i = 0; i < 50; ++i) {
    const Board board = RandomSolvableBoard({3, 3}, random);
    const std::string game = RandomGame(board, 30, random);
    const Analysis a = Analyse(patterns, board, game);
    const Analysis b = Analyse(whole, board, game);
    for (const Analysis* each : {&a, &b})
      for (const int code : each->codes) ASSERT_EQ(code, TILEBASE_OK);
    const uint32_t length = a.board.moves;
    EXPECT_EQ(length, patterns.Solve(Bytes(board)).actions.size());
    EXPECT_EQ(length, b.board.moves);
    EXPECT_EQ(length, a.shortest.moves);
    EXPECT_EQ(length, a.lengths.front());
    EXPECT_EQ(a.lengths, b.lengths);
    EXPECT_EQ(a.moves, game.size());
    EXPECT_EQ(a.board.bound, length);
    for (int action = 0; action < kActions; ++action) {
      EXPECT_EQ(a.board.after[action][0], b.board.after[action][0]);
      EXPECT_EQ(a.board.after[action][0], a.board.after_bound[action][0]);
      EXPECT_EQ(a.board.after[action][0] < 0, !board.CanApply(static_cast<Action>(action)));
      EXPECT_EQ(a.board.after[action][1], -1);
    }
    EXPECT_EQ(a.lengths[1],
              static_cast<uint32_t>(a.board.after[static_cast<int>(*ActionOf(game.front()))][0]));
    EXPECT_TRUE(a.shortest.complete);
    EXPECT_EQ(a.shortest.count, b.shortest.count);
    EXPECT_EQ(a.listed.size(), std::min<size_t>(10, a.shortest.count));
    EXPECT_EQ(a.listed, b.listed);
    for (const std::string& letters : a.listed) {
      EXPECT_EQ(letters.size(), length);
      ExpectSolves(board, letters);
    }
  }
}

TEST(AnalyseTest, OfWholeLinesCountsSlides) {
  const OpenedFile searched("3x3", "mtm:1-3/rest");
  const OpenedFile whole("3x3", "mtm:rest");
  Random random(2);
  for (int i = 0; i < 20; ++i) {
    const Board board = RandomSolvableBoard({3, 3}, random);
    const std::string game = RandomGame(board, 20, random);
    const Analysis a = Analyse(searched, board, game);
    const Analysis b = Analyse(whole, board, game);
    EXPECT_EQ(a.board.moves, b.board.moves);
    EXPECT_EQ(a.board.moves, CountRuns(whole.Solve(Bytes(board)).actions));
    for (int action = 0; action < kActions; ++action)
      for (int tiles = 0; tiles < 7; ++tiles)
        EXPECT_EQ(a.board.after[action][tiles], b.board.after[action][tiles]);
    EXPECT_EQ(a.moves, CountRuns(game));
    EXPECT_TRUE(std::equal(a.lengths.begin(), a.lengths.begin() + 1 + static_cast<int>(a.moves),
                           b.lengths.begin()));
    EXPECT_EQ(a.lengths.front(), a.board.moves);
    EXPECT_EQ(a.shortest.count, b.shortest.count);
    EXPECT_EQ(a.listed, b.listed);
    for (const std::string& letters : a.listed) {
      EXPECT_EQ(CountRuns(letters), a.shortest.moves);
      ExpectSolves(board, letters);
    }
  }
}

TEST(AnalyseTest, LimitsLeaveBoundsAndTheBestSolutionsKnown) {
  const OpenedFile set("3x3", "ladder:2 + pattern:4-4");
  const uint8_t hard[] = {8, 6, 7, 2, 5, 4, 3, 0, 1};  // 31 moves
  tilebase_optimal_limits limits = {};
  limits.boards = 10;
  tilebase_board_analysis board;
  ASSERT_EQ(tilebase_analyse_board(set.set, hard, 9, &limits, sizeof limits, &board, sizeof board),
            TILEBASE_OK);
  EXPECT_LT(board.bound, 31u);
  EXPECT_GT(board.moves, 31u);
  EXPECT_LE(board.after_bound[1][0], 30);
  EXPECT_GE(board.after[1][0], 30);
  uint32_t lengths[2], bounds[2];
  ASSERT_EQ(tilebase_analyse_game(set.set, hard, 9, "R", 1, &limits, sizeof limits, lengths, bounds,
                                  nullptr),
            TILEBASE_OK);
  EXPECT_LT(bounds[0], lengths[0]);
}

TEST(AnalyseTest, RefusesWhatItCannotDo) {
  const Board home = Board::Solved({3, 3});
  for (const int code : Analyse(OpenedFile("3x3", "ladder:2"), home, "").codes)
    EXPECT_EQ(code, TILEBASE_ERROR_SUBPROBLEM);
  const OpenedFile set("3x3", "ladder:2 + pattern:4-4");
  EXPECT_EQ(Analyse(set, home, "L").codes[1], TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(Analyse(set, home, "x").codes[1], TILEBASE_ERROR_ARGUMENT);
  const uint8_t hard[] = {8, 6, 7, 2, 5, 4, 3, 0, 1};  // 31 moves
  Board board = home;
  std::copy(std::begin(hard), std::end(hard), board.tile);
  tilebase_optimal_limits limits = {};
  limits.boards = 10;
  const Analysis limited = Analyse(set, board, "R", limits);
  for (const int question : {1, 2}) EXPECT_EQ(limited.codes[question], TILEBASE_ERROR_LIMIT);
  std::swap(board.tile[0], board.tile[1]);
  for (const int code : Analyse(set, board, "R").codes) EXPECT_EQ(code, TILEBASE_ERROR_UNSOLVABLE);
  tilebase_shortest shortest;
  const auto refuse = [](void*, const char*, size_t) { return 1; };
  EXPECT_EQ(tilebase_shortest_solutions(set.set, home.tile, 9, nullptr, 0, 0, 1, refuse, nullptr,
                                        &shortest, sizeof shortest),
            TILEBASE_ERROR_STOPPED);
  EXPECT_EQ(tilebase_shortest_solutions(set.set, hard, 9, nullptr, 0, 3, 0, nullptr, nullptr,
                                        &shortest, sizeof shortest),
            TILEBASE_OK);
  EXPECT_EQ(shortest.complete, 0u);
  EXPECT_EQ(tilebase_analyse_board(set.set, hard, 9, nullptr, 0, nullptr, 0),
            TILEBASE_ERROR_ARGUMENT);
}

}  // namespace
}  // namespace tilebase
