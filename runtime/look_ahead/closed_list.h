// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The boards that a search has found, each with the fewest moves it was found in: a hash table of
// one word a board, open addressing.

#ifndef TILEBASE_RUNTIME_LOOK_AHEAD_CLOSED_LIST_H_
#define TILEBASE_RUNTIME_LOOK_AHEAD_CLOSED_LIST_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace tilebase {

// Boards are known by the upper 48 bits of a hash: two boards that share them are taken for the
// same, which may make a solution longer, never wrong.
class ClosedList {
 public:
  static constexpr size_t kMaxMoves = 0xfffe;

  void Clear() {
    if (slots_.empty()) slots_.resize(kLeastSlots);
    // What a large search needed is not cleared for every small one.
    if (slots_.size() > kLeastSlots && used_ < slots_.size() / 8) slots_.resize(slots_.size() / 2);
    std::fill(slots_.begin(), slots_.end(), 0);
    used_ = 0;
  }

  // Asks memory for what Improve will read.
  void Prefetch(uint64_t hash) const {
    __builtin_prefetch(&slots_[Start(hash) & (slots_.size() - 1)], 1);
  }

  // Whether the board is new, or was found in more moves before. Requires moves <= kMaxMoves.
  bool Improve(uint64_t hash, size_t moves) {
    if (used_ * 2 >= slots_.size()) Grow();
    const uint64_t value = (hash & ~kMoves) | (moves + 1);
    for (size_t i = Start(hash);; ++i) {
      uint64_t& slot = slots_[i & (slots_.size() - 1)];
      if (slot == 0) {
        slot = value;
        ++used_;
        return true;
      }
      if (((slot ^ value) & ~kMoves) == 0) {
        if (slot <= value) return false;
        slot = value;
        return true;
      }
    }
  }

 private:
  static constexpr size_t kLeastSlots = 1024;
  static constexpr uint64_t kMoves = 0xffff;

  static size_t Start(uint64_t slot) { return static_cast<size_t>(slot >> 16); }

  void Grow() {
    std::vector<uint64_t> old(slots_.size() * 2);
    std::swap(old, slots_);
    for (const uint64_t slot : old) {
      if (slot == 0) continue;
      size_t i = Start(slot);
      while (slots_[i & (slots_.size() - 1)] != 0) ++i;
      slots_[i & (slots_.size() - 1)] = slot;
    }
  }

  std::vector<uint64_t> slots_;  // a power of two; 0: empty
  size_t used_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOK_AHEAD_CLOSED_LIST_H_
