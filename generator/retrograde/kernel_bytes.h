// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loops that pack rows before they are written to a file, and unpack them again. They leave out
// bits without an entry, of which dense rows have many, and bytes that are zero. Included only by
// kernel.cc.

#ifndef TILEBASE_GENERATOR_RETROGRADE_KERNEL_BYTES_H_
#define TILEBASE_GENERATOR_RETROGRADE_KERNEL_BYTES_H_

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "generator/retrograde/kernel.h"
#include "generator/retrograde/kernel_common.h"
#include "generator/retrograde/kernel_dense.h"

namespace tilebase::retrograde {
namespace {

TILEBASE_INLINE uint64_t LoadWord(const void* from) {
  uint64_t word;
  __builtin_memcpy(&word, from, sizeof word);
  return word;
}

// ------------------------------------------------------------------------------ dense rows

// The bits of a dense row's words that have an entry.
class EntryBits {
 public:
  explicit EntryBits(const Layout& layout) : lanes_(64 / layout.lane_bits) {
    for (int i = 0; i < lanes_; ++i) every_ |= Bit(i * layout.lane_bits);
    for (unsigned set = 0; set < 1u << lanes_; ++set)
      for (int i = 0; i < lanes_; ++i)
        if (set >> i & 1) present_[set] |= Low(layout.lane_bits) << (i * layout.lane_bits);
    for (int position = 0; position < layout.positions; ++position)
      self_[position / lanes_] |= Bit(position % lanes_ * layout.lane_bits + position);
  }

  // Returns those bits of word w; `available` are the positions that the tiles before leave.
  TILEBASE_INLINE uint64_t Of(uint64_t available, int w) const {
    return available * every_ & ~self_[w] & present_[available >> (w * lanes_) & Low(lanes_)];
  }

