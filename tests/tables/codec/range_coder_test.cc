// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/codec/range_coder.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tables/random_board.h"

namespace tilebase {
namespace {

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

// Answers against all chances, after many that leave the word before all ones.
TEST(RangeCoderTest, CarriesIntoWordsThatAreOut) {
  for (const bool yes : {false, true}) {
    Answers answers;
    for (int i = 0; i < 3000; ++i) answers.emplace_back(i % 2 == 0 ? 1 : 65535, yes);
    ExpectRoundTrip(answers);
  }
}

TEST(RangeCoderTest, LikelyAnswersTakeFewBytes) {
  // 65,536 answers of 65535/65536 hold 1.4 bits; the two words at the end come on top.
  EXPECT_LE(Coded(Answers(65536, {65535, true})).size(), 12u);
  EXPECT_NEAR(static_cast<double>(Coded(Answers(8000, {32768, true})).size()), 1000, 12);
}

}  // namespace
}  // namespace tilebase
