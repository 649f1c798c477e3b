// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/measure/value_error.h"

#include <stdint.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "generator/values/exact_changes.h"
#include "generator/values/plain_beam.h"
#include "tables/board.h"
#include "tables/pair_values.h"
#include "tables/random_board.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

constexpr size_t kMeasuredBoards = 200;
constexpr size_t kMeasuringWidth = 1000;
constexpr size_t kMeasuringWidthOfLarge = 300;         // for more than 25 cells, to be quick
constexpr uint64_t kMeasuredSeed = uint64_t{1} << 48;  // the fit draws its boards from smaller ones

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
  const ExactChanges changes(values);
  const bool whole_lines = source.plan().IsMtm();
  const size_t width = geometry.cells() <= 25 ? kMeasuringWidth : kMeasuringWidthOfLarge;
  const size_t longest = 20 * static_cast<size_t>(geometry.cells());
  std::vector<double> errors(kMeasuredBoards);
  std::vector<char> solved(kMeasuredBoards);
  std::atomic<size_t> next{0};
  ParallelFor(static_cast<size_t>(std::max(threads, 1)), [&](size_t) {
    PlainBeam beam(changes, whole_lines);
    std::vector<Action> actions;
    for (size_t i; (i = next.fetch_add(1)) < kMeasuredBoards;) {
      Random random(kMeasuredSeed + i);
      const Board board = RandomSolvableBoard(geometry, random);
      solved[i] = beam.Solve(board, width, longest, &actions);
      errors[i] = static_cast<double>(whole_lines ? CountSlides(actions) : actions.size()) -
                  static_cast<double>(values.Value(board.tile)) / kValueOne;
    }
  });
  ValueError error;
  double squares = 0;
  for (size_t i = 0; i < kMeasuredBoards; ++i) {
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
