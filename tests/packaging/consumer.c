/* Copyright (c) 2026 The tilebase authors
 * SPDX-License-Identifier: MIT
 *
 * A C99 program as an outside project would write it.
 * Usage: consumer TABLES   with the tables of a 3x3 board. */
#include <stdio.h>
#include <string.h>
#include <tilebase.h>

#define EXPECT(condition)                                             \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      return 1;                                                       \
    }                                                                 \
  } while (0)

int main(int argc, char** argv) {
  /* One action from home: the 8 slides left. */
  static const uint8_t kBoard[9] = {1, 2, 3, 4, 5, 6, 7, 0, 8};
  tilebase_set* set = NULL;
  char message[200];
  char actions[100];
  size_t count = 0;
  EXPECT(argc == 2);
  EXPECT(strlen(tilebase_version()) > 0);
  EXPECT(tilebase_open("/nonexistent", 0, &set, message, sizeof message) == TILEBASE_ERROR_FILE);
  EXPECT(set == NULL && strstr(message, "/nonexistent") != NULL);
  EXPECT(tilebase_open(argv[1], TILEBASE_CHECK_CONTENT, &set, NULL, 0) == TILEBASE_OK);
  EXPECT(tilebase_solve(set, kBoard, sizeof kBoard, actions, sizeof actions, &count) ==
         TILEBASE_OK);
  EXPECT(count == 1 && strcmp(actions, "L") == 0);
  tilebase_close(set);
  return 0;
}
