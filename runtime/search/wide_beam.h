// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A beam search that fitted values order (tables/pair_values.h), each layer of it as wide as what
// may be spent allows: for 5x5, 6x6 and 7x7.
//
//   layer m: boards that m moves from the start lead to, each once
//   a step:  whatever one move more leads to gets its value; the best are the next layer
//
// Boards that are alike look up the same numbers, so a step goes through them by the slide: by the
// cell that the blank comes to, by its action, by the tile. That is the order of a layer, too. Of
// earlier layers four bytes a board are left: what leads to it.
//
// The more boards' blanks come to a cell by one action, the worse each of them counts beside its
// value, or a layer's boards would soon be too much alike. Those that one of the last layers had
// are dropped (RecentBoards), and those whose Manhattan distance leaves no room for a shorter
// solution than the best known.
//
// Where little may be spent, the passes of value_beam.h find more: they keep what this beam drops
// (docs/values.md).

#ifndef TILEBASE_RUNTIME_SEARCH_WIDE_BEAM_H_
#define TILEBASE_RUNTIME_SEARCH_WIDE_BEAM_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "runtime/search/recent_boards.h"
#include "runtime/search/scratch.h"
#include "runtime/search/slide_sums.h"
#include "runtime/search/value_beam.h"
#include "tables/board.h"
#include "tables/geometry.h"
#include "tables/pair_values.h"
#include "tables/system/clock.h"

namespace tilebase {

// What a search works in, to be used again by the next one. Some 300 bytes for each board of the
// widest layer, and 4 for each board of all.
class WideBeam {
 public:
  static constexpr bool IsFor(Geometry geometry) {
    return geometry == Geometry{5, 5} || geometry == Geometry{6, 6} || geometry == Geometry{7, 7};
  }

  WideBeam();

  // Looks for a solution of the board with tile[c] on cell c, 0 for the blank; *actions becomes it,
  // or empty. It spends most of the boards or of the time, of which one must be limited. The same
  // arguments without a deadline always give the same solution. *boards grows by those looked at.
  // Returns whether there is nothing left to do: false where the limits ended it. Requires IsFor
  // the values' geometry.
  bool Solve(const PairValues& values, const uint8_t* tile, const SearchLimits& limits,
             std::vector<Action>* actions, uint64_t* boards);

  // Goes on with the search of the last Solve, whose values are still there, from where it was.
  // `end` and `longest` stay.
  bool Continue(const SearchLimits& limits, std::vector<Action>* actions, uint64_t* boards);

  // The way to the best board of the layer where the last search is. Requires that there is
  // something left to do.
  void WayAhead(std::vector<Action>* actions) const { Write(base_ + best_, actions); }

 private:
  static constexpr int kMostCells = 49;
  static constexpr uint32_t kBins = 1024;

  struct alignas(kBoardBytes) Board {
    uint8_t tile[kMostCells];
    int16_t value;
    uint64_t hash;  // the lower 16 bits are the Manhattan distance
  };
  static_assert(sizeof(Board) == kBoardBytes);

  // The moves that bring a blank to a cell by an action.
  struct Run {
    int blank = -1;  // where it comes from; -1 where there are no such moves
    PairValues::Slide slide;
    uint32_t first, end;  // their candidates
    int crowd;            // how much those count for besides their value
  };

  void Prepare(const PairValues& values, const tilebase::Board* end);
  size_t Width(const SearchLimits& limits, uint64_t boards) const;
  void Evaluate();
  void EvaluateRun(int to, int action);
  bool Choose(size_t width, size_t room);
  uint32_t Bin(int value) const;
  void Write(uint32_t number, std::vector<Action>* actions) const;

  const PairValues* values_ = nullptr;
  const SlideSums* slide_sums_ = nullptr;
  uint64_t boards_before_ = 0;  // the search
  Clock::time_point start_;     // of the search, where it has a deadline

  // The layer, by the cell of the blank and the action that brought it there. Those of a cell and
  // an action begin at first_[cell][action], the start at first_[cell][kActions], and those of a
  // cell end at the last place.
  std::vector<Board> layer_, next_layer_;
  CellMask blanks_ = 0;  // the cells
  uint32_t first_[kMostCells][kActions + 2];
  size_t moves_ = 0;         // to the layer
  uint32_t size_ = 0;        // of the layer
  uint32_t base_ = 0;        // the number of its first board
  uint32_t count_ = 0;       // of the boards up to the layer
  uint32_t best_ = 0;        // of the layer's boards
  int least_ = 0;            // its value
  Scratch<uint32_t> trail_;  // by the number of a board, its parent's * kActions + the action

  // What one move leads to: the parent's place in the layer, and the value. By where the blank
  // comes to and by which action, as the next layer.
  std::vector<uint32_t> parents_;
  std::vector<int16_t> candidate_values_;
  uint32_t candidates_ = 0;
  CellMask next_blanks_ = 0;  // the cells that the blank may come to
  Run runs_[kMostCells][kActions];
  uint32_t in_bin_[kBins];
  std::vector<uint32_t> which_;  // of the layer's boards, by the tile that slides
  std::vector<uint16_t> sums_;
  RecentBoards recent_;

  Geometry geometry_;  // that the rest is for, and the end
  tilebase::Board end_;
  int cells_ = 0;
  // By cell and tile. Their sum is a board's hash.
  uint64_t keys_[kMostCells][kMostCells] = {};
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_WIDE_BEAM_H_
