// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/values/tied_pairs.h"

#include <gtest/gtest.h>

#include <vector>

#include "tables/random_board.h"

namespace tilebase {
namespace {

TEST(TiedPairsTest, ATableOfTiedNumbersHasTheSymmetriesOfTheSquare) {
  const Geometry geometry{4, 4};
  const TiedPairs ties(geometry);
  Random random(1);
  std::vector<uint8_t> tied(ties.pair_numbers());
  for (uint8_t& byte : tied) byte = static_cast<uint8_t>(random.Below(256));
  const std::vector<uint8_t> table = ties.Expand(tied);
  EXPECT_EQ(ties.Gather(table), tied);

  const auto tile = [&](Symmetry symmetry, int t) {
    return MapCell(geometry, symmetry, t - 1) + 1;
  };
  const auto number = [&](int s, int t, int cell_s, int cell_t) {
    return table[s < t ? PairRank(geometry, s, t, cell_s, cell_t)
                       : PairRank(geometry, t, s, cell_t, cell_s)];
  };
  for (int i = 0; i < 20000; ++i) {
    const int s = static_cast<int>(random.Below(16)), t = static_cast<int>(random.Below(16));
    const int a = static_cast<int>(random.Below(16)), b = static_cast<int>(random.Below(16));
    const auto symmetry = static_cast<Symmetry>(random.Below(kSymmetries));
    if (s == t || a == b) continue;
    if ((s == 0 || t == 0) && symmetry > kTransposed) continue;
    const int to_s = s == 0 ? 0 : tile(symmetry, s), to_t = t == 0 ? 0 : tile(symmetry, t);
    if (to_s == 16 || to_t == 16) continue;  // the blank's home
    ASSERT_EQ(number(s, t, a, b),
              number(to_s, to_t, MapCell(geometry, symmetry, a), MapCell(geometry, symmetry, b)));
  }
}

TEST(TiedPairsTest, EightPairsOfTilesShareANumberFarFromTheBlank) {
  const TiedPairs ties({6, 6});
  EXPECT_LT(ties.pair_numbers(), PairEntryCount({6, 6}) / 6);
}

}  // namespace
}  // namespace tilebase
