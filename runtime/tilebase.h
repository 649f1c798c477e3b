/* Copyright (c) 2026 The tilebase authors
 * SPDX-License-Identifier: MIT
 *
 * tilebase: solve sliding-tile puzzles by table lookup. The C interface; usable from C99 and C++.
 *
 * A board is width*height bytes, row-major: the tile's number on each cell, 0 for the blank. The
 * goal is 1, 2, 3, ... with the blank on the last cell. An action is the direction in which a tile
 * slides into the blank, written as one of the letters L, R, U, D.
 *
 * A set of boards that are no permutations (docs/boards.md: walls, equal tiles, warehouses) has its
 * own goals. A cell of its boards is also TILEBASE_WALL or TILEBASE_OTHER. It answers
 * tilebase_ask, tilebase_solve, tilebase_scramble, tilebase_info and tilebase_verify; with one
 * blank also tilebase_hint, tilebase_probe and, if it has one exact table, the analyses of lengths.
 * Other functions return TILEBASE_ERROR_UNSUPPORTED. Its queries allocate.
 *
 * Every function that can fail returns a tilebase_code. Nothing is printed, thrown or left half
 * done; after an error the outputs are unchanged unless the function says otherwise. Any number of
 * threads may use a set at once. tilebase_close must not run while another thread uses the set;
 * do not use the set after it.
 *
 * Queries are tilebase_solve, tilebase_solve_batch, tilebase_hint, the two probes, and
 * tilebase_scramble without its `optimal`. They only read tables in memory: no lock, no allocation,
 * no system call. The tables are in memory when tilebase_open returns, with two exceptions. With
 * TILEBASE_LAZY the first query that needs a table decodes it, which locks, allocates and may start
 * threads; call tilebase_prepare before queries that must not. If memory_bytes of
 * tilebase_open_options is less than the tables need, some are read block by block: queries that
 * need those lock and decode. Raw tables stay in the file's mapping: the system reads a page of
 * them, without a call, when it is first used.
 */
#ifndef TILEBASE_H_
#define TILEBASE_H_

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(TILEBASE_BUILDING)
#define TILEBASE_API __declspec(dllexport)
#elif defined(__GNUC__) && !defined(_WIN32)
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
  TILEBASE_ERROR_ARGUMENT = 1,    /* a null pointer, or a size that cannot be */
  TILEBASE_ERROR_BOARD = 2,       /* not a permutation of 0 .. cells-1 */
  TILEBASE_ERROR_UNSOLVABLE = 3,  /* parity: no sequence of moves solves this board */
  TILEBASE_ERROR_BOARD_SIZE = 4,  /* a board of another size than the set's */
  TILEBASE_ERROR_BUFFER = 5,      /* the output is too short; the needed size was stored */
  TILEBASE_ERROR_SUBPROBLEM = 6,  /* the set has no table for this (G, R) */
  TILEBASE_ERROR_FIXED = 7,       /* a tile of R is not home on this board */
  TILEBASE_ERROR_FILE = 8,        /* the file is missing or cannot be read */
  TILEBASE_ERROR_FORMAT = 9,      /* not a table set */
  TILEBASE_ERROR_VERSION = 10,    /* of a newer version, or for another kind of machine */
  TILEBASE_ERROR_DAMAGED = 11,    /* the table set is damaged */
  TILEBASE_ERROR_MEMORY = 12,     /* there is not enough memory */
  TILEBASE_ERROR_NOT_FOUND = 13,  /* no board of the wanted difficulty exists or was found */
  TILEBASE_ERROR_NO_STAGES = 14,  /* a table set of patterns alone: it has no stages to solve by */
  TILEBASE_ERROR_STOPPED = 15,    /* the function that receives the solution ended the solving */
  TILEBASE_ERROR_LIMIT = 16,      /* the limits ended the search before the answer was known */
  TILEBASE_ERROR_UNSUPPORTED = 17 /* no question for a set of such boards (docs/boards.md) */
} tilebase_code;

/* An opened table set. */
typedef struct tilebase_set tilebase_set;

/* "0.1.0". Never null. */
TILEBASE_API const char* tilebase_version(void);

/* Returns what a code means, in English, without a final stop. Never null, also for unknown codes.
 */
TILEBASE_API const char* tilebase_error_text(int code);

/* Cells of boards that are no permutations, as numbers of 8 or 32 bits. */
#define TILEBASE_WALL (-1) /* '#' in text */
#define TILEBASE_OTHER \
  (-3) /* '.' in text: any tile without a number, such as a load nobody wants */

/* Flags of tilebase_open, tilebase_open_image and tilebase_open_with. */
#define TILEBASE_CHECK_CONTENT 1u /* read and check every table's content, not only its headers */
#define TILEBASE_LAZY 2u          /* decode compressed tables when they are first needed */

