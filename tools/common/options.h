// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Numbers as options of a command, by the rule of quantity.h: each of these is given to
// `CLI::Option::transform`. The library behind the options reads 017 as fifteen and -1 as 2^64 - 1;
// here it only sees plain decimal numbers.

#ifndef TILEBASE_TOOLS_COMMON_OPTIONS_H_
#define TILEBASE_TOOLS_COMMON_OPTIONS_H_

#include <stdint.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "tools/common/quantity.h"

namespace tilebase {

namespace options_internal {

// Replaces a text that `parse` takes by the plain decimal number that it means.
template <typename Parse>
CLI::Validator Normalized(Parse parse) {
  return CLI::Validator(
      [parse](std::string& text) {
        const auto value = parse(text);
        if (!value.ok()) return std::string(value.status().message());
        char plain[64] = "";
        *std::to_chars(plain, plain + sizeof(plain) - 1, *value).ptr = 0;
        text = plain;
        return std::string();
      },
      "");
}

}  // namespace options_internal

// For options of type uint64_t, or of another integer type that holds `most`.
inline CLI::Validator AsCount(uint64_t least = 0, uint64_t most = UINT64_MAX) {
  return options_internal::Normalized(
      [=](const std::string& text) { return ParseCount(text, least, most); });
}
// For options of type double.
inline CLI::Validator AsNumber(double least, double most) {
  return options_internal::Normalized(
      [=](const std::string& text) { return ParseNumber(text, least, most); });
}
// For options of type uint64_t, in bytes.
inline CLI::Validator AsSize(uint64_t least = 0, uint64_t most = UINT64_MAX) {
  return options_internal::Normalized(
      [=](const std::string& text) { return ParseSize(text, least, most); });
}
// For options of type double, in seconds.
inline CLI::Validator AsTime(double least = 0, double most = kMostSeconds) {
  return options_internal::Normalized(
      [=](const std::string& text) { return ParseTime(text, least, most); });
}
// For options of type std::string. The words are the validator's name too: completions list them.
inline CLI::Validator AsOneOf(const std::vector<std::string>& words) {
  return CLI::IsMember(words).description("").name(absl::StrJoin(words, " "));
}
// For options of type std::string.
inline CLI::Validator AsFileName() {
  return CLI::Validator(
      [](const std::string& text) {
        return text.empty() ? std::string("expected the name of a file") : std::string();
      },
      "");
}
// How many threads a command may use.
inline CLI::Validator AsThreads() { return AsCount(1, 256); }

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_OPTIONS_H_
