// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#ifndef TILEBASE_TOOLS_COMMON_INTERRUPT_H_
#define TILEBASE_TOOLS_COMMON_INTERRUPT_H_

#include <atomic>
#include <csignal>

namespace tilebase {

// Whether the work is to stop at a clean point. After CatchInterrupts the first Ctrl-C (or SIGTERM)
// asks for that; the second one ends the process.
inline std::atomic<bool> interrupted{false};

inline void CatchInterrupts() {
  const auto stop = [](int signal) {
    interrupted = true;
    std::signal(signal, SIG_DFL);
  };
  std::signal(SIGINT, stop);
  std::signal(SIGTERM, stop);
}

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_INTERRUPT_H_
