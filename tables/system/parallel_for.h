// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Runs work on several threads.
//
// Invariant: no exception leaves a thread, where it would end the process. It is rethrown on the
// thread that called ParallelFor.

#ifndef TILEBASE_TABLES_SYSTEM_PARALLEL_FOR_H_
#define TILEBASE_TABLES_SYSTEM_PARALLEL_FOR_H_

#include <stddef.h>

#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tilebase {

// Returns how many threads the machine runs at once: the default of --threads.
inline int MachineThreads() {
  const unsigned threads = std::thread::hardware_concurrency();
  return threads == 0 ? 1 : static_cast<int>(threads);
}

// Runs work(0) on this thread and work(1) .. work(threads-1) on others, and returns when all have
// returned. If the system has no more threads or no memory for them, fewer calls run, so any of
// them must be able to do all the work. After all threads have ended, rethrows the first exception.
inline void ParallelFor(size_t threads, const std::function<void(size_t)>& work) {
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto run = [&](size_t thread) {
    try {
      work(thread);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex);
      if (thrown == nullptr) thrown = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  try {
    if (threads > 1) others.reserve(threads - 1);
    for (size_t i = 1; i < threads; ++i) others.emplace_back(run, i);
  } catch (const std::exception&) {
    // Go on with fewer threads.
  }
  run(0);
  for (std::thread& other : others) other.join();
  if (thrown != nullptr) std::rethrow_exception(thrown);
}

}  // namespace tilebase

#endif  // TILEBASE_TABLES_SYSTEM_PARALLEL_FOR_H_
