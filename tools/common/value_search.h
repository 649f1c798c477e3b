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
#include "tables/entry.h"
#include "tables/plan.h"

namespace tilebase {

class BeamValueSearch : public ValueSearch {
 public:
  BeamValueSearch(const PairValues& values, bool whole_lines)
      : values_(values), whole_lines_(whole_lines) {}

  bool whole_lines() const override { return whole_lines_; }
  bool Solve(const Board& board, size_t width, size_t longest,
             std::vector<Action>* actions) override {
    uint64_t lookups = 0;
    beam_.Solve(values_, board.tile, Limits(board, width, longest), actions, &lookups);
    return !actions->empty();
  }
  bool Follow(const Board& board, size_t width, size_t longest, size_t moves,
              std::vector<Action>* actions) override {
    beam_.Follow(values_, board.tile, Limits(board, width, longest), moves, actions);
    return !actions->empty();
  }

 private:
  BeamLimits Limits(const Board& board, size_t width, size_t longest) const {
    BeamLimits limits;
    limits.whole_lines = whole_lines_;
    limits.width = width;
    limits.passes = 1;
    const auto most_a_move = static_cast<size_t>(LongestSlide(board.geometry));
    limits.longest = whole_lines_ ? longest / most_a_move : longest;
    return limits;
  }

  const PairValues& values_;
  const bool whole_lines_;
  ValueBeam beam_;
};

inline MakeValueSearch BeamValueSearchFor(bool whole_lines) {
  return [whole_lines](const PairValues& values) {
    return std::make_unique<BeamValueSearch>(values, whole_lines);
  };
}
// The search for the values of a plan, in its metric.
inline MakeValueSearch BeamValueSearchFor(const Plan& plan) {
  return BeamValueSearchFor(plan.IsMtm());
}

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_VALUE_SEARCH_H_
