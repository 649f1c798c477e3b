// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Bidirectional breadth-first search (Pohl 1971): levels from the start and levels from the goal,
// the smaller one grown next, until they meet. Two trees of half the depth are far smaller than one
// of the whole depth.
//
// The first meeting is a shortest solution: with a levels around the start and b around the goal
// that have no board in common, the distance is at least a+b+1, and a board met while the next
// level is made is a+1+b moves long at most.

#ifndef TILEBASE_TOOLS_CLASSIC_BIDIRECTIONAL_H_
#define TILEBASE_TOOLS_CLASSIC_BIDIRECTIONAL_H_

#include "tools/classic/board_list.h"
#include "tools/classic/heuristic.h"
#include "tools/classic/packed_board.h"

namespace tilebase::classic {

// Requires a solvable board that fits kWords (packed_board.h).
template <int kWords>
SearchResult Bidirectional(const Board& start, const Limits& limits) {
  using Packed = PackedBoard<kWords>;
  struct Side {
    explicit Side(Budget* budget) : seen(budget), level(budget), next(budget) {}
    bool Begin(const Board& root) {
      bool inserted = false;
      return seen.Insert(Packed::Pack(root), &inserted) != nullptr &&
             level.Append(Packed::Pack(root));
    }
    BoardTable<kWords, Arrival> seen;
    BoardList<Packed> level, next;
    uint16_t moves = 0;
  };
  Budget budget(limits);
  if (start.IsSolved()) return budget.Solved({});
  Side sides[2] = {Side(&budget), Side(&budget)};
  if (!sides[0].Begin(start) || !sides[1].Begin(Board::Solved(start.geometry)))
    return budget.Stopped();
  while (true) {
    const bool from_start = sides[0].level.size() <= sides[1].level.size();
    Side& side = sides[from_start ? 0 : 1];
    const Side& other = sides[from_start ? 1 : 0];
    ++side.moves;
    for (const Packed& packed : side.level) {
      if (!budget.Expand()) return budget.Stopped();
      Board board = packed.Unpack(start.geometry);
      for (int a = 0; a < kActions; ++a) {
        const Action action = static_cast<Action>(a);
        if (!board.CanApply(action)) continue;
        budget.Generate();
        board.Apply(action);
        bool inserted = false;
        const auto slot = side.seen.Insert(Packed::Pack(board), &inserted);
        if (slot == nullptr) return budget.Stopped();
        if (inserted) {
          slot->note = {side.moves, action};
          if (other.seen.Find(slot->board) != nullptr) {
            std::vector<Action> actions = PathTo(board, sides[0].seen);
            const std::vector<Action> back = PathTo(board, sides[1].seen);
            for (auto it = back.rbegin(); it != back.rend(); ++it) actions.push_back(Opposite(*it));
            return budget.Solved(std::move(actions));
          }
          if (!side.next.Append(slot->board)) return budget.Stopped();
        }
        board.Apply(Opposite(action));
      }
    }
    side.level.Swap(&side.next);
    side.next.Clear();
  }
}

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_BIDIRECTIONAL_H_
