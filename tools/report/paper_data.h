// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Everything that `tilebase report paper` computes before it writes anything.

#ifndef TILEBASE_TOOLS_REPORT_PAPER_DATA_H_
#define TILEBASE_TOOLS_REPORT_PAPER_DATA_H_

#include <stdint.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/lookup/policy_set.h"
#include "tools/measure/expectation.h"
#include "tools/measure/outcomes.h"
#include "tools/measure/sample.h"

namespace tilebase {

struct PaperOptions {
  uint64_t boards = 100000;
  uint64_t seed = 1;
  int largest = 7;  // ladders to look at: 1 .. largest
  int threads = 1;
  std::vector<std::string> files;  // table sets to use; empty: build them
};

// A ladder with tables that are looked at state by state.
struct LadderData {
  int size = 1;  // L
  std::unique_ptr<PolicySet> set;
  uint64_t states = 0;                  // of all tables
  double training_seconds = 0;          // retrograde search of all subproblems
  std::optional<double> build_seconds;  // until the table set was ready; none where it was given
  std::vector<StageOutcomes> stages;
  Expectation expected;          // as stored
  std::optional<Sample> sample;  // on the paper's board only
};

// A ladder of which only random boards are looked at: its states are too many to follow them all.
struct LargeLadderData {
  int size = 6;
  uint64_t states = 0;
  double training_seconds = 0;
  int certified_worst_case = 0;
  Sample sample;
  std::string skipped;  // why it was left out, or empty
};

// Algorithm 1 as printed, on all subproblems of ladder:1.
struct ValueIterationData {
  double gamma = 0;
  int least_sweeps = 0, most_sweeps = 0;
  uint64_t states = 0;       // that can be solved and are not goals
  uint64_t unequal = 0;      // states whose value differs from another's of the same depth
  uint64_t wrong = 0;        // whose arg max is not an optimal action
  uint64_t false_zeros = 0;  // that can be solved and have V = 0, or the other way round
  double error = 0;          // greatest relative difference from the closed form
};

struct PaperData {
  PaperOptions options;
  std::vector<LadderData> ladders;  // L = 1 .. 5
  std::vector<LargeLadderData> large_ladders;
  std::vector<LadderData> other_boards;
  std::vector<ValueIterationData> value_iteration;
  std::vector<double> value_iteration_seconds;  // training by Algorithm 1 for L = 1, 2, ...
};

// Shows progress on standard error. Errors: those of OpenLadders, of building, of memory.
absl::StatusOr<PaperData> ComputePaper(const PaperOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_REPORT_PAPER_DATA_H_
