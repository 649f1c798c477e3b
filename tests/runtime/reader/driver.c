/* Copyright (c) 2026 The tilebase authors
 * SPDX-License-Identifier: MIT
 *
 * driver IMAGE: reads boards of one byte a cell from standard input and prints, of each, the number
 * and letters of its actions, and the first hint. C99, and the drop-in reader alone.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tilebase_reader.h"

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

int main(int argc, char** argv) {
  static unsigned char image[1 << 20];
  static char actions[4096];
  char why[320] = "";
  unsigned char board[64];
  tilebase_reader reader;
  size_t size, count;
  FILE* const file = argc == 2 ? fopen(argv[1], "rb") : NULL;
#ifdef _WIN32
  _setmode(_fileno(stdin), _O_BINARY);
#endif
  if (file == NULL) return 2;
  size = fread(image, 1, sizeof image, file);
  fclose(file);
  if (tilebase_reader_open(&reader, image, size, why, sizeof why) != TILEBASE_READER_OK) {
    fprintf(stderr, "%s\n", why);
    return 3;
  }
  size = (size_t)(tilebase_reader_width(&reader) * tilebase_reader_height(&reader));
  while (fread(board, 1, size, stdin) == size) {
    tilebase_reader_probe_result hint = {0};
    if (tilebase_reader_solve(&reader, board, size, actions, sizeof actions, &count) != 0 ||
        tilebase_reader_hint(&reader, board, size, &hint) != 0)
      return 1;
    printf("%lu %s %c\n", (unsigned long)count, actions, hint.action == 0 ? '-' : hint.action);
  }
  return 0;
}
