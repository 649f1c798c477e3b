// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Counts the states at each depth of a subproblem that is too large for a table, as deep as memory
// allows: breadth-first search that keeps only the last two levels, as sorted lists of ranks. (A
// neighbour of a state at depth d is at depth d-1, d or d+1, so older levels are not needed.)
//
//   sparse_depths 5x5 1-7 [GIGABYTES]
//
// Prints the count at each depth and the running total, and stops before the lists would need more
// memory than that (default 2).

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "generator/solvers/reference_solvers.h"
#include "tables/plan.h"
#include "tables/ranking.h"

namespace tilebase {
namespace {

using Ranks = std::vector<uint64_t>;

void RemoveAll(const Ranks& unwanted, Ranks* from) {
  Ranks kept;
  kept.reserve(from->size());
  std::set_difference(from->begin(), from->end(), unwanted.begin(), unwanted.end(),
                      std::back_inserter(kept));
  *from = std::move(kept);
}

int Main(int argc, char** argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: sparse_depths WxH GOAL [GIGABYTES]\n");
    return 2;
  }
  const absl::StatusOr<Geometry> geometry = ParseGeometry(argv[1]);
  if (!geometry.ok()) return 2;
  const absl::StatusOr<CellMask> goal = ParseTiles(*geometry, argv[2]);
  if (!goal.ok() || *goal == 0) return 2;
  const uint64_t most_ranks =
      static_cast<uint64_t>((argc > 3 ? atof(argv[3]) : 2.0) * 1e9 / sizeof(uint64_t));
  const Subproblem subproblem{*geometry, *goal, 0};
  const Ranking ranking(subproblem);
  printf("%s %s: %llu states\n", argv[1], ToString(subproblem).c_str(),
         static_cast<unsigned long long>(ranking.size()));

  Ranks before, level = GoalRanks(subproblem, ranking);
  std::sort(level.begin(), level.end());
  uint64_t total = 0;
  for (int depth = 0; !level.empty(); ++depth) {
    total += level.size();
    printf("depth %3d  %14zu  %14llu\n", depth, level.size(),
           static_cast<unsigned long long>(total));
    fflush(stdout);
    // The next list has at most three times the entries before duplicates go, and is copied once.
    if (before.size() + 7 * level.size() > most_ranks) {
      printf("stopped: the next level would need more than the memory given\n");
      return 0;
    }
    Ranks next;
    next.reserve(3 * level.size());
    for (uint64_t rank : level) {
      const Board board = Representative(subproblem, ranking.Unrank(rank));
      ForEachSuccessor(subproblem, ranking, board, rank,
                       [&](Action, uint64_t after) { next.push_back(after); });
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    RemoveAll(level, &next);
    RemoveAll(before, &next);
    before = std::move(level);
    level = std::move(next);
  }
  return 0;
}

}  // namespace
}  // namespace tilebase

int main(int argc, char** argv) { return tilebase::Main(argc, argv); }
