// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The table of strategies: every board that a set can have finds a row, and the page shows the
// rows.

#include "runtime/search/strategy.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "runtime/search/wide_beam.h"

namespace tilebase {
namespace {

std::string Text(Engine engine) {
  switch (engine) {
    case Engine::kPasses:
      return "passes by values";
    case Engine::kWideRounds:
      return "wide beams by values, in rounds";
    case Engine::kDisplacements:
      return "beams by displacements, in rounds, and windows";
    case Engine::kWalks:
      return "walks by all parts, on the board and its reflection";
  }
  return "";
}

std::string Row(const Strategy& row) {
  return absl::StrCat(
      "| `", row.metric == Metric::kMtm ? "mtm" : "stm", "` | ", row.has_values ? "yes" : "no",
      " | ", row.least_cells, " to ", row.most_cells, " | ",
      row.least_microseconds == 0 ? "any"
                                  : absl::StrCat("from ", row.least_microseconds / 1000, " ms on"),
      " | ", Text(row.engine), " |\n");
}

TEST(Strategies, EveryBoardFindsOneThatFits) {
  for (const Metric metric : {Metric::kMoves, Metric::kMtm})
    for (const bool has_values : {false, true})
      for (int width = 2; width <= kMaxSide; ++width)
        for (int height = 2; height <= kMaxSide; ++height) {
          const Geometry geometry{static_cast<uint8_t>(width), static_cast<uint8_t>(height)};
          // Those that values can be fitted for.
          if (has_values && geometry.cells() > 25 && (width != height || width > 7)) continue;
          for (const uint64_t microseconds : {0, 1, 9'999, 10'000, 1'000'000}) {
            const Strategy& strategy = StrategyFor(metric, has_values, geometry, microseconds);
            EXPECT_EQ(strategy.metric, metric);
            EXPECT_EQ(strategy.has_values, has_values);
            if (strategy.engine == Engine::kWideRounds) {
              EXPECT_TRUE(WideBeam::IsFor(geometry)) << width << "x" << height;
              EXPECT_GT(microseconds, 0u);
            } else if (has_values) {
              EXPECT_GT(strategy.first_width, 0u);
            }
          }
        }
}

TEST(Strategies, ThePageShowsThem) {
  std::ifstream file(TILEBASE_DOCS "/quality.md");
  std::ostringstream page;
  page << file.rdbuf();
  std::string rows;
  for (const Strategy& row : kStrategies) rows += Row(row);
  EXPECT_NE(page.str().find(rows), std::string::npos) << "expected in docs/quality.md:\n" << rows;
}

}  // namespace
}  // namespace tilebase
