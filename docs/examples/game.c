/* Copyright (c) 2026 The tilebase authors
 * SPDX-License-Identifier: MIT
 *
 * Makes a puzzle that takes 50 to 60 moves, and prints it, its solution and the first hint.
 *
 *   tilebase build -o 4x4.tilebase && tilebase export 4x4.tilebase -o 4x4.image
 *   cc game.c $(pkg-config --cflags --libs tilebase) -o game && ./game
 */
#include <stdio.h>
#include <tilebase.h>

int main(void) {
  tilebase_set* set;
  tilebase_scramble_wish wish = {.min_moves = 50, .max_moves = 60, .seed = 1};
  tilebase_probe_result hint = {0};
  unsigned char board[16];
  char actions[512], why[512] = "";
  if (tilebase_open("4x4.image", 0, &set, why, sizeof why) != TILEBASE_OK) return puts(why), 1;
  tilebase_scramble(set, &wish, sizeof wish, board, 16, 1, NULL, NULL);
  tilebase_solve(set, board, 16, actions, sizeof actions, NULL);
  tilebase_hint(set, board, 16, &hint, sizeof hint);
  for (int cell = 0; cell < 16; ++cell) printf("%d ", board[cell]);
  printf("\n%s\n%c\n", actions, hint.action);
  tilebase_close(set);
  return 0;
}
