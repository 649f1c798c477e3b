// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What slides of one tile along one edge change the value by (tables/pair_values.h), for many
// boards at once.
//
// The loops are compiled once for every instruction set (slide_sums.cc), and chosen when the
// program runs. All find the same sums.

#ifndef TILEBASE_RUNTIME_LOOK_AHEAD_SLIDE_SUMS_H_
#define TILEBASE_RUNTIME_LOOK_AHEAD_SLIDE_SUMS_H_

#include <stddef.h>
#include <stdint.h>

namespace tilebase {

// From a board to the next one in memory. It begins with the tile on each cell, as a byte.
inline constexpr size_t kBoardBytes = 64;

// sums[i] = the sum, over all cells c, of row[c * cells + the tile on c], of the board that
// which[i] numbers. `row` is one of PairValues::Changes::Row.
using SumSlides = void (*)(const uint8_t* row, const uint8_t* boards, const uint32_t* which,
                           size_t count, uint16_t* sums);
// Of boards of 36 or 49 cells. Null where this build has none.
SumSlides BaselineSumSlides(int cells);
SumSlides Avx2SumSlides(int cells);
// The best that the processor has.
SumSlides SumSlidesOf(int cells);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOK_AHEAD_SLIDE_SUMS_H_
