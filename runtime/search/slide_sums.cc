// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Compiled once for any processor, and once for x86-64 with AVX2 and with AVX-512, as
// generator/retrograde/kernel.cc, whose invariant holds here, too. TILEBASE_AVX says which: 0, 2 or
// 512.

#include "runtime/search/slide_sums.h"

#if TILEBASE_AVX == 0
#include "tables/system/instructions.h"
#elif defined(__AVX2__)
#include <immintrin.h>
#endif

namespace tilebase {
namespace {

#if TILEBASE_AVX == 0 || (TILEBASE_AVX == 2 && defined(__AVX2__)) || defined(__AVX512VBMI__)

#if TILEBASE_AVX == 512

// A row in registers. One instruction looks up numbers in 128 bytes: those of 8 cells of 16, of 5
// cells of 25, for two boards. Those of 36 and 49 have so few cells there that looking up each
// number alone is faster.
template <int kCells>
class RowInVectors {
 public:
  explicit RowInVectors(const uint8_t* row) {
#pragma GCC unroll 5
    for (int i = 0; i < kVectors; ++i) {
      const uint8_t* const from = row + i * kAtOnce * kCells;
      low_[i] = _mm512_loadu_si512(from);
      high_[i] = _mm512_loadu_si512(from + kLookBytes / 2);
    }
  }

  // Each half: the numbers of a board whose tiles are there.
  __m512i NumbersOf(__m512i tiles) const {
    const __m512i index = _mm512_add_epi8(tiles, _mm512_loadu_si512(kOffsets.of_cell));
    __m512i numbers = _mm512_setzero_si512();
#pragma GCC unroll 5
    for (int i = 0; i < kVectors; ++i) {
      const uint64_t cells = ((uint64_t{1} << kAtOnce) - 1) << i * kAtOnce;
      numbers = _mm512_or_si512(numbers, _mm512_maskz_permutex2var_epi8(cells | cells << kHalf,
                                                                        low_[i], index, high_[i]));
    }
    return numbers;
  }

 private:
  static constexpr int kHalf = 32, kLookBytes = 128;
  static constexpr int kAtOnce = kLookBytes / kCells;
  static constexpr int kVectors = kCells / kAtOnce;
  static_assert(kCells <= kHalf && kCells % kAtOnce == 0);
  static constexpr auto kOffsets = [] {
    struct {
      uint8_t of_cell[2 * kHalf];
    } offsets = {};
    for (int cell = 0; cell < kCells; ++cell)
      offsets.of_cell[cell] = offsets.of_cell[kHalf + cell] =
          static_cast<uint8_t>(cell % kAtOnce * kCells);
    return offsets;
  }();

  __m512i low_[kVectors], high_[kVectors];
};

__m256i FirstHalf(__m512i vector) { return __builtin_shufflevector(vector, vector, 0, 1, 2, 3); }

uint16_t SumOf(__m256i numbers) {
  const __m256i four = _mm256_sad_epu8(numbers, _mm256_setzero_si256());
  const __m128i two =
      _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
  return static_cast<uint16_t>(_mm_cvtsi128_si32(_mm_add_epi64(two, _mm_srli_si128(two, 8))));
}

#endif

// Of one board.
template <int kCells>
[[gnu::always_inline]] inline uint32_t Sum(const uint8_t* row, const uint8_t* tile) {
#if TILEBASE_AVX == 512
  if constexpr (kCells <= 25) {
    const __m512i tiles = _mm512_maskz_loadu_epi8((uint64_t{1} << kCells) - 1, tile);
    const __m512i numbers = RowInVectors<kCells>(row).NumbersOf(tiles);
    return SumOf(FirstHalf(numbers));
  }
#endif
  uint32_t sum = 0;
#pragma GCC unroll 49
  for (int cell = 0; cell < kCells; ++cell) sum += (row + cell * kCells)[tile[cell]];
  return sum;
}

template <int kCells>
void OfEach(const SlideOfBoard* slides, size_t count, uint16_t* sums) {
  for (size_t i = 0; i < count; ++i)
    sums[i] = static_cast<uint16_t>(Sum<kCells>(slides[i].row, slides[i].tile));
}

template <int kCells>
void OfOneEach(const uint8_t* row, const uint8_t* boards, const uint32_t* which, size_t count,
               uint16_t* sums) {
  for (size_t i = 0; i < count; ++i)
    sums[i] = static_cast<uint16_t>(Sum<kCells>(row, boards + which[i] * kBoardBytes));
}

#if TILEBASE_AVX != 0

#if TILEBASE_AVX == 512

void OfOneInVectors(const uint8_t* row, const uint8_t* boards, const uint32_t* which, size_t count,
                    uint16_t* sums) {
  const RowInVectors<25> numbers(row);
  const auto tiles = [&](size_t i) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(boards + which[i] * kBoardBytes));
  };
  for (size_t i = 0; i < count; i += 2) {
    const size_t second = i + 1 < count ? i + 1 : i;
    const __m512i two =
        numbers.NumbersOf(__builtin_shufflevector(tiles(i), tiles(second), 0, 1, 2, 3, 4, 5, 6, 7));
    sums[i] = SumOf(FirstHalf(two));
    sums[second] = SumOf(__builtin_shufflevector(two, two, 4, 5, 6, 7));
  }
}

