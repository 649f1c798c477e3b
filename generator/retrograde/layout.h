// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How the retrograde search lays out the states of one subproblem in memory, in the terms of
// kernel.h.

#ifndef TILEBASE_GENERATOR_RETROGRADE_LAYOUT_H_
#define TILEBASE_GENERATOR_RETROGRADE_LAYOUT_H_

#include <stddef.h>
#include <stdint.h>

#include <optional>

#include "generator/retrograde/kernel.h"
#include "tables/subproblem.h"

namespace tilebase::retrograde {

// Returns the layout of a subproblem without its tables, which costs nothing. For a search that
// several processes share, returns the layout of one part (part.h), its ghosts not yet known.
Layout PlanLayout(const Subproblem& subproblem, int part = 0, int parts = 1);

// Returns whether the numbers of this file fit in their types; otherwise use nothing below. (The
// limit is far beyond the memory of any machine.)
bool IsAddressable(const Subproblem& subproblem, const Layout& layout);

// The numbers of rows, entries and words in a run.
inline uint64_t RunRows(const Layout& layout) {
  return layout.run_length * static_cast<uint64_t>(layout.inner_count);
}
inline uint64_t RunEntries(const Layout& layout) {
  return RunRows(layout) * static_cast<uint64_t>(layout.row_entries);
}
inline uint64_t RunWords(const Layout& layout) {
  return RunRows(layout) * static_cast<uint64_t>(layout.row_words);
}
// The number of own runs in all slices, and of ghosts.
inline uint64_t OwnRuns(const Layout& layout) {
  return static_cast<uint64_t>(layout.slices) * layout.own_runs;
}
inline uint64_t Ghosts(const Layout& layout) {
  return layout.first_place[layout.slices] - OwnRuns(layout);
}
// The bytes of `runs` consecutive runs, with the margins that the loops need; 0 for 0 runs.
inline uint64_t PlaneBytes(const Layout& layout, uint64_t runs) {
  return runs == 0 ? 0 : runs * RunWords(layout) * 8 + 2 * kPlaneMargin;
}
// The number of planes for ghosts, with own runs on disk or in memory.
constexpr uint64_t GhostPlanes(bool on_disk) { return on_disk ? 5 : 3; }
// The bytes that count the missing entries of each row of the own runs (0 for packed rows).
uint64_t MissingBytes(const Layout& layout);
// One byte for each group.
uint64_t FreshBytes(const Layout& layout);
// RunOf returns the run at an own place of any slice. OwnPlace returns the own place of a run, if
// it has one.
inline uint64_t RunOf(const Layout& layout, uint64_t place) {
  const uint64_t first = layout.own[0].count;
  return place < first ? layout.own[0].first + place : layout.own[1].first + place - first;
}
inline std::optional<uint64_t> OwnPlace(const Layout& layout, uint64_t run) {
  uint64_t before = 0;
  for (const Stretch& stretch : layout.own) {
    if (run - stretch.first < stretch.count) return before + run - stretch.first;
    before += stretch.count;
  }
  return std::nullopt;
}
// The part that has a run, and the end of the consecutive runs that this part has, too.
struct RunOwner {
  int part = 0;
  uint64_t end = 0;
};
RunOwner OwnerOfRun(const Layout& layout, uint64_t run, int parts);

// The place of an entry's bit.
struct BitAddress {
  uint64_t row;  // counted over all slices, in rank order
  int word;      // within the row
  int bit;
};
BitAddress AddressOf(const Layout& layout, uint64_t rank);

// A run of a layout.
struct RunPlace {
  int slice = 0;
  uint64_t place = 0;
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_LAYOUT_H_
