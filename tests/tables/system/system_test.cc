// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <new>
#include <set>

#include "tables/records.h"
#include "tables/system/file_io.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

namespace fs = std::filesystem;
using absl::StatusCode;
using testing::ElementsAre;

constexpr char kMark[] = "MARK";

class OutputFileTest : public testing::Test {
 protected:
  OutputFileTest() {
    std::string name = (fs::temp_directory_path() / "tilebase_output_XXXXXX").string();
    directory_ = mkdtemp(name.data());
  }
  ~OutputFileTest() override { fs::remove_all(directory_); }

  std::string Path(const std::string& name) const { return (directory_ / name).string(); }
  void Put(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name), std::ios::binary) << text;
  }
  std::string Text(const std::string& name) const {
    std::ifstream file(Path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  absl::Status Write(const std::string& name, bool replace) const {
    return WriteOutput(Path(name), AsBytes(std::string("new")), replace);
  }
  std::set<std::string> Files() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(directory_))
      names.insert(entry.path().filename().string());
    return names;
  }

  fs::path directory_;
};

TEST_F(OutputFileTest, HasItsNameWhenItIsFinished) {
  {
    OutputFile file(Path("a"), false);
    ASSERT_TRUE(file.Open().ok());
    ASSERT_TRUE(file.Append(AsBytes(std::string("new"))).ok());
    EXPECT_FALSE(fs::exists(Path("a")));
    EXPECT_EQ(file.bytes(), 3u);
    ASSERT_TRUE(file.Finish().ok());
  }
  EXPECT_EQ(Text("a"), "new");
  EXPECT_THAT(Files(), ElementsAre("a"));
}

TEST_F(OutputFileTest, GoesAwayWhereItIsNotFinished) {
  {
    OutputFile file(Path("a"), false);
    ASSERT_TRUE(file.Open().ok());
    EXPECT_EQ(Files().size(), 1u);
  }
  EXPECT_THAT(Files(), ElementsAre());
}

TEST_F(OutputFileTest, ReplacesAFileOnlyWhereToldTo) {
  Put("a", "old");
  EXPECT_EQ(Write("a", false).code(), StatusCode::kAlreadyExists);
  EXPECT_EQ(Text("a"), "old");
  EXPECT_TRUE(Write("a", true).ok());
  EXPECT_EQ(Text("a"), "new");
}

TEST_F(OutputFileTest, AFileThatAppearsMeanwhileStays) {
  OutputFile file(Path("a"), false);
  ASSERT_TRUE(file.Open().ok());
  Put("a", "old");
  EXPECT_EQ(file.Finish().code(), StatusCode::kAlreadyExists);
  EXPECT_EQ(Text("a"), "old");
}

TEST_F(OutputFileTest, ReplacesNothingButFiles) {
  fs::create_directory(Path("directory"));
  ASSERT_EQ(mkfifo(Path("fifo").c_str(), 0600), 0);
  fs::create_symlink("fifo", Path("link"));
  fs::create_symlink("missing", Path("dangling"));
  for (const char* name : {"directory", "fifo", "link", "dangling"})
    EXPECT_EQ(Write(name, true).code(), StatusCode::kAlreadyExists) << name;
  EXPECT_THAT(Files(), ElementsAre("dangling", "directory", "fifo", "link"));
  EXPECT_TRUE(fs::is_fifo(Path("fifo")));
}

TEST_F(OutputFileTest, ReplacesALinkAndNotWhatItLeadsTo) {
  Put("target", "old");
  fs::create_symlink("target", Path("a"));
  EXPECT_TRUE(Write("a", true).ok());
  EXPECT_EQ(Text("target"), "old");
  EXPECT_FALSE(fs::is_symlink(Path("a")));
}

TEST_F(OutputFileTest, MakesNoFolder) {
  EXPECT_EQ(CheckOutput(Path("missing/a"), false).code(), StatusCode::kNotFound);
  EXPECT_EQ(Write("missing/a", false).code(), StatusCode::kNotFound);
  EXPECT_THAT(Files(), ElementsAre());
}

TEST_F(OutputFileTest, AWorkFileIsCreatedAndFoundAgain) {
  EXPECT_TRUE(OpenWorkFile(Path("a"), kMark).ok());
  for (const char* text : {"", "M", "MARK", "MARK and more"}) {
    Put("a", text);
    EXPECT_TRUE(OpenWorkFile(Path("a"), kMark).ok()) << text;
    EXPECT_EQ(Text("a"), text);
  }
}

