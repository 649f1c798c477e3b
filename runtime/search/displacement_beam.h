// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Finds a short path from one board to another, by a beam search that displacement values order
// (tables/values/displacement_values.h).
//
// A layer keeps the boards of least value. If the goal is near, it keeps a number of them. If the
// goal is far, it keeps a number for each cell of the blank. The best boards overall have their
// blank where everything is done, so they make no progress; the best for each cell include boards
// whose blank is on its way to tiles that are not home.
//
// If the goal is far, a value counts distances and pairs of adjacent tiles. Once tiles are three
// cells from home on average, it also counts pairs of tiles whose homes are adjacent, and gives
// tiles more weight, the nearer their homes are to the edge. Two tiles that have changed places are
// cheap to repair while their neighbours are in disorder, and at the end only the middle is.

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
  size_t most = 0;                   // moves of the path
  // Boards to keep in a layer. 0: for each cell of the blank, as many as the effort allows, by an
  // estimate of the remaining moves.
  size_t width = 0;
};

// The most boards that a beam looks at from a layer of this many.
constexpr size_t MostChildren(size_t boards) { return 3 * boards + 1; }

struct BeamWay {
  std::string letters;
  bool is_whole = false;  // it leads to the goal; otherwise to the best board that was met
};

// Not thread safe: an object for each thread. Keeps its memory from search to search.
class DisplacementBeam {
 public:
  // Adds the boards that it looks at to `*looked_at`. Both outlive this.
  DisplacementBeam(const BeamValues& values, uint64_t* looked_at);
  ~DisplacementBeam();

  // Requires at most 60,000 cells, that the homes are a permutation from which home can be
  // reached, and a width or an effort with a limit. The same task and effort.boards give the same
  // path. Time: 20 to 40 ns for each board looked at. Memory: three or four bytes a cell for each
  // board of a layer, and four for each board of earlier layers.
  BeamWay Search(const BeamTask& task, const BeamEffort& effort);

  // Estimates the boards that the narrowest search, with one board for each cell of the blank,
  // looks at from a board with this sum of distances from home.
  static double BoardsToHome(BigSize size, int64_t distance);

  const uint64_t& looked_at() const { return looked_at_; }

  // The layers of the last search, to fit values. A board is its parent's number in the layer
  // before times four, plus the action, a number of "LRUD".
  struct Kept {
    std::vector<std::vector<uint32_t>> boards;  // by moves made; the first is the start alone
    size_t near = 0;                            // moves before the near phase; SIZE_MAX: none
  };
  Kept LastKept() const;

 private:
  class Work;

  uint64_t& looked_at_;
  std::unique_ptr<Work> work_;
};

// Makes a solution shorter, a window of its moves at a time.
//
// A window is a few dozen moves of the solution. Between its two boards most tiles stay, and the
// others move a few cells. So the second board is a near goal for a beam that begins at the first,
// and a shorter path replaces the window. Only the path of the blank matters, not the tiles'
// numbers. Windows find nothing while tiles are far from home, because each tile then moves once or
// twice, and toward home. So the first window is at the end of the solution.
//
// A pass goes from the end of the solution toward its beginning, until windows find no more. Later
// passes have longer windows and wider beams. `blank` is the blank's cell before the solution. The
// solution never gets longer, and the same effort.boards give the same solution.
void Shorten(BigSize size, int blank, const BeamEffort& effort, DisplacementBeam* beam,
             std::string* letters);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_DISPLACEMENT_BEAM_H_
