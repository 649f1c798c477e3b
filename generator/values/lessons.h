// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Learns better values from a beam that is ordered by the current values.
//
// A beam begins at a board with a known good solution. It always keeps the solution's board of each
// layer, however bad its value. Afterwards each board that it expanded has a better estimate of the
// moves it needs than its value:
//
//   a board of the solution:  its remaining moves
//   any other:                the least, over all boards made from it and not expanded, of the
//                             moves on the way there plus the value there
//
// If a board's value is too low and leads the beam astray, the board learns from where that ends:
// this is the Bellman update over a deep tree (TreeStrap: Veness et al. 2009). Values that are
// fitted to solutions alone never see such boards (docs/values.md).

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
  uint8_t cell[kMaxCells];  // by tile
  int32_t moves;            // the moves that the board needs, in units of 1/kValueOne
  bool of_solution;
};

// Appends lessons of a beam of `width` boards: about 70 of the solution, if it has 200 moves, and
// at most 200 of other boards, drawn with `random`. The same arguments give the same lessons. The
// solution must meet the requirements of PlainBeam::RunAlong.
void Teach(PlainBeam* beam, const Board& start, const std::vector<Action>& solution, size_t width,
           Random random, std::vector<Lesson>* lessons);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_VALUES_LESSONS_H_
