// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/peeling.h"

#include <gtest/gtest.h>

#include <vector>

namespace tilebase {
namespace {

TEST(Peeling, RowsAndRestCoverEveryCellOnceAndLeaveWhatTablesCanDo) {
  for (int width = 2; width <= 40; ++width) {
    for (int height = 2; height <= 40; ++height) {
      const BigSize size{width, height};
      std::vector<int> times(static_cast<size_t>(size.cells()));
      Peeling peeling(size);
      int blank = size.cells() - 1;
      for (; !peeling.IsRest(); peeling.Next()) {
        const Frame row = peeling.Row(blank);
        // A row of at least the window's width needs as many rows below it.
        ASSERT_GE(row.height, kWindowSide);
        for (int u = 0; u < row.width; ++u) ++times[static_cast<size_t>(row.Cell(u, 0))];
        blank = row.Cell(row.width - 1, 1);
      }
      const Frame rest = peeling.Rest();
      ASSERT_LE(rest.width, rest.height);
      ASSERT_LE(rest.height, kWindowSide);
      for (int u = 0; u < rest.width; ++u)
        for (int v = 0; v < rest.height; ++v) ++times[static_cast<size_t>(rest.Cell(u, v))];
      EXPECT_EQ(times, std::vector<int>(times.size(), 1)) << ToString(size);
    }
  }
}

TEST(Peeling, ARowBeginsWhereTheBlankIs) {
  Peeling peeling({10, 10});
  EXPECT_EQ(peeling.Row(9).Cell(0, 0), 9);
  EXPECT_EQ(peeling.Row(0).Cell(0, 0), 0);
  EXPECT_EQ(peeling.Row(9).letters[0], 'R');
}

}  // namespace
}  // namespace tilebase
