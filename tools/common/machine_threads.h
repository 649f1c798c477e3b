// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#ifndef TILEBASE_TOOLS_COMMON_MACHINE_THREADS_H_
#define TILEBASE_TOOLS_COMMON_MACHINE_THREADS_H_

#include <thread>

namespace tilebase {

// How many threads the machine runs at once: the default of --threads.
inline int MachineThreads() {
  const unsigned threads = std::thread::hardware_concurrency();
  return threads == 0 ? 1 : static_cast<int>(threads);
}

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_MACHINE_THREADS_H_
