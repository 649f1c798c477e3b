// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/lookup/decoded_tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tables/entry.h"
#include "tables/open_source.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

// Three tables whose blocks are many enough for a cache.
class DecodedTablesTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    file_ = new BuiltFile("4x4", "1-5/6-11/rest", Codec::kZstd);
    source_ = new std::shared_ptr<const TableSource>(*OpenSource(file_->path));
    for (size_t table = 0; table < tables(); ++table) {
      all_bytes_ += Layout(table).bytes();
      blocks_ += Layout(table).blocks();
    }
  }
  static void TearDownTestSuite() {
    delete source_;
    delete file_;
  }

  static std::unique_ptr<DecodedTables> Create(PolicySetOptions options) {
    options.shortcut_bytes = 0;
    auto decoded = DecodedTables::Create(*source_, options);
    EXPECT_TRUE(decoded.ok()) << decoded.status();
    return *std::move(decoded);
  }
  static size_t tables() { return (*source_)->tables().size(); }
  static const BlockLayout& Layout(size_t table) { return (*source_)->layout(table); }

  // Every 97th entry is that of the table as the source decodes it.
  static void ExpectEntries(const DecodedTables& decoded, size_t table) {
    std::vector<uint8_t> planes(Layout(table).bytes());
    ASSERT_TRUE((*source_)->ReadTable(table, 1, absl::MakeSpan(planes)).ok());
    const uint64_t policy_bytes = Layout(table).PlaneBytes(Plane::kPolicy);
    for (uint64_t rank = 0; rank < (*source_)->tables()[table].entries; rank += 97) {
      Action action;
      ASSERT_EQ(decoded.ReadAction(table, rank, &action), TILEBASE_OK);
      ASSERT_EQ(action, GetAction(planes.data(), rank));
      bool reachable = false;
      ASSERT_EQ(decoded.ReadReachable(table, rank, &reachable), TILEBASE_OK);
      ASSERT_EQ(reachable,
                planes.size() == policy_bytes || GetReachable(planes.data() + policy_bytes, rank));
    }
  }

  static inline BuiltFile* file_ = nullptr;
  static inline std::shared_ptr<const TableSource>* source_ = nullptr;
  static inline uint64_t all_bytes_ = 0;
  static inline uint64_t blocks_ = 0;
};

TEST_F(DecodedTablesTest, AreAllDecodedByOpening) {
  const auto decoded = Create({});
  EXPECT_EQ(decoded->memory_bytes(), all_bytes_);
  EXPECT_EQ(decoded->cache(), nullptr);
  for (size_t table = 0; table < tables(); ++table) {
    EXPECT_TRUE(decoded->IsWhole(table));
    EXPECT_EQ(decoded->Need(table), TILEBASE_OK);
    ExpectEntries(*decoded, table);
  }
}

TEST_F(DecodedTablesTest, OfALazySetAreDecodedWhenTheyAreNeeded) {
  const auto decoded = Create({.lazy = true});
  EXPECT_EQ(decoded->memory_bytes(), 0u);
  EXPECT_TRUE(decoded->IsWhole(0));
  EXPECT_EQ(decoded->Need(0), TILEBASE_OK);
  EXPECT_EQ(decoded->memory_bytes(), Layout(0).bytes());
  EXPECT_EQ(decoded->Need(0), TILEBASE_OK);
  EXPECT_EQ(decoded->memory_bytes(), Layout(0).bytes());
  ExpectEntries(*decoded, 0);
  ASSERT_TRUE(decoded->PrepareAll().ok());
  EXPECT_EQ(decoded->memory_bytes(), all_bytes_);
}

TEST_F(DecodedTablesTest, AreReadThroughACacheWhereMemoryIsShortTheSmallOnesWhole) {
  const uint64_t budget = BlockCache::Bytes(blocks_, BlockCache::kLeastSlots) + 100'000;
  ASSERT_LT(budget, all_bytes_);
  const auto decoded = Create({.memory_bytes = budget});
  EXPECT_LE(decoded->memory_bytes(), budget);
  EXPECT_NE(decoded->cache(), nullptr);
  uint64_t greatest_whole = 0, least_cached = UINT64_MAX;
  for (size_t table = 0; table < tables(); ++table) {
    const uint64_t bytes = Layout(table).bytes();
    if (decoded->IsWhole(table))
      greatest_whole = std::max(greatest_whole, bytes);
    else
      least_cached = std::min(least_cached, bytes);
    EXPECT_EQ(decoded->tables()[table].policy != nullptr, decoded->IsWhole(table));
    ExpectEntries(*decoded, table);
  }
  EXPECT_GT(greatest_whole, 0u);
  EXPECT_LT(greatest_whole, least_cached);
}

TEST_F(DecodedTablesTest, NeedMemoryForACacheAtLeast) {
  const auto decoded =
      DecodedTables::Create(*source_, {.memory_bytes = BlockCache::Bytes(blocks_, 1)});
  EXPECT_EQ(decoded.status().code(), absl::StatusCode::kResourceExhausted);
}

TEST_F(DecodedTablesTest, ThatAreDamagedStaySoAndTheOthersAreRead) {
  std::ifstream in(file_->path, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  const absl::Span<const uint8_t> block = (*source_)->StoredBlock(0, 0);
  const size_t at = bytes.find(
      std::string(reinterpret_cast<const char*>(block.data()), std::min<size_t>(64, block.size())));
  ASSERT_NE(at, std::string::npos);
  bytes[at + block.size() / 2] ^= 1;
  const std::string path = file_->path + ".damaged";
  std::ofstream(path, std::ios::binary) << bytes;
  const auto source = OpenSource(path);
  ASSERT_TRUE(source.ok()) << source.status();
  EXPECT_TRUE(absl::IsDataLoss(DecodedTables::Create(*source, {}).status()));
  const auto lazy = DecodedTables::Create(*source, {.lazy = true});
  ASSERT_TRUE(lazy.ok()) << lazy.status();
  EXPECT_EQ((*lazy)->Need(0), TILEBASE_ERROR_DAMAGED);
  EXPECT_EQ((*lazy)->Need(0), TILEBASE_ERROR_DAMAGED);
  EXPECT_EQ((*lazy)->Need(1), TILEBASE_OK);
  ExpectEntries(**lazy, 1);
}

TEST(DecodedTablesOfARawStoreTest, AreReadInPlace) {
  const BuiltFile file("3x3", "1-3/rest", Codec::kRaw);
  const auto source = OpenSource(file.path);
  ASSERT_TRUE(source.ok()) << source.status();
  const auto decoded = DecodedTables::Create(*source, {.memory_bytes = 0, .shortcut_bytes = 0});
  ASSERT_TRUE(decoded.ok()) << decoded.status();
  EXPECT_EQ((*decoded)->memory_bytes(), 0u);
  for (size_t table = 0; table < (*source)->tables().size(); ++table) {
    EXPECT_TRUE((*decoded)->IsWhole(table));
    EXPECT_EQ((*decoded)->tables()[table].policy, (*source)->RawPlane(table, Plane::kPolicy));
  }
}

}  // namespace
}  // namespace tilebase
