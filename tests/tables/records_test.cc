// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Records that cannot be read, and the rules for a pattern table's record and its place in a set.

#include "tables/records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tables/plan.h"

namespace tilebase {
namespace {

using testing::HasSubstr;

TEST(RecordsTest, TooShortOnesAreRefused) {
  const std::string few(16, '\0');
  EXPECT_EQ(DecodeSetRecord(AsBytes(few)).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(DecodeTableRecord({3, 3}, AsBytes(few)).status().code(), absl::StatusCode::kDataLoss);
}

TEST(RecordsTest, LongTextsAreRefused) {
  SetInfo info;
  info.geometry = {3, 3};
  const auto error = [&] {
    return std::string(DecodeSetRecord(AsBytes(EncodeSetRecord(info, 1))).status().message());
  };
  info.plan = "rest";
  EXPECT_EQ(error(), "");
  info.plan.assign(1025, 'r');
  EXPECT_THAT(error(), HasSubstr("of at most 1024 bytes"));
  info.plan = "rest";
  info.creator.assign(1025, 'c');
  EXPECT_THAT(error(), HasSubstr("of at most 1024 bytes"));
}

TableInfo Pattern(Geometry geometry, const char* tiles) {
  TableInfo table;
  table.subproblem = {geometry, *ParseTiles(geometry, tiles), 0};
  table.metric = Metric::kPattern;
  table.kind = EntryKind::kExcess;
  table.entries = table.states = table.reachable = EntryCount(table.subproblem, table.metric);
  table.histogram = {1, table.entries - 1};
  return table;
}

TEST(PatternRecordTest, FieldsThatContradictOneAnotherAreRefused) {
  const TableInfo good = Pattern({4, 4}, "1-6");
  EXPECT_TRUE(CheckTable(good).ok()) << CheckTable(good);
  EXPECT_TRUE(DecodeTableRecord({4, 4}, AsBytes(EncodeTableRecord(good))).ok());
  const auto broken = [&](auto change) {
    TableInfo table = good;
    change(&table);
    const absl::Status status = CheckTable(table);
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
    EXPECT_FALSE(DecodeTableRecord({4, 4}, AsBytes(EncodeTableRecord(table))).ok());
    return std::string(status.message());
  };
  EXPECT_THAT(broken([](TableInfo* table) { table->kind = EntryKind::kPolicy; }),
              HasSubstr("expected an entry kind of 2, found 0"));
  EXPECT_THAT(broken([](TableInfo* table) { table->metric = Metric::kMoves; }),
              HasSubstr("expected entries"));
  EXPECT_THAT(broken([](TableInfo* table) { table->metric = static_cast<Metric>(5); }),
              HasSubstr("metric"));
  EXPECT_THAT(broken([](TableInfo* table) { table->metric = Metric::kLane; }),
              HasSubstr("of all tiles"));
  EXPECT_THAT(broken([](TableInfo* table) { table->subproblem.fixed = 1 << 12; }),
              HasSubstr("no fixed tiles"));
  EXPECT_THAT(broken([](TableInfo* table) { table->subproblem.goal = 0x3fff; }),
              HasSubstr("two tiles outside"));
  EXPECT_THAT(broken([](TableInfo* table) { ++table->entries; }), HasSubstr("entries"));
  EXPECT_THAT(broken([](TableInfo* table) { ++table->states; }), HasSubstr("states"));
  EXPECT_THAT(broken([](TableInfo* table) {
                --table->histogram[1];
                --table->reachable;
              }),
              HasSubstr("reachable"));
}

TEST(PatternRecordTest, ASetHoldsThePatternsOfItsPlan) {
  SetInfo info;
  info.geometry = {4, 4};
  info.plan = "pattern:5-5-5";
  std::vector<TableInfo> tables = {Pattern({4, 4}, "1-3,5,6"), Pattern({4, 4}, "4,7,8,11,12")};
  info.stages = {{0, 1}, {1, 1}, {0, 1}};  // the third is the first, turned over
  EXPECT_TRUE(CheckTableSet(info, tables).ok()) << CheckTableSet(info, tables).status();
  const auto reason = [&] {
    const absl::Status status = CheckTableSet(info, tables).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
    return std::string(status.message());
  };
  info.stages[2] = {1, 1};
  EXPECT_THAT(reason(), HasSubstr("expected the tables of stage 0"));
  info.stages[2] = {4000000000u, 4000000000u};
  EXPECT_THAT(reason(), HasSubstr("expected the tables of stage 0"));
  info.stages = {{0, 1}, {0, 1}, {0, 1}};
  EXPECT_THAT(reason(), HasSubstr("stage 1: expected its tables to begin at 1"));
  info.stages = {{0, 2}, {2, 0}, {0, 2}};
  EXPECT_THAT(reason(), HasSubstr("expected one table"));
  info.stages = {{0, 1}, {1, 1}, {0, 1}};
  tables.push_back(Pattern({4, 4}, "9,10,13-15"));
  EXPECT_THAT(reason(), HasSubstr("expected 2 tables, found 3"));
  tables.pop_back();
  info.certified_worst_case = 1;
  EXPECT_THAT(reason(), HasSubstr("certified worst case 0"));
}

}  // namespace
}  // namespace tilebase
