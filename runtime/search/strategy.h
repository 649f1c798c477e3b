// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The table that says which engine spends an effort on a board of any size. docs/quality.md shows
// it; tests/runtime/search/strategy_test.cc compares the page with this table.

#ifndef TILEBASE_RUNTIME_SEARCH_STRATEGY_H_
#define TILEBASE_RUNTIME_SEARCH_STRATEGY_H_

#include "tables/plan.h"

namespace tilebase {

enum class Engine {
  kPasses,         // value_beam.h: passes over layers that keep what they do not expand
  kDisplacements,  // displacement_beam.h: rounds of a beam that needs no tables, then windows
  kWalks,          // only the walks that every search begins with
};

struct Strategy {
  Metric metric;  // kMoves or kMtm
  bool has_values;
  Engine engine;
};

inline constexpr Strategy kStrategies[] = {
    {Metric::kMoves, true, Engine::kPasses},
    {Metric::kMoves, false, Engine::kDisplacements},
    {Metric::kMtm, true, Engine::kPasses},
    {Metric::kMtm, false, Engine::kWalks},
};

constexpr Engine EngineFor(Metric metric, bool has_values) {
  const Strategy* row = kStrategies;
  while (row->metric != metric || row->has_values != has_values) ++row;
  return row->engine;
}

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_STRATEGY_H_
