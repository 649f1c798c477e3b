// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/solution_stages.h"

#include <algorithm>

#include "tables/board_text.h"

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

std::vector<SolutionStage> StagesTo(const Destination& destination, size_t moves,
                                    std::vector<SolutionStage> stages) {
  for (SolutionStage& stage : stages) {
    stage.goal = destination.Original(stage.goal);
    stage.fixed = destination.Original(stage.fixed);
    stage.moves = std::min(stage.moves, moves);
    moves -= stage.moves;
  }
  std::erase_if(stages, [](const SolutionStage& stage) { return stage.moves == 0; });
  if (!stages.empty()) stages.back().moves += moves;
  return stages;
}

std::vector<SolutionStage> WalkStages(const PolicySet& set, const Destination& destination,
                                      size_t moves, absl::Span<const SolvedStage> walk) {
  std::vector<SolutionStage> stages;
  for (size_t s = 0; s < walk.size(); ++s) {
    const Subproblem& solved = set.tables()[walk[s].table].subproblem;
    const size_t begin = std::min<size_t>(walk[s].begin, moves);
    const size_t end = s + 1 < walk.size() ? std::min<size_t>(walk[s + 1].begin, moves) : moves;
    stages.push_back(
        {destination.Original(solved.goal), destination.Original(solved.fixed), end - begin});
  }
  return stages;
}

}  // namespace tilebase
