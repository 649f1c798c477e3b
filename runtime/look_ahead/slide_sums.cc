// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Compiled once for any processor and once for x86-64 with AVX2, as runtime/any/band_paths.cc.
// TILEBASE_AVX says which: 0 or 2.

#include "runtime/look_ahead/slide_sums.h"

#if TILEBASE_AVX == 0
#include "tables/system/instructions.h"
#elif defined(__AVX2__)
#include <immintrin.h>
#endif

namespace tilebase {
namespace {

#if TILEBASE_AVX == 0 || defined(__AVX2__)

template <int kCells>
void SumEach(const uint8_t* row, const uint8_t* boards, const uint32_t* which, size_t count,
             uint16_t* sums) {
  for (size_t i = 0; i < count; ++i) {
    const uint8_t* const tile = boards + which[i] * kBoardBytes;
    uint32_t sum = 0;
#pragma GCC unroll 49
    for (int cell = 0; cell < kCells; ++cell) sum += (row + cell * kCells)[tile[cell]];
    sums[i] = static_cast<uint16_t>(sum);
  }
}

#endif

#if TILEBASE_AVX == 2 && defined(__AVX2__)

using Bytes = __m256i;                // of 32 boards
constexpr size_t kTogether = 32;      // boards
constexpr size_t kLeastTogether = 8;  // fewer are faster each alone
constexpr int kBlock = 16;            // cells of a board that are a vector

__m128i LoadTiles(const uint8_t* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}
Bytes Repeat(int byte) { return _mm256_set1_epi8(static_cast<char>(byte)); }

// What is on 16 cells of 32 boards, by board, becomes by cell. A round interleaves the first half
// of the vectors with the second; after four each byte is in its place.
void Transpose(const uint8_t* const* boards, int first_cell, Bytes* cells) {
  Bytes a[kBlock], b[kBlock];
  for (int i = 0; i < kBlock; ++i)
    a[i] = _mm256_inserti128_si256(_mm256_castsi128_si256(LoadTiles(boards[i] + first_cell)),
                                   LoadTiles(boards[i + kBlock] + first_cell), 1);
#pragma GCC unroll 2
  for (int twice = 0; twice < 2; ++twice) {
#pragma GCC unroll 8
    for (int i = 0; i < kBlock / 2; ++i) {
      b[2 * i] = _mm256_unpacklo_epi8(a[i], a[i + kBlock / 2]);
      b[2 * i + 1] = _mm256_unpackhi_epi8(a[i], a[i + kBlock / 2]);
    }
#pragma GCC unroll 8
    for (int i = 0; i < kBlock / 2; ++i) {
      a[2 * i] = _mm256_unpacklo_epi8(b[i], b[i + kBlock / 2]);
      a[2 * i + 1] = _mm256_unpackhi_epi8(b[i], b[i + kBlock / 2]);
    }
  }
  for (int i = 0; i < kBlock; ++i) cells[i] = a[i];
}

// Of those of 16 numbers, from tile `first` on, that the tiles name; 0 for other tiles. (A shuffle
// gives 0 where an index has its highest bit: after the addition those of 16 and more have it.)
Bytes Look(const uint8_t* numbers, int first, Bytes tiles) {
  const Bytes index = _mm256_adds_epu8(_mm256_sub_epi8(tiles, Repeat(first)), Repeat(0x80 - 16));
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(LoadTiles(numbers + first)), index);
}

// The sums of 32 boards.
template <int kCells>
void SumTogether(const uint8_t* row, const uint8_t* const* boards, uint16_t* sums) {
  static_assert(kCells > 2 * kBlock && kCells <= 3 * kBlock + 1);
  constexpr int kInBlocks = kCells <= 3 * kBlock ? kCells : 3 * kBlock;
  Bytes cells[3 * kBlock + 1];
  for (int first = 0; first < kInBlocks; first += kBlock) Transpose(boards, first, cells + first);
  if constexpr (kInBlocks < kCells) {
    alignas(kTogether) uint8_t last[kTogether];
    for (size_t i = 0; i < kTogether; ++i) last[i] = boards[i][kInBlocks];
    cells[kInBlocks] = _mm256_load_si256(reinterpret_cast<const Bytes*>(last));
  }
  // Sums of 16 bits: those of every other board, and those of all pairs of neighbours as one.
  Bytes odd = _mm256_setzero_si256(), pairs = _mm256_setzero_si256();
  for (int cell = 0; cell < kCells; ++cell) {
    const uint8_t* const numbers = row + cell * kCells;
    Bytes number = _mm256_or_si256(
        _mm256_or_si256(Look(numbers, 0, cells[cell]), Look(numbers, kBlock, cells[cell])),
        Look(numbers, 2 * kBlock, cells[cell]));
    if constexpr (kInBlocks < kCells)
      number = _mm256_or_si256(number,
                               _mm256_and_si256(Repeat(numbers[kInBlocks]),
                                                _mm256_cmpeq_epi8(cells[cell], Repeat(kInBlocks))));
    pairs = _mm256_add_epi16(pairs, number);
    odd = _mm256_add_epi16(odd, _mm256_srli_epi16(number, 8));
  }
  const Bytes even = _mm256_sub_epi16(pairs, _mm256_slli_epi16(odd, 8));
  const Bytes low = _mm256_unpacklo_epi16(even, odd), high = _mm256_unpackhi_epi16(even, odd);
  _mm256_storeu_si256(reinterpret_cast<Bytes*>(sums), _mm256_permute2x128_si256(low, high, 0x20));
  _mm256_storeu_si256(reinterpret_cast<Bytes*>(sums + kTogether / 2),
                      _mm256_permute2x128_si256(low, high, 0x31));
}

template <int kCells>
void Sum(const uint8_t* row, const uint8_t* boards, const uint32_t* which, size_t count,
         uint16_t* sums) {
  const uint8_t* together[kTogether];
  for (; count >= kTogether; which += kTogether, sums += kTogether, count -= kTogether) {
    for (size_t i = 0; i < kTogether; ++i) together[i] = boards + which[i] * kBoardBytes;
    SumTogether<kCells>(row, together, sums);
  }
  if (count < kLeastTogether) return SumEach<kCells>(row, boards, which, count, sums);
  for (size_t i = 0; i < kTogether; ++i)
    together[i] = boards + which[i < count ? i : 0] * kBoardBytes;
  uint16_t some[kTogether];
  SumTogether<kCells>(row, together, some);
  for (size_t i = 0; i < count; ++i) sums[i] = some[i];
}

SumSlides Compiled(int cells) { return cells == 36 ? &Sum<36> : &Sum<49>; }

#elif TILEBASE_AVX == 0

SumSlides Compiled(int cells) { return cells == 36 ? &SumEach<36> : &SumEach<49>; }

#else

SumSlides Compiled(int /*cells*/) { return nullptr; }

#endif

}  // namespace

#if TILEBASE_AVX == 2
SumSlides Avx2SumSlides(int cells) { return Compiled(cells); }
#else
SumSlides BaselineSumSlides(int cells) { return Compiled(cells); }
SumSlides SumSlidesOf(int cells) {
  return HasAvx2() && Avx2SumSlides(cells) != nullptr ? Avx2SumSlides(cells)
                                                      : BaselineSumSlides(cells);
}
#endif

}  // namespace tilebase
