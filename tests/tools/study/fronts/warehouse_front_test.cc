// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/study/fronts/warehouse_front.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/generator/words/brute_force.h"

namespace tilebase {
namespace {

WarehouseFrontOptions Options(uint64_t budget) {
  WarehouseFrontOptions options;
  options.width = 3;
  options.height = 3;
  options.walls = {4};
  options.goal_cells = {0, 2};
  options.budget_bytes = budget;
  options.creator = "test";
  return options;
}

// The values of all warehouses of 3x3 with a pillar in the middle, ascending.
std::vector<uint32_t> PlainValues(const std::string& metric, int blanks) {
  std::map<std::string, uint32_t> goals;
  std::string board = std::string(static_cast<size_t>(7 - blanks), '.') + "1" +
                      std::string(static_cast<size_t>(blanks), '_');
  std::sort(board.begin(), board.end());
  do {
    std::string whole = board;
    whole.insert(4, "#");
    if (whole[0] == '1' || whole[2] == '1') goals[whole] = 0;
  } while (std::next_permutation(board.begin(), board.end()));
  std::vector<uint32_t> values;
  for (const auto& [each, value] : PlainSearch(3, metric).Values(goals)) values.push_back(value);
  std::sort(values.begin(), values.end());
  return values;
}

TEST(WarehouseFrontTest, EveryRowIsWhatAPlainSearchFinds) {
  const auto rows = MeasureWarehouseFront(Options(1'000'000));
  ASSERT_TRUE(rows.ok()) << rows.status();
  ASSERT_EQ(rows->size(), size_t{4} * kWarehouseFrontBlanks);
  for (const WarehouseFrontRow& row : *rows) {
    SCOPED_TRACE(std::string(Name(row.metric)) + " " + std::to_string(row.blanks));
    const std::vector<uint32_t> values = PlainValues(Name(row.metric), row.blanks);
    double mean = 0;
    for (const uint32_t value : values) mean += value / static_cast<double>(values.size());
    EXPECT_TRUE(row.exact);
    EXPECT_EQ(row.table_blanks, row.blanks);
    EXPECT_DOUBLE_EQ(row.density, 1 - row.blanks / 8.0);
    EXPECT_NEAR(row.mean, mean, 1e-9);
    EXPECT_EQ(row.p99, values[(values.size() * 99 + 99) / 100 - 1]);
    EXPECT_EQ(row.worst, values.back());
    EXPECT_GT(row.file_bytes, 0u);
  }
}

TEST(WarehouseFrontTest, TablesOverTheBudgetAreLeftOutAndSmallerOnesAnswer) {
  const auto exact = MeasureWarehouseFront(Options(1'000'000));
  const auto rows = MeasureWarehouseFront(Options(400));  // two blanks: 168 states
  ASSERT_TRUE(exact.ok()) << exact.status();
  ASSERT_TRUE(rows.ok()) << rows.status();
  ASSERT_EQ(rows->size(), exact->size());
  for (size_t i = 0; i < rows->size(); ++i) {
    const WarehouseFrontRow& row = (*rows)[i];
    EXPECT_LE(row.table_bytes, 400u);
    EXPECT_EQ(row.exact, row.table_blanks == row.blanks);
    EXPECT_GE(row.mean, (*exact)[i].mean - 5 * row.standard_error);
  }
  EXPECT_FALSE(rows->back().exact);
  EXPECT_EQ(MeasureWarehouseFront(Options(10)).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(WarehouseFrontTest, IsStopped) {
  const std::atomic<bool> cancel{true};
  WarehouseFrontOptions options = Options(1'000'000);
  options.cancel = &cancel;
  EXPECT_TRUE(absl::IsCancelled(MeasureWarehouseFront(options).status()));
}

}  // namespace
}  // namespace tilebase