/* Opens a table set file, a store or a flat image, read-only, and decodes its compressed tables.
 * On success stores a set, which must be released with tilebase_close. On failure stores null
 * and, unless `message` is null, a zero-ended text of at most message_size bytes that names the
 * file, what was expected and what was found. */
TILEBASE_API int tilebase_open(const char* path, unsigned flags, tilebase_set** set, char* message,
                               size_t message_size);

/* Like tilebase_open, for a flat image in memory, such as a downloaded one or an array in the
 * program. Reads nothing outside its image_size bytes, whatever they hold. They must stay,
 * unchanged, until tilebase_close. */
TILEBASE_API int tilebase_open_image(const void* image, size_t image_size, unsigned flags,
                                     tilebase_set** set, char* message, size_t message_size);

/* All zero: the defaults, as in tilebase_open. */
typedef struct tilebase_open_options {
  uint32_t flags;
  uint32_t threads; /* that check and decode; 0: one */
  /* Most bytes for decoded tables and shortcuts; 0: no limit. If the compressed tables need
   * more, the smallest ones are decoded as usual, and the others are read through a cache of
   * blocks of 64 KiB, which takes the rest. A query then locks at each move in such a table. If
   * the move's block is not in the cache, it decodes the block in about 4 ms: often 100 ms and
   * more a stage. It allocates nothing, and a thread that decodes does not keep others from
   * blocks in the cache. If a query needs a damaged block, it returns TILEBASE_ERROR_DAMAGED.
   * The least limit is about 1.2 MB, or what all the tables need; with less the set fails to
   * open (TILEBASE_ERROR_MEMORY). Shortcuts leave free what TILEBASE_EFFORT needs, if there is
   * enough for that; so more memory never makes a call fail. Which tables are in the cache does
   * not depend on the queries. */
  uint64_t memory_bytes;
  /* Most bytes for shortcuts, which answer a stage with a small table by one lookup; they are made
   * when the table is decoded, in about 4 ms a MiB. 0: 2 MiB; TILEBASE_NO_SHORTCUTS: none. */
  uint64_t shortcut_bytes;
} tilebase_open_options;
#define TILEBASE_NO_SHORTCUTS UINT64_MAX

/* tilebase_open with options. Pass sizeof(tilebase_open_options) as options_size, so that
 * programs built against an older header keep working. Fields that an older library does not
 * know must be zero, or it returns TILEBASE_ERROR_ARGUMENT. */
TILEBASE_API int tilebase_open_with(const char* path, const tilebase_open_options* options,
                                    size_t options_size, tilebase_set** set, char* message,
                                    size_t message_size);

/* Decodes the tables that a set opened with TILEBASE_LAZY has not needed yet, except those that
 * are read block by block. Safe beside queries. `message` as in tilebase_open. */
TILEBASE_API int tilebase_prepare(const tilebase_set* set, char* message, size_t message_size);

/* Checks every byte of the file by its hashes, then every entry of every table by its
 * neighbours: goals are exact, each action leads one step nearer, none leads nearer than it
 * says. Runs `threads` threads (0: one) for about a second per 20 million entries. Takes one
 * byte of memory an entry of a table, and up to half as much more if the table has to be decoded
 * (pattern tables, and tables that are read block by block); memory_bytes does not bound that.
 * Safe beside queries. If an entry is wrong, returns TILEBASE_ERROR_DAMAGED and a `message` as
 * in tilebase_open. */
TILEBASE_API int tilebase_verify(const tilebase_set* set, unsigned threads, char* message,
                                 size_t message_size);

/* Releases a set. Null is allowed. */
TILEBASE_API void tilebase_close(tilebase_set* set);

typedef struct tilebase_set_info {
  uint32_t width;
  uint32_t height;
  uint32_t stages;
  uint32_t tables;
  uint32_t certified_worst_case; /* no board of this size takes more actions by lookup */
  uint64_t file_bytes;
  uint64_t memory_bytes; /* decoded tables, shortcuts and cache now; not the mapped file */
  /* 1: no stage of the plan grows, so a player who asks tilebase_probe again after every move gets
   * home within certified_worst_case moves. 0: such a player may go in circles; ask tilebase_hint,
   * which leads home with every set. */
  uint32_t probes_lead_home;
  uint32_t any_size; /* 1: tilebase_ask takes boards of 2x2 to 1000x1000 */
  uint32_t metric;   /* a tilebase_metric: what certified_worst_case counts */
  uint32_t blanks;   /* of a board; plain boards have 1 */
  /* Kinds of tiles on boards that are no permutations; 0: plain boards. */
  uint32_t kinds;
  uint32_t wanted; /* loads of a warehouse; 0: no warehouse. Boards may have more of them */
} tilebase_set_info;

