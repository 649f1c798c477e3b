// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The rules that tables and sets obey (docs/format.md, section 7), each broken by itself.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tables/records.h"
#include "tests/tables/synthetic_set.h"

namespace tilebase {
namespace {

// The message, empty where the set is accepted.
std::string Verdict(const SetInfo& info, const std::vector<TableInfo>& tables) {
  const absl::Status status = CheckTableSet(info, tables);
  EXPECT_TRUE(status.ok() || status.code() == absl::StatusCode::kDataLoss) << status;
  return std::string(status.message());
}

class TableRulesTest : public testing::Test {
 protected:
  explicit TableRulesTest(const std::string& plan = "1/2/3-8") {
    const SyntheticSet set = MakeSyntheticSet({3, 3}, plan, Codec::kRaw, {1});
    info_ = set.info;
    for (const SyntheticTable& table : set.tables) tables_.push_back(table.info);
    info_.certified_worst_case = CertifiedWorstCase(info_, tables_);
    EXPECT_EQ(Verdict(info_, tables_), "");
  }
  void ExpectRefused(const char* says) {
    const std::string verdict = Verdict(info_, tables_);
    EXPECT_NE(verdict.find(says), verdict.npos) << verdict;
  }

  SetInfo info_;
  std::vector<TableInfo> tables_;
};

TEST_F(TableRulesTest, ThePlanIsCanonical) {
  info_.plan = "1/2/rest";
  ExpectRefused("expected the canonical plan text '1/2/3-8', found '1/2/rest'");
  info_.plan = "1/2";
  ExpectRefused("expected a plan, found '1/2'");
}

TEST_F(TableRulesTest, TheSetHasNoMoreTablesThanItsStages) {
  tables_.push_back(tables_.back());
  ExpectRefused("expected 4 tables, found 5");
}

TEST_F(TableRulesTest, AStageHasNoTableThatIsNoneOfItsOwn) {
  std::swap(tables_[1], tables_[2]);
  ExpectRefused("stage 1: expected table");
  std::swap(tables_[1], tables_[2]);
  tables_[3].metric = Metric::kPattern;
  ExpectRefused(", a pattern");
}

TEST_F(TableRulesTest, ATableWithoutFixedTilesIsTheLastOfItsStage) {
  // {2}|{1} grows to {1-2}|{}, and no further.
  tables_[2].histogram.back() -= 1;
  tables_[2].reachable -= 1;
  tables_.insert(tables_.begin() + 3, tables_[2]);
  info_.stages[1].table_count = 3;
  info_.stages[2].first_table = 4;
  ExpectRefused("expected to be the last one: it has no fixed tiles");
}

TEST_F(TableRulesTest, APatternIsOneTableOfItsTiles) {
  const Plan plan = *ParsePlan({3, 3}, "pattern:1-3/rest");
  SetInfo info;
  info.geometry = {3, 3};
  info.plan = plan.text;
  info.stages = {{0, 1}, {1, 1}};
  std::vector<TableInfo> tables;
  for (const Subproblem& stage : plan.stages) {
    TableInfo table;
    table.subproblem = stage;
    table.metric = Metric::kPattern;
    table.kind = EntryKind::kExcess;
    table.codec = Codec::kRaw;
    table.entries = table.reachable = EntryCount(stage, table.metric);
    table.states = StateCount(stage, table.metric);
    table.histogram = {table.entries};
    EXPECT_EQ(CheckTable(table), absl::OkStatus());
    tables.push_back(table);
  }
  EXPECT_EQ(Verdict(info, tables), "");
  std::swap(tables[0], tables[1]);
  EXPECT_NE(Verdict(info, tables).find("expected one table, the pattern {1-3}"), std::string::npos);
  std::swap(tables[0], tables[1]);
  tables[0].metric = Metric::kMoves;
  EXPECT_NE(Verdict(info, tables).find("no pattern"), std::string::npos);
  tables[1].histogram[0] -= 1;
  tables[1].reachable -= 1;
  EXPECT_EQ(CheckTable(tables[1]).code(), absl::StatusCode::kDataLoss) << "all are reachable";
}

}  // namespace
}  // namespace tilebase
