// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// One JSON object a line for each request. Lines are gathered for each thread and written together,
// a few times a second.

#ifndef TILEBASE_TOOLS_SERVE_ACCESS_LOG_H_
#define TILEBASE_TOOLS_SERVE_ACCESS_LOG_H_

#include <stdint.h>

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace tilebase::serve {

// Where the lines of all threads go.
class AccessLogFile {
 public:
  // "" for none, "-" for standard output.
  explicit AccessLogFile(std::string path) : path_(std::move(path)) {}
  ~AccessLogFile();
  // Opens the file, or opens it again after it was renamed. Errors: as FileError; what was open
  // stays open.
  absl::Status Open();
  bool IsOpen() const { return fd_ >= 0; }
  // Appends whole lines. What cannot be written is lost.
  void Write(std::string_view lines);

 private:
  std::string path_;
  std::mutex mutex_;
  std::atomic<int> fd_{-1};
};

struct AccessLogEntry {
  std::string_view peer;
  std::string_view forwarded_for;
  std::string_view method;
  std::string_view target;
  int status = 0;
  uint64_t answer_bytes = 0;
  uint64_t boards = 0;
  int64_t microseconds = 0;
};

// The lines of one thread.
class AccessLog {
 public:
  explicit AccessLog(AccessLogFile* file) : file_(*file) {}
  bool IsOpen() const { return file_.IsOpen(); }
  void Add(const AccessLogEntry& entry);
  void Flush();

 private:
  AccessLogFile& file_;
  std::string lines_;
};

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_ACCESS_LOG_H_
