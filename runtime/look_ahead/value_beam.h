// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A beam search that fitted values order (tables/pair_values.h).
//
// Layer m holds boards that m moves lead to. All their moves together give the candidates for layer
// m + 1; the `width` of least value become that layer, and the rest is forgotten. The first solved
// board ends the search. Boards whose Manhattan distance leaves no room for a solution as short as
// asked are dropped, and so are boards met before in this layer or two layers before.
//
// A beam reads and writes memory in order, so a board costs half of what it costs in a search with
// queues, and it is best first again in every layer (docs/values.md compares them).

#ifndef TILEBASE_RUNTIME_LOOK_AHEAD_VALUE_BEAM_H_
#define TILEBASE_RUNTIME_LOOK_AHEAD_VALUE_BEAM_H_

#include <stddef.h>
#include <stdint.h>

#include <chrono>
#include <memory>
#include <vector>

#include "tables/geometry.h"
#include "tables/pair_values.h"

namespace tilebase {

struct BeamLimits {
  size_t width = 0;               // boards a layer, at least 1
  size_t longest = 0;             // only solutions of fewer actions are looked for
  uint64_t lookups = UINT64_MAX;  // the search ends soon after so many
  // And soon after this. The clock is not looked at where it is max().
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

enum class BeamEnd {
  kFound,
  kMissed,  // there may be a solution among the boards that were forgotten
  kNone,    // nothing was forgotten: there is no solution of fewer than `longest` actions
  kSpent,   // the lookups or the time are used up
};

// What a search works in, to be used again by the next one: after a few boards a search allocates
// nothing. About 300 bytes for each board of the width on 4x4, and 8 for each board of all layers.
class ValueBeam {
 public:
  ValueBeam();
  ~ValueBeam();
  ValueBeam(const ValueBeam&) = delete;
  ValueBeam& operator=(const ValueBeam&) = delete;

  // Looks for a solution of the board with tile[c] on cell c, 0 for the blank. Where it is found,
  // *actions holds it. The same arguments without a deadline always give the same solution.
  // *lookups grows by those used: one for each two tiles of which one has moved.
  BeamEnd Solve(const PairValues& values, const uint8_t* tile, const BeamLimits& limits,
                std::vector<Action>* actions, uint64_t* lookups);

 private:
  class Search;
  template <int kCells>
  class SearchOf;
  template <int kCells>
  Search& Of();
  // Made when they are first needed: for 4x4, 5x5 and any other board.
  std::unique_ptr<Search> search16_, search25_, search_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOK_AHEAD_VALUE_BEAM_H_
