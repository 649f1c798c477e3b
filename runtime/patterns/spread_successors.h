// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Like pattern_successors.h, by lookups of spread tables (spread_tables.h). Some views are looked
// up for every successor, the others only when the search comes to a board: a *closer look*, again
// in two steps. Every board on a path needs a closer look, because it reads only what has changed
// since the board before.

#ifndef TILEBASE_RUNTIME_PATTERNS_SPREAD_SUCCESSORS_H_
#define TILEBASE_RUNTIME_PATTERNS_SPREAD_SUCCESSORS_H_

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "runtime/patterns/duplicate_pruning.h"
#include "runtime/patterns/pattern_successors.h"
#include "runtime/patterns/spread_tables.h"
#include "runtime/patterns/wide_search.h"

namespace tilebase {

// kStride: cells, rounded up to a power of two; kPatterns: at least the number of patterns; kFirst:
// how many views are looked up for every successor; kCloser: how many more by a closer look; kDual:
// whether the latter are dual lookups of the first views, which read two entries each. Immutable.
template <int kStride, int kPatterns, int kFirst, int kCloser, bool kDual>
class SpreadSuccessors {
  static constexpr int kChanges = kDual ? 2 : 1;  // entries that a closer look reads in each view

 public:
  using Tables = SpreadTables;
  using Wide = SpreadWideKind;
  static constexpr bool kLooksCloser = true;
  static constexpr bool kChoosesViews = !kDual;
  static constexpr bool kMayBeWide =  // wide_search.h
      kStride == 32 && kPatterns == 4 && kFirst == 2 && kCloser == 2 && !kDual;

  using Place = EntryPlace<SpreadTables::kBits>;
  using Successor = PatternSuccessor<kFirst, SpreadTables::kBits>;

  // A board, and the places of its entries.
  struct Position {
    Place place[kFirst][kPatterns];
    Place closer_place[kCloser][kPatterns];
    uint8_t tile[kStride];
    uint8_t excess[kFirst][kPatterns];
    uint8_t closer_excess[kCloser][kPatterns];
    int32_t slack[kFirst];
    int32_t closer_slack[kCloser];       // until LookCloser with the old excesses
    uint8_t changed[kCloser][kChanges];  // patterns whose entries a closer look will read
    uint8_t blank;

    // The least slack of all views, after a closer look.
    int least_slack() const {
      return std::min(*std::min_element(slack, slack + kFirst),
                      *std::min_element(closer_slack, closer_slack + kCloser));
    }
    void Allow(int pairs) {
      for (int32_t& each : slack) each = each + pairs;
      for (int32_t& each : closer_slack) each = each + pairs;
    }
  };

  // Uses the first views. `tables` must outlive this object and all that are made of it. Takes 0.05
  // s to find duplicates, 0.25 s on 5x5.
  explicit SpreadSuccessors(const SpreadTables& tables)
      : SpreadSuccessors(tables, {}, std::make_shared<SearchSteps<kStride>>(tables.geometry())) {}

  // Makes the successors for other views. Takes microseconds.
  std::unique_ptr<const SpreadSuccessors> With(const PatternViews& views) const {
    return std::unique_ptr<const SpreadSuccessors>(new SpreadSuccessors(tables_, views, steps_));
  }
  const SpreadTables& tables() const { return tables_; }
  // By view; the views that are looked up for every successor come first.
  const SpreadTables::Lookup& lookup(int view) const {
    return view < kFirst ? First(view) : Closer(view - kFirst);
  }

  // The first board of a search. It is to be home in 0 moves, or in 1 if it is an odd number of
  // moves from home.
  Position Root(const Board& board) const {
    Position root;
    memset(&root, 0, sizeof root);
    const Geometry geometry = board.geometry;
    std::copy_n(board.tile, geometry.cells(), root.tile);
    root.blank = board.blank;
    int distance = 0;
    for (int cell = 0; cell < geometry.cells(); ++cell)
      if (board.tile[cell] != 0) distance += geometry.Distance(cell, board.tile[cell] - 1);
    // Adds what the tiles contribute to a view's places. Returns the view's slack.
    const auto look = [&](const SpreadTables::Lookup& lookup, bool by_cell, Place* place,
                          uint8_t* excess) {
      uint64_t entry[kPatterns] = {};
      for (int cell = 0; cell < geometry.cells(); ++cell) {
        const int tile = board.tile[cell];
        if (by_cell)
          entry[lookup.pattern[cell]] += lookup.adds[cell][tile];
        else
          entry[lookup.pattern[tile]] += lookup.adds[tile][cell];
      }
      int pairs = distance / 2;
      for (size_t p = 0; p < lookup.data.size(); ++p) {
        place[p] = Place(lookup.data[p], entry[p]);
        excess[p] = static_cast<uint8_t>(place[p].Excess());
        pairs += excess[p];
      }
      return -pairs;
    };
    for (int view = 0; view < kFirst; ++view)
      root.slack[view] = look(First(view), false, root.place[view], root.excess[view]);
    for (int view = 0; view < kCloser; ++view)
      root.closer_slack[view] =
          look(Closer(view), kDual, root.closer_place[view], root.closer_excess[view]);
    return root;
  }