 private:
  const int lanes_;
  uint64_t every_ = 0;
  uint64_t present_[16] = {};
  uint64_t self_[64] = {};
};

// Calls what(available) for each group of a run, with the positions that the tiles before the inner
// digit leave. The argument `available` is what the tiles before `tile` leave.
template <typename What>
void EachGroup(const Layout& layout, int tile, uint64_t available, const What& what) {
  if (tile >= layout.tracked - layout.tail - 1) return what(available);
  for (uint64_t left = available; left != 0; left &= left - 1)
    EachGroup(layout, tile + 1, available & ~(left & (~left + 1)), what);
}

// Calls what(row, positions that the tiles before the tail leave) for each row of a run. Skips
// groups for which is_empty(first row) is true.
template <typename IsEmpty, typename What>
TILEBASE_INLINE void EachRow(const Layout& layout, uint64_t first_outer, const IsEmpty& is_empty,
                             const What& what) {
  uint64_t row = 0;
  const uint64_t of_run = Available(layout, first_outer, layout.run_tiles);
  EachGroup(layout, layout.run_tiles, of_run, [&](uint64_t available) {
    if (is_empty(row)) {
      row += static_cast<uint64_t>(layout.inner_count);
      return;
    }
    if (layout.tracked == layout.tail) return what(row++, available);
    for (uint64_t left = available; left != 0; left &= left - 1)
      what(row++, available & ~(left & (~left + 1)));
  });
}

TILEBASE_INLINE bool AreZero(const uint64_t* words, size_t count) {
  uint64_t any = 0;
  for (size_t i = 0; i < count; ++i) any |= words[i];
  return any == 0;
}

// Reads up to seven bytes more than `count`.
TILEBASE_INLINE bool AreZero(const uint8_t* bytes, size_t count) {
  uint64_t any = 0;
  size_t i = 0;
  for (; i + 8 <= count; i += 8) any |= LoadWord(bytes + i);
  if (i < count) any |= LoadWord(bytes + i) & Low(static_cast<int>(8 * (count - i)));
  return any == 0;
}

TILEBASE_INLINE uint64_t GatherBits(uint64_t word, uint64_t mask) {
#if defined(__BMI2__)
  return _pext_u64(word, mask);
#else
  uint64_t bits = 0;
  for (int i = 0; mask != 0; mask &= mask - 1, ++i) bits |= (word >> First(mask) & 1) << i;
  return bits;
#endif
}

TILEBASE_INLINE uint64_t ScatterBits(uint64_t bits, uint64_t mask) {
#if defined(__BMI2__)
  return _pdep_u64(bits, mask);
#else
  uint64_t word = 0;
  for (; mask != 0; mask &= mask - 1, bits >>= 1) word |= (bits & 1) << First(mask);
  return word;
#endif
}

// Writes the entries of one plane's dense rows in rank order: layout.row_bytes for each row, and up
// to eight bytes after the last row.
void Squeeze(const Layout& layout, uint64_t first_outer, const uint64_t* rows, uint8_t* out) {
  const EntryBits entry_bits(layout);
  const size_t row_bytes = static_cast<size_t>(layout.row_bytes);
  const size_t row_words = static_cast<size_t>(layout.row_words);
  const size_t group_rows = static_cast<size_t>(layout.inner_count);
  __builtin_memset(out, 0, layout.run_length * group_rows * row_bytes);
  const auto is_empty = [&](uint64_t row) {
    return AreZero(rows + row * row_words, group_rows * row_words);
  };
  EachRow(layout, first_outer, is_empty, [&](uint64_t row, uint64_t available) {
    const uint64_t* const words = rows + row * row_words;
    if (AreZero(words, row_words)) return;
    uint8_t* to = out + row * row_bytes;
    uint64_t bits = 0;
    int count = 0;
    for (int w = 0; w < layout.row_words; ++w) {
      const uint64_t mask = entry_bits.Of(available, w);
      const uint64_t more = GatherBits(words[w], mask);
      bits |= more << count;
      const int before = count;
      count += __builtin_popcountll(mask);
      if (count < 64) continue;
      __builtin_memcpy(to, &bits, sizeof bits);
      to += sizeof bits;
      count -= 64;
      bits = before == 0 ? 0 : more >> (64 - before);
    }
    // The zeros beyond the row are overwritten by the next row.
    __builtin_memcpy(to, &bits, sizeof bits);
  });
}

// The inverse of Squeeze, for `planes` planes. Reads up to eight bytes after the last row.
void Spread(const Layout& layout, uint64_t first_outer, int planes, const uint8_t* const* in,
            uint64_t* const* rows) {
  const EntryBits entry_bits(layout);
  const size_t row_bytes = static_cast<size_t>(layout.row_bytes);
  const size_t group_rows = static_cast<size_t>(layout.inner_count);
  const size_t words = layout.run_length * group_rows * static_cast<uint64_t>(layout.row_words);
  for (int plane = 0; plane < planes; ++plane) __builtin_memset(rows[plane], 0, words * 8);
  const auto is_empty = [&](uint64_t row) {
    bool empty = true;
    for (int plane = 0; plane < planes; ++plane)
      empty = empty && AreZero(in[plane] + row * row_bytes, group_rows * row_bytes);
    return empty;
  };
  EachRow(layout, first_outer, is_empty, [&](uint64_t row, uint64_t available) {
    for (int plane = 0; plane < planes; ++plane) {
      const uint8_t* const from = in[plane] + row * row_bytes;
      if (AreZero(from, row_bytes)) continue;
      uint64_t* const to = rows[plane] + row * static_cast<uint64_t>(layout.row_words);
      int at = 0;
      for (int w = 0; w < layout.row_words; ++w) {
        const uint64_t mask = entry_bits.Of(available, w);
        uint64_t bits = LoadWord(from + at / 8) >> (at % 8);
        const int count = __builtin_popcountll(mask);
        if (at % 8 + count > 64) bits |= uint64_t{from[at / 8 + 8]} << (64 - at % 8);
        to[w] = ScatterBits(bits, mask);
        at += count;
      }
    }
  });
}

// ------------------------------------------------------------------------------ zero bytes

// Sets the lowest bit of each byte that is not zero, and clears all other bits.
TILEBASE_INLINE uint64_t NonzeroBytes(uint64_t word) {
  constexpr uint64_t kLow = 0x7f7f7f7f7f7f7f7f;
  return ((((word & kLow) + kLow) | word) & ~kLow) >> 7;
}
// Packs those bits into a byte. kSpread is the inverse.
TILEBASE_INLINE uint8_t MaskOfBytes(uint64_t lowest) {
  return static_cast<uint8_t>(lowest * 0x0102040810204080 >> 56);
}

// GatherBytes packs the bytes of a word that `lowest` marks; ScatterBytes is the inverse.
TILEBASE_INLINE uint64_t GatherBytes(uint64_t word, uint64_t lowest) {
#if defined(__BMI2__)
  return _pext_u64(word, lowest * 255);
#else
  uint64_t bytes = 0;
  for (int to = 0; lowest != 0; lowest &= lowest - 1, to += 8)
    bytes |= (word >> First(lowest) & 255) << to;
  return bytes;
#endif
}
TILEBASE_INLINE uint64_t ScatterBytes(uint64_t bytes, uint64_t lowest) {
#if defined(__BMI2__)
  return _pdep_u64(bytes, lowest * 255);
#else
  uint64_t word = 0;
  for (; lowest != 0; lowest &= lowest - 1, bytes >>= 8) word |= (bytes & 255) << First(lowest);
  return word;
#endif
}

// Reads `bytes` bytes, a multiple of 64. Writes a bit for each byte to `masks`, set if the byte is
// not zero, and the nonzero bytes to `out`. Returns how many there are; writes up to 64 bytes more.
size_t Strip(const uint8_t* in, size_t bytes, uint8_t* masks, uint8_t* out) {
  uint8_t* const begin = out;
#if defined(__AVX512VBMI2__) && defined(__AVX512BW__)
  for (size_t i = 0; i < bytes; i += 64) {
    const __m512i all = _mm512_loadu_si512(in + i);
    const __mmask64 mask = _mm512_test_epi8_mask(all, all);
    __builtin_memcpy(masks + i / 8, &mask, sizeof mask);
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(mask, all));
    out += __builtin_popcountll(mask);
  }
#else
  for (size_t i = 0; i < bytes; i += 8) {
    const uint64_t word = LoadWord(in + i);
    masks[i / 8] = 0;
    if (word == 0) continue;
    const uint64_t lowest = NonzeroBytes(word);
    masks[i / 8] = MaskOfBytes(lowest);
    const uint64_t kept = GatherBytes(word, lowest);
    __builtin_memcpy(out, &kept, sizeof kept);
    out += __builtin_popcountll(lowest);
  }
#endif
  return static_cast<size_t>(out - begin);
}

// Counts the bits of the masks for `bytes` bytes, a multiple of 8.
size_t CountMasks(const uint8_t* masks, size_t bytes) {
  size_t count = 0;
  for (size_t i = 0; i < bytes; i += 8)
    count += static_cast<size_t>(__builtin_popcountll(LoadWord(masks + i)));
  return count;
}

// The inverse of Strip: overwrites `out`, or ors into it. Reads up to 64 bytes beyond the end of
// `in`.
template <bool kOr>
void Unstrip(const uint8_t* masks, size_t bytes, const uint8_t* in, uint8_t* out) {
#if defined(__AVX512VBMI2__) && defined(__AVX512BW__)
  for (size_t i = 0; i < bytes; i += 64) {
    __mmask64 mask;
    __builtin_memcpy(&mask, masks + i / 8, sizeof mask);
    if (kOr && mask == 0) continue;
    __m512i all = _mm512_maskz_expand_epi8(mask, _mm512_loadu_si512(in));
    if (kOr) all = _mm512_or_si512(all, _mm512_loadu_si512(out + i));
    _mm512_storeu_si512(out + i, all);
    in += __builtin_popcountll(mask);
  }
#else
  for (size_t i = 0; i < bytes; i += 64) {
    if (!kOr) __builtin_memset(out + i, 0, 64);
    if (LoadWord(masks + i / 8) == 0) continue;
    for (size_t at = i; at < i + 64; at += 8) {
      const uint64_t lowest = kSpread.bytes[masks[at / 8]];
      uint64_t word = ScatterBytes(LoadWord(in), lowest);
      if (kOr) word |= LoadWord(out + at);
      __builtin_memcpy(out + at, &word, sizeof word);
      in += __builtin_popcountll(lowest);
    }
  }
#endif
}

}  // namespace
}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_KERNEL_BYTES_H_
