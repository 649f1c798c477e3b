// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Letters, whatever the locale (see absl/strings/string_view.h).

#ifndef ABSL_STRINGS_ASCII_H_
#define ABSL_STRINGS_ASCII_H_

#include "absl/strings/string_view.h"

namespace absl {

inline bool ascii_isdigit(unsigned char c) { return c >= '0' && c <= '9'; }
inline bool ascii_isupper(unsigned char c) { return c >= 'A' && c <= 'Z'; }
inline bool ascii_islower(unsigned char c) { return c >= 'a' && c <= 'z'; }
inline bool ascii_isalpha(unsigned char c) { return ascii_isupper(c) || ascii_islower(c); }
inline bool ascii_isalnum(unsigned char c) { return ascii_isalpha(c) || ascii_isdigit(c); }
inline bool ascii_isspace(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline char ascii_tolower(unsigned char c) {
  return static_cast<char>(ascii_isupper(c) ? c + ('a' - 'A') : c);
}
inline char ascii_toupper(unsigned char c) {
  return static_cast<char>(ascii_islower(c) ? c - ('a' - 'A') : c);
}

inline string_view StripAsciiWhitespace(string_view text) {
  while (!text.empty() && ascii_isspace(static_cast<unsigned char>(text.front())))
    text.remove_prefix(1);
  while (!text.empty() && ascii_isspace(static_cast<unsigned char>(text.back())))
    text.remove_suffix(1);
  return text;
}

}  // namespace absl

#endif  // ABSL_STRINGS_ASCII_H_
