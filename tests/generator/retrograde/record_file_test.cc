// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/record_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "tables/random_board.h"

namespace tilebase::retrograde {
namespace {

constexpr uint32_t kRuns = 100;
constexpr int kDepths = 6;

std::vector<uint8_t> WithHead(const std::vector<uint8_t>& body) {
  std::vector<uint8_t> packed(RecordFile::kHeadBytes);
  packed.insert(packed.end(), body.begin(), body.end());
  return packed;
}

std::vector<uint8_t> Body(const std::vector<uint8_t>& packed) {
  return {packed.begin() + RecordFile::kHeadBytes, packed.end()};
}

class RecordFileTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove(path_); }
  void TearDown() override { std::filesystem::remove(path_); }

  std::unique_ptr<RecordFile> Open(uint64_t memory) {
    auto file = RecordFile::Create(path_, kRuns, memory, [this](uint32_t run, int depth) {
      return next_use_ == nullptr ? uint64_t{run} : next_use_(run, depth);
    });
    EXPECT_TRUE(file.ok()) << file.status();
    return *std::move(file);
  }

  // Makes 300 to 1100 bytes.
  static std::vector<uint8_t> BytesOf(uint32_t run, int depth) {
    Random random(run * 1000 + static_cast<uint64_t>(depth));
    std::vector<uint8_t> bytes(300 + random.Below(800));
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.Below(256));
    return bytes;
  }

  static void AddAll(RecordFile* file) {
    for (int depth = 0; depth < kDepths; ++depth)
      for (uint32_t run = 0; run < kRuns; ++run) {
        std::vector<uint8_t> packed = WithHead(BytesOf(run, depth));
        ASSERT_TRUE(file->Add(run, depth, &packed).ok());
      }
  }

  static void ExpectAll(RecordFile* file) {
    std::vector<uint8_t> packed;
    for (int depth = 0; depth < kDepths; ++depth)
      for (uint32_t run = 0; run < kRuns; ++run) {
        ASSERT_TRUE(file->Has(run, depth));
        ASSERT_TRUE(file->Read(run, depth, &packed).ok());
        EXPECT_EQ(Body(packed), BytesOf(run, depth));
      }
    EXPECT_FALSE(file->Has(0, kDepths));
    EXPECT_FALSE(file->Has(0, -1));
  }

  const std::string path_ = testing::TempDir() + "record_file_test.states";
  RecordFile::NextUse next_use_;
};

TEST_F(RecordFileTest, RecordsComeBackWithAnyMemory) {
  for (const uint64_t memory :
       {uint64_t{0}, uint64_t{2000}, uint64_t{100'000}, uint64_t{10'000'000}}) {
    const auto file = Open(memory);
    ASSERT_TRUE(file->Clear().ok());
    AddAll(file.get());
    ExpectAll(file.get());
    if (memory == 10'000'000) {
      EXPECT_EQ(file->disk().read_bytes, 0u);
    }
    if (memory == 0) {
      EXPECT_EQ(file->disk().read_bytes, file->disk().written_bytes);
    }
  }
}

TEST_F(RecordFileTest, WhatIsNeededSoonestStaysInMemory) {
  next_use_ = [](uint32_t run, int depth) {
    return depth == 0 ? RecordFile::kNever : uint64_t{run} + 1;
  };
  const auto file = Open(60'000);
  ASSERT_TRUE(file->Clear().ok());
  AddAll(file.get());
  std::vector<uint8_t> packed;
  for (int depth = 1; depth < kDepths; ++depth)
    for (uint32_t run = 0; run < 5; ++run) ASSERT_TRUE(file->Read(run, depth, &packed).ok());
  EXPECT_EQ(file->disk().read_bytes, 0u);
  ASSERT_TRUE(file->Read(0, 0, &packed).ok());
  ASSERT_TRUE(file->Read(90, 1, &packed).ok());
  EXPECT_EQ(file->disk().read_bytes,
            BytesOf(0, 0).size() + BytesOf(90, 1).size() + 2 * RecordFile::kHeadBytes);
}

TEST_F(RecordFileTest, JoinedRecordsAreWrittenWhereMemoryDoesNotHoldThem) {
  for (const uint64_t memory : {uint64_t{0}, uint64_t{40'000}, uint64_t{10'000'000}}) {
    const auto file = Open(memory);
    ASSERT_TRUE(file->Clear().ok());
    AddAll(file.get());
    const uint64_t written = file->disk().written_bytes;
    for (uint32_t run = 0; run < kRuns; ++run) {
      std::vector<uint8_t> packed = WithHead(BytesOf(run, 77));
      ASSERT_TRUE(file->AddJoined(run, &packed).ok());
    }
    EXPECT_EQ(file->disk().written_bytes == written, memory == 10'000'000);
    std::vector<uint8_t> packed;
    for (uint32_t run = 0; run < kRuns; ++run) {
      ASSERT_TRUE(file->Has(run, RecordFile::kJoined));
      ASSERT_TRUE(file->Read(run, RecordFile::kJoined, &packed).ok());
      EXPECT_EQ(Body(packed), BytesOf(run, 77));
    }
  }
}

TEST_F(RecordFileTest, TheFirstBytesAreACheckpoint) {
  uint64_t saved = 0;
  {
    const auto file = Open(100'000);
    ASSERT_TRUE(file->Clear().ok());
    AddAll(file.get());
    saved = *file->Save();
    std::vector<uint8_t> packed = WithHead({1, 2, 3});
    ASSERT_TRUE(file->Add(3, kDepths, &packed).ok());
  }
  const auto file = Open(100'000);
  int shown = 0;
  const auto sound =
      file->Resume(saved, kDepths, [&](uint32_t run, int depth, absl::Span<const uint8_t> packed) {
        ++shown;
        return std::vector<uint8_t>(packed.begin(), packed.end()) == BytesOf(run, depth);
      });
  ASSERT_TRUE(sound.ok());
  EXPECT_TRUE(*sound);
  EXPECT_EQ(shown, static_cast<int>(kRuns) * kDepths);
  EXPECT_EQ(std::filesystem::file_size(path_), saved);
  ExpectAll(file.get());
}

TEST_F(RecordFileTest, BytesThatChangedAreAnError) {
  const auto file = Open(0);
  ASSERT_TRUE(file->Clear().ok());
  AddAll(file.get());
  std::filesystem::resize_file(path_, 400);
  std::filesystem::resize_file(path_, *file->Save());
  std::vector<uint8_t> packed;
  EXPECT_EQ(file->Read(50, 0, &packed).code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(file->disk().status.code(), absl::StatusCode::kDataLoss);
}

}  // namespace
}  // namespace tilebase::retrograde