/* What costs 1. */
typedef enum tilebase_metric {
  TILEBASE_STM = 0,       /* a slide of one tile */
  TILEBASE_MTM = 1,       /* a slide of a whole line */
  TILEBASE_STEPS = 2,     /* a slide of one tile into each of any blanks, all at once */
  TILEBASE_LINE_STEPS = 3 /* a slide of a whole line into each of any blanks, all at once */
} tilebase_metric;

/* Opens a set's tables once more, with another goal: every function that takes the new set leads to
 * the board `to`, of the set's size, instead of 1, 2, 3, ... with the blank last. Tiles and actions
 * stay those of the caller's boards, and certified_worst_case is that of ways to `to`. Takes no
 * time and some hundred bytes: the two share the tables. Close both, in any order.
 *
 * If the blank of `to` is in no corner, tilebase_solve leads by the nearest corner; its *count may
 * be a little too great with TILEBASE_ERROR_BUFFER. Hints do so, too, and have goal = 0 on the
 * blank's own way. TILEBASE_ERROR_UNSOLVABLE: no moves lead from the board to `to`. */
TILEBASE_API int tilebase_open_to(const tilebase_set* set, const uint8_t* to, size_t to_size,
                                  tilebase_set** set_to);

/* Fills the first info_size bytes of a tilebase_set_info: pass sizeof(tilebase_set_info), so that
 * programs built against an older header keep working. */
TILEBASE_API int tilebase_info(const tilebase_set* set, tilebase_set_info* info, size_t info_size);

/* Solves a board: writes the letters of the actions and a terminating zero to `actions`. *count
 * (may be null) receives the number of actions, also with TILEBASE_ERROR_BUFFER: `capacity` is
 * then less than that number plus one, and nothing is written past it. A capacity of
 * certified_worst_case + 1 always suffices. After an error the content of `actions` is
 * undefined. */
TILEBASE_API int tilebase_solve(const tilebase_set* set, const uint8_t* board, size_t board_size,
                                char* actions, size_t capacity, size_t* count);

/* Prepares a set for TILEBASE_EFFORT: decodes what its search reads besides the tables of
 * tilebase_solve: values, pattern tables, and with the metric mtm the depths of tables' states.
 * Otherwise the first such question does it. `threads` and `message` as in tilebase_verify.
 * Returns TILEBASE_ERROR_MEMORY also if memory_bytes is less than all tables need: the search
 * does not read block by block. */
TILEBASE_API int tilebase_prepare_effort(const tilebase_set* set, unsigned threads, char* message,
                                         size_t message_size);

/* Limits of a search for a shortest solution; it may end without one. Zero stands for the
 * default: no limit, one thread. */
typedef struct tilebase_optimal_limits {
  uint64_t boards;       /* looked at, at most */
  uint64_t microseconds; /* since the call */
  uint32_t threads;      /* that one board may use; 0: one */
} tilebase_optimal_limits;

/* Prepares a set for TILEBASE_SHORTEST: decodes its pattern tables, half a byte an entry, within
 * memory_bytes (TILEBASE_ERROR_MEMORY). Otherwise the first such question does it. A set of the
 * metric mtm needs a byte for each entry of the table of the plan's first stage instead. A plan
 * of one stage of all tiles (--board 3x3 --plan rest) needs nothing: its lookups are shortest.
 * Returns TILEBASE_ERROR_SUBPROBLEM for all other sets. `threads` and `message` as in
 * tilebase_verify. */
TILEBASE_API int tilebase_prepare_optimal(const tilebase_set* set, unsigned threads, char* message,
                                          size_t message_size);

/* A limit that is none. */
#define TILEBASE_NO_LIMIT UINT64_MAX

/* The kind of solution that is wanted. */
typedef enum tilebase_want {
  TILEBASE_LOOKUP = 0, /* a solution by lookup */
  TILEBASE_EFFORT = 1, /* the shortest one that a search finds within `boards` and `microseconds` */
  TILEBASE_SHORTEST = 2 /* a shortest one, or the best known when a limit ends the search */
} tilebase_want;

/* Why a solution may not be a shortest one. */
typedef enum tilebase_why {
  TILEBASE_WHY_SHORTEST = 0, /* it is one */
  TILEBASE_WHY_STAGES = 1, /* lookups bring the tiles home in stages; ask for effort or shortest */
  TILEBASE_WHY_DETOUR = 2, /* the same, and they lead by the corner nearest to `to`'s blank */
  TILEBASE_WHY_LIMIT = 3,  /* a limit or `cancel` ended the search */
  TILEBASE_WHY_RULE = 4    /* more blanks or loads than the table has: a rule; ask for effort */
} tilebase_why;

