// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/metric_solvers.h"

#include <utility>

#include "generator/solvers/value_iteration.h"

namespace tilebase {
namespace {

std::unique_ptr<const Solver> MakeMovesSolver(Method method) {
  if (method == Method::kValueIteration) return std::make_unique<ValueIterationSolver>();
  return std::make_unique<RetrogradeSolver>();
}

}  // namespace

MetricSolvers::MetricSolvers(Method method, MakeValueSearch value_search)
    : moves_(MakeMovesSolver(method)), value_(std::move(value_search)) {}

const Solver& MetricSolvers::For(Metric metric) const {
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

}  // namespace tilebase
