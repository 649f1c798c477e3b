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

#include "runtime/patterns/dual_tables.h"
#include "runtime/patterns/duplicate_pruning.h"
#include "runtime/patterns/pattern_successors.h"

namespace tilebase {

// kStride: cells, rounded up to a power of two; kPatterns: at least as many as there are; kViews:
// as many as there are. Immutable.
template <int kStride, int kPatterns, int kViews>
class DualSuccessors {
 public:
  using Tables = DualTables;
  static constexpr bool kLooksCloser = true;

  // A board, and where its entries are.
  struct Position {
    uint8_t tile[kStride];
    uint32_t entry[kViews][kPatterns];
    uint32_t dual_entry[kViews][kPatterns];
    uint8_t excess[kViews][kPatterns];
    uint8_t dual_excess[kViews][kPatterns];
    uint16_t sum[kViews];  // of the excesses
    uint16_t dual_sum[kViews];
    uint8_t changed[kViews][2];  // the patterns whose dual entries a closer look will read
    uint16_t distance;
    uint8_t blank;
    uint8_t action;  // that led here

    int bound() const {
      return distance + 2 * std::max(*std::max_element(sum, sum + kViews),
                                     *std::max_element(dual_sum, dual_sum + kViews));
    }
  };

  using Successor = PatternSuccessor<kViews>;  // its bound is that of regular lookups

  // A successor that waits for its entries.
  struct Waiting {
    const Position* position;
    Successor* successor;
  };

  // `tables` must outlive this.
  explicit DualSuccessors(const DualTables& tables)
      : tables_(tables), geometry_(tables.geometry()), steps_(geometry_) {
    const int cells = geometry_.cells();
    for (int view = 0; view < kViews; ++view) {
      const DualTables::Lookup& regular = tables.regular(view);
      const DualTables::Lookup& dual = tables.dual(view);
      for (int i = 0; i < cells; ++i) {
        regular_[view].pattern[i] = regular.pattern[i];
        dual_[view].pattern[i] = dual.pattern[i];
        std::copy(regular.adds[i], regular.adds[i] + cells, regular_[view].adds[i]);
        std::copy(dual.adds[i], dual.adds[i] + cells, dual_[view].adds[i]);
      }
      std::copy(regular.data.begin(), regular.data.end(), regular_[view].data);
      std::copy(dual.data.begin(), dual.data.end(), dual_[view].data);
    }
  }

  // A board to begin with.
  Position Root(const Board& board) const {
    Position root;
    memset(&root, 0, sizeof root);
    std::copy(board.tile, board.tile + geometry_.cells(), root.tile);
    root.blank = board.blank;
    for (int view = 0; view < kViews; ++view) {
      for (int cell = 0; cell < geometry_.cells(); ++cell) {
        const int tile = board.tile[cell];
        root.entry[view][regular_[view].pattern[tile]] += regular_[view].adds[tile][cell];
        root.dual_entry[view][dual_[view].pattern[cell]] += dual_[view].adds[cell][tile];
      }
      for (int pattern = 0; pattern < tables_.patterns(); ++pattern) {
        const int excess =
            DualTables::Excess(regular_[view].data[pattern], root.entry[view][pattern]);
        const int dual_excess =
            DualTables::Excess(dual_[view].data[pattern], root.dual_entry[view][pattern]);
        root.excess[view][pattern] = static_cast<uint8_t>(excess);
        root.dual_excess[view][pattern] = static_cast<uint8_t>(dual_excess);
        root.sum[view] = static_cast<uint16_t>(root.sum[view] + excess);
        root.dual_sum[view] = static_cast<uint16_t>(root.dual_sum[view] + dual_excess);
      }
    }
    for (int cell = 0; cell < geometry_.cells(); ++cell)
      if (board.tile[cell] != 0)
        root.distance =
            static_cast<uint16_t>(root.distance + geometry_.Distance(cell, board.tile[cell] - 1));
    return root;
  }

  // SearchSteps::Expand.
  int Expand(const Position& position, DuplicatePruning::State state, int most,
             Successor* successor, Waiting* to) const {
    return steps_.Expand(position, state, most, successor, to);
  }

  void Ask(const Waiting& waiting) const {
    const Position& position = *waiting.position;
    Successor& next = *waiting.successor;
    const int action = next.step.action();
    const int from = steps_.From(position.blank, action);
    const int tile = position.tile[from];
    next.from = static_cast<uint8_t>(from);
    steps_.Prefetch(next.step.after());
    next.distance = static_cast<uint16_t>(position.distance + steps_.Farther(tile, action, from));
    for (int view = 0; view < kViews; ++view) {
      const Sums& by = regular_[view];
      const int pattern = by.pattern[tile];
      const uint32_t entry =
          position.entry[view][pattern] + by.adds[tile][position.blank] - by.adds[tile][from];
      next.entry[view] = entry;
      next.pattern[view] = static_cast<uint8_t>(pattern);
      __builtin_prefetch(by.data[pattern] + (entry >> 1));
    }
  }

  void Evaluate(const Waiting& waiting) const {
    waiting.successor->Evaluate(*waiting.position, [&](int view, int pattern, uint32_t entry) {
      return DualTables::Excess(regular_[view].data[pattern], entry);
    });
  }

  // The successor's board, once its entries are known. Its dual entries are still to be looked at.
  void Apply(const Position& position, const Successor& next, Position* to) const {
    *to = position;
    const int blank = position.blank, from = next.from, tile = position.tile[from];
    for (int view = 0; view < kViews; ++view) {
      // On one cell there is a tile now, and no tile on the other.
      const Sums& by = dual_[view];
      to->changed[view][0] = by.pattern[blank];
      to->changed[view][1] = by.pattern[from];
      to->dual_entry[view][by.pattern[blank]] += by.adds[blank][tile] - by.adds[blank][0];
      to->dual_entry[view][by.pattern[from]] += by.adds[from][0] - by.adds[from][tile];
    }
    next.Apply(to);
  }

  void AskCloser(const Position& position) const {
    for (int view = 0; view < kViews; ++view)
      for (const int pattern : position.changed[view])
        __builtin_prefetch(dual_[view].data[pattern] + (position.dual_entry[view][pattern] >> 1));
  }

  // Returns the bound of the dual lookups.
  int LookCloser(Position* position) const {
    int greatest = 0;
    for (int view = 0; view < kViews; ++view) {
      int sum = position->dual_sum[view];
      for (const int pattern : position->changed[view]) {
        const int excess =
            DualTables::Excess(dual_[view].data[pattern], position->dual_entry[view][pattern]);
        sum += excess - position->dual_excess[view][pattern];
        position->dual_excess[view][pattern] = static_cast<uint8_t>(excess);
      }
      position->dual_sum[view] = static_cast<uint16_t>(sum);
      greatest = std::max(greatest, sum);
    }
    return position->distance + 2 * greatest;
  }

  int Moves(DuplicatePruning::State state) const { return steps_.Moves(state); }

 private:
  // As DualTables::Lookup.
  struct Sums {
    uint8_t pattern[kStride];
    const uint8_t* data[kPatterns];
    uint32_t adds[kStride][kStride];
  };

  const DualTables& tables_;
  const Geometry geometry_;
  const SearchSteps<kStride> steps_;
  Sums regular_[kViews] = {}, dual_[kViews] = {};
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_DUAL_SUCCESSORS_H_
