// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Measures how far a table of values is off, on boards that neither the fit nor its header has
// seen. Compares values with solutions of the beam that values are fitted with. The beam is so wide
// that on 4x4 its solutions are within a fraction of a move of the shortest.

#ifndef TILEBASE_TOOLS_MEASURE_VALUE_ERROR_H_
#define TILEBASE_TOOLS_MEASURE_VALUE_ERROR_H_

#include <stddef.h>

#include "absl/status/statusor.h"
#include "tables/table_source.h"

namespace tilebase {

// The error, (length of the solution found - value), in moves, over uniformly random boards.
struct ValueError {
  size_t boards = 0;
  double bias = 0;
  double deviation = 0;
};

// Requires a table of the metric `value`. Takes several seconds. Errors: those of
// TableSource::ReadTable; Internal if no board is solved.
absl::StatusOr<ValueError> MeasureValues(const TableSource& source, size_t table, int threads);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_MEASURE_VALUE_ERROR_H_
