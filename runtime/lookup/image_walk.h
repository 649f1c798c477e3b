// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Algorithm 2 on a flat image, in place: each look-up prepares its table, so nothing is kept
// between boards.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_RUNTIME_LOOKUP_IMAGE_WALK_H_
#define TILEBASE_RUNTIME_LOOKUP_IMAGE_WALK_H_

#include <stdint.h>

#include "runtime/lookup/walk.h"
#include "tables/board.h"
#include "tables/image/flat_image.h"

namespace tilebase {

// Requires number < image.tables().
inline PolicyTable PreparedTable(const FlatImage& image, uint32_t number) {
  const FlatTable from = image.Table(number);
  PolicyTable table;
  table.subproblem = from.subproblem;
  table.ranking = Ranking(from.subproblem);
  table.policy = from.policy;
  table.reachable = from.reachable;
  table.max_depth = from.max_depth;
  return table;
}

// Finds the stage's table to use and the board's rank in it; returns false if none can solve the
// board. Requires stage < image.stages().
inline bool ChooseTable(const FlatImage& image, int stage, const Board& board, PolicyTable* table,
                        uint64_t* rank) {
  const int count = static_cast<int>(image.TableCount(stage));
  return count != FirstThatSolves(0, count, [&](int i) {
           *table = PreparedTable(image, image.FirstTable(stage) + static_cast<uint32_t>(i));
           *rank = table->ranking.Rank(board);
           return table->IsReachable(*rank);
         });
}

// Returns the stage of a hint, and its table. Requires a board that is not solved.
inline int ChooseHintTable(const FlatImage& image, const Board& board, PolicyTable* table) {
  const auto last_table = [&](int stage) {
    return image.FirstTable(stage) + image.TableCount(stage) - 1;
  };
  const int stage = LastThatAdmits(
      image.stages(), [&](int i) { return image.Table(last_table(i)).subproblem.Admits(board); });
  *table = PreparedTable(image, last_table(stage));
  return stage;
}

// Returns whether the tiles of the stage are home.
inline bool IsStageDone(const FlatImage& image, int stage, const Board& board) {
  return image.Table(image.FirstTable(stage)).subproblem.IsHome(board);
}

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOKUP_IMAGE_WALK_H_
