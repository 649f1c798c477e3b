// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/words/word_solver.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tables/words/word_problem.h"
#include "tables/words/word_ranking.h"
#include "tests/effort.h"
#include "tests/generator/words/brute_force.h"

namespace tilebase {
namespace {

constexpr WordMetric kMetrics[] = {WordMetric::kStm, WordMetric::kMtm, WordMetric::kSteps,
                                   WordMetric::kLineSteps};

SolvedWords Solve(const WordProblem& problem, int threads = 1, bool one_by_one = false) {
  const absl::StatusOr<WordRanking> ranking = WordRanking::Create(problem);
  EXPECT_TRUE(ranking.ok()) << ranking.status();
  WordSolveOptions options;
  options.threads = threads;
  options.one_by_one = one_by_one;
  absl::StatusOr<SolvedWords> solution = SolveWords(problem, *ranking, options);
  EXPECT_TRUE(solution.ok()) << solution.status();
  return *std::move(solution);
}

// The board as the plain search has it.
std::string Plain(const WordProblem& problem, const uint8_t* word) {
  std::string board(static_cast<size_t>(problem.cells()), '#');
  for (size_t i = 0; i < problem.open.size(); ++i)
    board[problem.open[i]] = word[i] == 0 ? '_' : static_cast<char>('a' + word[i] - 1);
  return board;
}

// Every board that a goal stands for, with the least cost.
void AddGoals(const WordProblem& problem, const WordGoal& goal, size_t cell, Word word,
              std::map<std::string, uint32_t>* goals) {
  if (cell == word.size()) {
    const auto [at, is_new] = goals->emplace(Plain(problem, word.data()), goal.cost);
    if (!is_new) at->second = std::min(at->second, goal.cost);
    return;
  }
  if (goal.cell[cell] != WordGoal::kAny) return AddGoals(problem, goal, cell + 1, word, goals);
  for (uint8_t symbol = 0; symbol <= problem.symbols.size(); ++symbol) {
    const int count = symbol == 0 ? problem.blanks : problem.symbols[symbol - 1u].count;
    word[cell] = WordGoal::kAny;
    // Those in cells before, and those that the goal fixes in cells after.
    if (std::count(word.begin(), word.end(), symbol) >= count) continue;
    word[cell] = symbol;
    AddGoals(problem, goal, cell + 1, word, goals);
  }
}

// Compares all states with the plain search; returns how many can reach a goal.
uint64_t ExpectPlainValues(const WordProblem& problem) {
  SCOPED_TRACE(ToString(problem));
  const SolvedWords solution = Solve(problem);
  const absl::StatusOr<WordRanking> ranking = WordRanking::Create(problem);
  std::map<std::string, uint32_t> goals;
  for (const WordGoal& goal : problem.goals) AddGoals(problem, goal, 0, goal.cell, &goals);
  const auto values = PlainSearch(problem.width, Name(problem.metric)).Values(goals);
  uint64_t reached = 0, wrong = 0;
  Word word(problem.open.size());
  for (uint64_t state = 0; state < ranking->size(); ++state) {
    ranking->Unrank(state, word.data());
    EXPECT_EQ(ranking->Rank(word.data()), state);
    if (problem.is_halved()) {  // which of the last two tiles is which
      const uint8_t last = static_cast<uint8_t>(problem.symbols.size());
      *std::find(word.rbegin(), word.rend(), last - 1) = last;
      if (problem.Side(word) != problem.Side(problem.goals[0].cell)) {
        const auto one = std::find(word.begin(), word.end(), last);
        const auto other = std::find(word.begin(), word.end(), last - 1);
        std::iter_swap(one, other);
      }
    }
    const auto value = values.find(Plain(problem, word.data()));
    const uint32_t expected = value == values.end() ? 255 : value->second;
    wrong += solution.planes[0][state] != expected;
    reached += value != values.end();
  }
  EXPECT_EQ(wrong, 0u);
  // Nothing is left out: all boards that the plain search met were looked up.
  EXPECT_EQ(reached, values.size());
  return reached;
}

WordProblem OfText(const std::string& text) {
  const absl::StatusOr<WordProblem> problem = ProblemOfText(text);
  EXPECT_TRUE(problem.ok()) << problem.status();
  return *problem;
}

WordProblem Storage(int width, int height, const std::vector<int>& walls, int blanks, int wanted,
                    const std::vector<int>& goal_cells, WordMetric metric) {
  absl::StatusOr<WordProblem> problem =
      ProblemOfStorage(width, height, walls, blanks, wanted, goal_cells);
  EXPECT_TRUE(problem.ok()) << problem.status();
  problem->metric = metric;
  return *problem;
}

double Mean(const SolvedWords& solution) {
  double sum = 0, states = 0;
  for (size_t value = 0; value < solution.histogram.size(); ++value) {
    sum += static_cast<double>(value * solution.histogram[value]);
    states += static_cast<double>(solution.histogram[value]);
  }
  return sum / states;
}

// All ways to write `tiles` as `parts` numbers, none larger than the one before.
void ForEachPartition(int tiles, int parts, int most, std::vector<int>* so_far,
                      const std::function<void(const std::vector<int>&)>& use) {
  if (parts == 0) {
    if (tiles == 0) use(*so_far);
    return;
  }
  for (int part = std::min(most, tiles - parts + 1); part >= 1; --part) {
    so_far->push_back(part);
    ForEachPartition(tiles - part, parts - 1, part, so_far, use);
    so_far->pop_back();
  }
}

// Boards of one blank in the last cell whose tiles are 1 as often as the first part says, then 2.
void ExpectPlainValuesOfAllMultisets(int width, int height, int symbols) {
  std::vector<int> parts;
  ForEachPartition(width * height - 1, symbols, width * height, &parts,
                   [&](const std::vector<int>& counts) {
                     std::string text;
                     for (size_t i = 0; i < counts.size(); ++i)
                       text.append(static_cast<size_t>(counts[i]), static_cast<char>('1' + i));
                     text += '_';
                     for (int row = height - 1; row > 0; --row)
                       text.insert(static_cast<size_t>(row * width), 1, '/');
                     ExpectPlainValues(OfText(text));
                   });
}

TEST(WordSolver, GivesThePlainValuesOfEveryMultisetOf3x3) {
  for (int symbols = 1; symbols <= Cases(5, 4, 2); ++symbols)
    ExpectPlainValuesOfAllMultisets(3, 3, symbols);
}

TEST(WordSolver, GivesThePlainValuesOfMultisetsOf4x3) {
  for (int symbols = 1; symbols <= Cases(5, 2, 1); ++symbols)
    ExpectPlainValuesOfAllMultisets(4, 3, symbols);
}

TEST(WordSolver, GivesThePlainValuesOfEveryWallPatternOf3x3) {
  uint64_t reached = 0;
  for (unsigned pattern = 0; pattern < 512; pattern += Cases(1u, 3u, 31u)) {
    std::vector<int> walls;
    for (int cell = 0; cell < 9; ++cell)
      if ((pattern >> cell & 1) != 0) walls.push_back(cell);
    if (walls.size() > 7) continue;
    const absl::StatusOr<WordProblem> problem = ProblemOfWalls(3, 3, walls);
    ASSERT_TRUE(problem.ok());
    reached += ExpectPlainValues(*problem);
  }
  EXPECT_GT(reached, 0u);
}

TEST(WordSolver, GivesThePlainValuesOfWallsIn4x3) {
  // A ring, a cut cell, and parts that do not touch.
  for (const std::vector<int>& walls : std::vector<std::vector<int>>{
           {5, 6}, {1, 3, 5, 9}, {1, 5, 9}, {2, 6, 10}, {0, 3, 8, 11}, {4, 7, 5}}) {
    const absl::StatusOr<WordProblem> problem = ProblemOfWalls(4, 3, walls);
    ASSERT_TRUE(problem.ok());
    if (problem->open_count() <= 9) ExpectPlainValues(*problem);
  }
}

TEST(WordSolver, GivesThePlainValuesOfEveryPatternOfUpToThreeWallsIn4x3) {
  int patterns = 0;
  for (unsigned pattern = 1; pattern < 1u << 12; ++pattern) {
    std::vector<int> walls;
    for (int cell = 0; cell < 12; ++cell)
      if ((pattern >> cell & 1) != 0) walls.push_back(cell);
    // A board with one wall has 20 million states.
    if (walls.size() > 3 || (!AllCases() && (walls.size() < 3 || pattern % 50 != 0))) continue;
    ++patterns;
    const absl::StatusOr<WordProblem> problem = ProblemOfWalls(4, 3, walls);
    ASSERT_TRUE(problem.ok());
    SCOPED_TRACE(ToString(*problem));
    const SolvedWords solution = Solve(*problem, 2);
    const absl::StatusOr<WordRanking> ranking = WordRanking::Create(*problem);
    uint64_t goal = ~uint64_t{0}, reached = 0, wrong = 0;
    for (size_t i = 0; i < problem->open.size(); ++i)
      goal -= uint64_t{15u - problem->goals[0].cell[i]} << 4 * problem->open[i];
    ForEachLevel(4, 3, goal, [&](uint32_t level, const std::vector<uint64_t>& boards) {
      uint8_t word[12];
      for (const uint64_t board : boards) {
        for (size_t i = 0; i < problem->open.size(); ++i)
          word[i] = static_cast<uint8_t>(board >> 4 * problem->open[i] & 15);
        wrong += solution.planes[0][ranking->Rank(word)] != level;
      }
      reached += boards.size();
    });
    EXPECT_EQ(wrong, 0u);
    // Nothing else can be solved.
    uint64_t solvable = 0;
    for (const uint64_t count : solution.histogram) solvable += count;
    EXPECT_EQ(reached, solvable);
  }
  EXPECT_EQ(patterns, Cases(298, 7, 7));
}

TEST(WordSolver, GivesThePlainValuesOfSeveralGoalsWithCosts) {
  WordProblem problem = OfText("1123/_3#2");
  ASSERT_FALSE(ReadGoals(R"(1123/_3#2 3
????/???_
)",
                         &problem)
                   .ok());  // a wall is not shown
  ASSERT_TRUE(ReadGoals(R"(1123/_3#2 3
_???/11#? 1
)",
                        &problem)
                  .ok());
  ExpectPlainValues(problem);
  ASSERT_TRUE(ReadGoals("1123/_3#2 30\n", &problem).ok());
  ExpectPlainValues(problem);
  // Tiles that no goal names are equal.
  const absl::StatusOr<WordProblem> named = ProblemOfGoals(R"(12?/???/??_
21?/???/??? 4
)");
  ASSERT_TRUE(named.ok()) << named.status();
  EXPECT_EQ(ToString(*named), "3x3 board, 1 blank, tiles 1 2 6 others, 2 goals, stm");
  ExpectPlainValues(*named);
}

