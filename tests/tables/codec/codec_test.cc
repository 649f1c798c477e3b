// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/codec/codec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tables/codec/policy_model.h"
#include "tables/hash.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

using Block = std::vector<uint8_t>;

std::vector<Block> SampleBlocks() {
  std::mt19937 random(1);
  std::vector<Block> blocks = {{0}, {1, 2, 3}, Block(kBlockBytes, 0), Block(kBlockBytes, 0xe4)};
  for (const size_t size : {size_t{1}, size_t{100}, size_t{4095}, size_t{kBlockBytes}}) {
    Block noise(size);
    for (uint8_t& byte : noise) byte = static_cast<uint8_t>(random());
    blocks.push_back(noise);
    for (size_t i = 0; i < size; ++i) noise[i] = static_cast<uint8_t>(i / 100);
    blocks.push_back(noise);
  }
  return blocks;
}

class CodecTest : public testing::TestWithParam<Codec> {};

TEST_P(CodecTest, GivesBackWhatWasEncodedAndNeverGrowsABlockBeyondTheBound) {
  BlockEncoder encoder;
  BlockDecoder decoder;
  for (const Block& block : SampleBlocks()) {
    Block stored;
    ASSERT_TRUE(encoder.Encode(GetParam(), block, &stored).ok());
    EXPECT_LE(stored.size(), kMaxStoredBlockBytes);
    Block decoded(block.size());
    ASSERT_TRUE(decoder.Decode(GetParam(), stored, absl::MakeSpan(decoded)).ok());
    EXPECT_EQ(decoded, block);
  }
}

TEST_P(CodecTest, DoesNotDependOnWhatWasEncodedBefore) {
  BlockEncoder used;
  for (const Block& block : SampleBlocks()) {
    Block stored, fresh_stored;
    ASSERT_TRUE(used.Encode(GetParam(), block, &stored).ok());
    ASSERT_TRUE(BlockEncoder().Encode(GetParam(), block, &fresh_stored).ok());
    EXPECT_EQ(stored, fresh_stored);
  }
}

TEST_P(CodecTest, RefusesAnotherDecodedSize) {
  BlockEncoder encoder;
  BlockDecoder decoder;
  for (const Block& block : SampleBlocks()) {
    Block stored;
    ASSERT_TRUE(encoder.Encode(GetParam(), block, &stored).ok());
    for (const size_t size : {block.size() - 1, block.size() + 1, size_t{0}}) {
      Block decoded(size);
      EXPECT_EQ(decoder.Decode(GetParam(), stored, absl::MakeSpan(decoded)).code(),
                absl::StatusCode::kDataLoss);
    }
  }
}

