// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A short way from one board to another, by a beam in the order of displacement_values.h.
//
// Boards are kept by value, in one of two ways. For a near goal: so many of them a move. For a far
// one: so many a move for each cell that the blank may be on. The best boards of all have their
// blank where everything is done, and stand still; those that are the best for their cell include
// some on their way to where something is left to do. And tiles count the more, the nearer the
// edge their homes are: two tiles that have changed places are cheap to mend while there is
// disorder beside them, which is in the middle in the end.

#ifndef TILEBASE_RUNTIME_ANY_DISPLACEMENT_BEAM_H_
#define TILEBASE_RUNTIME_ANY_DISPLACEMENT_BEAM_H_

#include <stddef.h>
#include <stdint.h>

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "runtime/any/beam_effort.h"
#include "runtime/any/big_board.h"
#include "runtime/any/displacement_values.h"

namespace tilebase {

struct BeamTask {
  BigSize size;
  absl::Span<const uint16_t> homes;  // by cell: the cell that is the home of what is there
  int blank = 0;                     // a cell
  size_t most = 0;                   // moves of the way
  // Boards to keep a move. 0: for each cell of the blank, as many as the effort suffices for, by a
  // guess at the moves that are left.
  size_t width = 0;
};

struct BeamWay {
  std::string letters;
  bool is_whole = false;  // whether it leads home; else to the best board that was met
};

// Not thread safe: an object for each thread. Keeps its memory from search to search.
class DisplacementBeam {
 public:
  // Adds the boards that it looks at to `*looked_at`. Both outlive this.
  DisplacementBeam(const DisplacementValues& values, uint64_t* looked_at)
      : values_(values), looked_at_(*looked_at) {}

  // Requires at most 60,000 cells, that the homes are a permutation from which home can be
  // reached, and a width or an effort with a limit. The same task and effort.boards give the same
  // way. Time: some 50 to 100 ns for each board looked at. Memory: three bytes a cell for each
  // board that is kept, and eight for each that was kept in any move.
  BeamWay Search(const BeamTask& task, const BeamEffort& effort);

  const uint64_t& looked_at() const { return looked_at_; }

 private:
  struct Entry {
    uint64_t hash;
    int64_t value;
    int32_t distance;  // the sum of all tiles' from home
    uint32_t path;     // the index of its last step
    uint16_t blank;
    int8_t last;  // the last action, or -1
  };
  struct Candidate {
    int64_t value;
    int32_t distance;
    uint32_t parent;
    uint16_t to;  // where the blank goes
    int8_t action;
  };
  struct Step {
    uint32_t before;
    int8_t action;
  };

  void SetSize(BigSize size);
  // Of all homes the same, or those near the edge more.
  void SetWeights(bool outside_first);
  void SetStart(const BeamTask& task);
  // What the boards of a side lead to, as far as it can be the goal in so many more moves.
  void Expand(int side, int moves_left);
  // The best of them are the other side.
  void KeepOfAll(int side, size_t width);
  void KeepOfCells(int side, size_t width);
  // False for a board that was met.
  bool Keep(int side, const Candidate& candidate);
  std::string LettersTo(uint32_t path) const;

  uint8_t ClassOf(int home, int cell) const;
  uint16_t* HomesOf(int side, size_t entry) { return &homes_[side][entry * cells_]; }
  uint8_t* ClassesOf(int side, size_t entry) { return &classes_[side][entry * padded_cells_]; }

  const DisplacementValues& values_;
  uint64_t& looked_at_;
  uint64_t searches_ = 0;
  uint64_t salt_ = 0;  // of the search: what earlier ones met does not count

  BigSize size_;
  size_t cells_ = 0;
  size_t padded_cells_ = 0;  // with a border of homes without a tile
  uint16_t blank_home_ = 0;
  int step_[4] = {};                                     // of the blank, by action
  int neighbour_[DisplacementValues::kDirections] = {};  // of a home, in padded cells
  std::vector<int16_t> row_, column_;
  std::vector<uint16_t> padded_;      // by cell
  std::vector<int64_t> far_;          // the value of a distance along an axis
  std::vector<int32_t> weight_;       // by home, in sixteenths
  std::vector<int32_t> pair_weight_;  // by home and direction: the mean of the two

  std::vector<Entry> entries_[2];
  std::vector<uint16_t> homes_[2];
  std::vector<uint8_t> classes_[2];  // of the tile that is at home there
  std::vector<Candidate> candidates_;
  int64_t least_ = 0;  // of their values
  std::vector<uint32_t> counts_;
  std::vector<uint64_t> keys_;
  std::vector<Step> path_;
  std::vector<uint64_t> met_;  // hashes, the last one in each place
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_DISPLACEMENT_BEAM_H_
