// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Value tables (pair_values.h) that are part of the program, so that nobody has to fit them: 4x4
// and 5x5, in single slides and in slides of whole lines, 6x6 and 7x7 in single slides.
//
// The numbers are the *.values files of this folder. 4x4 and 5x5 have the table's bytes, 6x6 and
// 7x7 one byte for each number that symmetries tie (tied_pairs.h). `build/lab/fit_values 5x5 FILE`
// makes a file again, byte for byte (generator/values/value_fit.h); `tools/test --all` compares.

#ifndef TILEBASE_TABLES_VALUES_FITTED_VALUES_H_
#define TILEBASE_TABLES_VALUES_FITTED_VALUES_H_

#include <stdint.h>

#include <vector>

#include "tables/geometry.h"

namespace tilebase {

bool HasFittedValues(Geometry geometry, bool whole_lines);

// Returns the bytes of the board's table; empty if the program has none.
std::vector<uint8_t> FittedValues(Geometry geometry, bool whole_lines);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_VALUES_FITTED_VALUES_H_
