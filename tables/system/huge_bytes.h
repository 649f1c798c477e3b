// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A large array of bytes for random reads and writes. Asks the system for huge pages, where it has
// such: random reads of an array of 100 MB otherwise spend more time on translating addresses than
// on the bytes.

#ifndef TILEBASE_TABLES_SYSTEM_HUGE_BYTES_H_
#define TILEBASE_TABLES_SYSTEM_HUGE_BYTES_H_

#include <stdint.h>

#include <utility>

namespace tilebase {

// Moves, does not copy. All bytes are zero at first.
class HugeBytes {
 public:
  HugeBytes() = default;
  HugeBytes(const HugeBytes&) = delete;
  HugeBytes& operator=(const HugeBytes&) = delete;
  HugeBytes(HugeBytes&& other) noexcept { *this = std::move(other); }
  HugeBytes& operator=(HugeBytes&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~HugeBytes();

  // Returns false, changing nothing, where there is no memory. No bytes need none. Requires an
  // empty array.
  bool Allocate(uint64_t size);
  // The same of an array that may be larger than the machine's memory: its small pages take memory
  // when they are first written to, until Forget.
  bool Reserve(uint64_t size);
  // Takes the memory of `size` bytes of a reserved array at once, which is faster than byte by
  // byte; and gives it back, the bytes are zero again then. Multiples of PageBytes().
  void Populate(uint64_t begin, uint64_t size);
  void Forget(uint64_t begin, uint64_t size);
  static uint64_t PageBytes();

  uint8_t* data() { return data_; }
  const uint8_t* data() const { return data_; }
  uint64_t size() const { return size_; }
  uint8_t& operator[](uint64_t i) { return data_[i]; }
  uint8_t operator[](uint64_t i) const { return data_[i]; }

 private:
  uint8_t* data_ = nullptr;
  uint64_t size_ = 0;
};

// Memory that the machine has free, in bytes; 0 where that is not known.
uint64_t FreeMemory();

}  // namespace tilebase

#endif  // TILEBASE_TABLES_SYSTEM_HUGE_BYTES_H_
