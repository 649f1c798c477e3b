// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The rules that tables and sets obey (docs/format.md, section 7), each broken by itself.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tables/records.h"
#include "tests/tables/synthetic_set.h"

namespace tilebase {
namespace {

using testing::HasSubstr;

TEST(TableRulesTest, StatesAreCountedInSixtyFourBits) {
  const Subproblem sound = {{3, 3}, 0xf, 0};
  EXPECT_TRUE(CheckTable(CountedTable(sound)).ok());
  const Subproblem large = {{8, 8}, (uint64_t{1} << 40) - 1, 0};
  EXPECT_THAT(std::string(CheckTable(CountedTable(large)).message()),
              HasSubstr("below 2^64, found more"));
}

TEST(TableRulesTest, HistogramsHaveADepthAndNotTooMany) {
  TableInfo table = CountedTable({{3, 3}, 0xf, 0});
  table.histogram.clear();
  EXPECT_THAT(std::string(CheckTable(table).message()), HasSubstr("a histogram of 1 to 65536"));
  table.histogram.assign(65537, 0);
  table.histogram.back() = table.entries;
  EXPECT_THAT(std::string(CheckTable(table).message()), HasSubstr("a histogram of 1 to 65536"));
}

TEST(TableRulesTest, EveryEntryOfAPatternIsReachable) {
  TableInfo table = CountedTable({{3, 3}, 0x7, 0}, Metric::kPattern);
  EXPECT_EQ(CheckTable(table), absl::OkStatus());
  table.histogram[0] -= 1;
  table.reachable -= 1;
  EXPECT_EQ(CheckTable(table).code(), absl::StatusCode::kDataLoss);
}

TEST(TableRulesTest, APatternEndsOutsideOfItsTilesOrAnywhere) {
  TableInfo table = CountedTable({{3, 3}, 0x0f, 0}, Metric::kPattern);
  for (const uint8_t back : {uint8_t{1}, uint8_t{4}, Subproblem::kAnyBlank}) {
    table.subproblem.blank_back = back;
    EXPECT_EQ(CheckTable(table), absl::OkStatus()) << int{back};
  }
  for (const uint8_t back : {5, 8, 9, 254}) {  // tiles 1 and 4 end there; the others are no cells
    table.subproblem.blank_back = back;
    EXPECT_THAT(std::string(CheckTable(table).message()), HasSubstr("the blank's end"))
        << int{back};
  }
}

TEST(TableRulesTest, AnotherEndIsOfAllTilesAndOfMoves) {
  const Subproblem sound = {{3, 3}, 0xf0, 0x0f, 1};
  EXPECT_EQ(CheckTable(CountedTable(sound)), absl::OkStatus());
  const Subproblem wrong[] = {{{3, 3}, 0x70, 0x0f, 1},   // tile 8 is in neither
                              {{3, 3}, 0x80, 0x7f, 2},   // tile 7 would have to move
                              {{3, 3}, 0xf0, 0x0f, 9}};  // no cell
  for (const Subproblem& subproblem : wrong) {
    TableInfo table = CountedTable(sound);
    table.subproblem = subproblem;
    EXPECT_THAT(std::string(CheckTable(table).message()), HasSubstr("the blank's end"));
  }
  TableInfo values = CountedTable(Subproblem{{3, 3}, 0xff, 0}, Metric::kValue);
  values.subproblem.blank_back = 1;
  EXPECT_THAT(std::string(CheckTable(values).message()),
              HasSubstr("expected a blank's end back by 0, found 1"));
}

TEST(SetRulesTest, OnlyThePartThatEndsElsewhereHasTablesThatDo) {
  CountedSet set("1-4/5-8 + blank7:1-4/5-8");
  EXPECT_EQ(set.Error(), "");
  set.tables[2].subproblem.blank_back = 0;
  EXPECT_THAT(set.Error(), HasSubstr("expected table {5-8}|{1-4} to blank 7"));
  CountedSet plain("1-4/5-8");
  plain.tables[1].subproblem.blank_back = 1;
  EXPECT_THAT(plain.Error(), HasSubstr("found {5-8}|{1-4} to blank 7"));
}

TEST(SetRulesTest, ThePlanIsInCanonicalForm) {
  CountedSet set("1-4/5-8");
  set.info.plan = "1-4/rest";
  EXPECT_THAT(set.Error(),
              HasSubstr("expected the canonical plan text '1-4/5-8', found '1-4/rest'"));
  set.info.plan = "1-4";
  EXPECT_THAT(set.Error(), HasSubstr("expected a plan, found '1-4'"));
}

TEST(SetRulesTest, ThereAreNoMoreTablesThanTheStagesHave) {
  CountedSet set("1-4/5-8");
  set.tables.push_back(set.tables.back());
  EXPECT_THAT(set.Error(), HasSubstr("expected 2 tables, found 3"));
}

TEST(SetRulesTest, AStageHasTheTableOfItsTiles) {
  CountedSet set("1-4/5-8");
  std::swap(set.tables[0], set.tables[1]);
  EXPECT_THAT(set.Error(), HasSubstr("stage 0: expected table"));
}

TEST(SetRulesTest, TheWorstCaseOfWhatIsNoSetIsNone) {
  CountedSet set("1-4/5-8");
  set.tables[0].histogram.push_back(1);
  EXPECT_EQ(SummedWorstCase(set.info, set.tables), 1u);
  SetInfo info = set.info;
  info.plan = "nonsense";
  EXPECT_EQ(SummedWorstCase(info, set.tables), 0u);
  info = set.info;
  info.stages.pop_back();
  EXPECT_EQ(SummedWorstCase(info, set.tables), 0u);
}

TEST(SetRulesTest, AStageHasTablesOfMoves) {
  CountedSet set("1-4/5-8");
  set.tables[0].metric = Metric::kPattern;
  EXPECT_THAT(set.Error(), HasSubstr("expected table {1-4}|{}, found {1-4}|{}, a pattern"));
}

TEST(SetRulesTest, NoTableFollowsOneWithoutFixedTiles) {
  CountedSet set("1-4/5-8");
  set.tables.insert(set.tables.begin() + 1, set.tables[0]);
  set.tables[0].reachable -= 1;
  set.info.stages[0].table_count = 2;
  set.info.stages[1].first_table = 2;
  EXPECT_THAT(set.Error(), HasSubstr("expected to be the last one: it has no fixed tiles"));
}

TEST(SetRulesTest, APatternHasItsOwnTable) {
  const auto broken = [](auto change) {
    CountedSet set("pattern:5-3");
    change(&set);
    return set.Error();
  };
  EXPECT_THAT(broken([](CountedSet* set) { set->tables[0].subproblem.goal = 1; }),
              HasSubstr("found 1, the first one {1}|{}"));
  EXPECT_THAT(broken([](CountedSet* set) { set->tables[0].metric = Metric::kMoves; }),
              HasSubstr(", no pattern"));
  EXPECT_THAT(broken([](CountedSet* set) {
                set->tables.insert(set->tables.begin(), set->tables[0]);
                set->info.stages[0].table_count = 2;
              }),
              HasSubstr("expected one table, the pattern"));
}

TEST(SetRulesTest, APatternEndsWhereItsStageDoes) {
  const auto broken = [](size_t table, uint8_t blank_back) {
    CountedSet set("dual:5-3");
    set.tables[table].subproblem.blank_back = blank_back;
    return set.Error();
  };
  CountedSet set("dual:5-3");
  EXPECT_EQ(set.Error(), "");
  size_t any = 0;
  while (set.tables[any].subproblem.blank_back != Subproblem::kAnyBlank) ++any;
  EXPECT_THAT(broken(any, 0), HasSubstr("to any blank"));
  EXPECT_THAT(broken(0, Subproblem::kAnyBlank), HasSubstr("to any blank"));
}

TEST(SetRulesTest, EqualStagesHaveTheSameTables) {
  CountedSet set("1-4/5-8 + 1-4/5-6/7-8");
  ASSERT_EQ(set.info.stages.size(), 5u);
  set.info.stages[2].table_count = 2;
  EXPECT_THAT(set.Error(), HasSubstr("stage 2: expected the tables of stage 0"));
  set.info.stages[2] = {1, 1};
  EXPECT_THAT(set.Error(), HasSubstr("stage 2: expected the tables of stage 0"));
}

}  // namespace
}  // namespace tilebase
