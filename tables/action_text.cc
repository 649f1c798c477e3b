// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/action_text.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "tables/error.h"

namespace tilebase {
namespace {

constexpr size_t kMostActions = 1'000'000;

}  // namespace

std::optional<Action> ActionOf(char letter) {
  const size_t place = std::string_view("LRUD").find(letter);
  if (place == std::string_view::npos) return std::nullopt;
  return static_cast<Action>(place);
}

absl::StatusOr<std::string> ParseActions(std::string_view text) {
  std::string letters;
  for (size_t i = 0; i < text.size();) {
    const size_t place = i;
    const char letter = text[i++];
    if (absl::ascii_isspace(static_cast<unsigned char>(letter)) || letter == ',') continue;
    size_t count = 0;
    const bool counted = i < text.size() && absl::ascii_isdigit(text[i]);
    for (; i < text.size() && absl::ascii_isdigit(text[i]) && count <= kMostActions; ++i)
      count = 10 * count + static_cast<size_t>(text[i] - '0');
    if (!counted) count = 1;
    if (!ActionOf(letter) || count == 0)
      return MakeError(absl::StatusCode::kInvalidArgument,
                       {.where = absl::StrCat("moves, character ", place + 1),
                        .expected = "L, R, U or D, each with a count or without: URD2L",
                        .found = Quoted(std::string(text.substr(place)))});
    if (count > kMostActions - letters.size())
      return MakeError(absl::StatusCode::kInvalidArgument,
                       {.where = "moves", .expected = "at most a million", .found = "more"});
    letters.append(count, letter);
  }
  return letters;
}

std::string Runs(std::string_view letters) {
  std::string text;
  for (size_t i = 0; i < letters.size();) {
    const size_t begin = i;
    while (i < letters.size() && letters[i] == letters[begin]) ++i;
    if (begin > 0) text += ' ';
    text += letters[begin];
    if (i - begin > 1) absl::StrAppend(&text, i - begin);
  }
  return text;
}

size_t CountRuns(std::string_view letters) {
  size_t runs = 0;
  for (size_t i = 0; i < letters.size(); ++i) runs += i == 0 || letters[i] != letters[i - 1];
  return runs;
}

}  // namespace tilebase
