// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A list that grows by two and asks a Budget for every byte: levels, frontiers, heaps.

#ifndef TILEBASE_TOOLS_CLASSIC_BOARD_LIST_H_
#define TILEBASE_TOOLS_CLASSIC_BOARD_LIST_H_

#include <algorithm>
#include <vector>

#include "tools/classic/search.h"

namespace tilebase::classic {

template <typename T>
class BoardList {
 public:
  explicit BoardList(Budget* budget) : budget_(budget) {}
  ~BoardList() { budget_->Release(bytes()); }
  BoardList(const BoardList&) = delete;
  BoardList& operator=(const BoardList&) = delete;

  // False where there is no memory for it.
  bool Append(const T& item) {
    if (items_.size() == items_.capacity() && !Grow()) return false;
    items_.push_back(item);
    return true;
  }
  // Both lists must have the same Budget.
  void Swap(BoardList* other) { items_.swap(other->items_); }
  void Clear() { items_.clear(); }
  void PopBack() { items_.pop_back(); }

  bool empty() const { return items_.empty(); }
  size_t size() const { return items_.size(); }
  const T& back() const { return items_.back(); }
  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }

 private:
  uint64_t bytes() const { return items_.capacity() * sizeof(T); }
  bool Grow() {
    const uint64_t old_bytes = bytes();
    const size_t capacity = std::max<size_t>(64, 2 * items_.capacity());
    if (!budget_->Reserve(capacity * sizeof(T))) return false;
    items_.reserve(capacity);
    budget_->Release(old_bytes);
    return true;
  }

  Budget* budget_;
  std::vector<T> items_;
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_BOARD_LIST_H_
