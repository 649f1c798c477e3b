// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What a beam that values order can teach about them.
//
// A beam begins at a board of which a good solution is known, and always keeps the solution's board
// of its layer, however bad its value. Afterwards each board that it expanded knows better than its
// value how many moves it needs:
//
//   a board of the solution:  the moves that are left of it
//   any other:                the least, over all that was made from it and not expanded, of the
//                             moves on the way there and the value there
//
// So a board whose value is too low, and leads the beam astray, learns from where that ends: this
// is the Bellman update over a deep tree (TreeStrap: Veness et al. 2009). Values that are fitted to
// solutions alone never hear of such boards (docs/values.md).

#ifndef TILEBASE_GENERATOR_VALUES_LESSONS_H_
#define TILEBASE_GENERATOR_VALUES_LESSONS_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "generator/values/plain_beam.h"
#include "tables/board.h"
#include "tables/geometry.h"
#include "tables/random_board.h"

namespace tilebase {

struct Lesson {
  uint8_t cell[kMaxCells];  // of each tile
  int32_t moves;            // that the board needs, in units of 1/kValueOne
  bool of_solution;
};

// Appends lessons of a beam of `width` boards: some 70 of the solution, for 200 moves, and at most
// 200 of other boards, drawn by `random`. The same arguments give the same lessons. The solution is
// one that PlainBeam::RunAlong takes.
void Teach(PlainBeam* beam, const Board& start, const std::vector<Action>& solution, size_t width,
           Random random, std::vector<Lesson>* lessons);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_VALUES_LESSONS_H_
