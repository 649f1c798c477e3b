// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/system/huge_bytes.h"

#include <sys/mman.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace tilebase {
namespace {

constexpr uint64_t kHugePage = uint64_t{2} << 20;  // of x86-64, and usual on arm64

}  // namespace

HugeBytes::~HugeBytes() {
  if (data_ != nullptr) munmap(data_, size_);
}

uint64_t HugeBytes::PageBytes() { return static_cast<uint64_t>(sysconf(_SC_PAGESIZE)); }

bool HugeBytes::Reserve(uint64_t size) {
  if (size == 0) return true;
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
#ifdef MADV_NOHUGEPAGE
  (void)madvise(memory, size, MADV_NOHUGEPAGE);
#endif
  data_ = static_cast<uint8_t*>(memory);
  size_ = size;
  return true;
}

void HugeBytes::Populate(uint64_t begin, uint64_t size) {
#ifdef MADV_POPULATE_WRITE
  (void)madvise(data_ + begin, size, MADV_POPULATE_WRITE);
#else
  (void)begin;
  (void)size;
#endif
}

void HugeBytes::Forget(uint64_t begin, uint64_t size) {
  (void)madvise(data_ + begin, size, MADV_DONTNEED);
}

bool HugeBytes::Allocate(uint64_t size) {
  if (size == 0) return true;
  // A huge page begins at a multiple of its size; a mapping need not.
  const uint64_t slack = size >= kHugePage ? kHugePage : 0;
  void* memory =
      mmap(nullptr, size + slack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  if (slack != 0) {
    uint8_t* const first = static_cast<uint8_t*>(memory);
    const uint64_t before =
        (kHugePage - reinterpret_cast<uintptr_t>(first) % kHugePage) % kHugePage;
    const uint64_t page = PageBytes();
    const uint64_t used = (size + page - 1) / page * page;
    if (before != 0) munmap(first, before);
    if (before + used < size + slack) munmap(first + before + used, size + slack - before - used);
    memory = first + before;
  }
#ifdef MADV_HUGEPAGE
  (void)madvise(memory, size, MADV_HUGEPAGE);  // advice only: failure does not matter
#endif
  data_ = static_cast<uint8_t*>(memory);
  size_ = size;
  return true;
}

uint64_t FreeMemory() {
  std::ifstream file("/proc/meminfo");
  std::string word;
  uint64_t kilobytes = 0;
  while (file >> word)
    if (word == "MemAvailable:" && file >> kilobytes) return kilobytes * 1024;
  return 0;
}

}  // namespace tilebase
