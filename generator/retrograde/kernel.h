// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The inner loops of the retrograde search, and the words they speak. The idea is told in
// retrograde.h; here is what a loop may rely on.
//
// The loops are compiled once for every instruction set (retrograde_kernel_*.cc include
// retrograde_kernel_impl.h) and chosen when the program runs. All give the same bits.
//
//   row     entries that share the blank and all tracked tiles but the last few (the tail):
//           row_entries consecutive ranks, row_words 64-bit words
//   packed  a row of at most 64 entries is one word, bit i is entry i
//   dense   the tail is two tiles: lane p of the row is the position of the first, bit p of the
//           lane the position of the second. Bits without an entry are never set.
//   run     what a vertical move does to a digit: digits first .. first+length-1 turn by one,
//           the others stay. Length 0 is the identity.
//   inner   the digit of the last tile that is not in the tail; `outer` numbers the tiles before
//   group   the inner_count rows of one slice and outer number
//
// Invariant: the loops call no function that another file may also compile, be it of the standard
// library or an inline one of ours: the linker keeps one copy for all, and that could be the one
// for the newest processor.

#ifndef TILEBASE_GENERATOR_RETROGRADE_KERNEL_H_
#define TILEBASE_GENERATOR_RETROGRADE_KERNEL_H_

#include <stddef.h>
#include <stdint.h>

namespace tilebase::retrograde {

inline constexpr int kMaxSlices = 64;
// Bytes that must be readable before the first and after the last row of a plane.
inline constexpr size_t kPlaneMargin = 64;
// Bytes that Sets may write after the last entry.
inline constexpr size_t kSetsMargin = 64;

enum class Kind : uint8_t { kPacked, kDense };

// What one vertical move does to the tiles before the inner digit: where they go, and what is left
// to do for the inner digit (an index of the tables below).
struct OuterMove {
  uint32_t outer;
  uint32_t run;
};

// A vertical move, seen from one slice: the states of this slice turn into states of `slice`.
// `up` is Action::kUp: the tile on position first+length-1 moves to `first`, those between go up
// by one. Otherwise it is Action::kDown, the inverse.
struct VerticalMove {
  bool exists = false;
  bool up = false;
  int slice = 0;
  int first = 0;
  int length = 0;
  const OuterMove* outer = nullptr;             // outer_count of them
  const uint8_t* inner_digit = nullptr;         // [run][inner_count]: the new digit
  const uint16_t* inner_permutation = nullptr;  // [run][inner_count]; packed only
};

struct SliceMoves {
  int left = -1;   // slice after Action::kLeft; -1: no such move
  int right = -1;  // slice after Action::kRight
  VerticalMove up, down;
};

struct Layout {
  Kind kind = Kind::kPacked;
  int positions = 0;  // that a tile can have (ranking.h, step 2)
  int tracked = 0;
  int tail = 0;       // tracked tiles that are told by the place within the row
  int lane_bits = 0;  // dense: 16, 32 or 64
  int row_entries = 0;
  int row_words = 0;
  int slices = 0;
  int inner_count = 1;
  uint64_t all_outer = 1;  // outer numbers of a slice
  // Those that are searched here: all, or a part of them (part.h). The loops count them from 0.
  uint64_t outer_begin = 0;
  uint64_t outer_count = 1;
  // first_group[s]: groups of all slices before s. A slice has a group for each outer number, in
  // order, and after those its ghosts (part.h); the last element counts all groups.
  uint64_t first_group[kMaxSlices + 1] = {};
  // Packed: bit i of a permuted word is bit control[64*permutation + i] of the word. The same as
  // sums of lookups: table[(permutation*row_bytes + j)*256 + byte j]. Permutation 0 is identity.
  const uint8_t* control = nullptr;
  const uint64_t* table = nullptr;
  int row_bytes = 0;
};

// One step of the search for part of a slice.
struct ExpandArgs {
  const Layout* layout;
  const SliceMoves* moves;
  int slice;
  uint64_t outer_begin, outer_end;
  const uint64_t* current;  // plane of the depth that was reached last
  uint64_t* next;           // plane of the depth after it
  const uint64_t* other;    // the third plane
  uint16_t* missing;        // dense only: entries of each row (of all slices) not reached yet
  // For each group (of all slices): whether the last level reached states in it. Only groups with
  // such a neighbour are looked at, which makes the first and last levels cheap. fresh_next is
  // written for all groups of the part.
  const uint8_t* fresh;
  uint8_t* fresh_next;
  const SliceMoves* all;  // of all slices; `moves` is one of them
};

// The sets of the entries of the rows row_begin .. row_end-1 of a slice.
struct SetsArgs {
  const Layout* layout;
  const SliceMoves* moves;
  int slice;
  uint64_t row_begin, row_end;
  const uint64_t* plane[3];
  uint8_t* out;
  const SliceMoves* all;
  // Of the metric mtm: what is written is how many tiles the shortest optimal slide of this action
  // moves, 0 where there is none. -1: the sets.
  int lengths_of;
};

struct Expanded {
  uint64_t reached = 0;  // entries
  uint64_t rows = 0;     // that were looked at
};

struct Kernels {
  const char* name;
  bool uses_control;  // else `table` of the layout
  Expanded (*expand)(const ExpandArgs&);
  void (*sets)(const SetsArgs&);
  // The same for the metric mtm.
  Expanded (*expand_lines)(const ExpandArgs&);
  void (*sets_lines)(const SetsArgs&);
};

const Kernels* BaselineKernels();
// Null where the file was compiled without the instructions; check the processor before use.
const Kernels* Avx2Kernels();
const Kernels* Avx512Kernels();

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_KERNEL_H_
