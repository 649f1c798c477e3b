// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/codec/pattern_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tables/codec/codec.h"
#include "tables/entry.h"
#include "tables/hash.h"
#include "tables/plan.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

PatternRanking RankingOf(Geometry geometry, const char* tiles) {
  return PatternRanking(geometry, *ParseTiles(geometry, tiles));
}

// Excesses that have something to do with their neighbours, now and then great ones.
std::vector<uint8_t> MadeUpExcesses(uint64_t entries, uint64_t seed) {
  Random random(seed);
  std::vector<uint8_t> excesses(entries);
  uint8_t excess = 1;
  for (uint8_t& entry : excesses) {
    if (random.Below(6) == 0) excess = static_cast<uint8_t>(random.Below(4));
    entry = random.Below(500) == 0 ? static_cast<uint8_t>(random.Below(kMaxExcess + 1)) : excess;
  }
  return excesses;
}

void ExpectRoundTrip(const PatternRanking& ranking, uint64_t first,
                     const std::vector<uint8_t>& excesses) {
  PatternModel encoder, decoder;
  std::vector<uint8_t> decoded(excesses.size()), coded;
  encoder.Encode(ranking, first, excesses, &coded);
  ASSERT_TRUE(decoder.Decode(ranking, first, excesses.size(), coded, decoded.data()));
  EXPECT_EQ(decoded, excesses);
  // Not a byte more or less.
  coded.push_back(0);
  EXPECT_FALSE(decoder.Decode(ranking, first, excesses.size(), coded, decoded.data()));
  coded.pop_back();
  coded.pop_back();
  EXPECT_FALSE(decoder.Decode(ranking, first, excesses.size(), coded, decoded.data()));
}

TEST(PatternModelTest, GivesEveryExcessBack) {
  for (const auto& [geometry, tiles] :
       {std::pair(Geometry{4, 4}, "1-6"), std::pair(Geometry{4, 4}, "3"),
        std::pair(Geometry{5, 5}, "2,9,17,24"), std::pair(Geometry{3, 5}, "1-5"),
        std::pair(Geometry{8, 2}, "4,9,15"), std::pair(Geometry{8, 8}, "1,30,63")}) {
    const PatternRanking ranking = RankingOf(geometry, tiles);
    const uint64_t entries = std::min(ranking.size(), PatternModel::kMaxEntries);
    ExpectRoundTrip(ranking, 0, MadeUpExcesses(entries, 1));
    // Anywhere, also within a row.
    for (const uint64_t first : {ranking.size() / 2 + 1, ranking.size() - 1})
      ExpectRoundTrip(ranking, first,
                      MadeUpExcesses(std::min<uint64_t>(ranking.size() - first, 1000), 2));
  }
}

TEST(PatternModelTest, AnyBytesDecodeToSomething) {
  const PatternRanking ranking = RankingOf({4, 4}, "1-4");
  PatternModel model;
  Random random(3);
  std::vector<uint8_t> decoded(5000);
  for (int i = 0; i < 50; ++i) {
    std::vector<uint8_t> bytes(random.Below(3000));
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.Next());
    (void)model.Decode(ranking, 777, decoded.size(), bytes, decoded.data());
    EXPECT_LE(*std::max_element(decoded.begin(), decoded.end()), kMaxExcess);
  }
}

// The code is part of the format: it changes with docs/format.md and never otherwise. The value is
// what this test printed when the code was laid down; compilers must agree on it.
TEST(PatternModelTest, TheCodeIsTheSameEverywhere) {
  const PatternRanking ranking = RankingOf({4, 4}, "1-5");
  std::vector<uint8_t> coded;
  PatternModel().Encode(ranking, 1234, MadeUpExcesses(100000, 5), &coded);
  EXPECT_EQ(Hash64(coded), 3441966212448728528u);
}

TEST(PatternModelTest, BlocksArePackedAndCoded) {
  const PatternRanking ranking = RankingOf({4, 4}, "1-5");
  const std::vector<uint8_t> excesses = MadeUpExcesses(1001, 7);  // an odd number
  for (const auto& [codec, packing] : {std::pair{Codec::kRaw, Packing::kSmall},
                                       {Codec::kZstd, Packing::kSmall},
                                       {Codec::kZstd, Packing::kQuick}}) {
    BlockEncoder encoder(packing);
    BlockDecoder decoder;
    std::vector<uint8_t> packed, stored;
    ASSERT_TRUE(encoder.EncodeExcesses(codec, ranking, 50, excesses, &packed, &stored).ok());
    ASSERT_EQ(packed.size(), 501u);
    EXPECT_EQ(packed.back() >> 4, 0);
    for (size_t i = 0; i < excesses.size(); ++i)
      ASSERT_EQ(GetExcess(packed.data(), i), excesses[i]);
    std::vector<uint8_t> decoded(packed.size());
    ASSERT_TRUE(
        decoder.DecodeExcesses(codec, ranking, 50, excesses.size(), stored, absl::MakeSpan(decoded))
            .ok());
    EXPECT_EQ(decoded, packed);
    stored.pop_back();
    EXPECT_FALSE(
        decoder.DecodeExcesses(codec, ranking, 50, excesses.size(), stored, absl::MakeSpan(decoded))
            .ok());
  }
}

}  // namespace
}  // namespace tilebase
