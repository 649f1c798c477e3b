// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/huge_bytes.h"

#include <sys/mman.h>

namespace tilebase {

HugeBytes::~HugeBytes() {
  if (data_ != nullptr) munmap(data_, size_);
}

bool HugeBytes::Allocate(uint64_t size) {
  void* const memory =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
#ifdef MADV_HUGEPAGE
  (void)madvise(memory, size, MADV_HUGEPAGE);  // a wish
#endif
  data_ = static_cast<uint8_t*>(memory);
  size_ = size;
  return true;
}

}  // namespace tilebase
