// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How many blanks a warehouse should have: for each cost and each number of blanks, how long
// retrievals take and what the table costs. The table is made and its histogram read. If it would
// be larger than a budget, the table of fewer blanks answers for random warehouses.

#ifndef TILEBASE_TOOLS_STUDY_FRONTS_WAREHOUSE_FRONT_H_
#define TILEBASE_TOOLS_STUDY_FRONTS_WAREHOUSE_FRONT_H_

#include <stdint.h>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tables/words/word_problem.h"

namespace tilebase {

inline constexpr int kWarehouseFrontBlanks = 4;            // from 1
inline constexpr uint64_t kWarehouseFrontRequests = 2000;  // random warehouses

struct WarehouseFrontOptions {
  // The warehouse: see ProblemOfStorage.
  int width = 0;
  int height = 0;
  std::vector<int> walls;
  int wanted = 1;
  std::vector<int> goal_cells;
  uint64_t budget_bytes = 100'000'000;  // of a table in memory
  int threads = 1;
  std::string creator;  // "tilebase 0.1.0"
  // Called often; `what` names a table. May be empty.
  std::function<void(const std::string& what, uint64_t done, uint64_t total)> progress;
  const std::atomic<bool>* cancel = nullptr;
};

struct WarehouseFrontRow {
  WordMetric metric = WordMetric::kStm;
  int blanks = 0;
  double density = 0;  // the share of open cells that hold loads
  // What retrievals take, in units of the metric.
  bool exact = false;  // over all states; otherwise over random ones
  double mean = 0;
  double standard_error = 0;  // 0 if exact
  uint64_t p99 = 0;
  uint64_t worst = 0;  // certified if exact
  // The table that answers.
  int table_blanks = 0;
  uint64_t table_bytes = 0;  // in memory
  uint64_t file_bytes = 0;
  double build_seconds = 0;  // on this machine
};

// Rows by metric, then blanks. Errors: InvalidArgument if there is no such warehouse, or its table
// of one blank is larger than the budget; Cancelled; those of BuildWordTable and WordSet. Temporary
// files are deleted before this returns.
absl::StatusOr<std::vector<WarehouseFrontRow>> MeasureWarehouseFront(
    const WarehouseFrontOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_STUDY_FRONTS_WAREHOUSE_FRONT_H_
