// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Measures how long opening a table set and solving with it take, beside the plain walk in the same
// run.
//
// Everything but the reference goes through tilebase.h, as in a program that embeds the runtime.
// The methods to solve alternate, round by round, and the median round counts. So other work of the
// machine affects all of them alike.

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

// All fields but the seed must differ from 0.
struct SolveBenchOptions {
  std::string file;
  uint64_t boards = 1'000'000;  // random boards
  uint64_t seed = 1;
  int threads = 2;  // with more than one: two more rows, with this many threads
  int rounds = 3;
  // Receives how many boards of how many were solved, and what is measured; may be empty.
  std::function<void(uint64_t done, uint64_t total, const char* what)> progress = {};
};

// Times of boards measured one by one, in microseconds; they include reading the clock.
struct Percentiles {
  double p50 = 0;
  double p99 = 0;
  double p999 = 0;
  double worst = 0;
};

// The times of one method to solve boards.
struct SolveTimes {
  std::string name;  // "plain walk", "solve", "solve_batch"
  int threads = 1;
  double mean_us = 0;  // a board, of all threads together
  double cpu_us = 0;   // processor time a board, summed over the threads
  std::optional<Percentiles> percentiles;
};

struct SolveBench {
  Geometry geometry;
  std::string plan;
  double mean_moves = 0;            // single slides
  std::optional<double> mean_runs;  // for sets in the metric mtm: moves of that metric
  // Medians of five, with the file in memory.
  double open_us = 0;
  double open_lazy_us = 0;
  double open_checked_us = 0;  // every byte
  uint64_t file_bytes = 0;
  uint64_t memory_bytes = 0;    // of tables and shortcuts
  uint64_t resident_bytes = 0;  // that opening and solving all boards added
  double clock_us = 0;          // what reading the clock takes
  std::vector<SolveTimes>
      rows;  // the plain walk, solve, solve_batch; solve, solve_batch by threads
};

// Errors: those of opening; Internal if the methods to solve differ in their solutions.
absl::StatusOr<SolveBench> BenchSolving(const SolveBenchOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_MEASURE_SOLVE_BENCH_H_
