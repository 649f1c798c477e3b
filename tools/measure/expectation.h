// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The number of actions that a plan takes on a uniformly random board, exactly: a Markov chain over
// the blank's cell at the start of each stage (outcomes.h says why that is enough).

#ifndef TILEBASE_TOOLS_MEASURE_EXPECTATION_H_
#define TILEBASE_TOOLS_MEASURE_EXPECTATION_H_

#include <vector>

#include "tools/measure/outcomes.h"

namespace tilebase {

// The boards of a class. `share`, `mean` and `deviation` are exact up to the rounding of doubles;
// `most` is taken by some board.
struct ClassExpectation {
  double share = 0;
  double mean = 0;
  double deviation = 0;  // standard deviation of the number of actions
  int most = 0;
};

struct Expectation {
  ClassExpectation overall;
  // by_growth[k]: boards whose largest growth in any stage is k (k = |G|-1 with ladder:1).
  std::vector<ClassExpectation> by_growth;
};

Expectation Expect(const std::vector<StageOutcomes>& stages, TieChoice ties);

// The expected number of actions if every choice among ties were the best, or the worst.
double ExpectBest(const std::vector<StageOutcomes>& stages);
double ExpectWorst(const std::vector<StageOutcomes>& stages);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_MEASURE_EXPECTATION_H_
