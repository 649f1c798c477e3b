// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/sparse_bits.h"

#include <stddef.h>

#include "tables/geometry.h"

namespace tilebase::retrograde {
namespace {

bool IsZero(absl::Span<const uint64_t> words) {
  uint64_t any = 0;
  for (const uint64_t word : words) any |= word;
  return any == 0;
}

constexpr uint64_t kEight = 8;

// A bit for each byte that is not zero.
uint8_t NonzeroBytes(uint64_t word) {
  constexpr uint64_t kLow = 0x7f7f7f7f7f7f7f7f;
  const uint64_t high = (((word & kLow) + kLow) | word) & ~kLow;
  return static_cast<uint8_t>((high >> 7) * 0x0102040810204080 >> 56);
}

}  // namespace

void PackBits(absl::Span<const uint64_t> words, std::vector<uint8_t>* packed) {
  packed->resize(words.size() * 9 + words.size() / kEight * 2 + 16);
  uint8_t* out = packed->data();
  for (size_t i = 0; i < words.size();) {
    const absl::Span<const uint64_t> eight = words.subspan(i, kEight);
    i += eight.size();
    uint8_t* const mask = out++;
    *mask = 0;
    for (size_t j = 0; j < eight.size(); ++j) {
      if (eight[j] == 0) continue;
      *mask |= static_cast<uint8_t>(1 << j);
      const uint8_t bytes = NonzeroBytes(eight[j]);
      *out++ = bytes;
      for (int k = 0; k < 8; ++k) {
        *out = static_cast<uint8_t>(eight[j] >> (8 * k));
        out += bytes >> k & 1;
      }
    }
    if (*mask != 0) continue;
    uint8_t* const follow = out++;
    for (*follow = 0; *follow < 255 && i + kEight <= words.size(); ++*follow, i += kEight)
      if (!IsZero(words.subspan(i, kEight))) break;
  }
  packed->resize(static_cast<size_t>(out - packed->data()));
}

bool UnpackBits(absl::Span<const uint8_t> packed, absl::Span<uint64_t> words) {
  const uint8_t* in = packed.begin();
  for (size_t i = 0; i < words.size();) {
    if (in == packed.end()) return false;
    uint8_t mask = *in++;
    if (mask == 0) {
      if (in == packed.end()) return false;
      i += kEight * (1 + uint64_t{*in++});
      continue;
    }
    for (; mask != 0; mask &= static_cast<uint8_t>(mask - 1)) {
      const size_t word = i + static_cast<size_t>(Lowest(uint64_t{mask}));
      if (word >= words.size() || in == packed.end()) return false;
      uint64_t bytes = *in++;
      if (packed.end() - in < 8 && packed.end() - in < Count(bytes)) return false;
      uint64_t bits = 0;
      for (; bytes != 0; bytes &= bytes - 1) bits |= uint64_t{*in++} << (8 * Lowest(bytes));
      words[word] |= bits;
    }
    i += kEight;
  }
  return in == packed.end();
}

}  // namespace tilebase::retrograde