TEST_F(OutputFileTest, RemovesTheWorkFileThatIsOpenAndNoOther) {
  absl::StatusOr<FileDescriptor> file = OpenWorkFile(Path("a"), kMark);
  ASSERT_TRUE(file.ok());
  fs::rename(Path("a"), Path("b"));
  RemoveWorkFile(Path("a"), file->get());
  Put("a", kMark);
  RemoveWorkFile(Path("a"), file->get());
  EXPECT_THAT(Files(), ElementsAre("a", "b"));
  RemoveWorkFile(Path("b"), file->get());
  EXPECT_THAT(Files(), ElementsAre("a"));
}

TEST_F(OutputFileTest, WhatIsNoWorkFileIsRefusedAndStays) {
  Put("other", "MARX");
  Put("work", "MARK");
  fs::create_symlink("work", Path("link"));
  fs::create_symlink("missing", Path("dangling"));
  fs::create_directory(Path("directory"));
  ASSERT_EQ(mkfifo(Path("fifo").c_str(), 0600), 0);
  const std::set<std::string> files = Files();
  for (const char* name : {"other", "link", "dangling", "directory", "fifo"}) {
    EXPECT_EQ(OpenWorkFile(Path(name), kMark).status().code(), StatusCode::kFailedPrecondition)
        << name;
  }
  EXPECT_EQ(Files(), files);
}

class KeptFileTest : public OutputFileTest {
 protected:
  absl::Status Save(KeptFile* file, const std::string& text) {
    return file->Replace(kMark, AsBytes(text));
  }
};

TEST_F(KeptFileTest, IsOneProcesssFromItsBeginningToItsEnd) {
  {
    const auto file = KeptFile::Open(Path("a"));
    ASSERT_TRUE(file.ok()) << file.status();
    EXPECT_EQ(*(*file)->Read(), "");
    EXPECT_EQ(KeptFile::Open(Path("a")).status().code(), StatusCode::kUnavailable);
    for (const char* const text : {"MARK one", "MARK and two"}) {
      ASSERT_TRUE(Save(file->get(), text).ok());
      EXPECT_EQ(*(*file)->Read(), text);
      EXPECT_EQ(KeptFile::Open(Path("a")).status().code(), StatusCode::kUnavailable);
    }
    EXPECT_THAT(Files(), ElementsAre("a"));
  }
  const auto again = KeptFile::Open(Path("a"));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(*(*again)->Read(), "MARK and two");
  (*again)->Remove();
  EXPECT_THAT(Files(), ElementsAre());
  // The file in its place belongs to somebody else.
  const auto other = KeptFile::Open(Path("a"));
  ASSERT_TRUE(other.ok());
  (*again)->Remove();
  EXPECT_THAT(Files(), ElementsAre("a"));
}

TEST_F(KeptFileTest, StaysAsItWasWhereItCannotBeReplaced) {
  const auto file = KeptFile::Open(Path("a"));
  ASSERT_TRUE(Save(file->get(), "MARK one").ok());
  Put("a.partial", "somebody's");
  EXPECT_EQ(Save(file->get(), "MARK two").code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(Text("a"), "MARK one");
  EXPECT_EQ(Text("a.partial"), "somebody's");
  // The leftover of a killed save is ours.
  Put("a.partial", "MARK half of a longer one");
  EXPECT_TRUE(Save(file->get(), "MARK two").ok());
  EXPECT_EQ(Text("a"), "MARK two");
  EXPECT_THAT(Files(), ElementsAre("a"));
}

TEST(ParallelForTest, RunsTheWorkOfEachThreadOnce) {
  for (const size_t threads : {0, 1, 2, 7}) {
    std::mutex mutex;
    std::multiset<size_t> ran;
    ParallelFor(threads, [&](size_t thread) {
      const std::lock_guard<std::mutex> lock(mutex);
      ran.insert(thread);
    });
    // If the system gives fewer threads, they are the first ones.
    ASSERT_GE(ran.size(), 1u);
    ASSERT_LE(ran.size(), std::max<size_t>(threads, 1));
    size_t next = 0;
    for (const size_t thread : ran) EXPECT_EQ(thread, next++);
  }
}

TEST(ParallelForTest, ThrowsOnWhatAThreadThrewWhenAllHaveEnded) {
  for (const size_t thrower : {0, 1}) {
    std::atomic<int> ended = 0;
    const auto work = [&](size_t thread) {
      if (thread == thrower) throw std::bad_alloc();
      ++ended;
    };
    EXPECT_THROW(ParallelFor(2, work), std::bad_alloc);
    EXPECT_EQ(ended, 1);
  }
}

}  // namespace
}  // namespace tilebase
