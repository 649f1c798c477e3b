// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/codec/byte_packer.h"

#include <gtest/gtest.h>

#include <vector>

#include "tables/random_board.h"

namespace tilebase {
namespace {

std::vector<uint8_t> RandomBytes(size_t count, uint64_t values, Random& random) {
  std::vector<uint8_t> bytes(count);
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.Below(values));
  return bytes;
}

TEST(BytePackerTest, UnpackedIsWhatWasPacked) {
  Random random(1);
  BytePacker packer;
  for (const size_t count : {0u, 1u, 1000u, 200'000u})
    for (const uint64_t values : {1u, 4u, 256u}) {
      const std::vector<uint8_t> bytes = RandomBytes(count, values, random);
      std::vector<uint8_t> packed(BytePacker::MostBytes(count));
      packed.resize(packer.Pack(bytes, packed.data()));
      if (count == 200'000 && values == 4) {
        EXPECT_LT(packed.size(), count / 3);
      }
      std::vector<uint8_t> unpacked(count);
      EXPECT_TRUE(packer.Unpack(packed, absl::MakeSpan(unpacked)));
      EXPECT_EQ(unpacked, bytes);
    }
}

TEST(BytePackerTest, AnotherNumberOfBytesIsRefused) {
  Random random(2);
  BytePacker packer;
  const std::vector<uint8_t> bytes = RandomBytes(1000, 4, random);
  std::vector<uint8_t> packed(BytePacker::MostBytes(bytes.size()));
  packed.resize(packer.Pack(bytes, packed.data()));
  std::vector<uint8_t> less(999), more(1001), same(1000);
  EXPECT_FALSE(packer.Unpack(packed, absl::MakeSpan(less)));
  EXPECT_FALSE(packer.Unpack(packed, absl::MakeSpan(more)));
  packed.pop_back();
  EXPECT_FALSE(packer.Unpack(packed, absl::MakeSpan(same)));
}

}  // namespace
}  // namespace tilebase
