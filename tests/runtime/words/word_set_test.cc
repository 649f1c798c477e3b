// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/words/word_set.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "generator/words/word_build.h"
#include "gtest/gtest.h"
#include "runtime/verify/word_verify.h"
#include "tables/table_source.h"
#include "tests/effort.h"

namespace tilebase {
namespace {

constexpr WordMetric kMetrics[] = {WordMetric::kStm, WordMetric::kMtm, WordMetric::kSteps,
                                   WordMetric::kLineSteps};

class WordSetTest : public testing::Test {
 protected:
  // Builds the problem's file, under a name of this test.
  std::string Build(const WordProblem& problem, Codec codec = Codec::kZstd, int threads = 1) {
    const std::string path = testing::TempDir() + "words_" + std::to_string(getpid());
    WordBuildOptions options;
    options.codec = codec;
    options.threads = threads;
    options.replace = true;
    options.creator = "test";
    const absl::StatusOr<WordBuildResult> built = BuildWordTable(problem, path, options);
    EXPECT_TRUE(built.ok()) << built.status();
    paths_.push_back(path);
    return path;
  }
  std::unique_ptr<WordSet> Open(const WordProblem& problem) {
    absl::StatusOr<std::unique_ptr<WordSet>> set = WordSet::Open(Build(problem), 1);
    EXPECT_TRUE(set.ok()) << set.status();
    return *std::move(set);
  }
  static std::string BytesOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static absl::Span<const uint8_t> AsSpan(const std::string& bytes) {
    return {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()};
  }
  ~WordSetTest() override {
    for (const std::string& path : paths_) std::remove(path.c_str());
  }

