// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Readers that open, solve and close are not disturbed while the file is replaced under its name,
// again and again. Every answer comes from one of the files, every set answers as one file, and
// descriptors and mappings end as they began.

#include <gtest/gtest.h>
#include <stdio.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "runtime/tilebase.h"
#include "tables/image/image.h"
#include "tables/random_board.h"
#include "tables/system/file_io.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

constexpr int kReaders = 16;
constexpr int kPublications = 1000;
constexpr size_t kCells = 9;
constexpr size_t kBoards = 8;

using Answers = std::vector<std::string>;

size_t Descriptors() {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    (void)entry;
    ++count;
  }
  return count;
}

size_t MappingsOf(const std::string& name) {
  size_t count = 0;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) count += line.find(name) != line.npos;
  return count;
}

std::vector<uint8_t> Boards() {
  Random random(5);
  std::vector<uint8_t> boards;
  for (size_t i = 0; i < kBoards; ++i) {
    const Board board = RandomSolvableBoard({3, 3}, random);
    boards.insert(boards.end(), board.tile, board.tile + kCells);
  }
  return boards;
}

// Returns nothing if something failed.
Answers Solve(const std::string& path, unsigned flags, const std::vector<uint8_t>& boards,
              std::string* why) {
  tilebase_set* set = nullptr;
  char message[300] = "";
  Answers answers;
  int code = tilebase_open(path.c_str(), flags, &set, message, sizeof message);
  for (size_t i = 0; code == TILEBASE_OK && i < kBoards; ++i) {
    char letters[256];
    code = tilebase_solve(set, &boards[i * kCells], kCells, letters, sizeof letters, nullptr);
    answers.push_back(letters);
  }
  tilebase_close(set);
  if (code == TILEBASE_OK) return answers;
  *why = std::string(tilebase_error_text(code)) + ": " + message;
  return {};
}

// Three files that differ in their answers or in their kind: a compressed store, a raw one of
// another plan, and an image of a third.
TEST(PublicationTest, ReadersSeeOneFileOrTheOther) {
  const BuiltFile stores[] = {{"3x3", "ladder:1", Codec::kZstd},
                              {"3x3", "ladder:2", Codec::kRaw},
                              {"3x3", "ladder:4", Codec::kZstd}};
  std::vector<std::string> files;
  for (const BuiltFile& store : stores) files.push_back(store.path);
  const std::string image = (stores[2].directory / "image").string();
  {
    auto source = StoreReader::Open(files[2]);
    ASSERT_TRUE(source.ok());
    std::ofstream out(image, std::ios::binary);
    ASSERT_TRUE(WriteImage(**source, {}, [&](absl::Span<const uint8_t> bytes) {
                  out.write(reinterpret_cast<const char*>(bytes.data()),
                            static_cast<std::streamsize>(bytes.size()));
                  return absl::OkStatus();
                }).ok());
  }
  files[2] = image;
  const std::vector<uint8_t> boards = Boards();
  std::vector<Answers> expected;
  std::string why;
  for (const std::string& file : files) {
    expected.push_back(Solve(file, 0, boards, &why));
    ASSERT_FALSE(expected.back().empty()) << why;
  }
  ASSERT_NE(expected[0], expected[1]);
  ASSERT_NE(expected[1], expected[2]);

  const std::string path = (stores[0].directory / "published").string();
  const std::string partial = path + ".partial";
  std::filesystem::copy_file(files[0], path);
  const size_t descriptors = Descriptors();
  ASSERT_EQ(MappingsOf("published"), 0u);

  std::atomic<bool> stop{false};
  std::atomic<long> opened{0}, mixed{0}, errors{0};
  std::atomic<long> seen[3] = {};
  std::vector<std::string> reasons(kReaders);
  std::vector<std::thread> readers;
  for (int i = 0; i < kReaders; ++i)
    readers.emplace_back([&, i] {
      const unsigned flags = i % 3 == 0 ? 0u : i % 3 == 1 ? TILEBASE_LAZY : TILEBASE_CHECK_CONTENT;
      while (!stop) {
        const Answers answers = Solve(path, flags, boards, &reasons[static_cast<size_t>(i)]);
        ++opened;
        if (answers.empty()) {
          ++errors;
          continue;
        }
        bool known = false;
        for (size_t file = 0; file < 3; ++file)
          if (answers == expected[file]) {
            ++seen[file];
            known = true;
          }
        mixed += !known;
        std::this_thread::sleep_for(std::chrono::microseconds(500));
      }
    });
  int published = 0;
  for (int i = 1; i <= kPublications; ++i) {
    std::filesystem::copy_file(files[static_cast<size_t>(i) % 3], partial);
    // As a build publishes, without waiting for the disk.
    published += rename(partial.c_str(), path.c_str()) == 0;
    // A reader or two between publications, on machines of any speed.
    for (const long before = opened; opened < before + 2 && errors == 0;)
      std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  stop = true;
  for (std::thread& reader : readers) reader.join();

  printf(
      "%d/%d publications under %d readers: %ld sets opened (%ld, %ld, %ld of the three files), "
      "%ld errors, %ld mixed answers; descriptors %zu before, %zu after, %zu mappings left\n",
      published, kPublications, kReaders, opened.load(), seen[0].load(), seen[1].load(),
      seen[2].load(), errors.load(), mixed.load(), descriptors, Descriptors(),
      MappingsOf("published"));
  EXPECT_EQ(published, kPublications);
  EXPECT_EQ(errors, 0);
  for (const std::string& reason : reasons) EXPECT_EQ(reason, "");
  EXPECT_EQ(mixed, 0);
  for (const auto& count : seen) EXPECT_GT(count, 0);
  EXPECT_EQ(Descriptors(), descriptors);
  EXPECT_EQ(MappingsOf("published"), 0u);
}

}  // namespace
}  // namespace tilebase
