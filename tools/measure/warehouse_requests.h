// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Measures retrievals from a warehouse: a stream of requests for random loads. Each request finds
// the blanks where the last one left them, and the load that was delivered is a load like others.

#ifndef TILEBASE_TOOLS_MEASURE_WAREHOUSE_REQUESTS_H_
#define TILEBASE_TOOLS_MEASURE_WAREHOUSE_REQUESTS_H_

#include <stdint.h>

#include <atomic>
#include <functional>

#include "absl/status/statusor.h"
#include "runtime/words/word_answers.h"

namespace tilebase {

struct RequestOptions {
  int blanks = 0;  // of the warehouse; 0: those of the table
  uint64_t requests = 10'000;
  uint64_t seed = 1;
  WarehouseEffort effort = {};
  bool apart = false;  // each request finds blanks and loads at random: no stream
  // Called often with the number of requests done; may be empty.
  std::function<void(uint64_t done)> progress = {};
  const std::atomic<bool>* cancel = nullptr;  // may be null
};

// Of plans, in units of the set's cost; times are of the processor, on one thread.
struct RequestResult {
  double mean = 0;
  double standard_error = 0;  // of the mean, if requests are apart
  uint64_t p50 = 0;
  uint64_t p99 = 0;
  uint64_t worst = 0;
  double mean_loads_moved = 0;
  double mean_bound = 0;   // no plans are shorter on average; mean if the table has the blanks
  double proven = 0;       // the share of plans that are known to be shortest
  double decision_us = 0;  // time of all plans / their steps
  double mean_us = 0;      // time of a plan
  double p99_us = 0;
  double worst_us = 0;
};

// Errors: InvalidArgument if the set is of no warehouse or cannot answer for that many blanks;
// NotFound if none of a thousand random loads in a row can be brought to a goal; Cancelled; those
// of WordAnswers::Ask.
absl::StatusOr<RequestResult> MeasureRequests(const WordAnswers& answers,
                                              const RequestOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_MEASURE_WAREHOUSE_REQUESTS_H_
