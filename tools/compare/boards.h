// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The boards that solvers are compared on, and how many moves each needs where that is known.

#ifndef TILEBASE_TOOLS_COMPARE_BOARDS_H_
#define TILEBASE_TOOLS_COMPARE_BOARDS_H_

#include <stdint.h>

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tables/board.h"

namespace tilebase {

struct ComparedBoard {
  Board board;
  int shortest = -1;   // moves; -1: not known
  std::string source;  // "boards.txt:3", for messages
};

struct ComparedBoards {
  Geometry geometry;
  std::vector<ComparedBoard> boards;
};

// `what` is [WxH:]COUNT, random boards that are the same from the same seed; [WxH:]all, for at most
// nine cells; [WxH:]FILE or [WxH:]-, a board a line, its shortest number of moves after it or not.
// Without WxH: `usual`. `blank_first`: the lines' goal is 0, 1, 2, ...; they are turned and
// numbered again. Boards of at most nine cells have their shortest number of moves from a search.
//
// Errors: InvalidArgument, for a line with the file and its number; NotFound for the file.
absl::StatusOr<ComparedBoards> ChooseBoards(const std::string& what, Geometry usual,
                                            bool blank_first, uint64_t seed);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMPARE_BOARDS_H_
