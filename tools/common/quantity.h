// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Counts, sizes and times as people write and read them, and the progress bar that shows them.
//
// What people write is read by one rule in every option, environment variable and configuration
// file (docs/command.md):
//
//   count   decimal digits: 2000. Leading zeros mean nothing: 017 is seventeen.
//   number  digits that may have a decimal point: 0.9
//   size    bytes, or a number with a unit: kB, MB, GB, TB are powers of 1000; KiB, MiB, GiB,
//           TiB are powers of 1024. The B may be left out. The number may have a decimal point:
//           4.7MB.
//   time    seconds, or a number with a unit: us, ms, s, min, h. The number may have a decimal
//           point.
//
// The case of a unit does not matter, and a space may stand before it. Signs, exponents,
// hexadecimal digits, inf and nan are errors, and so is what does not fit: nothing wraps. Errors
// are InvalidArgument and read "'-1': expected a count such as 2000".

#ifndef TILEBASE_TOOLS_COMMON_QUANTITY_H_
#define TILEBASE_TOOLS_COMMON_QUANTITY_H_

#include <stdint.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "tables/system/clock.h"

namespace tilebase {

// The longest time that can be asked for: about a hundred years, which every clock can still add to
// now.
constexpr double kMostSeconds = 3.6e9;

absl::StatusOr<uint64_t> ParseCount(std::string_view text, uint64_t least = 0,
                                    uint64_t most = UINT64_MAX);

// Parses "30" or "30..40" to the first and the last count. Returns nothing for any other text, or
// for a range that ends before it begins.
std::optional<std::pair<uint32_t, uint32_t>> ParseCountRange(std::string_view text);

// A part of a split sequence: "3/16" is the third of sixteen.
struct Part {
  uint64_t number = 1;  // from 1
  uint64_t count = 1;

  bool is_whole() const { return count == 1; }
  // This part has the things from Begin to before End, out of `total`.
  uint64_t Begin(uint64_t total) const { return Before(number - 1, total); }
  uint64_t End(uint64_t total) const { return Before(number, total); }

 private:
  uint64_t Before(uint64_t parts, uint64_t total) const {
    return total / count * parts + total % count * parts / count;
  }
};
inline constexpr uint64_t kMostParts = 1'000'000;
absl::StatusOr<Part> ParsePart(std::string_view text);

absl::StatusOr<double> ParseNumber(std::string_view text, double least, double most);

// In bytes; drops fractions of a byte.
absl::StatusOr<uint64_t> ParseSize(std::string_view text, uint64_t least = 0,
                                   uint64_t most = UINT64_MAX);

// In seconds.
absl::StatusOr<double> ParseTime(std::string_view text, double least = 0,
                                 double most = kMostSeconds);

// "1 board", "2 boards".
std::string Counted(uint64_t count, std::string_view noun);

// 1234567 -> "1.23 M", for people.
std::string ShortCount(double count);
// 4096 -> "4.0 KB" (powers of 1000).
std::string ShortBytes(uint64_t bytes);
std::string ShortDuration(double seconds);

// Progress on one line of standard error: how much of how much, the rate, the time left, what is
// being done. Shows nothing for the first half second, and never a line wider than the terminal. If
// standard error is not a terminal, prints lines after 20 seconds, 40, 80 and so on.
class ProgressBar {
 public:
  // `unit` names what is counted: "states", "boards". `begun` is how much was done before.
  explicit ProgressBar(std::string unit, uint64_t begun = 0);
  // Clears the line.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Reports `done` of `total` (0: unknown), and what is being done now. Cheap to call often: draws
  // ten times a second.
  void Update(uint64_t done, uint64_t total, const std::string& what);

  // Returns whether standard error is a terminal.
  bool shown() const { return shown_; }

 private:
  const std::string unit_;
  const uint64_t begun_;
  const bool shown_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point next_draw_;
  bool drawn_ = false;
  std::chrono::seconds next_wait_ = std::chrono::seconds(20);  // if there is no terminal
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_QUANTITY_H_
