// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Functions that the loops for packed and for dense rows share. Included only by kernel.cc.

#ifndef TILEBASE_GENERATOR_RETROGRADE_KERNEL_COMMON_H_
#define TILEBASE_GENERATOR_RETROGRADE_KERNEL_COMMON_H_

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "generator/retrograde/kernel.h"

namespace tilebase::retrograde {
namespace {

#if defined(__AVX2__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif

#define TILEBASE_INLINE inline __attribute__((always_inline))

// Copies of functions of geometry.h: the invariant in kernel.h forbids calling those.
TILEBASE_INLINE uint64_t Bit(int i) { return uint64_t{1} << i; }
TILEBASE_INLINE uint64_t Low(int count) { return count >= 64 ? ~uint64_t{0} : Bit(count) - 1; }
TILEBASE_INLINE int First(uint64_t mask) { return __builtin_ctzll(mask); }

// ---------------------------------------------------------------------------- bits to bytes

// kSpread.bytes[b]: bit i of b as the low bit of byte i.
struct Spread {
  uint64_t bytes[256] = {};
  constexpr Spread() {
    for (int b = 0; b < 256; ++b)
      for (int i = 0; i < 8; ++i)
        if (b >> i & 1) bytes[b] |= uint64_t{1} << (8 * i);
  }
};
constexpr Spread kSpread;

// The five bits of OptimalActions, each for up to 64 entries: four actions and the goal.
struct Bits {
  uint64_t set[5];
};

// Writes `count` entries, and up to kSetsMargin bytes more.
TILEBASE_INLINE void WriteSets(const Bits& bits, int count, uint8_t* out) {
#if defined(__AVX512BW__) && defined(__AVX512F__)
  (void)count;
  __m512i bytes = _mm512_maskz_set1_epi8(bits.set[0], 1);
  bytes = _mm512_mask_add_epi8(bytes, bits.set[1], bytes, _mm512_set1_epi8(2));
  bytes = _mm512_mask_add_epi8(bytes, bits.set[2], bytes, _mm512_set1_epi8(4));
  bytes = _mm512_mask_add_epi8(bytes, bits.set[3], bytes, _mm512_set1_epi8(8));
  bytes = _mm512_mask_add_epi8(bytes, bits.set[4], bytes, _mm512_set1_epi8(16));
  _mm512_storeu_si512(out, bytes);
#else
  for (int done = 0; done < count; done += 8) {
    uint64_t bytes = 0;
    for (int a = 0; a < 5; ++a) bytes |= kSpread.bytes[bits.set[a] >> done & 255] << a;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    __builtin_memcpy(out + done, &bytes, 8);
  }
#endif
}

// -------------------------------------------------------------------------------- freshness

// Returns whether the last level reached a neighbour of the group.
TILEBASE_INLINE bool NextToFresh(const RunArgs& run, uint64_t group) {
  uint8_t any = 0;
  if (run.left.count > 0) any |= run.left.step[0].fresh[group];
  if (run.right.count > 0) any |= run.right.step[0].fresh[group];
  const Steps* const vertical[] = {&run.up, &run.down};
  for (const Steps* steps : vertical)
    if (steps->count > 0) any |= steps->step[0].fresh[steps->step[0].outer[group].outer];
  return any != 0;
}

}  // namespace
}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_KERNEL_COMMON_H_
