// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// One line on standard error that tells how far something long is: how much of how much, the rate,
// the time left, what is being done. Nothing for the first half second, nothing at all where
// standard error is not a terminal. Never wider than the terminal.

#ifndef TILEBASE_TOOLS_COMMON_PROGRESS_BAR_H_
#define TILEBASE_TOOLS_COMMON_PROGRESS_BAR_H_

#include <stdint.h>

#include <chrono>
#include <string>

#include "tables/system/clock.h"

namespace tilebase {

class ProgressBar {
 public:
  // `unit` names what is counted: "states", "boards". `begun`: how much was done before.
  explicit ProgressBar(std::string unit, uint64_t begun = 0);
  // Clears the line.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // `done` of `total` (0: not known), with what is being done now. Cheap to call often: draws ten
  // times a second.
  void Update(uint64_t done, uint64_t total, const std::string& what);

  // Whether standard error is a terminal.
  bool shown() const { return shown_; }

 private:
  const std::string unit_;
  const uint64_t begun_;
  const bool shown_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point next_draw_ = start_ + std::chrono::milliseconds(500);
  bool drawn_ = false;
};

// 1234567 -> "1.23 M", for people.
std::string ShortCount(double count);
// 4096 -> "4.0 KB" (powers of 1000).
std::string ShortBytes(uint64_t bytes);
std::string ShortDuration(double seconds);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_PROGRESS_BAR_H_
