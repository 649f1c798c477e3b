// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The best path of the blank through a band of cells, from where it is to the band's last row:
// along the band, and freely across it. See gather.h for what a path is worth.
//
// The loops are compiled once for every instruction set (band_paths.cc), and chosen when the
// program runs. All find the same path.

#ifndef TILEBASE_RUNTIME_ANY_BAND_PATHS_H_
#define TILEBASE_RUNTIME_ANY_BAND_PATHS_H_

#include <stddef.h>
#include <stdint.h>

namespace tilebase {

// Cells that must be readable after the last one, and choices that may be written after a row's.
inline constexpr size_t kBandMargin = 16;

// A cell's choices.
inline constexpr int kFromPrevious = 1;  // the best way here that ends rightward is from the left
inline constexpr int kFromNext = 2;      // the best way here that ends leftward is from the right
inline constexpr int kRightward = 4;     // the former is the better one

// Sums are whole numbers, and far above this.
inline constexpr int32_t kUnreached = -1'000'000'000;

struct BandCells {
  // The first row's first cell, by cell: twice the home's number along the rows, and twice that
  // across them times 2^16 (or, if `swapped`, the other way round).
  const uint32_t* homes;
  ptrdiff_t row_step;  // to the next row's first cell
  bool swapped;
  size_t width;
  int rows;
  int first;         // the first cell's number in its row
  int first_row;     // the first row's number
  int step;          // of rows, 1 or -1
  int32_t cost;      // of a move, and one more
  int32_t* best;     // what leads to each cell of the first row, then of the last; rounded up to
                     // kBandMargin, kUnreached after the row
  int32_t* scratch;  // BandScratch(width), for its own use
  uint8_t* choices;  // a row's take at most its width and kBandMargin
};
// Five rows of numbers, each rounded up to whole blocks of 8x8, from a cache line on.
constexpr size_t BandScratch(size_t width) { return 5 * (width + 64) + 16; }

// In which order a row's choices lie: those of cells that are a run apart follow each other.
struct BandChoices {
  size_t run;
  size_t runs;
  size_t row() const { return run * runs; }  // from row to row
  size_t PlaceOf(size_t cell) const { return cell % run * runs + cell / run; }
  // Of the cell before that of a place, and of the one after it.
  size_t Before(size_t place) const {
    return place >= runs ? place - runs : place + row() - runs - 1;
  }
  size_t After(size_t place) const {
    return place + runs < row() ? place + runs : place + runs + 1 - row();
  }
};

using FindBandPaths = BandChoices (*)(const BandCells& band);
// Null where this build has none.
FindBandPaths BaselineBandPaths();
FindBandPaths Avx2BandPaths();
// The best that the processor has.
FindBandPaths BandPaths();

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_BAND_PATHS_H_