/* What happens to a wanted load on a goal cell of a warehouse. */
typedef enum tilebase_deliver {
  TILEBASE_DELIVER_BY_COUNT =
      0,                     /* it stays, or leaves if the board has more loads than the table */
  TILEBASE_DELIVER_STAY = 1, /* at the end each load stands on a goal cell */
  TILEBASE_DELIVER_LEAVE = 2 /* it leaves after the move, and its cell is a blank */
} tilebase_deliver;

/* A tile slides from one cell to the next. Cells are counted row by row from 0. */
typedef struct tilebase_slide {
  uint32_t move; /* the move that it belongs to, from 0; all slides of a move are made at once */
  uint32_t from;
  uint32_t to;
} tilebase_slide;

/* A stage of a solution by lookup. Sets of tiles: bit t-1 is tile t. */
typedef struct tilebase_stage {
  uint64_t goal;  /* tiles that the stage brings to their places */
  uint64_t fixed; /* tiles that it leaves alone */
  uint64_t moves;
} tilebase_stage;

/* Takes the next `count` letters of a solution. Returns 0, or another number to end the solving. */
typedef int (*tilebase_receive)(void* context, const char* letters, size_t count);

/* One question. docs/question.md explains the fields; they have the same names in every language.
 * What is zero has its default. */
typedef struct tilebase_question {
  const void* board; /* width * height numbers, row by row, 0 the blank; null: `text` */
  const void* to;    /* where the solution ends, likewise; null: 1, 2, 3, ... and the blank last */
  /* Both 0: the set's size. A set of 4x4 windows (build --plan any) takes 2x2 to 1000x1000. */
  uint32_t width;
  uint32_t height;
  uint32_t cell_bytes;   /* of a number: 1 (default), or 4 for uint32_t */
  uint32_t want;         /* a tilebase_want */
  uint64_t boards;       /* most boards to look at */
  uint64_t microseconds; /* most time, from the call on */
  uint32_t threads;      /* that a search for a shortest solution may use; default: 1 */
  /* The letters and a zero go to `actions` if they fit in `capacity`. With `receive` they go there,
   * some thousands at a time, and `actions` is not used. With neither, only the answer is given. */
  char* actions;
  size_t capacity;
  tilebase_receive receive;
  void* context;
  /* Extras, each null or with a capacity. */
  uint32_t* tiles; /* the numbers of the tiles that the actions slide */
  size_t tile_capacity;
  tilebase_stage* stages; /* of TILEBASE_LOOKUP on boards of the set's size */
  size_t stage_capacity;
  /* Null, or a byte that another thread makes 1 to end a search, with the best solution known. */
  const volatile uint8_t* cancel;
  /* TILEBASE_SHORTEST: the search may end when its solution has at most `within` times `bound`
   * moves, such as 1.05. 0 means 1; anything else below 1 is refused. */
  double within;
  const char* text;       /* the board as text with a zero at the end, instead of `board` */
  tilebase_slide* slides; /* an extra: which cells the tiles leave and enter */
  size_t slide_capacity;
  uint32_t deliver; /* a tilebase_deliver; of a warehouse */
  /* Null, or where a text of at most message_size bytes goes, with its zero, that says what is
   * wrong after an error: what was expected and what was found. Empty without an error. */
  char* message;
  size_t message_size;
} tilebase_question;

typedef struct tilebase_answer {
  /* Letters of the solution; with several blanks, units of the set's metric. `actions` has then
   * "7>8,13>14 8>9": FROM>TO of each tile, the slides of a move by commas, moves by spaces. */
  uint64_t moves;
  uint64_t runs;      /* of equal letters: slides of whole lines */
  uint64_t bound;     /* no solution costs less: moves, or with the metric mtm runs; + goal_cost */
  uint64_t looked_at; /* boards */
  uint64_t microseconds; /* that the answer took */
  uint32_t shortest;     /* 1: no solution is shorter */
  uint32_t detour;       /* moves at the end that lead from the nearest corner to `to`'s blank */
  int32_t code;          /* a tilebase_code */
  uint32_t why;          /* a tilebase_why */
  uint32_t stages;       /* how many there are, also if there was no room for them */
  uint64_t slides;       /* likewise */
  uint64_t goal_cost;    /* at which the goal begins (build --goals); else 0 */
} tilebase_answer;

