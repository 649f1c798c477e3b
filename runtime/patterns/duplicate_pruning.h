// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The moves that a depth-first search can leave out because another path gives the same board
// (Taylor & Korf 1993).
//
// Paths from a cell of the blank are ordered by length, then by the numbers of their actions. A
// path that leads to the same board as an earlier one is a duplicate: an earlier path can replace
// it in any longer path. So the first of all shortest solutions contains no duplicate, and a search
// that never completes one still finds that solution. All paths up to some length are tried, from
// every cell, on the board itself, because there are fewer ways round near the edge. The shortest
// duplicates become the words of an Aho-Corasick automaton, whose state a search carries along. The
// shortest duplicate of all undoes the last move.

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
  static constexpr State kNone = 0xffff;  // an action that is impossible or completes a duplicate

  // Tries paths of at most `length` actions, and shorter ones if there would be too many states.
  // For boards of more than 25 cells the length is 2: only undoing a move is left out.
  DuplicatePruning(Geometry geometry, int length);

  // The state of a search that begins with the blank on this cell.
  static State Start(int blank) { return static_cast<State>(blank); }
  // The next states, by action. One load for all four.
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
  constexpr SearchStep(DuplicatePruning::State after, int from, int action, int count)
      : after_(after),
        edge_(static_cast<uint8_t>(from * kActions + action)),
        count_(static_cast<uint8_t>(count)) {}

  constexpr DuplicatePruning::State after() const { return after_; }
  // The cell of the tile that moves.
  constexpr int from() const { return edge_ / kActions; }
  constexpr int action() const { return edge_ % kActions; }
  // Numbers the pair of cell and action.
  constexpr int edge() const { return edge_; }
  // If this is the first move of a state, the number of moves allowed there.
  constexpr int count() const { return count_; }

 private:
  DuplicatePruning::State after_ = DuplicatePruning::kNone;
  uint8_t edge_ = 0;
  uint8_t count_ = 0;
};

// The moves of a depth-first search that leaves out duplicates, as a list for each state of the
// pruning, and which of them take a tile nearer home. kStride is the number of cells, rounded up to
// a power of two. Immutable.
template <int kStride>
class SearchSteps {
 public:
  using Steps = std::array<SearchStep, kActions>;

  // Takes 0.05 s to find the duplicates on 4x4, 0.25 s on 5x5.
  explicit SearchSteps(Geometry geometry) {
    const DuplicatePruning pruning(geometry, kPathLength);
    steps_.resize(pruning.states());
    // A state determines the cell of the blank.
    std::vector<int> blank(pruning.states(), -1);
    for (int cell = 0; cell < geometry.cells(); ++cell) blank[DuplicatePruning::Start(cell)] = cell;
    std::vector<DuplicatePruning::State> found;
    for (int cell = 0; cell < geometry.cells(); ++cell)
      found.push_back(DuplicatePruning::Start(cell));
    for (size_t i = 0; i < found.size(); ++i) {
      const DuplicatePruning::State state = found[i];
      const auto& after = pruning.After(state);
      const auto allowed = [](DuplicatePruning::State to) { return to != DuplicatePruning::kNone; };
      const int count = static_cast<int>(std::count_if(after.begin(), after.end(), allowed));
      int number = 0;
      for (int action = 0; action < kActions; ++action) {
        const DuplicatePruning::State to = after[static_cast<size_t>(action)];
        if (!allowed(to)) continue;
        const int from = blank[state] + geometry.BlankStep(static_cast<Action>(action));
        steps_[state][static_cast<size_t>(number++)] = SearchStep(to, from, action, count);
        if (blank[to] < 0) found.push_back(to);
        blank[to] = from;
      }
    }
    for (int blank_cell = 0; blank_cell < geometry.cells(); ++blank_cell)
      for (int action = 0; action < kActions; ++action) {
        if ((geometry.Actions(blank_cell) & ActionBit(static_cast<Action>(action))) == 0) continue;
        const int from = blank_cell + geometry.BlankStep(static_cast<Action>(action));
        for (int tile = 1; tile < geometry.cells(); ++tile)
          farther_[tile][from * kActions + action] =
              geometry.Distance(blank_cell, tile - 1) > geometry.Distance(from, tile - 1);
      }
  }

  // States are numbers below this.
  size_t states() const { return steps_.size(); }
  const Steps& After(DuplicatePruning::State state) const { return steps_.data()[state]; }
  // Returns how many moves the pruning allows in a state.
  int Moves(DuplicatePruning::State state) const { return After(state)[0].count(); }
  void Prefetch(DuplicatePruning::State state) const { __builtin_prefetch(&steps_.data()[state]); }
  // Returns 1 if a step takes that tile farther from home, 0 if nearer.
  int IsFarther(int tile, SearchStep step) const { return farther_[tile][step.edge()]; }

 private:
  // The length of the paths that the pruning tries.
  static constexpr int kPathLength = 12;

  std::vector<Steps> steps_;
  bool farther_[kStride][kStride * kActions] = {};
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_DUPLICATE_PRUNING_H_
