// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/look_ahead/four_ary_heap.h"

#include <gtest/gtest.h>

#include <set>

#include "tables/random_board.h"

namespace tilebase {
namespace {

TEST(FourAryHeapTest, GivesWordsInOrder) {
  Random random(3);
  FourAryHeap queue;
  for (int round = 0; round < 20; ++round) {
    std::multiset<uint64_t> expected;
    for (int step = 0; step < 2000; ++step) {
      if (expected.empty() || random.Next() % 5 < 3) {
        const uint64_t word = random.Next() % 1000;
        queue.Push(word);
        expected.insert(word);
      } else {
        ASSERT_EQ(queue.Pop(), *expected.begin());
        expected.erase(expected.begin());
      }
      ASSERT_EQ(queue.empty(), expected.empty());
    }
    if (round % 2 == 0) {
      for (const uint64_t word : expected) ASSERT_EQ(queue.Pop(), word);
    } else {
      queue.Clear();
    }
    ASSERT_TRUE(queue.empty());
  }
}

}  // namespace
}  // namespace tilebase
