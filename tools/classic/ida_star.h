// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// IDA* (Korf 1985): depth-first searches that turn back where moves + heuristic pass a threshold,
// with the threshold raised to the least value that was passed until the goal is met. Finds a
// shortest solution with any admissible heuristic, in the memory of one path; pays by meeting
// boards more than once, which pruning duplicates prevents in part (duplicate_pruning.h).

#ifndef TILEBASE_TOOLS_CLASSIC_IDA_STAR_H_
#define TILEBASE_TOOLS_CLASSIC_IDA_STAR_H_

#include <algorithm>
#include <array>

#include "runtime/patterns/duplicate_pruning.h"
#include "tools/classic/heuristic.h"
#include "tools/classic/search.h"

namespace tilebase::classic {

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
  // Searches below the board, where `left` moves are left. True: the goal was met, or a limit.
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
  std::vector<Action> path_;  // threshold actions, of which the first are done
  int least_over_ = 0;        // over the threshold, of all that were turned back
  int unused_ = 0;            // of the path, when the goal was met
  bool stopped_ = false;
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_IDA_STAR_H_
