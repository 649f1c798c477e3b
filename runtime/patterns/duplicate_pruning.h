// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Which moves a depth-first search can leave out because another path does the same (Taylor & Korf
// 1993).
//
// Paths from a cell of the blank are ordered by length, then by the numbers of their actions. A
// path that leads to the same board as an earlier one is a duplicate: whatever can be done by a
// longer path through it can be done by an earlier path. The first of all shortest solutions
// therefore contains no duplicate, and a search that never completes one still finds it. The paths
// up to some length are tried, from every cell, on the board as it is - near the edge there are
// fewer ways round -, and the shortest duplicates become the words of an Aho-Corasick automaton,
// whose state a search carries along. To take a move back is the shortest duplicate of all.

#ifndef TILEBASE_RUNTIME_PATTERNS_DUPLICATE_PRUNING_H_
#define TILEBASE_RUNTIME_PATTERNS_DUPLICATE_PRUNING_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <array>
#include <vector>

#include "tables/geometry.h"

namespace tilebase {

// Immutable after construction; safe from many threads.
class DuplicatePruning {
 public:
  using State = uint16_t;
  static constexpr State kNone = 0xffff;  // an action that is not there or completes a duplicate

  // Tries paths of at most `length` actions, fewer where there would be too many states. Boards of
  // more than 25 cells get 2: no move is taken back.
  DuplicatePruning(Geometry geometry, int length);

  // A search that begins with the blank on this cell.
  static State Start(int blank) { return static_cast<State>(blank); }
  // By action. One load for all four.
  const std::array<State, kActions>& After(State state) const { return after_[state]; }
  size_t states() const { return after_.size(); }
  uint64_t memory_bytes() const { return after_.size() * sizeof(after_[0]); }

 private:
  std::vector<std::array<State, kActions>> after_;
};

// A move that the pruning allows in a state.
class SearchStep {
 public:
  constexpr SearchStep() = default;  // none
  constexpr SearchStep(DuplicatePruning::State after, int action, int count)
      : bits_(uint32_t{after} << 4 | static_cast<uint32_t>(count - 1) << 2 |
              static_cast<uint32_t>(action)) {}

  constexpr DuplicatePruning::State after() const {
    return static_cast<DuplicatePruning::State>(bits_ >> 4);
  }
  constexpr int action() const { return static_cast<int>(bits_ & 3); }
  // Of the moves that are allowed in the state, of which this is the first.
  constexpr int count() const { return bits_ == kNone ? 0 : static_cast<int>(bits_ >> 2 & 3) + 1; }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t bits_ = kNone;
};

// The moves of a depth-first search that leaves out duplicates, as a list for each state of the
// pruning, and what a move does to the blank and to a tile's distance. kStride: cells, rounded up
// to a power of two. Immutable.
template <int kStride>
class SearchSteps {
 public:
  using Steps = std::array<SearchStep, kActions>;

  // 0.05 s for what the pruning learns on 4x4, 0.25 s on 5x5.
  explicit SearchSteps(Geometry geometry) {
    const DuplicatePruning pruning(geometry, kPathLength);
    steps_.resize(pruning.states());
    for (size_t state = 0; state < steps_.size(); ++state) {
      const auto& after = pruning.After(static_cast<DuplicatePruning::State>(state));
      const auto allowed = [](DuplicatePruning::State to) { return to != DuplicatePruning::kNone; };
      const int count = static_cast<int>(std::count_if(after.begin(), after.end(), allowed));
      int number = 0;
      for (int action = 0; action < kActions; ++action)
        if (const DuplicatePruning::State to = after[static_cast<size_t>(action)]; allowed(to))
          steps_[state][static_cast<size_t>(number++)] = SearchStep(to, action, count);
    }
    for (int action = 0; action < kActions; ++action)
      blank_step_[action] = geometry.BlankStep(static_cast<Action>(action));
    for (int blank = 0; blank < geometry.cells(); ++blank)
      for (int action = 0; action < kActions; ++action) {
        if ((geometry.Actions(blank) & ActionBit(static_cast<Action>(action))) == 0) continue;
        const int from = From(blank, action);
        for (int tile = 1; tile < geometry.cells(); ++tile)
          farther_[tile][action][from] = static_cast<int8_t>(geometry.Distance(blank, tile - 1) -
                                                             geometry.Distance(from, tile - 1));
      }
  }

  const Steps& After(DuplicatePruning::State state) const { return steps_.data()[state]; }
  // Stores which successors a board has, `most` or fewer, and returns their number; the first ones
  // of `to` are they. Types: as of PatternSuccessors.
  template <typename Position, typename Successor, typename Waiting>
  int Expand(const Position& position, DuplicatePruning::State state, int most,
             Successor* successor, Waiting* to) const {
    const Steps& steps = After(state);
    for (int i = 0; i < most; ++i) {
      successor[i].step = steps.data()[i];
      successor[i].bound = -1;
      to[i] = {&position, &successor[i]};
    }
    return steps[0].count();
  }
  int Moves(DuplicatePruning::State state) const { return steps_[state][0].count(); }
  void Prefetch(DuplicatePruning::State state) const { __builtin_prefetch(&steps_.data()[state]); }
  // The cell of the tile that an action moves to the blank's.
  int From(int blank, int action) const { return blank + blank_step_[action]; }
  // How much farther from home an action takes a tile on cell `from`.
  int Farther(int tile, int action, int from) const { return farther_[tile][action][from]; }

 private:
  // How long the paths are that the pruning tries.
  static constexpr int kPathLength = 12;

  std::vector<Steps> steps_;
  int blank_step_[kActions] = {};
  int8_t farther_[kStride][kActions][kStride] = {};
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_DUPLICATE_PRUNING_H_
