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

// Returns the cells of a rectangle in the lower right corner of the window.
CellMask Corner(int width, int height) {
  CellMask mask = 0;
  for (int row = kWindowSide - height; row < kWindowSide; ++row)
    for (int column = kWindowSide - width; column < kWindowSide; ++column)
      mask |= CellBit(row * kWindowSide + column);
  return mask;
}

// `ready`: whether its entries must be in memory.
const PolicyTable* Find(const PolicySet& set, CellMask goal, CellMask fixed, bool ready) {
  for (const PolicyTable& table : set.tables())
    if (table.subproblem == Subproblem{kWindow, goal, fixed} &&
        (!ready || table.policy != nullptr) && table.reachable == nullptr)
      return &table;
  return nullptr;
}

}  // namespace

absl::StatusOr<WindowTables> WindowTables::Create(const PolicySet& set) { return Of(set, true); }

bool WindowTables::AreIn(const PolicySet& set) { return Of(set, false).ok(); }

absl::StatusOr<WindowTables> WindowTables::Of(const PolicySet& set, bool ready) {
  WindowTables tables;
  const auto find = [&](CellMask goal, CellMask fixed) -> absl::StatusOr<const PolicyTable*> {
    if (const PolicyTable* table = Find(set, goal, fixed, ready)) return table;
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
  for (int count = 3; count <= kWindowSide; ++count) {
    auto table = find(LowMask(count), 0);
    if (!table.ok()) return table.status();
    tables.group_[static_cast<size_t>(count)] = *table;
  }
  auto last_three = find(TileBit(2) | TileBit(3) | TileBit(4), TileBit(1));
  if (!last_three.ok()) return last_three.status();
  tables.last_three_ = *last_three;
  for (int width = 2; width <= kWindowSide; ++width) {
    for (int height = width; height <= kWindowSide; ++height) {
      // One table for all of it, or, if that would be large, its first row, first column, rest.
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
        continue;  // a row is removed first
      }
      auto table = find(left, kWindow.all_tiles() & ~left);
      if (!table.ok()) return table.status();
      rest.push_back(*table);
    }
  }
  return tables;
}

WindowDepths::WindowDepths(int width, int first, int count)
    : count_(count), depth_(size_t{1} << (4 * (count + 1)), 0xff) {
  const CellMask solved = LowMask(first) & Corner(width, kWindowSide);
  const CellMask free = Corner(width, kWindowSide) & ~solved;
  uint32_t home = 0;
  for (int i = 0; i < count; ++i) home = home << 4 | static_cast<uint32_t>(first + i);
  std::vector<uint32_t> level;
  std::vector<uint32_t> next;
  const auto reach = [&](uint32_t state, uint8_t depth) {
    if (depth_[state] != 0xff) return;
    depth_[state] = depth;
    next.push_back(state);
  };
  for (int blank = 0; blank < kWindow.cells(); ++blank)
    if ((free & ~(LowMask(count) << first) & CellBit(blank)) != 0)
      reach(static_cast<uint32_t>(blank) << (4 * count) | home, 0);
  for (uint8_t depth = 1; !next.empty(); ++depth) {
    level.swap(next);
    next.clear();
    for (const uint32_t state : level) {
      const int blank = static_cast<int>(state >> (4 * count));
      for (const int to : {blank - 1, blank + 1, blank - kWindowSide, blank + kWindowSide}) {
        if (to < 0 || to >= kWindow.cells() || (free & CellBit(to)) == 0) continue;
        if (kWindow.Row(to) != kWindow.Row(blank) && kWindow.Column(to) != kWindow.Column(blank))
          continue;
        uint32_t after = state & ~(0xfu << (4 * count));
        for (int i = 0; i < count; ++i)
          if ((state >> (4 * i) & 0xf) == static_cast<uint32_t>(to))
            after ^= static_cast<uint32_t>(to ^ blank) << (4 * i);
        reach(after | static_cast<uint32_t>(to) << (4 * count), depth);
      }
    }
  }
}

}  // namespace tilebase
