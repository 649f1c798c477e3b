// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The table of strategies: every set finds a row, and the page shows the rows.

#include "runtime/search/strategy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "absl/strings/str_cat.h"

namespace tilebase {
namespace {

std::string Text(Engine engine) {
  switch (engine) {
    case Engine::kPasses:
      return "passes by values";
    case Engine::kDisplacements:
      return "beams by displacements, in rounds, and windows";
    case Engine::kWalks:
      return "walks by all parts, on the board and its reflection";
  }
  return "";
}

std::string Row(const Strategy& row) {
  return absl::StrCat("| `", row.metric == Metric::kMtm ? "mtm" : "stm", "` | ",
                      row.has_values ? "yes" : "no", " | ", Text(row.engine), " |\n");
}

TEST(Strategies, EverySetFindsItsRow) {
  for (const Metric metric : {Metric::kMoves, Metric::kMtm})
    for (const bool has_values : {false, true}) {
      const auto is_row = [&](const Strategy& row) {
        return row.metric == metric && row.has_values == has_values;
      };
      EXPECT_EQ(std::count_if(std::begin(kStrategies), std::end(kStrategies), is_row), 1);
      EXPECT_EQ(EngineFor(metric, has_values) == Engine::kPasses, has_values);
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
