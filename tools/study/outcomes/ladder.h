// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The tables that a report looks at, from the given files or built for it, and how many actions
// they take on random boards.

#ifndef TILEBASE_TOOLS_STUDY_OUTCOMES_LADDER_H_
#define TILEBASE_TOOLS_STUDY_OUTCOMES_LADDER_H_

#include <stdint.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "generator/solver.h"
#include "runtime/lookup/policy_set.h"
#include "tables/plan.h"

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
  // The standard error of the mean; 0 for fewer than two boards.
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
  double solve_seconds = 0;      // of one thread, for solving only
};

using SampleProgress = std::function<void(uint64_t boards)>;

// Solves the `boards` random boards that the seed gives, each by two methods: the plain walk, which
// is timed, and quick walks, which report the growth. Errors: DataLoss if they differ.
absl::StatusOr<Sample> SampleBoards(const PolicySet& set, uint64_t boards, uint64_t seed,
                                    const SampleProgress& progress);

// Opens all files. Errors: those of opening; InvalidArgument, naming the ladder, if one of ladder:1
// .. ladder:largest for `geometry` is in none of them. On success sets[L-1] is ladder:L.
absl::StatusOr<std::vector<std::unique_ptr<PolicySet>>> OpenLadders(
    const std::vector<std::string>& files, Geometry geometry, int largest);

struct BuiltLadder {
  std::unique_ptr<PolicySet> set;
  double build_seconds = 0;  // solving, encoding, compressing, writing, checking
};

// Builds a table set in the system's folder for temporary files and opens it. The file is deleted
// before this returns. `progress` receives the entries done and their total; may be empty.
absl::StatusOr<BuiltLadder> BuildLadder(const Plan& plan, int threads,
                                        const std::function<void(uint64_t, uint64_t)>& progress);

// Every subproblem that the plan meets, solved and held in memory without choosing among ties:
// "training" in the paper. For plans whose tables would take long to encode.
class SolvedPlan {
 public:
  // `progress` receives the states done and their total. Errors: those of the solver.
  static absl::StatusOr<SolvedPlan> Make(const Solver& solver, const Plan& plan, int threads,
                                         const std::function<void(uint64_t, uint64_t)>& progress);

  double seconds() const { return seconds_; }  // that solving took
  uint64_t entries() const { return entries_; }
  int certified_worst_case() const;

  // Like the function SampleBoards, always taking the lowest-numbered optimal action.
  absl::StatusOr<Sample> SampleBoards(uint64_t boards, uint64_t seed,
                                      const SampleProgress& progress) const;

 private:
  struct Table {
    Subproblem subproblem;
    Ranking ranking;
    std::unique_ptr<Solution> solution;
  };

  int Solve(Board board, int* growth) const;

  Geometry geometry_;
  std::vector<std::vector<Table>> stages_;
  double seconds_ = 0;
  uint64_t entries_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_STUDY_OUTCOMES_LADDER_H_
