// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Standard input for commands that stop at Ctrl-C (CatchInterrupts): a read that waits for a line
// then sees the end of the input. A plain read would begin again after the signal, and wait on.

#ifndef TILEBASE_TOOLS_COMMON_STANDARD_INPUT_H_
#define TILEBASE_TOOLS_COMMON_STANDARD_INPUT_H_

#ifdef _WIN32

#include <iostream>
#include <streambuf>

namespace tilebase {

class StandardInput : public std::istream {
 public:
  StandardInput() : std::istream(Buffer()) {}

 private:
  static std::streambuf* Buffer() {
    std::ios::sync_with_stdio(false);  // otherwise in_avail() returns nothing
    return std::cin.rdbuf();
  }
};

}  // namespace tilebase

#else

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <ext/stdio_filebuf.h>
#include <istream>

#include "tools/common/command.h"

namespace tilebase {

class StandardInput : public std::istream {
 public:
  StandardInput() : std::istream(&buffer_) {}

 private:
  class Buffer : public __gnu_cxx::stdio_filebuf<char> {
   public:
    // Opens a copy, because the buffer closes what it reads.
    Buffer()
        : stdio_filebuf(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), std::ios::in | std::ios::binary) {}

   private:
    int_type underflow() override {
      if (!is_open()) {  // standard input is closed
        errno = EBADF;
        throw std::ios_base::failure("closed");  // makes the stream bad
      }
      // The signal may go to another thread and leave this wait alone, so it waits for a short time
      // only.
      constexpr int kMilliseconds = 100;
      pollfd input = {STDIN_FILENO, POLLIN, 0};
      int ready = 0;
      while (ready == 0 || (ready < 0 && errno == EINTR)) {
        if (interrupted) return traits_type::eof();
        ready = poll(&input, 1, kMilliseconds);
      }
      return stdio_filebuf::underflow();
    }
  };

  Buffer buffer_;
};

}  // namespace tilebase

#endif

#endif  // TILEBASE_TOOLS_COMMON_STANDARD_INPUT_H_
