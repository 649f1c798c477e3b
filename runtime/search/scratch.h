// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Scratch memory of a search.

#ifndef TILEBASE_RUNTIME_SEARCH_SCRATCH_H_
#define TILEBASE_RUNTIME_SEARCH_SCRATCH_H_

#include <stddef.h>
#include <stdlib.h>

#include <algorithm>
#include <new>
#include <type_traits>

namespace tilebase {

// An array that grows by realloc: the system moves the pages of a large array instead of copying
// them, so no single step of a search takes long. New elements are not initialised, and pages that
// were never written take no memory.
template <typename T>
class Scratch {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(max_align_t));

 public:
  Scratch() = default;
  ~Scratch() { free(elements_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  T* data() { return elements_; }
  const T* data() const { return elements_; }
  T& operator[](size_t i) { return elements_[i]; }
  const T& operator[](size_t i) const { return elements_[i]; }

  // Makes room for `count` elements, and for as many again up to `most`. Throws std::bad_alloc; the
  // array is then unchanged.
  void Grow(size_t count, size_t most) {
    if (count <= room_) return;
    const size_t room = std::max(count, std::min(2 * count, most));
    void* const elements = realloc(static_cast<void*>(elements_), room * sizeof(T));
    if (elements == nullptr) throw std::bad_alloc();
    elements_ = static_cast<T*>(elements);
    room_ = room;
  }

 private:
  T* elements_ = nullptr;
  size_t room_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_SCRATCH_H_
