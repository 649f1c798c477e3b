// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Boards to end at, by name or as text, for every interface:
//
//                 3x3            4x4
//   blank-last    123 456 78_    1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 _
//   blank-first   _12 345 678    _ 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15
//   columns       147 258 36_    1 5 9 13 / 2 6 10 14 / 3 7 11 15 / 4 8 12 _
//   snail         123 8_4 765    1 2 3 4 / 12 13 14 5 / 11 _ 15 6 / 10 9 8 7     also: spiral
//   blank-center  123 4_5 678    only if both sides are odd
//
// Freestanding: no heap, no library beyond <stdint.h> and <stddef.h>.

#ifndef TILEBASE_TABLES_GOAL_READER_H_
#define TILEBASE_TABLES_GOAL_READER_H_

#include <stddef.h>
#include <stdint.h>

#include "tables/board_reader.h"

namespace tilebase {

// All names, for messages.
inline constexpr char kGoalNames[] = "blank-last, blank-first, snail, columns or blank-center";

enum class GoalName : uint8_t { kNone, kBlankLast, kBlankFirst, kSnail, kColumns, kBlankCenter };

// kNone: the text is no name. Spaces around a name are allowed.
GoalName NamedGoal(const char* text, size_t size);

// Stores the tile on each cell, row by row, 0 for the blank. Returns false if boards of this shape
// have no such goal. Requires a shape that is known, and room for its cells.
bool MakeGoal(GoalName name, BoardShape shape, uint32_t* cells);

// Reads a name or, as ReadBoard does, a board of reading->shape, which must be known.
bool ReadGoal(const char* text, size_t size, BoardReading* reading, uint32_t* cells,
              size_t capacity);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_GOAL_READER_H_