  const SearchSteps<kStride>& steps() const { return *steps_; }

  void Ask(const Position& position, Successor* next) const {
    const SearchStep step = next->step;
    const int from = step.from();
    const int tile = position.tile[from];
    next->farther = steps_->IsFarther(tile, step);
    steps_->Prefetch(step.after());
    for (int view = 0; view < kFirst; ++view) {
      const Sums& by = first_[view];
      const int pattern = by.pattern[tile];
      next->Ask(
          view, pattern,
          position.place[view][pattern].Moved(by.adds[tile][position.blank] - by.adds[tile][from]),
          position);
    }
  }

  // Makes the successor's position, once its entries are known. A closer look must follow.
  void Apply(const Position& position, const Successor& next, Position* to) const {
    *to = position;
    const int blank = position.blank, from = next.step.from(), tile = position.tile[from];
    for (int view = 0; view < kCloser; ++view) {
      const Sums& by = closer_[view];
      if constexpr (kDual) {
        // One cell now has a tile; the other has lost its tile.
        to->changed[view][0] = by.pattern[blank];
        to->changed[view][1] = by.pattern[from];
        to->closer_place[view][by.pattern[blank]].Move(by.adds[blank][tile]);
        to->closer_place[view][by.pattern[from]].Move(-by.adds[from][tile]);
      } else {
        to->changed[view][0] = by.pattern[tile];
        to->closer_place[view][by.pattern[tile]].Move(by.adds[tile][blank] - by.adds[tile][from]);
      }
      to->closer_slack[view] -= next.farther;
    }
    next.Apply(to);
  }

  void AskCloser(const Position& position) const {
    for (int view = 0; view < kCloser; ++view)
      for (const int pattern : position.changed[view])
        position.closer_place[view][pattern].Prefetch();
  }

  // Returns the least slack of its views.
  int LookCloser(Position* position) const {
    int least = INT32_MAX;
    for (int view = 0; view < kCloser; ++view) {
      int slack = position->closer_slack[view];
      for (const int pattern : position->changed[view]) {
        const int excess = position->closer_place[view][pattern].Excess();
        slack += position->closer_excess[view][pattern] - excess;
        position->closer_excess[view][pattern] = static_cast<uint8_t>(excess);
      }
      position->closer_slack[view] = slack;
      least = std::min(least, slack);
    }
    return least;
  }

 private:
  // Like SpreadTables::Lookup; in a dual lookup, what a tile on the cell contributes more than the
  // blank.
  struct Sums {
    uint8_t pattern[kStride];
    int64_t adds[kStride][kStride];
  };

  SpreadSuccessors(const SpreadTables& tables, const PatternViews& views,
                   std::shared_ptr<const SearchSteps<kStride>> steps)
      : tables_(tables), views_(views), steps_(std::move(steps)) {
    for (int view = 0; view < kFirst; ++view) SetSums(First(view), false, &first_[view]);
    for (int view = 0; view < kCloser; ++view) SetSums(Closer(view), kDual, &closer_[view]);
  }

  void SetSums(const SpreadTables::Lookup& lookup, bool less_blank, Sums* to) const {
    const int cells = tables_.geometry().cells();
    for (int i = 0; i < cells; ++i) {
      to->pattern[i] = lookup.pattern[i];
      for (int k = 0; k < cells; ++k)
        to->adds[i][k] = int64_t{lookup.adds[i][k]} - (less_blank ? lookup.adds[i][0] : 0);
    }
  }

  const SpreadTables::Lookup& First(int view) const {
    return tables_.regular(kDual ? view : views_.view[static_cast<size_t>(view)]);
  }
  const SpreadTables::Lookup& Closer(int view) const {
    return kDual ? tables_.dual(view)
                 : tables_.regular(views_.view[static_cast<size_t>(kFirst + view)]);
  }

  const SpreadTables& tables_;
  const PatternViews views_;
  const std::shared_ptr<const SearchSteps<kStride>> steps_;
  Sums first_[kFirst] = {}, closer_[kCloser] = {};
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_SPREAD_SUCCESSORS_H_
