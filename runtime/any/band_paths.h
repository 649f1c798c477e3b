// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Finds the best path of the blank through a band of cells, from where it is to the band's last
// row: along the band, and freely across it. gather.h says what a path is worth.
//
// The loops are compiled once for each instruction set (band_paths.cc), and chosen when the program
// runs. All find the same path.

#ifndef TILEBASE_RUNTIME_ANY_BAND_PATHS_H_
#define TILEBASE_RUNTIME_ANY_BAND_PATHS_H_

#include <stddef.h>
#include <stdint.h>

namespace tilebase {

// How many cells must be readable after the last one, and how many choices may be written after a
// row's.
inline constexpr size_t kBandMargin = 16;

// A cell's choices, as bits.
inline constexpr int kFromPrevious = 1;  // the best rightward path comes from the left
inline constexpr int kFromNext = 2;      // the best leftward path comes from the right
inline constexpr int kRightward = 4;     // the rightward path is better

// Stands for no path. Sums are whole numbers, and far above this.
inline constexpr int32_t kUnreached = -1'000'000'000;

struct BandCells {
  // The first cell of the first row. For each cell: twice the column of its tile's home, plus twice
  // the home's row times 2^16 (if `swapped`, the other way round), where columns run along the rows
  // of the band.
  const uint32_t* homes;
  ptrdiff_t row_step;  // to the next row's first cell
  bool swapped;
  size_t width;
  int rows;
  int first;         // the first cell's number in its row
  int first_row;     // the first row's number
  int step;          // of rows, 1 or -1
  int32_t cost;      // cost of a move, and one more
  int32_t* best;     // values of paths to the first row, then to the last; rounded up to
                     // kBandMargin, kUnreached after the row
  int32_t* scratch;  // BandScratch(width), for its own use
  uint8_t* choices;  // a row takes at most its width and kBandMargin
};
// The size of `scratch`: five rows of numbers, each rounded up to whole blocks of 8x8 and aligned
// to a cache line.
constexpr size_t BandScratch(size_t width) { return 5 * (width + 64) + 16; }

// The order of a row's choices: choices of cells that are a run apart are neighbours.
struct BandChoices {
  size_t run;
  size_t runs;
  size_t row() const { return run * runs; }  // the distance from row to row
  size_t PlaceOf(size_t cell) const { return cell % run * runs + cell / run; }
  // The place of the cell before the cell of a place; After is the place of the cell after it.
  size_t Before(size_t place) const {
    return place >= runs ? place - runs : place + row() - runs - 1;
  }
  size_t After(size_t place) const {
    return place + runs < row() ? place + runs : place + runs + 1 - row();
  }
};

using FindBandPaths = BandChoices (*)(const BandCells& band);
// Null if this build has none.
FindBandPaths BaselineBandPaths();
FindBandPaths Avx2BandPaths();
// Returns the best loops that the processor supports.
FindBandPaths BandPaths();

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_BAND_PATHS_H_
