// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Threads that wait for the next level. Starting threads for each of sixty levels would cost more
// than a small level does. Waking a sleeping thread takes about 300 us on a virtual machine, also
// more than a small level, so a waiting thread spins for a while before it sleeps.

#ifndef TILEBASE_GENERATOR_CREW_H_
#define TILEBASE_GENERATOR_CREW_H_

#include <stddef.h>
#include <stdint.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "tables/system/clock.h"

namespace tilebase {

// Runs a task on several threads, including the calling one, again and again.
class Crew {
 public:
  // Starts fewer threads if the system has no more, or no memory for them.
  explicit Crew(int threads) {
    try {
      if (threads > 1) helpers_.reserve(static_cast<size_t>(threads - 1));
      for (int i = 1; i < threads; ++i) helpers_.emplace_back([this, i] { Help(i); });
    } catch (const std::exception&) {
      // Go on with fewer threads.
    }
  }
  ~Crew() {
    Start(nullptr);
    for (std::thread& helper : helpers_) helper.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  int size() const { return static_cast<int>(helpers_.size()) + 1; }

  // Runs task(i) for all i in 0 .. size()-1, task(0) on this thread, and returns when all have
  // returned. Then rethrows the first exception of a task.
  void Run(const std::function<void(int)>& task) {
    Start(&task);
    Do(task, 0);
    for (size_t busy; (busy = busy_.load(std::memory_order_acquire)) != 0;) Wait(busy_, busy);
    if (thrown_ != nullptr) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  static constexpr std::chrono::microseconds kLook{200};

  void Start(const std::function<void(int)>* task) {
    if (helpers_.empty()) return;
    task_ = task;
    busy_.store(helpers_.size(), std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }

  // Returns when `value` is no longer `old`, or earlier.
  template <typename T>
  static void Wait(const std::atomic<T>& value, T old) {
    const auto end = Clock::now() + kLook;
    do {
      for (int i = 0; i < 64; ++i)
        if (value.load(std::memory_order_acquire) != old) return;
    } while (Clock::now() < end);
    value.wait(old, std::memory_order_acquire);
  }

  void Do(const std::function<void(int)>& task, int index) {
    try {
      task(index);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (thrown_ == nullptr) thrown_ = std::current_exception();
    }
  }

  void Help(int index) {
    uint64_t seen = 0;
    while (true) {
      while (round_.load(std::memory_order_acquire) == seen) Wait(round_, seen);
      ++seen;
      if (task_ == nullptr) return;
      Do(*task_, index);
      if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
    }
  }

  const std::function<void(int)>* task_ = nullptr;  // of the current round
  std::atomic<uint64_t> round_{0};
  std::atomic<size_t> busy_{0};
  std::mutex mutex_;
  std::exception_ptr thrown_;  // by a task of the current round; guarded by the mutex
  std::vector<std::thread> helpers_;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_CREW_H_
