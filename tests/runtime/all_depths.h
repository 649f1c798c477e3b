// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The optimal depth of every board of a small size, without tables.

#ifndef TILEBASE_TESTS_RUNTIME_ALL_DEPTHS_H_
#define TILEBASE_TESTS_RUNTIME_ALL_DEPTHS_H_

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tables/geometry.h"

namespace tilebase {

using Cells = std::string;  // a tile's number a character

// Depth of every solvable board of a small size, by a search of its own.
inline std::map<Cells, int> AllDepths(Geometry geometry) {
  Cells solved;
  for (int cell = 1; cell <= geometry.cells(); ++cell)
    solved.push_back(static_cast<char>(cell % geometry.cells()));
  std::map<Cells, int> depth = {{solved, 0}};
  std::vector<Cells> level = {solved};
  while (!level.empty()) {
    std::vector<Cells> next_level;
    for (const Cells& cells : level) {
      const int blank = static_cast<int>(cells.find('\0'));
      const int row = blank / geometry.width, column = blank % geometry.width;
      for (const auto& [dr, dc] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}}) {
        if (row + dr < 0 || row + dr >= geometry.height || column + dc < 0 ||
            column + dc >= geometry.width)
          continue;
        Cells next = cells;
        std::swap(next[static_cast<size_t>(blank)],
                  next[static_cast<size_t>((row + dr) * geometry.width + column + dc)]);
        if (depth.emplace(next, depth[cells] + 1).second) next_level.push_back(next);
      }
    }
    level = std::move(next_level);
  }
  return depth;
}

}  // namespace tilebase

#endif  // TILEBASE_TESTS_RUNTIME_ALL_DEPTHS_H_
