// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/words/wall_search.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "generator/words/word_build.h"
#include "gtest/gtest.h"
#include "runtime/words/word_set.h"
#include "tables/random_board.h"
#include "tests/effort.h"

namespace tilebase {
namespace {

// A board with walls, and a set that solves it. `states`: in stages of at most `states` states; 0:
// by rule.
struct Walled {
  Walled(int width, int height, const std::vector<int>& walls, uint64_t states = 0,
         WordMetric metric = WordMetric::kStm)
      : problem(*ProblemOfWalls(width, height, walls)) {
    problem.metric = metric;
    path = testing::TempDir() + "walls_" + std::to_string(getpid());
    WordBuildOptions options;
    options.replace = true;
    options.stage_states = states;
    options.threads = 2;
    built = BuildWordTable(problem, path, options);
    if (!built.ok()) return;
    absl::StatusOr<std::unique_ptr<WordSet>> opened = WordSet::Open(path, 1);
    EXPECT_TRUE(opened.ok()) << opened.status();
    set = *std::move(opened);
  }
  ~Walled() { std::remove(path.c_str()); }

  // Expects that the answer's moves lead home.
  void ExpectSolved(const Word& word, const WordAnswer& answer) const {
    Word at = word;
    for (const WordMove& move : answer.moves) set->moves().Play(move, at.data());
    EXPECT_EQ(at, problem.goals[0].cell) << ToText(problem, word);
  }
  // Expects that a player who takes the first move of each solution gets home, within the worst
  // case.
  void ExpectFirstMovesLeadHome(Word word) const {
    const std::string start = ToText(problem, word);
    int left = built->max_value();
    for (; word != problem.goals[0].cell && left > 0; --left) {
      const absl::StatusOr<WordAnswer> answer = set->Solve(word);
      ASSERT_TRUE(answer.ok()) << start << answer.status();
      set->moves().Play(answer->moves[0], word.data());
    }
    EXPECT_EQ(word, problem.goals[0].cell) << start;
  }
  // A board from which this many random moves led home.
  Word Scrambled(int moves, Random* random) const {
    Word word = problem.goals[0].cell;
    for (int i = 0; i < moves; ++i) {
      const auto blank =
          static_cast<uint16_t>(std::find(word.begin(), word.end(), 0) - word.begin());
      std::vector<WordMove> all;
      set->moves().ForEach(&blank, [&](const WordMove& move) { all.push_back(move); });
      set->moves().Play(all[random->Below(all.size())], word.data());
    }
    return word;
  }

