// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/telemetry.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "tables/system/file_io.h"
#include "tools/common/json_value.h"

namespace tilebase::serve {
namespace {

void Head(const char* name, const char* type, const char* help, std::string* text) {
  absl::StrAppend(text, "# HELP ", name, " ", help, "\n# TYPE ", name, " ", type, "\n");
}

void Single(const char* name, const char* type, const char* help, uint64_t value,
            std::string* text) {
  Head(name, type, help, text);
  absl::StrAppend(text, name, " ", value, "\n");
}

template <typename Get>
uint64_t Sum(absl::Span<const Metrics* const> threads, Get get) {
  uint64_t sum = 0;
  for (const Metrics* const metrics : threads) sum += get(*metrics).value();
  return sum;
}

}  // namespace

const char* Name(Route route) {
  constexpr const char* kNames[kRoutes] = {
      "/v1/solve",     "/v1/probe",  "/v1/hint", "/v1/analyse", "/v1/scramble",
      "/v1/play",      "/v1/tables", "/healthz", "/readyz",     "/metrics",
      "/openapi.json", "/",          "other"};
  return kNames[static_cast<int>(route)];
}

void Metrics::CountRequest(Route route, int status, std::chrono::nanoseconds latency_of_one) {
  const size_t row = static_cast<size_t>(route);
  const auto* const found = std::find(std::begin(kStatuses), std::end(kStatuses), status);
  if (found != std::end(kStatuses))
    requests[row][static_cast<size_t>(found - std::begin(kStatuses))].Add(1);
  const auto* const bound =
      std::lower_bound(std::begin(kLatencyBounds), std::end(kLatencyBounds),
                       std::chrono::ceil<std::chrono::microseconds>(latency_of_one).count());
  latency[row][static_cast<size_t>(bound - std::begin(kLatencyBounds))].Add(1);
  latency_nanoseconds[row].Add(static_cast<uint64_t>(latency_of_one.count()));
}

std::string RenderMetrics(absl::Span<const Metrics* const> threads, const ServerMetrics& server,
                          uint64_t table_bytes) {
  std::string text;
  Head("tilebase_requests_total", "counter", "Requests answered, by route and status code.", &text);
  for (size_t route = 0; route < kRoutes; ++route)
    for (size_t code = 0; code < std::size(kStatuses); ++code) {
      const uint64_t count =
          Sum(threads, [&](const Metrics& m) -> const Counter& { return m.requests[route][code]; });
      if (count != 0)
        absl::StrAppend(&text, "tilebase_requests_total{route=\"", Name(static_cast<Route>(route)),
                        "\",code=\"", kStatuses[code], "\"} ", count, "\n");
    }
  Head("tilebase_request_seconds", "histogram",
       "Time from the first byte of a request to the last byte of its answer.", &text);
  for (size_t route = 0; route < kRoutes; ++route) {
    const std::string label = absl::StrCat("route=\"", Name(static_cast<Route>(route)), "\"");
    uint64_t count = 0;
    std::string buckets;
    for (size_t i = 0; i <= std::size(kLatencyBounds); ++i) {
      count +=
          Sum(threads, [&](const Metrics& m) -> const Counter& { return m.latency[route][i]; });
      const bool last = i == std::size(kLatencyBounds);
      absl::StrAppend(&buckets, "tilebase_request_seconds_bucket{", label, ",le=\"",
                      last ? "+Inf" : absl::StrCat(kLatencyBounds[i] * 1e-6), "\"} ", count, "\n");
    }
    if (count == 0) continue;
    const uint64_t nanoseconds = Sum(
        threads, [&](const Metrics& m) -> const Counter& { return m.latency_nanoseconds[route]; });
    absl::StrAppend(&text, buckets, "tilebase_request_seconds_sum{", label, "} ",
                    static_cast<double>(nanoseconds) * 1e-9, "\ntilebase_request_seconds_count{",
                    label, "} ", count, "\n");
  }
  Single("tilebase_boards_solved_total", "counter", "Boards solved.",
         Sum(threads, [](const Metrics& m) -> const Counter& { return m.boards_solved; }), &text);
  Single("tilebase_boards_refused_total", "counter", "Boards that could not be solved.",
         Sum(threads, [](const Metrics& m) -> const Counter& { return m.boards_refused; }), &text);
  Single("tilebase_connections", "gauge", "Open connections.", server.connections, &text);
  Single("tilebase_connections_accepted_total", "counter", "Connections accepted.",
         server.connections_accepted, &text);
  Single("tilebase_connections_refused_total", "counter",
         "Connections answered 503 because there were too many.", server.connections_refused,
         &text);
  Single("tilebase_connections_timed_out_total", "counter",
         "Connections closed because their time was over, idle ones included.",
         server.connections_timed_out, &text);
  Single("tilebase_searches", "gauge", "Searches for shortest solutions, waiting or under way.",
         server.searches, &text);
  Single("tilebase_searches_refused_total", "counter",
         "Searches answered 503 because there were too many.", server.searches_refused, &text);
  Single("tilebase_loads_total", "counter", "Table set files loaded.", server.loads, &text);
  Single("tilebase_loads_refused_total", "counter",
         "Table set files that could not be used when they were to be loaded again.",
         server.loads_refused, &text);
  Single("tilebase_table_bytes", "gauge", "Memory that the table sets take.", table_bytes, &text);
  return text;
}

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

int AccessLogFile::WriteAll(std::string_view* lines) {
  while (!lines->empty()) {
    const ssize_t count = write(fd_, lines->data(), lines->size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0 ? ENOSPC : errno;
    is_torn_ = (*lines)[static_cast<size_t>(count) - 1] != '\n';
    lines->remove_prefix(static_cast<size_t>(count));
  }
  return 0;
}

void AccessLogFile::Write(std::string_view lines) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::string_view end_of_line = is_torn_ ? "\n" : "";
  int error = WriteAll(&end_of_line);
  if (error == 0) error = WriteAll(&lines);
  const bool were_lost = lost_lines_ > lost_before_;
  if (error != 0) {
    lost_lines_ += static_cast<uint64_t>(std::count(lines.begin(), lines.end(), '\n'));
    if (!were_lost)
      say_(absl::StrCat(std::string(FileError(path_, "write", error).message()),
                        "; lines of the access log are lost"));
  } else if (were_lost) {
    say_(absl::StrCat(path_, ": is written again; ", lost_lines_ - lost_before_,
                      " lines of the access log were lost"));
    lost_before_ = lost_lines_;
  }
}

void AccessLog::Add(const AccessLogEntry& entry) {
  Json line;
  line["time"] = absl::FormatTime("%E4Y-%m-%dT%H:%M:%E3SZ", absl::Now(), absl::UTCTimeZone());
  line["peer"] = entry.peer;
  if (!entry.forwarded_for.empty()) line["forwarded_for"] = entry.forwarded_for;
  line["method"] = entry.method;
  line["target"] = entry.target;
  line["status"] = entry.status;
  line["bytes"] = entry.answer_bytes;
  line["boards"] = entry.boards;
  line["microseconds"] = entry.microseconds;
  lines_ += line.Text();
  lines_ += '\n';
  if (lines_.size() >= kFlushBytes) Flush();
}

void AccessLog::Flush() {
  if (lines_.empty()) return;
  file_.Write(lines_);
  lines_.clear();
}

}  // namespace tilebase::serve
