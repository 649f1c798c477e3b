// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How the service reports on itself: numbers for /metrics, and a line of the access log for each
// request.

#ifndef TILEBASE_TOOLS_SERVE_TELEMETRY_H_
#define TILEBASE_TOOLS_SERVE_TELEMETRY_H_

#include <stdint.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace tilebase::serve {

// Counters of a running service, and how Prometheus reads them.
//
// Each thread that answers has a Metrics of its own, which it alone writes: a count is a load and a
// store, without a locked instruction. A reader adds up all threads.

enum class Route : uint8_t {
  kSolve,
  kProbe,
  kHint,
  kAnalyse,
  kScramble,
  kPlay,
  kTables,
  kHealthz,
  kReadyz,
  kMetrics,
  kOpenApi,
  kPage,   // the files of the page
  kOther,  // no such path, or an unreadable request
};
inline constexpr int kRoutes = 13;
const char* Name(Route route);

// Counted by one thread, read by any.
class Counter {
 public:
  void Add(uint64_t count) {
    value_.store(value_.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
  }
  uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> value_{0};
};

inline constexpr int kStatuses[] = {200, 204, 304, 400, 404, 405, 413, 414, 415, 431, 503};
// Upper bounds of the histogram's buckets, in microseconds; the last bucket has none.
inline constexpr int kLatencyBounds[] = {25,    50,    100,   250,    500,    1000,   2500,   5000,
                                         10000, 25000, 50000, 100000, 250000, 500000, 1000000};

struct Metrics {
  std::array<std::array<Counter, std::size(kStatuses)>, kRoutes> requests;
  std::array<std::array<Counter, std::size(kLatencyBounds) + 1>, kRoutes> latency;
  std::array<Counter, kRoutes> latency_nanoseconds;
  Counter boards_solved;
  Counter boards_refused;

  // `latency` is from the first byte of the request to the last of the answer.
  void CountRequest(Route route, int status, std::chrono::nanoseconds latency);
};

// The counters of the whole server.
struct ServerMetrics {
  std::atomic<uint64_t> connections{0};         // open now, of those that are served
  std::atomic<uint64_t> connections_ending{0};  // about to be refused; not shown
  std::atomic<uint64_t> connections_accepted{0};
  std::atomic<uint64_t> connections_refused{0};  // at the limit
  std::atomic<uint64_t> connections_timed_out{0};
  std::atomic<uint64_t> searches{0};          // waiting or under way now
  std::atomic<uint64_t> searches_refused{0};  // because there were too many
  std::atomic<uint64_t> loads{0};          // table sets loaded since the start, the first included
  std::atomic<uint64_t> loads_refused{0};  // files that could not be used
};

// The answer of /metrics, in Prometheus' text format 0.0.4.
std::string RenderMetrics(absl::Span<const Metrics* const> threads, const ServerMetrics& server,
                          uint64_t table_bytes);

// The access log has one JSON object a line for each request. Lines are gathered for each thread
// and written together, a few times a second.

// The file that receives the lines of all threads.
class AccessLogFile {
 public:
  // `path`: "" for none, "-" for standard output. It calls `say`, from any thread, when it
  // begins to lose lines and when it writes again.
  AccessLogFile(std::string path, std::function<void(const std::string&)> say)
      : path_(std::move(path)), say_(std::move(say)) {}
  ~AccessLogFile();
  // Opens the file, or opens it again after it was renamed. Errors: as FileError; the old file then
  // stays open.
  absl::Status Open();
  bool IsOpen() const { return fd_ >= 0; }
  // Appends whole lines. Counts lines that cannot be written, which are lost.
  void Write(std::string_view lines);
  uint64_t lost_lines() const { return lost_lines_; }

 private:
  // Writes all of the text, or returns the error.
  int WriteAll(std::string_view* lines);

  const std::string path_;
  const std::function<void(const std::string&)> say_;
  std::mutex mutex_;
  std::atomic<int> fd_{-1};
  std::atomic<uint64_t> lost_lines_{0};
  uint64_t lost_before_ = 0;  // the first line that was written since
  bool is_torn_ = false;      // the file ends in the midst of a line
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

#endif  // TILEBASE_TOOLS_SERVE_TELEMETRY_H_
