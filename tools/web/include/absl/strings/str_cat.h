// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Texts of parts (see absl/strings/string_view.h).

#ifndef ABSL_STRINGS_STR_CAT_H_
#define ABSL_STRINGS_STR_CAT_H_

#include <stddef.h>
#include <stdint.h>

#include <charconv>
#include <concepts>
#include <string>
#include <type_traits>

#include "absl/strings/string_view.h"

namespace absl {

// Least characters: k...2 to 20.
enum PadSpec : uint8_t {
  kNoPad = 1,
  kZeroPad2,
  kZeroPad6 = 6,
  kZeroPad16 = 16,
  kSpacePad2 = 34,
};

namespace internal {

// A number as text.
class Digits {
 public:
  Digits(bool is_negative, uint64_t value, int base, PadSpec pad) {
    char* const digits = text_ + kMostPadding;
    char* end = std::to_chars(digits, text_ + sizeof text_, value, base).ptr;
    char* begin = digits;
    const size_t least = pad % 32;
    const bool is_spaced = pad >= 32;
    if (is_negative && is_spaced) *--begin = '-';
    while (static_cast<size_t>(end - begin) + (is_negative && !is_spaced ? 1 : 0) < least)
      *--begin = is_spaced ? ' ' : '0';
    if (is_negative && !is_spaced) *--begin = '-';
    begin_ = begin - text_;
    size_ = end - begin;
  }
  string_view text() const { return {text_ + begin_, static_cast<size_t>(size_)}; }

 private:
  static constexpr int kMostPadding = 24;
  char text_[kMostPadding + 24];
  ptrdiff_t begin_;
  ptrdiff_t size_;
};

}  // namespace internal

struct Hex {
  template <std::integral Number>
  explicit Hex(Number number, PadSpec spec = kNoPad)
      : value(static_cast<std::make_unsigned_t<Number>>(number)), pad(spec) {}
  uint64_t value;
  PadSpec pad;
};

struct Dec {
  template <std::integral Number>
  explicit Dec(Number number, PadSpec spec = kNoPad)
      : is_negative(number < 0),
        value(is_negative ? 0 - static_cast<uint64_t>(number) : static_cast<uint64_t>(number)),
        pad(spec) {}
  bool is_negative;
  uint64_t value;
  PadSpec pad;
};

// What StrCat takes. Lives as long as the call.
class AlphaNum {
 public:
  // NOLINTBEGIN(google-explicit-constructor): as Abseil's
  template <std::integral Number>
  requires(!std::same_as<Number, char> && !std::same_as<Number, bool>) AlphaNum(Number number)
      : AlphaNum(Dec(number)) {}
  AlphaNum(Dec number)
      : digits_(number.is_negative, number.value, 10, number.pad), text_(digits_.text()) {}
  AlphaNum(Hex number) : digits_(false, number.value, 16, number.pad), text_(digits_.text()) {}
  AlphaNum(const char* text) : text_(text == nullptr ? "" : text) {}
  AlphaNum(const std::string& text) : text_(text) {}
  AlphaNum(string_view text) : text_(text) {}
  // NOLINTEND(google-explicit-constructor)
  AlphaNum(const AlphaNum&) = delete;
  AlphaNum& operator=(const AlphaNum&) = delete;

  string_view text() const { return text_; }

 private:
  internal::Digits digits_{false, 0, 10, kNoPad};
  string_view text_;
};

namespace internal {
inline void AppendAll(std::string* to, std::initializer_list<string_view> texts) {
  for (const string_view text : texts) to->append(text);
}
template <typename... Parts>
void Append(std::string* to, const Parts&... parts) {
  AppendAll(to, {parts.text()...});
}
}  // namespace internal

template <typename... Parts>
std::string StrCat(const Parts&... parts) {
  std::string text;
  internal::Append(&text, static_cast<const AlphaNum&>(AlphaNum(parts))...);
  return text;
}

// No part may be of *to.
template <typename... Parts>
void StrAppend(std::string* to, const Parts&... parts) {
  internal::Append(to, static_cast<const AlphaNum&>(AlphaNum(parts))...);
}

}  // namespace absl

#endif  // ABSL_STRINGS_STR_CAT_H_
