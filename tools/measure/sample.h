// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Numbers of actions on random boards.

#ifndef TILEBASE_TOOLS_MEASURE_SAMPLE_H_
#define TILEBASE_TOOLS_MEASURE_SAMPLE_H_

#include <stdint.h>

#include <cmath>
#include <functional>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/lookup/policy_set.h"

namespace tilebase {

// Boards of one class.
class Tally {
 public:
  void Add(int actions) {
    ++boards_;
    sum_ += static_cast<uint64_t>(actions);
    squares_ += static_cast<uint64_t>(actions) * static_cast<uint64_t>(actions);
    if (actions > most_) most_ = actions;
  }

  uint64_t boards() const { return boards_; }
  int most() const { return most_; }
  double mean() const { return static_cast<double>(sum_) / static_cast<double>(boards_); }
  // Of the mean; 0 for fewer than two boards.
  double standard_error() const {
    if (boards_ < 2) return 0;
    const double n = static_cast<double>(boards_);
    const double variance =
        (static_cast<double>(squares_) - static_cast<double>(sum_) * mean()) / (n - 1);
    return std::sqrt(std::max(0.0, variance) / n);
  }

 private:
  uint64_t boards_ = 0;
  uint64_t sum_ = 0;
  uint64_t squares_ = 0;
  int most_ = 0;
};

struct Sample {
  Tally overall;
  std::vector<Tally> by_growth;  // as in expectation.h
  double solve_seconds = 0;      // of one thread, solving and nothing else
};

using SampleProgress = std::function<void(uint64_t boards)>;

// Solves the `boards` random boards that the seed gives, each in two ways: with the plain
// walk, which is timed, and with quick walks, which tell the growth. Errors: DataLoss where they
// differ.
absl::StatusOr<Sample> SampleBoards(const PolicySet& set, uint64_t boards, uint64_t seed,
                                    const SampleProgress& progress);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_MEASURE_SAMPLE_H_
