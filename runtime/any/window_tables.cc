// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/window_tables.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/lookup/walk.h"
#include "tables/error.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

constexpr Geometry kWindow{kWindowSide, kWindowSide};

// The cells of a rectangle in the lower right corner of the window.
CellMask Corner(int width, int height) {
  CellMask mask = 0;
  for (int row = kWindowSide - height; row < kWindowSide; ++row)
    for (int column = kWindowSide - width; column < kWindowSide; ++column)
      mask |= CellBit(row * kWindowSide + column);
  return mask;
}

const PolicyTable* Find(const PolicySet& set, CellMask goal, CellMask fixed) {
  for (const PolicyTable& table : set.tables())
    if (table.subproblem == Subproblem{kWindow, goal, fixed} && table.policy != nullptr &&
        table.reachable == nullptr)
      return &table;
  return nullptr;
}

}  // namespace

absl::StatusOr<WindowTables> WindowTables::Create(const PolicySet& set) {
  WindowTables tables;
  const auto find = [&](CellMask goal, CellMask fixed) -> absl::StatusOr<const PolicyTable*> {
    if (const PolicyTable* table = Find(set, goal, fixed)) return table;
    return MakeError(absl::StatusCode::kFailedPrecondition,
                     {.where = set.source().name(),
                      .what = absl::StrCat("no table for ",
                                           ToString(Subproblem{kWindow, goal, fixed}), " of 4x4"),
                      .expected = "windows for boards of any size",
                      .remedy = "build a set of them: tilebase build --plan any"});
  };
  if (!(set.info().geometry == kWindow)) return find(TileBit(3) | TileBit(4), 0).status();

  for (int width = 2; width <= kWindowSide; ++width) {
    const CellMask outside = kWindow.all_cells() & ~Corner(width, kWindowSide);
    const CellMask row = LowMask(kWindowSide - 2);
    auto table = find(TileBit(3) | TileBit(4), outside | row);
    if (!table.ok()) return table.status();
    tables.row_end_[static_cast<size_t>(width)] = *table;
  }
  for (int width = 2; width <= kWindowSide; ++width) {
    for (int height = width; height <= kWindowSide; ++height) {
      // One table for all of it, or, where that would be large, its first row, first column, rest.
      CellMask left = Corner(width, height) & ~CellBit(kWindow.blank_home());
      std::vector<const PolicyTable*>& rest =
          tables.rest_[static_cast<size_t>(width)][static_cast<size_t>(height)];
      if (height == kWindowSide && width == kWindowSide) {
        for (const CellMask goal : {LowMask(4), TileBit(5) | TileBit(9) | TileBit(13)}) {
          auto table = find(goal, kWindow.all_tiles() & ~left);
          if (!table.ok()) return table.status();
          rest.push_back(*table);
          left &= ~goal;
        }
      } else if (height == kWindowSide) {
        continue;  // a row is taken off first
      }
      auto table = find(left, kWindow.all_tiles() & ~left);
      if (!table.ok()) return table.status();
      rest.push_back(*table);
    }
  }
  return tables;
}

RowEndDepths::RowEndDepths(const WindowTables& tables) {
  for (int width = 2; width <= kWindowSide; ++width) {
    auto& depths = depth_[static_cast<size_t>(width)];
    depths.fill(0xff);
    const PolicyTable& table = tables.RowEnd(width);
    const CellMask free = table.subproblem.free_cells();
    for (int a = 0; a < kWindow.cells(); ++a) {
      for (int b = 0; b < kWindow.cells(); ++b) {
        for (int blank = 0; blank < kWindow.cells(); ++blank) {
          const CellMask cells = CellBit(a) | CellBit(b) | CellBit(blank);
          if (Count(cells) != 3 || (cells & ~free) != 0) continue;
          Board window;
          window.geometry = kWindow;
          CellMask left = table.subproblem.free_cells() & ~CellBit(2) & ~CellBit(3);
          for (int cell = 0; cell < kWindow.cells(); ++cell) {
            if (table.subproblem.fixed & CellBit(cell)) {
              window.tile[cell] = static_cast<uint8_t>(cell + 1);
            } else if (cell == a || cell == b) {
              window.tile[cell] = cell == a ? 3 : 4;
            } else if (cell == blank) {
              window.tile[cell] = 0;
              window.blank = static_cast<uint8_t>(cell);
            } else {
              window.tile[cell] = static_cast<uint8_t>(Lowest(left) + 1);
              left &= left - 1;
            }
          }
          int moves = 0;
          if (WalkToGoal(table, table.ranking.Rank(window), window, [&](Action) { ++moves; }) ==
              WalkResult::kDone)
            depths[static_cast<size_t>((a * 16 + b) * 16 + blank)] = static_cast<uint8_t>(moves);
        }
      }
    }
  }
}

}  // namespace tilebase
