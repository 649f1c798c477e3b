// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Effort on the command line, and measuring a table set's solutions with it.

#ifndef TILEBASE_TOOLS_MEASURE_EFFORT_H_
#define TILEBASE_TOOLS_MEASURE_EFFORT_H_

#include <stdint.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/answering_set.h"

namespace tilebase {

// Parses "2000" as boards, and "20us", "1.5ms" or "2s" as a time (quantity.h), rounded up to
// microseconds. Errors (InvalidArgument) say what was expected.
absl::StatusOr<Effort> ParseEffort(const std::string& text);

// A sample of boards, solved with one effort.
struct EffortResult {
  double mean_moves = 0;      // in the set's metric, as worst_moves
  double standard_error = 0;  // of mean_moves
  uint64_t worst_moves = 0;
  double mean_us = 0;  // processor time a board
  double p99_us = 0;
  double worst_us = 0;
  double mean_looked_at = 0;  // boards looked at
  double proven = 0;          // the share of solutions proven to be shortest
};
// `boards` has one byte a cell, one solvable board after another. Runs on one thread; calls
// `progress` often, with the number of boards done. Requires that the set's effort is prepared.
EffortResult MeasureEffort(const AnsweringSet& set, const Effort& effort,
                           absl::Span<const uint8_t> boards,
                           const std::function<void(size_t)>& progress);
// The same of ways to a destination; the boards are renamed.
EffortResult MeasureEffort(const AnsweringSet& set, const Effort& effort,
                           const Destination& destination, absl::Span<const uint8_t> boards,
                           const std::function<void(size_t)>& progress);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_MEASURE_EFFORT_H_
