// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The boards that follow from a board, each with the entries of its patterns, found from those of
// the board before. Finding an entry's place and reading it are two steps, so that the reads of
// several boards wait for memory together.

#ifndef TILEBASE_RUNTIME_PATTERNS_PATTERN_SUCCESSORS_H_
#define TILEBASE_RUNTIME_PATTERNS_PATTERN_SUCCESSORS_H_

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <algorithm>

#include "runtime/patterns/duplicate_pruning.h"
#include "runtime/patterns/pattern_moves.h"
#include "runtime/patterns/pattern_tables.h"

namespace tilebase {

// A board that follows from another. `entry`: of the pattern whose tile moves, in each view.
template <int kViews>
struct PatternSuccessor {
  uint32_t entry[kViews];
  uint8_t pattern[kViews];  // which that is
  uint8_t excess[kViews];
  uint16_t distance;
  int16_t bound;  // -1: this successor does not exist
  SearchStep step;
  uint8_t from;  // the cell of the tile that moves

  // Looks at the entries, by excess_of(view, pattern, entry).
  template <typename Position, typename ExcessOf>
  void Evaluate(const Position& position, ExcessOf excess_of) {
    int greatest = 0;
    for (int view = 0; view < kViews; ++view) {
      const int found = excess_of(view, pattern[view], entry[view]);
      excess[view] = static_cast<uint8_t>(found);
      greatest =
          std::max(greatest, position.sum[view] + found - position.excess[view][pattern[view]]);
    }
    bound = static_cast<int16_t>(distance + 2 * greatest);
  }

  // Turns `to`, the position before, into that of this board.
  template <typename Position>
  void Apply(Position* to) const {
    for (int view = 0; view < kViews; ++view) {
      const int at = pattern[view];
      to->sum[view] = static_cast<uint16_t>(to->sum[view] + excess[view] - to->excess[view][at]);
      to->excess[view][at] = excess[view];
      to->entry[view][at] = entry[view];
    }
    to->tile[to->blank] = to->tile[from];
    to->tile[from] = 0;
    to->blank = from;
    to->action = static_cast<uint8_t>(step.action());
    to->distance = distance;
  }
};

// kStride: cells, rounded up to a power of two; kBetween: cells between a cell and the one below;
// kPatterns: at least as many as there are; kViews: as many as there are. Immutable.
template <int kStride, int kBetween, int kPatterns, int kViews>
class PatternSuccessors {
 public:
  using Tables = PatternTables;
  static constexpr bool kLooksCloser = false;  // dual_successors.h

  // A board, and where its entries are.
  struct Position {
    uint8_t tile[kStride];
    uint32_t entry[kViews][kPatterns];
    uint8_t excess[kViews][kPatterns];
    uint16_t sum[kViews];  // of the excesses
    uint16_t distance;
    uint8_t blank;
    uint8_t action;  // that led here

    int bound() const { return distance + 2 * *std::max_element(sum, sum + kViews); }
  };

  using Successor = PatternSuccessor<kViews>;

  // A successor that waits for its entries.
  struct Waiting {
    const Position* position;
    Successor* successor;
  };

  // `tables` must outlive this. 0.05 s for what the pruning learns, 0.25 s on 5x5.
  explicit PatternSuccessors(const PatternTables& tables)
      : tables_(tables), geometry_(tables.geometry()), steps_(geometry_), moves_(tables) {
    packed_ = tables.packed() ? 1 : 0;
    for (int view = 0; view < kViews; ++view)
      for (int pattern = 0; pattern < tables.patterns(); ++pattern)
        data_[view][pattern] = tables.lookup(view, pattern).data;
  }

  // A board to begin with.
  Position Root(const Board& board) const {
    Position root;
    memset(&root, 0, sizeof root);
    uint8_t cell_of[kMaxCells];
    PatternTables::CellsOf(board, cell_of);
    std::copy(board.tile, board.tile + geometry_.cells(), root.tile);
    for (int view = 0; view < kViews; ++view)
      for (int pattern = 0; pattern < tables_.patterns(); ++pattern) {
        const uint64_t rank = tables_.Rank(view, pattern, cell_of);
        root.entry[view][pattern] = static_cast<uint32_t>(rank);
        const int excess = tables_.Excess(view, pattern, rank);
        root.excess[view][pattern] = static_cast<uint8_t>(excess);
        root.sum[view] = static_cast<uint16_t>(root.sum[view] + excess);
      }
    root.distance = static_cast<uint16_t>(tables_.ManhattanDistance(cell_of));
    root.blank = board.blank;
    return root;
  }

  // SearchSteps::Expand.
  int Expand(const Position& position, DuplicatePruning::State state, int most,
             Successor* successor, Waiting* to) const {
    return steps_.Expand(position, state, most, successor, to);
  }

  // Finds where the entries of a successor are, and asks for them.
  void Ask(const Waiting& waiting) const {
    const Position& position = *waiting.position;
    Successor& next = *waiting.successor;
    const int from = steps_.From(position.blank, next.step.action());
    const int tile = position.tile[from];
    const int action = next.step.action();
    next.from = static_cast<uint8_t>(from);
    steps_.Prefetch(next.step.after());
    next.distance = static_cast<uint16_t>(position.distance + steps_.Farther(tile, action, from));
    for (int view = 0; view < kViews; ++view) {
      const int pattern = moves_.PatternOf(view, tile);
      const uint32_t entry =
          moves_.EntryAfter(view, position.tile, position.entry[view][pattern], tile, from, action);
      next.entry[view] = entry;
      next.pattern[view] = static_cast<uint8_t>(pattern);
      __builtin_prefetch(data_[view][pattern] + (entry >> packed_));
    }
  }

  // Looks at the entries.
  void Evaluate(const Waiting& waiting) const {
    waiting.successor->Evaluate(*waiting.position, [&](int view, int pattern, uint32_t entry) {
      return data_[view][pattern][entry >> packed_] >> ((entry & packed_) * 4) & kMaxExcess;
    });
  }

  // The successor's board, once its entries are known.
  void Apply(const Position& position, const Successor& next, Position* to) const {
    *to = position;
    next.Apply(to);
  }

  // How many moves the pruning allows in a state.
  int Moves(DuplicatePruning::State state) const { return steps_.Moves(state); }

 private:
  const PatternTables& tables_;
  const Geometry geometry_;
  const SearchSteps<kStride> steps_;
  const PatternMoves<kStride, kBetween, kViews> moves_;
  const uint8_t* data_[kViews][kPatterns] = {};
  unsigned packed_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_PATTERN_SUCCESSORS_H_
