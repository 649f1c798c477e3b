// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A short way from one board to another, by a beam in the order of displacement_values.h.
//
// Boards are kept by value, in one of two ways. For a near goal: a number of them a move. For a far
// one: a number a move for each cell that the blank may be on. The best boards of all have their
// blank where everything is done, and stand still; those that are the best for their cell include
// some on their way to where something is left to do.
//
// On a far way distances count at first, and pairs of tiles that touch. When the tiles are three
// cells from home in the mean, pairs of homes that touch count too, and tiles count the more, the
// nearer the edge their homes are: two tiles that have changed places are cheap to mend while there
// is disorder beside them, which is in the middle in the end.

#ifndef TILEBASE_RUNTIME_SEARCH_DISPLACEMENT_BEAM_H_
#define TILEBASE_RUNTIME_SEARCH_DISPLACEMENT_BEAM_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "runtime/any/big_board.h"
#include "runtime/search/effort.h"
#include "tables/values/displacement_values.h"

namespace tilebase {

struct BeamTask {
  BigSize size;
  absl::Span<const uint16_t> homes;  // by cell: the cell that is the home of what is there
  int blank = 0;                     // a cell
  size_t most = 0;                   // moves of the way
  // Boards to keep a move. 0: for each cell of the blank as many as the effort suffices for, by a
  // guess at the moves that are left.
  size_t width = 0;
};

// Boards that a move may look at, if it begins with this many.
constexpr size_t MostChildren(size_t boards) { return 3 * boards + 1; }

struct BeamWay {
  std::string letters;
  bool is_whole = false;  // whether it leads home; else to the best board that was met
};

// Not thread safe: an object for each thread. Keeps its memory from search to search.
class DisplacementBeam {
 public:
  // Adds the boards that it looks at to `*looked_at`. Both outlive this.
  DisplacementBeam(const BeamValues& values, uint64_t* looked_at);
  ~DisplacementBeam();

  // Requires at most 60,000 cells, that the homes are a permutation from which home can be
  // reached, and a width or an effort with a limit. The same task and effort.boards give the same
  // way. Time: some 20 to 40 ns for each board looked at. Memory: three or four bytes a cell for
  // each board that is kept, and four for each that was kept in any move.
  BeamWay Search(const BeamTask& task, const BeamEffort& effort);

  // What the way home takes at least, by a guess, from a board whose tiles are so far from home in
  // all: with one board for each cell of the blank.
  static double BoardsToHome(BigSize size, int64_t distance);

  const uint64_t& looked_at() const { return looked_at_; }

  // What the last search kept after each move, for those who fit values: of each board its parent's
  // number, of those kept a move before, times four, and the action, a number of "LRUD".
  struct Kept {
    std::vector<std::vector<uint32_t>> boards;  // by moves made; the first is the start alone
    size_t near = 0;  // after how many moves the near way began; SIZE_MAX: it did not
  };
  Kept LastKept() const;

 private:
  class Work;

  uint64_t& looked_at_;
  std::unique_ptr<Work> work_;
};

// Makes a solution shorter, a window of its moves at a time.
//
// Between two boards of a solution, some dozens of moves apart, most tiles have not moved, and the
// others by a few cells. So the second board is a near goal for a beam that begins at the first,
// and a way that is shorter takes the window's place. Which tiles they are does not matter, only
// where the blank goes. Where tiles are far from home, windows find nothing: each tile moves once
// or twice, and nearer home. So they begin at the end.
//
// Windows one after another from the end of the solution on, until they find no more; then longer
// ones by wider beams, until the effort is spent. `blank` is where the solution begins.
// The solution never gets longer, and the same effort.boards give the same one.
void Shorten(BigSize size, int blank, const BeamEffort& effort, DisplacementBeam* beam,
             std::string* letters);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_DISPLACEMENT_BEAM_H_
