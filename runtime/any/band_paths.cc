// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Compiled once for any processor, and once for x86-64 with AVX2 and with AVX-512, as
// generator/retrograde/kernel.cc, whose invariant holds here, too. TILEBASE_AVX says which: 0, 2 or
// 512. With AVX-512 vectors are not longer, but there are twice as many registers for them.

#include "runtime/any/band_paths.h"

#if TILEBASE_AVX == 0
#include "tables/system/instructions.h"
#endif

namespace tilebase {
namespace {

#if TILEBASE_AVX == 0 || (TILEBASE_AVX == 2 && defined(__AVX2__)) || defined(__AVX512VL__)

// So many cells of a row are a vector.
#if TILEBASE_AVX == 0
constexpr size_t kLanes = 4;
#else
constexpr size_t kLanes = 8;
#endif
using Lanes = int32_t __attribute__((vector_size(4 * kLanes)));
static_assert(kBandMargin % kLanes == 0);
constexpr ptrdiff_t kRowsAhead = 8;  // are asked for in time

Lanes All(int32_t number) { return Lanes{} + number; }
Lanes Max(Lanes a, Lanes b) { return a > b ? a : b; }
template <typename Number>
Lanes Load(const Number* from) {
  Lanes lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

// A row of numbers: so many vectors in registers, or, if that is 0, any number of them in memory.
template <size_t kVectors>
class Row {
 public:
  explicit Row(int32_t*) {}
  Lanes Get(size_t i) const { return held_[i]; }
  void Set(size_t i, Lanes lanes) { held_[i] = lanes; }

 private:
  Lanes held_[kVectors];
};
template <>
class Row<0> {
 public:
  explicit Row(int32_t* stored) : stored_(stored) {}
  Lanes Get(size_t i) const { return Load(stored_ + i * kLanes); }
  void Set(size_t i, Lanes lanes) { __builtin_memcpy(stored_ + i * kLanes, &lanes, sizeof lanes); }

 private:
  int32_t* stored_;
};

// Sums and maxima of each lane and those before it, or after it. Half a vector of AVX2 is shuffled
// faster than all of it: first in halves, then what one half has is given to the other.
#if TILEBASE_AVX != 0
constexpr Lanes kNumbers = {0, 1, 2, 3, 4, 5, 6, 7};
Lanes SumUp(Lanes v) {
  v += __builtin_shufflevector(v, Lanes{}, 8, 0, 1, 2, 8, 4, 5, 6);
  v += __builtin_shufflevector(v, Lanes{}, 8, 8, 0, 1, 8, 8, 4, 5);
  return v + __builtin_shufflevector(v, Lanes{}, 8, 8, 8, 8, 3, 3, 3, 3);
}
Lanes MaxUp(Lanes v) {
  v = Max(v, __builtin_shufflevector(v, v, 0, 0, 1, 2, 4, 4, 5, 6));
  v = Max(v, __builtin_shufflevector(v, v, 0, 1, 0, 1, 4, 5, 4, 5));
  return Max(v, __builtin_shufflevector(v, v, 0, 1, 2, 3, 3, 3, 3, 3));
}
Lanes MaxDown(Lanes v) {
  v = Max(v, __builtin_shufflevector(v, v, 1, 2, 3, 3, 5, 6, 7, 7));
  v = Max(v, __builtin_shufflevector(v, v, 2, 3, 2, 3, 6, 7, 6, 7));
  return Max(v, __builtin_shufflevector(v, v, 4, 4, 4, 4, 4, 5, 6, 7));
}
Lanes Last(Lanes v) { return __builtin_shufflevector(v, v, 7, 7, 7, 7, 7, 7, 7, 7); }
#else
constexpr Lanes kNumbers = {0, 1, 2, 3};
Lanes SumUp(Lanes v) {
  v += __builtin_shufflevector(Lanes{}, v, 0, 4, 5, 6);
  return v + __builtin_shufflevector(Lanes{}, v, 0, 1, 4, 5);
}
Lanes MaxUp(Lanes v) {
  v = Max(v, __builtin_shufflevector(v, v, 0, 0, 1, 2));
  return Max(v, __builtin_shufflevector(v, v, 0, 1, 0, 1));
}
Lanes MaxDown(Lanes v) {
  v = Max(v, __builtin_shufflevector(v, v, 1, 2, 3, 3));
  return Max(v, __builtin_shufflevector(v, v, 2, 3, 2, 3));
}
Lanes Last(Lanes v) { return __builtin_shufflevector(v, v, 3, 3, 3, 3); }
#endif
Lanes First(Lanes v) { return All(v[0]); }

// The lowest byte of each lane.
void StoreBytes(Lanes lanes, uint8_t* to) {
#if TILEBASE_AVX == 0
  using Bytes = uint8_t __attribute__((vector_size(kLanes)));
  const Bytes bytes = __builtin_convertvector(lanes, Bytes);
  __builtin_memcpy(to, &bytes, sizeof bytes);
#else
  // g++ 12 converts by way of the other half of the vector.
  using Bytes = uint8_t __attribute__((vector_size(sizeof lanes)));
  const auto all = reinterpret_cast<Bytes>(lanes);
  const auto fours = reinterpret_cast<Lanes>(
      __builtin_shufflevector(all, all, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12,  //
                              16, 20, 24, 28, 16, 20, 24, 28, 16, 20, 24, 28, 16, 20, 24, 28));
  for (size_t i = 0; i < kLanes; i += 4) {
    const int32_t four = fours[i];
    __builtin_memcpy(to + i, &four, sizeof four);
  }
#endif
}

// f of the numbers below `count`, which is kFixed unless that is 0; up or down.
template <size_t kFixed, typename Function>
void Ascending(size_t count, Function f) {
  const size_t end = kFixed != 0 ? kFixed : count;
#pragma GCC unroll 4
  for (size_t i = 0; i < end; ++i) f(i);
}
template <size_t kFixed, typename Function>
void Descending(size_t count, Function f) {
  const size_t end = kFixed != 0 ? kFixed : count;
#pragma GCC unroll 4
  for (size_t i = 0; i < end; ++i) f(end - 1 - i);
}

// A tile that is d cells beyond its home and goes back by one gains 2d - 1, the difference of the
// squares; the other way it loses 2d + 1. Bands of kVectors vectors, unless that is 0, stay in
// registers from row to row.
template <size_t kVectors, bool kSwapped>
void Find(const BandCells& band) {
  const size_t vectors = kVectors != 0 ? kVectors : (band.width + kLanes - 1) / kLanes;
  Row<0> stored(band.best);
  Row<kVectors> best(band.best), right(band.right), way_back(band.way_back);
  Ascending<kVectors>(vectors, [&](size_t i) { best.Set(i, stored.Get(i)); });

  const Lanes cost = All(band.cost);
  const Lanes next_twice_cost = All(2 * static_cast<int32_t>(kLanes) * band.cost);
  const Lanes backward = All(band.step < 0 ? -1 : 0);
  const Lanes width = All(static_cast<int32_t>(band.width));
  const uint32_t* homes = band.homes;
  uint8_t* choices = band.choices;
  int main = band.first_row;
  // Twice the home's number in the row, and twice the row's, or the other way round.
  const auto lower = [&](size_t i) { return Load(homes + i * kLanes) & 0xffff; };
  const auto upper = [&](size_t i) { return Load(homes + i * kLanes) >> 16; };
  for (int row = 0; row < band.rows; ++row) {
    __builtin_prefetch(homes + kRowsAhead * band.row_step);
    __builtin_prefetch(homes + kRowsAhead * band.row_step + band.width - 1);
    // Into the row. What counts is how much better than the first cell the others are.
    if (row > 0) {
      const Lanes start = All(2 * band.step * main - band.cost) + backward - First(best.Get(0));
      Lanes cell = kNumbers;
      Ascending<kVectors>(vectors, [&](size_t i) {
        const Lanes toward = (kSwapped ? upper(i) : lower(i)) ^ backward;
        best.Set(i, cell < width ? best.Get(i) + (start - toward) : All(kUnreached));
        cell += All(kLanes);
      });
    }
    // Along it to the right: the best of what led to a cell, less what the way to there brought,
    // for all cells to the left; and what the way brought from there.
    Lanes twice_cell = (kNumbers + All(band.first)) * 2;
    Lanes twice_cost = (kNumbers * 2 + 1) * band.cost;
    Lanes before = All(0);
    Lanes reached = All(kUnreached);
    Ascending<kVectors>(vectors, [&](size_t i) {
      const Lanes nearer = twice_cell - (kSwapped ? lower(i) : upper(i));
      twice_cell += All(2 * kLanes);
      const Lanes way = SumUp(nearer - cost) + before;
      reached = Max(MaxUp(best.Get(i) - way), reached);
      right.Set(i, reached + way);
      // On the way back a tile brings the opposite, and a move costs as much: the sum up to here,
      // without this tile's, with both costs of each move.
      way_back.Set(i, way - nearer + twice_cost);
      twice_cost += next_twice_cost;
      before = Last(way);
      reached = Last(reached);
    });
    // To the left.
    reached = All(kUnreached);
    Descending<kVectors>(vectors, [&](size_t i) {
      const Lanes here = best.Get(i);
      const Lanes rightward = right.Get(i);
      const Lanes way = way_back.Get(i);
      reached = Max(MaxDown(here - way), reached);
      const Lanes leftward = reached + way;
      reached = First(reached);
      best.Set(i, Max(rightward, leftward));
      // Those beyond the row give way to the next row's.
      StoreBytes(((rightward > here) & kFromPrevious) | ((leftward > here) & kFromNext) |
                     ((rightward >= leftward) & kRightward),
                 choices + i * kLanes);
    });
    main += band.step;
    homes += band.row_step;
    choices += band.width;
  }
  Ascending<kVectors>(vectors, [&](size_t i) { stored.Set(i, best.Get(i)); });
}

template <bool kSwapped>
void FindOf(const BandCells& band) {
  if (band.width <= kLanes) return Find<1, kSwapped>(band);
  if (band.width <= 2 * kLanes) return Find<2, kSwapped>(band);
  if (band.width > 3 * kLanes && band.width <= 4 * kLanes) return Find<4, kSwapped>(band);
  Find<0, kSwapped>(band);
}
void FindPaths(const BandCells& band) { band.swapped ? FindOf<true>(band) : FindOf<false>(band); }
constexpr FindBandPaths kPaths = &FindPaths;

#else

constexpr FindBandPaths kPaths = nullptr;

#endif

}  // namespace

#if TILEBASE_AVX == 512
FindBandPaths Avx512BandPaths() { return kPaths; }
#elif TILEBASE_AVX == 2
FindBandPaths Avx2BandPaths() { return kPaths; }
#else
FindBandPaths BaselineBandPaths() { return kPaths; }
FindBandPaths BandPaths() {
  static const FindBandPaths best = [] {
    FindBandPaths paths = HasAvx512() ? Avx512BandPaths() : nullptr;
    if (paths == nullptr && HasAvx2()) paths = Avx2BandPaths();
    return paths != nullptr ? paths : BaselineBandPaths();
  }();
  return best;
}
#endif

}  // namespace tilebase
