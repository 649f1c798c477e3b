// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A plan by rule, for boards of every size.
//
// The board is peeled: the top row where the rest is at least as high as it is wide, else the left
// column, and so on with what is left. That gives the tiles an order. A stage takes as many of the
// next tiles as its table may have entries, so a small board is one stage.
//
// Invariant: no stage grows. A stage ends only where every arrangement of what is left can be
// solved (IsSurelyReachable); the last tile of a row is never left alone in its corner.

#ifndef TILEBASE_GENERATOR_PLANS_PEELED_PLAN_H_
#define TILEBASE_GENERATOR_PLANS_PEELED_PLAN_H_

#include <stdint.h>

#include <vector>

#include "tables/geometry.h"

namespace tilebase {

// The stages' goals. A stage has more than `most_entries` only where fewer tiles would make a later
// stage grow: never from 250,000 on, on boards of at most 8x8.
std::vector<CellMask> PeeledPlan(Geometry geometry, uint64_t most_entries);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_PLANS_PEELED_PLAN_H_
