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
  Budget budget(limits);
  if (start.IsSolved()) return budget.Solved({});
  BoardTable<kWords, Arrival> seen(&budget);
  BoardList<Packed> level(&budget), next(&budget);
  bool inserted = false;
  if (seen.Insert(Packed::Pack(start), &inserted) == nullptr || !level.Append(Packed::Pack(start)))
    return budget.Stopped();
  for (uint16_t moves = 1; !level.empty(); ++moves) {
    std::sort(level.begin(), level.end());
    for (const Packed& packed : level) {
      if (!budget.Expand()) return budget.Stopped();
      Board board = packed.Unpack(start.geometry);
      for (int a = 0; a < kActions; ++a) {
        const Action action = static_cast<Action>(a);
        if (!board.CanApply(action)) continue;
        budget.Generate();
        board.Apply(action);
        const auto slot = seen.Insert(Packed::Pack(board), &inserted);
        if (slot == nullptr) return budget.Stopped();
        if (inserted) {
          slot->note = {moves, action};
          if (board.IsSolved()) return budget.Solved(PathTo(board, seen));
          if (!next.Append(slot->board)) return budget.Stopped();
        }
        board.Apply(Opposite(action));
      }
    }
    level.Swap(&next);
    next.Clear();
  }
  return budget.DeadEnd();  // not reached from a solvable board
}

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_BREADTH_FIRST_H_
