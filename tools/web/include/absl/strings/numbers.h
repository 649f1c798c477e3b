// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Numbers from text (see absl/strings/string_view.h).

#ifndef ABSL_STRINGS_NUMBERS_H_
#define ABSL_STRINGS_NUMBERS_H_

#include <charconv>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"

namespace absl {

// Takes spaces around the number, as Abseil does. Returns false unless all of the text is one.
template <typename Number>
bool SimpleAtoi(string_view text, Number* number) {
  text = StripAsciiWhitespace(text);
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
    if (!text.empty() && text.front() == '-') return false;
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace absl

#endif  // ABSL_STRINGS_NUMBERS_H_
