// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Single moves to any goal, on the caller's own boards: what PolicySet says about ways home, in the
// caller's tiles and actions.
//
// If the goal's blank is in no corner, the stages lead to the nearest corner, and the blank's way
// from there follows: its steps belong to no subproblem (goal = 0), `fixed` are the tiles that are
// in their places, and the stage is the number of stages. A table of all tiles leads the shortest
// way instead.

#ifndef TILEBASE_RUNTIME_HINTS_H_
#define TILEBASE_RUNTIME_HINTS_H_

#include "runtime/lookup/policy_set.h"
#include "runtime/tilebase.h"
#include "tables/board.h"

namespace tilebase {

// Any number of threads. It allocates where a table of all tiles leads to a blank in no corner, and
// nowhere else.
class HintsTo {
 public:
  // `set` must outlive it.
  HintsTo(const PolicySet& set, const Board& goal) : set_(set), goal_(goal), to_(goal) {}

  const Board& goal() const { return goal_; }

  // As tilebase_probe, tilebase_probe_subproblem and tilebase_hint. Require boards of the set's
  // size from which moves lead to the goal.
  tilebase_code Probe(const Board& board, tilebase_probe_result* result) const;
  tilebase_code ProbeSubproblem(const Board& board, CellMask goal, CellMask fixed,
                                tilebase_probe_result* result) const;
  tilebase_code Hint(const Board& board, tilebase_probe_result* hint) const;

 private:
  // Whether the board is on the blank's way from the corner to the goal. Then stores its step.
  bool IsOnDetour(const Board& renamed, tilebase_probe_result* result) const;
  // Whether the one table of all tiles leads to a blank in no corner. Then stores what is known of
  // the way, and the code.
  bool IsByWhole(const Board& board, tilebase_probe_result* result, tilebase_code* code) const;
  // Makes a result of a renamed board one of the caller's.
  void MapBack(tilebase_probe_result* result) const;

  const PolicySet& set_;
  const Board goal_;
  const Destination to_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_HINTS_H_
