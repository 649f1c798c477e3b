// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Threads that wait for the next level: starting them anew for each of sixty levels would cost more
// than a small level does.

#ifndef TILEBASE_GENERATOR_CREW_H_
#define TILEBASE_GENERATOR_CREW_H_

#include <stddef.h>
#include <stdint.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace tilebase {

// Runs a task on several threads, the calling one included, again and again.
class Crew {
 public:
  // Fewer threads where the system does not give as many.
  explicit Crew(int threads) {
    for (int i = 1; i < threads; ++i) {
      try {
        helpers_.emplace_back([this, i] { Help(i); });
      } catch (const std::system_error&) {
        break;
      }
    }
  }
  ~Crew() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      task_ = nullptr;
      ++round_;
    }
    start_.notify_all();
    for (std::thread& helper : helpers_) helper.join();
  }

  int size() const { return static_cast<int>(helpers_.size()) + 1; }

  // Returns when task(i) has returned for all i in 0 .. size()-1; task(0) runs on this thread.
  void Run(const std::function<void(int)>& task) {
    if (!helpers_.empty()) {
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        task_ = &task;
        busy_ = helpers_.size();
        ++round_;
      }
      start_.notify_all();
    }
    task(0);
    if (!helpers_.empty()) {
      std::unique_lock<std::mutex> lock(mutex_);
      done_.wait(lock, [this] { return busy_ == 0; });
    }
  }

 private:
  void Help(int index) {
    uint64_t seen = 0;
    while (true) {
      const std::function<void(int)>* task;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        start_.wait(lock, [&] { return round_ != seen; });
        seen = round_;
        task = task_;
      }
      if (task == nullptr) return;
      (*task)(index);
      const std::lock_guard<std::mutex> lock(mutex_);
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable start_, done_;
  const std::function<void(int)>* task_ = nullptr;
  uint64_t round_ = 0;
  size_t busy_ = 0;
  std::vector<std::thread> helpers_;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_CREW_H_
