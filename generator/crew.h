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
#include <condition_variable>
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
    Wait(&done_, [this] { return busy_.load(std::memory_order_acquire) == 0; });
    if (thrown_ != nullptr) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  static constexpr std::chrono::microseconds kLook{200};

  void Start(const std::function<void(int)>* task) {
    if (helpers_.empty()) return;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      task_ = task;
      busy_.store(helpers_.size(), std::memory_order_relaxed);
      round_.fetch_add(1, std::memory_order_release);
    }
    started_.notify_all();
  }

  // Returns when the condition is true. Who makes it true holds the mutex while doing so, or takes
  // it afterwards, and then notifies `changed`: no wake-up is lost. (std::atomic::wait of libstdc++
  // 12 can lose one where there is no futex, as on Windows.)
  template <typename Condition>
  void Wait(std::condition_variable* changed, Condition condition) {
    const auto end = Clock::now() + kLook;
    do {
      for (int i = 0; i < 64; ++i)
        if (condition()) return;
    } while (Clock::now() < end);
    std::unique_lock<std::mutex> lock(mutex_);
    changed->wait(lock, condition);
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
    for (uint64_t seen = 0;; ++seen) {
      Wait(&started_, [this, seen] { return round_.load(std::memory_order_acquire) != seen; });
      if (task_ == nullptr) return;
      Do(*task_, index);
      if (busy_.fetch_sub(1, std::memory_order_acq_rel) != 1) continue;
      { const std::lock_guard<std::mutex> lock(mutex_); }
      done_.notify_one();
    }
  }

  const std::function<void(int)>* task_ = nullptr;  // of the current round
  std::atomic<uint64_t> round_{0};
  std::atomic<size_t> busy_{0};
  std::mutex mutex_;
  std::condition_variable started_;  // a round
  std::condition_variable done_;     // by the last helper that is busy
  std::exception_ptr thrown_;        // by a task of the current round; guarded by the mutex
  std::vector<std::thread> helpers_;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_CREW_H_
