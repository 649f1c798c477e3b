// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The verifiers, verified: every single-entry change of a table of the whole 3x3 board, and of a
// pattern table.

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/verify/pattern_verify.h"
#include "runtime/verify/verify.h"
#include "tests/runtime/built_set.h"
#include "tests/runtime/verify/changed_entries.h"

namespace tilebase {
namespace {

// One change in so many is verified with the whole table.
constexpr uint64_t kEvery = 2003;

// All 544,320 changes, each judged at its own entry. That is a part of what the whole verification
// looks at, which is done as well for one change in some hundreds.
TEST(VerifyEveryChangeTest, FindsEveryWrongEntryOfTheWholeEightPuzzle) {
  BuiltSet built("3x3", "rest", Codec::kZstd);
  Planes planes(*built.policies, 0);
  ASSERT_EQ(planes.info.entries, 181440u);
  Changes changes, whole;
  std::vector<std::pair<uint64_t, int>>
      others;  // one change for each entry that has a harmless one
  ForEachChange(*built.policies, &planes, [&](uint64_t rank, int action, bool is_harmless) {
    changes.Add(is_harmless, VerifyEntry(planes.info, planes.policy.data(), nullptr, rank).ok());
    if (is_harmless) others.emplace_back(rank, action);
    if ((3 * rank + static_cast<uint64_t>(action)) % kEvery == 0)
      whole.Add(is_harmless, planes.Verify(2).ok());
  });
  changes.Expect(absl::StrCat("3x3 ", ToString(planes.info.subproblem)), planes.info.entries);
  std::printf("of these, as a whole: %llu/%llu wrong entries found, %llu/%llu others passed\n",
              static_cast<unsigned long long>(whole.found),
              static_cast<unsigned long long>(whole.wrong),
              static_cast<unsigned long long>(whole.passed),
              static_cast<unsigned long long>(whole.harmless));
  EXPECT_EQ(whole.found, whole.wrong);
  EXPECT_EQ(whole.passed, whole.harmless);
  for (const auto& [rank, action] : others) {
    uint8_t& byte = planes.policy[rank / 4];
    const int shift = static_cast<int>(rank % 4 * 2);
    byte = static_cast<uint8_t>((byte & ~(3 << shift)) | action << shift);
  }
  EXPECT_TRUE(planes.Verify().ok()) << "every entry that may be changed, changed";
}

// No entry of a pattern table may be another one.
TEST(VerifyEveryChangeTest, FindsEveryWrongEntryOfAPattern) {
  const BuiltFile built("3x3", "pattern:1-3/4-6/rest", Codec::kRaw);
  const auto source = *StoreReader::Open(built.path);
  const TableInfo& info = source->tables()[0];
  std::vector<uint8_t> excesses(source->layout(0).bytes());
  ASSERT_TRUE(source->ReadTable(0, 1, absl::MakeSpan(excesses)).ok());
  ASSERT_TRUE(VerifyPatternTable(info, excesses.data(), {}).ok());
  uint64_t found = 0, total = 0;
  for (uint64_t rank = 0; rank < info.entries; ++rank)
    for (int change = 1; change <= kMaxExcess; ++change, ++total) {
      uint8_t& byte = excesses[rank / kExcessesPerByte];
      const uint8_t right = byte;
      byte = static_cast<uint8_t>(right ^ change << rank % kExcessesPerByte * 4);
      found += !VerifyPatternTable(info, excesses.data(), {}).ok();
      byte = right;
    }
  std::printf("3x3 pattern %s: %llu/%llu wrong entries found\n", ToString(info.subproblem).c_str(),
              static_cast<unsigned long long>(found), static_cast<unsigned long long>(total));
  EXPECT_EQ(found, total);
  EXPECT_EQ(total, 504u * kMaxExcess);
}

}  // namespace
}  // namespace tilebase