/* Answers one question. Returns answer->code, or TILEBASE_ERROR_ARGUMENT if a pointer or a field
 * cannot be; `answer` may be null. question_size and answer_size: as in tilebase_open_with and
 * tilebase_info.
 *
 * TILEBASE_LOOKUP walks the tables, as tilebase_solve does.
 * TILEBASE_EFFORT begins with that and looks for shorter solutions. More boards never give a longer
 * solution, and the same number gives the same one; by time it depends on the machine. Without a
 * limit it looks at 10,000 boards. It needs about 40 bytes a board on 4x4 and 80 on others, which
 * the set keeps for later calls, and ends with the best solution at 2 GB.
 * TILEBASE_SHORTEST searches with pattern tables, with a plan of one stage of all tiles, or in the
 * metric mtm, where a shortest solution has the fewest runs; TILEBASE_ERROR_SUBPROBLEM in other
 * sets. Without a limit it ends when it is done: on 4x4 in milliseconds with pattern:7-8, on 5x5
 * perhaps after hours. With `within` above 1 it shortens a solution and raises `bound` in turns, in
 * every set; where the set has no tables for a bound, that is the tiles' distances, and the search
 * ends with the best solution that it found in 2 GB.
 *
 * Tiles of `to` may be equal if the board has the same ones: the same number several times, each
 * less than 256. Then there are no stages, and TILEBASE_SHORTEST is TILEBASE_ERROR_SUBPROBLEM.
 *
 * Any board `to` that moves lead to will do; TILEBASE_ERROR_UNSOLVABLE if none do. If its blank is
 * in no corner, and the set has no part that ends there (build --blank-home), a lookup leads by the
 * nearest corner: `detour`. A capacity of certified_worst_case + 16 always suffices on boards of
 * the set's size; with TILEBASE_ERROR_BUFFER answer->moves tells what is needed.
 * TILEBASE_ERROR_STOPPED if `receive` did not return 0; it must not throw.
 *
 * Boards that are no permutations: a lookup is a shortest solution, but for large boards with
 * walls, which are solved in stages. A warehouse also takes more blanks or loads than its table
 * has: TILEBASE_LOOKUP then plays a rule. In both cases TILEBASE_EFFORT shortens the solution, and
 * TILEBASE_SHORTEST is TILEBASE_ERROR_UNSUPPORTED unless it is proven. `to` is so always.
 *
 * Any number of threads. On boards of other sizes, TILEBASE_EFFORT takes up to 4,096 cells that are
 * not home, and TILEBASE_SHORTEST is TILEBASE_ERROR_SUBPROBLEM. */
TILEBASE_API int tilebase_ask(const tilebase_set* set, const tilebase_question* question,
                              size_t question_size, tilebase_answer* answer, size_t answer_size);

/* Answers `count` consecutive questions of question_size bytes each, in order; answer i has its
 * own code. Returns TILEBASE_OK, or the code of the first that failed. */
TILEBASE_API int tilebase_ask_batch(const tilebase_set* set, const tilebase_question* questions,
                                    size_t question_size, size_t count, tilebase_answer* answers,
                                    size_t answer_size);

/* Solves board_count boards of board_size bytes, which are consecutive at `boards`. Several are
 * solved at a time, so that some move while one waits for memory. For board i, actions + i *
 * capacity receives the letters and a terminating zero, counts[i] the number of actions, and
 * codes[i] the board's own tilebase_code, as from tilebase_solve; `counts` and `codes` may be
 * null. A board that fails has an empty string (if capacity is not 0) and, unless its code is
 * TILEBASE_ERROR_BUFFER, the count 0; the others are solved. Returns TILEBASE_OK if all are
 * solved, else the code of the first one that is not. Returns TILEBASE_ERROR_ARGUMENT if the
 * boards or the actions would be more than PTRDIFF_MAX bytes. With TILEBASE_ERROR_ARGUMENT and
 * TILEBASE_ERROR_BOARD_SIZE nothing was done. Needs 20 KB of stack. */
TILEBASE_API int tilebase_solve_batch(const tilebase_set* set, const uint8_t* boards,
                                      size_t board_size, size_t board_count, char* actions,
                                      size_t capacity, size_t* counts, int* codes);

/* An analysis of a board by its shortest solutions. Lengths are in moves of the set's metric:
 * actions, or slides of whole lines. If the limits ended a search, a length is that of the best
 * known solution and exceeds its bound; if no solution is known, it is UINT32_MAX, or in `after`
 * INT32_MAX. Otherwise length and bound are equal. */
typedef struct tilebase_board_analysis {
  uint32_t moves; /* of a shortest solution */
  uint32_t bound; /* no solution has fewer */
  /* The same after the slide of 1 to 7 tiles to L, R, U, D; -1: no such move. In sets of single
   * slides only slides of one tile exist. */
  int32_t after[4][7];
  int32_t after_bound[4][7];
} tilebase_board_analysis;

/* Stores the length of a board, and the length after each move, as TILEBASE_SHORTEST finds them.
 * The limits are for all searches of the call together. Other arguments and errors as in
 * TILEBASE_SHORTEST. */
