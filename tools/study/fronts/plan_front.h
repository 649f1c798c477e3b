// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The front of plans under a stored size: plans are searched (generator/plans/plan_search.h), then
// made and measured: alone, with pattern tables, with the program's values, and in pairs.

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
  uint64_t budget_bytes = 256000;  // greatest size of a file
  Effort effort;
  int threads = 1;
  std::string creator;  // "tilebase 0.1.0"
  // Called with what the search will do, once it is known and before it begins.
  std::function<void(size_t stages, uint64_t entries)> begin;
  // Called often; `what` is "solving" (entries) or "measuring" (plans).
  std::function<void(const char* what, uint64_t done, uint64_t total)> progress;
  const std::atomic<bool>* cancel = nullptr;
};

struct MeanMoves {
  double mean = 0;
  double standard_error = 0;  // 0 if exact
  bool exact = false;         // otherwise over kFrontBoards random boards
};
inline constexpr uint64_t kFrontBoards = 2000;

// A plan whose table set was made.
struct FrontPlan {
  std::string text;
  uint64_t file_bytes = 0;
  uint64_t raw_bytes = 0;    // of its tables, decoded
  MeanMoves plain;           // by Algorithm 2
  MeanMoves with_effort;     // as `plain` if there is no effort
  uint32_t worst = 0;        // certified
  double build_seconds = 0;  // to solve and encode its tables, on this machine
};

struct Front {
  size_t stages_solved = 0;
  uint64_t entries = 0;          // of the tables of these stages
  size_t staged_plans = 0;       // found by the search, before any was measured
  size_t measured = 0;           // table sets made
  std::vector<FrontPlan> plans;  // by file_bytes
};

// Finds the plans that no other measured plan beats in file_bytes, with_effort.mean and worst.
// Errors: InvalidArgument if no plan fits the budget; Cancelled; ResourceExhausted and those of the
// store if tables cannot be made. Temporary files are deleted before this returns.
absl::StatusOr<Front> FindFront(const FrontOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_STUDY_FRONTS_PLAN_FRONT_H_
