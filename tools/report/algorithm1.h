// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Algorithm 1 as printed, against the exact depths: is V what the closed form says, is the arg max
// an optimal action, and how does one have to spoil it to make it fail?

#ifndef TILEBASE_TOOLS_REPORT_ALGORITHM1_H_
#define TILEBASE_TOOLS_REPORT_ALGORITHM1_H_

#include <stdint.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tables/subproblem.h"
#include "tools/report/paper_data.h"

namespace tilebase {

// `progress` is called with the subproblems done.
absl::StatusOr<ValueIterationData> CheckValueIteration(
    const std::vector<Subproblem>& subproblems, double gamma,
    const std::function<void(uint64_t)>& progress);

// Algorithm 1 in other arithmetic, or stopped early.
struct SpoiledIteration {
  std::string arithmetic;  // "double" or "float"
  double gamma = 0;
  double epsilon = 0;  // stops when no value changes by this much or more; 0: by nothing
  int sweeps = 0;
  uint64_t states = 0;  // that can be solved and are not goals
  uint64_t zeros = 0;   // of these, with V = 0: Algorithm 2 would call them unsolvable
  uint64_t wrong = 0;   // of these, whose arg max is not an optimal action
};

// Runs a fixed list of them on one subproblem.
absl::StatusOr<std::vector<SpoiledIteration>> SpoilValueIteration(const Subproblem& subproblem);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_REPORT_ALGORITHM1_H_