TILEBASE_API int tilebase_analyse_board(const tilebase_set* set, const uint8_t* board,
                                        size_t board_size, const tilebase_optimal_limits* limits,
                                        size_t limits_size, tilebase_board_analysis* result,
                                        size_t result_size);

/* Shows where a game lost moves: lengths[i] receives the moves of a shortest solution after the
 * game's first i moves, for i of 0 to *moves. *moves is `count`, or with a set of the metric mtm
 * the number of runs of equal actions. `lengths` and `bounds` need room for count + 1. A move
 * should make the length one less; if the length stays, it lost one move, and if the length
 * grows by one, it lost two. bounds[i] as in tilebase_board_analysis; `bounds` and `moves` may
 * be null. Returns TILEBASE_ERROR_LIMIT if `bounds` is null and the limits ended a search before
 * its length was known; TILEBASE_ERROR_ARGUMENT if an action is none, or cannot be played.
 * Otherwise as tilebase_analyse_board. */
TILEBASE_API int tilebase_analyse_game(const tilebase_set* set, const uint8_t* board,
                                       size_t board_size, const char* actions, size_t count,
                                       const tilebase_optimal_limits* limits, size_t limits_size,
                                       uint32_t* lengths, uint32_t* bounds, size_t* moves);

/* All shortest solutions of a board. */
typedef struct tilebase_shortest {
  uint64_t count;    /* how many there are, at most UINT64_MAX */
  uint32_t moves;    /* of each, in the set's metric */
  uint32_t complete; /* 0: most_boards was reached: there are at least `count` */
} tilebase_shortest;

/* Counts the shortest solutions. Passes the first most_listed of them, in the order L, R, U, D,
 * to `receive` (may be null if that is 0), one a call. Looks at about most_boards boards at most
 * (0: no limit), with about 100 bytes of memory each and a search for each neighbour. Returns
 * TILEBASE_ERROR_LIMIT if the limits ended a search, TILEBASE_ERROR_STOPPED if `receive` did not
 * return 0. Otherwise as tilebase_analyse_board. */
TILEBASE_API int tilebase_shortest_solutions(const tilebase_set* set, const uint8_t* board,
                                             size_t board_size,
                                             const tilebase_optimal_limits* limits,
                                             size_t limits_size, uint64_t most_boards,
                                             uint64_t most_listed, tilebase_receive receive,
                                             void* context, tilebase_shortest* result,
                                             size_t result_size);

/* What the tables say about one board. Sets of tiles: bit t-1 is tile t. */
typedef struct tilebase_probe_result {
  uint64_t goal;     /* G of the subproblem that was looked up; 0 where the board is solved */
  uint64_t fixed;    /* R */
  uint32_t stage;    /* from 0; the number of stages where the board is solved */
  int32_t remaining; /* actions to the subproblem's goal; -1: cannot be reached */
  int32_t after[4];  /* the same after L, R, U, D; -1: no such action in this subproblem */
  char action;       /* the table's action, or 0 at the goal and where it cannot be reached */
  uint8_t tiles; /* that it slides: 1, or with a set of the metric mtm as many as are one move */
} tilebase_probe_result;

/* A hint button: the next action for this board, wherever it comes from:
 *
 *   tilebase_probe_result hint = {0};
 *   tilebase_hint(set, board, size, &hint, sizeof hint);   hint.action; 0: the board is solved
 *
 * A player who takes every hint, with all its `tiles`, is home within certified_worst_case moves,
 * and whatever moves are made in between, so is one who takes every hint from there on. The moves
 * are those of tilebase_solve where probes_lead_home; with other sets they may be others, mostly
 * fewer.
 *
 * Nothing has to be kept between two boards: pass zeros, or the last hint. With the last hint, the
 * next one stays in its subproblem (goal, fixed) until that is done or the board has left it. All
 * else in *hint is output.
 *
 * Costs one or two probes. hint_size is sizeof(tilebase_probe_result); less than both sets of tiles
 * is TILEBASE_ERROR_ARGUMENT. TILEBASE_ERROR_SUBPROBLEM where goal is not 0 and the set has no
 * table for (goal, fixed). After an error *hint is unchanged. */
TILEBASE_API int tilebase_hint(const tilebase_set* set, const uint8_t* board, size_t board_size,
                               tilebase_probe_result* hint, size_t hint_size);

/* Looks one board up in the first stage whose tiles are not home. Costs about five walks through
 * the rest of the stage. result_size as in tilebase_info. To follow a solution move by move, use
 * tilebase_hint: see probes_lead_home in tilebase_set_info. */
TILEBASE_API int tilebase_probe(const tilebase_set* set, const uint8_t* board, size_t board_size,
                                tilebase_probe_result* result, size_t result_size);

