/* Copyright (c) 2026 The tilebase authors
 * SPDX-License-Identifier: MIT
 *
 * tilebase: solve sliding-tile puzzles by table lookup. The C interface; usable from C99 and C++.
 *
 * A board is width*height bytes, row-major: the tile's number on each cell, 0 for the blank. The
 * goal is 1, 2, 3, ... with the blank on the last cell. An action is the direction in which a tile
 * slides into the blank, written as one of the letters L, R, U, D.
 *
 * Every function that can fail returns a tilebase_code. Nothing is printed, thrown or left half
 * done; after an error the outputs are unchanged unless the function says otherwise. A set may be
 * used by any number of threads at once; queries neither lock, allocate nor enter the system.
 * tilebase_close must not run while another thread uses the set.
 */
#ifndef TILEBASE_H_
#define TILEBASE_H_

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define TILEBASE_API __attribute__((visibility("default")))
#else
#define TILEBASE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The numbers are pinned: they never change meaning and are never used again. */
typedef enum tilebase_code {
  TILEBASE_OK = 0,
  TILEBASE_ERROR_ARGUMENT = 1,   /* a null pointer, or a size that cannot be */
  TILEBASE_ERROR_BOARD = 2,      /* not a permutation of 0 .. cells-1 */
  TILEBASE_ERROR_UNSOLVABLE = 3, /* parity: no sequence of moves solves this board */
  TILEBASE_ERROR_BOARD_SIZE = 4, /* a board of another size than the set's */
  TILEBASE_ERROR_BUFFER = 5,     /* the output is too short; the needed size was stored */
  TILEBASE_ERROR_SUBPROBLEM = 6, /* the set has no table for this (G, R) */
  TILEBASE_ERROR_FIXED = 7,      /* a tile of R is not home on this board */
  TILEBASE_ERROR_FILE = 8,       /* the file is missing or cannot be read */
  TILEBASE_ERROR_FORMAT = 9,     /* not a table set */
  TILEBASE_ERROR_VERSION = 10,   /* of a newer version, or for another kind of machine */
  TILEBASE_ERROR_DAMAGED = 11,   /* the table set is damaged */
  TILEBASE_ERROR_MEMORY = 12     /* memory could not be had */
} tilebase_code;

/* An opened table set. */
typedef struct tilebase_set tilebase_set;

/* "0.1.0". Never null. */
TILEBASE_API const char* tilebase_version(void);

/* What a code means, in English, without a final stop. Never null, also for unknown codes. */
TILEBASE_API const char* tilebase_error_text(int code);

/* Flags of tilebase_open and tilebase_open_image. */
#define TILEBASE_CHECK_CONTENT 1u /* read and check every table's content, not only its headers */

/* Opens a table set file, a store or a flat image, read-only, and decodes its compressed tables.
 * On success stores a set that tilebase_close must release. On failure stores null and, where
 * `message` is not null, a zero-ended text of at most message_size bytes that names the file, what
 * was expected and what was found. */
TILEBASE_API int tilebase_open(const char* path, unsigned flags, tilebase_set** set, char* message,
                               size_t message_size);

/* The same for a flat image in memory, such as a downloaded one or an array in the program. Nothing
 * outside its image_size bytes is read, whatever they hold. They must stay, unchanged, until
 * tilebase_close. */
TILEBASE_API int tilebase_open_image(const void* image, size_t image_size, unsigned flags,
                                     tilebase_set** set, char* message, size_t message_size);

/* Releases a set. Null is allowed. */
TILEBASE_API void tilebase_close(tilebase_set* set);

typedef struct tilebase_set_info {
  uint32_t width;
  uint32_t height;
  uint32_t stages;
  uint32_t tables;
  uint32_t certified_worst_case; /* no board of this size needs more actions */
  uint64_t file_bytes;
} tilebase_set_info;

/* Fills the first info_size bytes of a tilebase_set_info: pass sizeof(tilebase_set_info), so that
 * programs built against an older header keep working. */
TILEBASE_API int tilebase_info(const tilebase_set* set, tilebase_set_info* info, size_t info_size);

/* Solves a board: writes the letters of the actions and a terminating zero to `actions`.
 * *count (may be null) receives the number of actions; also with TILEBASE_ERROR_BUFFER, where
 * `capacity` is less than that number plus one and nothing is written past it. A capacity of
 * certified_worst_case + 1 always suffices. */
TILEBASE_API int tilebase_solve(const tilebase_set* set, const uint8_t* board, size_t board_size,
                                char* actions, size_t capacity, size_t* count);

/* What the tables say of one board. Sets of tiles: bit t-1 is tile t. */
typedef struct tilebase_probe_result {
  uint64_t goal;     /* G of the subproblem that was looked up; 0 where the board is solved */
  uint64_t fixed;    /* R */
  uint32_t stage;    /* from 0; the number of stages where the board is solved */
  int32_t remaining; /* actions to the subproblem's goal; -1: cannot be reached */
  int32_t after[4];  /* the same after L, R, U, D; -1: no such action in this subproblem */
  char action;       /* the table's action, or 0 at the goal and where it cannot be reached */
} tilebase_probe_result;

/* Looks one board up in the first stage whose tiles are not home. Costs about five walks through
 * the rest of the stage. result_size as in tilebase_info.
 *
 * To follow a solution move by move, look the next boards up in the same subproblem
 * (tilebase_probe_subproblem with the result's goal and fixed) until remaining is 0, and only then
 * probe anew: a stage may have to move tiles of earlier stages, and a board by itself does not tell
 * that this is under way. */
TILEBASE_API int tilebase_probe(const tilebase_set* set, const uint8_t* board, size_t board_size,
                                tilebase_probe_result* result, size_t result_size);

/* Looks one board up in the subproblem (goal, fixed): "bring 5 and 6 home, leave 1-4 alone". The
 * set must have a table for it. result->stage is that of the table. */
TILEBASE_API int tilebase_probe_subproblem(const tilebase_set* set, const uint8_t* board,
                                           size_t board_size, uint64_t goal, uint64_t fixed,
                                           tilebase_probe_result* result, size_t result_size);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TILEBASE_H_ */
