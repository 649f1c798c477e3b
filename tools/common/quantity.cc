// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/quantity.h"

#ifndef _WIN32
#include <sys/ioctl.h>
#endif
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tables/error.h"

namespace tilebase {
namespace {

struct Unit {
  const char* name;  // in lower case
  double factor;
};
constexpr double kKibi = 1024;
constexpr Unit kSizeUnits[] = {
    {"", 1},
    {"b", 1},
    {"k", 1e3},
    {"kb", 1e3},
    {"m", 1e6},
    {"mb", 1e6},
    {"g", 1e9},
    {"gb", 1e9},
    {"t", 1e12},
    {"tb", 1e12},
    {"ki", kKibi},
    {"kib", kKibi},
    {"mi", kKibi* kKibi},
    {"mib", kKibi* kKibi},
    {"gi", kKibi* kKibi* kKibi},
    {"gib", kKibi* kKibi* kKibi},
    {"ti", kKibi* kKibi* kKibi* kKibi},
    {"tib", kKibi* kKibi* kKibi* kKibi},
};
constexpr Unit kNoUnits[] = {{"", 1}};
constexpr Unit kTimeUnits[] = {{"", 1},  {"us", 1e-6}, {"ms", 1e-3},
                               {"s", 1}, {"min", 60},  {"h", 3600}};

constexpr const char* kCountForm = "a count such as 2000";
constexpr const char* kSizeForm = "a size such as 500MB, 4.7MB or 2GiB";
constexpr const char* kTimeForm = "a time such as 20us, 1.5s or 10min";

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string Shown(std::string_view text) { return Quoted({text.data(), text.size()}); }

absl::Status Malformed(std::string_view text, const char* form) {
  return absl::InvalidArgumentError(absl::StrCat(Shown(text), ": expected ", form));
}

// "from 1 to 256", "of at least 1", "of at most 256".
std::string Range(const std::string& least, const std::string& most, bool bounded_below,
                  bool bounded_above) {
  if (bounded_below && bounded_above) return absl::StrCat("from ", least, " to ", most);
  return bounded_below ? absl::StrCat("of at least ", least) : absl::StrCat("of at most ", most);
}

// Returns the digits at the text's start as a number; nothing if there are none or too many.
std::optional<uint64_t> Integer(std::string_view digits) {
  uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, value);
  if (digits.empty() || error != std::errc() || rest != end) return std::nullopt;
  return value;
}

// A number and its unit. `number` has digits and at most one point among or before them.
struct Measure {
  std::string number;
  const Unit* unit;
};
template <size_t kCount>
std::optional<Measure> Split(std::string_view text, const Unit (&units)[kCount]) {
  const size_t end =
      std::find_if_not(text.begin(), text.end(), [](char c) { return IsDigit(c) || c == '.'; }) -
      text.begin();
  const std::string_view number = text.substr(0, end);
  if (std::none_of(number.begin(), number.end(), IsDigit) ||
      std::count(number.begin(), number.end(), '.') > 1)
    return std::nullopt;
  std::string name(text.substr(end));
  if (!name.empty() && name[0] == ' ') name.erase(0, 1);
  absl::AsciiStrToLower(&name);
  for (const Unit& unit : units)
    if (name == unit.name) return Measure{std::string(number), &unit};
  return std::nullopt;
}

double Value(const Measure& measure) {
  double value = 0;
  // Digits and a point: a number out of range becomes infinite, because from_chars leaves it unset.
  const auto [rest, error] =
      std::from_chars(measure.number.data(), measure.number.data() + measure.number.size(), value);
  if (error == std::errc::result_out_of_range) value = HUGE_VAL;
  return value * measure.unit->factor;
}

std::string TimeText(double seconds) {
  if (seconds < 1e-3) return absl::StrCat(seconds * 1e6, "us");
  if (seconds < 1) return absl::StrCat(seconds * 1e3, "ms");
  if (seconds < 36000) return absl::StrCat(seconds, "s");
  return absl::StrCat(static_cast<uint64_t>(seconds / 3600), "h");
}

}  // namespace

absl::StatusOr<uint64_t> ParseCount(std::string_view text, uint64_t least, uint64_t most) {
  const bool digits = !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
  if (!digits) return Malformed(text, kCountForm);
  const std::optional<uint64_t> count = Integer(text);
  if (count && *count >= least && *count <= most) return *count;
  return absl::InvalidArgumentError(absl::StrCat(
      Shown(text), ": expected a count ",
      Range(absl::StrCat(least), absl::StrCat(most), least > 0, most < UINT64_MAX || !count)));
}

std::optional<std::pair<uint32_t, uint32_t>> ParseCountRange(std::string_view text) {
  const size_t dots = text.find("..");
  const std::string_view last = dots == std::string_view::npos ? text : text.substr(dots + 2);
  const auto from = ParseCount(text.substr(0, dots), 0, UINT32_MAX);
  const auto to = ParseCount(last, 0, UINT32_MAX);
  if (!from.ok() || !to.ok() || *from > *to) return std::nullopt;
  return {{static_cast<uint32_t>(*from), static_cast<uint32_t>(*to)}};
}

