// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Builds of boards that are no permutations: stopped anywhere, they go on to the same bytes.

#include "generator/words/word_build.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "tables/words/word_problem.h"
#include "tests/generator/build_directory.h"

namespace tilebase {
namespace {

namespace fs = std::filesystem;

WordProblem Storage(int width, int height, int blanks, WordMetric metric) {
  WordProblem problem = *ProblemOfStorage(width, height, {}, blanks, 1, {0});
  problem.metric = metric;
  return problem;
}

WordProblem Picture(const char* text, WordMetric metric) {
  WordProblem problem = *ProblemOfText(text);
  problem.metric = metric;
  return problem;
}

// A board in several stages, if a stage has at most kFewStates states.
WordProblem Walls() { return *ProblemOfWalls(4, 4, {3}); }
constexpr uint64_t kFewStates = 4000;

class WordBuildTest : public BuildDirectory {
 protected:
  WordBuildTest() {
    options_.creator = "test";
    options_.threads = 2;
    options_.note = [this](const std::string& line) { notes_ += line + "\n"; };
  }

  absl::Status Build(const WordProblem& problem, const std::string& output) {
    return BuildWordTable(problem, Path(output), options_).status();
  }
  void Write(const std::string& name, const std::string& bytes) const {
    std::ofstream(Path(name), std::ios::binary) << bytes;
  }

  // Builds "out". Every build "dies" after this many levels, and leaves the files that a killed
  // process leaves, so each goes on from the one before. Returns how many died.
  int BuildWithStops(const WordProblem& problem, int levels) {
    options_.checkpoint_seconds = 0;
    std::atomic<bool> cancel{false};
    options_.cancel = &cancel;
    std::string level;
    int left = levels;
    options_.progress = [&](const char* phase, int, uint64_t, uint64_t) {
      if (std::string(phase) != "solving" || --left != 0) return;
      cancel = true;
      level = Ending(".level");
      ASSERT_NE(level, "");
      fs::copy_file(Path(level), Path("kept"), fs::copy_options::overwrite_existing);
      fs::copy_file(Path("out.journal"), Path("journal"), fs::copy_options::overwrite_existing);
    };
    int stops = 0;
    absl::Status status;
    while (absl::IsCancelled(status = Build(problem, "out")) && stops < 2000) {
      ++stops;
      left = levels;
      cancel = false;
      fs::rename(Path("kept"), Path(level));
      fs::rename(Path("journal"), Path("out.journal"));
    }
    EXPECT_TRUE(status.ok()) << status;
    options_.progress = nullptr;
    options_.cancel = nullptr;
    return stops;
  }

