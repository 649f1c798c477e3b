// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A priority queue of words: a heap of four children a node, in which nothing that cannot be
// foreseen is a branch. std::priority_queue gives the same order; a third of the branches that a
// search mispredicted were its.

#ifndef TILEBASE_RUNTIME_LOOK_AHEAD_FOUR_ARY_HEAP_H_
#define TILEBASE_RUNTIME_LOOK_AHEAD_FOUR_ARY_HEAP_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <vector>

namespace tilebase {

class FourAryHeap {
 public:
  bool empty() const { return size_ == 0; }

  void Clear() {
    std::fill_n(words_.begin(), size_, kNone);
    size_ = 0;
  }

  // Requires a word less than UINT64_MAX. O(log n), mostly O(1).
  void Push(uint64_t word) {
    if (size_ + kChildren >= words_.size()) words_.resize(2 * words_.size() + 16, kNone);
    SiftUp(size_++, word);
  }

  // Takes the least word out. Requires that there is one. O(log n).
  uint64_t Pop() {
    uint64_t* const words = words_.data();
    const uint64_t least = words[0];
    size_t hole = 0;
    for (size_t child; (child = kChildren * hole + 1) < size_;) {
      // Beyond the last word there are kNone.
      const size_t left = child + (words[child + 1] < words[child]);
      const size_t right = child + 2 + (words[child + 3] < words[child + 2]);
      child = left ^ ((left ^ right) & (size_t{0} - (words[right] < words[left])));
      words[hole] = words[child];
      hole = child;
    }
    const uint64_t last = words[--size_];
    words[size_] = kNone;
    if (hole < size_) SiftUp(hole, last);
    return least;
  }

 private:
  static constexpr size_t kChildren = 4;
  static constexpr uint64_t kNone = UINT64_MAX;

  void SiftUp(size_t hole, uint64_t word) {
    uint64_t* const words = words_.data();
    while (hole > 0) {
      const size_t parent = (hole - 1) / kChildren;
      if (words[parent] <= word) break;
      words[hole] = words[parent];
      hole = parent;
    }
    words[hole] = word;
  }

  std::vector<uint64_t> words_;  // those from size_ on are kNone
  size_t size_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOK_AHEAD_FOUR_ARY_HEAP_H_
