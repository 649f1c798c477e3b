// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/table_file.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tables/board_reader.h"
#include "tables/board_text.h"
#include "tables/error.h"

namespace tilebase {
namespace {

namespace fs = std::filesystem;

constexpr char kExtension[] = ".tilebase";
// The place where tools/run keeps the default set.
constexpr char kDefaultFile[] = "build/default.tilebase";

bool Exists(const std::filesystem::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool IsBoard(const std::string& text) {
  // A wrong board counts, too: at least three numbers, and nothing but numbers.
  if (text.find_first_not_of("0123456789_,;/|[] \t\r\n") == text.npos)
    return std::count_if(text.begin(), text.end(), absl::ascii_isdigit) >= 3;
  BoardReading reading;
  std::vector<uint32_t> cells(text.size() + 1);
  return ReadBoard(text.data(), text.size(), &reading, cells.data(), cells.size());
}

// Returns the command that makes the tables of a plan or of a size; empty if the word is neither.
std::string BuildOf(const std::string& word) {
  const auto build = [&](const char* option) {
    return absl::StrCat("'tilebase build -o ", word, kExtension, " --", option, " ", word, "'");
  };
  if (std::find(std::begin(kPresetNames), std::end(kPresetNames), word) != std::end(kPresetNames))
    return build("plan");
  return ParseGeometry(word).ok() ? build("board") : "";
}

std::string NextStep(const std::string& path) {
  if (Exists(path + kExtension)) return absl::StrCat("did you mean ", path, kExtension, "?");
  const fs::path file(path);
  std::string build = BuildOf(file.extension() == kExtension ? file.stem().string() : path);
  if (build.empty() && !path.empty() && (file.parent_path().empty() || Exists(file.parent_path())))
    build = absl::StrCat("'tilebase build -o ", path, "'");
  std::string step = build.empty() ? "" : absl::StrCat(build, " makes one");
  if (Exists(kDefaultFile))
    absl::StrAppend(&step, step.empty() ? "" : "; ", kDefaultFile, " is there");
  return step;
}

}  // namespace

std::string WhyNoTableFile(const std::string& given) {
  if (Exists(given) || !IsBoard(given)) return "";
  constexpr size_t kShown = 100;  // enough to show most boards in full, to be typed again
  const std::string word = Quoted(absl::StripAsciiWhitespace(given), kShown);
  return absl::StrCat(word, " is a board; expected a table file, and the board after it: ",
                      Exists(kDefaultFile)
                          ? absl::StrCat(kDefaultFile, " ", word)
                          : "FILE BOARD, with a FILE that 'tilebase build -o FILE' has made");
}

absl::Status WithNextStep(const std::string& path, const absl::Status& error) {
  if (error.ok() || Exists(path)) return error;
  return ErrorWithin("", error, NextStep(path));
}

absl::StatusOr<std::shared_ptr<const TableSource>> OpenTableFile(const std::string& path,
                                                                 const OpenOptions& options) {
  auto source = OpenSource(path, options);
  if (!source.ok()) return WithNextStep(path, source.status());
  return source;
}

absl::Status WithNextStepOfBoard(const std::string& argument, bool reads_input,
                                 const absl::Status& error) {
  std::error_code none;
  if (error.ok() || !fs::is_regular_file(argument, none)) return error;
  ErrorParts parts;
  parts.what = absl::StrCat(Quoted(argument), " is a file");
  parts.expected = "a board";
  if (absl::EndsWith(argument, kExtension))
    parts.remedy = "one table file comes first, then boards: FILE BOARD";
  else if (reads_input)
    parts.remedy = absl::StrCat("to read the boards in it: FILE - < ", argument);
  else
    parts.remedy = absl::StrCat("write the board itself, or \"$(cat ", argument, ")\"");
  return MakeError(error.code(), parts);
}

absl::StatusOr<Board> ParseBoardArgument(Geometry geometry, const std::string& argument,
                                         bool reads_input) {
  absl::StatusOr<Board> board = ParseBoard(geometry, argument);
  if (!board.ok()) return WithNextStepOfBoard(argument, reads_input, board.status());
  return board;
}

absl::StatusOr<Board> ParseGoalArgument(Geometry geometry, const std::string& to) {
  if (to.empty()) return Board::Solved(geometry);
  absl::StatusOr<Board> goal = ParseGoal(geometry, to);
  if (goal.ok()) return goal;
  const bool has_equal_tiles = ParseEqualBoard(geometry, to).ok();
  return ErrorWithin("--to", goal.status(),
                     has_equal_tiles ? "equal tiles are for 'tilebase solve' by lookup and with "
                                       "--effort, and for tables of 'tilebase build --symbols'"
                                     : "");
}

}  // namespace tilebase
