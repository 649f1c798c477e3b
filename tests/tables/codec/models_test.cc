// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tables/codec/codec.h"
#include "tables/codec/pattern_model.h"
#include "tables/codec/policy_model.h"
#include "tables/codec/range_coder.h"
#include "tables/entry.h"
#include "tables/hash.h"
#include "tables/plan.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

// Sets of one or more actions that depend on their neighbours.
std::vector<OptimalActions> MadeUpSets(uint64_t entries, uint64_t seed) {
  Random random(seed);
  std::vector<OptimalActions> sets(entries);
  OptimalActions set = 1;
  for (OptimalActions& entry : sets) {
    if (random.Below(5) == 0) set = static_cast<OptimalActions>(1 + random.Below(15));
    entry = set;
    if (random.Below(100) == 0) entry = random.Below(2) == 0 ? kGoalEntry : kUnreachableEntry;
  }
  return sets;
}

void ExpectRoundTrip(const Ranking& ranking, uint64_t first,
                     const std::vector<OptimalActions>& sets) {
  PolicyModel encoder, decoder;
  std::vector<uint8_t> packed(PolicyBytes(sets.size())), decoded(packed.size()), coded;
  encoder.Encode(ranking, first, sets, packed.data(), &coded);
  for (size_t i = 0; i < sets.size(); ++i) {
    if (sets[i] == kGoalEntry || sets[i] == kUnreachableEntry) continue;
    ASSERT_TRUE(sets[i] & ActionBit(GetAction(packed.data(), i))) << i;
  }
  ASSERT_TRUE(decoder.Decode(ranking, first, sets.size(), coded, decoded.data()));
  EXPECT_EQ(decoded, packed);
  // Not a byte more or less.
  coded.push_back(0);
  EXPECT_FALSE(decoder.Decode(ranking, first, sets.size(), coded, decoded.data()));
  coded.pop_back();
  coded.pop_back();
  EXPECT_FALSE(decoder.Decode(ranking, first, sets.size(), coded, decoded.data()));
}

TEST(PolicyModelTest, StoresAnOptimalActionForEveryEntryAndGivesItBack) {
  const Geometry geometry{4, 4};
  for (const char* goal : {"1", "1-2", "1-5", "1-15"}) {
    const Ranking ranking({geometry, *ParseTiles(geometry, goal), 0});
    for (uint64_t entries : {1, 2, 3, 77, 240, 5000, 262144}) {
      const uint64_t most = std::min<uint64_t>(entries, ranking.size());
      for (uint64_t first : {uint64_t{0}, ranking.size() / 3, ranking.size() - most})
        if (first + most <= ranking.size())
          ExpectRoundTrip(ranking, first, MadeUpSets(most, first + entries));
    }
  }
}

TEST(PolicyModelTest, WorksOnTheSmallestAndTheLargestRankings) {
  ExpectRoundTrip(Ranking({{4, 4}, TileBit(15), LowMask(14)}), 0, MadeUpSets(2, 1));
  ExpectRoundTrip(Ranking({{8, 8}, LowMask(4), 0}), 123456789, MadeUpSets(10000, 2));
  ExpectRoundTrip(Ranking({{2, 2}, LowMask(3), 0}), 5, MadeUpSets(7, 3));
}

// The model knows the tie rule: what is stored depends only on the sets, not on earlier blocks.
TEST(PolicyModelTest, StartsAgainInEveryBlock) {
  const Ranking ranking({{4, 4}, LowMask(5), 0});
  const std::vector<OptimalActions> sets = MadeUpSets(30000, 4);
  PolicyModel used;
  std::vector<uint8_t> first_packed(7500), packed(7500), first_coded, coded;
  used.Encode(ranking, 1000, sets, first_packed.data(), &first_coded);
  used.Encode(ranking, 1000, sets, packed.data(), &coded);
  EXPECT_EQ(packed, first_packed);
  EXPECT_EQ(coded, first_coded);
}

// What bytes decode to depends only on them, whatever they are, and stays inside its buffer.
TEST(PolicyModelTest, AnyBytesDecodeToTheSameEntriesAgain) {
  const Ranking ranking({{4, 4}, LowMask(3), 0});
  Random random(6);
  PolicyModel model;
  constexpr uint64_t kEntries = 5000;
  constexpr uint8_t kGuard = 0xa5;
  for (int i = 0; i < 200; ++i) {
    std::vector<uint8_t> coded(random.Below(3000));
    for (uint8_t& byte : coded) byte = static_cast<uint8_t>(i % 3 == 0 ? 255 : random.Below(256));
    const uint64_t first = random.Below(30000);
    std::vector<uint8_t> packed(PolicyBytes(kEntries) + 1, kGuard), again = packed;
    const bool sound = model.Decode(ranking, first, kEntries, coded, packed.data());
    ASSERT_EQ(PolicyModel().Decode(ranking, first, kEntries, coded, again.data()), sound);
    ASSERT_EQ(again, packed);
    ASSERT_EQ(packed.back(), kGuard);
  }
}

PatternRanking RankingOf(Geometry geometry, const char* tiles) {
  return PatternRanking(geometry, *ParseTiles(geometry, tiles));
}

// Excesses that depend on their neighbours, with a large one now and then.
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
    // From anywhere, also within a row.
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
// what this test printed when the code was fixed; compilers must agree on it.
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

using Answers = std::vector<std::pair<uint32_t, bool>>;  // the chance of yes, and the answer

std::vector<uint8_t> Coded(const Answers& answers) {
  std::vector<uint8_t> out = {1, 2, 3};
  RangeEncoder encoder(&out);
  for (const auto& [chance, yes] : answers) EXPECT_EQ(encoder.Code(chance, yes), yes);
  encoder.Finish();
  return out;
}

void ExpectRoundTrip(const Answers& answers) {
  const std::vector<uint8_t> coded = Coded(answers);
  RangeDecoder decoder(coded);
  for (const auto& [chance, yes] : answers) ASSERT_EQ(decoder.Code(chance, !yes), yes);
  EXPECT_TRUE(decoder.IsAtEnd());
}

TEST(RangeCoderTest, GivesTheAnswersBack) {
  ExpectRoundTrip({});
  Random random(1);
  for (const uint64_t likely : {1, 2, 40, 100}) {
    Answers answers;
    for (int i = 0; i < 20000; ++i)
      answers.emplace_back(static_cast<uint32_t>(1 + random.Below(65535)),
                           random.Below(likely) == 0);
    ExpectRoundTrip(answers);
  }
}

// Answers with all chances, after many answers that make the current word all ones.
TEST(RangeCoderTest, CarriesIntoWordsThatAreOut) {
  for (const bool yes : {false, true}) {
    Answers answers;
    for (int i = 0; i < 3000; ++i) answers.emplace_back(i % 2 == 0 ? 1 : 65535, yes);
    ExpectRoundTrip(answers);
  }
}

TEST(RangeCoderTest, LikelyAnswersTakeFewBytes) {
  // 65,536 answers of 65535/65536 hold 1.4 bits; the coder adds two words at the end.
  EXPECT_LE(Coded(Answers(65536, {65535, true})).size(), 12u);
  EXPECT_NEAR(static_cast<double>(Coded(Answers(8000, {32768, true})).size()), 1000, 12);
}

}  // namespace
}  // namespace tilebase
