// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Tables and sets with nothing in them but what the rules of tables and sets look at.

#ifndef TILEBASE_TESTS_TABLES_COUNTED_SET_H_
#define TILEBASE_TESTS_TABLES_COUNTED_SET_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tables/plan.h"
#include "tables/records.h"

namespace tilebase {

// A table of which nothing but the counts is made up: every entry is a goal.
inline TableInfo CountedTable(const Subproblem& subproblem, Metric metric = Metric::kMoves) {
  TableInfo table;
  table.subproblem = subproblem;
  table.metric = metric;
  table.kind = metric == Metric::kMoves ? EntryKind::kPolicy : EntryKind::kExcess;
  table.entries = EntryCount(subproblem, metric);
  table.states = StateCount(subproblem, metric);
  table.reachable = table.entries;
  table.histogram = {table.entries};
  return table;
}

// A set of the plan on 3x3 with one table for each stage that has tables of its own.
struct CountedSet {
  explicit CountedSet(const std::string& plan_text) {
    info.geometry = {3, 3};
    info.plan = plan_text;
    const auto plan = ParsePlan(info.geometry, plan_text);
    EXPECT_TRUE(plan.ok()) << plan.status();
    for (size_t stage = 0; stage < plan->stages.size(); ++stage) {
      const size_t other = plan->TablesOf(stage);
      if (other != stage) {
        info.stages.push_back(info.stages[other]);
        continue;
      }
      info.stages.push_back({static_cast<uint32_t>(tables.size()), 1});
      tables.push_back(CountedTable(plan->stages[stage], plan->MetricOf(stage)));
    }
    EXPECT_EQ(Error(), "");
  }
  std::string Error() const { return std::string(CheckTableSet(info, tables).status().message()); }

  SetInfo info;
  std::vector<TableInfo> tables;
};

}  // namespace tilebase

#endif  // TILEBASE_TESTS_TABLES_COUNTED_SET_H_
