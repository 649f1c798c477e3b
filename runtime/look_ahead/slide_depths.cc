// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/look_ahead/slide_depths.h"

#include "runtime/lookup/slide_walk.h"
#include "tables/symmetry.h"

namespace tilebase {

std::vector<uint8_t> SlideDepths(const PolicyTable& table, const TableInfo& info,
                                 uint64_t most_entries) {
  constexpr uint8_t kUnknown = 0xff;
  if (info.reachable != info.entries || info.entries > most_entries || info.max_depth() >= kUnknown)
    return {};
  std::vector<uint8_t> depths(info.entries, kUnknown);
  std::vector<uint64_t> path;
  for (uint64_t start = 0; start < info.entries; ++start) {
    if (depths[start] != kUnknown) continue;
    path.clear();
    Board board = Representative(table.subproblem, table.ranking.Unrank(start));
    uint64_t rank = start;
    while (depths[rank] == kUnknown) {
      if (table.subproblem.IsGoal(board)) {
        depths[rank] = 0;
        break;
      }
      path.push_back(rank);
      const Slide slide = SlideOf(board.geometry, board.blank, GetSlideEntry(table.slides, rank));
      if (slide.length == 0 || path.size() > static_cast<size_t>(info.max_depth())) return {};
      for (int i = 0; i < slide.length; ++i) {
        if (table.subproblem.fixed & CellBit(board.blank + board.geometry.BlankStep(slide.action)))
          return {};
        rank = table.ranking.RankAfter(rank, board, slide.action);
        board.Apply(slide.action);
      }
    }
    for (uint8_t depth = depths[rank]; !path.empty(); path.pop_back())
      depths[path.back()] = ++depth;
  }
  return depths;
}

Board Reflected(const Board& board) {
  Board reflected;
  reflected.geometry = board.geometry;
  for (int cell = 0; cell < board.geometry.cells(); ++cell) {
    const int tile = board.tile[cell];
    const int to = MapCell(board.geometry, kTransposed, cell);
    reflected.tile[to] =
        static_cast<uint8_t>(tile == 0 ? 0 : MapCell(board.geometry, kTransposed, tile - 1) + 1);
    if (tile == 0) reflected.blank = static_cast<uint8_t>(to);
  }
  return reflected;
}

}  // namespace tilebase
