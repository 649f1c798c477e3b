// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Searches from the literature, each a function or class over a heuristic. search.h has their
// interface.

#ifndef TILEBASE_TOOLS_STUDY_CLASSIC_SEARCHES_H_
#define TILEBASE_TOOLS_STUDY_CLASSIC_SEARCHES_H_

#include <algorithm>
#include <array>
#include <tuple>

#include "runtime/patterns/duplicate_pruning.h"
#include "tools/study/classic/heuristics.h"
#include "tools/study/classic/search.h"

namespace tilebase::classic {

// Breadth-first search (Moore 1959): all boards one move away, then all two moves away, and so on.
// Finds a shortest solution without any knowledge of the puzzle, and remembers every board it has
// seen. Tests boards for the goal when they are generated; expands a level in the order of the
// boards' text, so that counts are the same on every machine.
//
// Requires a solvable board that fits kWords (PackedBoard).
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
  return budget.DeadEnd();  // a solvable board never gets here
}

// Bidirectional breadth-first search (Pohl 1971): levels from the start and levels from the goal,
// growing the smaller one, until they meet. Two trees of half the depth are far smaller than one of
// the whole depth.
//
// The first meeting gives a shortest solution: with a levels around the start and b around the goal
// that have no board in common, the distance is at least a+b+1. A board met while the next level is
// made gives a path of at most a+1+b moves.
//
// Requires a solvable board that fits kWords (PackedBoard).
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

// A* (Hart, Nilsson & Raphael 1968): expands the board with the least moves + heuristic. Weighted
// A* (Pohl 1970): moves + ratio * heuristic, which heads for the goal and finds longer solutions
// with much less work. Ties: fewer moves first, then the board's text.
//
// Boards are tested for the goal when they are generated, one expansion early. With ratio 1 the
// solution is still a shortest one: a neighbour of the goal has heuristic value exactly 1 (only the
// goal has 0, and more would not be admissible). So the board whose expansion gives the goal had
// the solution's length as its priority, and that was the least priority.

// How to treat a shorter path to a board that was generated before.
enum class Paths {
  kShortest,  // take it, and expand the board again: optimal with any admissible heuristic
  kFirst,     // ignore it: no board is expanded twice. For weighted A*, which is not optimal anyway
};

// Requires a heuristic that is 0 only at the goal, and a solvable board that fits kWords.
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
  return budget.DeadEnd();  // a solvable board never gets here
}

// Greedy best child: goes to the neighbour with the least heuristic value, never to a board that
// was there before, and never back. Ties go to the board that is first by its text. It needs almost
// no time and memory, and its solutions are long. It may reach a dead end, where all neighbours
// were there before, and then says so.
//
// Works with any heuristic. Requires a solvable board that fits kWords (PackedBoard).
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

// IDA* (Korf 1985): depth-first searches that turn back where moves + heuristic exceed a threshold.
// The threshold is raised to the least value that exceeded it, until the goal is met. Finds a
// shortest solution with any admissible heuristic, in the memory of one path. The price is that it
// meets boards more than once; pruning duplicates prevents that in part (duplicate_pruning.h).
//
// Requires an admissible heuristic and a solvable board. Lives for one call of Solve.
template <Heuristic H>
class IdaStar {
 public:
  IdaStar(const H& heuristic, const DuplicatePruning& pruning, const Limits& limits)
      : heuristic_(heuristic), pruning_(pruning), budget_(limits) {}

  SearchResult Solve(const Board& start) {
    board_ = start;
    if (board_.IsSolved()) return budget_.Solved({});
    for (int a = 0; a < kActions; ++a) step_[a] = start.geometry.BlankStep(static_cast<Action>(a));
    const typename H::State state = heuristic_.Start(start);
    int threshold = heuristic_.Value(state);
    while (true) {
      least_over_ = INT32_MAX;
      path_.resize(static_cast<size_t>(threshold));
      if (Visit(state, DuplicatePruning::Start(start.blank), threshold)) {
        if (stopped_) return budget_.Stopped();
        return budget_.Solved(std::vector<Action>(path_.begin(), path_.end() - unused_));
      }
      threshold += least_over_;
    }
  }

 private:
  // Searches below the board, with `left` moves left. Returns true if the goal was met, or a limit.
  bool Visit(const typename H::State& state, DuplicatePruning::State done, int left) {
    if (!budget_.Expand()) return stopped_ = true;
    const int blank = board_.blank;
    const std::array<DuplicatePruning::State, kActions>& after = pruning_.After(done);
    for (size_t a = 0; a < kActions; ++a) {
      if (after[a] == DuplicatePruning::kNone) continue;
      const int from = blank + step_[a];
      const Slide slide = {board_.tile[from], static_cast<uint8_t>(from),
                           static_cast<uint8_t>(blank)};
      board_.tile[blank] = slide.tile;
      board_.tile[from] = 0;
      board_.blank = slide.from;
      budget_.Generate();
      const typename H::State child = heuristic_.Next(state, board_, slide);
      const int over = heuristic_.Value(child) - (left - 1);
      if (over > 0) {
        least_over_ = std::min(least_over_, over);
      } else {
        path_[path_.size() - static_cast<size_t>(left)] = static_cast<Action>(a);
        if (heuristic_.Value(child) == 0 && board_.IsSolved()) {
          unused_ = left - 1;
          return true;
        }
        if (Visit(child, after[a], left - 1)) return true;
      }
      board_.tile[from] = slide.tile;
      board_.tile[blank] = 0;
      board_.blank = slide.to;
    }
    return false;
  }

  const H& heuristic_;
  const DuplicatePruning& pruning_;
  Budget budget_;
  Board board_;
  int step_[kActions] = {};
  std::vector<Action> path_;  // `threshold` actions, of which the first are made
  int least_over_ = 0;        // the least value over the threshold among all boards turned back
  int unused_ = 0;            // unused part of the path when the goal was met
  bool stopped_ = false;
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_STUDY_CLASSIC_SEARCHES_H_
