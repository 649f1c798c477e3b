// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Mirrored tables against tables that were built for the same subproblem: every entry leads to the
// goal in as many moves.

#include "runtime/look_ahead/look_ahead_tables.h"

#include <gtest/gtest.h>

#include <string>

#include "runtime/look_ahead/depths.h"
#include "tables/plan.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

struct Case {
  const char* size;
  const char* original;  // plans, of which the first stage matters
  const char* own;
  Symmetry symmetry;
};

class MirroredTableTest : public testing::TestWithParam<Case> {};

TEST_P(MirroredTableTest, EveryDepthIsThatOfTheBuiltTable) {
  const Case& test = GetParam();
  const BuiltSet original(test.size, test.original, Codec::kRaw);
  const BuiltSet own(test.size, test.own, Codec::kRaw);
  const Subproblem& goal = own.policies->tables()[0].subproblem;
  const int symmetry =
      MovesSymmetry(goal.geometry, goal.goal, original.policies->tables()[0].subproblem.goal);
  ASSERT_EQ(symmetry, test.symmetry);
  const auto mirrored = MirroredTable::Create(original.policies->quick_tables()[0], goal.goal,
                                              static_cast<Symmetry>(symmetry), 2);
  ASSERT_NE(mirrored, nullptr);
  ASSERT_EQ(mirrored->table().table.subproblem, goal);
  EXPECT_EQ(mirrored->memory_bytes(), MirroredTable::Bytes(mirrored->table().table.ranking.size()));
  Depths found, expected;
  ASSERT_TRUE(found.Fill(mirrored->table()));
  ASSERT_TRUE(expected.Fill(own.policies->quick_tables()[0]));
  ASSERT_EQ(found.size(), expected.size());
  for (uint64_t rank = 0; rank < expected.size(); ++rank)
    ASSERT_EQ(found.Of(rank), expected.Of(rank)) << rank;
}

INSTANTIATE_TEST_SUITE_P(, MirroredTableTest,
                         testing::Values(Case{"4x4", "1-4/5,9,13/rest", "1,5,9,13/2-4/rest", 1},
                                         Case{"4x3", "1-5/rest", "1-4,8/rest", 2},
                                         Case{"3x3", "2,4/rest", "4,8/rest", 3},
                                         Case{"4x3", "1-2/3,5-6/rest", "9-10/1,5-6/rest", 4}),
                         [](const auto& test) {
                           return std::string(test.param.size) + "_" +
                                  std::to_string(test.param.symmetry);
                         });

}  // namespace
}  // namespace tilebase
