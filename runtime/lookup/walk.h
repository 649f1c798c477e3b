// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The walk: Algorithm 2 of Bischoff et al. 2013 with every value iteration replaced by a lookup.
//
//   for each stage (G, R):
//     while V(s) = 0 in the table of (G, R): the highest tile of R joins G   (the next table)
//     until the tiles of G are home: apply the table's action
//
// One lookup a move; the rank moves with the board and is never computed again within a stage.
// Tables may be damaged or hostile: an action that the board does not allow, or a walk longer than
// the table's greatest depth, ends the walk with kDamaged and never reads outside the tables.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_RUNTIME_LOOKUP_WALK_H_
#define TILEBASE_RUNTIME_LOOKUP_WALK_H_

#include <stdint.h>

#include "tables/board.h"
#include "tables/entry.h"
#include "tables/ranking.h"
#include "tables/subproblem.h"

namespace tilebase {

// A decoded table, ready for lookups. It does not own the planes.
struct PolicyTable {
  Subproblem subproblem;
  Ranking ranking;
  const uint8_t* policy = nullptr;     // PolicyBytes(ranking.size())
  const uint8_t* reachable = nullptr;  // ReachableBytes(ranking.size()); null: all are reachable
  int max_depth = 0;                   // no walk has more actions
  // For the metric mtm (WalkSlides): the table has slides in place of a policy.
  bool is_mtm = false;
  const uint8_t* slides = nullptr;  // ExcessBytes(ranking.size())

  bool IsReachable(uint64_t rank) const {
    return reachable == nullptr || GetReachable(reachable, rank);
  }
};

// A stage: its own table, then each one grown from the one before.
struct PolicyStage {
  const PolicyTable* tables = nullptr;
  int count = 0;
};

// Chooses among a stage's tables, numbered first .. end-1, as Algorithm 2 does: the first one in
// which the board can be solved. can_solve(i) looks at one table. Returns `end` if none can solve
// it, which never happens for a solvable board in a sound table set. Only this function knows the
// rule; callers differ in how they look at a table.
template <typename CanSolve>
constexpr int FirstThatSolves(int first, int end, CanSolve can_solve) {
  while (first != end && !can_solve(first)) ++first;
  return first;
}

// Chooses the stage of a hint from the board alone: the last stage whose last table admits the
// board, which means that the board has its R home. admits(i) looks at the last table of stage i;
// the first stage's admits every board. The hint is that table's action; if its goal is reached,
// the board is solved.
//
// FirstThatSolves would go in circles: a grown table moves a tile of an earlier stage, and on the
// next board that stage puts the tile back. This rule never goes back. The last table of a stage
// solves every board that it admits. After its action it still admits the board, one action nearer
// to its goal; at its goal the next stage admits the board. So a stage is never entered twice, and
// a game has at most as many hints as the sum of the stages' greatest depths.
template <typename Admits>
constexpr int LastThatAdmits(int stages, Admits admits) {
  int stage = stages - 1;
  while (stage > 0 && !admits(stage)) --stage;
  return stage;
}

// Returns the table that Algorithm 2 uses in this stage, or null if none can solve the board (which
// never happens for a solvable board in a sound table set). Sets `rank` to the board's rank in it.
inline const PolicyTable* ChooseTable(const PolicyStage& stage, const Board& board,
                                      uint64_t* rank) {
  const int chosen = FirstThatSolves(0, stage.count, [&](int i) {
    *rank = stage.tables[i].ranking.Rank(board);
    return stage.tables[i].IsReachable(*rank);
  });
  return chosen == stage.count ? nullptr : &stage.tables[chosen];
}

enum class WalkResult : uint8_t { kDone, kDamaged };

// Brings the tiles of the table's G home, calling emit(Action) for each action applied to `board`.
// Requires that the subproblem admits the board and that `rank` is the board's rank.
template <typename Emit>
WalkResult WalkToGoal(const PolicyTable& table, uint64_t rank, Board& board, Emit emit) {
  const CellMask goal = table.subproblem.goal;
  int astray = Count(goal & ~board.HomeTiles());
  for (int left = table.max_depth; astray != 0; --left) {
    const Action action = GetAction(table.policy, rank);
    if (left == 0 || !board.CanApply(action)) return WalkResult::kDamaged;
    const int to = board.blank;
    const int from = to + board.geometry.BlankStep(action);
    if (table.subproblem.fixed & CellBit(from)) return WalkResult::kDamaged;
    rank = table.ranking.RankAfter(rank, board, action);
    const int home = board.Apply(action) - 1;
    if (goal & CellBit(home)) astray += (from == home) - (to == home);
    emit(action);
  }
  return WalkResult::kDone;
}

// Solves the board stage by stage.
template <typename Emit>
WalkResult Walk(const PolicyStage* stages, int stage_count, Board& board, Emit emit) {
  for (int i = 0; i < stage_count; ++i) {
    if (stages[i].tables[0].subproblem.IsGoal(board)) continue;
    uint64_t rank = 0;
    const PolicyTable* table = ChooseTable(stages[i], board, &rank);
    if (table == nullptr || WalkToGoal(*table, rank, board, emit) != WalkResult::kDone)
      return WalkResult::kDamaged;
  }
  return WalkResult::kDone;
}

// The walk in a table of the metric mtm, and the reference for it, as WalkToGoal is for single
// slides. An entry names the end of a whole slide, so entries are read only where slides begin.
//
// If several slides are optimal, a table holds a shortest one. So a player who plays only a part of
// the slide and looks up again still gets home: there the table has a slide that is shorter, or
// leads as far.

// Brings the tiles of the table's G home, calling emit(Action) for each tile that slides. Requires
// that the table has its slides, that its subproblem admits the board, and that `rank` is the
// board's rank.
template <typename Emit>
WalkResult WalkSlides(const PolicyTable& table, uint64_t rank, Board& board, Emit emit) {
  int left = table.max_depth;
  while (!table.subproblem.IsGoal(board)) {
    const Slide slide = SlideOf(board.geometry, board.blank, GetSlideEntry(table.slides, rank));
    if (slide.length == 0 || slide.length > left) return WalkResult::kDamaged;
    left -= slide.length;
    for (int i = 0; i < slide.length; ++i) {
      const int from = board.blank + board.geometry.BlankStep(slide.action);
      if (table.subproblem.fixed & CellBit(from)) return WalkResult::kDamaged;
      rank = table.ranking.RankAfter(rank, board, slide.action);
      board.Apply(slide.action);
      emit(slide.action);
    }
  }
  return WalkResult::kDone;
}

// Solves the board stage by stage, as Walk() does by single slides.
template <typename Emit>
WalkResult WalkBySlides(const PolicyStage* stages, int stage_count, Board& board, Emit emit) {
  for (int i = 0; i < stage_count; ++i) {
    const PolicyStage& stage = stages[i];
    if (stage.tables[0].subproblem.IsGoal(board)) continue;
    uint64_t rank = 0;
    const int chosen = FirstThatSolves(0, stage.count, [&](int t) {
      rank = stage.tables[t].ranking.Rank(board);
      return GetSlideEntry(stage.tables[t].slides, rank) !=
             UnreachableSlide(board.geometry, board.blank);
    });
    if (chosen == stage.count ||
        WalkSlides(stage.tables[chosen], rank, board, emit) != WalkResult::kDone)
      return WalkResult::kDamaged;
  }
  return WalkResult::kDone;
}

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOKUP_WALK_H_
