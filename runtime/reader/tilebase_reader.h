/* Copyright (c) 2026 The tilebase authors
 * SPDX-License-Identifier: MIT
 *
 * tilebase_reader: solve sliding-tile puzzles from a raw flat image, in two files. Put this header
 * and tilebase_reader.cc into a program. They need no library, no heap and no operating system;
 * the source is C++17 and C++20 (-fno-exceptions -fno-rtti will do), this header C99 too.
 *
 *   tilebase build -o 4x4.tilebase
 *   tilebase export 4x4.tilebase -o 4x4.image      makes the image: a file, or bytes in flash
 *
 *   tilebase_reader reader;
 *   if (tilebase_reader_open(&reader, image, image_size, why, sizeof why) == TILEBASE_READER_OK)
 *     tilebase_reader_solve(&reader, board, 16, actions, sizeof actions, &count);
 *
 * A board is width*height bytes, row by row: the tile's number on each cell, 0 for the blank. An
 * action is the direction in which a tile slides into the blank: L, R, U or D.
 *
 * The answers are those of libtilebase, which is faster: this reader prepares each table when it
 * looks at it. Nothing is kept between calls but the reader, which is never changed after it was
 * opened, so any number of threads may ask. After an error outputs are unchanged unless said
 * otherwise.
 */
#ifndef TILEBASE_READER_H_
#define TILEBASE_READER_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The functions return these: the numbers of tilebase_code in tilebase.h. */
typedef enum tilebase_reader_code {
  TILEBASE_READER_OK = 0,
  TILEBASE_READER_BOARD = 2,      /* not a permutation of 0 .. cells-1 */
  TILEBASE_READER_UNSOLVABLE = 3, /* parity: no sequence of moves solves this board */
  TILEBASE_READER_BOARD_SIZE = 4, /* a board of another size than the image's */
  TILEBASE_READER_BUFFER = 5,     /* the output is too short; the needed size was stored */
  TILEBASE_READER_SUBPROBLEM = 6, /* the image has no table for the hint's (goal, fixed) */
  TILEBASE_READER_FORMAT = 9,     /* not an image */
  TILEBASE_READER_VERSION = 10,   /* newer, or compressed, or without stages of single moves */
  TILEBASE_READER_DAMAGED = 11    /* the image is damaged */
} tilebase_reader_code;

/* An opened image. The words are the reader's own. */
typedef struct tilebase_reader {
  uint64_t words[6];
} tilebase_reader;

/* Checks every byte of the image: two passes over it. Nothing outside its image_size bytes is read,
 * whatever they hold. They must stay, unchanged, as long as the reader is used. On failure stores,
 * where `message` is not null, a zero-ended text of at most message_size bytes that says what was
 * expected and what was found, and the reader must not be used. */
int tilebase_reader_open(tilebase_reader* reader, const void* image, size_t image_size,
                         char* message, size_t message_size);

int tilebase_reader_width(const tilebase_reader* reader);
int tilebase_reader_height(const tilebase_reader* reader);
/* No board of this size needs more actions. */
uint32_t tilebase_reader_worst_case(const tilebase_reader* reader);

/* Solves a board: writes the letters of the actions and a terminating zero to `actions`, at most
 * `capacity` bytes; worst_case + 1 always suffice. *count (may be null) receives the number of
 * actions, also with TILEBASE_READER_BUFFER. After an error what `actions` holds is undefined. */
int tilebase_reader_solve(const tilebase_reader* reader, const uint8_t* board, size_t board_size,
                          char* actions, size_t capacity, size_t* count);

/* The tables' answer for one board: tilebase_probe_result of tilebase.h. Sets of tiles: bit t-1 is
 * tile t. */
typedef struct tilebase_reader_probe_result {
  uint64_t goal;     /* brought home in this subproblem; 0 where the board is solved */
  uint64_t fixed;    /* left alone in it */
  uint32_t stage;    /* from 0; the number of stages where the board is solved */
  int32_t remaining; /* actions to the subproblem's goal; -1: cannot be reached */
  int32_t after[4];  /* the same after L, R, U, D; -1: no such action in this subproblem */
  char action;       /* the table's action, or 0 at the goal and where it cannot be reached */
} tilebase_reader_probe_result;

/* Looks one board up in the first stage whose tiles are not home. */
int tilebase_reader_probe(const tilebase_reader* reader, const uint8_t* board, size_t board_size,
                          tilebase_reader_probe_result* result);

/* A hint button: the next action for this board, wherever it comes from. Pass zeros, or the last
 * hint. Hints always lead home, whatever the player does in between; see tilebase_hint in
 * tilebase.h. */
int tilebase_reader_hint(const tilebase_reader* reader, const uint8_t* board, size_t board_size,
                         tilebase_reader_probe_result* hint);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TILEBASE_READER_H_ */
