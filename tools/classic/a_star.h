// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A* (Hart, Nilsson & Raphael 1968): expand the board with the least moves + heuristic. Weighted A*
// (Pohl 1970): moves + ratio * heuristic, which runs for the goal and finds longer solutions with
// much less work. Ties: fewer moves first, then the board's text.
//
// Boards are tested for the goal when they are generated, one expansion early. With ratio 1 the
// solution is a shortest one still: a neighbour of the goal has heuristic value 1 exactly (0 is
// only the goal's, and more would not be admissible), so the board whose expansion gives the goal
// had the solution's length as its priority, and the priority it was expanded by is the least one.

#ifndef TILEBASE_TOOLS_CLASSIC_A_STAR_H_
#define TILEBASE_TOOLS_CLASSIC_A_STAR_H_

#include <algorithm>

#include "tools/classic/board_list.h"
#include "tools/classic/heuristic.h"
#include "tools/classic/packed_board.h"

namespace tilebase::classic {

// What to do about a shorter path to a board that was generated before.
enum class Paths {
  kShortest,  // take it, and expand the board again. A* is optimal with any admissible heuristic
  kFirst,     // ignore it: no board is expanded twice. For weighted A*, which is not optimal anyway
};

// Requires a heuristic that is 0 at the goal only, and a solvable board that fits kWords.
template <int kWords, Heuristic H>
SearchResult AStar(const H& heuristic, Paths paths, double ratio, const Board& start,
                   const Limits& limits) {
  using Packed = PackedBoard<kWords>;
  struct Waiting {
    double priority;
    Packed board;
    uint16_t moves;
    // The heap has its least item first.
    bool operator<(const Waiting& other) const {
      if (priority != other.priority) return priority > other.priority;
      if (moves != other.moves) return moves > other.moves;
      return board > other.board;
    }
  };
  Budget budget(limits);
  if (start.IsSolved()) return budget.Solved({});
  BoardTable<kWords, Arrival> seen(&budget);
  BoardList<Waiting> heap(&budget);
  bool inserted = false;
  if (seen.Insert(Packed::Pack(start), &inserted) == nullptr ||
      !heap.Append({0, Packed::Pack(start), 0}))
    return budget.Stopped();
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end());
    const Waiting item = heap.back();
    heap.PopBack();
    Arrival& arrival = seen.Find(item.board)->note;
    if (arrival.expanded || arrival.moves != item.moves) continue;  // a shorter path came later
    if (!budget.Expand()) return budget.Stopped();
    arrival.expanded = true;
    Board board = item.board.Unpack(start.geometry);
    const typename H::State state = heuristic.Start(board);
    const uint16_t moves = static_cast<uint16_t>(item.moves + 1);
    for (int a = 0; a < kActions; ++a) {
      const Action action = static_cast<Action>(a);
      if (!board.CanApply(action)) continue;
      budget.Generate();
      const Slide slide = Apply(&board, action);
      const auto slot = seen.Insert(Packed::Pack(board), &inserted);
      if (slot == nullptr) return budget.Stopped();
      if (inserted || (paths == Paths::kShortest && moves < slot->note.moves)) {
        slot->note = {moves, action, false};
        if (board.IsSolved()) return budget.Solved(PathTo(board, seen));
        const int value = heuristic.Value(heuristic.Next(state, board, slide));
        if (!heap.Append({moves + ratio * value, slot->board, moves})) return budget.Stopped();
        std::push_heap(heap.begin(), heap.end());
      }
      board.Apply(Opposite(action));
    }
  }
  return budget.DeadEnd();  // not reached from a solvable board
}

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_A_STAR_H_
