// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Tables with single entries changed, for tests of the verifier.

#ifndef TILEBASE_TESTS_RUNTIME_VERIFY_CHANGED_ENTRIES_H_
#define TILEBASE_TESTS_RUNTIME_VERIFY_CHANGED_ENTRIES_H_

#include <gtest/gtest.h>
#include <stdint.h>

#include <cstdio>
#include <string>
#include <vector>

#include "runtime/lookup/policy_set.h"
#include "runtime/verify/verify.h"

namespace tilebase {

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

// What became of the changes of single entries.
struct Changes {
  uint64_t wrong = 0, found = 0;      // to an action that is not optimal
  uint64_t harmless = 0, passed = 0;  // to one that is as good, or of a goal, which has none

  void Add(bool is_harmless, bool passes) {
    (is_harmless ? harmless : wrong) += 1;
    if (is_harmless == passes) (is_harmless ? passed : found) += 1;
  }
  void Expect(const std::string& what, uint64_t entries) const {
    std::printf("%s: %llu/%llu wrong entries found, %llu/%llu equally good ones passed\n",
                what.c_str(), static_cast<unsigned long long>(found),
                static_cast<unsigned long long>(wrong), static_cast<unsigned long long>(passed),
                static_cast<unsigned long long>(harmless));
    EXPECT_EQ(found, wrong);
    EXPECT_EQ(passed, harmless);
    EXPECT_EQ(wrong + harmless, 3 * entries);
    EXPECT_GT(wrong, entries);
  }
};

// Calls change(rank, action, is_harmless) with the planes changed at `rank`, for every entry and
// every other action. A change is harmless only where the action is as good (another optimal one)
// or means nothing (goal states): those are told by the depths that probing finds.
template <typename Change>
void ForEachChange(const PolicySet& set, Planes* planes, Change change) {
  const Subproblem& subproblem = planes->info.subproblem;
  const Ranking ranking(subproblem);
  for (uint64_t rank = 0; rank < planes->info.entries; ++rank) {
    const Board start = Representative(subproblem, ranking.Unrank(rank));
    tilebase_probe_result probe;
    ASSERT_EQ(set.ProbeSubproblem(start, subproblem.goal, subproblem.fixed, &probe), TILEBASE_OK);
    uint8_t& byte = planes->policy[rank / 4];
    const uint8_t right = byte;
    const int shift = static_cast<int>(rank % 4 * 2);
    for (int action = 0; action < kActions; ++action) {
      if ((right >> shift & 3) == action) continue;
      byte = static_cast<uint8_t>((right & ~(3 << shift)) | action << shift);
      change(rank, action, probe.remaining <= 0 || probe.after[action] == probe.remaining - 1);
    }
    byte = right;
  }
}

}  // namespace tilebase

#endif  // TILEBASE_TESTS_RUNTIME_VERIFY_CHANGED_ENTRIES_H_
