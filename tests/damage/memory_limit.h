// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#ifndef TILEBASE_TESTS_DAMAGE_MEMORY_LIMIT_H_
#define TILEBASE_TESTS_DAMAGE_MEMORY_LIMIT_H_

#include <gtest/gtest.h>
#include <stdint.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

#include "tests/damage/effort.h"

namespace tilebase {

// While it lives, the process gets no more than so much address space besides what it has: an
// allocation beyond it fails. (Sanitizers have terabytes, and a watch of their own.)
class MemoryLimit {
 public:
  explicit MemoryLimit(uint64_t bytes) {
    if (kSanitized) return;
    uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    getrlimit(RLIMIT_AS, &before_);
    rlimit limit = before_;
    limit.rlim_cur = pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) + bytes;
    EXPECT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  }
  ~MemoryLimit() {
    if (!kSanitized) setrlimit(RLIMIT_AS, &before_);
  }

 private:
  rlimit before_ = {};
};

}  // namespace tilebase

#endif  // TILEBASE_TESTS_DAMAGE_MEMORY_LIMIT_H_
