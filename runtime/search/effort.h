// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How much a search may do, and how much of it remains.

#ifndef TILEBASE_RUNTIME_SEARCH_EFFORT_H_
#define TILEBASE_RUNTIME_SEARCH_EFFORT_H_

#include <stdint.h>

#include <algorithm>
#include <atomic>
#include <chrono>

#include "tables/system/clock.h"

namespace tilebase {

// Boards that a beam looks at, until the clock tells.
inline constexpr double kBoardsPerMicrosecond = 20;

// How many boards may be looked at, or for how long.
struct BeamEffort {
  uint64_t boards = 0;        // 0: no such limit
  uint64_t microseconds = 0;  // 0: no such limit
  // Ends the search when it is set. Looked at now and then; may be null.
  const std::atomic<bool>* cancel = nullptr;

  bool is_cancelled() const { return cancel != nullptr && *cancel; }
};

// What is left of an effort from now on.
class EffortMeter {
 public:
  // `looked_at` counts the boards, and outlives this.
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
  // Whether `next` more boards are too many, or the time is over.
  bool IsSpent(uint64_t next = 1) const {
    return is_cancelled() || (effort_.boards != 0 && boards() + next > effort_.boards) ||
           (effort_.microseconds != 0 && microseconds() >= effort_.microseconds);
  }
  // Returns the remaining effort in boards. It takes the speed from the boards looked at so far,
  // and, the fewer they are, from kBoardsPerMicrosecond.
  double BoardsLeft() const {
    constexpr double kGuessed = 5000;  // the guess counts as much as so many boards
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
  // A part of the remaining effort, at least 1 of each limit.
  BeamEffort Left(double part = 1) const {
    const auto of = [&](uint64_t limit, uint64_t spent) {
      if (limit == 0) return uint64_t{0};
      const uint64_t left = limit - std::min(limit, spent);
      return static_cast<uint64_t>(std::clamp(static_cast<double>(left) * part, 1.0, kMost));
    };
    return {of(effort_.boards, boards()), of(effort_.microseconds, microseconds()), effort_.cancel};
  }

 private:
  static constexpr double kMost = 1e18;  // what is more may not fit an integer
  const BeamEffort effort_;
  const uint64_t& looked_at_;
  const uint64_t looked_at_before_;
  const Clock::time_point start_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_EFFORT_H_
