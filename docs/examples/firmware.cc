// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Functions that solve boards and give hints. Linked by themselves, with the tables, they show what
// the firmware costs (firmware_test.py).

#include "runtime/embedded.h"

extern "C" const unsigned char tilebase_tables[];

// Solves the board, of one byte a cell with 0 for the blank. Writes the actions as numbers (L, R,
// U, D are 0 to 3); `actions` has room for the certified worst case. How many there are, or -1.
extern "C" int SolveBoard(unsigned char* board, unsigned char* actions) {
  tilebase::EmbeddedWalk walk(tilebase_tables);
  int count = 0;
  while (true) {
    const uint8_t action = walk.Next(board);
    if (action == tilebase::EmbeddedWalk::kSolved) return count;
    if (action == tilebase::EmbeddedWalk::kDamaged) return -1;
    actions[count++] = action;
  }
}

// The next action for a hint button, whatever the player did before: L, R, U, D are 0 to 3; 4 where
// the board is solved. The board stays as it is.
extern "C" int HintBoard(const unsigned char* board) {
  return tilebase::EmbeddedWalk::Hint(tilebase_tables, board);
}
