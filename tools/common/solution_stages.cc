// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/solution_stages.h"

#include "tables/action_text.h"

namespace tilebase {

std::vector<SolutionStage> SolutionStages(const Plan& plan, Board board, std::string_view actions) {
  std::vector<SolutionStage> stages;
  const PlanPart& part = *plan.staged();
  CellMask home = board.HomeTiles();
  CellMask earlier = 0;
  size_t next = 0;
  for (size_t i = 0; i < part.stage_count; ++i) {
    const CellMask wanted = earlier | plan.stages[part.first_stage + i].goal;
    const size_t first = next;
    CellMask moved = 0;
    for (; (home & wanted) != wanted && next < actions.size(); ++next) {
      const int to = board.blank;
      const int tile = board.Apply(*ActionOf(actions[next]));
      moved |= TileBit(tile);
      home &= ~TileBit(tile);
      if (tile == to + 1) home |= TileBit(tile);
    }
    const CellMask fixed = earlier & ~moved;
    if (next != first) stages.push_back({wanted & ~fixed, fixed, next - first});
    earlier = wanted;
  }
  return stages;
}

}  // namespace tilebase