TEST(WordSolver, GivesThePlainValuesOfLinesAndSeveralBlanks) {
  for (const WordMetric metric : kMetrics)
    for (const char* text : {"112/233/44_", "12_/1#3/_22", "1_2/_3_/21_"}) {
      WordProblem problem = OfText(text);
      problem.metric = metric;
      ExpectPlainValues(problem);
    }
}

TEST(WordSolver, GivesThePlainValuesOfWarehouses) {
  for (const WordMetric metric : kMetrics)
    for (int blanks = 1; blanks <= 4; ++blanks) {
      if (blanks + (metric == WordMetric::kLineSteps) > 3 && !AllCases()) continue;
      ExpectPlainValues(Storage(4, 4, {}, blanks, 1, {0}, metric));
      ExpectPlainValues(Storage(5, 3, {6}, blanks, 1, {0, 14}, metric));
      if (blanks <= 2) ExpectPlainValues(Storage(4, 3, {5}, blanks, 2, {0, 1, 11}, metric));
    }
  if (!AllCases()) return;
  ExpectPlainValues(Storage(5, 5, {}, 3, 1, {0}, WordMetric::kStm));
  ExpectPlainValues(Storage(6, 6, {}, 2, 1, {0}, WordMetric::kSteps));
  ExpectPlainValues(Storage(5, 5, {}, 4, 1, {0, 24}, WordMetric::kSteps));
  ExpectPlainValues(Storage(6, 6, {}, 4, 1, {0}, WordMetric::kStm));
  ExpectPlainValues(Storage(6, 6, {14}, 3, 1, {0, 35}, WordMetric::kSteps));
}

