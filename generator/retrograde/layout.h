// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How the retrograde search lays out the states of one subproblem in memory, and the tables that
// tell its inner loops where a row's neighbours are. The words are those of kernel.h.
//
// A vertical move turns a run of positions by one. The tracked tiles give a digit each, counted
// among the positions that the tiles before leave, and on these the move is again the turn of
// a run, one shorter where a tile before stood in it, or nothing if that tile is the one that
// moves. So the image of a prefix is found digit by digit: (run, digit) -> (new run, new digit).
//
// All but the last prefix digit are tabulated for every move (OuterMove, 8 bytes; a tenth
// or less of the planes), the last one is a lookup in a table of a few hundred bytes.

#ifndef TILEBASE_GENERATOR_RETROGRADE_LAYOUT_H_
#define TILEBASE_GENERATOR_RETROGRADE_LAYOUT_H_

#include <stddef.h>
#include <stdint.h>

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "generator/retrograde/kernel.h"
#include "tables/ranking.h"
#include "tables/subproblem.h"
#include "tables/system/huge_bytes.h"

namespace tilebase::retrograde {

// The layout of a subproblem without its tables: costs nothing. Of a search that several processes
// share, that of one part (part.h), its ghosts not yet known.
Layout PlanLayout(const Subproblem& subproblem, int part = 0, int parts = 1);

// Whether the numbers of this file fit in their types. Without it nothing below may be used. (The
// limit is far beyond the memory of any machine.)
bool IsAddressable(const Subproblem& subproblem, const Layout& layout);

// Fills in how many ghosts a part has, by a sample of its moves: within a few percent.
void EstimateGhosts(const Subproblem& subproblem, Layout* layout);

// Bytes of one plane, margins and ghosts included.
uint64_t PlaneBytes(const Layout& layout);
// Bytes of the counters of missing entries (0 for packed rows).
uint64_t MissingBytes(const Layout& layout);
// A byte for each group.
uint64_t FreshBytes(const Layout& layout);
// An upper bound of the bytes of Moves, close where they are many.
uint64_t MovesBytes(const Subproblem& subproblem, const Layout& layout);

// Where the bit of an entry is.
struct BitAddress {
  uint64_t row;  // of all slices, in rank order
  int word;      // of the row
  int bit;
};
BitAddress AddressOf(const Layout& layout, uint64_t rank);

// Rows of a slice, in all parts.
uint64_t SliceRows(const Layout& layout);
// The row of the planes that has a row in rank order. Requires that the layout has it.
uint64_t PlaneRow(const Layout& layout, uint64_t row);

// The tables. Immutable after Build; must outlive every Layout that points into it.
class Moves {
 public:
  Moves() = default;
  Moves(const Moves&) = delete;
  Moves& operator=(const Moves&) = delete;

  // Fills in the pointers of `layout`, which are valid as long as this is, and its ghosts.
  // `control` tells in which of its two forms the loops want permutations.
  absl::Status Build(const Subproblem& subproblem, const Ranking& ranking, bool control,
                     Layout& layout);

  // The outer numbers of a slice's ghosts, ascending; none in a search that is not shared.
  const std::vector<uint32_t>& ghosts(int slice) const {
    return ghosts_[static_cast<size_t>(slice)];
  }
  // Where a vertical move takes an outer number, of all parts.
  static uint64_t OuterImage(const Layout& layout, bool up, int first, int length, uint64_t outer);
  // Where the layout has an outer number of a slice, as its own or a ghost.
  std::optional<uint64_t> PlaceOf(const Layout& layout, int slice, uint64_t outer) const;

  const SliceMoves& slice(int index) const { return slices_[static_cast<size_t>(index)]; }
  const SliceMoves* slices() const { return slices_.data(); }

 private:
  // first and length of what a vertical move turns.
  struct Run {
    int first = 0;
    int length = 0;
  };
  // The runs that occur for the inner digit, in one direction.
  struct InnerTable {
    std::vector<int> index;  // [first * (inner_count+1) + length] -> run, or -1
    std::vector<uint8_t> digit;
    std::vector<uint16_t> permutation;
  };

  static int Image(bool up, Run run, int digit);
  static Run After(bool up, Run run, int digit);

  // Appends the moves of the layout's outer numbers among those whose first `tile` digits are
  // given: the first such number, and its image.
  void FillOuter(const Layout& layout, bool up, Run run, int tile, uint64_t first, uint64_t image,
                 OuterMove*& out);
  // Turns the outer numbers that moves lead to into places of the layout: its own, then ghosts.
  void PlaceGhosts(Layout& layout);
  uint32_t InnerRun(const Layout& layout, bool up, Run run);
  uint16_t Permutation(const Layout& layout, bool up, Run run);

  std::vector<SliceMoves> slices_;
  std::vector<std::vector<uint32_t>> ghosts_;
  HugeBytes outer_;
  InnerTable inner_[2];              // [up]
  std::vector<int> permutation_[2];  // [up][first * 64 + length] -> permutation, or -1
  std::vector<uint8_t> control_;
  std::vector<uint64_t> table_;
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_LAYOUT_H_
