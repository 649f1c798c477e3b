// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Tests the verifiers: they pass right tables, find every single wrong entry of a policy, and name
// what is wrong in a pattern table.

#include "runtime/verify/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/plan.h"
#include "tables/store/store.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

using testing::HasSubstr;

// The planes of one table, which tests change.
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

// The results of changes of single entries.
struct Changes {
  uint64_t wrong = 0, found = 0;      // to an action that is not optimal
  uint64_t harmless = 0, passed = 0;  // to an equally good action, or at a goal, which has none

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
// every other action. A change is harmless only if the action is as good (another optimal one) or
// has no meaning (goal states); the depths that probing finds show which.
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

// One to four tiles give words of every width.
TEST(VerifyTest, PassesEveryTableOfManyPlans) {
  for (const auto& [board, plan] : {std::pair{"4x4", "ladder:1"},
                                    {"4x4", "ladder:3"},
                                    {"3x3", "rest"},
                                    {"2x3", "ladder:1"},
                                    {"3x5", "ladder:1"},
                                    {"4x4", "1-4/5,9,13/rest"},
                                    {"2x2", "rest"},
                                    {"3x3", "8/5/rest"},
                                    {"3x3", "1-4/rest"},
                                    {"3x3", "1-5/rest"},
                                    {"4x3", "1-4/rest"},
                                    {"5x5", "ladder:1"}}) {
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

// Every single-entry change of a table of the whole 3x3 board, and of a pattern table. Under
// sanitizers each takes several times as long, so there are too many.
class VerifyEveryChangeTest : public testing::Test {
 protected:
  void SetUp() override {
#ifdef TILEBASE_SANITIZED
    GTEST_SKIP();
#endif
  }
};

// One change in kEvery is verified with the whole table.
constexpr uint64_t kEvery = 2003;

// All 544,320 changes, each judged among the entries beside it, which is a part of the whole
// verification. One change in some hundreds also gets the whole verification.
TEST_F(VerifyEveryChangeTest, FindsEveryWrongEntryOfTheWholeEightPuzzle) {
  BuiltSet built("3x3", "rest", Codec::kZstd);
  Planes planes(*built.policies, 0);
  ASSERT_EQ(planes.info.entries, 181440u);
  Changes changes, whole;
  std::vector<std::pair<uint64_t, int>>
      others;  // one change for each entry that has a harmless one
  const auto verifier = PolicyVerifier::Create(planes.info, {});
  ForEachChange(*built.policies, &planes, [&](uint64_t rank, int action, bool is_harmless) {
    const uint64_t first = rank / 8 * 8;
    changes.Add(is_harmless, verifier->Check(first, first + 8, &planes.policy[first / 4], nullptr));
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

// In a pattern table every change of an entry is wrong.
TEST_F(VerifyEveryChangeTest, FindsEveryWrongEntryOfAPattern) {
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

// The first pattern of a plan.
struct PatternTable {
  PatternTable(const char* board, const char* plan) : file(board, plan, Codec::kRaw) {
    const auto source = *StoreReader::Open(file.path);
    info = source->tables()[0];
    excesses.resize(source->layout(0).bytes());
    EXPECT_TRUE(source->ReadTable(0, 1, absl::MakeSpan(excesses)).ok());
  }

  // Makes an entry one greater, or the least if it is the greatest.
  void Spoil(uint64_t rank) {
    const int shift = rank % 2 * 4;
    uint8_t& byte = excesses[rank / 2];
    byte = static_cast<uint8_t>((byte & 0xf0 >> shift) | (((byte >> shift) + 1) & 15) << shift);
  }

  std::string Message(int threads = 1) const {
    VerifyOptions options;
    options.threads = threads;
    const absl::Status status = VerifyPatternTable(info, excesses.data(), options);
    EXPECT_TRUE(status.ok() || status.code() == absl::StatusCode::kDataLoss) << status;
    return std::string(status.message());
  }

  BuiltFile file;
  TableInfo info;
  std::vector<uint8_t> excesses;
};

// Fewer tiles than a word distinguishes, as many, and more; one room and many.
TEST(PatternVerifyTest, PassesPatternsOfEverySize) {
  for (const auto& [board, plan] : {std::pair{"2x2", "pattern:1/2/3"},
                                    {"3x3", "pattern:5/1-2/rest"},
                                    {"3x3", "pattern:1-3/rest"},
                                    {"3x2", "pattern:2-4/rest"},
                                    {"3x3", "pattern:1,4,5,8/rest"},
                                    {"4x3", "pattern:1-5/rest"},
                                    {"3x3", "pattern:1-6/rest"},
                                    {"2x5", "pattern:1-7/rest"},
                                    {"7x2", "pattern:2-6/1,7-9/rest"}})
    for (int threads : {1, 3})
      EXPECT_EQ(PatternTable(board, plan).Message(threads), "") << board << " " << plan;
}

TEST(PatternVerifyTest, NamesTheFirstWrongEntryOfTheLeastValue) {
  PatternTable table("3x3", "pattern:1-3/rest");
  table.Spoil(0);
  EXPECT_THAT(table.Message(),
              HasSubstr("{1-3}|{}: rank 0 (tile 1 on cell 0, tile 2 on cell 1, tile 3 on cell 2): "
                        "expected value 0, found 2"));
  table.Spoil(400);
  table.Spoil(500);
  EXPECT_THAT(table.Message(3), HasSubstr("rank 0 "));
}

TEST(PatternVerifyTest, FindsAHistogramThatIsNotTheTables) {
  PatternTable table("3x3", "pattern:1-3/rest");
  --table.info.histogram[5];
  ++table.info.histogram[6];
  EXPECT_THAT(table.Message(), HasSubstr("entries of value 5, there are"));
  table.info.histogram.resize(10);
  ++table.info.histogram[5];
  --table.info.histogram[6];
  EXPECT_THAT(table.Message(), HasSubstr("the header counts 0 entries of value 10, there are"));
}

TEST(PatternVerifyTest, ReportsProgressUpToTwiceTheEntries) {
  const PatternTable table("4x3", "pattern:1-6/rest");
  std::vector<uint64_t> reports;
  VerifyOptions options;
  options.threads = 2;
  options.progress = [&](uint64_t done) { reports.push_back(done); };
  EXPECT_TRUE(VerifyPatternTable(table.info, table.excesses.data(), options).ok());
  ASSERT_GT(reports.size(), table.info.histogram.size());
  EXPECT_TRUE(std::is_sorted(reports.begin(), reports.end()));
  EXPECT_LE(reports.back(), 2 * table.info.entries);
}

}  // namespace
}  // namespace tilebase
