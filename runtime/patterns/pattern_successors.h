// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The boards that follow from a board, each with the entries of its patterns, computed from the
// entries of the board before. Finding an entry's place and reading it are two steps, so that the
// reads of several boards wait for memory together.
//
// A bound is kept as *slack*. A board that must be home in `room` moves and is at least `bound`
// moves from home may waste (room - bound) / 2 pairs of moves. (The difference is even, because
// each move changes both by one.) If the slack is below 0, the board cannot be home in time. A move
// wastes a pair if it takes its tile farther from home, or if the excess of its pattern grows by
// one.

#ifndef TILEBASE_RUNTIME_PATTERNS_PATTERN_SUCCESSORS_H_
#define TILEBASE_RUNTIME_PATTERNS_PATTERN_SUCCESSORS_H_

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <algorithm>

#include "runtime/patterns/duplicate_pruning.h"
#include "runtime/patterns/pattern_moves.h"
#include "runtime/patterns/pattern_tables.h"
#include "runtime/patterns/wide_search.h"

namespace tilebase {

// The place of an entry in a table with kBits bits an excess: its number as if a table began at
// address 0.
template <int kBits>
class EntryPlace {
 public:
  EntryPlace() = default;
  EntryPlace(const uint8_t* table, uint64_t entry)
      : number_(kInByte * uint64_t{reinterpret_cast<uintptr_t>(table)} + entry) {}

  void Move(int64_t entries) { number_ += static_cast<uint64_t>(entries); }
  EntryPlace Moved(int64_t entries) const {
    EntryPlace to = *this;
    to.Move(entries);
    return to;
  }
  // Its number in that table.
  uint64_t EntryOf(const uint8_t* table) const {
    return number_ - kInByte * uint64_t{reinterpret_cast<uintptr_t>(table)};
  }
  void Prefetch() const { __builtin_prefetch(byte()); }
  int Excess() const { return *byte() >> (number_ % kInByte * kBits) & ((1 << kBits) - 1); }

 private:
  static constexpr uint64_t kInByte = 8 / kBits;
  const uint8_t* byte() const {
    return reinterpret_cast<const uint8_t*>(static_cast<uintptr_t>(number_ / kInByte));
  }

  uint64_t number_;
};

// A board that follows from another. `place`, `pattern` and `excess` are those of the pattern whose
// tile moves, in each view.
template <int kViews, int kBits>
struct PatternSuccessor {
  EntryPlace<kBits> place[kViews];
  int32_t slack[kViews];  // until Evaluate: as if the excess were 0
  uint8_t pattern[kViews];
  uint8_t excess[kViews];
  SearchStep step;
  bool farther;  // whether the tile moves farther from home

  int least_slack() const { return *std::min_element(slack, slack + kViews); }

  // Prefetches the entry of a view, given the position before the move.
  template <typename Position>
  void Ask(int view, int in_pattern, EntryPlace<kBits> at, const Position& position) {
    place[view] = at;
    pattern[view] = static_cast<uint8_t>(in_pattern);
    slack[view] = position.slack[view] + position.excess[view][in_pattern] - farther;
    at.Prefetch();
  }

  // Reads the entries.
  void Evaluate() {
    for (int view = 0; view < kViews; ++view) {
      const int found = place[view].Excess();
      excess[view] = static_cast<uint8_t>(found);
      slack[view] = slack[view] - found;
    }
  }

  // Turns `to`, the position before, into the position of this board.
  template <typename Position>
  void Apply(Position* to) const {
    for (int view = 0; view < kViews; ++view) {
      const int at = pattern[view];
      to->place[view][at] = place[view];
      to->excess[view][at] = excess[view];
      to->slack[view] = slack[view];
    }
    const int from = step.from();
    to->tile[to->blank] = to->tile[from];
    to->tile[from] = 0;
    to->blank = static_cast<uint8_t>(from);
  }
};

// kStride: cells, rounded up to a power of two; kBetween: cells between a cell and the one below;
// kPatterns: at least the number of patterns; kViews: the number of views. Immutable.
template <int kStride, int kBetween, int kPatterns, int kViews>
class PatternSuccessors {
 public:
  using Tables = PatternTables;
  using Wide = WideKind;
  using Place = EntryPlace<8 / kExcessesPerByte>;
  using Successor = PatternSuccessor<kViews, 8 / kExcessesPerByte>;
  static constexpr bool kLooksCloser = false;  // spread_successors.h
  static constexpr bool kChoosesViews = false;
  static constexpr bool kMayBeWide = kStride == 16 && kViews == 2;  // wide_search.h

  // A board, and the places of its entries.
  struct Position {
    Place place[kViews][kPatterns];
    uint8_t tile[kStride];
    uint8_t excess[kViews][kPatterns];
    int32_t slack[kViews];
    uint8_t blank;

    int least_slack() const { return *std::min_element(slack, slack + kViews); }
    void Allow(int pairs) {
      for (int32_t& each : slack) each = each + pairs;
    }
  };

  // `tables` must outlive this object. Takes 0.05 s to find duplicates, 0.25 s
  // on 5x5.
  explicit PatternSuccessors(const PatternTables& tables)
      : tables_(tables), steps_(tables.geometry()), moves_(tables) {}

  // The first board of a search. It is to be home in 0 moves, or in 1 if it is an odd number of
  // moves from home.
  Position Root(const Board& board) const {
    Position root;
    memset(&root, 0, sizeof root);
    uint8_t cell_of[kMaxCells];
    PatternTables::CellsOf(board, cell_of);
    std::copy_n(board.tile, board.geometry.cells(), root.tile);
    root.blank = board.blank;
    for (int view = 0; view < kViews; ++view) {
      int pairs = tables_.ManhattanDistance(cell_of) / 2;
      for (int pattern = 0; pattern < tables_.patterns(); ++pattern) {
        const uint64_t entry = tables_.Rank(view, pattern, cell_of);
        const Place place(tables_.lookup(view, pattern).data, entry);
        const int excess = place.Excess();
        root.place[view][pattern] = place;
        root.excess[view][pattern] = static_cast<uint8_t>(excess);
        pairs += excess;
      }
      root.slack[view] = -pairs;
    }
    return root;
  }

  const PatternTables& tables() const { return tables_; }
  const SearchSteps<kStride>& steps() const { return steps_; }

  // Finds the places of the entries of a successor whose `step` is known, and prefetches them.
  void Ask(const Position& position, Successor* next) const {
    const SearchStep step = next->step;
    const int tile = position.tile[step.from()];
    next->farther = steps_.IsFarther(tile, step);
    steps_.Prefetch(step.after());
    for (int view = 0; view < kViews; ++view) {
      const int pattern = moves_.PatternOf(view, tile);
      const int64_t change = moves_.Change(view, position.tile, tile, step.from(), step.action());
      next->Ask(view, pattern, position.place[view][pattern].Moved(change), position);
    }
  }

  // Makes the successor's position, once its entries are known.
  void Apply(const Position& position, const Successor& next, Position* to) const {
    *to = position;
    next.Apply(to);
  }

 private:
  const PatternTables& tables_;
  const SearchSteps<kStride> steps_;
  const PatternMoves<kStride, kBetween, kViews> moves_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_PATTERN_SUCCESSORS_H_
