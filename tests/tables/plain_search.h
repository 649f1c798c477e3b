// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Searches that are plain enough to trust: the optimal depth of every board of a small size, and
// the values of a pattern.

#ifndef TILEBASE_TESTS_TABLES_PLAIN_SEARCH_H_
#define TILEBASE_TESTS_TABLES_PLAIN_SEARCH_H_

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tables/geometry.h"

namespace tilebase {

using Cells = std::string;  // a tile's number a character

// Finds the depth of every solvable board of a small size, by a separate search.
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

// Finds the least number of moves of the tiles of `pattern` from the goal, for every placement of
// these tiles and the blank, as text. The goal has the blank on one of the cells `ends`. Uses
// nothing of the library but the arithmetic of rows and columns.
inline std::map<std::string, int> PlainPatternValues(int width, int height, CellMask pattern,
                                                     CellMask ends) {
  const int cells = width * height;
  std::string goal(static_cast<size_t>(cells), '.');
  for (int tile = 1; tile < cells; ++tile)
    if (pattern & TileBit(tile))
      goal[static_cast<size_t>(tile - 1)] = static_cast<char>('a' + tile);
  std::map<std::string, int> known;
  std::deque<std::string> queue;
  for (int end = 0; end < cells; ++end) {
    if ((ends & CellBit(end)) == 0) continue;
    std::string board = goal;
    board[static_cast<size_t>(end)] = ' ';
    known.emplace(board, 0);
    queue.push_back(board);
  }
  while (!queue.empty()) {
    const std::string board = queue.front();
    queue.pop_front();
    const int blank = static_cast<int>(board.find(' '));
    const int value = known[board];
    for (int other = 0; other < cells; ++other) {
      if (std::abs(blank / width - other / width) + std::abs(blank % width - other % width) != 1)
        continue;
      std::string next = board;
      std::swap(next[static_cast<size_t>(blank)], next[static_cast<size_t>(other)]);
      const bool costs = board[static_cast<size_t>(other)] != '.';
      const auto [at, is_new] = known.emplace(next, value + costs);
      if (!is_new && at->second <= value + costs) continue;
      at->second = value + costs;
      if (costs)
        queue.push_back(next);
      else
        queue.push_front(next);
    }
  }
  std::map<std::string, int> least;
  for (const auto& [board, value] : known) {
    std::string placement = board;
    placement[placement.find(' ')] = '.';
    const auto [at, is_new] = least.emplace(placement, value);
    if (!is_new) at->second = std::min(at->second, value);
  }
  return least;
}

// Likewise, with the blank home.
inline std::map<std::string, int> PlainPatternValues(int width, int height, CellMask pattern) {
  return PlainPatternValues(width, height, pattern, CellBit(width * height - 1));
}

}  // namespace tilebase

#endif  // TILEBASE_TESTS_TABLES_PLAIN_SEARCH_H_
