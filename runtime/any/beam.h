// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What beams share: how much they may do, and the choice of the best candidates.

#ifndef TILEBASE_RUNTIME_ANY_BEAM_H_
#define TILEBASE_RUNTIME_ANY_BEAM_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <vector>

#include "tables/system/clock.h"

namespace tilebase {

// Boards that a beam looks at, until the clock tells.
inline constexpr double kBoardsPerMicrosecond = 20;

// How many boards may be looked at, or for how long.
struct BeamEffort {
  uint64_t boards = 0;        // 0: no such limit
  uint64_t microseconds = 0;  // 0: no such limit
  // Ends the search when it is set. Looked at now and then; may be null.
  const std::atomic<bool>* cancel = nullptr;

  bool is_cancelled() const { return cancel != nullptr && *cancel; }
};

// What is left of an effort from now on.
class EffortMeter {
 public:
  // `looked_at` counts the boards, and outlives this.
  EffortMeter(const BeamEffort& effort, const uint64_t& looked_at)
      : effort_(effort),
        looked_at_(looked_at),
        looked_at_before_(looked_at),
        start_(Clock::now()) {}

  uint64_t boards() const { return looked_at_ - looked_at_before_; }
  uint64_t microseconds() const {
    return static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start_).count());
  }
  bool is_cancelled() const { return effort_.is_cancelled(); }
  bool IsSpent() const {
    return is_cancelled() || (effort_.boards != 0 && boards() >= effort_.boards) ||
           (effort_.microseconds != 0 && microseconds() >= effort_.microseconds);
  }
  // What is left in boards: of a time by the boards looked at so far, and, the fewer they are, by
  // kBoardsPerMicrosecond.
  double BoardsLeft() const {
    constexpr double kGuessed = 5000;  // the guess counts as much as so many boards
    double left = is_cancelled() ? 0 : kMost;
    if (effort_.boards != 0)
      left = static_cast<double>(effort_.boards) - static_cast<double>(boards());
    if (effort_.microseconds != 0) {
      const auto spent = static_cast<double>(microseconds());
      const double rate =
          (static_cast<double>(boards()) + kGuessed) / (spent + kGuessed / kBoardsPerMicrosecond);
      left = std::min(left, (static_cast<double>(effort_.microseconds) - spent) * rate);
    }
    return left;
  }
  // A part of what is left, at least 1 of what is limited.
  BeamEffort Left(double part = 1) const {
    const auto of = [&](uint64_t limit, uint64_t spent) {
      if (limit == 0) return uint64_t{0};
      const uint64_t left = limit - std::min(limit, spent);
      return static_cast<uint64_t>(std::clamp(static_cast<double>(left) * part, 1.0, kMost));
    };
    return {of(effort_.boards, boards()), of(effort_.microseconds, microseconds()), effort_.cancel};
  }

 private:
  static constexpr double kMost = 1e18;  // what is more may not fit an integer
  const BeamEffort effort_;
  const uint64_t& looked_at_;
  const uint64_t looked_at_before_;
  const Clock::time_point start_;
};

// A key is a value, and in its lower half the number of a candidate; keys are unlike. Branches that
// cannot be foretold would cost more than what is done here in vain.

// So few are ranked by comparing each with each: to be marked, to be sorted.
inline constexpr size_t kFewKeys = 8;
inline constexpr size_t kSomeKeys = 16;

// Puts keys that are less than one of them, and not all, in front, and returns their number.
// Requires three keys.
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

// How many of the keys are less than each of them. Requires at most kMost keys.
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

// Marks the numbers of the least `most` keys, and changes the order of all.
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

// Puts the least `most` keys in front, in order.
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

// For what holds a changing number of elements, and is not cleared each time.
template <typename T>
void GrowTo(size_t size, std::vector<T>* scratch) {
  if (scratch->size() < size) scratch->resize(size);
}

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_BEAM_H_
