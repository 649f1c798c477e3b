// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Chooses the solver that makes the tables of a metric. Other places that depend on the metric,
// such as the coding of entries, are encode.h, enumeration.h and retrograde/.

#ifndef TILEBASE_GENERATOR_METRIC_SOLVERS_H_
#define TILEBASE_GENERATOR_METRIC_SOLVERS_H_

#include <memory>

#include "generator/retrograde/retrograde.h"
#include "generator/solver.h"
#include "generator/solvers/lane_search.h"
#include "generator/solvers/pattern_search.h"
#include "generator/solvers/reference_solvers.h"
#include "generator/values/value_fit.h"
#include "tables/table_set.h"

namespace tilebase {

// The methods that solve the subproblems of policies.
enum class Method { kRetrograde, kValueIteration };

// Immutable; safe from many threads. For() returns a solver that lives as long as this object.
class MetricSolvers {
 public:
  // With whole_lines, values count slides of whole lines, as in a plan with Plan::IsMtm.
  explicit MetricSolvers(Method method = Method::kRetrograde, bool whole_lines = false)
      : moves_(MakeMovesSolver(method)), value_(whole_lines) {}

  const Solver& For(Metric metric) const {
    switch (metric) {
      case Metric::kMoves:
        return *moves_;
      case Metric::kPattern:
        return pattern_;
      case Metric::kValue:
        return value_;
      case Metric::kMtm:
        return mtm_;
      case Metric::kLane:
        return lane_;
    }
    __builtin_unreachable();
  }

 private:
  static std::unique_ptr<const Solver> MakeMovesSolver(Method method) {
    if (method == Method::kValueIteration) return std::make_unique<ValueIterationSolver>();
    return std::make_unique<RetrogradeSolver>();
  }

  std::unique_ptr<const Solver> moves_;
  RetrogradeSolver mtm_{RetrogradeSolver::Instructions::kBest, Metric::kMtm};
  PatternSolver pattern_;
  LaneSolver lane_;
  ValueSolver value_;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_METRIC_SOLVERS_H_
