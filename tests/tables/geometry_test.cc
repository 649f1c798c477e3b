// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/geometry.h"

#include <gtest/gtest.h>

namespace tilebase {
namespace {

constexpr Geometry kSizes[] = {{2, 2}, {3, 3}, {4, 3}, {2, 5}, {4, 4}, {8, 8}};

TEST(SymmetryTest, LaysTheGridOnItself) {
  for (const Geometry geometry : kSizes) {
    for (Symmetry symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      if (!HasSymmetry(geometry, symmetry)) continue;
      EXPECT_EQ(MapCells(geometry, symmetry, geometry.all_cells()), geometry.all_cells());
      for (int cell = 0; cell < geometry.cells(); ++cell) {
        const CellMask next = Neighbours(geometry, CellBit(cell));
        EXPECT_EQ(MapCells(geometry, symmetry, next),
                  Neighbours(geometry, CellBit(MapCell(geometry, symmetry, cell))));
      }
    }
  }
}

TEST(SymmetryTest, ActionsGoWithTheCells) {
  for (Symmetry symmetry = 0; symmetry < kSymmetries; ++symmetry)
    for (int a = 0; a < kActions; ++a) {
      const auto action = static_cast<Action>(a);
      const Geometry square{3, 3};
      EXPECT_EQ(MapCell(square, symmetry, 4 + square.BlankStep(action)),
                4 + square.BlankStep(MapAction(symmetry, action)));
    }
}

TEST(SymmetryTest, OnlySquareBoardsExchangeRowsAndColumns) {
  EXPECT_TRUE(HasSymmetry({3, 3}, kTransposed));
  EXPECT_FALSE(HasSymmetry({4, 3}, kTransposed));
  EXPECT_EQ(MapCell({3, 3}, kTransposed, 1), 3);
  EXPECT_EQ(MapCell({3, 3}, kTransposed, 8), 8);
}

TEST(NeighboursTest, DoNotGoRoundTheEdge) {
  EXPECT_EQ(Neighbours({3, 3}, CellBit(2)), CellBit(1) | CellBit(5));
  EXPECT_EQ(Neighbours({3, 3}, CellBit(4)), CellBit(1) | CellBit(3) | CellBit(5) | CellBit(7));
  EXPECT_EQ(Neighbours({8, 8}, CellBit(63)), CellBit(62) | CellBit(55));
}

TEST(RegionTest, IsWhatTheBlankCanGetTo) {
  // x . .   The cells marked x are taken: 3 lies behind them.
  // . x .
  // x . .
  const CellMask open = 0777 & ~(CellBit(0) | CellBit(4) | CellBit(6));
  EXPECT_EQ(Region({3, 3}, CellBit(1), open), open & ~CellBit(3));
  EXPECT_EQ(Region({3, 3}, CellBit(3), open), CellBit(3));
}

}  // namespace
}  // namespace tilebase
