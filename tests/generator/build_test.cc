// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Building and publishing: same bytes every time, nothing half-written, nothing finished lost.

#include "generator/build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>

#include "absl/strings/str_cat.h"
#include "generator/encode.h"
#include "generator/plans/stage_tables.h"
#include "tables/hash.h"
#include "tables/plan.h"
#include "tables/store/store.h"
#include "tests/generator/build_directory.h"

namespace tilebase {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class BuildTest : public BuildDirectory {
 protected:
  BuildTest() { options_.creator = "test"; }

  absl::Status Build(const std::string& plan, const std::string& output) {
    return BuildTableSet(*ParsePlan({4, 4}, plan), Path(output), options_).status();
  }

  BuildOptions options_;
};

TEST_F(BuildTest, GivesTheSameBytesForAnyNumberOfThreads) {
  for (Codec codec : {Codec::kZstd, Codec::kRaw}) {
    options_.codec = codec;
    std::string first;
    for (int threads : {1, 2, 3, 7}) {
      options_.threads = threads;
      const std::string output = absl::StrCat("t", threads);
      ASSERT_TRUE(Build("ladder:3", output).ok());
      if (first.empty()) first = Bytes(Path(output));
      EXPECT_EQ(Bytes(Path(output)) == first, true) << threads << " threads";
      fs::remove(Path(output));
    }
  }
  EXPECT_EQ(Files(), "");
}

// The same bytes from every compiler: the builds of g++, clang++ and the sanitizers all compare
// with this hash. The set is raw, because zstd's output depends on its version. The hash may change
// only with the tie rule or the format; the test prints the new one.
TEST_F(BuildTest, GivesTheBytesThatEveryCompilerGives) {
  if (sysconf(_SC_PAGESIZE) != 4096) GTEST_SKIP() << "LMDB's pages are those of the machine";
  options_.codec = Codec::kRaw;
  ASSERT_TRUE(Build("ladder:4", "out").ok());
  const std::string bytes = Bytes(Path("out"));
  EXPECT_EQ(Hash64({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}),
            12047468257158044165u);
}

TEST_F(BuildTest, ValueIterationGivesTheSameTables) {
  ASSERT_TRUE(Build("ladder:2", "retrograde").ok());
  options_.method = Method::kValueIteration;
  ASSERT_TRUE(Build("ladder:2", "value-iteration").ok());
  EXPECT_EQ(Bytes(Path("retrograde")) == Bytes(Path("value-iteration")), true);
}

TEST_F(BuildTest, AnExistingOutputIsNotTouched) {
  std::ofstream(Path("out")) << "precious";
  const absl::Status status = Build("ladder:1", "out");
  EXPECT_EQ(status.code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(std::string(status.message()), HasSubstr("--force"));
  EXPECT_EQ(Bytes(Path("out")), "precious");
  options_.replace = true;
  EXPECT_TRUE(Build("ladder:1", "out").ok());
  EXPECT_EQ(Files(), "out ");
}

TEST_F(BuildTest, WhoIsToldBeforePublishingStillSeesTheOldFile) {
  std::ofstream(Path("out")) << "old";
  options_.replace = true;
  int told = 0;
  options_.before_publishing = [&](const BuildResult& result) {
    ++told;
    EXPECT_EQ(Bytes(Path("out")), "old");
    EXPECT_EQ(result.tables.size(), 27u);
    EXPECT_EQ(result.file_bytes, fs::file_size(Path(Ending(".partial"))));
  };
  ASSERT_TRUE(Build("ladder:1", "out").ok());
  EXPECT_EQ(told, 1);
  options_.before_publishing = [](const BuildResult&) { throw std::bad_alloc(); };
  const std::string published = Bytes(Path("out"));
  EXPECT_EQ(Build("ladder:1", "out").code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(Bytes(Path("out")) == published, true);
  EXPECT_EQ(Files(), "out ");
}

TEST_F(BuildTest, WhatIsUnderTheJournalsNameAndIsNoneStays) {
  ASSERT_TRUE(Build("ladder:1", "out.journal").ok());
  const std::string table = Bytes(Path("out.journal"));
  const auto expect_refused = [&] {
    const absl::Status status = Build("ladder:1", "out");
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(std::string(status.message()), HasSubstr(Path("out.journal") + ": is in the way"));
  };
  expect_refused();
  EXPECT_EQ(Bytes(Path("out.journal")) == table, true);
  fs::rename(Path("out.journal"), Path("table"));
  fs::create_symlink(Path("table"), Path("out.journal"));
  expect_refused();
  EXPECT_EQ(Bytes(Path("table")) == table, true);
  fs::remove(Path("out.journal"));
  fs::create_directory(Path("out.journal"));
  expect_refused();
  fs::remove(Path("out.journal"));
  ASSERT_EQ(mkfifo(Path("out.journal").c_str(), 0600), 0);
  expect_refused();
  EXPECT_EQ(Files(), "out.journal table ");
}

TEST_F(BuildTest, AnOutputThatCannotBeWrittenIsNamed) {
  const absl::Status status = Build("ladder:1", "no/such/directory/out");
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr("no/such/directory/out"));
}

TEST_F(BuildTest, TooLittleMemoryIsSaidBeforeTheStart) {
  options_.memory_limit = 1000000;
  const absl::Status status = Build("ladder:5", "out");
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()), HasSubstr("the limit is 1.0 MB"));
  EXPECT_EQ(Files(), "");
}

