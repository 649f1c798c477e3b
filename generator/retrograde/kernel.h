// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The inner loops of the retrograde search, and their terms. retrograde.h explains the idea; this
// file says what a loop may rely on.
//
// The loops are compiled once for each instruction set (kernel.cc) and chosen when the program
// runs. All give the same bits.
//
//   row     entries that share the blank and all tracked tiles but the last few (the tail):
//           row_entries consecutive ranks, row_words 64-bit words
//   packed  a row of at most 64 entries is one word, bit i is entry i
//   dense   the tail is two tiles: lane p of the row is the position of the first, bit p of the
//           lane the position of the second. Bits without an entry are never set.
//   turn    what a vertical move does to a digit: it rotates digits first .. first+length-1 by one
//           and keeps the others. Length 0 is the identity.
//   inner   the digit of the last tile that is not in the tail; `outer` numbers the tiles before
//   group   the inner_count rows of one slice and outer number
//   run     the groups of one slice whose outer numbers have the same first digits: run_length of
//           them. A step of the blank takes a whole run to a whole run, so a loop over a run needs
//           only a few runs, wherever they are
//
// Invariant: the loops call no function that another file may also compile, neither of the standard
// library nor an inline function of ours. The linker keeps one copy for all files, and that could
// be the copy for the newest processor.

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

// Consecutive outer numbers, as run numbers.
struct Stretch {
  uint64_t first = 0;
  uint64_t count = 0;
};

struct Layout {
  Kind kind = Kind::kPacked;
  int positions = 0;  // positions that a tile can have (ranking.h, step 2)
  int tracked = 0;
  int tail = 0;       // tracked tiles given by the place within the row
  int lane_bits = 0;  // dense: 16, 32 or 64
  int row_entries = 0;
  int row_words = 0;
  int slices = 0;
  int inner_count = 1;
  uint64_t all_outer = 1;   // outer numbers of a slice
  int run_tiles = 0;        // tiles that a run's number gives
  uint64_t run_length = 1;  // outer numbers of a run
  uint64_t all_runs = 1;    // of a slice
  // The runs searched here, in order: all of them, or those of a part (part.h). Places of a slice:
  // its own runs, then its ghosts.
  Stretch own[2];
  uint64_t own_runs = 1;
  // The number of places of all slices before s; the last element counts all.
  uint64_t first_place[kMaxSlices + 1] = {};
  int row_bytes = 0;  // bytes for a row's entries, a bit each
  // Packed rows: bit i of a permuted word is bit control[64*permutation + i] of the word. `table`
  // gives the same as a sum of lookups: table[(permutation*row_bytes + j)*256 + byte j].
  // Permutation 0 is the identity.
  const uint8_t* control = nullptr;
  const uint64_t* table = nullptr;
};

// The effect of one vertical move on an outer number of a run: the new place, in the run that the
// move leads to, and the rest of the turn, which applies to the inner digit (an index of the tables
// below).
struct OuterMove {
  uint32_t outer;
  uint32_t turn;
};

// A step of the blank from a run to a run of another slice. A vertical step rotates positions: `up`
// (Action::kUp) takes position first+length-1 to `first` and moves those between up by one;
// Action::kDown is the inverse.
struct Step {
  const uint64_t* plane[3];  // first rows of the other run, as RunArgs::own
  const uint8_t* fresh;      // see ExpandArgs; a byte for each group
  // For vertical steps only.
  int first;
  int length;
  const OuterMove* outer;             // run_length elements
  const uint8_t* inner_digit;         // [turn][inner_count]: the new digit
  const uint16_t* inner_permutation;  // [turn][inner_count]; packed only
};

inline constexpr int kMostSteps = 7;  // of the blank along a line of at most eight cells

// The steps in one direction, one step for each slice. In the metric moves there is at most one.
struct Steps {
  int count = 0;
  Step step[kMostSteps];  // only the first `count` are set
};

// The rows of a run and of the runs around it, for a loop.
struct RunArgs {
  const Layout* layout;
  // The run's first row in three planes. For Expand: in the plane of the depth reached last, of the
  // depth after it, and in the third plane. For Sets: by residue.
  uint64_t* own[3];
  Steps left, right, up, down;
};
enum ExpandPlane { kCurrent, kNext, kOther };

// One level of the search for the groups begin .. end-1 of a run.
struct ExpandArgs {
  RunArgs run;
  uint64_t begin, end;
  uint16_t* missing;  // dense only: how many entries of each row of the run are not reached yet
  // Null, or rows of zeros for the groups begin .. end-1; new states are written there, too. For
  // the metric moves.
  uint64_t* news;
  // For each group of the run: whether this level reaches states in it. The next level looks only
  // at groups with such a neighbour, which makes the first and last levels cheap.
  uint8_t* fresh;
};

// Arguments for writing the sets of the entries of the rows begin .. end-1 of a run.
struct SetsArgs {
  RunArgs run;
  uint64_t begin, end;
  uint64_t first_outer;  // the run's first outer number
  uint8_t* out;
  // -1: write the sets. Otherwise an action, in the metric mtm: write how many tiles the shortest
  // optimal slide of this action moves, 0 if there is none.
  int lengths_of;
};

struct Expanded {
  uint64_t reached = 0;  // entries
  uint64_t rows = 0;     // rows that were looked at
};

struct Kernels {
  const char* name;
  bool uses_control;  // otherwise it uses `table` of the layout
  Expanded (*expand)(const ExpandArgs&);
  void (*sets)(const SetsArgs&);
  // The loops for the metric mtm.
  Expanded (*expand_lines)(const ExpandArgs&);
  void (*sets_lines)(const SetsArgs&);
  // See kernel_bytes.h.
  void (*squeeze)(const Layout&, uint64_t first_outer, const uint64_t* rows, uint8_t* out);
  void (*spread)(const Layout&, uint64_t first_outer, int planes, const uint8_t* const* in,
                 uint64_t* const* rows);
  size_t (*strip)(const uint8_t* in, size_t bytes, uint8_t* masks, uint8_t* out);
  size_t (*count_masks)(const uint8_t* masks, size_t bytes);
  void (*unstrip)(const uint8_t* masks, size_t bytes, const uint8_t* in, uint8_t* out);
  void (*add_unstripped)(const uint8_t* masks, size_t bytes, const uint8_t* in, uint8_t* out);
};

const Kernels* BaselineKernels();
// Null if the file was compiled without the instructions; check the processor before use.
const Kernels* Avx2Kernels();
const Kernels* Avx512Kernels();

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_KERNEL_H_
