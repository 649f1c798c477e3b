// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The verifier of pattern tables passes what is right and names what is wrong.
// verify_every_change_test.cc changes every entry of one.

#include "runtime/verify/pattern_verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tables/plan.h"
#include "tables/store/store_reader.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

using testing::HasSubstr;

// The first pattern of a plan.
struct PatternTable {
  PatternTable(const char* board, const char* plan) : file(board, plan, Codec::kRaw) {
    const auto source = *StoreReader::Open(file.path);
    info = source->tables()[0];
    excesses.resize(source->layout(0).bytes());
    EXPECT_TRUE(source->ReadTable(0, 1, absl::MakeSpan(excesses)).ok());
  }

  // Makes an entry one greater, or the least where it is the greatest.
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

// Fewer tiles than a word tells apart, as many, and more; one room and many.
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
