// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Boards with equal tiles, by tables in which each tile occurs once. An assignment gives every tile
// of the board a cell of the goal that wants its number; then the tiles differ, and the tables
// solve the board.
//
// The first assignment has the least sum of distances (Kuhn 1955), with the parity from which moves
// lead to the goal. Best first, each assignment's neighbours are then looked up: those that two
// exchanges of equal tiles lead to, the least sums of distances first.

#ifndef TILEBASE_RUNTIME_EQUAL_TILES_H_
#define TILEBASE_RUNTIME_EQUAL_TILES_H_

#include <stddef.h>
#include <stdint.h>

#include <string>

#include "absl/status/statusor.h"
#include "runtime/answering_set.h"
#include "tables/board.h"

namespace tilebase {

// Here a Board may hold a number several times; only its blank is alone.

// Returns whether a number occurs twice on the board.
bool HasEqualTiles(const Board& board);

// Returns whether both boards hold each number equally often, and the blank once.
bool HaveSameTiles(const Board& board, const Board& goal);

struct EqualAnswer {
  std::string letters;
  uint64_t bound = 0;     // no solution is shorter; 0 in sets of the metric mtm
  bool shortest = false;  // no solution is shorter, by any assignment
  uint64_t looked_at = 0;
};

// Looking up assignments ends after this many boards.
inline constexpr uint64_t kEqualBoards = uint64_t{1} << 17;

// Finds a solution by the best of the assignments that it looks up. With effort, it also looks for
// shorter solutions by the best few of them; the effort is shared among these. Equal questions get
// equal answers if the effort has no time limit. Requires boards of the set's size with the same
// tiles, and equal ones among them. Safe from many threads. Errors: those of AnsweringSet::Solve;
// DataLoss if the tables do not lead to the goal.
absl::StatusOr<EqualAnswer> SolveEqualTiles(const AnsweringSet& set, const Board& board,
                                            const Board& goal, const Effort& effort);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_EQUAL_TILES_H_
