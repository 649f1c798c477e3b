// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/pair_values.h"

#include <gtest/gtest.h>

#include "tables/board.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tables/records.h"

namespace tilebase {
namespace {

constexpr Geometry kBoards[] = {{2, 2}, {3, 3}, {4, 3}, {4, 4}, {5, 5}, {6, 6}, {7, 7}};

TEST(PairRankTest, EveryPairOfCellsOfEveryPairOfTilesHasItsRankInOrder) {
  for (const Geometry geometry : kBoards) {
    uint64_t rank = 0;
    for (int s = 0; s <= geometry.tiles(); ++s)
      for (int t = s + 1; t <= geometry.tiles(); ++t)
        for (int cell_s = 0; cell_s < geometry.cells(); ++cell_s)
          for (int cell_t = 0; cell_t < geometry.cells(); ++cell_t)
            if (cell_s != cell_t) {
              ASSERT_EQ(PairRank(geometry, s, t, cell_s, cell_t), rank++);
            }
    EXPECT_EQ(PairEntryCount(geometry), rank);
  }
}

// Random numbers with at most `values` different values.
std::vector<uint8_t> RandomNumbers(Geometry geometry, uint64_t values) {
  Random random(3);
  std::vector<uint8_t> numbers(PairEntryCount(geometry));
  for (uint8_t& number : numbers) number = static_cast<uint8_t>(random.Below(values));
  return numbers;
}

// Computes the value by its definition, from the bytes.
int Value(const Board& board, const std::vector<uint8_t>& numbers) {
  const Geometry geometry = board.geometry;
  int cell[kMaxCells];
  for (int c = 0; c < geometry.cells(); ++c) cell[board.tile[c]] = c;
  int value = 0;
  for (int s = 0; s <= geometry.tiles(); ++s) {
    if (s != 0) value += kValueOne * geometry.Distance(cell[s], s - 1);
    for (int t = s + 1; t <= geometry.tiles(); ++t)
      value += numbers[PairRank(geometry, s, t, cell[s], cell[t])] - kValueZero;
  }
  return value;
}

TEST(PairValuesTest, ValueIsTheSumAndChangeTheDifferenceOverASlide) {
  for (const Geometry geometry : kBoards) {
    // A change is a sum of four numbers, two of them subtracted: it ranges over 252.
    const std::vector<uint8_t> numbers = RandomNumbers(geometry, 64);
    const PairValues values(geometry, numbers);
    EXPECT_EQ(values.memory_bytes(), PairValues::Bytes(geometry));
    Random random(4);
    for (int i = 0; i < 20; ++i) {
      const Board board = RandomSolvableBoard(geometry, random);
      ASSERT_EQ(values.Value(board.tile), Value(board, numbers));
      for (int a = 0; a < kActions; ++a) {
        const Action action = static_cast<Action>(a);
        if (!board.CanApply(action)) continue;
        Board next = board;
        next.Apply(action);
        const PairValues::Slide slide = values.SlideOf(next.blank, board.blank);
        const int change = PairValues::Changes<0>(values).Of(board.tile, slide);
        ASSERT_EQ(change, Value(next, numbers) - Value(board, numbers));
        if (geometry == Geometry{4, 4}) {
          ASSERT_EQ(change, PairValues::Changes<16>(values).Of(board.tile, slide));
        }
        if (geometry == Geometry{5, 5}) {
          ASSERT_EQ(change, PairValues::Changes<25>(values).Of(board.tile, slide));
        }
        if (geometry == Geometry{6, 6}) {
          ASSERT_EQ(change, PairValues::Changes<36>(values).Of(board.tile, slide));
        }
        if (geometry == Geometry{7, 7}) {
          ASSERT_EQ(change, PairValues::Changes<49>(values).Of(board.tile, slide));
        }
      }
    }
  }
}

// While tile 1 is on cell 1, tile 2 on cell 2 counts for 255 more and tile 3 there for 255 less. So
// their changes for the slide of tile 1 onto cell 1 are 510 apart.
TEST(PairValuesTest, ChangesThatRangeTooFarAreCut) {
  const Geometry geometry{3, 3};
  std::vector<uint8_t> numbers(PairEntryCount(geometry), 0);
  numbers[PairRank(geometry, 1, 2, 1, 2)] = 255;
  numbers[PairRank(geometry, 1, 3, 0, 2)] = 255;
  const PairValues values(geometry, numbers);
  const auto change = [&](uint8_t on_cell_2) {
    uint8_t tile[9] = {1, 0, on_cell_2};
    for (uint8_t cell = 3, other = 2; cell < 9; ++cell, ++other)
      tile[cell] = other += static_cast<uint8_t>(other == on_cell_2);
    return PairValues::Changes<0>(values).Of(tile, values.SlideOf(0, 1));
  };
  EXPECT_EQ(change(3), change(4) - 255);
  EXPECT_EQ(change(2), change(3) + PairValues::kMostRange);
}

TableInfo ValueTable(Geometry geometry) {
  TableInfo table;
  table.subproblem = {geometry, geometry.all_tiles(), 0};
  table.metric = Metric::kValue;
  table.kind = EntryKind::kNumber;
  table.entries = table.states = table.reachable = PairEntryCount(geometry);
  table.histogram = {1, table.entries - 1};
  table.fit.resize(table_record::kFitBands);
  table.fit[2] = {7, -65536, 131072};
  return table;
}

TEST(ValueRecordTest, ComesBackWithItsFit) {
  const TableInfo table = ValueTable({4, 4});
  ASSERT_TRUE(CheckTable(table).ok()) << CheckTable(table);
  const auto decoded = DecodeTableRecord({4, 4}, AsBytes(EncodeTableRecord(table)));
  ASSERT_TRUE(decoded.ok()) << decoded.status();
  EXPECT_EQ(decoded->fit, table.fit);
  EXPECT_EQ(decoded->histogram, table.histogram);
}

TEST(ValueRecordTest, FieldsThatContradictOneAnotherAreRefused) {
  const TableInfo good = ValueTable({4, 4});
  const auto refused = [&](auto change) {
    TableInfo table = good;
    change(&table);
    return !CheckTable(table).ok();
  };
  EXPECT_TRUE(refused([](TableInfo* t) { t->subproblem.goal = 0b111; }));
  EXPECT_TRUE(refused([](TableInfo* t) { t->kind = EntryKind::kExcess; }));
  EXPECT_TRUE(refused([](TableInfo* t) { t->fit.pop_back(); }));
  EXPECT_TRUE(refused([](TableInfo* t) { --t->entries; }));
  EXPECT_TRUE(refused([](TableInfo* t) { t->reachable = t->histogram[1] = 5; }));
  EXPECT_TRUE(refused([](TableInfo* t) { t->histogram.resize(257, 0), t->histogram[256] = 1; }));
}

TEST(ValuePlanTest, IsOnePartOfOneStage) {
  const auto plan = ParsePlan({4, 4}, "1-5/rest + values:pairs");
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(plan->text, "1-5/6-15 + values:pairs");
  ASSERT_EQ(plan->parts.size(), 2u);
  EXPECT_EQ(plan->parts[1].metric, Metric::kValue);
  EXPECT_EQ(plan->MetricOf(2), Metric::kValue);
  EXPECT_EQ(plan->TablesOf(2), 2u);
  EXPECT_FALSE(ParsePlan({4, 4}, "values:triples").ok());
  EXPECT_FALSE(ParsePlan({4, 4}, "values:pairs + values:pairs").ok());
}

}  // namespace
}  // namespace tilebase
