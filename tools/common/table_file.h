// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Messages for mix-ups of FILE and BOARD: a board in place of FILE, a file in place of BOARD, or a
// plan's name or a size in place of the file made of it. Each message names the next command to
// type.

#ifndef TILEBASE_TOOLS_COMMON_TABLE_FILE_H_
#define TILEBASE_TOOLS_COMMON_TABLE_FILE_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tables/board.h"
#include "tables/geometry.h"
#include "tables/table_source.h"

namespace tilebase {

// The names of presets (tools/plans/presets.h).
inline constexpr const char* kPresetNames[] = {"tiny",   "small",    "medium", "large",
                                               "fitted", "shortest", "any"};

// Returns what is wrong with a word given as FILE: "" unless it is a board and no file.
std::string WhyNoTableFile(const std::string& given);

// Adds the next command to type to the error of opening a table file, if there is no such file.
absl::Status WithNextStep(const std::string& path, const absl::Status& error);

// Calls OpenSource, and adds that to its error.
absl::StatusOr<std::shared_ptr<const TableSource>> OpenTableFile(const std::string& path,
                                                                 const OpenOptions& options = {});

// Adds the next command to type to the error of an argument that is no board, if it names a file.
// `reads_input`: the command reads boards from standard input for '-'.
absl::Status WithNextStepOfBoard(const std::string& argument, bool reads_input,
                                 const absl::Status& error);
// Calls ParseBoard, and adds that to its error.
absl::StatusOr<Board> ParseBoardArgument(Geometry geometry, const std::string& argument,
                                         bool reads_input = false);

// The board that --to says: a board, or a name of goal_reader.h; home if it is empty. Errors name
// the option.
absl::StatusOr<Board> ParseGoalArgument(Geometry geometry, const std::string& to);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_TABLE_FILE_H_
