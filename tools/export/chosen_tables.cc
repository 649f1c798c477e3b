// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/export/chosen_tables.h"

#include "runtime/lookup/walk.h"
#include "tables/ranking.h"

namespace tilebase {

std::vector<size_t> ChosenTables(const PolicySet& set) {
  std::vector<bool> chosen(set.tables().size());
  for (size_t table = 0; table < chosen.size(); ++table)
    chosen[table] = set.source().tables()[table].metric != Metric::kMoves;
  std::vector<PolicyStage> stages;
  for (const absl::Span<const PolicyStage> part : set.staged_parts())
    stages.insert(stages.end(), part.begin(), part.end());
  for (const PolicyStage& stage : stages) {
    const size_t first = static_cast<size_t>(stage.tables - set.tables().data());
    chosen[first] = true;
    chosen[first + static_cast<size_t>(stage.count) - 1] = true;
    if (stage.count <= 2) continue;
    // The tiles that a grown table tracks beyond the stage's own are home when it is chosen, so any
    // board in a state of the stage's own table stands for all of them.
    const PolicyTable& own = stage.tables[0];
    for (uint64_t rank = 0; rank < own.ranking.size(); ++rank) {
      if (own.IsReachable(rank)) continue;
      const Board board = Representative(own.subproblem, own.ranking.Unrank(rank));
      uint64_t grown_rank = 0;
      const PolicyTable* const table = ChooseTable(stage, board, &grown_rank);
      if (table != nullptr) chosen[static_cast<size_t>(table - set.tables().data())] = true;
    }
  }
  std::vector<size_t> tables;
  for (size_t table = 0; table < chosen.size(); ++table)
    if (chosen[table]) tables.push_back(table);
  return tables;
}

}  // namespace tilebase
