// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/big_board.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "tables/board_reader.h"
#include "tables/error.h"
#include "tables/move_text.h"

namespace tilebase {
namespace {

constexpr size_t kMaxQuoted = 24;  // characters of the user's text in a message

// Reads a text of digits only as a number, at most 10^7; -1 for any other text.
int ParseNumber(std::string_view text) {
  if (text.empty() || text.size() > 7) return -1;
  int number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    number = number * 10 + (c - '0');
  }
  return number;
}

absl::Status Wrong(BigSize size, std::string what) {
  return MakeError(
      absl::StatusCode::kInvalidArgument,
      {.what = std::move(what),
       .expected = absl::StrCat(size.cells(), " numbers, 0 to ", size.cells() - 1,
                                " (0 or _ is the blank), for a ", ToString(size), " board")});
}

}  // namespace

absl::StatusOr<BigSize> MakeBigSize(uint32_t width, uint32_t height) {
  const auto within = [](uint32_t side) { return side >= kMinSide && side <= kMaxBigSide; };
  if (within(width) && within(height))
    return BigSize{static_cast<int>(width), static_cast<int>(height)};
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.where = absl::StrCat("board ", width, "x", height),
                    .expected = "WIDTHxHEIGHT, each from 2 to 1000"});
}

absl::StatusOr<BigSize> ParseBigSize(std::string_view text) {
  const size_t cross = text.find_first_of("xX");
  const int width = cross == text.npos ? -1 : ParseNumber(text.substr(0, cross));
  const int height = cross == text.npos ? -1 : ParseNumber(text.substr(cross + 1));
  if (width >= 0 && height >= 0) {
    auto size = MakeBigSize(static_cast<uint32_t>(width), static_cast<uint32_t>(height));
    if (size.ok()) return size;
  }
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.where = absl::StrCat("board ", Quoted({text.data(), text.size()}, kMaxQuoted)),
                    .expected = "WIDTHxHEIGHT, each from 2 to 1000, such as 10x10 or 100x40"});
}

std::string ToString(BigSize size) { return absl::StrCat(size.width, "x", size.height); }

BigBoard BigBoard::Solved(BigSize size) {
  BigBoard board(size);
  const int cells = size.cells();
  board.tile_.resize(static_cast<size_t>(cells));
  board.cell_.resize(static_cast<size_t>(cells));
  for (int cell = 0; cell < cells; ++cell) {
    const int tile = cell + 1 == cells ? 0 : cell + 1;
    board.tile_[static_cast<size_t>(cell)] = tile;
    board.cell_[static_cast<size_t>(tile)] = cell;
  }
  return board;
}

BigBoard BigBoard::RandomSolvable(BigSize size, Random& random) {
  BigBoard board = Solved(size);
  for (size_t cell = board.tile_.size() - 1; cell > 0; --cell)
    std::swap(board.tile_[cell], board.tile_[random.Below(cell + 1)]);
  for (size_t cell = 0; cell < board.tile_.size(); ++cell)
    board.cell_[static_cast<size_t>(board.tile_[cell])] = static_cast<int32_t>(cell);
  if (board.IsSolvable()) return board;
  // Swapping two tiles pairs every unsolvable board with a solvable one.
  const int first = board.blank() == 0 ? 1 : 0;
  const int second = board.blank() == first + 1 ? first + 2 : first + 1;
  const auto a = static_cast<size_t>(first);
  const auto b = static_cast<size_t>(second);
  std::swap(board.tile_[a], board.tile_[b]);
  board.cell_[static_cast<size_t>(board.tile_[a])] = first;
  board.cell_[static_cast<size_t>(board.tile_[b])] = second;
  return board;
}

absl::StatusOr<BigBoard> BigBoard::FromTiles(BigSize size, absl::Span<const uint32_t> tiles) {
  const auto cells = static_cast<size_t>(size.cells());
  if (tiles.size() != cells)
    return Wrong(size, absl::StrCat(tiles.size(), tiles.size() == 1 ? " number" : " numbers"));
  BigBoard board(size);
  board.tile_.resize(cells);
  board.cell_.assign(cells, -1);
  for (size_t cell = 0; cell < cells; ++cell) {
    const uint32_t tile = tiles[cell];
    if (tile >= cells)
      return Wrong(size,
                   absl::StrCat(tile, " in place ", cell + 1, " is not a tile of this board"));
    if (board.cell_[tile] >= 0)
      return Wrong(size, absl::StrCat(tile == 0 ? "the blank" : absl::StrCat("tile ", tile),
                                      " occurs twice, again in place ", cell + 1));
    board.tile_[cell] = static_cast<int32_t>(tile);
    board.cell_[tile] = static_cast<int32_t>(cell);
  }
  return board;
}

