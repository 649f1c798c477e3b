// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The freestanding hash gives what the library gives.

#include "tables/image/plain_hash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tables/hash.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

std::vector<uint8_t> SomeBytes(size_t size) {
  Random random(size);
  std::vector<uint8_t> bytes(size);
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.Next());
  return bytes;
}

TEST(PlainHashTest, IsTheLibrarysHashForEveryLength) {
  for (size_t size = 0; size <= 4200; ++size) {
    const std::vector<uint8_t> bytes = SomeBytes(size);
    ASSERT_EQ(Xxh3(bytes.data(), size), Hash64(bytes)) << size;
  }
  for (const size_t size : {65535, 65536, 65537, 1000003}) {
    const std::vector<uint8_t> bytes = SomeBytes(size);
    EXPECT_EQ(Xxh3(bytes.data(), size), Hash64(bytes)) << size;
  }
}

TEST(PlainHashTest, DoesNotDependOnWhereTheBytesAreCut) {
  for (const size_t size : {1, 3, 8, 16, 17, 100, 200, 240, 241, 256, 1024, 1025, 3000}) {
    const std::vector<uint8_t> bytes = SomeBytes(size);
    for (size_t cut = 0; cut <= size; ++cut) {
      // In blocks of their own, so that a sanitizer sees a read across the cut.
      const std::vector<uint8_t> head(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(cut));
      const std::vector<uint8_t> tail(bytes.begin() + static_cast<ptrdiff_t>(cut), bytes.end());
      ASSERT_EQ(Xxh3(head.data(), cut, tail.data(), size - cut), Hash64(bytes))
          << size << ", cut at " << cut;
    }
  }
}

TEST(PlainHashTest, CanBeComputedByTheCompiler) {
  constexpr uint8_t kText[] = {'t', 'i', 'l', 'e'};
  constexpr uint64_t kHash = Xxh3(kText, sizeof kText);
  EXPECT_EQ(kHash, Hash64(kText));
}

}  // namespace
}  // namespace tilebase
