// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How the retrograde search lays out the states of one subproblem in memory, and the tables that
// tell its inner loops where a row's neighbours are. The words are those of retrograde_kernel.h.
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

#include <vector>

#include "absl/status/status.h"
#include "generator/retrograde/kernel.h"
#include "tables/ranking.h"
#include "tables/subproblem.h"
#include "tables/system/huge_bytes.h"

namespace tilebase::retrograde {

// The layout of a subproblem without its tables: costs nothing.
Layout PlanLayout(const Subproblem& subproblem);

// Whether the numbers of this file fit in their types. Without it nothing below may be used. (The
// limit is far beyond the memory of any machine.)
bool IsAddressable(const Subproblem& subproblem, const Layout& layout);

// Bytes of one plane, margins included.
uint64_t PlaneBytes(const Layout& layout);
// Bytes of the counters of missing entries (0 for packed rows).
uint64_t MissingBytes(const Layout& layout);
// A byte for each group.
uint64_t FreshBytes(const Layout& layout);
// An upper bound of the bytes of Moves, close where they are many.
uint64_t MovesBytes(const Subproblem& subproblem, const Layout& layout);

// Where the bit of an entry is.
struct BitAddress {
  uint64_t row;  // of all slices
  int word;      // of the row
  int bit;
};
BitAddress AddressOf(const Layout& layout, uint64_t rank);

// The tables. Immutable after Build; must outlive every Layout that points into it.
class Moves {
 public:
  Moves() = default;
  Moves(const Moves&) = delete;
  Moves& operator=(const Moves&) = delete;

  // Fills in the pointers of `layout`, which are valid as long as this is. `control` tells in which
  // of its two forms the loops want permutations.
  absl::Status Build(const Subproblem& subproblem, const Ranking& ranking, bool control,
                     Layout& layout);

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

  void FillOuter(const Layout& layout, bool up, Run run, int tile, uint64_t image, OuterMove*& out);
  uint32_t InnerRun(const Layout& layout, bool up, Run run);
  uint16_t Permutation(const Layout& layout, bool up, Run run);

  std::vector<SliceMoves> slices_;
  HugeBytes outer_;
  InnerTable inner_[2];              // [up]
  std::vector<int> permutation_[2];  // [up][first * 64 + length] -> permutation, or -1
  std::vector<uint8_t> control_;
  std::vector<uint64_t> table_;
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_LAYOUT_H_
