// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Compiled once for any processor, and once for x86-64 with AVX-512, as
// generator/retrograde/kernel.cc, whose invariant holds here, too. TILEBASE_AVX says which: 0 or
// 512. By AVX-512 a search on 4x4 takes 15 % less time, on 5x5 8 %.

#include "runtime/search/slide_sums.h"

#if TILEBASE_AVX == 0
#include "tables/system/instructions.h"
#elif defined(__AVX512VBMI__)
#include <immintrin.h>
#endif

namespace tilebase {
namespace {

#if TILEBASE_AVX == 0

template <int kCells>
void Sum(const SlideOfBoard* slides, size_t count, uint16_t* sums) {
  for (size_t i = 0; i < count; ++i) {
    uint32_t sum = 0;
#pragma GCC unroll 49
    for (int cell = 0; cell < kCells; ++cell)
      sum += (slides[i].row + cell * kCells)[slides[i].tile[cell]];
    sums[i] = static_cast<uint16_t>(sum);
  }
}

#elif defined(__AVX512VBMI__)

// One instruction looks up numbers in 128 bytes: 8 cells of a board of 16, or 5 of 25. On boards of
// 36 and 49 cells, 128 bytes hold few cells' numbers, and single lookups are faster.
template <int kCells>
void Sum(const SlideOfBoard* slides, size_t count, uint16_t* sums) {
  constexpr int kLookBytes = 128, kAtOnce = kLookBytes / kCells, kVectors = kCells / kAtOnce;
  static_assert(kCells <= 32 && kCells % kAtOnce == 0);
  static constexpr auto kOffsets = [] {
    struct {
      uint8_t of_cell[64];
    } offsets = {};
    for (int cell = 0; cell < kCells; ++cell)
      offsets.of_cell[cell] = static_cast<uint8_t>(cell % kAtOnce * kCells);
    return offsets;
  }();
  for (size_t i = 0; i < count; ++i) {
    const __m512i tiles = _mm512_maskz_loadu_epi8((uint64_t{1} << kCells) - 1, slides[i].tile);
    const __m512i index = _mm512_add_epi8(tiles, _mm512_loadu_si512(kOffsets.of_cell));
    __m512i numbers = _mm512_setzero_si512();
#pragma GCC unroll 5
    for (int v = 0; v < kVectors; ++v) {
      const uint8_t* const from = slides[i].row + v * kAtOnce * kCells;
      const uint64_t cells = ((uint64_t{1} << kAtOnce) - 1) << v * kAtOnce;
      numbers = _mm512_or_si512(
          numbers, _mm512_maskz_permutex2var_epi8(cells, _mm512_loadu_si512(from), index,
                                                  _mm512_loadu_si512(from + kLookBytes / 2)));
    }
    const __m256i four = _mm256_sad_epu8(__builtin_shufflevector(numbers, numbers, 0, 1, 2, 3),
                                         _mm256_setzero_si256());
    const __m128i two =
        _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    sums[i] = static_cast<uint16_t>(_mm_cvtsi128_si32(_mm_add_epi64(two, _mm_srli_si128(two, 8))));
  }
}

#endif

}  // namespace

#if TILEBASE_AVX == 0
SumSlides BaselineSumSlides(int cells) {
  return cells == 16   ? &Sum<16>
         : cells == 25 ? &Sum<25>
         : cells == 36 ? &Sum<36>
         : cells == 49 ? &Sum<49>
                       : nullptr;
}
SumSlides BestSumSlides(int cells) {
  const SumSlides best = HasAvx512() ? Avx512SumSlides(cells) : nullptr;
  return best != nullptr ? best : BaselineSumSlides(cells);
}
#elif defined(__AVX512VBMI__)
SumSlides Avx512SumSlides(int cells) {
  return cells == 16 ? &Sum<16> : cells == 25 ? &Sum<25> : nullptr;
}
#else
SumSlides Avx512SumSlides(int /*cells*/) { return nullptr; }
#endif

}  // namespace tilebase
