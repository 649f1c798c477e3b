// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Which solver makes the tables of a metric. What an entry is, and how entries are coded, depends
// on the metric elsewhere: encode.h, enumeration.h, retrograde/.

#ifndef TILEBASE_GENERATOR_METRIC_SOLVERS_H_
#define TILEBASE_GENERATOR_METRIC_SOLVERS_H_

#include <memory>

#include "generator/retrograde/retrograde.h"
#include "generator/solver.h"
#include "generator/solvers/pattern_search.h"
#include "generator/solvers/reference_solvers.h"
#include "generator/values/value_fit.h"
#include "tables/table_set.h"

namespace tilebase {

// What solves the subproblems of policies.
enum class Method { kRetrograde, kValueIteration };

// Immutable; safe from many threads. For() gives a solver that lives as long as this.
class MetricSolvers {
 public:
  // whole_lines: values count slides of whole lines, as those of a plan with Plan::IsMtm do.
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
  ValueSolver value_;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_METRIC_SOLVERS_H_
