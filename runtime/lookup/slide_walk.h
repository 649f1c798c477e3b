// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The walk in a table of the metric mtm: the reference for it, as walk.h is for single slides. An
// entry names the end of a whole slide, so entries are read where slides begin, and nowhere
// between.
//
// Of the optimal slides a table holds a shortest one. So a player who goes only a part of it, and
// looks up again, comes home too: there the table has a slide that is shorter, or leads as far.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_RUNTIME_LOOKUP_SLIDE_WALK_H_
#define TILEBASE_RUNTIME_LOOKUP_SLIDE_WALK_H_

#include <stdint.h>

#include "runtime/lookup/walk.h"
#include "tables/board.h"
#include "tables/entry.h"

namespace tilebase {

// Brings the tiles of the table's G home, calling emit(Action) for each tile that slides. Requires
// that the table has its slides, that its subproblem admits the board, and the board's rank.
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

#endif  // TILEBASE_RUNTIME_LOOKUP_SLIDE_WALK_H_
