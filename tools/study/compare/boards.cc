// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tables/board_text.h"
#include "tables/destination.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tools/common/board_feed.h"
#include "tools/common/quantity.h"
#include "tools/common/table_file.h"
#include "tools/study/classic/table_heuristics.h"
#include "tools/study/compare/comparison.h"

namespace tilebase {
namespace {

constexpr int kMostCellsForAll = 9;
constexpr int kAllDistances = 255;
constexpr uint64_t kMostMoves = 1'000'000;  // of a board that comes with its moves
constexpr uint64_t kMostRandomBoards = 10'000'000;

// Reads a board, or a board and its shortest number of moves.
absl::StatusOr<ComparedBoard> ParseText(Geometry geometry, std::string_view text) {
  std::optional<uint32_t> shortest;
  const absl::StatusOr<Board> board = ParseBoard(geometry, text, &shortest);
  if (!board.ok()) return board.status();
  const int moves = shortest && *shortest <= kMostMoves ? static_cast<int>(*shortest) : -1;
  return ComparedBoard{*board, moves, ""};
}

absl::Status ReadLines(std::istream& input, const std::string& name, const Board& goal,
                       ComparedBoards* result) {
  const Destination destination(goal);
  BoardLines lines(input, name);
  BoardTexts texts(lines, {result->geometry.width, result->geometry.height});
  for (std::string_view text; texts.Next(&text);) {
    const std::string source = texts.place();
    absl::StatusOr<ComparedBoard> board = ParseText(result->geometry, text);
    absl::Status status = board.status();
    if (board.ok()) status = CheckReachable(board->board, goal);
    if (!status.ok())
      return absl::InvalidArgumentError(absl::StrCat(source, ": ", status.message()));
    board->board = destination.Renamed(board->board);
    board->source = source;
    result->boards.push_back(*std::move(board));
  }
  if (!lines.status().ok()) return lines.status();
  if (result->boards.empty())
    return absl::InvalidArgumentError(
        absl::StrCat(name, ": no boards; expected one a line, or a row a line"));
  return absl::OkStatus();
}

void AddRandom(uint64_t count, uint64_t seed, ComparedBoards* result) {
  Random random(seed);
  for (uint64_t i = 0; i < count; ++i)
    result->boards.push_back(
        {RandomSolvableBoard(result->geometry, random), -1, absl::StrCat("random board ", i + 1)});
}

absl::Status AddShortest(bool all, ComparedBoards* result) {
  const classic::DistanceTable<1> distances(result->geometry, kAllDistances);
  if (all) {
    distances.ForEach([&](const Board& board, int) { result->boards.push_back({board, -1, ""}); });
    // Sorted by their text, so that the same board has the same place in every run.
    std::sort(result->boards.begin(), result->boards.end(),
              [](const ComparedBoard& a, const ComparedBoard& b) {
                return classic::PackedBoard<1>::Pack(a.board) <
                       classic::PackedBoard<1>::Pack(b.board);
              });
  }
  for (ComparedBoard& board : result->boards) {
    const int distance = distances.Find(board.board);
    if (board.shortest >= 0 && board.shortest != distance)
      return absl::InvalidArgumentError(absl::StrCat(board.source, ": says that ", board.shortest,
                                                     " moves are the least, found ", distance,
                                                     "; is its goal another one (--to)?"));
    board.shortest = distance;
    if (all) board.source = ToString(board.board);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ComparedBoards> ChooseBoards(const std::string& what, Geometry usual,
                                            const std::string& to, uint64_t seed) {
  ComparedBoards result;
  result.geometry = usual;
  std::string rest = what;
  if (const size_t colon = what.find(':'); colon != what.npos) {
    if (const absl::StatusOr<Geometry> size = ParseGeometry(what.substr(0, colon)); size.ok()) {
      result.geometry = *size;
      rest = what.substr(colon + 1);
    }
  }
  const absl::StatusOr<Board> goal = ParseGoalArgument(result.geometry, to);
  if (!goal.ok()) return absl::OutOfRangeError(goal.status().message());
  if (Destination(*goal).detour() != 0)
    return absl::OutOfRangeError(
        "--to: the solvers compared know goals with the blank in a corner; compare solutions to "
        "others by 'tilebase bench --to'");
  const bool small = result.geometry.cells() <= kMostCellsForAll;
  if (rest == "all") {
    if (!small)
      return absl::InvalidArgumentError(absl::StrCat("'", what,
                                                     "': all boards are for sizes of at most ",
                                                     kMostCellsForAll, " cells; write a count"));
  } else if (rest.find_first_not_of("0123456789") == rest.npos) {
    const absl::StatusOr<uint64_t> count = ParseCount(rest, 1, kMostRandomBoards);
    if (!count.ok()) return count.status();
    AddRandom(*count, seed, &result);
  } else if (rest == "-") {
    const absl::Status status = ReadLines(std::cin, "standard input", *goal, &result);
    if (!status.ok()) return status;
  } else {
    std::ifstream file(std::filesystem::path{rest});
    if (!file)
      return absl::NotFoundError(
          absl::StrCat(rest, ": ", std::strerror(errno),
                       "; expected a file with a board a line, a count, or 'all', after WxH: or "
                       "alone"));
    const absl::Status status = ReadLines(file, rest, *goal, &result);
    if (!status.ok()) return status;
  }
  if (small) {
    if (const absl::Status status = AddShortest(rest == "all", &result); !status.ok())
      return status;
  }
  return result;
}

}  // namespace tilebase
