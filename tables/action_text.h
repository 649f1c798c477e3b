// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Actions as text: a letter each, LRUD, or runs, "U3 L2". A run slides tiles of one line in one
// direction; players count it as one move (the multi-tile metric, MTM).

#ifndef TILEBASE_TABLES_ACTION_TEXT_H_
#define TILEBASE_TABLES_ACTION_TEXT_H_

#include <stddef.h>

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "tables/geometry.h"

namespace tilebase {

// Nothing where the letter is none of L, R, U, D.
std::optional<Action> ActionOf(char letter);

// Reads letters and runs, "URDL2 UR2", with spaces, commas or line ends anywhere between runs, and
// returns a letter for each action. Errors (InvalidArgument): another character, a count of 0, or
// more than a million actions.
absl::StatusOr<std::string> ParseActions(std::string_view text);

// "UUULL" -> "U3 L2". Any text.
std::string Runs(std::string_view letters);
// 2 of these.
size_t CountRuns(std::string_view letters);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_ACTION_TEXT_H_
