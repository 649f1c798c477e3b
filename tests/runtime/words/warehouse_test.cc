// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/words/warehouse.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "generator/words/word_build.h"
#include "gtest/gtest.h"
#include "tests/generator/words/brute_force.h"

namespace tilebase {
namespace {

constexpr WordMetric kMetrics[] = {WordMetric::kStm, WordMetric::kMtm, WordMetric::kSteps,
                                   WordMetric::kLineSteps};

std::unique_ptr<WordSet> Open(WordProblem problem, WordMetric metric) {
  problem.metric = metric;
  const std::string path = testing::TempDir() + "warehouse_" + std::to_string(getpid());
  WordBuildOptions options;
  options.replace = true;
  options.creator = "test";
  const absl::StatusOr<WordBuildResult> built = BuildWordTable(problem, path, options);
  EXPECT_TRUE(built.ok()) << built.status();
  absl::StatusOr<std::unique_ptr<WordSet>> set = WordSet::Open(path, 1);
  EXPECT_TRUE(set.ok()) << set.status();
  std::remove(path.c_str());
  return *std::move(set);
}

// Plays a plan on cells, by the rules alone: '_' a blank, '1' wanted, '.' another.
class Floor {
 public:
  Floor(const WordProblem& problem, const Word& word)
      : problem_(problem), cells_(static_cast<size_t>(problem.cells()), '#') {
    for (size_t i = 0; i < word.size(); ++i) cells_[problem.open[i]] = "_1."[word[i]];
  }

  std::string cells() const { return cells_; }

  // Checks that the runs are one step of the metric, and makes them.
  void Play(const std::vector<YardRun>& step) {
    std::set<int> used;
    for (size_t cell = 0; cell < cells_.size(); ++cell)
      if (cells_[cell] == '_') used.insert(static_cast<int>(cell));
    const bool lines =
        problem_.metric == WordMetric::kMtm || problem_.metric == WordMetric::kLineSteps;
    const bool joint =
        problem_.metric == WordMetric::kSteps || problem_.metric == WordMetric::kLineSteps;
    ASSERT_GE(step.size(), 1u);
    ASSERT_TRUE(joint || step.size() == 1);
    std::set<int> moved;
    for (const YardRun& run : step) {
      const int from = problem_.open[run.from], to = problem_.open[run.to];
      const bool sideways = from / problem_.width == to / problem_.width;
      ASSERT_TRUE(sideways || from % problem_.width == to % problem_.width);
      const int by = (sideways ? 1 : problem_.width) * (to > from ? 1 : -1);
      ASSERT_TRUE(moved.insert(from).second);
      ASSERT_NE(from, to);
      ASSERT_TRUE(lines || from + by == to);
      ASSERT_EQ(cells_[static_cast<size_t>(from)], '_');
      for (int at = from; at != to; at += by) {
        ASSERT_NE(cells_[static_cast<size_t>(at + by)], '#');
        ASSERT_TRUE(used.insert(at + by).second) << "two runs, or a run and a blank, share a cell";
        std::swap(cells_[static_cast<size_t>(at)], cells_[static_cast<size_t>(at + by)]);
      }
    }
  }
  void Leave(const std::set<int>& goals) {
    for (const int cell : goals)
      if (cells_[static_cast<size_t>(cell)] == '1') cells_[static_cast<size_t>(cell)] = '_';
  }

