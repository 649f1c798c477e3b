// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Decompression bombs: small blocks that claim to hold, or do hold, far more than a block may, in
// files whose hashes are all right. They are refused, and nothing is allocated for what they claim.

#include <gtest/gtest.h>
#include <stdint.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "tables/image/image.h"
#include "tests/damage/damaged_sets.h"
#include "tests/effort.h"

namespace tilebase {
namespace {

// A block, plus what malloc takes from the system at a time.
constexpr uint64_t kMemory = kBlockBytes + (uint64_t{192} << 10);

std::string LittleEndian(uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text.push_back(static_cast<char>(value >> (8 * i)));
  return text;
}

// RFC 8878: magic, descriptor, announced size, `count` blocks of one byte repeated `size` times (at
// most 128 KiB), the last one empty, a checksum.
std::string Frame(uint8_t descriptor, const std::string& announced, int count, uint32_t size) {
  std::string frame = "\x28\xb5\x2f\xfd";
  frame.push_back(static_cast<char>(descriptor));
  frame += announced;
  for (int i = 0; i < count; ++i) frame += LittleEndian(size << 3 | 2, 3) + '\x07';
  return frame + LittleEndian(1, 3) + LittleEndian(0, 4);
}

std::vector<std::pair<const char*, std::string>> Bombs() {
  constexpr uint8_t kChecksum = 0x04, kSingle = 0x20, kSize4 = 0x80, kSize8 = 0xc0, kSize2 = 0x40;
  constexpr uint32_t k128KiB = 128 << 10;
  const std::string window_128_mib = "\x88", greatest_window = "\xff";
  const auto size2 = [](uint64_t bytes) { return LittleEndian(bytes - 256, 2); };
  return {
      {"1 GiB, and says so",
       Frame(kChecksum | kSingle | kSize4, LittleEndian(1 << 30, 4), 8192, k128KiB)},
      {"says 2^63 bytes", Frame(kChecksum | kSingle | kSize8, LittleEndian(1ull << 63, 8), 1, 1)},
      {"says 2^64 - 1 bytes", Frame(kChecksum | kSingle | kSize8, LittleEndian(~0ull, 8), 1, 1)},
      {"1 GiB, says nothing", Frame(kChecksum, window_128_mib, 8192, k128KiB)},
      {"1 GiB, says 64 KiB", Frame(kChecksum | kSingle | kSize2, size2(65536), 8192, k128KiB)},
      {"64 KiB with the greatest window",
       Frame(kChecksum | kSize2, greatest_window + size2(65536), 1, 65536)},
      {"64 KiB with a window of 128 MiB",
       Frame(kChecksum | kSize2, window_128_mib + size2(65536), 1, 65536)},
      {"a code of 65,535 bytes", Frame(kChecksum | kSingle | kSize2, size2(65535), 1, 65535)},
      {"a code of 1,000 bytes", Frame(kChecksum | kSingle | kSize2, size2(1000), 1, 1000)},
      {"a code of 4 bytes", Frame(kChecksum | kSingle, LittleEndian(4, 1), 1, 4)},
      {"nothing", Frame(kChecksum | kSingle, LittleEndian(0, 1), 0, 0)},
  };
}

TEST(BombTest, AreRefusedWithinABlockOfMemory) {
  const std::string image = MakeSet("3x4", "1-5/rest", Codec::kZstd).image;
  const auto source = *ImageReader::FromBytes(AsBytes(image), "sound");
  const StoredBlocks sound = BlocksOf(*source);
  MemoryFile file;
  // From now on the process has what a sound set of this size needs.
  const std::string store = StoreOf(*source, sound);
  for (const std::string* bytes : {&image, &store}) {
    file.Write(AsBytes(*bytes));
    ASSERT_EQ(OpenAndUseFile(file.path(), 0).message, "");
    ASSERT_EQ(OpenAndUseFile(file.path(), TILEBASE_CHECK_CONTENT).message, "");
  }
  int refused = 0, total = 0;
  for (const auto& [what, frame] : Bombs()) {
    StoredBlocks blocks = sound;
    blocks[0][0] = frame;
    for (const bool is_image : {true, false})
      for (const unsigned flags : {0u, TILEBASE_CHECK_CONTENT}) {
        const std::string bytes = (is_image ? ImageOf : StoreOf)(*source, blocks);
        file.Write(AsBytes(bytes));
        // A store is mapped twice: to be checked, and by LMDB.
        const MemoryLimit limit(kMemory + 2 * bytes.size());
        const Outcome outcome = OpenAndUseFile(file.path(), flags);
        EXPECT_EQ(outcome.wrong, "") << what;
        EXPECT_EQ(outcome.code, TILEBASE_ERROR_DAMAGED) << what << ": " << outcome.message;
        refused += outcome.refused();
        ++total;
      }
  }
  printf("decompression bombs refused: %d/%d%s\n", refused, total,
         kSanitized ? "" : ", within a block of memory and 192 KiB besides the file");
  EXPECT_EQ(refused, total);
}

}  // namespace
}  // namespace tilebase
