// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The verifier, verified: it passes what is right and finds every single wrong entry.

#include "runtime/verify/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/runtime/built_set.h"
#include "tests/runtime/verify/changed_entries.h"

namespace tilebase {
namespace {

using testing::HasSubstr;

TEST(VerifyTest, PassesEveryTableOfManyPlans) {
  for (const auto& [board, plan] : {std::pair{"4x4", "ladder:1"},
                                    {"4x4", "ladder:3"},
                                    {"3x3", "rest"},
                                    {"2x3", "ladder:1"},
                                    {"3x5", "ladder:1"},
                                    {"4x4", "1-4/5,9,13/rest"},
                                    {"2x2", "rest"},
                                    {"3x3", "8/5/rest"}}) {
    BuiltSet built(board, plan, Codec::kZstd);
    for (size_t i = 0; i < built.policies->tables().size(); ++i) {
      const Planes planes(*built.policies, i);
      for (int threads : {1, 3})
        EXPECT_TRUE(planes.Verify(threads).ok()) << board << " " << plan << planes.Verify();
    }
  }
}

void ExpectEveryWrongEntryFound(const char* board, const char* plan, size_t index) {
  BuiltSet built(board, plan, Codec::kZstd);
  Planes planes(*built.policies, index);
  Changes changes;
  ForEachChange(*built.policies, &planes, [&](uint64_t, int, bool is_harmless) {
    changes.Add(is_harmless, planes.Verify().ok());
  });
  changes.Expect(absl::StrCat(board, " ", ToString(planes.info.subproblem)), planes.info.entries);
}

TEST(VerifyTest, FindsEveryWrongEntryOfThreeAndFour) {
  ExpectEveryWrongEntryFound("4x4", "ladder:1", 4);  // {3-4}|{1-2}
}

TEST(VerifyTest, FindsEveryWrongEntryOfATableWithUnreachableStates) {
  ExpectEveryWrongEntryFound("4x4", "ladder:1", 11);  // {10}|{1-9}
}

TEST(VerifyTest, FindsEveryWrongBitOfAReachablePlane) {
  BuiltSet built("4x4", "ladder:1", Codec::kZstd);
  for (size_t index : {3u, 11u, 23u}) {
    Planes planes(*built.policies, index);
    ASSERT_FALSE(planes.reachable.empty());
    for (uint64_t rank = 0; rank < planes.info.entries; ++rank) {
      planes.reachable[rank / 8] ^= static_cast<uint8_t>(1 << rank % 8);
      EXPECT_FALSE(planes.Verify().ok()) << index << " " << rank;
      planes.reachable[rank / 8] ^= static_cast<uint8_t>(1 << rank % 8);
    }
    EXPECT_TRUE(planes.Verify().ok());
  }
}

TEST(VerifyTest, FindsAHistogramThatIsNotTheTables) {
  BuiltSet built("4x4", "ladder:1", Codec::kZstd);
  Planes planes(*built.policies, 0);
  --planes.info.histogram[5];
  ++planes.info.histogram[6];
  EXPECT_THAT(std::string(planes.Verify().message()), HasSubstr("entries at depth 5"));
  planes = Planes(*built.policies, 0);
  planes.info.histogram.push_back(0);
  EXPECT_FALSE(planes.Verify().ok());
  planes.info.histogram.resize(10);
  EXPECT_FALSE(planes.Verify().ok());
}

TEST(VerifyTest, NamesTheTableAndTheFirstWrongEntry) {
  BuiltSet built("4x4", "ladder:1", Codec::kZstd);
  Planes planes(*built.policies, 4);
  std::memset(planes.policy.data(), 0, planes.policy.size());
  const std::string message(planes.Verify().message());
  EXPECT_THAT(message, HasSubstr("table {3-4}|{1-2}: rank "));
  EXPECT_THAT(message, HasSubstr("tile 3 on cell"));
}

}  // namespace
}  // namespace tilebase
