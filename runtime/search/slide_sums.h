// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What slides change the value by (tables/pair_values.h), for many boards at once.
//
// The loops are compiled once for every instruction set (slide_sums.cc), and chosen when the
// program runs. All find the same sums.

#ifndef TILEBASE_RUNTIME_SEARCH_SLIDE_SUMS_H_
#define TILEBASE_RUNTIME_SEARCH_SLIDE_SUMS_H_

#include <stddef.h>
#include <stdint.h>

namespace tilebase {

// From a board to the next one in memory. It begins with the tile on each cell, as a byte.
inline constexpr size_t kBoardBytes = 64;

// A board and a slide: the tile on each cell, and one of PairValues::Changes::Row.
struct SlideOfBoard {
  const uint8_t* tile;
  const uint8_t* row;
};

// A sum is that of row[c * cells + the tile on c], over all cells c.
struct SlideSums {
  // sums[i] = that of slides[i].
  void (*of_each)(const SlideOfBoard* slides, size_t count, uint16_t* sums);
  // sums[i] = that of the same row, and the board that which[i] numbers. Null for boards of 16
  // cells.
  void (*of_one)(const uint8_t* row, const uint8_t* boards, const uint32_t* which, size_t count,
                 uint16_t* sums);
};

// For boards of 16, 25, 36 or 49 cells; null for others, and where this build has none.
const SlideSums* BaselineSlideSums(int cells);
const SlideSums* Avx2SlideSums(int cells);
const SlideSums* Avx512SlideSums(int cells);
// The best that the processor has.
const SlideSums* BestSlideSums(int cells);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_SLIDE_SUMS_H_
