// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Value tables of common boards, fitted once and kept here, so that nobody has to wait minutes for
// them: 4x4 and 5x5, in single slides and in slides of whole lines, 6x6 and 7x7 in single slides.
// They are what ValueSolver gives when it fits anew, byte for byte: `build/bench/fit_values 5x5
// FILE` makes one again, and `tools/test --all` compares. The files of 6x6 and 7x7 have one byte
// for each number that symmetries tie (solvers/tied_values.h).

#ifndef TILEBASE_GENERATOR_KEPT_KEPT_VALUES_H_
#define TILEBASE_GENERATOR_KEPT_KEPT_VALUES_H_

#include <stdint.h>

#include "absl/types/span.h"
#include "tables/geometry.h"

namespace tilebase {

// The bytes of the board's table (tables/pair_values.h), of 6x6 and 7x7 those of its tied numbers;
// empty where none is kept.
absl::Span<const uint8_t> KeptValues(Geometry geometry, bool whole_lines);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_KEPT_KEPT_VALUES_H_
