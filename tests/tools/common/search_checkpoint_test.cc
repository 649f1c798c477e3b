// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/search_checkpoint.h"

#include <gtest/gtest.h>

#include "tables/hash.h"

namespace tilebase {
namespace {

constexpr Geometry kGeometry{3, 3};
constexpr uint64_t kTables = 7;

// A run of two boards: one solved, one in the middle of its search.
std::vector<CheckpointBoard> TwoBoards() {
  CheckpointBoard solved, begun;
  solved.cells = {1, 2, 3, 4, 5, 6, 7, 0, 8};
  solved.solved = true;
  solved.answer.letters = "L";
  solved.answer.nodes = 2;
  solved.answer.seconds = 0.5;
  begun.cells = {8, 6, 7, 2, 5, 4, 3, 0, 1};
  begun.state.limit = 27;
  begun.state.nodes = uint64_t{1} << 40;
  begun.state.last = 10;
  begun.state.earlier = 9;
  begun.state.seconds = 1.25;
  begun.state.subtrees = {{1, 23, true, 10, 30}, {0, 25, false, 5, 0}};
  begun.state.places = {{}, {1, 23, 3, "LURD"}};
  return {solved, begun};
}

std::string Encoded() { return EncodeCheckpoint(kGeometry, kTables, TwoBoards()); }

absl::StatusOr<std::vector<CheckpointBoard>> Decoded(const std::string& bytes,
                                                     uint64_t tables = kTables) {
  return DecodeCheckpoint(kGeometry, tables, AsBytes(bytes));
}

TEST(SearchCheckpointTest, HoldsWhatWasWritten) {
  const auto boards = Decoded(Encoded());
  ASSERT_TRUE(boards.ok()) << boards.status();
  ASSERT_EQ(boards->size(), 2u);
  const CheckpointBoard &solved = (*boards)[0], &begun = (*boards)[1];
  EXPECT_TRUE(solved.solved && solved.answer.found && solved.answer.proven);
  EXPECT_EQ(solved.answer.letters, "L");
  EXPECT_EQ(solved.answer.bound, 1);
  EXPECT_FALSE(begun.solved);
  EXPECT_EQ(begun.cells, TwoBoards()[1].cells);
  EXPECT_EQ(begun.state.seconds, 1.25);
  EXPECT_EQ(begun.state.places[1].letters, "LURD");
  EXPECT_EQ(EncodeCheckpoint(kGeometry, kTables, *boards), Encoded());
}

TEST(SearchCheckpointTest, EveryDamagedByteIsFound) {
  const std::string good = Encoded();
  for (size_t i = 0; i < good.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ 1 << bit);
      ASSERT_FALSE(Decoded(bad).ok()) << i;
    }
  for (size_t size = 0; size < good.size(); ++size)
    ASSERT_FALSE(Decoded(good.substr(0, size)).ok()) << size;
  EXPECT_FALSE(Decoded(good + '\0').ok());
}

TEST(SearchCheckpointTest, SaysWhoseFileItIs) {
  const auto code = [](const std::string& bytes, uint64_t tables) {
    return Decoded(bytes, tables).status().code();
  };
  EXPECT_EQ(code("", kTables), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(code("a text of somebody else's", kTables), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(code(Encoded(), kTables + 1), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(DecodeCheckpoint({4, 4}, kTables, AsBytes(Encoded())).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(code(Encoded().substr(0, 50), kTables), absl::StatusCode::kDataLoss);
}

// Whoever can write the file can write its hash: no number in it leads outside the bytes.
TEST(SearchCheckpointTest, BelievesNoLength) {
  const std::string good = Encoded();
  const size_t hashed = good.size() - 8;
  size_t read = 0;
  for (size_t i = 8; i < hashed; ++i)
    for (const int value : {0, 1, 2, 127, 128, 254, 255}) {
      std::string bad = good.substr(0, hashed);
      for (size_t k = i; k < std::min(i + 4, hashed); ++k) bad[k] = static_cast<char>(value);
      uint8_t hash[8];
      PutLittleEndian<uint64_t>(hash, Hash64(AsBytes(bad)));
      bad.append(reinterpret_cast<const char*>(hash), sizeof hash);
      read += Decoded(bad).ok();
    }
  EXPECT_GT(read, 100u);
}

}  // namespace
}  // namespace tilebase
