// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How many cases a test takes: some in every run; fewer under sanitizers, which are ten times
// slower; all with TILEBASE_ALL_CASES in the environment (the tests labelled `long`). And how much
// memory it may take.

#ifndef TILEBASE_TESTS_EFFORT_H_
#define TILEBASE_TESTS_EFFORT_H_

#include <gtest/gtest.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

namespace tilebase {

#if defined(TILEBASE_SANITIZED)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

inline bool AllCases() { return getenv("TILEBASE_ALL_CASES") != nullptr; }

template <typename T>
T Cases(T all, T some, T sanitized) {
  return AllCases() ? all : kSanitized ? sanitized : some;
}

// While it lives, the process gets at most this much more address space: an allocation beyond it
// fails. (Sanitizers have terabytes, and limits of their own.)
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

#endif  // TILEBASE_TESTS_EFFORT_H_
