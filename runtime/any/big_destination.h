// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A board of any size to end at, as destination.h has it for boards of a set: other numbers on the
// tiles make the goal, with its blank slid to the last cell, home; the moves that slide it back
// follow.

#ifndef TILEBASE_RUNTIME_ANY_BIG_DESTINATION_H_
#define TILEBASE_RUNTIME_ANY_BIG_DESTINATION_H_

#include <stdint.h>

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/any/big_board.h"

namespace tilebase {

class BigDestination {
 public:
  // Home: nothing is renamed.
  explicit BigDestination(BigSize size) : size_(size) {}
  // From the goal's tiles, row by row. Errors: as BigBoard::FromTiles.
  static absl::StatusOr<BigDestination> Create(BigSize size, absl::Span<const uint32_t> goal);
  // From a board or a name of goal_reader.h.
  static absl::StatusOr<BigDestination> Parse(BigSize size, std::string_view text);

  BigSize size() const { return size_; }
  // The board whose way home is the way from `start` to the goal, but for the detour. Requires a
  // board of the same size.
  BigBoard Renamed(const BigBoard& start) const { return With(start, number_); }
  // The board that is renamed to this one.
  BigBoard Original(const BigBoard& renamed) const { return With(renamed, tile_); }
  // The letters that follow the way home.
  const std::string& detour() const { return detour_; }
  // OK, or an InvalidArgument error if no moves lead from the board, not renamed, to the goal.
  absl::Status CheckReachable(const BigBoard& start) const;

 private:
  BigBoard With(const BigBoard& board, const std::vector<uint32_t>& numbers) const;

  BigSize size_;
  std::vector<uint32_t> number_;  // of each tile, on a renamed board; empty: its own
  std::vector<uint32_t> tile_;    // the tile that has this number
  std::string detour_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_BIG_DESTINATION_H_
