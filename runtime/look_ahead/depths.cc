// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/look_ahead/depths.h"

#include <string.h>

namespace tilebase {
namespace {

// A state that nothing was found out about stays without a depth.
constexpr uint8_t kUnknown = Depths::kNone;

// Places the tracked tiles in rank order, so that no state has to be unranked, and follows the
// actions from each state whose depth is not known yet.
class Filler {
 public:
  Filler(const MoveTable& table, uint8_t* depth)
      : t_(table), geometry_(table.table.subproblem.geometry), depth_(depth) {}

  void Run() {
    for (int cell = 0; cell < geometry_.cells(); ++cell)
      if (t_.goal_rank[cell] != MoveTable::kNoGoal) depth_[t_.goal_rank[cell]] = 0;
    for (int cell = 0; cell < geometry_.cells(); ++cell) {
      if ((t_.free & CellBit(cell)) == 0) continue;
      blank_ = cell;
      Place(0, t_.free & ~CellBit(cell));
    }
  }

 private:
  void Place(int j, CellMask left) {
    if (j == t_.tracked) {
      Follow(rank_++);
      return;
    }
    const uint8_t tile = t_.tile[j];
    for (CellMask rest = left; rest != 0; rest &= rest - 1) {
      const int cell = Lowest(rest);
      tile_[cell] = tile;
      Place(j + 1, left & ~CellBit(cell));
      tile_[cell] = 0;
    }
  }

  // Walks from the state whose tiles stand in tile_ to one whose depth is known, and writes the
  // depths of all states on the way.
  void Follow(uint64_t start) {
    if (depth_[start] != kUnknown || !t_.table.IsReachable(start)) return;
    uint8_t tile[kMaxCells];
    memcpy(tile, tile_, sizeof(tile));
    uint64_t way[Depths::kMaxDepth + 1];
    int steps = 0;
    uint64_t rank = start;
    int blank = blank_;
    while (depth_[rank] == kUnknown) {
      const Action action = GetAction(t_.table.policy, rank);
      // A sound table never does this: leave the board, or lead on for longer than it says.
      if ((t_.allowed[blank] & ActionBit(action)) == 0 || steps == t_.table.max_depth) return;
      way[steps++] = rank;
      rank += t_.RankChange(tile, blank, action);
      const int from = blank + geometry_.BlankStep(action);
      tile[blank] = tile[from];
      tile[from] = 0;
      blank = from;
    }
    const int depth = depth_[rank];
    if (depth + steps > t_.table.max_depth) return;
    for (int i = 0; i < steps; ++i) depth_[way[i]] = static_cast<uint8_t>(depth + steps - i);
  }

  const MoveTable& t_;
  const Geometry geometry_;
  uint8_t* const depth_;
  uint64_t rank_ = 0;
  int blank_ = 0;
  uint8_t tile_[kMaxCells] = {};  // by cell: the tracked tile, else 0
};

}  // namespace

bool Depths::Fill(const MoveTable& table) {
  if (!bytes_.Allocate(table.table.ranking.size())) return false;
  memset(bytes_.data(), kUnknown, bytes_.size());
  Filler(table, bytes_.data()).Run();
  return true;
}

}  // namespace tilebase
