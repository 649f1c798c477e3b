// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/board_text.h"

#include <climits>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "tables/board_reader.h"
#include "tables/error.h"
#include "tables/goal_reader.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

// `read` is ReadBoard or ReadGoal.
absl::StatusOr<Board> ReadBy(bool (*read)(const char*, size_t, BoardReading*, uint32_t*, size_t),
                             Geometry geometry, std::string_view text, BoardReading* reading) {
  uint32_t cells[kMaxCells];
  reading->shape = {geometry.width, geometry.height};
  if (!read(text.data(), text.size(), reading, cells, kMaxCells))
    return MakeError(absl::StatusCode::kInvalidArgument,
                     {.what = reading->what.text(), .expected = reading->expected.text()});
  Board board;
  board.geometry = geometry;
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    board.tile[cell] = static_cast<uint8_t>(cells[cell]);
    if (cells[cell] == 0) board.blank = static_cast<uint8_t>(cell);
  }
  return board;
}

}  // namespace

std::optional<Board> ParsePlainBoard(Geometry geometry, std::string_view text) {
  Board board;
  board.geometry = geometry;
  const int cells = geometry.cells();
  CellMask seen = 0;  // bit 0 is the blank
  int count = 0, slashes = 0, row_end = geometry.width;
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    while (at != end && (*at == ' ' || *at == ',' || *at == '\t')) ++at;
    if (at == end) break;
    if (*at == '/') {
      if (count != row_end || row_end == cells) return std::nullopt;
      row_end += geometry.width;
      ++slashes;
      ++at;
      continue;
    }
    if (!absl::ascii_isdigit(*at) || count == cells) return std::nullopt;
    int tile = *at++ - '0';
    if (at != end && absl::ascii_isdigit(*at)) tile = tile * 10 + (*at++ - '0');
    if (at != end && *at != ' ' && *at != ',' && *at != '/' && *at != '\t') return std::nullopt;
    if (tile >= cells) {
      if (tile > cells) return std::nullopt;
      tile = 0;
    }
    if (seen & CellBit(tile)) return std::nullopt;
    seen |= CellBit(tile);
    if (tile == 0) board.blank = static_cast<uint8_t>(count);
    board.tile[count++] = static_cast<uint8_t>(tile);
  }
  if (count != cells || (slashes != 0 && slashes != geometry.height - 1)) return std::nullopt;
  return board;
}

absl::StatusOr<Board> ParseBoard(Geometry geometry, std::string_view text,
                                 std::optional<uint32_t>* length) {
  if (length != nullptr) length->reset();
  if (const std::optional<Board> plain = ParsePlainBoard(geometry, text)) return *plain;
  BoardReading reading;
  const absl::StatusOr<Board> board = ReadBy(ReadBoard, geometry, text, &reading);
  if (board.ok() && length != nullptr && reading.has_length) *length = reading.length;
  return board;
}

absl::StatusOr<Board> ParseGoal(Geometry geometry, std::string_view text) {
  BoardReading reading;
  return ReadBy(ReadGoal, geometry, text, &reading);
}

absl::StatusOr<Board> ParseEqualBoard(Geometry geometry, std::string_view text) {
  BoardReading reading;
  reading.may_repeat = true;
  return ReadBy(ReadGoal, geometry, text, &reading);
}

size_t CountCells(std::string_view text) { return CountCells(text.data(), text.size()); }

namespace {

// Returns "14 and 15": the two tiles whose swap most reduces their distances from their cells on
// the goal.
std::string NearestSwap(const Board& board, const Board& goal) {
  const Geometry geometry = board.geometry;
  uint8_t at[kMaxCells] = {}, home[kMaxCells] = {};
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    at[board.tile[cell]] = static_cast<uint8_t>(cell);
    home[goal.tile[cell]] = static_cast<uint8_t>(cell);
  }
  int best_gain = INT_MIN, one = 0, other = 0;
  for (int a = 1; a < geometry.cells(); ++a) {
    for (int b = a + 1; b < geometry.cells(); ++b) {
      const int gain = geometry.Distance(at[a], home[a]) + geometry.Distance(at[b], home[b]) -
                       geometry.Distance(at[a], home[b]) - geometry.Distance(at[b], home[a]);
      if (gain > best_gain) best_gain = gain, one = a, other = b;
    }
  }
  return absl::StrCat(one, " and ", other);
}

}  // namespace

std::string WhyUnsolvable(const Board& board) {
  const bool odd = board.ArrangementIsOdd();
  return absl::StrCat("its arrangement is an ", odd ? "odd" : "even",
                      " permutation but the blank is an ", odd ? "even" : "odd",
                      " number of steps from the last cell, and every move changes both");
}

absl::Status CheckSolvable(const Board& board) {
  if (board.IsSolvable()) return absl::OkStatus();
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.what = absl::StrCat("this board cannot be solved: ", WhyUnsolvable(board)),
                    .remedy = "swap any two tiles to get a board that can be solved"});
}

absl::Status CheckReachable(const Board& board, const Board& goal) {
  if (goal == Board::Solved(goal.geometry)) return CheckSolvable(board);
  if (board.IsSolvable() == goal.IsSolvable()) return absl::OkStatus();
  return MakeError(
      absl::StatusCode::kInvalidArgument,
      {.what = "no moves lead from this board to that goal: one of the two can be brought to 1, 2, "
               "3, ..., the other cannot",
       .remedy = absl::StrCat("swap any two tiles of one of them, for example ",
                              NearestSwap(board, goal))});
}

std::string ToString(const Board& board) {
  std::string text;
  for (int cell = 0; cell < board.geometry.cells(); ++cell)
    absl::StrAppend(&text, cell == 0 ? "" : " ", static_cast<int>(board.tile[cell]));
  return text;
}

std::optional<Action> ActionOf(char letter) {
  const size_t place = std::string_view("LRUD").find(letter);
  if (place == std::string_view::npos) return std::nullopt;
  return static_cast<Action>(place);
}

absl::Status PlayActions(std::string_view letters, Board* board, uint8_t* moved) {
  Board played = *board;
  for (size_t i = 0; i < letters.size(); ++i) {
    const std::optional<Action> action = ActionOf(letters[i]);
    if (!action || !played.CanApply(*action))
      return MakeError(
          absl::StatusCode::kInvalidArgument,
          {.where = absl::StrCat("move ", i + 1),
           .expected = "one that slides a tile into the blank",
           .found = action ? absl::StrCat(std::string(1, letters[i]), " with the blank at the edge")
                           : "another letter than L, R, U, D",
           .remedy = "a letter is the direction in which the tile slides, not that of the blank"});
    const uint8_t tile = played.Apply(*action);
    if (moved != nullptr) moved[i] = tile;
  }
  *board = played;
  return absl::OkStatus();
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
  size_t runs = letters.empty() ? 0 : 1;
  for (size_t i = 1; i < letters.size(); ++i) runs += letters[i] != letters[i - 1];
  return runs;
}

}  // namespace tilebase
