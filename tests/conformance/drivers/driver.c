/* Copyright (c) 2026 The tilebase authors
 * SPDX-License-Identifier: MIT
 *
 * Answers the questions of tests/conformance/README.md by tilebase.h, or with TILEBASE_DROP_IN by
 * the drop-in reader. Compact forms are for runtime/embedded.h.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef TILEBASE_DROP_IN
#include "tilebase_reader.h"
typedef tilebase_reader_probe_result probe_result;
static tilebase_reader reader;
#else
#include "tilebase.h"
typedef tilebase_probe_result probe_result;
static tilebase_set* set;

static void PrintBoard(const uint8_t* board, size_t cells) {
  size_t i;
  for (i = 0; i < cells; ++i) printf("%s%d", i == 0 ? "" : " ", board[i]);
}
#endif

static char line[1 << 21];
static unsigned char image[1 << 20];
static size_t image_size;
static int is_open;
static char actions[1 << 16];
static const char* const kErrors[] = {"ok",      "argument",   "board",  "unsolvable", "board_size",
                                      "buffer",  "subproblem", "fixed",  "file",       "format",
                                      "version", "damaged",    "memory", "not_found",  "no_stages",
                                      "stopped", "limit"};

static size_t ReadNumbers(char* text, uint64_t* numbers, size_t most) {
  size_t count = 0;
  char* word;
  for (word = strtok(text, " \n"); word != NULL && count < most; word = strtok(NULL, " \n"))
    numbers[count++] = strtoull(word, NULL, 10);
  return count;
}

static void Open(const char* hex) {
  uint32_t width, height, worst_case;
  int code;
  is_open = 0;
  for (image_size = 0; sscanf(hex + 2 * image_size, "%2hhx", &image[image_size]) == 1;)
    ++image_size;
#ifdef TILEBASE_DROP_IN
  code = tilebase_reader_open(&reader, image, image_size, NULL, 0);
  if (code == 0) {
    width = (uint32_t)tilebase_reader_width(&reader);
    height = (uint32_t)tilebase_reader_height(&reader);
    worst_case = tilebase_reader_worst_case(&reader);
  }
#else
  tilebase_set_info info;
  tilebase_close(set);
  set = NULL;
  code = tilebase_open_image(image, image_size, TILEBASE_CHECK_CONTENT, &set, NULL, 0);
  if (code == 0) {
    tilebase_info(set, &info, sizeof info);
    width = info.width;
    height = info.height;
    worst_case = info.certified_worst_case;
  }
#endif
  is_open = code == 0;
  if (is_open)
    printf("%ux%u %u\n", width, height, worst_case);
  else
    printf("error %s\n", kErrors[code]);
}

static void Ask(const char* question, const uint64_t* numbers, size_t count) {
  uint8_t board[256];
  probe_result hint;
  size_t i, found;
  int code = -1;
  for (i = 0; i < count && i < sizeof board; ++i)
    board[i] = numbers[i] < 255 ? (uint8_t)numbers[i] : 255;
  memset(&hint, 0, sizeof hint);
  if (strcmp(question, "solve") == 0) {
#ifdef TILEBASE_DROP_IN
    code = tilebase_reader_solve(&reader, board, count, actions, sizeof actions, &found);
#else
    code = tilebase_solve(set, board, count, actions, sizeof actions, &found);
#endif
    if (code == 0) printf(found == 0 ? "0" : "%u %s", (unsigned)found, actions);
  } else if (strcmp(question, "hint") == 0) {
#ifdef TILEBASE_DROP_IN
    code = tilebase_reader_hint(&reader, board, count, &hint);
#else
    code = tilebase_hint(set, board, count, &hint, sizeof hint);
#endif
    if (code == 0)
      printf("%c %u %llx %llx %d", hint.action == 0 ? '-' : hint.action, hint.stage,
             (unsigned long long)hint.goal, (unsigned long long)hint.fixed, hint.remaining);
  }
#ifndef TILEBASE_DROP_IN
  if (strcmp(question, "random") == 0 || strcmp(question, "scramble") == 0) {
    tilebase_set_info info;
    uint8_t boards[1 << 14];
    size_t cells;
    tilebase_info(set, &info, sizeof info);
    cells = (size_t)info.width * info.height;
    if (strcmp(question, "random") == 0) {
      code = tilebase_random_board(info.width, info.height, numbers[0], numbers[1], board, cells);
      if (code == 0) PrintBoard(board, cells);
    } else {
      tilebase_scramble_wish wish = {0};
      wish.min_moves = (uint32_t)numbers[0];
      wish.max_moves = (uint32_t)numbers[1];
      wish.seed = numbers[2];
      code =
          tilebase_scramble(set, &wish, sizeof wish, boards, cells, (size_t)numbers[3], NULL, NULL);
      for (i = 0; code == 0 && i < numbers[3]; ++i) {
        printf(i == 0 ? "" : " / ");
        PrintBoard(boards + i * cells, cells);
      }
    }
  }
#endif
  if (code == -1)
    printf("unsupported");
  else if (code != 0)
    printf("error %s", kErrors[code]);
  printf("\n");
}

int main(void) {
  static uint64_t numbers[256];
  while (fgets(line, sizeof line, stdin) != NULL) {
    char question[16] = "";
    int used = 0;
    sscanf(line, "%15s%n", question, &used);
    if (strcmp(question, "open") == 0)
      Open(line + used + (line[used] == ' '));
    else if (!is_open)
      printf("closed\n");
    else
      Ask(question, numbers, ReadNumbers(line + used, numbers, 256));
    fflush(stdout);
  }
  return 0;
}