#endif

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
  static_assert(kCells > kBlock && kCells <= 3 * kBlock + 1);
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
    Bytes number =
        _mm256_or_si256(Look(numbers, 0, cells[cell]), Look(numbers, kBlock, cells[cell]));
    if constexpr (kCells > 2 * kBlock)
      number = _mm256_or_si256(number, Look(numbers, 2 * kBlock, cells[cell]));
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
void OfOneTogether(const uint8_t* row, const uint8_t* boards, const uint32_t* which, size_t count,
                   uint16_t* sums) {
  const uint8_t* together[kTogether];
  for (; count >= kTogether; which += kTogether, sums += kTogether, count -= kTogether) {
    for (size_t i = 0; i < kTogether; ++i) together[i] = boards + which[i] * kBoardBytes;
    SumTogether<kCells>(row, together, sums);
  }
  if (count < kLeastTogether) return OfOneEach<kCells>(row, boards, which, count, sums);
  for (size_t i = 0; i < kTogether; ++i)
    together[i] = boards + which[i < count ? i : 0] * kBoardBytes;
  uint16_t some[kTogether];
  SumTogether<kCells>(row, together, some);
  for (size_t i = 0; i < count; ++i) sums[i] = some[i];
}

template <int kCells>
constexpr auto kOfOne = OfOneTogether<kCells>;

#else

template <int kCells>
constexpr auto kOfOne = OfOneEach<kCells>;

#endif

#if TILEBASE_AVX == 512
constexpr auto kOfOne25 = OfOneInVectors;
#else
constexpr auto kOfOne25 = kOfOne<25>;
#endif

const SlideSums* Compiled(int cells) {
  static constexpr SlideSums k16 = {&OfEach<16>, nullptr}, k25 = {&OfEach<25>, kOfOne25},
                             k36 = {&OfEach<36>, kOfOne<36>}, k49 = {&OfEach<49>, kOfOne<49>};
  return cells == 16   ? &k16
         : cells == 25 ? &k25
         : cells == 36 ? &k36
         : cells == 49 ? &k49
                       : nullptr;
}

#else

const SlideSums* Compiled(int /*cells*/) { return nullptr; }

#endif

}  // namespace

#if TILEBASE_AVX == 512
const SlideSums* Avx512SlideSums(int cells) { return Compiled(cells); }
#elif TILEBASE_AVX == 2
const SlideSums* Avx2SlideSums(int cells) { return Compiled(cells); }
#else
const SlideSums* BaselineSlideSums(int cells) { return Compiled(cells); }
const SlideSums* BestSlideSums(int cells) {
  const SlideSums* best = HasAvx512() ? Avx512SlideSums(cells) : nullptr;
  if (best == nullptr && HasAvx2()) best = Avx2SlideSums(cells);
  return best != nullptr ? best : BaselineSlideSums(cells);
}
#endif

}  // namespace tilebase
