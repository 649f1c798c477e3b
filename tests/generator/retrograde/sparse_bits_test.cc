// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/sparse_bits.h"

#include <gtest/gtest.h>

#include <vector>

#include "tables/random_board.h"

namespace tilebase::retrograde {
namespace {

// Each word has bits with this chance in 64, each bit of it with the other.
std::vector<uint64_t> RandomWords(size_t count, uint64_t of_words, uint64_t of_bits,
                                  Random& random) {
  std::vector<uint64_t> words(count);
  for (uint64_t& word : words)
    for (int bit = 0; bit < 64 && random.Below(64) < of_words; ++bit)
      word |= uint64_t{random.Below(64) < of_bits} << bit;
  return words;
}

TEST(SparseBitsTest, UnpackedIsWhatWasPacked) {
  Random random(1);
  for (const size_t count : {0u, 1u, 7u, 8u, 9u, 64u, 8u * 256, 8u * 257 + 3, 10000u})
    for (const uint64_t of_words : {0u, 1u, 20u, 64u})
      for (const uint64_t of_bits : {1u, 30u, 64u}) {
        const std::vector<uint64_t> words = RandomWords(count, of_words, of_bits, random);
        std::vector<uint8_t> packed;
        PackBits(words, &packed);
        EXPECT_LE(packed.size(), 16 + count * 8 * 12 / 10);
        std::vector<uint64_t> unpacked(count);
        ASSERT_TRUE(UnpackBits(packed, absl::MakeSpan(unpacked)));
        EXPECT_EQ(unpacked, words);
      }
}

TEST(SparseBitsTest, UnpackingOrsToWhatIsThere) {
  std::vector<uint8_t> packed;
  PackBits(std::vector<uint64_t>{1, 0, 4}, &packed);
  std::vector<uint64_t> words = {2, 8, 4};
  ASSERT_TRUE(UnpackBits(packed, absl::MakeSpan(words)));
  EXPECT_EQ(words, (std::vector<uint64_t>{3, 8, 4}));
}

// Whatever the bytes are, nothing beyond them is read, nor beyond the words written.
TEST(SparseBitsTest, OtherBytesAreRefusedOrStayWithinTheWords) {
  Random random(2);
  const std::vector<uint64_t> words = RandomWords(100, 30, 8, random);
  std::vector<uint8_t> packed;
  PackBits(words, &packed);
  std::vector<uint64_t> unpacked(100);
  for (size_t size = 0; size < packed.size(); ++size) {
    const std::vector<uint8_t> shorter(packed.begin(),
                                       packed.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_FALSE(UnpackBits(shorter, absl::MakeSpan(unpacked))) << size;
  }
  packed.push_back(0);
  EXPECT_FALSE(UnpackBits(packed, absl::MakeSpan(unpacked)));
  for (int i = 0; i < 10000; ++i) {
    std::vector<uint8_t> bytes(random.Below(300));
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.Below(256));
    UnpackBits(bytes, absl::MakeSpan(unpacked));
  }
}

}  // namespace
}  // namespace tilebase::retrograde
