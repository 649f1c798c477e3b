// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What 'tilebase build' says of every kind of table.

#ifndef TILEBASE_TOOLS_COMMAND_BUILD_MESSAGES_H_
#define TILEBASE_TOOLS_COMMAND_BUILD_MESSAGES_H_

#include <string>

#include "absl/status/status.h"

namespace tilebase {

// Returns the message of 'tilebase build' for this error. The library says what went wrong; this
// adds what to do about it, which depends on the command.
std::string ExplainBuildError(const absl::Status& status, const std::string& output);

// Prints a line that the library has for the user.
void PrintBuildNote(const std::string& line);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMAND_BUILD_MESSAGES_H_
