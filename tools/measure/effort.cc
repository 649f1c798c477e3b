// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/measure/effort.h"

#include <time.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

#include "absl/strings/str_cat.h"

namespace tilebase {
namespace {

using Clock = std::chrono::steady_clock;

// This thread's time on a processor, which other programs do not change much.
double CpuMicroseconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

}  // namespace

absl::StatusOr<Effort> ParseEffort(const std::string& text) {
  uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const std::string unit(rest, end);
  uint64_t microseconds = 0;
  if (unit == "us") microseconds = 1;
  if (unit == "ms") microseconds = 1000;
  if (unit == "s") microseconds = 1000000;
  if (error != std::errc() || (!unit.empty() && microseconds == 0) || number > UINT64_MAX / 1000000)
    return absl::InvalidArgumentError(
        absl::StrCat("effort '", text,
                     "': expected a number of lookups, such as 2000, or a time, such as 20us, "
                     "1ms or 2s"));
  Effort effort;
  if (unit.empty()) {
    effort.lookups = number;
  } else if (number != 0) {
    effort.lookups = UINT64_MAX;
    effort.microseconds = number * microseconds;
  }
  return effort;
}

EffortResult MeasureEffort(const LookAhead& look_ahead, Geometry geometry, const Effort& effort,
                           absl::Span<const uint8_t> boards,
                           const std::function<void(size_t)>& progress) {
  const size_t cells = static_cast<size_t>(geometry.cells());
  const size_t count = boards.size() / cells;
  LookAheadMemory memory;
  std::vector<char> letters(4096);
  std::vector<float> times;
  times.reserve(count);
  EffortResult result;
  double squares = 0;
  const double start = CpuMicroseconds();
  for (size_t i = 0; i < count; ++i) {
    SolveRequest board;
    board.cells = boards.data() + i * cells;
    board.letters = letters.data();
    board.capacity = letters.size();
    uint64_t lookups = 0;
    const Clock::time_point before = Clock::now();
    look_ahead.Solve(effort, &memory, &board, &lookups);
    times.push_back(std::chrono::duration<float, std::micro>(Clock::now() - before).count());
    const double moves = static_cast<double>(board.count);
    result.mean_moves += moves;
    squares += moves * moves;
    result.worst_moves = std::max<uint64_t>(result.worst_moves, board.count);
    result.mean_lookups += static_cast<double>(lookups);
    progress(i + 1);
  }
  const double n = static_cast<double>(std::max<size_t>(count, 1));
  result.mean_moves /= n;
  result.mean_lookups /= n;
  result.standard_error =
      std::sqrt(std::max(squares / n - result.mean_moves * result.mean_moves, 0.0) / n);
  result.mean_us = (CpuMicroseconds() - start) / n;
  std::sort(times.begin(), times.end());
  if (!times.empty()) {
    result.p99_us = times[times.size() * 99 / 100];
    result.worst_us = times.back();
  }
  return result;
}

}  // namespace tilebase