// The table of ../shared/reference/storage.md, from two programs by others.
TEST(WordSolver, GivesTheKnownValuesOfWarehouses) {
  const struct {
    int width, height, blanks;
    std::vector<int> goal_cells;
    WordMetric metric;
    size_t greatest;
    double mean;
  } kKnown[] = {
      {4, 4, 2, {0}, WordMetric::kStm, 18, 8.6613},
      {5, 5, 3, {0}, WordMetric::kStm, 25, 11.6149},
      {5, 5, 3, {0}, WordMetric::kMtm, 20, 9.2336},
      {5, 5, 3, {0}, WordMetric::kSteps, 18, 8.0894},
      {5, 5, 3, {0}, WordMetric::kLineSteps, 9, 5.0793},
      {5, 4, 3, {0, 19}, WordMetric::kMtm, 9, 4.3404},
      {5, 4, 3, {0, 19}, WordMetric::kSteps, 0, 4.4852},
      {6, 6, 2, {0}, WordMetric::kSteps, 26, 12.7058},
      {6, 6, 2, {0}, WordMetric::kLineSteps, 15, 8.3624},
  };
  for (const auto& known : kKnown) {
    const WordProblem problem =
        Storage(known.width, known.height, {}, known.blanks, 1, known.goal_cells, known.metric);
    SCOPED_TRACE(ToString(problem));
    const SolvedWords solution = Solve(problem, 2);
    if (known.greatest != 0) {
      EXPECT_EQ(solution.histogram.size() - 1, known.greatest);
    }
    EXPECT_NEAR(Mean(solution), known.mean, 0.00005);
  }
  EXPECT_EQ(Solve(Storage(5, 5, {}, 3, 1, {0}, WordMetric::kSteps)).histogram,
            (std::vector<uint64_t>{2024, 506, 612, 1220, 2292, 3809, 4946, 5873, 5983, 5468, 4472,
                                   4799, 4130, 2576, 1217, 524, 129, 19, 1}));
}

