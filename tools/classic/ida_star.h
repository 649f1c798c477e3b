// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// IDA* (Korf 1985): depth-first searches that turn back where moves + heuristic pass a threshold,
// with the threshold raised to the least value that was passed until the goal is met. Finds a
// shortest solution with any admissible heuristic, in the memory of one path; pays by meeting
// boards more than once, which a DuplicateMachine prevents in part.

#ifndef TILEBASE_TOOLS_CLASSIC_IDA_STAR_H_
#define TILEBASE_TOOLS_CLASSIC_IDA_STAR_H_

#include <algorithm>

#include "tools/classic/duplicate_machine.h"
#include "tools/classic/heuristic.h"
#include "tools/classic/search.h"

namespace tilebase::classic {

// Requires an admissible heuristic and a solvable board. Lives for one call of Solve.
template <Heuristic H>
class IdaStar {
 public:
  IdaStar(const H& heuristic, const DuplicateMachine& machine, const Limits& limits)
      : heuristic_(heuristic), machine_(machine), effort_(limits) {}

  SearchResult Solve(const Board& start) {
    board_ = start;
    if (board_.IsSolved()) return effort_.Solved({});
    for (int cell = 0; cell < start.geometry.cells(); ++cell)
      actions_at_[cell] = start.geometry.Actions(cell);
    for (int a = 0; a < kActions; ++a) step_[a] = start.geometry.BlankStep(static_cast<Action>(a));
    const typename H::State state = heuristic_.Start(start);
    int threshold = heuristic_.Value(state);
    while (true) {
      least_excess_ = INT32_MAX;
      path_.resize(static_cast<size_t>(threshold));
      if (Visit(state, DuplicateMachine::kStart, threshold)) {
        if (stopped_) return effort_.Stopped();
        return effort_.Solved(std::vector<Action>(path_.begin(), path_.end() - unused_));
      }
      threshold += least_excess_;
    }
  }

 private:
  // Searches below the board, where `left` moves are left. True: the goal was met, or a limit.
  bool Visit(const typename H::State& state, DuplicateMachine::State machine_state, int left) {
    if (!effort_.Expand()) return stopped_ = true;
    const int blank = board_.blank;
    for (ActionMask mask = actions_at_[blank] & machine_.Allowed(machine_state); mask != 0;
         mask &= static_cast<ActionMask>(mask - 1)) {
      const int a = Lowest(mask);
      const int from = blank + step_[a];
      const Slide slide = {board_.tile[from], static_cast<uint8_t>(from),
                           static_cast<uint8_t>(blank)};
      board_.tile[blank] = slide.tile;
      board_.tile[from] = 0;
      board_.blank = slide.from;
      effort_.Generate();
      const typename H::State child = heuristic_.Next(state, board_, slide);
      const int excess = heuristic_.Value(child) - (left - 1);
      if (excess > 0) {
        least_excess_ = std::min(least_excess_, excess);
      } else {
        path_[path_.size() - static_cast<size_t>(left)] = static_cast<Action>(a);
        if (heuristic_.Value(child) == 0 && board_.IsSolved()) {
          unused_ = left - 1;
          return true;
        }
        if (Visit(child, machine_.Next(machine_state, static_cast<Action>(a)), left - 1))
          return true;
      }
      board_.tile[from] = slide.tile;
      board_.tile[blank] = 0;
      board_.blank = slide.to;
    }
    return false;
  }

  const H& heuristic_;
  const DuplicateMachine& machine_;
  Effort effort_;
  Board board_;
  ActionMask actions_at_[kMaxCells] = {};
  int step_[kActions] = {};
  std::vector<Action> path_;  // threshold actions, of which the first are done
  int least_excess_ = 0;      // over the threshold, of all that were turned back
  int unused_ = 0;            // of the path, when the goal was met
  bool stopped_ = false;
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_IDA_STAR_H_
