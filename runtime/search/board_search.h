// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Scratch memory for the search of one board (board_search.cc).

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

// A path from the start, and the board at its end.
struct WayAhead {
  std::vector<Action> actions;
  Board board;
};

struct LookAheadMemory::Parts {
  std::vector<char> letters;
  std::string best;  // the letters of the best solution
  ValueBeam beam;
  std::unique_ptr<DisplacementBeam> displacements;  // made when it is first needed
  uint64_t looked_at = 0;                           // by `displacements`
  std::vector<Action> actions;
  // Speed of the last value beam within a time. The first search is slow, because its memory is
  // new.
  double boards_a_second = 5e6;
  WayAhead ways[kBatchSize / 2];

  DisplacementBeam& Displacements() {
    if (displacements == nullptr)
      displacements = std::make_unique<DisplacementBeam>(BeamValues::Fitted(), &looked_at);
    return *displacements;
  }
  // Frees the memory that grows with a search.
  void Forget() {
    beam.Forget();
    displacements.reset();
  }
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_BOARD_SEARCH_H_
