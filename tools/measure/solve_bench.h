// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How long opening a table set and solving with it take, next to the plain walk in the same run.
//
// Everything but the reference goes through tilebase.h, as in a program that embeds the runtime.
// The ways to solve take turns, round by round, and the median round counts, so that what else the
// machine does falls on all of them alike.

#ifndef TILEBASE_TOOLS_MEASURE_SOLVE_BENCH_H_
#define TILEBASE_TOOLS_MEASURE_SOLVE_BENCH_H_

#include <stdint.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tables/geometry.h"

namespace tilebase {

// Requires that none but the seed is 0.
struct SolveBenchOptions {
  std::string file;
  uint64_t boards = 1'000'000;  // random ones
  uint64_t seed = 1;
  int threads = 2;  // more than one: two more rows, with so many
  int rounds = 3;
  // Told how many boards of how many were solved, and what is measured; may be empty.
  std::function<void(uint64_t done, uint64_t total, const char* what)> progress = {};
};

// Of boards timed one by one, in microseconds; reading the clock is in them.
struct Percentiles {
  double p50 = 0;
  double p99 = 0;
  double p999 = 0;
  double worst = 0;
};

// A way to solve the boards.
struct SolveTimes {
  std::string name;  // "plain walk", "solve", "solve_batch"
  int threads = 1;
  double mean_us = 0;  // a board, of all threads together
  double cpu_us = 0;   // the same of time on a processor, summed over the threads
  std::optional<Percentiles> percentiles;
};

struct SolveBench {
  Geometry geometry;
  std::string plan;
  double mean_moves = 0;            // single slides
  std::optional<double> mean_runs;  // of sets in the metric mtm: its moves
  // Medians of five, warm.
  double open_us = 0;
  double open_lazy_us = 0;
  double open_checked_us = 0;  // every byte
  uint64_t file_bytes = 0;
  uint64_t memory_bytes = 0;    // of tables and shortcuts
  uint64_t resident_bytes = 0;  // that opening and solving all boards added
  double clock_us = 0;          // that reading the clock takes
  std::vector<SolveTimes>
      rows;  // the plain walk, solve, solve_batch; solve, solve_batch by threads
};

// Errors: those of opening; Internal where the ways to solve differ.
absl::StatusOr<SolveBench> BenchSolving(const SolveBenchOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_MEASURE_SOLVE_BENCH_H_
