// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The inner loops of the retrograde search, and the words they speak. The idea is told in
// retrograde.h; here is what a loop may rely on.
//
// The loops are compiled once for every instruction set (kernel.cc) and chosen when the program
// runs. All give the same bits.
//
//   row     entries that share the blank and all tracked tiles but the last few (the tail):
//           row_entries consecutive ranks, row_words 64-bit words
//   packed  a row of at most 64 entries is one word, bit i is entry i
//   dense   the tail is two tiles: lane p of the row is the position of the first, bit p of the
//           lane the position of the second. Bits without an entry are never set.
//   turn    what a vertical move does to a digit: digits first .. first+length-1 turn by one, the
//           others stay. Length 0 is the identity.
//   inner   the digit of the last tile that is not in the tail; `outer` numbers the tiles before
//   group   the inner_count rows of one slice and outer number
//   run     the groups of one slice whose outer numbers have the same first digits: run_length of
//           them. A step of the blank takes a whole run to a whole run, so a loop over a run needs
//           a few runs only, wherever they are
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

// Outer numbers that follow one another, as run numbers.
struct Stretch {
  uint64_t first = 0;
  uint64_t count = 0;
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
  uint64_t all_outer = 1;   // outer numbers of a slice
  int run_tiles = 0;        // tiles that a run tells
  uint64_t run_length = 1;  // outer numbers of a run
  uint64_t all_runs = 1;    // of a slice
  // Those that are searched here: all, or a part of them (part.h), in order. Places of a slice: its
  // own runs, then its ghosts.
  Stretch own[2];
  uint64_t own_runs = 1;
  // Places of all slices before s; the last element counts all.
  uint64_t first_place[kMaxSlices + 1] = {};
  int row_bytes = 0;  // that hold a row's entries, a bit each
  // Packed: bit i of a permuted word is bit control[64*permutation + i] of the word. The same as
  // sums of lookups: table[(permutation*row_bytes + j)*256 + byte j]. Permutation 0 is identity.
  const uint8_t* control = nullptr;
  const uint64_t* table = nullptr;
};

// What one vertical move does to an outer number of a run: its place in the run that it leads to,
// and what is left to do for the inner digit (an index of the tables below).
struct OuterMove {
  uint32_t outer;
  uint32_t turn;
};

// A step of the blank from a run, to a run of another slice. Where it is vertical, the position
// first+length-1 turns to `first` and those between go up by one (`up`, Action::kUp), or the
// inverse (Action::kDown).
struct Step {
  const uint64_t* plane[3];  // its first row in each, in the order of RunArgs::own
  const uint8_t* fresh;      // see ExpandArgs; a byte for each group
  // Vertical only.
  int first;
  int length;
  const OuterMove* outer;             // run_length of them
  const uint8_t* inner_digit;         // [turn][inner_count]: the new digit
  const uint16_t* inner_permutation;  // [turn][inner_count]; packed only
};

inline constexpr int kMostSteps = 7;  // of the blank along a line of at most eight cells

// The steps in one direction, one from the other. In the metric moves there is one at most.
struct Steps {
  int count = 0;
  Step step[kMostSteps];  // as many have values
};

// What a loop has of a run and those around it.
struct RunArgs {
  const Layout* layout;
  // Its first row in three planes. Expand: that of the depth reached last, of the depth after it,
  // and the third. Sets: by residue.
  uint64_t* own[3];
  Steps left, right, up, down;
};
enum ExpandPlane { kCurrent, kNext, kOther };

// One step of the search for the groups begin .. end-1 of a run.
struct ExpandArgs {
  RunArgs run;
  uint64_t begin, end;
  uint16_t* missing;  // dense only: entries of each row of the run that are not reached yet
  // Null, or rows of zeros for the groups begin .. end-1: what is found is written there too. For
  // the metric moves.
  uint64_t* news;
  // For each group of the run: whether this level reaches states in it. Only groups with such a
  // neighbour are looked at in the next level, which makes the first and last levels cheap.
  uint8_t* fresh;
};

// The sets of the entries of the rows begin .. end-1 of a run.
struct SetsArgs {
  RunArgs run;
  uint64_t begin, end;
  uint64_t first_outer;  // the run's first outer number
  uint8_t* out;
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
  // kernel_bytes.h
  void (*squeeze)(const Layout&, uint64_t first_outer, const uint64_t* rows, uint8_t* out);
  void (*spread)(const Layout&, uint64_t first_outer, int planes, const uint8_t* const* in,
                 uint64_t* const* rows);
  size_t (*strip)(const uint8_t* in, size_t bytes, uint8_t* masks, uint8_t* out);
  size_t (*count_masks)(const uint8_t* masks, size_t bytes);
  void (*unstrip)(const uint8_t* masks, size_t bytes, const uint8_t* in, uint8_t* out);
  void (*add_unstripped)(const uint8_t* masks, size_t bytes, const uint8_t* in, uint8_t* out);
};

const Kernels* BaselineKernels();
// Null where the file was compiled without the instructions; check the processor before use.
const Kernels* Avx2Kernels();
const Kernels* Avx512Kernels();

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_KERNEL_H_