TEST(WordSolver, MakesTheSamePlanesWithAnyThreadsAndKernel) {
  for (const WordMetric metric : kMetrics) {
    WordProblem picture = OfText("112/3#4/_5_");
    picture.metric = metric;
    WordProblem costs = Storage(4, 4, {5}, 2, 1, {0, 3}, metric);
    ASSERT_TRUE(ReadGoals(R"(1???/?#??/????/????
???1/?#??/????/???? 4
_???/?#_?/??1?/???? 1
)",
                          &costs)
                    .ok());
    for (const WordProblem& problem : {picture, costs, Storage(14, 5, {}, 1, 1, {0}, metric),
                                       Storage(44, 3, {}, 1, 1, {7}, WordMetric::kStm),
                                       Storage(4, 5, {9}, 2, 1, {0, 19}, metric)}) {
      SCOPED_TRACE(ToString(problem));
      const SolvedWords one = Solve(problem);
      for (const bool one_by_one : {false, true}) {
        const SolvedWords other = Solve(problem, one_by_one ? 2 : 3, one_by_one);
        EXPECT_EQ(one.histogram, other.histogram);
        ASSERT_EQ(one.planes.size(), other.planes.size());
        for (size_t plane = 0; plane < one.planes.size(); ++plane)
          EXPECT_TRUE(std::equal(one.planes[plane].data(),
                                 one.planes[plane].data() + one.planes[plane].size(),
                                 other.planes[plane].data()));
      }
    }
  }
}

// A long corridor: values take two bytes.
TEST(WordSolver, GoesBeyond255) {
  const WordProblem problem = Storage(90, 2, {}, 1, 1, {0}, WordMetric::kStm);
  const SolvedWords lone = Solve(problem), plain = Solve(problem, 2, true);
  ASSERT_EQ(lone.value_bytes, 2);
  EXPECT_GT(lone.histogram.size(), 256u);
  EXPECT_EQ(lone.histogram, plain.histogram);
  for (uint64_t state = 0; state < lone.planes[0].size(); ++state) {
    ASSERT_EQ(lone.planes[0][state], plain.planes[0][state]);
    ASSERT_EQ(lone.planes[1][state], plain.planes[1][state]);
  }
}

TEST(WordSolver, StopsWhenCancelled) {
  const std::atomic<bool> cancel{true};
  const WordProblem problem = OfText("123/456/78_");
  WordSolveOptions options;
  options.cancel = &cancel;
  EXPECT_EQ(SolveWords(problem, *WordRanking::Create(problem), options).status().code(),
            absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace tilebase
