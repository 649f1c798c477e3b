// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/look_ahead/depths.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "runtime/lookup/walk.h"
#include "tables/random_board.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

TEST(SlideDepthsTest, AreAsTheTableCountedThemAndAsProbesSay) {
  for (const auto& [size, plan] :
       {std::pair{"4x3", "mtm:1-4/rest"}, {"3x4", "mtm:1,4/rest"}, {"5x2", "mtm:1-2,6/rest"}}) {
    const BuiltSet built(size, plan, Codec::kZstd);
    const PolicySet& set = *built.policies;
    ASSERT_TRUE(set.PrepareAll().ok());
    const TableInfo& info = set.source().tables()[0];
    const std::vector<uint8_t> depths = SlideDepths(set.quick_tables()[0], info, UINT64_MAX, 3);
    ASSERT_EQ(depths.size(), info.entries);
    std::vector<uint64_t> counts(info.histogram.size());
    for (const uint8_t depth : depths) {
      ASSERT_LT(depth, counts.size());
      ++counts[depth];
    }
    EXPECT_EQ(counts, info.histogram);

    Random random(1);
    for (int i = 0; i < 200; ++i) {
      Board board = RandomSolvableBoard(set.info().geometry, random);
      const uint64_t rank = set.tables()[0].ranking.Rank(board);
      tilebase_probe_result probe;
      ASSERT_EQ(set.Probe(board, &probe), TILEBASE_OK);
      if (probe.stage == 0) {
        EXPECT_EQ(depths[rank], probe.remaining);
      }
    }
  }
}

TEST(SlideDepthsTest, AreNotThereWhereTheTableIsTooLargeOrDamaged) {
  const BuiltSet built("3x3", "mtm:1-3/rest", Codec::kZstd);
  const PolicySet& set = *built.policies;
  ASSERT_TRUE(set.PrepareAll().ok());
  const TableInfo& info = set.source().tables()[0];
  EXPECT_FALSE(SlideDepths(set.quick_tables()[0], info, info.entries, 1).empty());
  EXPECT_TRUE(SlideDepths(set.quick_tables()[0], info, info.entries - 1, 1).empty());
  for (const uint8_t byte : {0x00, 0x21, 0x55, 0xff}) {
    const std::vector<uint8_t> slides(info.entries, byte);
    PolicyTable damaged = set.tables()[0];
    damaged.slides = slides.data();
    EXPECT_TRUE(SlideDepths(MoveTable(damaged), info, UINT64_MAX, 2).empty());
  }
}

}  // namespace
}  // namespace tilebase
