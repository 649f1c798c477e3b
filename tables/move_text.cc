// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/move_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "tables/board_text.h"
#include "tables/error.h"

namespace tilebase {
namespace {

constexpr size_t kMostSlides = 1'000'000;

bool IsDigitAt(std::string_view text, size_t i) {
  return i < text.size() && absl::ascii_isdigit(static_cast<unsigned char>(text[i]));
}

bool IsBetweenMoves(char c) {
  return absl::ascii_isspace(static_cast<unsigned char>(c)) || c == ',' || c == ';';
}

// Takes digits from text[*i] on. What is more than kMostSlides comes back as more.
size_t TakeNumber(std::string_view text, size_t* i) {
  size_t number = 0;
  for (; IsDigitAt(text, *i); ++*i)
    if (number <= kMostSlides) number = 10 * number + static_cast<size_t>(text[*i] - '0');
  return number;
}

absl::Status NoMove(std::string_view text, size_t place) {
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.where = absl::StrCat("moves, character ", place + 1),
                    .expected = "L, R, U or D, each with a count or without: URD2L (the direction "
                                "in which a tile slides into the blank); or numbers of tiles",
                    .found = Quoted(std::string(text.substr(place)))});
}

absl::Status CannotMove(size_t move, std::string found, bool of_blank) {
  return MakeError(
      absl::StatusCode::kInvalidArgument,
      {.where = absl::StrCat("move ", move),
       .expected = "one that slides a tile into the blank",
       .found = std::move(found),
       .remedy = of_blank ? "a letter is the direction of the blank here; for directions of tiles "
                            "leave out the notation 'blank'"
                          : "a letter is the direction in which the tile slides; directions of the "
                            "blank are read in the notation 'blank'"});
}

absl::Status CannotReach(const PlayedBoard& board, size_t tile, size_t move) {
  const auto count = [&board](size_t what) {
    return std::count(board.tiles().begin(), board.tiles().end(), what);
  };
  const bool is_plain = count(tile) <= 1 && count(PlayedBoard::kWall) == 0;
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.where = absl::StrCat("move ", move),
                    .expected = "a tile in the row or column of the blank",
                    .found = absl::StrCat("tile ", tile),
                    .remedy = is_plain ? ""
                                       : "the nearest tile with that number is meant, and a letter "
                                         "if two are equally near; no tile "
                                         "passes a wall"});
}

std::string CellText(uint32_t tile) {
  if (tile == PlayedBoard::kWall) return "#";
  return tile == PlayedBoard::kOther ? "." : absl::StrCat(tile);
}

// `board` may be null.
absl::StatusOr<std::string> Read(std::string_view text, bool of_blank, PlayedBoard* board) {
  std::string letters;
  for (size_t i = 0; i < text.size();) {
    const size_t place = i;
    if (IsBetweenMoves(text[i])) {
      ++i;
      continue;
    }
    Action action = Action::kLeft;
    size_t count = 1;
    const bool is_tile = IsDigitAt(text, i);
    if (is_tile) {
      const size_t tile = TakeNumber(text, &i);
      if (i < text.size() && !IsBetweenMoves(text[i])) return NoMove(text, place);
      if (board == nullptr)
        return MakeError(absl::StatusCode::kInvalidArgument,
                         {.where = absl::StrCat("moves, character ", place + 1),
                          .expected = "letters: the number of a tile is a move on a board only",
                          .found = Quoted(std::string(text.substr(place)))});
      const auto slides = board->SlidesOf(static_cast<uint32_t>(std::min(tile, kMostSlides + 1)));
      if (!slides) return CannotReach(*board, tile, letters.size() + 1);
      action = slides->first;
      count = slides->second;
    } else {
      const auto read = ActionOf(absl::ascii_toupper(static_cast<unsigned char>(text[i++])));
      if (!read) return NoMove(text, place);
      if (IsDigitAt(text, i)) count = TakeNumber(text, &i);
      if (count == 0) return NoMove(text, place);
      action = of_blank ? Opposite(*read) : *read;
    }
    if (count > kMostSlides - letters.size())
      return MakeError(absl::StatusCode::kInvalidArgument,
                       {.where = "moves", .expected = "at most a million", .found = "more"});
    for (size_t slide = 0; slide < count; ++slide) {
      if (board != nullptr && board->Apply(action) == 0)
        return CannotMove(
            letters.size() + 1,
            absl::StrCat(std::string(1, text[place]), " with the blank at the edge or at a wall"),
            of_blank);
      letters += Letter(action);
    }
  }
  return letters;
}

}  // namespace

std::optional<MoveNotation> NotationOf(std::string_view name) {
  const auto* const found = std::find(std::begin(kNotationNames), std::end(kNotationNames), name);
  if (found == std::end(kNotationNames)) return std::nullopt;
  return static_cast<MoveNotation>(found - std::begin(kNotationNames));
}

PlayedBoard::PlayedBoard(const Board& board)
    : shape_{board.geometry.width, board.geometry.height},
      tiles_(board.tile, board.tile + board.geometry.cells()),
      blank_(board.blank) {}

PlayedBoard::PlayedBoard(BoardShape shape, std::vector<uint32_t> tiles)
    : shape_(shape), tiles_(std::move(tiles)) {
  blank_ = static_cast<uint32_t>(std::find(tiles_.begin(), tiles_.end(), 0u) - tiles_.begin());
}

