/* Copyright (c) 2026 The tilebase authors
 * SPDX-License-Identifier: MIT
 *
 * Solves one 4x4 board, then gets it home hint by hint, as a game with a hint button would.
 *
 *   tilebase build -o tiny.tilebase
 *   cc -std=c99 solve.c $(pkg-config --cflags --libs tilebase) -o solve
 *   ./solve tiny.tilebase
 */
#include <stdio.h>
#include <stdlib.h>
#include <tilebase.h>

/* Slides a tile into the blank; its direction is a hint's action. */
static void slide(uint8_t* board, char action) {
  const int step = action == 'L' ? 1 : action == 'R' ? -1 : action == 'U' ? 4 : -4;
  int blank = 0;
  while (board[blank] != 0) ++blank;
  board[blank] = board[blank + step];
  board[blank + step] = 0;
}

int main(int argc, char** argv) {
  /* Row by row; 0 is the blank. The board of the paper's figure 1. */
  uint8_t board[16] = {15, 10, 0, 13, 11, 4, 1, 12, 3, 7, 9, 8, 2, 14, 6, 5};
  tilebase_set* set = NULL;
  tilebase_set_info info;
  tilebase_probe_result hint = {0}; /* of this game; carries over from hint to hint */
  int taken = 0;
  char why[300];
  char* actions;
  size_t count = 0;
  int code;

  if (argc != 2) {
    fprintf(stderr, "usage: solve TABLES\n");
    return 2;
  }
  /* Check every byte once, here or when the file was installed; opening is faster without. */
  if (tilebase_open(argv[1], TILEBASE_CHECK_CONTENT, &set, why, sizeof why) != TILEBASE_OK) {
    fprintf(stderr, "%s\n", why);
    return 1;
  }
  /* No board needs a longer buffer than this. */
  tilebase_info(set, &info, sizeof info);
  actions = malloc(info.certified_worst_case + 1);
  if (actions == NULL) {
    tilebase_close(set);
    return 1;
  }

  code = tilebase_solve(set, board, sizeof board, actions, info.certified_worst_case + 1, &count);
  if (code == TILEBASE_OK)
    printf("%lu actions: %s\n", (unsigned long)count, actions);
  else
    printf("error: %s\n", tilebase_error_text(code));

  while (code == TILEBASE_OK) {
    code = tilebase_hint(set, board, sizeof board, &hint, sizeof hint);
    if (code != TILEBASE_OK || hint.action == 0) break; /* 0: the board is solved */
    if (taken == 0)
      printf("hint: slide %c, %d actions to the end of stage %u\n", hint.action,
             (int)hint.remaining, (unsigned)hint.stage + 1);
    /* Here a player may make any other move; the next hint starts from that board. */
    slide(board, hint.action);
    ++taken;
  }
  if (code == TILEBASE_OK) printf("home after %d hints\n", taken);

  free(actions);
  tilebase_close(set);
  return code == TILEBASE_OK ? 0 : 1;
}
