// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/progress_bar.h"

#ifndef _WIN32
#include <sys/ioctl.h>
#endif
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace tilebase {

namespace {

// What a line of the terminal holds. Asked again for each line: windows change.
size_t TerminalColumns() {
#ifndef _WIN32
  winsize size = {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
#endif
  return 80;
}

}  // namespace

ProgressBar::ProgressBar(std::string unit, uint64_t begun)
    : unit_(std::move(unit)), begun_(begun), shown_(isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void ProgressBar::Update(uint64_t done, uint64_t total, const std::string& what) {
  if (!shown_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_draw_) return;
  next_draw_ = now + std::chrono::milliseconds(100);
  drawn_ = true;
  constexpr int kWidth = 10;
  const double share =
      total == 0 ? 0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const int filled = static_cast<int>(share * kWidth);
  std::string line = "[";
  line.append(static_cast<size_t>(filled), '#').append(static_cast<size_t>(kWidth - filled), '.');
  if (total == 0)
    line.clear();
  else
    absl::StrAppendFormat(&line, "] %3d%%  ", static_cast<int>(share * 100));
  const double rate = static_cast<double>(done - begun_) / seconds;
  absl::StrAppend(&line, ShortCount(static_cast<double>(done)),
                  total == 0 ? "" : " of " + ShortCount(static_cast<double>(total)), " ", unit_,
                  ", ", ShortCount(rate), "/s");
  if (share > 0.01 && rate > 0)
    absl::StrAppend(&line, ", ",
                    ShortDuration(static_cast<double>(total - std::min(done, total)) / rate),
                    " left");
  absl::StrAppend(&line, "  ", what);
  // The last column stays empty, or the cursor would go to the next line.
  line.resize(std::min(line.size(), TerminalColumns() - 1));
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
  std::fflush(stderr);
}

std::string ShortCount(double count) {
  const char* suffix[] = {"", " k", " M", " G", " T"};
  size_t i = 0;
  while (count >= 1000 && i + 1 < std::size(suffix)) {
    count /= 1000;
    ++i;
  }
  return i == 0 ? absl::StrFormat("%.0f", count) : absl::StrFormat("%.3g%s", count, suffix[i]);
}

std::string ShortBytes(uint64_t bytes) {
  return absl::StrCat(ShortCount(static_cast<double>(bytes)), bytes < 1000 ? " B" : "B");
}

std::string ShortDuration(double seconds) {
  if (seconds < 60) return absl::StrFormat("%.1f s", seconds);
  const int64_t whole = static_cast<int64_t>(seconds);
  if (whole < 3600) return absl::StrFormat("%d min %02d s", whole / 60, whole % 60);
  return absl::StrFormat("%d h %02d min", whole / 3600, whole / 60 % 60);
}

}  // namespace tilebase
