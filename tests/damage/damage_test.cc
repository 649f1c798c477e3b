// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Accidents: bits flipped, bytes lost or added, blocks in the wrong place. Every way to open such a
// file refuses it. All run in this process, so a signal anywhere ends the run.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <utility>

#include "tables/image/image.h"
#include "tests/damage/damaged_sets.h"
#include "tests/effort.h"

namespace tilebase {
namespace {

// The readers, each with a file of its own kind.
enum class Reader { kStore, kImageFile, kImage, kFlatImage };

const char* Name(Reader reader) {
  switch (reader) {
    case Reader::kStore:
      return "store";
    case Reader::kImageFile:
      return "image from a file";
    case Reader::kImage:
      return "image from memory";
    case Reader::kFlatImage:
      break;
  }
  return "image, freestanding reader";
}

// Bytes that are changed and opened again and again.
class Subject {
 public:
  Subject(Reader reader, std::string bytes) : reader_(reader) { Put(std::move(bytes)); }

  size_t size() const { return bytes_.size(); }
  void Put(std::string bytes) {
    bytes_ = std::move(bytes);
    if (IsFile()) file_.Write(AsBytes(bytes_));
  }
  void Cut(size_t size) {
    bytes_.erase(size);
    if (IsFile()) file_.Resize(size);
  }
  void FlipBit(size_t bit) {
    bytes_[bit / 8] = static_cast<char>(bytes_[bit / 8] ^ 1 << bit % 8);
    if (IsFile()) file_.WriteByte(bit / 8, static_cast<uint8_t>(bytes_[bit / 8]));
  }
  // Opens the file and checks its content.
  Outcome Open() const {
    if (IsFile()) return OpenAndUseFile(file_.path(), TILEBASE_CHECK_CONTENT, Use::kBriefly);
    return reader_ == Reader::kImage
               ? OpenAndUseImage(AsBytes(bytes_), TILEBASE_CHECK_CONTENT, Use::kBriefly)
               : OpenAndUseFlatImage(AsBytes(bytes_));
  }
  bool IsRefused() const {
    const Outcome outcome = Open();
    EXPECT_EQ(outcome.wrong, "");
    return outcome.refused();
  }

 private:
  bool IsFile() const { return reader_ == Reader::kStore || reader_ == Reader::kImageFile; }

  Reader reader_;
  std::string bytes_;
  MemoryFile file_;
};

class DamageTest : public testing::TestWithParam<Reader> {
 protected:
  // A small store, or an image of more than 64 KiB.
  std::string Sound() const {
    if (GetParam() == Reader::kStore) return MakeSet("2x2", "rest", Codec::kZstd).store;
    return MakeSet("4x4", "ladder:3", Codec::kRaw).image;
  }
  void Expect(const char* what, size_t refused, size_t total) const {
    printf("%s refused (%s): %zu/%zu\n", what, Name(GetParam()), refused, total);
    EXPECT_EQ(refused, total);
  }
};

TEST_P(DamageTest, EveryFlippedBitIsRefused) {
  Subject subject(GetParam(), Sound());
  ASSERT_FALSE(subject.IsRefused());
  const size_t bits = 8 * subject.size();
  const size_t stride = GetParam() == Reader::kStore ? Cases(1, 1, 7) : Cases<size_t>(1, 37, 997);
  size_t refused = 0, total = 0;
  for (size_t bit = 0; bit < bits; bit += stride, ++total) {
    subject.FlipBit(bit);
    refused += subject.IsRefused();
    subject.FlipBit(bit);
  }
  EXPECT_FALSE(subject.IsRefused()) << "unchanged again";
  Expect(stride == 1 ? "all flipped bits" : "flipped bits", refused, total);
}

TEST_P(DamageTest, EveryTruncationIsRefused) {
  Subject subject(GetParam(), Sound());
  const size_t bytes = subject.size();
  const size_t stride = Cases(1, 1, 11);
  size_t refused = 0, total = 0;
  while (subject.size() > 0) {
    subject.Cut(subject.size() - std::min(subject.size(), stride));
    refused += subject.IsRefused();
    ++total;
  }
  EXPECT_EQ(total, (bytes + stride - 1) / stride);
  Expect("truncations", refused, total);
}

TEST_P(DamageTest, EveryExtensionIsRefused) {
  const std::string sound = Sound();
  Subject subject(GetParam(), sound);
  std::mt19937 random(1);
  std::string noise(4096, '\0');
  for (char& byte : noise) byte = static_cast<char>(random());
  const size_t stride = Cases(1, 1, 13);
  size_t refused = 0, total = 0;
  for (size_t more = 1; more <= 4096; more += stride)
    for (const std::string& tail :
         {std::string(more, '\0'), noise.substr(0, more),
          sound.substr(sound.size() - std::min(more, sound.size())), sound.substr(0, more)}) {
      subject.Put(sound + tail);
      refused += subject.IsRefused();
      ++total;
    }
  Expect("extensions", refused, total);
}

// Puts every block in the place of every other one, of its own table and of others: alone
// (duplicated) and exchanged. The attacker has made the index right.
TEST_P(DamageTest, BlocksInTheWrongPlaceAreRefused) {
  size_t refused = 0, total = 0;
  struct Set {
    const char *board, *plan;
    Codec codec;
  };
  // Several blocks a table; and small tables, some of equal length, because raw blocks can only
  // change places if they are equally long.
  for (const auto& [board, plan, codec] :
       {Set{"3x4", "1-5/rest", Codec::kRaw}, Set{"2x5", "ladder:1", Codec::kRaw},
        Set{"3x4", "1-5/rest", Codec::kZstd}}) {
    if (codec == Codec::kZstd && (GetParam() == Reader::kFlatImage || kSanitized)) continue;
    const std::string image = MakeSet(board, plan, codec).image;
    const auto source = *ImageReader::FromBytes(AsBytes(image), "sound");
    const auto bytes = [&](const StoredBlocks& blocks) {
      return GetParam() == Reader::kStore ? StoreOf(*source, blocks) : ImageOf(*source, blocks);
    };
    const StoredBlocks sound = BlocksOf(*source);
    Subject subject(GetParam(), bytes(sound));
    ASSERT_FALSE(subject.IsRefused());
    std::vector<std::pair<size_t, size_t>> places;
    for (size_t table = 0; table < sound.size(); ++table)
      for (size_t block = 0; block < sound[table].size(); ++block)
        places.emplace_back(table, block);
    ASSERT_GE(places.size(), 5u);
    for (const auto& [from_table, from] : places)
      for (const auto& [to_table, to] : places)
        for (const bool exchange : {false, true}) {
          StoredBlocks moved = sound;
          moved[to_table][to] = sound[from_table][from];
          if (exchange) moved[from_table][from] = sound[to_table][to];
          if (moved == sound) continue;
          std::string changed = bytes(moved);
          if (changed.empty()) continue;
          subject.Put(std::move(changed));
          refused += subject.IsRefused();
          ++total;
        }
  }
  EXPECT_GT(total, 0u);
  Expect("blocks in the wrong place", refused, total);
}

std::string TestName(const testing::TestParamInfo<Reader>& info) {
  static constexpr const char* kNames[] = {"Store", "ImageFile", "Image", "FlatImage"};
  return kNames[static_cast<int>(info.param)];
}
INSTANTIATE_TEST_SUITE_P(Openers, DamageTest,
                         testing::Values(Reader::kStore, Reader::kImageFile, Reader::kImage,
                                         Reader::kFlatImage),
                         TestName);

}  // namespace
}  // namespace tilebase