TEST_F(BuildTest, AStageTooLargeToCountIsRefusedWithTheCount) {
  const absl::StatusOr<BuildEstimate> estimate =
      EstimateBuild(*ParsePlan({6, 6}, "rest"), options_);
  EXPECT_EQ(estimate.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(estimate.status().message()), HasSubstr("3.72e+41 states"));
}

TEST_F(BuildTest, ACancelledBuildLeavesNothingBehindWhenYoung) {
  std::atomic<bool> cancel{true};
  options_.cancel = &cancel;
  EXPECT_EQ(Build("ladder:3", "out").code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(Files(), "");
}

// Stands for a process that was killed: the journal as it was after some tables.
class ResumeTest : public BuildTest {
 protected:
  ResumeTest() {
    EXPECT_TRUE(Build("ladder:3", "whole").ok());
    // A copy of the journal, taken when the build is about to write the store.
    options_.progress = [this](const BuildProgress& progress) {
      if (progress.phase == BuildProgress::Phase::kWriting)
        fs::copy_file(Path("again.journal"), Path("saved"), fs::copy_options::overwrite_existing);
    };
    options_.table_done = [this](const TableInfo&, double, bool resumed) { resumed_ += resumed; };
    options_.note = [this](const std::string& line) { notes_ += line + "\n"; };
    EXPECT_TRUE(Build("ladder:3", "again").ok());
    journal_ = Bytes(Path("saved"));
    Reset();
  }
  void Reset() {
    fs::remove(Path("again"));
    fs::remove(Path("saved"));
    resumed_ = 0;
    notes_.clear();
  }
  // Puts `journal` in place, builds, and expects exactly the bytes of an undisturbed build.
  void ExpectSameBytes(const std::string& journal) {
    std::ofstream(Path("again.journal"), std::ios::binary) << journal;
    const absl::Status status = Build("ladder:3", "again");
    ASSERT_TRUE(status.ok()) << status;
    EXPECT_EQ(Bytes(Path("again")) == Bytes(Path("whole")), true);
  }

  int resumed_ = 0;
  std::string notes_;
  std::string journal_;
};

TEST_F(ResumeTest, GoesOnFromAJournalCutAnywhere) {
  int most = 0;
  for (size_t length = 0; length <= journal_.size(); length += 1 + journal_.size() / 60) {
    ExpectSameBytes(journal_.substr(0, length));
    most = std::max(most, resumed_);
    Reset();
  }
  ExpectSameBytes(journal_);
  EXPECT_EQ(resumed_, 11);
  EXPECT_THAT(notes_, HasSubstr("11 tables are finished"));
  EXPECT_GT(most, 5);
}

TEST_F(ResumeTest, MakesADamagedPartAgainAndSaysSo) {
  int damaged = 0;
  // Not within the mark: without it, the file is no journal.
  for (size_t at = 4; at < journal_.size(); at += 1 + journal_.size() / 60) {
    std::string journal = journal_;
    journal[at] = static_cast<char>(journal[at] ^ 0x40);
    ExpectSameBytes(journal);
    if (testing::Test::HasFatalFailure()) FAIL() << "byte " << at;
    damaged += notes_.find("is damaged in part; that part is made again") != notes_.npos;
    Reset();
  }
  EXPECT_GT(damaged, 50);
}

TEST_F(ResumeTest, RefusesAJournalOfAnotherPlanAndNamesBoth) {
  std::ofstream(Path("other.journal"), std::ios::binary) << journal_;
  const absl::Status status = Build("ladder:4", "other");
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("plan ladder:3"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("plan ladder:4"));
  EXPECT_EQ(Bytes(Path("other.journal")) == journal_, true);
}

// Here the state of a search is kept after every level; the process "dies" at each level in turn.
TEST_F(BuildTest, GoesOnWithinASearchFromEveryLevel) {
  ASSERT_TRUE(Build("ladder:4", "whole").ok());
  options_.checkpoint_seconds = 0;
  std::atomic<bool> cancel{false};
  options_.cancel = &cancel;
  int last_level = 0, stops = 0;
  std::string level;  // the name of the file that holds it
  options_.progress = [&](const BuildProgress& progress) {
    if (progress.phase != BuildProgress::Phase::kSolving || progress.table != 0) return;
    // Stops one level after each that was reached before, and keeps the files that a killed process
    // leaves.
    if (progress.level <= last_level) return;
    last_level = progress.level;
    cancel = true;
    level = Ending(".level");
    if (level.empty()) return;
    fs::rename(Path(level), Path("kept"));
    fs::copy_file(Path("out.journal"), Path("journal"), fs::copy_options::overwrite_existing);
  };
  while (true) {
    cancel = false;
    if (fs::exists(Path("kept"))) {
      fs::rename(Path("kept"), Path(level));
      fs::rename(Path("journal"), Path("out.journal"));
    }
    const absl::Status status = Build("ladder:4", "out");
    if (status.ok()) break;
    ASSERT_EQ(status.code(), absl::StatusCode::kCancelled) << status;
    ++stops;
  }
  EXPECT_GT(stops, 20);
  EXPECT_EQ(Bytes(Path("out")) == Bytes(Path("whole")), true);
  fs::remove(Path("kept"));
  fs::remove(Path("journal"));
  EXPECT_EQ(Files(), "out whole ");
}

// Stops in the middle, too.
TEST_F(BuildTest, StatesOnDiskMakeTheSameBytesAndLeaveNothing) {
  const absl::StatusOr<Plan> plan = ParsePlan({5, 4}, "1-5/6-10/rest");
  ASSERT_TRUE(BuildTableSet(*plan, Path("whole"), options_).ok());
  const absl::StatusOr<BuildEstimate> in_memory = EstimateBuild(*plan, options_);
  ASSERT_TRUE(in_memory.ok());
  EXPECT_EQ(in_memory->states_bytes, 0u);
  options_.memory_limit = in_memory->least_memory;
  const absl::StatusOr<BuildEstimate> on_disk = EstimateBuild(*plan, options_);
  ASSERT_TRUE(on_disk.ok());
  EXPECT_LT(on_disk->peak_memory, in_memory->peak_memory);
  EXPECT_LE(on_disk->peak_memory, options_.memory_limit);
  EXPECT_GT(on_disk->states_bytes, 0u);

  options_.checkpoint_seconds = 0;
  std::atomic<bool> cancel{false};
  options_.cancel = &cancel;
  options_.progress = [&](const BuildProgress& progress) { cancel = progress.level >= 20; };
  EXPECT_EQ(BuildTableSet(*plan, Path("out"), options_).status().code(),
            absl::StatusCode::kCancelled);
  EXPECT_EQ(Files(), "whole ");  // after so short a build nothing is kept
  options_.progress = nullptr;
  cancel = false;
  const absl::StatusOr<BuildResult> result = BuildTableSet(*plan, Path("out"), options_);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_GT(result->states_written_bytes, 0u);
  EXPECT_GT(result->states_read_bytes, 0u);
  EXPECT_EQ(Bytes(Path("out")) == Bytes(Path("whole")), true);
  EXPECT_EQ(Files(), "out whole ");
  --options_.memory_limit;
  EXPECT_EQ(BuildTableSet(*plan, Path("less"), options_).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST_F(BuildTest, ADamagedCheckpointIsNotUsed) {
  ASSERT_TRUE(Build("ladder:4", "whole").ok());
  options_.checkpoint_seconds = 0;
  std::string saved, level;
  options_.progress = [&](const BuildProgress& progress) {
    if (progress.table != 0 || progress.level != 20) return;
    level = Ending(".level");
    saved = Bytes(Path(level));
    fs::copy_file(Path("a.journal"), Path("journal"), fs::copy_options::overwrite_existing);
  };
  ASSERT_TRUE(Build("ladder:4", "a").ok());
  ASSERT_GT(saved.size(), 1000u);
  options_.progress = nullptr;
  for (size_t at = 0; at < saved.size(); at += 1 + saved.size() / 20) {
    std::string damaged = saved;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    fs::copy_file(Path("journal"), Path("b.journal"));
    std::ofstream(Path("b" + level.substr(1)), std::ios::binary) << damaged;
    ASSERT_TRUE(Build("ladder:4", "b").ok());
    EXPECT_EQ(Bytes(Path("b")) == Bytes(Path("whole")), true) << "byte " << at;
    fs::remove(Path("b"));
  }
}

// Plans whose tables take at least too much are dropped before they are made.
TEST(LeastStoredBytesTest, IsNoMoreThanTablesTake) {
  struct Stage {
    const char* goal;
    const char* fixed;
    Metric metric;
  };
  for (const Stage& stage :
       {Stage{"1-3", "", Metric::kMoves}, Stage{"4,5,10", "1-3", Metric::kMoves},
        Stage{"1,2,6,7", "", Metric::kPattern}, Stage{"20,22-24", "", Metric::kPattern}}) {
    const Geometry geometry{5, 5};
    const Subproblem subproblem{geometry, *ParseTiles(geometry, stage.goal),
                                *ParseTiles(geometry, stage.fixed)};
    const auto made = MakeStageTables(subproblem, stage.metric, {});
    ASSERT_TRUE(made.ok()) << made.status();
    for (const StageTable& table : made->tables)
      EXPECT_LE(LeastStoredBytes(stage.metric, table.info.entries), table.info.stored_bytes)
          << ToString(subproblem);
  }
}

// The two tables of 6-6-6-6 on 5x5 have 255,024,000 entries in 2.3 MB.
TEST(LeastStoredBytesTest, LeavesRoomForLargePatterns) {
  EXPECT_LE(LeastStoredBytes(Metric::kPattern, 255'024'000), 2'300'000u);
}

}  // namespace
}  // namespace tilebase
