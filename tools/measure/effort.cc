// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/measure/effort.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "tables/board_text.h"
#include "tables/system/clock.h"
#include "tools/common/quantity.h"

namespace tilebase {
namespace {

constexpr double kMostEffortSeconds = 24 * 3600;

}  // namespace

absl::StatusOr<Effort> ParseEffort(const std::string& text) {
  const absl::StatusOr<uint64_t> boards = ParseCount(text);
  if (boards.ok()) return Effort{*boards, 0};
  // A time without a unit would look like a number of boards.
  const bool has_unit =
      !text.empty() && absl::ascii_isalpha(static_cast<unsigned char>(text.back()));
  const absl::StatusOr<double> seconds = ParseTime(text, 0, kMostEffortSeconds);
  if (!has_unit || !seconds.ok())
    return absl::InvalidArgumentError(
        absl::StrCat("effort '", text,
                     "': expected a number of boards, such as 2000, or a time up to 24h, such as "
                     "20us, 1.5ms or 2s"));
  if (*seconds == 0) return Effort();
  // A part of a microsecond counts as one: 0 would mean no limit.
  return Effort{UINT64_MAX, static_cast<uint64_t>(std::ceil(*seconds * 1e6 - 1e-3))};
}

EffortResult MeasureEffort(const AnsweringSet& set, const Effort& effort,
                           absl::Span<const uint8_t> boards,
                           const std::function<void(size_t)>& progress) {
  const Destination home(Board::Solved(set.info().geometry));
  return MeasureEffort(set, effort, home, boards, progress);
}

EffortResult MeasureEffort(const AnsweringSet& set, const Effort& effort,
                           const Destination& destination, absl::Span<const uint8_t> boards,
                           const std::function<void(size_t)>& progress) {
  const size_t cells = static_cast<size_t>(set.info().geometry.cells());
  const size_t count = boards.size() / cells;
  std::vector<char> letters(4096);
  std::vector<float> times;
  times.reserve(count);
  EffortResult result;
  double squares = 0;
  const double start = ThreadSeconds();
  for (size_t i = 0; i < count; ++i) {
    SolveRequest board;
    board.cells = boards.data() + i * cells;
    board.letters = letters.data();
    board.capacity = letters.size();
    uint64_t looked_at = 0;
    const Clock::time_point before = Clock::now();
    set.SolveTo(destination, effort, &board, &looked_at).IgnoreError();  // prepared: there is none
    times.push_back(static_cast<float>(SecondsSince(before) * 1e6));
    const size_t made =
        set.policies().is_mtm() ? CountRuns({letters.data(), board.count}) : board.count;
    const double moves = static_cast<double>(made);
    result.mean_moves += moves;
    squares += moves * moves;
    result.worst_moves = std::max<uint64_t>(result.worst_moves, made);
    result.mean_looked_at += static_cast<double>(looked_at);
    result.proven += board.shortest;
    progress(i + 1);
  }
  const double n = static_cast<double>(std::max<size_t>(count, 1));
  result.mean_moves /= n;
  result.mean_looked_at /= n;
  result.proven /= n;
  result.standard_error =
      std::sqrt(std::max(squares / n - result.mean_moves * result.mean_moves, 0.0) / n);
  result.mean_us = (ThreadSeconds() - start) * 1e6 / n;
  std::sort(times.begin(), times.end());
  if (!times.empty()) {
    result.p99_us = times[times.size() * 99 / 100];
    result.worst_us = times.back();
  }
  return result;
}

}  // namespace tilebase
