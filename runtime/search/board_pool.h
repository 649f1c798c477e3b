// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The boards that a beam keeps, all with the same number of bytes, and how moves reuse them.

#ifndef TILEBASE_RUNTIME_SEARCH_BOARD_POOL_H_
#define TILEBASE_RUNTIME_SEARCH_BOARD_POOL_H_

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <vector>

#include "runtime/search/least_keys.h"

namespace tilebase {

class BoardPool {
 public:
  // Begins a search with no board.
  void Begin(size_t bytes) {
    bytes_ = bytes;
    places_ = 0;
    free_.clear();
  }

  uint8_t* At(uint32_t place) { return boards_.data() + place * bytes_; }
  // Returns a place for a board. Invalidates the pointers of At.
  uint32_t New() {
    if (free_.empty()) {
      free_.push_back(places_++);
      if (boards_.size() < places_ * bytes_) boards_.resize(2 * places_ * bytes_);
    }
    const uint32_t place = free_.back();
    free_.pop_back();
    return place;
  }
  void Free(uint32_t place) { free_.push_back(place); }

  // Gives the children of a move their boards: the last child of a parent gets the parent's own,
  // the others get copies of its bytes [first, end). Frees the boards of parents with no child.
  // parent_of(i) is the number of child i's parent. `children_of` counts the children by parent,
  // and is 0 afterwards. Sets `board` of all children.
  template <typename Entry, typename ParentOf>
  void HandOn(const std::vector<Entry>& parents, ParentOf parent_of, uint8_t* children_of,
              size_t first, size_t end, std::vector<Entry>* children) {
    const size_t free = free_.size();
    free_.resize(free + parents.size());
    uint32_t* end_of_free = free_.data() + free;
    for (size_t i = 0; i < parents.size(); ++i) {
      *end_of_free = parents.data()[i].board;
      end_of_free += children_of[i] == 0;
    }
    free_.resize(static_cast<size_t>(end_of_free - free_.data()));
    const size_t count = children->size();
    GrowTo(count, &copies_);
    uint32_t* const copies = copies_.data();
    Entry* const entries = children->data();
    size_t copy_count = 0;
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t parent = parent_of(i);
      entries[i].board = parents.data()[parent].board;
      copies[copy_count] = i;
      copy_count += --children_of[parent] > 0;
    }
    for (size_t i = 0; i < copy_count; ++i) {
      uint32_t& board = entries[copies[i]].board;
      const uint32_t place = New();
      memcpy(At(place) + first, At(board) + first, end - first);
      board = place;
    }
  }

 private:
  std::vector<uint8_t> boards_;  // by place
  size_t bytes_ = 0;
  std::vector<uint32_t> free_;  // places
  uint32_t places_ = 0;
  std::vector<uint32_t> copies_;  // which children get copies
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_BOARD_POOL_H_
