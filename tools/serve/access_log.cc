// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/access_log.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "tables/system/file_io.h"

namespace tilebase::serve {
namespace {

constexpr size_t kFlushBytes = 64 << 10;

}  // namespace

AccessLogFile::~AccessLogFile() {
  if (fd_ > STDOUT_FILENO) close(fd_);
}

absl::Status AccessLogFile::Open() {
  if (path_.empty()) return absl::OkStatus();
  const std::lock_guard<std::mutex> lock(mutex_);
  if (path_ == "-") {
    fd_ = STDOUT_FILENO;
    return absl::OkStatus();
  }
  const int fd = open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
  if (fd < 0) return FileError(path_, "open", errno);
  const int old = fd_.exchange(fd);
  if (old >= 0) close(old);
  return absl::OkStatus();
}

void AccessLogFile::Write(std::string_view lines) {
  const std::lock_guard<std::mutex> lock(mutex_);
  while (!lines.empty()) {
    const ssize_t count = write(fd_, lines.data(), lines.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    lines.remove_prefix(static_cast<size_t>(count));
  }
}

void AccessLog::Add(const AccessLogEntry& entry) {
  nlohmann::ordered_json line;
  line["time"] = absl::FormatTime("%E4Y-%m-%dT%H:%M:%E3SZ", absl::Now(), absl::UTCTimeZone());
  line["peer"] = entry.peer;
  if (!entry.forwarded_for.empty()) line["forwarded_for"] = entry.forwarded_for;
  line["method"] = entry.method;
  line["target"] = entry.target;
  line["status"] = entry.status;
  line["bytes"] = entry.answer_bytes;
  line["boards"] = entry.boards;
  line["microseconds"] = entry.microseconds;
  lines_ += line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  lines_ += '\n';
  if (lines_.size() >= kFlushBytes) Flush();
}

void AccessLog::Flush() {
  if (lines_.empty()) return;
  file_.Write(lines_);
  lines_.clear();
}

}  // namespace tilebase::serve
