// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Which engine spends an effort on a board: one table. docs/quality.md shows it, and
// tests/runtime/search/strategy_test.cc holds the page to it.

#ifndef TILEBASE_RUNTIME_SEARCH_STRATEGY_H_
#define TILEBASE_RUNTIME_SEARCH_STRATEGY_H_

#include <stddef.h>
#include <stdint.h>

#include "tables/geometry.h"
#include "tables/plan.h"

namespace tilebase {

enum class Engine {
  kPasses,         // value_beam.h: passes over layers that keep what they do not expand
  kWideRounds,     // wide_beam.h: rounds of a beam that forgets
  kDisplacements,  // search/displacement_beam.h: rounds of a beam that needs no tables, then
                   // windows
  kWalks,          // nothing but the walks that every search begins with
};

struct Strategy {
  Metric metric;  // kMoves or kMtm
  bool has_values;
  int least_cells, most_cells;
  uint64_t least_microseconds;  // 0: any effort; else a time limit of at least this
  Engine engine;
  size_t first_width;  // boards of a layer in the first pass by values
};

// The first row that fits is taken. A first pass half as wide takes half as long, but few such
// passes come home; on boards of 7x7 none narrower than 16 does. A wide round needs a time limit:
// with a limit of boards, more boards could give a longer solution.
inline constexpr Strategy kStrategies[] = {
    {Metric::kMoves, true, 4, 16, 0, Engine::kPasses, 8},
    {Metric::kMoves, true, 25, 49, 10'000, Engine::kWideRounds, 0},
    {Metric::kMoves, true, 17, 36, 0, Engine::kPasses, 6},
    {Metric::kMoves, true, 49, 49, 0, Engine::kPasses, 16},
    {Metric::kMoves, false, 4, 64, 0, Engine::kDisplacements, 0},
    {Metric::kMtm, true, 4, 16, 0, Engine::kPasses, 4},
    {Metric::kMtm, true, 17, 64, 0, Engine::kPasses, 16},
    {Metric::kMtm, false, 4, 64, 0, Engine::kWalks, 0},
};

// `microseconds`: the time limit; 0: none.
constexpr const Strategy& StrategyFor(Metric metric, bool has_values, Geometry geometry,
                                      uint64_t microseconds) {
  const Strategy* row = kStrategies;
  while (row->metric != metric || row->has_values != has_values ||
         geometry.cells() < row->least_cells || geometry.cells() > row->most_cells ||
         microseconds < row->least_microseconds)
    ++row;
  return *row;
}

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_STRATEGY_H_
