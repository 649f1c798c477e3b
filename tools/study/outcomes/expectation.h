// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The exact number of actions that a plan takes on a uniformly random board. Only the blank's cell
// of a board has to be known. For each stage every state is looked at: how often Algorithm 2 has to
// grow G, how many actions it takes, and where it leaves the blank.
//
// Why the blank's cell is enough. The walk of a stage looks only at the tiles that it tracks, so it
// treats all arrangements of the other tiles alike. Suppose that a board is uniformly random at the
// start. Then, at the start of each stage, the tiles that are not yet home are uniformly random
// over the arrangements that parity allows, whatever happened before. Only the blank's cell is not
// uniform. So the stages form a Markov chain over it.

#ifndef TILEBASE_TOOLS_STUDY_OUTCOMES_EXPECTATION_H_
#define TILEBASE_TOOLS_STUDY_OUTCOMES_EXPECTATION_H_

#include <stdint.h>

#include <functional>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/lookup/policy_set.h"

namespace tilebase {

// The action taken if several are optimal.
enum class TieChoice {
  kStored,   // the one that the table set holds
  kLowest,   // the lowest-numbered: the first found by an arg max
  kHighest,  // the highest-numbered
  kDrawn,    // drawn at random, once for each state
};
inline constexpr int kTieChoices = 4;

// The states that go from one blank's cell to another by the same growth.
struct Outcome {
  uint64_t states = 0;
  uint64_t actions = 0;  // summed
  uint64_t squares = 0;  // of the actions, summed
  int most = 0;
};

class StageOutcomes {
 public:
  StageOutcomes(int cells, int growths)
      : cells_(cells),
        growths_(growths),
        outcomes_(static_cast<size_t>(kTieChoices * cells * growths * cells)) {}

  int cells() const { return cells_; }
  // The number of subproblems that the stage may use: 0 is its own, 1 the one grown once, ...
  int growths() const { return growths_; }

  Outcome& at(TieChoice ties, int from, int growth, int to) {
    return outcomes_[Index(ties, from, growth, to)];
  }
  const Outcome& at(TieChoice ties, int from, int growth, int to) const {
    return outcomes_[Index(ties, from, growth, to)];
  }
  // Returns the number of entry states with the blank on `from` that need this growth.
  uint64_t States(int from, int growth) const;
  // Returns the number of all entry states with the blank on `from`.
  uint64_t States(int from) const;

  // Expected actions to the end of the plan, by the blank's cell, if every choice among ties is the
  // best or the worst possible one.
  std::vector<double> best, worst;

 private:
  size_t Index(TieChoice ties, int from, int growth, int to) const {
    return static_cast<size_t>(
        ((static_cast<int>(ties) * cells_ + from) * growths_ + growth) * cells_ + to);
  }

  int cells_;
  int growths_;
  std::vector<Outcome> outcomes_;
};

// Looks at every state of every table. Calls `progress` with the states done; may be empty. Memory:
// about 40 bytes a state of the largest table. Errors: those of the solver; DataLoss if a stored
// action is not optimal.
absl::StatusOr<std::vector<StageOutcomes>> CountOutcomes(
    const PolicySet& set, uint64_t seed, const std::function<void(uint64_t)>& progress);

// The boards of a class. `share`, `mean` and `deviation` are exact up to the rounding of doubles;
// some board takes `most` actions.
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

#endif  // TILEBASE_TOOLS_STUDY_OUTCOMES_EXPECTATION_H_
