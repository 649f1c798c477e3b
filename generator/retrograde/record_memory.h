// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Memory for byte strings of any length that come and go: chains of small pages, so that it is as
// good as full when it is full.

#ifndef TILEBASE_GENERATOR_RETROGRADE_RECORD_MEMORY_H_
#define TILEBASE_GENERATOR_RETROGRADE_RECORD_MEMORY_H_

#include <stdint.h>
#include <string.h>

#include <algorithm>
#include <vector>

#include "absl/types/span.h"
#include "tables/system/huge_bytes.h"

namespace tilebase::retrograde {

// Take and Give one thread at a time; Write and Read any thread, of chains that it has.
class RecordMemory {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // False where there is no memory. Takes Bytes(pages).
  bool Allocate(uint64_t pages) {
    if (!bytes_.Allocate(pages * kPageBytes)) return false;
    next_.resize(pages);
    for (uint32_t page = 0; page < pages; ++page) next_[page] = page + 1;
    if (pages > 0) {
      next_.back() = kNone;
      first_free_ = 0;
    }
    free_ = pages;
    return true;
  }
  static uint64_t PagesIn(uint64_t bytes) {
    return std::min<uint64_t>(bytes / (kPageBytes + sizeof(uint32_t)), kNone);
  }
  static uint64_t PagesOf(uint64_t bytes) { return (bytes + kPageBytes - 1) / kPageBytes; }

  uint64_t pages() const { return next_.size(); }
  uint64_t free_pages() const { return free_; }

  // A chain for so many bytes, at least one. Requires that there are so many free pages.
  uint32_t Take(uint64_t bytes) {
    const uint32_t first = first_free_;
    uint32_t last = first;
    for (uint64_t more = PagesOf(bytes) - 1; more > 0; --more) last = next_[last];
    first_free_ = next_[last];
    next_[last] = kNone;
    free_ -= PagesOf(bytes);
    return first;
  }
  void Give(uint32_t first, uint64_t bytes) {
    uint32_t last = first;
    while (next_[last] != kNone) last = next_[last];
    next_[last] = first_free_;
    first_free_ = first;
    free_ += PagesOf(bytes);
  }

  void Write(uint32_t chain, absl::Span<const uint8_t> bytes) {
    for (; !bytes.empty(); chain = next_[chain]) {
      const uint64_t size = std::min<uint64_t>(bytes.size(), kPageBytes);
      memcpy(bytes_.data() + chain * kPageBytes, bytes.data(), size);
      bytes.remove_prefix(size);
    }
  }
  void Read(uint32_t chain, absl::Span<uint8_t> bytes) const {
    for (; !bytes.empty(); chain = next_[chain]) {
      const uint64_t size = std::min<uint64_t>(bytes.size(), kPageBytes);
      memcpy(bytes.data(), bytes_.data() + chain * kPageBytes, size);
      bytes.remove_prefix(size);
    }
  }

 private:
  static constexpr uint64_t kPageBytes = 1024;

  HugeBytes bytes_;
  std::vector<uint32_t> next_;  // by page; kNone: the last one of a chain
  uint32_t first_free_ = kNone;
  uint64_t free_ = 0;
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_RECORD_MEMORY_H_
