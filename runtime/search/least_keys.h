// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Chooses the best candidates of a beam: those with the least keys.
//
// A key is a value, with the number of a candidate in its lower half, so all keys differ. The code
// avoids unpredictable branches: they would cost more than the unneeded work it does.

#ifndef TILEBASE_RUNTIME_SEARCH_LEAST_KEYS_H_
#define TILEBASE_RUNTIME_SEARCH_LEAST_KEYS_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <vector>

namespace tilebase {

// Up to these counts, keys are ranked by comparing each with each: for marking, and for sorting.
inline constexpr size_t kFewKeys = 8;
inline constexpr size_t kSomeKeys = 16;

// Moves keys that are less than some pivot to the front, at least one and not all, and returns
// their number. Requires three keys.
inline size_t PartKeys(uint64_t* keys, size_t count) {
  const uint64_t first = keys[0];
  const uint64_t middle = keys[count / 2];
  const uint64_t last = keys[count - 1];
  const uint64_t pivot = std::max(std::min(first, middle), std::min(std::max(first, middle), last));
  size_t below = 0;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t key = keys[i];
    keys[i] = keys[below];
    keys[below] = key;
    below += key < pivot;
  }
  return below;
}

// Counts, for each key, how many keys are less. Requires at most kMost keys.
template <size_t kMost>
void RankKeys(const uint64_t* keys, size_t count, size_t* ranks) {
  uint64_t padded[kMost];
  for (size_t i = 0; i < kMost; ++i) padded[i] = i < count ? keys[i] : UINT64_MAX;
  for (size_t i = 0; i < count; ++i) {
    size_t below = 0;
    for (size_t j = 0; j < kMost; ++j) below += padded[j] < padded[i];
    ranks[i] = below;
  }
}

// Marks the numbers of the least `most` keys; changes the order of all keys.
inline void MarkLeast(uint64_t* keys, size_t count, size_t most, uint8_t* is_marked) {
  const auto mark = [&](size_t all) {
    for (size_t i = 0; i < all; ++i) is_marked[static_cast<uint32_t>(keys[i])] = 1;
  };
  while (count > kFewKeys && most < count) {
    const size_t below = PartKeys(keys, count);
    if (most <= below) {
      count = below;
    } else {
      mark(below);
      keys += below;
      count -= below;
      most -= below;
    }
  }
  if (most >= count) return mark(count);
  size_t ranks[kFewKeys];
  if (count <= kFewKeys / 2)
    RankKeys<kFewKeys / 2>(keys, count, ranks);
  else
    RankKeys<kFewKeys>(keys, count, ranks);
  for (size_t i = 0; i < count; ++i) is_marked[static_cast<uint32_t>(keys[i])] = ranks[i] < most;
}

// Moves the least `most` keys to the front, in order.
inline void SortLeast(uint64_t* keys, size_t count, size_t most) {
  if (count > kSomeKeys) {
    if (most < count) std::nth_element(keys, keys + most, keys + count);
    std::sort(keys, keys + most);
    return;
  }
  size_t ranks[kSomeKeys];
  uint64_t sorted[kSomeKeys];
  RankKeys<kSomeKeys>(keys, count, ranks);
  for (size_t i = 0; i < count; ++i) sorted[ranks[i]] = keys[i];
  std::copy_n(sorted, count, keys);
}

// Grows a vector whose number of elements varies, and which is not cleared each time.
template <typename T>
void GrowTo(size_t size, std::vector<T>* scratch) {
  if (scratch->size() < size) scratch->resize(size);
}

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_LEAST_KEYS_H_
