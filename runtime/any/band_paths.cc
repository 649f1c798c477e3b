// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The build compiles this file once for any processor, and once for x86-64 with AVX2, as
// generator/retrograde/kernel.cc; the invariant there holds here, too. TILEBASE_AVX says which: 0
// or 2.

#include "runtime/any/band_paths.h"

#if TILEBASE_AVX == 0
#include "tables/system/instructions.h"
#endif

namespace tilebase {
namespace {

#if TILEBASE_AVX == 0 || defined(__AVX2__)

// A vector holds this many cells of a row.
#if TILEBASE_AVX == 0
constexpr size_t kLanes = 4;
#else
constexpr size_t kLanes = 8;
#endif
using Lanes = int32_t __attribute__((vector_size(4 * kLanes)));
static_assert(kBandMargin % kLanes == 0);
constexpr ptrdiff_t kRowsAhead = 8;  // prefetched

Lanes All(int32_t number) { return Lanes{} + number; }
Lanes Max(Lanes a, Lanes b) { return a > b ? a : b; }
template <typename Number>
Lanes Load(const Number* from) {
  Lanes lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

void Store(Lanes lanes, int32_t* to) { __builtin_memcpy(to, &lanes, sizeof lanes); }

// Sums and maxima of each lane and the lanes before it, or after it. Shuffling half a vector of
// AVX2 is faster than shuffling all of it, so each half is done first, and then one half's result
// is added to the other.
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
Lanes FromBelow(Lanes v, Lanes first) {
  return __builtin_shufflevector(first, v, 0, 8, 9, 10, 11, 12, 13, 14);
}
Lanes FromAbove(Lanes v, Lanes last) {
  return __builtin_shufflevector(v, last, 1, 2, 3, 4, 5, 6, 7, 8);
}
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
Lanes FromBelow(Lanes v, Lanes first) { return __builtin_shufflevector(first, v, 0, 4, 5, 6); }
Lanes FromAbove(Lanes v, Lanes last) { return __builtin_shufflevector(v, last, 1, 2, 3, 4); }
#endif
Lanes First(Lanes v) { return All(v[0]); }

// Stores the lowest byte of each lane.
void StoreBytes(Lanes lanes, uint8_t* to) {
#if TILEBASE_AVX == 0
  using Bytes = uint8_t __attribute__((vector_size(kLanes)));
  const Bytes bytes = __builtin_convertvector(lanes, Bytes);
  __builtin_memcpy(to, &bytes, sizeof bytes);
#else
  // g++ 12 would convert by way of the other half of the vector.
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

// Transposes: the first lanes of all vectors become the first vector, and so on.
inline __attribute__((always_inline)) void Transpose(Lanes* v) {
#if TILEBASE_AVX != 0
#pragma GCC unroll 4
  for (size_t i = 0; i < 8; i += 2) {
    const Lanes a = v[i], b = v[i + 1];
    v[i] = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
    v[i + 1] = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
  }
#pragma GCC unroll 2
  for (size_t i = 0; i < 8; i += 4) {
    const Lanes a = v[i], b = v[i + 1], c = v[i + 2], d = v[i + 3];
    v[i] = __builtin_shufflevector(a, c, 0, 1, 8, 9, 4, 5, 12, 13);
    v[i + 1] = __builtin_shufflevector(a, c, 2, 3, 10, 11, 6, 7, 14, 15);
    v[i + 2] = __builtin_shufflevector(b, d, 0, 1, 8, 9, 4, 5, 12, 13);
    v[i + 3] = __builtin_shufflevector(b, d, 2, 3, 10, 11, 6, 7, 14, 15);
  }
#pragma GCC unroll 4
  for (size_t i = 0; i < 4; ++i) {
    const Lanes a = v[i], b = v[i + 4];
    v[i] = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
    v[i + 4] = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
  }
#else
  const Lanes a = __builtin_shufflevector(v[0], v[1], 0, 4, 1, 5);
  const Lanes b = __builtin_shufflevector(v[0], v[1], 2, 6, 3, 7);
  const Lanes c = __builtin_shufflevector(v[2], v[3], 0, 4, 1, 5);
  const Lanes d = __builtin_shufflevector(v[2], v[3], 2, 6, 3, 7);
  v[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  v[1] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  v[2] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  v[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
#endif
}

// Calls f for the numbers below kCount, up or down.
template <size_t kCount, typename Function>
void Ascending(Function f) {
#pragma GCC unroll 8
  for (size_t i = 0; i < kCount; ++i) f(i);
}
template <size_t kCount, typename Function>
void Descending(Function f) {
#pragma GCC unroll 4
  for (size_t i = 0; i < kCount; ++i) f(kCount - 1 - i);
}

// If a tile that is d cells beyond its home goes back by one, it gains 2d - 1, the difference of
// the squares; the other way it loses 2d + 1.
//
// Along a row to the right, take for each cell to the left the best value there less the gains up
// to there. The best path to a cell is the maximum of these plus the gains up to the cell. On the
// way back a tile gives the opposite gain, and a move costs as much. So the value to the left
// follows from the sum up to here, without this tile's gain, with both costs of each move.

// Stores the choices of a vector. In a narrow band, choices beyond the row are overwritten by the
// next row's.
void StoreChoices(Lanes here, Lanes rightward, Lanes leftward, uint8_t* to) {
  StoreBytes(((rightward > here) & kFromPrevious) | ((leftward > here) & kFromNext) |
                 ((rightward >= leftward) & kRightward),
             to);
}

// A band of kVectors vectors, which stay in registers from row to row.
template <size_t kVectors, bool kSwapped>
void FindNarrow(const BandCells& band) {
  Lanes best[kVectors], right[kVectors], way_back[kVectors];
  Ascending<kVectors>([&](size_t i) { best[i] = Load(band.best + i * kLanes); });

  const Lanes cost = All(band.cost);
  const Lanes next_twice_cost = All(2 * static_cast<int32_t>(kLanes) * band.cost);
  const Lanes backward = All(band.step < 0 ? -1 : 0);
  const Lanes width = All(static_cast<int32_t>(band.width));
  const uint32_t* homes = band.homes;
  uint8_t* choices = band.choices;
  int main = band.first_row;
  // Twice the home's column in the row, and twice its row, or the other way round.
  const auto lower = [&](size_t i) { return Load(homes + i * kLanes) & 0xffff; };
  const auto upper = [&](size_t i) { return Load(homes + i * kLanes) >> 16; };
  for (int row = 0; row < band.rows; ++row) {
    __builtin_prefetch(homes + kRowsAhead * band.row_step);
    __builtin_prefetch(homes + kRowsAhead * band.row_step + band.width - 1);
    // Enters the row. The values are relative to the first cell's.
    if (row > 0) {
      const Lanes start = All(2 * band.step * main - band.cost) + backward - First(best[0]);
      Lanes cell = kNumbers;
      Ascending<kVectors>([&](size_t i) {
        const Lanes toward = (kSwapped ? upper(i) : lower(i)) ^ backward;
        best[i] = cell < width ? best[i] + (start - toward) : All(kUnreached);
        cell += All(kLanes);
      });
    }
    Lanes twice_cell = (kNumbers + All(band.first)) * 2;
    Lanes twice_cost = (kNumbers * 2 + 1) * band.cost;
    Lanes before = All(0);
    Lanes reached = All(kUnreached);
    Ascending<kVectors>([&](size_t i) {
      const Lanes nearer = twice_cell - (kSwapped ? lower(i) : upper(i));
      twice_cell += All(2 * kLanes);
      const Lanes way = SumUp(nearer - cost) + before;
      reached = Max(MaxUp(best[i] - way), reached);
      right[i] = reached + way;
      way_back[i] = way - nearer + twice_cost;
      twice_cost += next_twice_cost;
      before = Last(way);
      reached = Last(reached);
    });
    reached = All(kUnreached);
    Descending<kVectors>([&](size_t i) {
      reached = Max(MaxDown(best[i] - way_back[i]), reached);
      const Lanes leftward = reached + way_back[i];
      reached = First(reached);
      StoreChoices(best[i], right[i], leftward, choices + i * kLanes);
      best[i] = Max(right[i], leftward);
    });
    main += band.step;
    homes += band.row_step;
    choices += band.width;
  }
  Ascending<kVectors>([&](size_t i) { Store(best[i], band.best + i * kLanes); });
}

// A band of any width. Each lane goes through a run of neighbouring cells, so sums and maxima need
// no shuffles; what a run takes from the runs before and after it is added at the end.
template <bool kSwapped>
void FindWide(const BandCells& band, size_t run) {
  const size_t numbers = (run + kLanes - 1) / kLanes * kLanes * kLanes;  // whole blocks
  constexpr size_t kLine = 64;  // bytes of a cache line; vectors begin on one
  const size_t in_line = reinterpret_cast<uintptr_t>(band.scratch) % kLine;
  int32_t* const row_homes = band.scratch + (kLine - in_line) % kLine / sizeof(int32_t);
  int32_t* const best = row_homes + numbers;
  int32_t* const ways = best + numbers;
  int32_t* const reached = ways + numbers;  // within the run, from the left, then from the right
  int32_t* const reached_back = reached + numbers;
  const auto for_each_cell = [&](auto f) {
    for (size_t lane = 0, cell = 0; lane < kLanes; ++lane)
      for (size_t i = 0; i < run; ++i, ++cell) f(cell, i * kLanes + lane);
  };
  // Some places of the last lanes lie beyond the row.
  size_t beyond[kLanes];
  size_t are_beyond = 0;
  for_each_cell([&](size_t cell, size_t place) {
    best[place] = band.best[cell];
    if (cell >= band.width) beyond[are_beyond++] = place;
  });

  const Lanes cost = All(band.cost);
  const Lanes twice_cost = All(2 * band.cost);
  const Lanes backward = All(band.step < 0 ? -1 : 0);
  const Lanes first_cell = kNumbers * static_cast<int32_t>(run);
  const uint32_t* homes = band.homes;
  uint8_t* choices = band.choices;
  int main = band.first_row;
  const auto lower = [](Lanes home) { return home & 0xffff; };
  const auto upper = [](Lanes home) { return home >> 16; };
  for (int row = 0; row < band.rows; ++row) {
    for (size_t i = 0; i < run; i += kLanes) {
      Lanes block[kLanes];
      Ascending<kLanes>([&](size_t lane) {
        __builtin_prefetch(homes + kRowsAhead * band.row_step + lane * run + i);
        block[lane] = Load(homes + lane * run + i);
      });
      Transpose(block);
      Ascending<kLanes>([&](size_t j) { Store(block[j], row_homes + (i + j) * kLanes); });
    }
    for (size_t i = 0; i < are_beyond; ++i) best[beyond[i]] = kUnreached;
    // Enters the row, unless it is the first, and goes along it to the right.
    const Lanes start = All(2 * band.step * main - band.cost) + backward - All(best[0]);
    Lanes twice_cell = (first_cell + All(band.first)) * 2;
    Lanes way = All(0);
    Lanes most = All(kUnreached);
    for (size_t i = 0; i < run * kLanes; i += kLanes) {
      const Lanes home = Load(row_homes + i);
      Lanes here = Load(best + i);
      if (row > 0) {
        here += start - ((kSwapped ? upper(home) : lower(home)) ^ backward);
        Store(here, best + i);
      }
      way += twice_cell - (kSwapped ? lower(home) : upper(home)) - cost;
      twice_cell += All(2);
      most = Max(most, here - way);
      Store(way, ways + i);
      Store(most, reached + i);
    }
    // Goes to the left. The path back to a cell is the path to the cell before it, at both costs.
    const Lanes none = All(0);
    Lanes costs = (first_cell + All(static_cast<int32_t>(run))) * twice_cost;
    Lanes most_back = All(kUnreached);
    for (size_t i = run * kLanes; i > 0;) {
      i -= kLanes;
      costs -= twice_cost;
      const Lanes way_back = (i > 0 ? Load(ways + i - kLanes) : none) + costs;
      most_back = Max(most_back, Load(best + i) - way_back);
      Store(most_back, reached_back + i);
    }
    // Goes from run to run, in both directions.
    const Lanes before = SumUp(way) - way;
    const Lanes from_left = FromBelow(MaxUp(most - before), All(kUnreached)) + before;
    const Lanes from_right = FromAbove(MaxDown(most_back - before), All(kUnreached)) + before;
    Lanes way_before = none;
    for (size_t i = 0; i < run * kLanes; i += kLanes) {
      const Lanes here = Load(best + i);
      way = Load(ways + i);
      const Lanes rightward = Max(Load(reached + i), from_left) + way;
      const Lanes leftward = Max(Load(reached_back + i), from_right) + way_before + costs;
      way_before = way;
      costs += twice_cost;
      StoreChoices(here, rightward, leftward, choices + i);
      Store(Max(rightward, leftward), best + i);
    }
    main += band.step;
    homes += band.row_step;
    choices += run * kLanes;
  }
  for_each_cell([&](size_t cell, size_t place) { band.best[cell] = best[place]; });
}

template <bool kSwapped>
BandChoices FindOf(const BandCells& band) {
  constexpr size_t kMostNarrow = 3;
  const size_t vectors = (band.width + kLanes - 1) / kLanes;
  if (vectors <= kMostNarrow) {
    constexpr void (*kNarrow[])(const BandCells&) = {
        &FindNarrow<1, kSwapped>, &FindNarrow<2, kSwapped>, &FindNarrow<3, kSwapped>};
    kNarrow[vectors - 1](band);
    return {.run = 1, .runs = band.width};
  }
  FindWide<kSwapped>(band, vectors);
  return {.run = vectors, .runs = kLanes};
}
BandChoices FindPaths(const BandCells& band) {
  return band.swapped ? FindOf<true>(band) : FindOf<false>(band);
}
constexpr FindBandPaths kPaths = &FindPaths;

#else

constexpr FindBandPaths kPaths = nullptr;

#endif

}  // namespace

#if TILEBASE_AVX == 2
FindBandPaths Avx2BandPaths() { return kPaths; }
#else
FindBandPaths BaselineBandPaths() { return kPaths; }
FindBandPaths BandPaths() {
  static const FindBandPaths best = [] {
    const FindBandPaths paths = HasAvx2() ? Avx2BandPaths() : nullptr;
    return paths != nullptr ? paths : BaselineBandPaths();
  }();
  return best;
}
#endif

}  // namespace tilebase
