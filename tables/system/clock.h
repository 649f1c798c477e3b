// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The time that passes, for reports and for time limits; and the time that a thread works.

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

// Some thirty years. Longer times do not fit on the clock.
inline constexpr uint64_t kMostMicroseconds = uint64_t{1} << 50;

// Returns the time `microseconds` later, at most kMostMicroseconds.
inline Clock::time_point Later(Clock::time_point start, uint64_t microseconds) {
  return start + std::chrono::microseconds(std::min(microseconds, kMostMicroseconds));
}

// What this thread has used of a processor, which other programs do not change much.
inline double ThreadSeconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace tilebase

#endif  // TILEBASE_TABLES_SYSTEM_CLOCK_H_
