// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The runtime's beam as the search that the generator fits values with.

#ifndef TILEBASE_TOOLS_COMMON_VALUE_SEARCH_H_
#define TILEBASE_TOOLS_COMMON_VALUE_SEARCH_H_

#include <memory>
#include <vector>

#include "generator/solvers/value_fit.h"
#include "runtime/look_ahead/value_beam.h"

namespace tilebase {

class BeamValueSearch : public ValueSearch {
 public:
  explicit BeamValueSearch(const PairValues& values) : values_(values) {}

  bool Solve(const Board& board, size_t width, size_t longest,
             std::vector<Action>* actions) override {
    BeamLimits limits;
    limits.width = width;
    limits.passes = 1;
    limits.longest = longest;
    uint64_t lookups = 0;
    beam_.Solve(values_, board.tile, limits, actions, &lookups);
    return !actions->empty();
  }

 private:
  const PairValues& values_;
  ValueBeam beam_;
};

inline std::unique_ptr<ValueSearch> MakeBeamValueSearch(const PairValues& values) {
  return std::make_unique<BeamValueSearch>(values);
}

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_VALUE_SEARCH_H_