 private:
  const WordProblem& problem_;
  std::string cells_;
};

Word RandomWord(const WordProblem& problem, int blanks, int loads, std::mt19937* random) {
  Word word(problem.open.size(), 2);
  std::fill_n(word.begin(), blanks, 0);
  std::fill_n(word.begin() + blanks, loads, 1);
  for (size_t i = word.size() - 1; i > 0; --i) std::swap(word[i], word[(*random)() % (i + 1)]);
  return word;
}

TEST(WarehouseTest, EveryPlanIsLegalAndEndsAtAGoalNoShorterThanThePlainSearch) {
  std::mt19937 random(1);
  for (const WordMetric metric : kMetrics)
    for (const bool two : {false, true}) {
      const WordProblem table = two ? *ProblemOfStorage(4, 3, {5}, 2, 2, {0, 3, 8})
                                    : *ProblemOfStorage(4, 3, {5}, 2, 1, {0, 3});
      const std::set<int> goal_cells = two ? std::set<int>{0, 3, 8} : std::set<int>{0, 3};
      const int loads = two ? 2 : 1;
      const std::unique_ptr<WordSet> set = Open(table, metric);
      const absl::StatusOr<Warehouse> warehouse = Warehouse::Create(set.get());
      ASSERT_TRUE(warehouse.ok()) << warehouse.status();
      for (int blanks = 2; blanks <= 4; ++blanks) {
        WordProblem whole = two ? *ProblemOfStorage(4, 3, {5}, blanks, 2, {0, 3, 8})
                                : *ProblemOfStorage(4, 3, {5}, blanks, 1, {0, 3});
        whole.metric = metric;
        SCOPED_TRACE(ToString(whole));
        const std::unique_ptr<WordSet> exact = Open(whole, metric);
        for (int i = 0; i < 30; ++i) {
          const Word word = RandomWord(whole, blanks, loads, &random);
          const absl::StatusOr<WarehouseAnswer> answer = warehouse->Solve(word, Deliver::kStay, {});
          const absl::StatusOr<WarehouseAnswer> more =
              warehouse->Solve(word, Deliver::kStay, {.boards = 3000});
          ASSERT_TRUE(answer.ok()) << answer.status();
          ASSERT_TRUE(more.ok()) << more.status();
          const uint32_t least = *exact->Value(word);
          EXPECT_GE(more->plan.size(), least);
          EXPECT_LE(more->plan.size(), answer->plan.size());
          for (const WarehouseAnswer* each : {&*answer, &*more}) {
            if (each->bound == each->plan.size() || blanks == 2) {
              EXPECT_EQ(each->plan.size(), least);
            }
            Floor floor(whole, word);
            for (const std::vector<YardRun>& step : each->plan) floor.Play(step);
            if (testing::Test::HasFatalFailure()) return;
            int home = 0;
            for (const int cell : goal_cells)
              home += floor.cells()[static_cast<size_t>(cell)] == '1';
            EXPECT_EQ(home, loads);
          }
        }
      }
    }
}

TEST(WarehouseTest, NoPlanIsLongerThanTheLiteraturesRule) {
  std::mt19937 random(2);
  for (const WordMetric metric : kMetrics) {
    const WordProblem table = *ProblemOfStorage(6, 6, {}, 2, 1, {0});
    const std::unique_ptr<WordSet> set = Open(table, metric);
    const Warehouse warehouse = *Warehouse::Create(set.get());
    const YardValues values(set.get());
    for (int i = 0; i < 60; ++i) {
      const int blanks = 3 + i % 6;
      const Word word = RandomWord(table, blanks, 1, &random);
      Yard yard;
      for (size_t cell = 0; cell < word.size(); ++cell) {
        if (word[cell] == 0) yard.blank[yard.blanks++] = static_cast<uint16_t>(cell);
        if (word[cell] == 1) yard.load[yard.loads++] = static_cast<uint16_t>(cell);
      }
      const absl::StatusOr<YardPlan> plain = WarehouseSearch(&values).PlayOneSubset(yard);
      ASSERT_TRUE(plain.ok()) << plain.status();
      Floor floor(set->problem(), word);
      for (const std::vector<YardRun>& step : *plain) floor.Play(step);
      EXPECT_EQ(floor.cells()[0], '1');
      EXPECT_LE(warehouse.Solve(word, Deliver::kAny, {})->plan.size(), plain->size());
    }
  }
}

TEST(WarehouseTest, LoadsThatLeaveAreAllDelivered) {
  std::mt19937 random(3);
  for (const WordMetric metric : kMetrics) {
    const WordProblem table = *ProblemOfStorage(5, 4, {7}, 2, 1, {0, 19});
    const std::unique_ptr<WordSet> set = Open(table, metric);
    const Warehouse warehouse = *Warehouse::Create(set.get());
    for (int i = 0; i < 40; ++i) {
      const Word word = RandomWord(table, 2 + i % 3, 1 + i % 5, &random);
      SCOPED_TRACE(i);
      const absl::StatusOr<WarehouseAnswer> answer = warehouse.Solve(word, Deliver::kLeave, {});
      ASSERT_TRUE(answer.ok()) << answer.status();
      Floor floor(set->problem(), word);
      floor.Leave({0, 19});
      for (const std::vector<YardRun>& step : answer->plan) {
        floor.Play(step);
        if (testing::Test::HasFatalFailure()) return;
        floor.Leave({0, 19});
      }
      EXPECT_EQ(floor.cells().find('1'), std::string::npos);
    }
  }
}

// storage_6x6_steps.tsv: 140 instances that tal69/PBS published in 2020, and the steps that its
// rule needs with a table of two blanks. The means are those of this rule; lower ones are welcome.
TEST(WarehouseTest, PublishedInstancesNeedFewerStepsThanPublished) {
  const std::map<int, std::vector<double>> most = {
      {2, {12.80, 11.15, 9.80, 8.80, 8.05, 7.70, 7.50}},  // for 2, 3, .. blanks
      {3, {0, 10.40, 9.55, 8.45, 7.75, 7.40, 7.25}}};
  for (const auto& [table_blanks, means] : most) {
    const std::unique_ptr<WordSet> set =
        Open(*ProblemOfStorage(6, 6, {}, table_blanks, 1, {0}), WordMetric::kSteps);
    const Warehouse warehouse = *Warehouse::Create(set.get());
    std::ifstream file(TILEBASE_STORAGE_INSTANCES);
    std::map<int, std::vector<size_t>> steps;
    for (std::string line; std::getline(file, line);) {
      if (line[0] == '#') continue;
      std::istringstream fields(line);
      int blanks = 0;
      size_t load = 0, published = 0;
      std::string cells;
      fields >> blanks >> load >> cells >> published;
      if (blanks < table_blanks) continue;
      Word word(36, 2);
      word[load] = 1;
      std::istringstream list(cells);
      for (std::string cell; std::getline(list, cell, ',');) word[std::stoul(cell)] = 0;
      const absl::StatusOr<WarehouseAnswer> answer = warehouse.Solve(word, Deliver::kAny, {});
      ASSERT_TRUE(answer.ok()) << answer.status();
      EXPECT_LE(answer->plan.size(), published);
      const absl::StatusOr<WarehouseAnswer> more =
          warehouse.Solve(word, Deliver::kAny, {.boards = 1000});
      EXPECT_LE(more->plan.size(), answer->plan.size());
      steps[blanks].push_back(answer->plan.size());
    }
    ASSERT_EQ(steps.size(), static_cast<size_t>(9 - table_blanks));
    for (const auto& [blanks, each] : steps) {
      SCOPED_TRACE(blanks);
      ASSERT_EQ(each.size(), 20u);
      EXPECT_LE(std::accumulate(each.begin(), each.end(), 0.0) / 20,
                means[static_cast<size_t>(blanks - 2)] + 1e-9);
    }
  }
}

absl::StatusOr<Word> ReadMore(const WordProblem& problem, const char* text) {
  return ReadMoreWord(problem, *ReadWordText(text));
}

TEST(WarehouseTest, WhatATableCannotAnswerIsRefused) {
  const std::unique_ptr<WordSet> set =
      Open(*ProblemOfStorage(4, 3, {}, 2, 1, {0}), WordMetric::kSteps);
  const Warehouse warehouse = *Warehouse::Create(set.get());
  EXPECT_EQ(ReadMore(set->problem(), "_.../..../...1").status().message(),
            "blank; expected 2 at least, found 1");
  EXPECT_EQ(ReadMore(set->problem(), "__../..../....").status().message(),
            "tile 1; expected 1 at least, found 0");
  const Word two = *ReadMore(set->problem(), "__../..../..11");
  EXPECT_EQ(warehouse.Solve(two, Deliver::kStay, {}).status().message(),
            "2 wanted loads that stay; expected 1, as the table has");
  EXPECT_TRUE(warehouse.Solve(two, Deliver::kAny, {}).ok());
  const std::unique_ptr<WordSet> picture = Open(*ProblemOfText("112/233/44_"), WordMetric::kStm);
  EXPECT_FALSE(Warehouse::Create(picture.get()).ok());
}

}  // namespace
}  // namespace tilebase
