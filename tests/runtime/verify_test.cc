// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The verifier, verified: it passes what is right and finds every single wrong entry.

#include "runtime/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

using testing::HasSubstr;

// The planes of one table, to be tampered with.
struct Planes {
  Planes(const PolicySet& set, size_t index) : info(set.source().tables()[index]) {
    const PolicyTable& table = set.tables()[index];
    policy.assign(table.policy, table.policy + PolicyBytes(info.entries));
    if (table.reachable != nullptr)
      reachable.assign(table.reachable, table.reachable + ReachableBytes(info.entries));
  }
  absl::Status Verify(int threads = 1) const {
    VerifyOptions options;
    options.threads = threads;
    return VerifyTable(info, policy.data(), reachable.empty() ? nullptr : reachable.data(),
                       options);
  }
  TableInfo info;
  std::vector<uint8_t> policy;
  std::vector<uint8_t> reachable;
};

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

// Changes every entry to every other action. A change is harmless only where the action is as good
// (another optimal one) or means nothing (goal states): those are told by the depths.
void ExpectEveryWrongEntryFound(const char* board, const char* plan, size_t index) {
  BuiltSet built(board, plan, Codec::kZstd);
  Planes planes(*built.policies, index);
  const Subproblem& subproblem = planes.info.subproblem;
  const Ranking ranking(subproblem);
  uint64_t wrong = 0, found = 0, harmless = 0, passed = 0;
  for (uint64_t rank = 0; rank < planes.info.entries; ++rank) {
    const Board start = Representative(subproblem, ranking.Unrank(rank));
    tilebase_probe_result probe;
    ASSERT_EQ(built.policies->ProbeSubproblem(start, subproblem.goal, subproblem.fixed, &probe),
              TILEBASE_OK);
    uint8_t& byte = planes.policy[rank / 4];
    const uint8_t right = byte;
    for (int action = 0; action < kActions; ++action) {
      const int shift = static_cast<int>(rank % 4 * 2);
      if ((right >> shift & 3) == action) continue;
      byte = static_cast<uint8_t>((right & ~(3 << shift)) | action << shift);
      const bool as_good = probe.remaining <= 0 || probe.after[action] == probe.remaining - 1;
      const bool ok = planes.Verify().ok();
      (as_good ? harmless : wrong) += 1;
      (as_good ? passed : found) += as_good ? ok : !ok;
    }
    byte = right;
  }
  std::printf("%s %s: %llu/%llu wrong entries found, %llu/%llu equally good ones passed\n", board,
              ToString(subproblem).c_str(), static_cast<unsigned long long>(found),
              static_cast<unsigned long long>(wrong), static_cast<unsigned long long>(passed),
              static_cast<unsigned long long>(harmless));
  EXPECT_EQ(found, wrong);
  EXPECT_EQ(passed, harmless);
  EXPECT_GT(wrong, planes.info.entries);
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
