// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/codec/policy_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tables/plan.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

// Sets of one or more actions that have something to do with their neighbours.
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

// The tie rule is the model's: what is stored depends on the sets alone, not on earlier blocks.
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

// What bytes decode to depends on them alone, whatever they are, and stays inside its buffer.
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

}  // namespace
}  // namespace tilebase
