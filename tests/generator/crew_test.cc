// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/crew.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace tilebase {
namespace {

TEST(Crew, RunsEachTaskOnceOnEveryThread) {
  for (const int threads : {1, 2, 5}) {
    Crew crew(threads);
    ASSERT_EQ(crew.size(), threads);
    std::vector<int> runs(static_cast<size_t>(threads));
    for (int round = 1; round <= 2000; ++round) {
      crew.Run([&](int i) { ++runs[static_cast<size_t>(i)]; });
      ASSERT_EQ(runs, std::vector<int>(static_cast<size_t>(threads), round));
    }
  }
}

TEST(Crew, WakesThreadsThatHaveFallenAsleep) {
  Crew crew(3);
  std::atomic<int> runs{0};
  for (int round = 0; round < 20; ++round) {
    // Longer than a thread spins: the calling thread waits for the last task, asleep, and after it
    // the two others wait for the next round.
    crew.Run([&](int i) {
      if (i == round % 3) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      ++runs;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_EQ(runs, 60);
}

TEST(Crew, GoesOnAfterATaskThatThrows) {
  Crew crew(3);
  for (int thrower = 0; thrower < 3; ++thrower) {
    std::atomic<int> runs{0};
    EXPECT_THROW(crew.Run([&](int i) {
      ++runs;
      if (i == thrower) throw std::runtime_error("a task's");
    }),
                 std::runtime_error);
    EXPECT_EQ(runs, 3);
  }
}

}  // namespace
}  // namespace tilebase
