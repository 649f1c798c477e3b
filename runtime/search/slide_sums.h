// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Sums the changes of values by slides (tables/pair_values.h), for many boards at once.
//
// slide_sums.cc is compiled for any processor and for AVX-512. BestSumSlides chooses at run time.
// Both versions find the same sums.

#ifndef TILEBASE_RUNTIME_SEARCH_SLIDE_SUMS_H_
#define TILEBASE_RUNTIME_SEARCH_SLIDE_SUMS_H_

#include <stddef.h>
#include <stdint.h>

namespace tilebase {

// A board and a slide: the tile on each cell, and one of PairValues::Changes::Row.
struct SlideOfBoard {
  const uint8_t* tile;
  const uint8_t* row;
};

// Sets sums[i] to the sum over all cells c of row[c * cells + tile[c]] of slides[i].
using SumSlides = void (*)(const SlideOfBoard* slides, size_t count, uint16_t* sums);

// For boards of 16, 25, 36 or 49 cells; null for others.
SumSlides BaselineSumSlides(int cells);
// For boards of 16 or 25 cells; null for others, and if this build has none.
SumSlides Avx512SumSlides(int cells);
// The best that the processor has.
SumSlides BestSumSlides(int cells);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_SLIDE_SUMS_H_
