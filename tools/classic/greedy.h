// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Greedy best child: always to the neighbour with the least heuristic value, never to a board that
// was there before, and never back. Ties go to the board that is first by its text. It needs next
// to nothing, its solutions are long, and it may walk into a dead end, where all neighbours were
// there before: then it says so.

#ifndef TILEBASE_TOOLS_CLASSIC_GREEDY_H_
#define TILEBASE_TOOLS_CLASSIC_GREEDY_H_

#include <tuple>

#include "tools/classic/heuristic.h"
#include "tools/classic/packed_board.h"

namespace tilebase::classic {

// Any heuristic. Requires a solvable board that fits kWords (packed_board.h).
template <int kWords, Heuristic H>
SearchResult Greedy(const H& heuristic, const Board& start, const Limits& limits) {
  using Packed = PackedBoard<kWords>;
  struct None {};
  Budget budget(limits);
  BoardTable<kWords, None> visited(&budget);
  std::vector<Action> actions;
  Board board = start;
  typename H::State state = heuristic.Start(board);
  bool inserted = false;
  if (visited.Insert(Packed::Pack(board), &inserted) == nullptr) return budget.Stopped();
  while (!board.IsSolved()) {
    if (!budget.Expand()) return budget.Stopped();
    bool found = false;
    Action best_action = Action::kLeft;
    std::tuple<int, Packed> best;
    for (int a = 0; a < kActions; ++a) {
      const Action action = static_cast<Action>(a);
      if (!board.CanApply(action)) continue;
      budget.Generate();
      const Slide slide = Apply(&board, action);
      const Packed packed = Packed::Pack(board);
      if (visited.Find(packed) == nullptr) {
        const std::tuple<int, Packed> child(heuristic.Value(heuristic.Next(state, board, slide)),
                                            packed);
        if (!found || child < best) {
          found = true;
          best = child;
          best_action = action;
        }
      }
      board.Apply(Opposite(action));
    }
    if (!found) return budget.DeadEnd();
    const Slide slide = Apply(&board, best_action);
    state = heuristic.Next(state, board, slide);
    actions.push_back(best_action);
    if (visited.Insert(std::get<Packed>(best), &inserted) == nullptr) return budget.Stopped();
  }
  return budget.Solved(std::move(actions));
}

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_GREEDY_H_
