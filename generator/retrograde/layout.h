// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How the retrograde search lays out the states of one subproblem in memory. The words are those of
// kernel.h.

#ifndef TILEBASE_GENERATOR_RETROGRADE_LAYOUT_H_
#define TILEBASE_GENERATOR_RETROGRADE_LAYOUT_H_

#include <stddef.h>
#include <stdint.h>

#include <optional>

#include "generator/retrograde/kernel.h"
#include "tables/subproblem.h"

namespace tilebase::retrograde {

// The layout of a subproblem without its tables: costs nothing. Of a search that several processes
// share, that of one part (part.h), its ghosts not yet known.
Layout PlanLayout(const Subproblem& subproblem, int part = 0, int parts = 1);

// Whether the numbers of this file fit in their types. Without it nothing below may be used. (The
// limit is far beyond the memory of any machine.)
bool IsAddressable(const Subproblem& subproblem, const Layout& layout);

// Rows, entries and words of a run.
inline uint64_t RunRows(const Layout& layout) {
  return layout.run_length * static_cast<uint64_t>(layout.inner_count);
}
inline uint64_t RunEntries(const Layout& layout) {
  return RunRows(layout) * static_cast<uint64_t>(layout.row_entries);
}
inline uint64_t RunWords(const Layout& layout) {
  return RunRows(layout) * static_cast<uint64_t>(layout.row_words);
}
// The own runs of all slices, and the ghosts.
inline uint64_t OwnRuns(const Layout& layout) {
  return static_cast<uint64_t>(layout.slices) * layout.own_runs;
}
inline uint64_t Ghosts(const Layout& layout) {
  return layout.first_place[layout.slices] - OwnRuns(layout);
}
// Bytes of so many runs one after the other, with the margins that the loops want; none of none.
inline uint64_t PlaneBytes(const Layout& layout, uint64_t runs) {
  return runs == 0 ? 0 : runs * RunWords(layout) * 8 + 2 * kPlaneMargin;
}
// Planes of ghosts, where those of own runs are on disk or not.
constexpr uint64_t GhostPlanes(bool on_disk) { return on_disk ? 5 : 3; }
// Bytes of the counters of missing entries of the own runs (0 for packed rows).
uint64_t MissingBytes(const Layout& layout);
// A byte for each group.
uint64_t FreshBytes(const Layout& layout);
// The run of an own place of every slice; and the own place of a run, if it is one.
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
// Of so many parts the one that has a run, and up to where those that follow are its own too.
struct RunOwner {
  int part = 0;
  uint64_t end = 0;
};
RunOwner OwnerOfRun(const Layout& layout, uint64_t run, int parts);

// Where the bit of an entry is.
struct BitAddress {
  uint64_t row;  // of all slices, in rank order
  int word;      // of the row
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