/* Looks one board up in the subproblem (goal, fixed): "bring 5 and 6 home, leave 1-4 alone". The
 * set must have a table for it. result->stage is the stage of that table. */
TILEBASE_API int tilebase_probe_subproblem(const tilebase_set* set, const uint8_t* board,
                                           size_t board_size, uint64_t goal, uint64_t fixed,
                                           tilebase_probe_result* result, size_t result_size);

/* Reads a board from text as people write it: numbers row by row with spaces, commas or other
 * separators between them, rows ended by slashes, line ends or brackets, the blank 0 or _ or
 * width*height; docs/command.md lists all forms. The text is text_size bytes.
 *
 * On entry *width and *height are the size, or both 0. If they are 0, they receive the size that
 * the text's rows, a size in front ("3x5: ...") or a square number of numbers give. A text that
 * is no such board, or whose rows contradict the size, is TILEBASE_ERROR_BOARD; then `message`
 * (may be null) receives a zero-ended text of at most message_size bytes that says what was
 * expected and what was found. TILEBASE_ERROR_BUFFER if `capacity` is less than the cells;
 * *width and *height are then stored. Sides of 2 to 1000 (TILEBASE_ERROR_BOARD_SIZE);
 * tilebase_parse_board takes up to 256 cells. The board may be unsolvable. Allocates nothing. */
TILEBASE_API int tilebase_parse_board(const char* text, size_t text_size, uint32_t* width,
                                      uint32_t* height, uint8_t* board, size_t capacity,
                                      char* message, size_t message_size);
/* The same for boards of any size, as tilebase_ask takes them with cell_bytes 4. */
TILEBASE_API int tilebase_parse_any_board(const char* text, size_t text_size, uint32_t* width,
                                          uint32_t* height, uint32_t* board, size_t capacity,
                                          char* message, size_t message_size);

/* Reads a board of a set from text, in the forms of its boards: those above, or those of
 * docs/boards.md. `board` receives width * height numbers of cell_bytes bytes, and `capacity` is
 * how many there is room for. The board may be one that the set does not answer. Errors as above.
 */
TILEBASE_API int tilebase_read_board(const tilebase_set* set, const char* text, size_t text_size,
                                     uint32_t cell_bytes, void* board, size_t capacity,
                                     char* message, size_t message_size);

/* Reads a board to end at: a board as above, or a name: blank-last, blank-first, snail (or spiral),
 * columns, and with two odd sides blank-center (docs/question.md draws them). `to` has width *
 * height numbers of cell_bytes bytes, as in tilebase_question, and `capacity` is how many there is
 * room for. Errors as above. */
TILEBASE_API int tilebase_parse_goal(const char* text, size_t text_size, uint32_t width,
                                     uint32_t height, uint32_t cell_bytes, void* to,
                                     size_t capacity, char* message, size_t message_size);

/* How moves are written. */
typedef enum tilebase_notation {
  TILEBASE_LETTERS = 0, /* LURD: the direction in which each tile slides */
  TILEBASE_RUNS = 1,    /* U2 R: the same, equal letters counted */
  TILEBASE_BLANK = 2,   /* RDLU: the direction in which the blank goes */
  TILEBASE_TILES = 3    /* 8 5 12: the number of each tile that slides */
} tilebase_notation;

/* Reads moves from a board, of width * height numbers of cell_bytes bytes, and stores their letters
 * and a zero in `actions`. Tiles may be equal, and cells TILEBASE_WALL or TILEBASE_OTHER; a board
 * without a blank or with several is TILEBASE_ERROR_BOARD. Letters are in either case, each with a
 * count or without; with TILEBASE_BLANK they are directions of the blank. Numbers of tiles are read
 * in every notation; a tile farther off in the blank's row or column brings along those between,
 * and of equal tiles the nearest is meant. *count (may be null)
 * receives the number of letters, also with TILEBASE_ERROR_BUFFER, where `capacity` is less than
 * that plus one. A null board: letters alone are read, and not whether they can be played.
 * TILEBASE_ERROR_ARGUMENT if the text is none, or a move slides no tile; `message` as in
 * tilebase_open names it. */
TILEBASE_API int tilebase_read_moves(uint32_t width, uint32_t height, uint32_t cell_bytes,
                                     const void* board, const char* text, size_t text_size,
                                     uint32_t notation, char* actions, size_t capacity,
                                     size_t* count, char* message, size_t message_size);
/* Writes the letters of moves from a board in a notation, with a zero; *text_size receives the
 * bytes without it, also with TILEBASE_ERROR_BUFFER. TILEBASE_ERROR_ARGUMENT if one cannot be
 * played. */
