// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A large array of bytes for random reads and writes. Asks the system for huge pages if it has
// them: otherwise, random reads of a 100 MB array spend more time on translating addresses than on
// the bytes.

#ifndef TILEBASE_TABLES_SYSTEM_HUGE_BYTES_H_
#define TILEBASE_TABLES_SYSTEM_HUGE_BYTES_H_

#include <stdint.h>

#include <utility>

namespace tilebase {

// Movable, not copyable. All bytes are zero at first.
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

  // Returns false, changing nothing, if there is no memory. A size of 0 always succeeds. Requires
  // an empty array.
  bool Allocate(uint64_t size);
  // Like Allocate, for an array that may be larger than the machine's memory. Its pages are small,
  // and take memory from the first write until Forget.
  bool Reserve(uint64_t size);
  // Populate takes the memory of `size` bytes of a reserved array at once, which is faster than
  // byte by byte. Forget gives it back; the bytes are zero again. Both take multiples of
  // PageBytes().
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
