// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What the search of one board (board_search.cc) works in.

#ifndef TILEBASE_RUNTIME_SEARCH_BOARD_SEARCH_H_
#define TILEBASE_RUNTIME_SEARCH_BOARD_SEARCH_H_

#include <stdint.h>

#include <memory>
#include <string>
#include <vector>

#include "runtime/lookup/quick_solver.h"
#include "runtime/search/displacement_beam.h"
#include "runtime/search/look_ahead.h"
#include "runtime/search/value_beam.h"
#include "tables/board.h"

namespace tilebase {

// A way from the start, and the board it leads to.
struct WayAhead {
  std::vector<Action> actions;
  Board board;
};

struct LookAheadMemory::Parts {
  std::vector<char> letters;
  std::string best;  // the letters of the best solution
  ValueBeam beam;
  std::unique_ptr<DisplacementBeam> displacements;  // made when it is first needed
  uint64_t looked_at = 0;                           // boards of it
  std::vector<Action> actions;
  // Of the last value beam within a time. The first one has new memory, and is slow.
  double boards_a_second = 5e6;
  WayAhead ways[kBatchSize / 2];

  DisplacementBeam& Displacements() {
    if (displacements == nullptr)
      displacements = std::make_unique<DisplacementBeam>(BeamValues::Fitted(), &looked_at);
    return *displacements;
  }
  // Frees what grows with a search.
  void Forget() {
    beam.Forget();
    displacements.reset();
  }
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_BOARD_SEARCH_H_