TILEBASE_API int tilebase_write_moves(uint32_t width, uint32_t height, uint32_t cell_bytes,
                                      const void* board, const char* actions, size_t count,
                                      uint32_t notation, char* text, size_t capacity,
                                      size_t* text_size, char* message, size_t message_size);

/* Stores a random board that can be solved, each equally likely: board `number`, from 0, of the
 * sequence that `seed` begins, as `tilebase solve --random` makes it on every machine. For sides of
 * 2 to 8, here and below; TILEBASE_ERROR_BOARD_SIZE where board_size is not width * height. */
TILEBASE_API int tilebase_random_board(uint32_t width, uint32_t height, uint64_t seed,
                                       uint64_t number, uint8_t* board, size_t board_size);

/* TILEBASE_OK where moves lead from `board` to `goal` (null: 1, 2, 3, ... and the blank last),
 * TILEBASE_ERROR_UNSOLVABLE where none do, TILEBASE_ERROR_BOARD where one of the two is no
 * permutation of 0 .. cells-1. */
TILEBASE_API int tilebase_check_board(uint32_t width, uint32_t height, const uint8_t* board,
                                      const uint8_t* goal, size_t board_size);

/* Plays moves on `board`, as tilebase_read_moves reads them: "R3 D2 l", or "8 7". Stores the tile
 * that each action slides in `moved` (null: not wanted), and how many actions there are in *count
 * (may be null), also with TILEBASE_ERROR_BUFFER, where `capacity` is less. After an error the
 * board is as it was. TILEBASE_ERROR_ARGUMENT if the text is none, or a move slides no tile;
 * `message` as in tilebase_open names it. */
TILEBASE_API int tilebase_apply_actions(uint32_t width, uint32_t height, uint8_t* board,
                                        size_t board_size, const char* actions, size_t actions_size,
                                        uint8_t* moved, size_t capacity, size_t* count,
                                        char* message, size_t message_size);

/* The boards that tilebase_scramble is to make. */
typedef struct tilebase_scramble_wish {
  /* Least and most moves: of the set's own solution, which is what tilebase_solve
   * would answer and may be much longer than a shortest one; or with `optimal` of a shortest one.
   */
  uint32_t min_moves;
  uint32_t max_moves;
  uint64_t seed; /* the same set, wish and seed make the same boards on every machine */
  /* Most boards looked at to make one. 0: 2^20; with one table of the whole board as many as are
   * needed, except with probability e^-32; with `optimal` 10,000. Looking at one costs at most
   * about as much as solving it. */
  uint64_t tries;
  uint32_t optimal; /* 1: by the length of a shortest solution, which a search finds */
} tilebase_scramble_wish;

/* The nature of the boards, as bits. */
#define TILEBASE_SCRAMBLE_OPTIMAL 1u /* their numbers of actions are optimal depths */
#define TILEBASE_SCRAMBLE_UNIFORM 2u /* every board of the wanted difficulty is equally likely */

/* Makes board_count random boards of a given difficulty, of board_size bytes each, which are
 * consecutive at `boards`. With a set of the metric mtm moves are slides of any number of tiles
 * of a line, here and below. counts[i] receives the number of actions that board i needs and
 * *nature the TILEBASE_SCRAMBLE_ bits; each of the two may be null. wish_size as in
 * tilebase_open_with.
 *
 * With wish->optimal the number is the length of a shortest solution, in any set that
 * TILEBASE_SHORTEST takes (else TILEBASE_ERROR_SUBPROBLEM). Each board costs several hundred
 * searches for shortest solutions; a rare one may take minutes. The call allocates. The boards
 * are uniform if about one random board in a hundred is that difficult.
 *
 * Otherwise, if the plan is one stage of all tiles, that number is the same and the boards are
 * uniform. In all other sets it is the length of the set's own solution. The boards are uniform
 * if random boards are that difficult at least now and then; if not, they come from random walks
 * back from the goal, without TILEBASE_SCRAMBLE_UNIFORM. The lengths and the tries decide which,
 * not the seed; to find out, up to 2^16 and at most `tries` boards more are looked at.
 *
 * TILEBASE_ERROR_NOT_FOUND: no board of this size is that difficult, or none was found within
 * the tries. min_moves > max_moves is TILEBASE_ERROR_ARGUMENT. After an error other than that
 * and TILEBASE_ERROR_BOARD_SIZE, the content of `boards` and `counts` is undefined. Needs 25 KB
 * of stack. */
TILEBASE_API int tilebase_scramble(const tilebase_set* set, const tilebase_scramble_wish* wish,
                                   size_t wish_size, uint8_t* boards, size_t board_size,
                                   size_t board_count, size_t* counts, unsigned* nature);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TILEBASE_H_ */
