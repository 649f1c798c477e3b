// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The values of a pattern by a search so plain that it can be believed.

#ifndef TILEBASE_TESTS_TABLES_PLAIN_PATTERN_VALUES_H_
#define TILEBASE_TESTS_TABLES_PLAIN_PATTERN_VALUES_H_

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "tables/geometry.h"

namespace tilebase {

// Least number of moves of the tiles of `pattern` from the goal, for every placement of these
// tiles and the blank as text. Nothing of ours but the arithmetic of rows and columns.
inline std::map<std::string, int> PlainPatternValues(int width, int height, CellMask pattern) {
  const int cells = width * height;
  std::string goal(static_cast<size_t>(cells), '.');
  for (int tile = 1; tile < cells; ++tile)
    if (pattern & TileBit(tile))
      goal[static_cast<size_t>(tile - 1)] = static_cast<char>('a' + tile);
  goal.back() = ' ';
  std::map<std::string, int> known = {{goal, 0}};
  std::deque<std::string> queue = {goal};
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

}  // namespace tilebase

#endif  // TILEBASE_TESTS_TABLES_PLAIN_PATTERN_VALUES_H_
