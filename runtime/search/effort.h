// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The limits of a search, and how much of them remains.

#ifndef TILEBASE_RUNTIME_SEARCH_EFFORT_H_
#define TILEBASE_RUNTIME_SEARCH_EFFORT_H_

#include <stdint.h>

#include <algorithm>
#include <atomic>
#include <chrono>

#include "tables/system/clock.h"

namespace tilebase {

// Assumed speed of a beam, until the clock shows it.
inline constexpr double kBoardsPerMicrosecond = 20;

// How many boards a search may look at, or for how long.
struct BeamEffort {
  uint64_t boards = 0;        // 0: no limit
  uint64_t microseconds = 0;  // 0: no limit
  // Ends the search when set. Read now and then; may be null.
  const std::atomic<bool>* cancel = nullptr;

  bool is_cancelled() const { return cancel != nullptr && *cancel; }
};

// Measures the rest of an effort from now on.
class EffortMeter {
 public:
  // `looked_at` counts the boards, and must outlive this object.
  EffortMeter(const BeamEffort& effort, const uint64_t& looked_at)
      : effort_(effort),
        looked_at_(looked_at),
        looked_at_before_(looked_at),
        start_(Clock::now()) {}

  uint64_t boards() const { return looked_at_ - looked_at_before_; }
  uint64_t microseconds() const {
    return static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start_).count());
  }
  bool is_cancelled() const { return effort_.is_cancelled(); }
  // Returns whether `next` more boards are too many, or the time is over.
  bool IsSpent(uint64_t next = 1) const {
    return is_cancelled() || (effort_.boards != 0 && boards() + next > effort_.boards) ||
           (effort_.microseconds != 0 && microseconds() >= effort_.microseconds);
  }
  // Returns the remaining effort in boards. Estimates the speed from the boards looked at so far;
  // the fewer they are, the more kBoardsPerMicrosecond counts.
  double BoardsLeft() const {
    constexpr double kGuessed = 5000;  // boards that the assumed speed counts for
    double left = is_cancelled() ? 0 : kMost;
    if (effort_.boards != 0)
      left = static_cast<double>(effort_.boards) - static_cast<double>(boards());
    if (effort_.microseconds != 0) {
      const auto spent = static_cast<double>(microseconds());
      const double rate =
          (static_cast<double>(boards()) + kGuessed) / (spent + kGuessed / kBoardsPerMicrosecond);
      left = std::min(left, (static_cast<double>(effort_.microseconds) - spent) * rate);
    }
    return left;
  }
  // Returns a part of the remaining effort, at least 1 of each limit.
  BeamEffort Left(double part = 1) const {
    const auto of = [&](uint64_t limit, uint64_t spent) {
      if (limit == 0) return uint64_t{0};
      const uint64_t left = limit - std::min(limit, spent);
      return static_cast<uint64_t>(std::clamp(static_cast<double>(left) * part, 1.0, kMost));
    };
    return {of(effort_.boards, boards()), of(effort_.microseconds, microseconds()), effort_.cancel};
  }

 private:
  static constexpr double kMost = 1e18;  // a greater number may not fit an integer
  const BeamEffort effort_;
  const uint64_t& looked_at_;
  const uint64_t looked_at_before_;
  const Clock::time_point start_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_EFFORT_H_
