// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The front of plans under a stored size: searched (generator/plans/plan_search.h), then made and
// measured, alone, with pattern tables, with values that are kept, and in pairs.

#ifndef TILEBASE_TOOLS_STUDY_FRONTS_PLAN_FRONT_H_
#define TILEBASE_TOOLS_STUDY_FRONTS_PLAN_FRONT_H_

#include <stdint.h>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/search/look_ahead.h"
#include "tables/geometry.h"

namespace tilebase {

struct FrontOptions {
  Geometry geometry;
  uint64_t budget_bytes = 256000;  // of a file, at most
  Effort effort;
  int threads = 1;
  std::string creator;  // "tilebase 0.1.0"
  // What the search will do, once it is known and before it begins.
  std::function<void(size_t stages, uint64_t entries)> begin;
  // `what` is "solving" (entries) or "measuring" (plans); often.
  std::function<void(const char* what, uint64_t done, uint64_t total)> progress;
  const std::atomic<bool>* cancel = nullptr;
};

struct MeanMoves {
  double mean = 0;
  double standard_error = 0;  // 0 where exact
  bool exact = false;         // else of kFrontBoards random boards
};
inline constexpr uint64_t kFrontBoards = 2000;

// A plan whose table set was made.
struct FrontPlan {
  std::string text;
  uint64_t file_bytes = 0;
  uint64_t raw_bytes = 0;    // of its tables, decoded
  MeanMoves plain;           // by Algorithm 2
  MeanMoves with_effort;     // as `plain` where the effort is none
  uint32_t worst = 0;        // certified
  double build_seconds = 0;  // to solve and encode its tables, here
};

struct Front {
  size_t stages_solved = 0;
  uint64_t entries = 0;          // of the tables of these stages
  size_t staged_plans = 0;       // that the search left, before any was measured
  size_t measured = 0;           // table sets made
  std::vector<FrontPlan> plans;  // by file_bytes
};

// Finds the plans that no other measured one beats in file_bytes, with_effort.mean and worst.
// Errors: InvalidArgument where no plan fits the budget; Cancelled; ResourceExhausted and those of
// the store where tables cannot be made. Temporary files are gone when this returns.
absl::StatusOr<Front> FindFront(const FrontOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_STUDY_FRONTS_PLAN_FRONT_H_