absl::StatusOr<Part> ParsePart(std::string_view text) {
  const size_t slash = text.find('/');
  const auto number = ParseCount(text.substr(0, slash), 1, kMostParts);
  const auto count = ParseCount(
      slash == std::string_view::npos ? std::string_view() : text.substr(slash + 1), 1, kMostParts);
  if (number.ok() && count.ok() && *number <= *count) return Part{*number, *count};
  return absl::InvalidArgumentError(
      absl::StrCat(Shown(text), ": expected a part such as 3/16, the third of sixteen, of at most ",
                   kMostParts));
}

absl::StatusOr<double> ParseNumber(std::string_view text, double least, double most) {
  const std::optional<Measure> measure = Split(text, kNoUnits);
  const double number = measure ? Value(*measure) : HUGE_VAL;
  if (number >= least && number <= most) return number;
  return absl::InvalidArgumentError(
      absl::StrCat(Shown(text), ": expected a number from ", least, " to ", most));
}

absl::StatusOr<uint64_t> ParseSize(std::string_view text, uint64_t least, uint64_t most) {
  const std::optional<Measure> measure = Split(text, kSizeUnits);
  if (!measure) return Malformed(text, kSizeForm);
  // A double cannot hold every count of bytes.
  const bool bytes = measure->unit->factor == 1;
  const std::optional<uint64_t> whole = bytes ? Integer(measure->number) : std::nullopt;
  const double value = Value(*measure);
  constexpr double kTwoTo64 = 18446744073709551616.0;
  if (whole || value < kTwoTo64) {
    const uint64_t size = whole ? *whole : static_cast<uint64_t>(value);
    if (size >= least && size <= most) return size;
  }
  return absl::InvalidArgumentError(
      absl::StrCat(Shown(text), ": expected a size ",
                   Range(absl::StrCat(least), absl::StrCat(most), least > 0,
                         most < UINT64_MAX || !(value < kTwoTo64)),
                   " bytes"));
}

absl::StatusOr<double> ParseTime(std::string_view text, double least, double most) {
  const std::optional<Measure> measure = Split(text, kTimeUnits);
  if (!measure) return Malformed(text, kTimeForm);
  const double seconds = Value(*measure);
  if (seconds >= least && seconds <= most) return seconds;
  return absl::InvalidArgumentError(absl::StrCat(
      Shown(text), ": expected a time ", Range(TimeText(least), TimeText(most), least > 0, true)));
}

std::string Counted(uint64_t count, std::string_view noun) {
  return absl::StrCat(count, " ", std::string(noun), count == 1 ? "" : "s");
}

namespace {

// Returns the columns of the terminal. Called for each line, because windows change.
size_t TerminalColumns() {
#ifndef _WIN32
  winsize size = {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
#endif
  return 80;
}

}  // namespace

ProgressBar::ProgressBar(std::string unit, uint64_t begun)
    : unit_(std::move(unit)), begun_(begun), shown_(isatty(STDERR_FILENO) == 1) {
  next_draw_ = start_ + (shown_ ? std::chrono::milliseconds(500) : next_wait_);
}

ProgressBar::~ProgressBar() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void ProgressBar::Update(uint64_t done, uint64_t total, const std::string& what) {
  const Clock::time_point now = Clock::now();
  if (now < next_draw_) return;
  if (!shown_ && total != 0 && done >= total) return;  // nobody waits any more
  next_draw_ = now + (shown_ ? std::chrono::milliseconds(100) : next_wait_);
  next_wait_ *= 2;
  drawn_ = shown_;
  constexpr int kWidth = 10;
  const double share =
      total == 0 ? 0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const int filled = static_cast<int>(share * kWidth);
  std::string line = "[";
  line.append(static_cast<size_t>(filled), '#').append(static_cast<size_t>(kWidth - filled), '.');
  if (total == 0 || !shown_)
    line.clear();
  else
    line += "] ";
  if (total != 0) absl::StrAppendFormat(&line, "%3d%%  ", static_cast<int>(share * 100));
  const double rate = static_cast<double>(done - begun_) / seconds;
  absl::StrAppend(&line, ShortCount(static_cast<double>(done)),
                  total == 0 ? "" : " of " + ShortCount(static_cast<double>(total)), " ", unit_,
                  ", ", ShortCount(rate), "/s");
  if (share > 0.01 && rate > 0)
    absl::StrAppend(&line, ", ",
                    ShortDuration(static_cast<double>(total - std::min(done, total)) / rate),
                    " left");
  absl::StrAppend(&line, "  ", what);
  if (!shown_) {
    std::fprintf(stderr, "tilebase: %s\n", line.c_str());
    return;
  }
  // The last column stays empty; otherwise the cursor would go to the next line.
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
