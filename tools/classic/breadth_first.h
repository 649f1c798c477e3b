// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Breadth-first search (Moore 1959): all boards one move away, then all two moves away, and so on.
// Finds a shortest solution without knowing anything of the puzzle, and remembers every board it
// has seen. Boards are tested for the goal when they are generated; a level is expanded in the
// order of the boards' text, so that counts are the same everywhere.

#ifndef TILEBASE_TOOLS_CLASSIC_BREADTH_FIRST_H_
#define TILEBASE_TOOLS_CLASSIC_BREADTH_FIRST_H_

#include <algorithm>

#include "tools/classic/board_list.h"
#include "tools/classic/heuristic.h"
#include "tools/classic/packed_board.h"

namespace tilebase::classic {

// Requires a solvable board that fits kWords (packed_board.h).
template <int kWords>
SearchResult BreadthFirst(const Board& start, const Limits& limits) {
  using Packed = PackedBoard<kWords>;
  Effort effort(limits);
  if (start.IsSolved()) return effort.Solved({});
  BoardTable<kWords, Arrival> seen(&effort);
  BoardList<Packed> level(&effort), next(&effort);
  bool inserted = false;
  if (seen.Insert(Packed::Pack(start), &inserted) == nullptr || !level.Append(Packed::Pack(start)))
    return effort.Stopped();
  for (uint16_t moves = 1; !level.empty(); ++moves) {
    std::sort(level.begin(), level.end());
    for (const Packed& packed : level) {
      if (!effort.Expand()) return effort.Stopped();
      Board board = packed.Unpack(start.geometry);
      for (int a = 0; a < kActions; ++a) {
        const Action action = static_cast<Action>(a);
        if (!board.CanApply(action)) continue;
        effort.Generate();
        board.Apply(action);
        const auto slot = seen.Insert(Packed::Pack(board), &inserted);
        if (slot == nullptr) return effort.Stopped();
        if (inserted) {
          slot->note = {moves, action};
          if (board.IsSolved()) return effort.Solved(PathTo(board, seen));
          if (!next.Append(slot->board)) return effort.Stopped();
        }
        board.Apply(Opposite(action));
      }
    }
    level.Swap(&next);
    next.Clear();
  }
  return effort.DeadEnd();  // not reached from a solvable board
}

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_BREADTH_FIRST_H_