TEST_P(CodecTest, RefusesEveryTruncation) {
  BlockEncoder encoder;
  BlockDecoder decoder;
  Block block(1000);
  for (size_t i = 0; i < block.size(); ++i) block[i] = static_cast<uint8_t>(i * i / 50);
  Block stored;
  ASSERT_TRUE(encoder.Encode(GetParam(), block, &stored).ok());
  for (size_t size = 0; size < stored.size(); ++size) {
    // A copy of its own, so that a sanitizer sees a read past its end.
    const Block cut(stored.begin(), stored.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_FALSE(decoder.Decode(GetParam(), cut, absl::MakeSpan(block)).ok());
  }
  stored.push_back(0);
  EXPECT_FALSE(decoder.Decode(GetParam(), stored, absl::MakeSpan(block)).ok());
}

INSTANTIATE_TEST_SUITE_P(All, CodecTest, testing::Values(Codec::kRaw, Codec::kZstd),
                         [](const auto& info) { return std::string(Name(info.param)); });

TEST(ZstdCodecTest, TheScratchIsNoLargerThanSaid) {
  EXPECT_LE(BlockDecoder().ReservePolicyScratch(), BlockDecoder::kMostPolicyScratch);
}

TEST(ZstdCodecTest, NoFlippedBitDecodesToOtherBytes) {
  BlockEncoder encoder;
  BlockDecoder decoder;
  Block block(3000);
  for (size_t i = 0; i < block.size(); ++i) block[i] = static_cast<uint8_t>(i * i / 500);
  Block stored;
  ASSERT_TRUE(encoder.Encode(Codec::kZstd, block, &stored).ok());
  int accepted = 0;
  for (size_t bit = 0; bit < stored.size() * 8; ++bit) {
    Block changed = stored;
    changed[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    Block decoded(block.size());
    if (!decoder.Decode(Codec::kZstd, changed, absl::MakeSpan(decoded)).ok()) continue;
    ++accepted;
    EXPECT_EQ(decoded, block) << "bit " << bit;
  }
  // Some bits of zstd's headers have no meaning. The block's hash covers them.
  EXPECT_LE(accepted, 20);
}

TEST(ZstdCodecTest, RefusesFramesThatAreNotOursThoughZstdTakesThem) {
  const Block block(5000, 7);
  Block decoded(block.size());
  BlockDecoder decoder;
  const auto refuses = [&](const Block& stored) {
    return decoder.Decode(Codec::kZstd, stored, absl::MakeSpan(decoded)).code() ==
           absl::StatusCode::kDataLoss;
  };
  const auto encode = [](const Block& content) {
    Block stored;
    EXPECT_TRUE(BlockEncoder().Encode(Codec::kZstd, content, &stored).ok());
    return stored;
  };
  const Block good = encode(block);
  EXPECT_FALSE(refuses(good));

  // RFC 8878: magic, descriptor, [window], content size, blocks of a 3-byte header (last block in
  // bit 0, type 1 = repeat in bits 1-2, size above) and here one byte, checksum.
  Block plain(good.begin(), good.end() - 4);
  plain[4] &= static_cast<uint8_t>(~0x04);
  EXPECT_TRUE(refuses(plain)) << "no checksum";
  const Block sizeless = {0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0x43, 0x9c, 0x00, 7, 0, 0, 0, 0};
  EXPECT_TRUE(refuses(sizeless)) << "no content size";
  Block bomb = {0x28, 0xb5, 0x2f, 0xfd, 0xa4, 0, 0, 0, 0x40};  // one segment of 1 GiB
  Block liar = {0x28, 0xb5, 0x2f, 0xfd, 0x64, 0x88, 0x12};     // says 5,000 bytes
  for (Block* const frame : {&bomb, &liar}) {
    for (int i = 0; i < 8192; ++i) frame->insert(frame->end(), {0x02, 0x00, 0x10, 7});  // 128 KiB
    frame->insert(frame->end(), {0x01, 0, 0, 0, 0, 0, 0});
    EXPECT_TRUE(refuses(*frame)) << "a decompression bomb";
  }

  const Block skippable = {0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0};
  Block behind = good;
  behind.insert(behind.end(), skippable.begin(), skippable.end());
  EXPECT_TRUE(refuses(behind)) << "a skippable frame behind";
  Block before = skippable;
  before.insert(before.end(), good.begin(), good.end());
  EXPECT_TRUE(refuses(before)) << "a skippable frame before";
  Block twice = encode(Block(2500, 7));
  const Block once = twice;
  twice.insert(twice.end(), once.begin(), once.end());
  EXPECT_TRUE(refuses(twice)) << "two frames";
}

TEST(ZstdCodecTest, RandomBytesAreRefused) {
  std::mt19937 random(3);
  BlockDecoder decoder;
  Block decoded(1000);
  for (int i = 0; i < 20000; ++i) {
    Block stored(random() % 100);
    for (uint8_t& byte : stored) byte = static_cast<uint8_t>(random());
    const uint8_t magic[] = {0x28, 0xb5, 0x2f, 0xfd, static_cast<uint8_t>(0x64 | random())};
    if (i % 2 == 0) std::copy_n(magic, std::min(sizeof magic, stored.size()), stored.begin());
    EXPECT_FALSE(decoder.Decode(Codec::kZstd, stored, absl::MakeSpan(decoded)).ok());
  }
}

TEST(QuickPackingTest, KeepsAnOptimalActionAndTheOneBeforeWhereItIsOptimal) {
  const Ranking large({{4, 4}, LowMask(4), 0}), small({{4, 4}, LowMask(3), 0});
  ASSERT_GT(large.size(), PolicyModel::kLowestActionEntries);
  ASSERT_LE(small.size(), PolicyModel::kLowestActionEntries);
  Random random(9);
  std::vector<OptimalActions> sets(10'001);
  for (OptimalActions& set : sets) set = static_cast<OptimalActions>(random.Below(17));
  sets[0] = kGoalEntry;
  BlockEncoder quick(Packing::kQuick), plain;
  BlockDecoder decoder;
  std::vector<uint8_t> packed, stored, raw, raw_stored;
  ASSERT_TRUE(quick.EncodePolicy(Codec::kZstd, large, 70, sets, &packed, &stored).ok());
  ASSERT_TRUE(quick.EncodePolicy(Codec::kRaw, large, 70, sets, &raw, &raw_stored).ok());
  EXPECT_EQ(raw, packed);
  Action before = Action::kLeft;
  for (size_t i = 0; i < sets.size(); ++i) {
    const Action action = GetAction(packed.data(), i);
    if (sets[i] == kGoalEntry || sets[i] == kUnreachableEntry || (sets[i] & ActionBit(before)) != 0)
      ASSERT_EQ(action, before) << i;
    else
      ASSERT_EQ(ActionBit(action), sets[i] & -sets[i]) << i;
    before = action;
  }
  std::vector<uint8_t> decoded(packed.size());
  ASSERT_TRUE(
      decoder.DecodePolicy(Codec::kZstd, large, 70, sets.size(), stored, absl::MakeSpan(decoded))
          .ok());
  EXPECT_EQ(decoded, packed);

  // Small tables are the same with either packing.
  sets.resize(1'000);
  ASSERT_TRUE(quick.EncodePolicy(Codec::kZstd, small, 0, sets, &packed, &stored).ok());
  ASSERT_TRUE(plain.EncodePolicy(Codec::kZstd, small, 0, sets, &raw, &raw_stored).ok());
  EXPECT_EQ(packed, raw);
}

TEST(CodecErrorsTest, UnknownCodecsAndImpossibleBlocks) {
  const Codec unknown = static_cast<Codec>(200);
  EXPECT_FALSE(IsKnown(unknown));
  Block out(10);
  EXPECT_EQ(BlockEncoder().Encode(unknown, Block(10), &out).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(BlockDecoder().Decode(unknown, Block(10), absl::MakeSpan(out)).code(),
            absl::StatusCode::kUnimplemented);
  for (const size_t size : {size_t{0}, size_t{kBlockBytes} + 1})
    EXPECT_EQ(BlockEncoder().Encode(Codec::kRaw, Block(size), &out).code(),
              absl::StatusCode::kInvalidArgument);
}

TEST(BlockLayoutTest, CutsEachPlaneIntoBlocksOfItsOwn) {
  // 300,000 entries: 75,000 bytes of policy, 37,500 of reachable.
  constexpr BlockLayout layout(300000, true);
  static_assert(layout.blocks() == 3 && layout.bytes() == 112500);
  static_assert(layout.BlockBytes(0) == 65536 && layout.BlockBytes(1) == 75000 - 65536);
  static_assert(layout.PlaneOf(1) == Plane::kPolicy && layout.PlaneOf(2) == Plane::kReachable);
  static_assert(layout.OffsetInTable(2) == 75000 && layout.OffsetInPlane(2) == 0);
  static_assert(layout.BlockBytes(2) == 37500);
  static_assert(BlockLayout(4 * 65536, false).blocks() == 1);
  static_assert(BlockLayout(1, true).blocks() == 2);
}

TEST(HashTest, PiecesAndWholeAgree) {
  std::mt19937 random(5);
  for (const size_t size : {0, 1, 17, 200, 241, 100000}) {
    Block bytes(size);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
    const size_t cut = size / 3;
    const absl::Span<const uint8_t> all(bytes);
    Hasher64 hasher;
    hasher.Add(all.first(cut));
    hasher.Add({});
    hasher.Add(all.subspan(cut));
    EXPECT_EQ(hasher.Digest(), Hash64(bytes));
    EXPECT_EQ(HashPieces({all}), HashPieces({all.first(cut), all.subspan(cut)}));
  }
  // XXH3's published value for no bytes and seed 0.
  EXPECT_EQ(Hash64({}), 0x2d06800538d394c2u);
}

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