  WordProblem problem;
  std::string path;
  absl::StatusOr<WordBuildResult> built;
  std::unique_ptr<WordSet> set;
};

void ForEachPattern(int cells, size_t most, int step,
                    const std::function<void(const std::vector<int>&)>& use) {
  int number = 0;
  for (unsigned pattern = 0; pattern < 1u << cells; ++pattern) {
    std::vector<int> walls;
    for (int cell = 0; cell < cells; ++cell)
      if ((pattern >> cell & 1) != 0) walls.push_back(cell);
    if (walls.size() <= most && number++ % step == 0) use(walls);
  }
}

// Compares stages with one exact table, which word_solver_test.cc compares with plain search.
// Returns whether there are stages.
bool ExpectStagesSolveWhatCanBeSolved(int width, int height, const std::vector<int>& walls,
                                      uint64_t states, int boards, Random* random) {
  const Walled staged(width, height, walls, states);
  if (!staged.built.ok()) {
    EXPECT_EQ(staged.built.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_NE(staged.built.status().message().find("cell"), std::string::npos)
        << staged.built.status();
    return false;
  }
  EXPECT_FALSE(staged.set->is_exact());
  const Walled exact(width, height, walls);
  SCOPED_TRACE(ToString(exact.problem));
  Word word = exact.problem.goals[0].cell;
  int solved = 0;
  for (int i = 0; i < boards; ++i) {
    // Half of them are near home: of all boards with cut cells, few can be solved.
    if (i % 2 == 0) {
      for (size_t cell = word.size() - 1; cell > 0; --cell)
        std::swap(word[cell], word[random->Below(cell + 1)]);
    } else {
      word = exact.Scrambled(static_cast<int>(random->Below(200)), random);
      if (i % 8 == 1) std::swap(word[random->Below(word.size())], word[random->Below(word.size())]);
    }
    const absl::StatusOr<WordAnswer> answer = staged.set->Solve(word);
    const absl::StatusOr<uint32_t> value = exact.set->Value(word);
    EXPECT_EQ(answer.ok(), value.ok()) << ToText(exact.problem, word) << answer.status();
    if (!answer.ok() || !value.ok()) continue;
    ++solved;
    staged.ExpectSolved(word, *answer);
    EXPECT_GE(answer->cost(), *value);
    EXPECT_EQ(answer->value, answer->cost());
  }
  EXPECT_GT(solved, 0);
  return true;
}

TEST(WallStages, SolveWhatCanBeSolvedForEveryPatternOfUpToThreeWalls) {
  Random random(1);
  struct Shape {
    int width;
    int height;
    uint64_t states;
    int step;
  };
  for (const Shape& of :
       {Shape{3, 3, 400, Cases(1, 5, 30)}, Shape{4, 3, 2000, Cases(1, 40, 150)}}) {
    int plans = 0, refused = 0;
    const int cells = of.width * of.height;
    ForEachPattern(cells, 3, of.step, [&](const std::vector<int>& walls) {
      if (cells - static_cast<int>(walls.size()) > 11) return;  // nothing to compare with
      const bool is_solved =
          ExpectStagesSolveWhatCanBeSolved(of.width, of.height, walls, of.states, 200, &random);
      ++(is_solved ? plans : refused);
    });
    EXPECT_GT(plans, refused);
  }
}

TEST(WallStages, SolveRingsCutCellsAndPartsThatDoNotTouch) {
  Random random(2);
  for (const auto& [width, height, walls] : std::vector<std::tuple<int, int, std::vector<int>>>{
           {5, 5, {6, 7, 8, 11, 12, 13, 16, 17, 18}},  // a ring
           {7, 3, {3, 17}},                            // two parts and a corridor of one cell
           {5, 5, {2, 7, 17, 22}},                     // the same, crossed
           {6, 4, {2, 8, 14, 20}},                     // two parts that do not touch
           {8, 2, {1, 3, 5}},                          // dead ends
           {5, 4, {6, 7, 11, 12, 18}}}) {
    const Walled walled(width, height, walls);
    ASSERT_TRUE(walled.built.ok()) << walled.built.status();
    SCOPED_TRACE(ToString(walled.problem));
    EXPECT_FALSE(walled.set->is_exact());
    for (int i = 0; i < Cases(500, 100, 20); ++i) {
      Word word = walled.Scrambled(i * 10, &random);
      const absl::StatusOr<WordAnswer> answer = walled.set->Solve(word);
      ASSERT_TRUE(answer.ok()) << ToText(walled.problem, word) << answer.status();
      walled.ExpectSolved(word, *answer);
      EXPECT_LE(static_cast<int>(answer->cost()), walled.built->max_value());
      if (i % 5 == 0) walled.ExpectFirstMovesLeadHome(word);
      // An exchange of two tiles is odd: no moves make it.
      const size_t one = random.Below(word.size());
      const size_t other = random.Below(word.size());
      if (one == other || word[one] == 0 || word[other] == 0) continue;
      std::swap(word[one], word[other]);
      EXPECT_EQ(walled.set->Solve(word).status().message(),
                "cannot be solved: no moves lead to the goal");
    }
  }
}

TEST(WallStages, SolveRandomWallsUpTo8x8) {
  Random random(3);
  int plans = 0;
  for (int i = 0; i < Cases(40, 4, 1); ++i) {
    const int width = 5 + static_cast<int>(random.Below(4));
    const int height = 5 + static_cast<int>(random.Below(4));
    std::vector<int> walls;
    for (uint64_t wall = 1 + random.Below(6); wall > 0; --wall)
      walls.push_back(static_cast<int>(random.Below(static_cast<uint64_t>(width * height))));
    const Walled walled(width, height, walls, AllCases() ? 0 : 100000);
    if (!walled.built.ok()) continue;  // a long corridor
    ++plans;
    SCOPED_TRACE(ToString(walled.problem));
    for (int board = 0; board < 10; ++board) {
      const Word word = walled.Scrambled(5000, &random);
      const absl::StatusOr<WordAnswer> answer = walled.set->Solve(word);
      ASSERT_TRUE(answer.ok()) << ToText(walled.problem, word) << answer.status();
      walled.ExpectSolved(word, *answer);
    }
  }
  EXPECT_GE(plans, Cases(38, 3, 1));
}

TEST(WallStages, SolveInWholeLines) {
  Random random(4);
  const Walled walled(4, 4, {5}, 60000, WordMetric::kMtm);
  ASSERT_TRUE(walled.built.ok()) << walled.built.status();
  for (int i = 0; i < 50; ++i) {
    const Word word = walled.Scrambled(1000, &random);
    const absl::StatusOr<WordAnswer> answer = walled.set->Solve(word);
    ASSERT_TRUE(answer.ok()) << answer.status();
    walled.ExpectSolved(word, *answer);
  }
}

TEST(WallStages, EffortFindsShorterSolutions) {
  Random random(6);
  // With 8 cells, search finds shortest solutions.
  const Walled small(3, 3, {0}, 400), exact(3, 3, {0});
  ASSERT_TRUE(small.built.ok()) << small.built.status();
  const WallSearch of_small(small.set.get());
  for (int i = 0; i < 20; ++i) {
    const Word word = small.Scrambled(200, &random);
    const absl::StatusOr<WordAnswer> answer = of_small.Solve(word, {.boards = 1000000});
    ASSERT_TRUE(answer.ok());
    small.ExpectSolved(word, *answer);
    EXPECT_TRUE(answer->shortest);
    EXPECT_EQ(answer->cost(), *exact.set->Value(word));
  }
  const Walled walled(5, 4, {6, 13});
  const WallSearch search(walled.set.get());
  size_t by_lookup = 0, with_effort = 0;
  for (int i = 0; i < 20; ++i) {
    const Word word = walled.Scrambled(2000, &random);
    uint32_t before = walled.set->Solve(word)->cost();
    by_lookup += before;
    for (const uint64_t boards : {500u, 5000u, 50000u}) {
      const absl::StatusOr<WordAnswer> answer = search.Solve(word, {.boards = boards});
      ASSERT_TRUE(answer.ok());
      walled.ExpectSolved(word, *answer);
      EXPECT_EQ(answer->value, answer->cost());
      EXPECT_LE(answer->cost(), before);
      before = answer->cost();
    }
    with_effort += before;
  }
  EXPECT_LT(with_effort, by_lookup);
  const absl::StatusOr<WordAnswer> home =
      search.Solve(walled.problem.goals[0].cell, {.boards = 100});
  EXPECT_TRUE(home.ok() && home->shortest && home->moves.empty());
}

TEST(WallStages, ProbesHoldWhatTheMovesLeaveAndLeadHome) {
  Random random(5);
  const Walled walled(4, 4, {3}, 4000);
  ASSERT_TRUE(walled.built.ok()) << walled.built.status();
  for (int i = 0; i < 20; ++i) {
    const Word word = walled.Scrambled(1000, &random);
    WordMove best;
    std::vector<WordNeighbour> all;
    ASSERT_TRUE(walled.set->Probe(word, &best, &all).ok());
    EXPECT_EQ(best.code, walled.set->Solve(word)->moves[0].code);
    for (const WordNeighbour& next : all) {
      Word after = word;
      walled.set->moves().Play(next.move, after.data());
      EXPECT_EQ(next.value, *walled.set->Value(after));
    }
  }
}

TEST(WallStages, EveryChangedByteAndEveryLengthOfAFileIsRefused) {
  const Walled walled(4, 2, {2}, 20);
  ASSERT_TRUE(walled.built.ok()) << walled.built.status();
  ASSERT_GT(walled.built->tables.size(), 1u);
  std::ifstream file(walled.path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const auto opens = [](const std::string& changed) {
    const auto opened = WordTables::FromBytes(
        {reinterpret_cast<const uint8_t*>(changed.data()), changed.size()}, "changed");
    if (!opened.ok()) return false;
    for (const auto& table : opened->tables) {
      std::vector<uint8_t> planes(table->table().states);
      if (!table->Read(1, planes.data()).ok()) return false;
    }
    return true;
  };
  ASSERT_TRUE(opens(bytes));
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ (1 << (i % 8)));
    EXPECT_FALSE(opens(changed)) << i;
    EXPECT_FALSE(opens(bytes.substr(0, i))) << i;
  }
  EXPECT_FALSE(opens(bytes + '\0'));
}

}  // namespace
}  // namespace tilebase
