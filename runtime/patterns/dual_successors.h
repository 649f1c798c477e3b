// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// As pattern_successors.h, by regular and dual lookups of spread tables (dual_tables.h). Regular
// lookups are made for every successor; the dual ones, which read up to twice as many entries, only
// when the search comes to a board: a *closer look*, again in two steps. Every board on a path
// needs its own, for it reads only what has changed since the board before.

#ifndef TILEBASE_RUNTIME_PATTERNS_DUAL_SUCCESSORS_H_
#define TILEBASE_RUNTIME_PATTERNS_DUAL_SUCCESSORS_H_

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "runtime/patterns/dual_tables.h"
#include "runtime/patterns/duplicate_pruning.h"
#include "runtime/patterns/pattern_successors.h"

namespace tilebase {

// kStride: cells, rounded up to a power of two; kPatterns: at least as many as there are; kViews:
// how many of the tables' views it uses, of regular and of dual lookups each. Immutable.
template <int kStride, int kPatterns, int kViews>
class DualSuccessors {
 public:
  using Tables = DualTables;
  static constexpr bool kLooksCloser = true;
  static constexpr bool kChoosesViews = true;

  using Place = EntryPlace<DualTables::kBits>;
  using Successor = PatternSuccessor<kViews, DualTables::kBits>;  // its slack is that of regular lookups

  // A board, and where its entries are.
  struct Position {
    Place place[kViews][kPatterns];
    Place dual_place[kViews][kPatterns];
    uint8_t tile[kStride];
    uint8_t excess[kViews][kPatterns];
    uint8_t dual_excess[kViews][kPatterns];
    int32_t slack[kViews];
    int32_t dual_slack[kViews];  // until LookCloser: by the old excesses
    uint8_t changed[kViews][2];  // the patterns whose dual entries a closer look will read
    uint8_t blank;

    // Both bounds', after a closer look.
    int least_slack() const {
      return std::min(*std::min_element(slack, slack + kViews),
                      *std::min_element(dual_slack, dual_slack + kViews));
    }
    void Allow(int pairs) {
      for (int view = 0; view < kViews; ++view) {
        slack[view] = slack[view] + pairs;
        dual_slack[view] = dual_slack[view] + pairs;
      }
    }
  };

  // Uses the first views. `tables` must outlive this and all that are made of it. 0.05 s for what
  // the pruning learns, 0.25 s on 5x5.
  explicit DualSuccessors(const DualTables& tables)
      : DualSuccessors(tables, DualViews(),
                       std::make_shared<SearchSteps<kStride>>(tables.geometry())) {}

  // The same with other views.
  std::unique_ptr<const DualSuccessors> With(const DualViews& views) const {
    return std::unique_ptr<const DualSuccessors>(new DualSuccessors(tables_, views, steps_));
  }
  const DualTables& tables() const { return tables_; }

  // A board to begin with, that is to be home in 0 moves, or 1 if it is an odd number of moves from
  // there.
  Position Root(const Board& board) const {
    Position root;
    memset(&root, 0, sizeof root);
    const Geometry geometry = board.geometry;
    std::copy_n(board.tile, geometry.cells(), root.tile);
    root.blank = board.blank;
    int distance = 0;
    for (int cell = 0; cell < geometry.cells(); ++cell)
      if (board.tile[cell] != 0) distance += geometry.Distance(cell, board.tile[cell] - 1);
    for (int view = 0; view < kViews; ++view) {
      const DualTables::Lookup& regular = tables_.regular(views_.regular[view]);
      const DualTables::Lookup& dual = tables_.dual(views_.dual[view]);
      uint64_t entry[kPatterns] = {}, dual_entry[kPatterns] = {};
      for (int cell = 0; cell < geometry.cells(); ++cell) {
        const int tile = board.tile[cell];
        entry[regular_[view].pattern[tile]] += regular.adds[tile][cell];
        dual_entry[dual_[view].pattern[cell]] += dual.adds[cell][tile];
      }
      int pairs = distance / 2, dual_pairs = distance / 2;
      const auto look = [](const uint8_t* data, uint64_t at, Place* place, uint8_t* excess) {
        *place = Place(data, at);
        return int{*excess = static_cast<uint8_t>(place->Excess())};
      };
      for (size_t p = 0; p < regular.data.size(); ++p)
        pairs += look(regular.data[p], entry[p], &root.place[view][p], &root.excess[view][p]);
      for (size_t p = 0; p < dual.data.size(); ++p)
        dual_pairs += look(dual.data[p], dual_entry[p], &root.dual_place[view][p],
                           &root.dual_excess[view][p]);
      root.slack[view] = -pairs;
      root.dual_slack[view] = -dual_pairs;
    }
    return root;
  }

