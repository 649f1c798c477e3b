// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/plans/peeled_plan.h"

#include "generator/enumeration.h"
#include "tables/ranking.h"
#include "tables/subproblem.h"

namespace tilebase {
namespace {

// The cells of the tiles' homes in the order of peeling.
std::vector<int> PeelingOrder(Geometry geometry) {
  std::vector<int> order;
  int top = 0, left = 0;
  while (top < geometry.height && left < geometry.width) {
    if (geometry.height - top >= geometry.width - left) {
      for (int column = left; column < geometry.width; ++column)
        order.push_back(top * geometry.width + column);
      ++top;
    } else {
      for (int row = top; row < geometry.height; ++row)
        order.push_back(row * geometry.width + left);
      ++left;
    }
  }
  order.pop_back();  // the blank's home
  return order;
}

}  // namespace

std::vector<CellMask> PeeledPlan(Geometry geometry, uint64_t most_entries) {
  std::vector<CellMask> goals;
  CellMask home = 0;
  const std::vector<int> order = PeelingOrder(geometry);
  for (size_t next = 0; next < order.size();) {
    CellMask goal = 0;  // the longest so far that may be a stage
    CellMask tiles = 0;
    size_t end = next;
    for (size_t i = next; i < order.size(); ++i) {
      tiles |= CellBit(order[i]);
      const CellMask rest = geometry.all_tiles() & ~home & ~tiles;
      if (rest != 0 && !IsSurelyReachable({geometry, rest, home | tiles})) continue;
      // The number of entries falls again where parity halves the whole rest.
      const uint64_t entries = EntryCount({geometry, tiles, home});
      if (goal != 0 && (entries == 0 || entries > most_entries)) continue;
      goal = tiles;
      end = i + 1;
    }
    goals.push_back(goal);
    home |= goal;
    next = end;
  }
  return goals;
}

}  // namespace tilebase
