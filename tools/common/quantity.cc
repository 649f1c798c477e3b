// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/quantity.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

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

// Longer input is cut in messages.
std::string Quoted(std::string_view text) {
  constexpr size_t kShown = 40;
  return absl::StrCat("'", std::string(text.substr(0, kShown)), text.size() > kShown ? "..." : "",
                      "'");
}

absl::Status Malformed(std::string_view text, const char* form) {
  return absl::InvalidArgumentError(absl::StrCat(Quoted(text), ": expected ", form));
}

// "from 1 to 256", "of at least 1", "of at most 256".
std::string Range(const std::string& least, const std::string& most, bool bounded_below,
                  bool bounded_above) {
  if (bounded_below && bounded_above) return absl::StrCat("from ", least, " to ", most);
  return bounded_below ? absl::StrCat("of at least ", least) : absl::StrCat("of at most ", most);
}

// The digits at the text's start as a number; nothing where there are none or too many.
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
  // Digits and a point: what is out of range is infinite, as from_chars leaves it to the caller.
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
      Quoted(text), ": expected a count ",
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
  return absl::InvalidArgumentError(absl::StrCat(
      Quoted(text), ": expected a part such as 3/16, the third of sixteen, of at most ",
      kMostParts));
}

absl::StatusOr<double> ParseNumber(std::string_view text, double least, double most) {
  const std::optional<Measure> measure = Split(text, kNoUnits);
  const double number = measure ? Value(*measure) : HUGE_VAL;
  if (number >= least && number <= most) return number;
  return absl::InvalidArgumentError(
      absl::StrCat(Quoted(text), ": expected a number from ", least, " to ", most));
}

absl::StatusOr<uint64_t> ParseSize(std::string_view text, uint64_t least, uint64_t most) {
  const std::optional<Measure> measure = Split(text, kSizeUnits);
  if (!measure) return Malformed(text, kSizeForm);
  // Doubles have no room for every count of bytes.
  const bool bytes = measure->unit->factor == 1;
  const std::optional<uint64_t> whole = bytes ? Integer(measure->number) : std::nullopt;
  const double value = Value(*measure);
  constexpr double kTwoTo64 = 18446744073709551616.0;
  if (whole || value < kTwoTo64) {
    const uint64_t size = whole ? *whole : static_cast<uint64_t>(value);
    if (size >= least && size <= most) return size;
  }
  return absl::InvalidArgumentError(
      absl::StrCat(Quoted(text), ": expected a size ",
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
      Quoted(text), ": expected a time ", Range(TimeText(least), TimeText(most), least > 0, true)));
}

std::string Counted(uint64_t count, std::string_view noun) {
  return absl::StrCat(count, " ", std::string(noun), count == 1 ? "" : "s");
}

}  // namespace tilebase