  const SearchSteps<kStride>& steps() const { return *steps_; }

  void Ask(const Position& position, Successor* next) const {
    const SearchStep step = next->step;
    const int from = step.from();
    const int tile = position.tile[from];
    next->farther = steps_->IsFarther(tile, step);
    steps_->Prefetch(step.after());
    for (int view = 0; view < kViews; ++view) {
      const Sums& by = regular_[view];
      const int pattern = by.pattern[tile];
      next->Ask(view, pattern,
                position.place[view][pattern].Moved(by.adds[tile][position.blank] -
                                                    by.adds[tile][from]),
                position);
    }
  }

  // The successor's board, once its entries are known. Its dual entries are still to be looked at.
  void Apply(const Position& position, const Successor& next, Position* to) const {
    *to = position;
    const int blank = position.blank, from = next.step.from(), tile = position.tile[from];
    for (int view = 0; view < kViews; ++view) {
      // On one cell there is a tile now, and no tile on the other.
      const Sums& by = dual_[view];
      to->changed[view][0] = by.pattern[blank];
      to->changed[view][1] = by.pattern[from];
      to->dual_place[view][by.pattern[blank]].Move(by.adds[blank][tile]);
      to->dual_place[view][by.pattern[from]].Move(-by.adds[from][tile]);
      to->dual_slack[view] -= next.farther;
    }
    next.Apply(to);
  }

  void AskCloser(const Position& position) const {
    for (int view = 0; view < kViews; ++view)
      for (const int pattern : position.changed[view])
        position.dual_place[view][pattern].Prefetch();
  }

  // Returns the slack by the dual lookups.
  int LookCloser(Position* position) const {
    int least = INT32_MAX;
    for (int view = 0; view < kViews; ++view) {
      int slack = position->dual_slack[view];
      for (const int pattern : position->changed[view]) {
        const int excess = position->dual_place[view][pattern].Excess();
        slack += position->dual_excess[view][pattern] - excess;
        position->dual_excess[view][pattern] = static_cast<uint8_t>(excess);
      }
      position->dual_slack[view] = slack;
      least = std::min(least, slack);
    }
    return least;
  }

 private:
  // As DualTables::Lookup; of a dual one, what a tile on the cell adds more than the blank.
  struct Sums {
    uint8_t pattern[kStride];
    int64_t adds[kStride][kStride];
  };

  DualSuccessors(const DualTables& tables, const DualViews& views,
                 std::shared_ptr<const SearchSteps<kStride>> steps)
      : tables_(tables), views_(views), steps_(std::move(steps)) {
    const int cells = tables.geometry().cells();
    for (int view = 0; view < kViews; ++view) {
      const DualTables::Lookup& regular = tables.regular(views.regular[view]);
      const DualTables::Lookup& dual = tables.dual(views.dual[view]);
      for (int i = 0; i < cells; ++i) {
        regular_[view].pattern[i] = regular.pattern[i];
        dual_[view].pattern[i] = dual.pattern[i];
        for (int k = 0; k < cells; ++k) {
          regular_[view].adds[i][k] = regular.adds[i][k];
          dual_[view].adds[i][k] = int64_t{dual.adds[i][k]} - dual.adds[i][0];
        }
      }
    }
  }

  const DualTables& tables_;
  const DualViews views_;
  const std::shared_ptr<const SearchSteps<kStride>> steps_;
  Sums regular_[kViews] = {}, dual_[kViews] = {};
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_DUAL_SUCCESSORS_H_
