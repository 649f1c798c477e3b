// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/enumeration.h"

namespace tilebase {
namespace {

CellMask Neighbours(const Geometry& geometry, CellMask cells) {
  CellMask first_column = 0;
  for (int row = 0; row < geometry.height; ++row) first_column |= CellBit(row * geometry.width);
  const CellMask last_column = first_column << (geometry.width - 1);
  return (((cells & ~last_column) << 1) | ((cells & ~first_column) >> 1) |
          (cells << geometry.width) | (cells >> geometry.width)) &
         geometry.all_cells();
}

bool IsConnected(const Geometry& geometry, CellMask region) {
  CellMask reached = region & (~region + 1);
  while (true) {
    const CellMask next = reached | (Neighbours(geometry, reached) & region);
    if (next == reached) return reached == region;
    reached = next;
  }
}

}  // namespace

bool IsSurelyReachable(const Subproblem& subproblem) {
  const Geometry& geometry = subproblem.geometry;
  const CellMask region = subproblem.free_cells();
  if (!IsConnected(geometry, region)) return false;
  bool is_cycle = true;
  for (CellMask rest = region; rest != 0; rest &= rest - 1) {
    const CellMask cell = rest & (~rest + 1);
    if (!IsConnected(geometry, region & ~cell)) return false;
    is_cycle &= Count(Neighbours(geometry, cell) & region) == 2;
  }
  return !is_cycle && Count(region) > 2;
}

std::vector<std::vector<Subproblem>> EnumerateSubproblems(const Plan& plan) {
  std::vector<std::vector<Subproblem>> stages;
  for (Subproblem subproblem : plan.stages) {
    stages.push_back({subproblem});
    while (!IsSurelyReachable(subproblem) && subproblem.fixed != 0) {
      subproblem = subproblem.Grown();
      stages.back().push_back(subproblem);
    }
  }
  return stages;
}

}  // namespace tilebase
