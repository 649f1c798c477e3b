// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/board_text.h"

#include <climits>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

constexpr size_t kMaxQuoted = 24;  // of the user's text, in a message

// Space, tab to carriage return, ',' and '/'.
bool IsSeparator(char c) {
  return c <= '/' && (c == ' ' || c == ',' || c == '/' || (c >= '\t' && c <= '\r'));
}

// The cells of a board's text, one after another: its words, or the characters of a single word
// that has as many as the board has cells, at most nine.
class CellTexts {
 public:
  CellTexts(std::string_view text, size_t cells) : rest_(text) {
    const std::string_view first = TakeWord();
    is_one_word_ = cells <= 9 && first.size() == cells && TakeWord().empty();
    rest_ = is_one_word_ ? first : text;
  }

  // Empty at the end.
  std::string_view Take() {
    if (!is_one_word_) return TakeWord();
    const std::string_view character = rest_.substr(0, 1);
    rest_.remove_prefix(character.size());
    return character;
  }

 private:
  std::string_view TakeWord() {
    const char* begin = rest_.data();
    const char* const end = begin + rest_.size();
    while (begin != end && IsSeparator(*begin)) ++begin;
    const char* word_end = begin;
    while (word_end != end && !IsSeparator(*word_end)) ++word_end;
    rest_ = {word_end, static_cast<size_t>(end - word_end)};
    return {begin, static_cast<size_t>(word_end - begin)};
  }

  std::string_view rest_;
  bool is_one_word_;
};

// The tile a word names, 0 for the blank, -1 where it names none.
int ParseTile(Geometry geometry, std::string_view word) {
  if (word == "_") return 0;
  if (word.empty() || word.size() > 4) return -1;
  int number = 0;
  for (char c : word) {
    if (c < '0' || c > '9') return -1;
    number = number * 10 + (c - '0');
  }
  if (number == geometry.cells()) return 0;
  return number < geometry.cells() ? number : -1;
}

}  // namespace

absl::StatusOr<Board> ParseBoard(Geometry geometry, std::string_view text) {
  const size_t cells = static_cast<size_t>(geometry.cells());
  const auto wrong = [&](std::string what) {
    return MakeError(
        absl::StatusCode::kInvalidArgument,
        {.what = std::move(what),
         .expected = absl::StrCat(cells, " numbers, 0 to ", cells - 1,
                                  " (0 or _ is the blank), for a ", ToString(geometry), " board")});
  };
  Board board;
  board.geometry = geometry;
  CellMask seen = 0;  // bit 0 is the blank
  size_t count = 0;
  CellTexts texts(text, cells);
  for (std::string_view word = texts.Take(); !word.empty(); word = texts.Take()) {
    const size_t cell = count++;
    if (cell >= cells) continue;
    const int tile = ParseTile(geometry, word);
    if (tile < 0)
      return wrong(absl::StrCat(Quoted({word.data(), word.size()}, kMaxQuoted), " in place ",
                                cell + 1, " is not a tile of this board"));
    if (seen & CellBit(tile)) {
      return wrong(tile == 0
                       ? absl::StrCat("two blanks, the second in place ", cell + 1, " (0, _ and ",
                                      cells, " all mean the blank)")
                       : absl::StrCat("tile ", tile, " occurs twice, again in place ", cell + 1));
    }
    seen |= CellBit(tile);
    board.tile[cell] = static_cast<uint8_t>(tile);
    if (tile == 0) board.blank = static_cast<uint8_t>(cell);
  }
  if (count == 0) return wrong("empty board");
  if (count != cells) {
    return wrong(absl::StrCat(count > kMaxCells ? "more than 64" : absl::StrCat(count),
                              count == 1 ? " number" : " numbers"));
  }
  return board;
}

size_t CountCells(std::string_view text) {
  size_t words = 0;
  size_t length = 0;
  bool in_word = false;
  for (const char c : text) {
    const bool separator = IsSeparator(c);
    words += !separator && !in_word;
    length += !separator;
    in_word = !separator;
  }
  return words == 1 ? length : words;
}

namespace {

// "14 and 15": the two tiles of the board that come nearest to their cells on the goal by a swap.
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

std::string Draw(const Board& board) {
  const Geometry geometry = board.geometry;
  std::string rule = "+";
  for (int column = 0; column < geometry.width; ++column) rule += "----+";
  std::string text = rule + "\n";
  for (int row = 0; row < geometry.height; ++row) {
    text += "|";
    for (int column = 0; column < geometry.width; ++column) {
      const int tile = board.tile[row * geometry.width + column];
      if (tile == 0)
        text += "    |";
      else
        absl::StrAppend(&text, " ", absl::Dec(tile, absl::kSpacePad2), " |");
    }
    absl::StrAppend(&text, "\n", rule, "\n");
  }
  return text;
}

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