absl::StatusOr<BigBoard> BigBoard::Parse(BigSize size, std::string_view text) {
  std::vector<uint32_t> tiles(static_cast<size_t>(size.cells()));
  BoardReading reading;
  reading.shape = {static_cast<uint32_t>(size.width), static_cast<uint32_t>(size.height)};
  if (!ReadBoard(text.data(), text.size(), &reading, tiles.data(), tiles.size()))
    return MakeError(absl::StatusCode::kInvalidArgument,
                     {.what = reading.what.text(), .expected = reading.expected.text()});
  return FromTiles(size, tiles);
}

bool BigBoard::Apply(Action action) {
  const int row = blank() / size_.width;
  const int column = blank() % size_.width;
  switch (action) {
    case Action::kLeft:
      if (column + 1 == size_.width) return false;
      SlideFrom(blank() + 1);
      return true;
    case Action::kRight:
      if (column == 0) return false;
      SlideFrom(blank() - 1);
      return true;
    case Action::kUp:
      if (row + 1 == size_.height) return false;
      SlideFrom(blank() + size_.width);
      return true;
    case Action::kDown:
      if (row == 0) return false;
      SlideFrom(blank() - size_.width);
      return true;
  }
  return false;
}

bool BigBoard::IsSolved() const {
  for (int cell = 0; cell + 1 < size_.cells(); ++cell)
    if (tile(cell) != cell + 1) return false;
  return true;
}

int BigBoard::HomeOnTheWay(int tile) const {
  if (tile == 0) return blank_home_;
  const int cell = tile - 1;
  const int column = cell % size_.width, row = cell / size_.width;
  const int turn = blank_home_ % size_.width;  // the column where the blank turns
  if (row == size_.height - 1 && column >= turn) return cell + 1;
  return column == turn && cell >= blank_home_ ? cell + size_.width : cell;
}

int BigBoard::TileOnTheWay(int home) const {
  const int column = home % size_.width, row = home / size_.width;
  const int turn = blank_home_ % size_.width;
  if (row == size_.height - 1 && column > turn) return home;
  return column == turn && home > blank_home_ ? home - size_.width + 1 : home + 1;
}

bool BigBoard::ArrangementIsOdd() const {
  // A cycle of length n is n-1 transpositions.
  bool odd = false;
  std::vector<bool> seen(tile_.size());
  for (int start = 0; start < size_.cells(); ++start) {
    for (int cell = start; !seen[static_cast<size_t>(cell)]; cell = Home(tile(cell))) {
      seen[static_cast<size_t>(cell)] = true;
      if (cell != start) odd = !odd;
    }
  }
  return odd;
}

bool BigBoard::IsSolvable() const {
  const int rows = size_.height - 1 - blank() / size_.width;
  const int columns = size_.width - 1 - blank() % size_.width;
  return ArrangementIsOdd() == (((rows + columns) & 1) != 0);
}

absl::Status BigBoard::CheckSolvable() const {
  if (IsSolvable()) return absl::OkStatus();
  const bool odd = ArrangementIsOdd();
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.what = absl::StrCat(
                        "this board cannot be solved: its arrangement is an ", odd ? "odd" : "even",
                        " permutation but the blank is an ", odd ? "even" : "odd",
                        " number of steps from the last cell, and every move changes both"),
                    .remedy = "swap any two tiles to get a board that can be solved"});
}

int64_t BigBoard::ManhattanDistance() const {
  int64_t sum = 0;
  for (int cell = 0; cell < size_.cells(); ++cell) {
    if (cell == blank()) continue;
    const int home = Home(tile(cell));
    sum += std::abs(cell / size_.width - home / size_.width) +
           std::abs(cell % size_.width - home % size_.width);
  }
  return sum;
}

std::string BigBoard::ToText() const {
  std::string text;
  for (const int32_t tile : tile_) absl::StrAppend(&text, text.empty() ? "" : " ", tile);
  return text;
}

std::string BigBoard::Draw() const {
  const BoardShape shape = {static_cast<uint32_t>(size_.width),
                            static_cast<uint32_t>(size_.height)};
  return PlayedBoard(shape, {tile_.begin(), tile_.end()}).Draw();
}

}  // namespace tilebase
