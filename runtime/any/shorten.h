// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Makes a solution shorter, a window of its moves at a time.
//
// Between two boards of a solution, some dozens of moves apart, most tiles have not moved, and the
// others by a few cells. So the second board is a near goal for a beam that begins at the first
// (displacement_beam.h), and a way that is shorter takes the window's place. Which tiles they are
// does not matter, only where the blank goes. Where tiles are far from home, windows find nothing:
// each tile moves once or twice, and nearer home. So they begin at the end.

#ifndef TILEBASE_RUNTIME_ANY_SHORTEN_H_
#define TILEBASE_RUNTIME_ANY_SHORTEN_H_

#include <string>

#include "runtime/any/beam.h"
#include "runtime/any/big_board.h"
#include "runtime/any/displacement_beam.h"

namespace tilebase {

// Windows one after another from the end of the solution on, until they find no more; then longer
// ones by wider beams, until the effort is spent. `blank` is where the solution begins.
// The solution never gets longer, and the same effort.boards give the same one.
void Shorten(BigSize size, int blank, const BeamEffort& effort, DisplacementBeam* beam,
             std::string* letters);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_SHORTEN_H_
