// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/measure/value_error.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "absl/status/status.h"
#include "runtime/look_ahead/value_beam.h"
#include "tables/pair_values.h"
#include "tables/random_board.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

constexpr size_t kBoards = 200;
constexpr size_t kWidth = 1000;
constexpr uint64_t kSeed = uint64_t{1} << 48;  // the fit draws its boards from smaller ones

size_t CountSlides(const std::vector<Action>& actions) {
  size_t slides = 0;
  for (size_t i = 0; i < actions.size(); ++i) slides += i == 0 || actions[i] != actions[i - 1];
  return slides;
}

}  // namespace

absl::StatusOr<ValueError> MeasureValues(const TableSource& source, size_t table, int threads) {
  const Geometry geometry = source.info().geometry;
  std::vector<uint8_t> numbers(source.layout(table).bytes());
  absl::Status status = source.ReadTable(table, threads, absl::MakeSpan(numbers));
  if (!status.ok()) return status;
  const PairValues values(geometry, numbers);
  const bool whole_lines = source.plan().IsMtm();
  std::vector<double> errors(kBoards);
  std::vector<char> solved(kBoards);
  std::atomic<size_t> next{0};
  ParallelFor(static_cast<size_t>(std::max(threads, 1)), [&](size_t) {
    ValueBeam beam;
    BeamLimits limits;
    limits.whole_lines = whole_lines;
    limits.width = kWidth;
    limits.passes = 1;
    limits.longest = 20 * static_cast<size_t>(geometry.cells());
    std::vector<Action> actions;
    for (size_t i; (i = next.fetch_add(1)) < kBoards;) {
      Random random(kSeed + i);
      const Board board = RandomSolvableBoard(geometry, random);
      uint64_t lookups = 0;
      beam.Solve(values, board.tile, limits, &actions, &lookups);
      solved[i] = !actions.empty();
      errors[i] = static_cast<double>(whole_lines ? CountSlides(actions) : actions.size()) -
                  static_cast<double>(values.Value(board.tile)) / kValueOne;
    }
  });
  ValueError error;
  double squares = 0;
  for (size_t i = 0; i < kBoards; ++i) {
    if (!solved[i]) continue;
    ++error.boards;
    error.bias += errors[i];
    squares += errors[i] * errors[i];
  }
  if (error.boards == 0) return absl::InternalError("values: no beam found a solution");
  const double boards = static_cast<double>(error.boards);
  error.bias /= boards;
  error.deviation = std::sqrt(std::max(0.0, squares / boards - error.bias * error.bias));
  return error;
}

}  // namespace tilebase
