// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/values/tied_values.h"

#include <gtest/gtest.h>

#include "tables/board.h"
#include "tables/random_board.h"
#include "tables/values/fitted_values.h"

namespace tilebase {
namespace {

void CellsOf(const Board& board, uint8_t* cell) {
  for (int c = 0; c < board.geometry.cells(); ++c) cell[board.tile[c]] = static_cast<uint8_t>(c);
}

TEST(TiedValuesTest, BytesSayWhatTheNumbersSayButForRounding) {
  const Geometry geometry{5, 5};
  const TiedPairs ties(geometry);
  TiedValues values(ties);
  values.CarryOver(FittedValues({4, 4}, false), 60);
  Random random(2);
  uint8_t cell[kMaxCells];
  for (int i = 0; i < 50; ++i) {
    CellsOf(RandomSolvableBoard(geometry, random), cell);
    values.Learn(cell, TiedValues::kUnit);
  }
  const PairValues table(geometry, ties.Expand(values.Bytes()));
  for (int i = 0; i < 50; ++i) {
    const Board board = RandomSolvableBoard(geometry, random);
    CellsOf(board, cell);
    const double exact =
        static_cast<double>(values.Value(cell)) / static_cast<double>(TiedValues::kUnit);
    EXPECT_NEAR(table.Value(board.tile) / double{kValueOne}, exact, 2);
  }
}

TEST(TiedValuesTest, LearningMovesTheValueOfTheBoard) {
  const Geometry geometry{4, 4};
  const TiedPairs ties(geometry);
  TiedValues values(ties);
  Random random(3);
  const Board board = RandomSolvableBoard(geometry, random);
  uint8_t cell[kMaxCells];
  CellsOf(board, cell);
  const int64_t before = values.Value(cell);
  values.Learn(cell, TiedValues::kUnit);
  // A change in all its pairs together, and a bit in its tiles; ties may count it more than once.
  EXPECT_GE(values.Value(cell) - before, TiedValues::kUnit * 12 / 10);
}

}  // namespace
}  // namespace tilebase
