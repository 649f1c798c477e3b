// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/command.h"

#include <fcntl.h>
#ifdef _WIN32
#include <io.h>
// clang-format off
#include <windows.h>
#include <shellapi.h>  // which needs it
// clang-format on

#include <string>
#include <vector>
#else
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>

#include "tools/common/json.h"

namespace tilebase {

int Fail(ExitCode code, const std::string& message, bool json) {
  if (json) PrintJsonLine({{"error", message}});
  std::fprintf(stderr, "tilebase: %s\n", message.c_str());
  return code;
}

int Fail(ExitCode code, const absl::Status& status, bool json) {
  return Fail(code, std::string(status.message()), json);
}

ExitCode ExitCodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kCancelled:
    case absl::StatusCode::kResourceExhausted:
    case absl::StatusCode::kUnavailable:
      return kExitInputFailed;
    case absl::StatusCode::kInvalidArgument:
      return kExitUsage;
    default:
      return kExitFile;
  }
}

int Fail(const absl::Status& status, bool json) { return Fail(ExitCodeOf(status), status, json); }

namespace {

int FailFullDisk() {
  return Fail(kExitInputFailed, "standard output: cannot write all results; is the disk full?");
}

}  // namespace

#ifdef _WIN32

bool EnsureStack() { return true; }

void PrepareStandardStreams() {
  _setmode(_fileno(stdout), _O_BINARY);  // the same bytes as elsewhere
  SetConsoleOutputCP(CP_UTF8);
}

void ReadArguments(int* argc, char*** argv) {
  static std::vector<std::string> texts;
  static std::vector<char*> pointers;
  wchar_t** const wide = CommandLineToArgvW(GetCommandLineW(), argc);
  for (int i = 0; i < *argc; ++i) {
    const int bytes = WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, nullptr, 0, nullptr, nullptr);
    texts.emplace_back(static_cast<size_t>(bytes), '\0');
    WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, texts.back().data(), bytes, nullptr, nullptr);
  }
  LocalFree(wide);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  *argv = pointers.data();
}

int FinishOutput(int exit_code) {
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::ferror(stdout) == 0) return exit_code;
  const HANDLE output = GetStdHandle(STD_OUTPUT_HANDLE);
  return GetFileType(output) == FILE_TYPE_PIPE ? kExitInputFailed : FailFullDisk();
}

bool OutputIsSafe() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

#else

namespace {

// If a standard stream is closed, a table file could get its number when it is opened, and boards
// would be read from it.
void FillClosedStreams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
      (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);  // the lowest free
}
bool IsForReading(int descriptor) { return (fcntl(descriptor, F_GETFL) & O_ACCMODE) == O_RDONLY; }

bool IsWritten() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) return false;
  // Some file systems report write errors only when a file is closed. Closing a copy shows them.
  const int copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  return copy < 0 || close(copy) == 0;
}

}  // namespace

bool EnsureStack() {
  constexpr rlim_t kLeast = 256 << 10, kWanted = 8 << 20;
  rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kLeast) return true;
  limit.rlim_cur = std::min(limit.rlim_max, kWanted);
  if (limit.rlim_cur >= kLeast && setrlimit(RLIMIT_STACK, &limit) == 0) return true;
  std::fprintf(
      stderr,
      "tilebase: a stack of %llu KB is allowed, and 256 KB are needed; allow more, as with "
      "'ulimit -s 8192'\n",
      static_cast<unsigned long long>(limit.rlim_cur >> 10));
  return false;
}

void PrepareStandardStreams() {
  FillClosedStreams();
  // SIGPIPE comes from a closed pipe, SIGXFSZ from a limit on the size of files.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void ReadArguments(int*, char***) {}

bool OutputIsSafe() {
  // Pipes, terminals and devices cannot be synced: EINVAL.
  return IsWritten() && (fsync(STDOUT_FILENO) == 0 || errno == EINVAL || errno == EROFS);
}

int FinishOutput(int exit_code) {
  if (IsWritten()) return exit_code;
  if (IsForReading(STDOUT_FILENO))
    return Fail(kExitInputFailed,
                "standard output: it is closed, and the results are lost; redirect it to a file or "
                "to /dev/null");
  pollfd output = {STDOUT_FILENO, POLLOUT, 0};
  if (poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0) return kExitInputFailed;
  return FailFullDisk();
}

#endif

}  // namespace tilebase
