// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The worst case that is joined at the seams: found by two programs, taken by a board, and for
// small boards the greatest of all.

#include "runtime/verify/worst_case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/lookup/policy_set.h"
#include "tables/board_text.h"
#include "tables/image/image.h"
#include "tables/records.h"
#include "tests/runtime/built_set.h"
#include "tests/tables/plain_search.h"

namespace tilebase {
namespace {

using testing::HasSubstr;

// The letters of the solution by lookup.
std::string SolvedBy(const PolicySet& set, const uint8_t* cells) {
  std::string letters(set.info().summed_worst_case, ' ');
  SolveRequest request{cells, letters.data(), letters.size()};
  set.SolveLetters(&request);
  EXPECT_EQ(request.code, TILEBASE_OK);
  letters.resize(request.count);
  return letters;
}

struct Expected {
  const char* board;
  const char* plan;
  uint32_t summed;
  uint32_t joined;
};

TEST(WorstCaseTest, IsFoundAgainAndTakenByABoard) {
  for (const Expected& expected : {Expected{"4x4", "1-4/5,9,13/rest", 109, 106},
                                   {"3x3", "1-3/rest", 0, 0},
                                   {"4x2", "1,5/rest", 0, 0},
                                   {"4x3", "1-4/5,9/rest", 0, 0},
                                   {"5x2", "1,6/2,7/rest", 0, 0},
                                   {"4x4", "mtm:1-4/5,9,13/rest", 0, 0},
                                   {"3x3", "mtm:1-3/rest", 0, 0}}) {
    for (const Codec codec : {Codec::kZstd, Codec::kRaw}) {
      SCOPED_TRACE(absl::StrCat(expected.board, " ", expected.plan));
      const BuiltSet built(expected.board, expected.plan, codec);
      const SetInfo& info = built.policies->info();
      ASSERT_TRUE(info.is_joined);
      if (expected.joined != 0) {
        EXPECT_EQ(info.summed_worst_case, expected.summed);
        EXPECT_EQ(info.certified_worst_case, expected.joined);
      }
      WorstCaseFound found;
      const absl::Status status =
          VerifyWorstCase(built.policies->source(), {.threads = 2, .progress = {}}, &found);
      ASSERT_TRUE(status.ok()) << status;
      ASSERT_EQ(found.board.size(), static_cast<size_t>(info.geometry.cells()));
      EXPECT_EQ(SolvedBy(*built.policies, found.board.data()).size(), info.certified_worst_case);
    }
  }
}

TEST(WorstCaseTest, DoesNotDependOnThreads) {
  const BuiltSet built("4x4", "1-4/5,9,13/rest", Codec::kZstd);
  const auto one = FindWorstCase(built.policies->source(), {.threads = 1, .progress = {}});
  const auto four = FindWorstCase(built.policies->source(), {.threads = 4, .progress = {}});
  ASSERT_TRUE(one.ok() && four.ok());
  EXPECT_EQ(one->board, four->board);
}

TEST(WorstCaseTest, IsTheGreatestOfAllBoardsAlsoInSlides) {
  for (const auto& [board, plan] : {std::pair{"2x3", "mtm:rest"},
                                    {"3x3", "mtm:rest"},
                                    {"3x3", "mtm:1-3/rest"},
                                    {"3x3", "mtm:1,4,7/rest"},
                                    {"3x3", "1-3/4,7/rest"}}) {
    SCOPED_TRACE(absl::StrCat(board, " ", plan));
    const BuiltSet built(board, plan, Codec::kZstd);
    const SetInfo& info = built.policies->info();
    ASSERT_FALSE(built.policies->source().HasGrownStage());
    size_t actions = 0, runs = 0;
    for (const auto& [cells, depth] : AllDepths(info.geometry)) {
      const std::string letters =
          SolvedBy(*built.policies, reinterpret_cast<const uint8_t*>(cells.data()));
      actions = std::max(actions, letters.size());
      runs = std::max(runs, CountRuns(letters));
    }
    EXPECT_EQ(info.certified_worst_case, actions);
    // Two slides that meet at a seam may be one run.
    if (built.policies->is_mtm()) {
      EXPECT_GE(info.joined_slides, runs);
      if (info.stages.size() == 1) {
        EXPECT_EQ(info.joined_slides, runs);
      }
    }
  }
}

// Hints take another table of such a stage than solutions, and the number bounds both.
TEST(WorstCaseTest, IsTheSumWhereAStageGrows) {
  const BuiltSet built("3x3", "ladder:1", Codec::kZstd);
  const SetInfo& info = built.policies->info();
  EXPECT_FALSE(info.is_joined);
  EXPECT_EQ(info.format(), 1);
  EXPECT_EQ(info.certified_worst_case, info.summed_worst_case);
  WorstCaseFound found;
  const absl::Status status =
      VerifyWorstCase(built.policies->source(), {.threads = 1, .progress = {}}, &found);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_TRUE(found.board.empty());
}

TEST(WorstCaseTest, AnotherNumberInTheHeaderIsSeen) {
  const BuiltSet built("3x3", "1-3/rest", Codec::kRaw);
  std::string image;
  ASSERT_TRUE(WriteImage(built.policies->source(), {.tables = {}, .raw = true}, [&](Bytes bytes) {
                image.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
                return absl::OkStatus();
              }).ok());
  // The set record, with a number that could be.
  SetInfo info = built.policies->info();
  const auto tables = static_cast<uint32_t>(built.policies->source().tables().size());
  const std::string record = EncodeSetRecord(info, tables);
  const size_t at = image.find(record);
  ASSERT_NE(at, image.npos);
  --info.certified_worst_case;
  image.replace(at, record.size(), EncodeSetRecord(info, tables));
  const auto source = ImageReader::FromBytes(AsBytes(image), "forged");
  ASSERT_TRUE(source.ok()) << source.status();
  const absl::Status status = VerifyWorstCase(**source, {.threads = 1, .progress = {}}, nullptr);
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(status.message()), HasSubstr("the header's worst case is"));
}

}  // namespace
}  // namespace tilebase