Board PlayedBoard::ToBoard() const {
  Board board;
  board.geometry = {static_cast<uint8_t>(shape_.width), static_cast<uint8_t>(shape_.height)};
  for (size_t cell = 0; cell < tiles_.size(); ++cell)
    board.tile[cell] = static_cast<uint8_t>(tiles_[cell]);
  board.blank = static_cast<uint8_t>(blank_);
  return board;
}

std::string PlayedBoard::ToRows() const {
  std::string text;
  for (size_t cell = 0; cell < tiles_.size(); ++cell)
    absl::StrAppend(&text,
                    cell == 0                  ? ""
                    : cell % shape_.width == 0 ? "/"
                                               : " ",
                    CellText(tiles_[cell]));
  return text;
}

std::string PlayedBoard::Draw() const {
  const size_t digits = std::max<size_t>(2, absl::StrCat(tiles_.size() - 1).size());
  std::string rule = "+";
  for (uint32_t column = 0; column < shape_.width; ++column)
    absl::StrAppend(&rule, std::string(digits + 2, '-'), "+");
  std::string text = rule + "\n";
  for (size_t cell = 0; cell < tiles_.size(); ++cell) {
    const std::string number = tiles_[cell] == 0 ? "" : CellText(tiles_[cell]);
    const size_t margin = digits + 1 - std::min(digits, number.size());
    absl::StrAppend(&text, cell % shape_.width == 0 ? "|" : "", std::string(margin, ' '), number,
                    " |");
    if ((cell + 1) % shape_.width == 0) absl::StrAppend(&text, "\n", rule, "\n");
  }
  return text;
}

std::string PlayedBoard::ToText() const {
  std::string text;
  for (const uint32_t tile : tiles_) absl::StrAppend(&text, text.empty() ? "" : " ", tile);
  return text;
}

uint32_t PlayedBoard::Next(uint32_t cell, Action action) const {
  const uint32_t column = cell % shape_.width, row = cell / shape_.width;
  uint32_t from = cell;
  switch (action) {
    case Action::kLeft:
      if (column + 1 < shape_.width) from = cell + 1;
      break;
    case Action::kRight:
      if (column > 0) from = cell - 1;
      break;
    case Action::kUp:
      if (row + 1 < shape_.height) from = cell + shape_.width;
      break;
    case Action::kDown:
      if (row > 0) from = cell - shape_.width;
      break;
  }
  return tiles_[from] == kWall ? cell : from;
}

uint32_t PlayedBoard::Apply(Action action) {
  const uint32_t from = Next(blank_, action);
  const uint32_t tile = tiles_[from];
  std::swap(tiles_[blank_], tiles_[from]);
  blank_ = from;
  return tile;
}

std::optional<std::pair<Action, uint32_t>> PlayedBoard::SlidesOf(uint32_t tile) const {
  std::optional<std::pair<Action, uint32_t>> nearest;
  bool is_only = true;
  for (const Action action : {Action::kLeft, Action::kRight, Action::kUp, Action::kDown}) {
    uint32_t slides = 0;
    for (uint32_t cell = blank_, next; (next = Next(cell, action)) != cell; cell = next) {
      ++slides;
      if (tiles_[next] != tile) continue;
      if (!nearest || slides <= nearest->second) {
        is_only = !nearest || slides < nearest->second;
        nearest = {action, slides};
      }
      break;
    }
  }
  return is_only ? nearest : std::nullopt;
}

absl::StatusOr<std::string> ReadMoves(std::string_view text, bool of_blank, PlayedBoard* board) {
  PlayedBoard played = *board;
  absl::StatusOr<std::string> letters = Read(text, of_blank, &played);
  if (letters.ok()) *board = std::move(played);
  return letters;
}

absl::StatusOr<std::string> ReadMoves(std::string_view text, bool of_blank, Board* board) {
  PlayedBoard played(*board);
  absl::StatusOr<std::string> letters = Read(text, of_blank, &played);
  if (letters.ok()) *board = played.ToBoard();
  return letters;
}

absl::StatusOr<std::string> ReadMoves(std::string_view text, bool of_blank) {
  return Read(text, of_blank, nullptr);
}

std::vector<uint32_t> MovedTiles(PlayedBoard start, std::string_view letters) {
  std::vector<uint32_t> tiles;
  tiles.reserve(letters.size());
  for (const char letter : letters) {
    const std::optional<Action> action = ActionOf(letter);
    tiles.push_back(action ? start.Apply(*action) : 0);
  }
  return tiles;
}

std::string WriteMoves(PlayedBoard start, std::string_view letters, MoveNotation notation) {
  std::string text(letters);
  switch (notation) {
    case MoveNotation::kLetters:
      return text;
    case MoveNotation::kRuns:
      return Runs(letters);
    case MoveNotation::kBlank:
      for (char& letter : text)
        if (const std::optional<Action> action = ActionOf(letter))
          letter = Letter(Opposite(*action));
      return text;
    case MoveNotation::kTiles:
      text.clear();
      for (const uint32_t tile : MovedTiles(std::move(start), letters))
        absl::StrAppend(&text, text.empty() ? "" : " ", tile);
      return text;
  }
  return text;
}

}  // namespace tilebase
