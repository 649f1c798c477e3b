// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/big_destination.h"

#include <algorithm>
#include <utility>

#include "tables/error.h"
#include "tables/goal_reader.h"

namespace tilebase {

absl::StatusOr<BigDestination> BigDestination::Create(BigSize size,
                                                      absl::Span<const uint32_t> goal) {
  auto board = BigBoard::FromTiles(size, goal);
  if (!board.ok()) return board.status();
  BigDestination made(size);
  while (board->Apply(Action::kLeft)) made.detour_ += Letter(Action::kRight);
  while (board->Apply(Action::kUp)) made.detour_ += Letter(Action::kDown);
  std::reverse(made.detour_.begin(), made.detour_.end());
  const auto cells = static_cast<size_t>(size.cells());
  made.number_.resize(cells);
  made.tile_.resize(cells);
  for (int tile = 0; tile < size.cells(); ++tile) {
    const auto number = static_cast<uint32_t>((board->CellOf(tile) + 1) % size.cells());
    made.number_[static_cast<size_t>(tile)] = number;
    made.tile_[number] = static_cast<uint32_t>(tile);
  }
  return made;
}

absl::StatusOr<BigDestination> BigDestination::Parse(BigSize size, std::string_view text) {
  std::vector<uint32_t> cells(static_cast<size_t>(size.cells()));
  BoardReading reading;
  reading.shape = {static_cast<uint32_t>(size.width), static_cast<uint32_t>(size.height)};
  if (!ReadGoal(text.data(), text.size(), &reading, cells.data(), cells.size()))
    return MakeError(absl::StatusCode::kInvalidArgument,
                     {.what = reading.what.text(), .expected = reading.expected.text()});
  return Create(size, cells);
}

BigBoard BigDestination::With(const BigBoard& board, const std::vector<uint32_t>& numbers) const {
  BigBoard renamed = board;
  if (!numbers.empty())
    renamed.Rearrange([&](int cell) {
      return static_cast<int32_t>(numbers[static_cast<size_t>(board.tile(cell))]);
    });
  return renamed;
}

absl::Status BigDestination::CheckReachable(const BigBoard& start) const {
  if (number_.empty()) return start.CheckSolvable();
  if (Renamed(start).IsSolvable()) return absl::OkStatus();
  return MakeError(
      absl::StatusCode::kInvalidArgument,
      {.what = "no moves lead from this board to that goal: one of the two can be brought to 1, 2, "
               "3, ..., the other cannot",
       .remedy = "swap any two tiles of one of them"});
}

}  // namespace tilebase
