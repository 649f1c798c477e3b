// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The values of a word problem by plain search over boards as strings, a character a cell: '#' a
// wall, '_' a blank, any other a tile. A second search is for hundreds of millions of boards with
// one blank: its boards are numbers. The two share nothing with what they check.

#ifndef TILEBASE_TESTS_GENERATOR_WORDS_BRUTE_FORCE_H_
#define TILEBASE_TESTS_GENERATOR_WORDS_BRUTE_FORCE_H_

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tilebase {

struct PlainMove {
  std::string board;   // afterwards
  uint32_t tiles = 0;  // that slide
};

class PlainSearch {
 public:
  // metric: "stm", "mtm", "steps", "line-steps".
  PlainSearch(int width, std::string metric) : width_(width), metric_(std::move(metric)) {}

  // Each goal with its cost; values of all boards that lead to one.
  std::unordered_map<std::string, uint32_t> Values(
      const std::map<std::string, uint32_t>& goals) const {
    std::unordered_map<std::string, uint32_t> values;
    std::map<uint32_t, std::vector<std::string>> levels;
    for (const auto& [board, cost] : goals) levels[cost].push_back(board);
    while (!levels.empty()) {
      const uint32_t level = levels.begin()->first;
      const std::vector<std::string> boards = std::move(levels.begin()->second);
      levels.erase(levels.begin());
      for (const std::string& board : boards) {
        if (!values.emplace(board, level).second) continue;
        for (const PlainMove& move : Moves(board))
          if (values.count(move.board) == 0) levels[level + 1].push_back(move.board);
      }
    }
    return values;
  }

  std::vector<PlainMove> Moves(const std::string& board) const {
    std::vector<std::vector<std::vector<int>>> paths;  // of each blank: cells, its own first
    const int cells = static_cast<int>(board.size());
    for (int cell = 0; cell < cells; ++cell) {
      if (board[static_cast<size_t>(cell)] != '_') continue;
      paths.push_back({{cell}});
      for (const auto& [dx, dy] :
           std::vector<std::pair<int, int>>{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        std::vector<int> path = {cell};
        int x = cell % width_ + dx, y = cell / width_ + dy;
        for (; x >= 0 && x < width_ && y >= 0 && y * width_ < cells; x += dx, y += dy) {
          const char there = board[static_cast<size_t>(y * width_ + x)];
          if (there == '_' || there == '#') break;
          path.push_back(y * width_ + x);
          paths.back().push_back(path);
          if (metric_ == "stm" || metric_ == "steps") break;
        }
      }
    }
    std::vector<PlainMove> moves;
    Combine(board, paths, 0, 0, {}, {board, 0}, &moves);
    return moves;
  }

 private:
  void Combine(const std::string& board, const std::vector<std::vector<std::vector<int>>>& paths,
               size_t blank, int moved, const std::set<int>& taken, const PlainMove& so_far,
               std::vector<PlainMove>* moves) const {
    if (blank == paths.size()) {
      const bool joint = metric_ == "steps" || metric_ == "line-steps";
      if (moved > 0 && (joint || moved == 1)) moves->push_back(so_far);
      return;
    }
    for (const std::vector<int>& path : paths[blank]) {
      std::set<int> all = taken;
      bool disjoint = true;
      for (const int cell : path) disjoint = disjoint && all.insert(cell).second;
      if (!disjoint) continue;
      PlainMove next = so_far;
      for (size_t i = 0; i + 1 < path.size(); ++i)
        next.board[static_cast<size_t>(path[i])] = board[static_cast<size_t>(path[i + 1])];
      next.board[static_cast<size_t>(path.back())] = '_';
      next.tiles += static_cast<uint32_t>(path.size() - 1);
      Combine(board, paths, blank + 1, moved + (path.size() > 1), all, next, moves);
    }
  }

  const int width_;
  const std::string metric_;
};

// Calls visit(level, boards) with all boards that moves bring to the goal, by the least number of
// moves. A board of at most 16 cells is a number with 4 bits a cell, the first cell lowest: 0 is
// the blank, 15 a wall.
template <typename Visit>
void ForEachLevel(int width, int height, uint64_t goal, Visit visit) {
  std::vector<uint64_t> before, level = {goal}, next;
  for (uint32_t number = 0; !level.empty(); ++number) {
    visit(number, level);
    next.clear();
    for (const uint64_t board : level) {
      int blank = 0;
      while ((board >> 4 * blank & 15) != 0) ++blank;
      for (const int direction : {0, 1, 2, 3}) {
        const int x = blank % width + (direction == 0) - (direction == 1);
        const int y = blank / width + (direction == 2) - (direction == 3);
        if (x < 0 || x == width || y < 0 || y == height) continue;
        const uint64_t tile = board >> 4 * (y * width + x) & 15;
        if (tile != 15) next.push_back(board + (tile << 4 * blank) - (tile << 4 * (y * width + x)));
      }
    }
    // Every move can be undone, so a neighbour is on the level before, or on the next.
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    std::vector<uint64_t> fresh;
    std::set_difference(next.begin(), next.end(), before.begin(), before.end(),
                        std::back_inserter(fresh));
    before = std::move(level);
    level = std::move(fresh);
  }
}

}  // namespace tilebase

#endif  // TILEBASE_TESTS_GENERATOR_WORDS_BRUTE_FORCE_H_
