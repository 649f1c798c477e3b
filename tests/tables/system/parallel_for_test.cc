// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/system/parallel_for.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <set>

namespace tilebase {
namespace {

TEST(ParallelForTest, RunsTheWorkOfEachThreadOnce) {
  for (const size_t threads : {0, 1, 2, 7}) {
    std::mutex mutex;
    std::multiset<size_t> ran;
    ParallelFor(threads, [&](size_t thread) {
      const std::lock_guard<std::mutex> lock(mutex);
      ran.insert(thread);
    });
    // Where the system gives fewer threads, those it gives are the first ones.
    ASSERT_GE(ran.size(), 1u);
    ASSERT_LE(ran.size(), std::max<size_t>(threads, 1));
    size_t next = 0;
    for (const size_t thread : ran) EXPECT_EQ(thread, next++);
  }
}

TEST(ParallelForTest, ThrowsOnWhatAThreadThrewWhenAllHaveEnded) {
  for (const size_t thrower : {0, 1}) {
    std::atomic<int> ended = 0;
    const auto work = [&](size_t thread) {
      if (thread == thrower) throw std::bad_alloc();
      ++ended;
    };
    EXPECT_THROW(ParallelFor(2, work), std::bad_alloc);
    EXPECT_EQ(ended, 1);
  }
}

}  // namespace
}  // namespace tilebase
