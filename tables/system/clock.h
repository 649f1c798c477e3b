// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Wall-clock time, for reports and time limits, and the processor time of a thread.

#ifndef TILEBASE_TABLES_SYSTEM_CLOCK_H_
#define TILEBASE_TABLES_SYSTEM_CLOCK_H_

#include <stdint.h>
#include <time.h>

#include <algorithm>
#include <chrono>

namespace tilebase {

using Clock = std::chrono::steady_clock;

inline double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// About thirty years. Longer times do not fit on the clock.
inline constexpr uint64_t kMostMicroseconds = uint64_t{1} << 50;

// Returns the time `microseconds` later, but at most kMostMicroseconds later.
inline Clock::time_point Later(Clock::time_point start, uint64_t microseconds) {
  return start + std::chrono::microseconds(std::min(microseconds, kMostMicroseconds));
}

// Returns the processor time of this thread. Other programs on the machine hardly change it.
inline double ThreadSeconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace tilebase

#endif  // TILEBASE_TABLES_SYSTEM_CLOCK_H_