  WordBuildOptions options_;
  std::string notes_;
};

TEST_F(WordBuildTest, GoesOnFromEveryLevelToTheSameBytes) {
  const struct {
    WordProblem problem;
    int levels;
    int least_stops;
  } kBuilds[] = {
      {Storage(4, 4, 2, WordMetric::kStm), 1, 18},
      {Storage(4, 4, 2, WordMetric::kSteps), 1, 10},
      {Picture("112/233/44_", WordMetric::kStm), 2, 13},
      {Picture("112/3#4/_5_", WordMetric::kLineSteps), 1, 10},  // with a pass for the moves
      // Values of two bytes begin after level 254, where the fifth build stops.
      {Storage(90, 2, 1, WordMetric::kStm), 51, 5},
  };
  for (const auto& build : kBuilds) {
    SCOPED_TRACE(ToString(build.problem));
    ASSERT_TRUE(Build(build.problem, "whole").ok());
    EXPECT_GE(BuildWithStops(build.problem, build.levels), build.least_stops);
    EXPECT_TRUE(absl::StrContains(notes_, "0 tables are finished, one is begun")) << notes_;
    EXPECT_EQ(Bytes(Path("out")) == Bytes(Path("whole")), true);
    EXPECT_EQ(Files(), "out whole ");
    fs::remove(Path("whole"));
    fs::remove(Path("out"));
    notes_.clear();
  }
}

TEST_F(WordBuildTest, GoesOnFromEveryStageToTheSameBytes) {
  options_.stage_states = kFewStates;
  ASSERT_TRUE(Build(Walls(), "whole").ok());
  EXPECT_GT(BuildWithStops(Walls(), 3), 10);
  EXPECT_TRUE(absl::StrContains(notes_, "1 table is finished, one is begun")) << notes_;
  EXPECT_TRUE(absl::StrContains(notes_, "2 tables are finished, one is begun")) << notes_;
  EXPECT_EQ(Bytes(Path("out")) == Bytes(Path("whole")), true);
  EXPECT_EQ(Files(), "out whole ");
}

TEST_F(WordBuildTest, ADamagedJournalGivesTheSameBytes) {
  options_.stage_states = kFewStates;
  size_t tables = 0;
  std::string journal;
  int resumed = 0;
  options_.table_done = [&](const WordTable&, double, bool is_resumed) {
    ++tables;
    resumed += is_resumed;
    journal = Bytes(Path("whole.journal"));
  };
  ASSERT_TRUE(Build(Walls(), "whole").ok());
  ASSERT_GT(tables, 2u);
  const std::string whole = journal;
  options_.table_done = [&](const WordTable&, double, bool is_resumed) { resumed += is_resumed; };
  const auto expect_same = [&](const std::string& damaged, size_t at) {
    resumed = 0;
    notes_.clear();
    Write("out.journal", damaged);
    ASSERT_TRUE(Build(Walls(), "out").ok()) << at;
    EXPECT_EQ(Bytes(Path("out")) == Bytes(Path("whole")), true) << at;
    EXPECT_EQ(Files(), "out whole ");
    fs::remove(Path("out"));
  };
  expect_same(whole, whole.size());
  EXPECT_EQ(static_cast<size_t>(resumed), tables);
  for (size_t at = 4; at < whole.size(); at += 1 + whole.size() / 25) {
    expect_same(whole.substr(0, at), at);
    EXPECT_LT(static_cast<size_t>(resumed), tables);
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x40);
    expect_same(damaged, at);
    EXPECT_LE(static_cast<size_t>(resumed), tables);
  }
}

TEST_F(WordBuildTest, ADamagedCheckpointIsNotUsed) {
  const WordProblem problem = Storage(4, 4, 2, WordMetric::kSteps);
  ASSERT_TRUE(Build(problem, "whole").ok());
  options_.checkpoint_seconds = 0;
  std::string saved, level, journal;
  int first = -1;
  options_.progress = [&](const char*, int at, uint64_t, uint64_t) {
    if (first < 0) first = at;
    if (at != 5) return;
    level = Ending(".level");
    saved = Bytes(Path(level));
    journal = Bytes(Path("a.journal"));
  };
  ASSERT_TRUE(Build(problem, "a").ok());
  ASSERT_GT(saved.size(), 1000u);
  for (size_t at = 0; at <= saved.size(); at += 1 + saved.size() / 20) {
    std::string damaged = saved;
    if (at > 0) damaged[at] = static_cast<char>(damaged[at] ^ 1);
    fs::remove(Path("a"));
    Write("a.journal", journal);
    Write(level, damaged);
    first = -1;
    ASSERT_TRUE(Build(problem, "a").ok());
    EXPECT_EQ(first, at == 0 ? 6 : 0);
    EXPECT_EQ(Bytes(Path("a")) == Bytes(Path("whole")), true) << "byte " << at;
  }
}

// Two problems that differ in nothing but the goal's cell.
TEST_F(WordBuildTest, RefusesAJournalOfAnotherProblemAndNamesBoth) {
  const WordProblem problem = Storage(4, 4, 2, WordMetric::kStm);
  WordProblem other = *ProblemOfStorage(4, 4, {}, 2, 1, {5});
  std::string journal;
  options_.table_done = [&](const WordTable&, double, bool) {
    journal = Bytes(Path("out.journal"));
  };
  ASSERT_TRUE(Build(problem, "out").ok());
  Write("other.journal", journal);
  const absl::Status status = Build(other, "other");
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(absl::StrContains(status.message(), "begun as 'test, 4x4 board, 2 blanks, tiles 1"))
      << status;
  EXPECT_EQ(Bytes(Path("other.journal")) == journal, true);
  Write("diary.journal", "my diary");
  EXPECT_EQ(Build(problem, "diary").code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(Files(), "diary.journal other.journal out ");
}

// A build killed while it writes the file leaves part of it.
TEST_F(WordBuildTest, RemovesThePartialFileOfAKilledBuild) {
  const WordProblem problem = Storage(4, 4, 2, WordMetric::kStm);
  std::string journal, token;
  options_.checkpoint_seconds = 0;
  options_.progress = [&](const char*, int, uint64_t, uint64_t) {
    token = Ending(".level").substr(4, 8);
  };
  options_.table_done = [&](const WordTable&, double, bool) {
    journal = Bytes(Path("out.journal"));
  };
  ASSERT_TRUE(Build(problem, "out").ok());
  const std::string whole = Bytes(Path("out"));
  fs::remove(Path("out"));
  Write("out.journal", journal);
  Write("out." + token + ".partial", whole.substr(0, whole.size() / 2));
  ASSERT_TRUE(Build(problem, "out").ok());
  EXPECT_EQ(Bytes(Path("out")) == whole, true);
  EXPECT_EQ(Files(), "out ");
}

TEST_F(WordBuildTest, AStoppedBuildLeavesNothingWhenYoungAndKeepsWhatItWentOnFrom) {
  const WordProblem problem = Storage(4, 4, 2, WordMetric::kStm);
  std::atomic<bool> cancel{true};
  options_.cancel = &cancel;
  EXPECT_TRUE(absl::IsCancelled(Build(problem, "out")));
  EXPECT_EQ(Files(), "");
  cancel = false;
  options_.checkpoint_seconds = 0;
  std::string level, saved, journal;
  options_.progress = [&](const char*, int at, uint64_t, uint64_t) {
    if (at != 5) return;
    level = Ending(".level");
    saved = Bytes(Path(level));
    journal = Bytes(Path("out.journal"));
    cancel = true;
  };
  EXPECT_TRUE(absl::IsCancelled(Build(problem, "out")));
  EXPECT_EQ(Files(), "");
  Write("out.journal", journal);
  Write(level, saved);
  const absl::Status status = Build(problem, "out");  // still cancelled
  EXPECT_TRUE(absl::StrContains(status.message(), "the same command goes on from it")) << status;
  EXPECT_EQ(Ending(".level"), level);
  EXPECT_EQ(Ending(".journal"), "out.journal");
}

}  // namespace
}  // namespace tilebase
