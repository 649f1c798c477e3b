// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solving boards of any size as people do, without tables: the tiles are brought home one after
// another, and those that are home are not moved again, but for the last two of a line.
//
// kGreedy is the greedy algorithm: a row and a column in turns, and a tile goes diagonally as far
// as it can, at three moves a step (I. Parberry, A real-time algorithm for the (n^2-1)-puzzle,
// 1995; Solving the (n^2-1)-puzzle with 8/3 n^3 expected moves, 2015). kRows is the plainest
// method: row after row, and a tile goes along the row first and up then, at five moves a step.

#ifndef TILEBASE_TOOLS_CLASSIC_CONSTRUCTIVE_H_
#define TILEBASE_TOOLS_CLASSIC_CONSTRUCTIVE_H_

#include "runtime/any/big_board.h"

namespace tilebase::classic {

enum class Construction { kGreedy, kRows };

// Solves the board, and tells the moves to the stream. Requires one that can be solved. Time:
// linear in the moves.
void SolveConstructively(Construction construction, BigBoard* board, LetterStream* stream);

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_CONSTRUCTIVE_H_