  std::vector<std::string> paths_;
};

std::vector<uint8_t> Planes(const WordFile& file) {
  std::vector<uint8_t> planes(file.table().states * static_cast<uint64_t>(file.table().planes()));
  EXPECT_TRUE(file.Read(1, planes.data()).ok());
  return planes;
}

std::vector<WordProblem> Problems() {
  std::vector<WordProblem> problems = {*ProblemOfText("123/456/78_"), *ProblemOfText("112/3#4/_5_"),
                                       *ProblemOfWalls(3, 3, {4}), *ProblemOfWalls(4, 2, {1, 5}),
                                       *ProblemOfGoals(R"(12?/???/??_
21?/???/??? 4
)")};
  for (const WordMetric metric : kMetrics) {
    problems.push_back(*ProblemOfStorage(4, 4, {5}, 2, 1, {0, 3}));
    problems.back().metric = metric;
    problems.push_back(*ProblemOfStorage(4, 3, {}, 2, 2, {0, 3}));
    problems.back().metric = metric;
    problems.push_back(*ProblemOfText("11_/2#2/34_"));
    problems.back().metric = metric;
  }
  return problems;
}

TEST_F(WordSetTest, EverySolutionIsAsLongAsItsValueAndEndsAtAGoal) {
  for (const WordProblem& problem : Problems()) {
    SCOPED_TRACE(ToString(problem));
    const std::unique_ptr<WordSet> set = Open(problem);
    const WordRanking& ranking = set->file().ranking();
    uint64_t solved = 0;
    for (uint64_t state = 0; state < ranking.size(); state += Cases(1, 5, 11)) {
      const Word word = set->WordAt(state);
      EXPECT_EQ(ranking.Rank(word.data()), state);
      const absl::StatusOr<WordAnswer> answer = set->Solve(word);
      if (!answer.ok()) {
        EXPECT_TRUE(absl::StrContains(answer.status().message(), "cannot be solved"))
            << answer.status();
        continue;
      }
      ++solved;
      Word at = word;
      for (const WordMove& move : answer->moves) {
        EXPECT_GT(move.runs, 0);
        set->moves().Play(move, at.data());
      }
      bool is_goal = false;
      for (const WordGoal& goal : problem.goals)
        is_goal |= goal.cost + answer->cost() == answer->value &&
                   std::equal(at.begin(), at.end(), goal.cell.begin(),
                              [](uint8_t a, uint8_t b) { return a == b || b == WordGoal::kAny; });
      ASSERT_TRUE(is_goal) << ToText(problem, word);
    }
    EXPECT_GT(solved, 0u);
  }
}

TEST_F(WordSetTest, VerifyAgreesWithEveryTable) {
  for (const WordProblem& problem : Problems()) {
    SCOPED_TRACE(ToString(problem));
    const auto file = WordFile::Open(Build(problem));
    ASSERT_TRUE(file.ok()) << file.status();
    const absl::Status status =
        VerifyWordTable((*file)->table(), Planes(**file).data(), {.threads = 2, .progress = {}});
    EXPECT_TRUE(status.ok()) << status;
  }
}

TEST_F(WordSetTest, VerifyFindsEveryWrongByte) {
  for (const WordMetric metric : kMetrics) {
    WordProblem problem = *ProblemOfStorage(3, 3, {}, 2, 1, {0});
    problem.metric = metric;
    const auto file = WordFile::Open(Build(problem));
    ASSERT_TRUE(file.ok());
    const WordTable& table = (*file)->table();
    std::vector<uint8_t> planes = Planes(**file);
    for (size_t i = 0; i < planes.size(); i += i < table.states ? 1 : 5) {
      // The move at a goal has no meaning.
      if (i >= table.states && planes[i % table.states] == 0) continue;
      planes[i] ^= 1;
      EXPECT_FALSE(VerifyWordTable(table, planes.data(), {}).ok()) << i;
      planes[i] ^= 1;
    }
  }
}

TEST_F(WordSetTest, EqualProblemsGiveEqualBytesWithAnyThreads) {
  WordProblem problem = *ProblemOfStorage(5, 5, {7}, 3, 1, {0, 24});
  problem.metric = WordMetric::kLineSteps;
  EXPECT_EQ(BytesOf(Build(problem)), BytesOf(Build(problem, Codec::kZstd, 3)));
}

TEST_F(WordSetTest, AFileSaysWhatWasBuilt) {
  for (const Codec codec : {Codec::kZstd, Codec::kRaw})
    for (const WordProblem& problem : Problems()) {
      const auto file = WordFile::Open(Build(problem, codec));
      ASSERT_TRUE(file.ok()) << file.status();
      EXPECT_EQ((*file)->table().problem, problem);
      EXPECT_EQ((*file)->table().codec, codec);
      EXPECT_EQ((*file)->table().creator, "test");
    }
}

TEST_F(WordSetTest, EveryChangedByteAndEveryLengthIsRefused) {
  WordProblem problem = *ProblemOfStorage(3, 3, {8}, 2, 1, {0});
  problem.metric = WordMetric::kSteps;
  const std::string bytes = BytesOf(Build(problem));
  std::vector<uint8_t> planes;
  const auto opens = [&](const std::string& changed) {
    const auto file = WordFile::FromBytes(AsSpan(changed), "changed");
    if (!file.ok()) {
      EXPECT_TRUE(absl::StartsWith(file.status().message(), "changed: ")) << file.status();
      return false;
    }
    planes.resize((*file)->table().states * static_cast<uint64_t>((*file)->table().planes()));
    return (*file)->Read(1, planes.data()).ok();
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

TEST_F(WordSetTest, WhatReadsTableSetsSaysWhatTheFileIs) {
  const auto source = OpenSource(Build(*ProblemOfText("11/2_")));
  EXPECT_TRUE(absl::StrContains(source.status().message(), "boards that are no permutations"))
      << source.status();
}

TEST_F(WordSetTest, RefusesABuildThatDoesNotFit) {
  WordBuildOptions options;
  options.memory_limit = uint64_t{100} << 20;
  const auto built = BuildWordTable(*ProblemOfText("1122/3322/3344/344_"), "/nowhere/x", options);
  EXPECT_FALSE(built.ok());
  const auto small = BuildWordTable(*ProblemOfText("1122/3322/3344/344_"),
                                    testing::TempDir() + "not_made", options);
  EXPECT_EQ(small.status().code(), absl::StatusCode::kResourceExhausted) << small.status();
  EXPECT_FALSE(std::filesystem::exists(testing::TempDir() + "not_made"));
}

}  // namespace
}  // namespace tilebase
