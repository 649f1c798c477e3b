// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The data that the threads of a search for a shortest solution of one board share, and the
// progress of the search between two lengths.

#ifndef TILEBASE_RUNTIME_PATTERNS_SHARED_SEARCH_H_
#define TILEBASE_RUNTIME_PATTERNS_SHARED_SEARCH_H_

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "runtime/patterns/duplicate_pruning.h"
#include "runtime/patterns/optimal_solver.h"
#include "tables/board.h"
#include "tables/system/clock.h"

namespace tilebase {

// Position: as of PatternSuccessors.
template <typename Position>
struct SharedSearch {
  // The beginning of a part of the search.
  struct Subtree {
    Position position;  // must be home in MostHome() moves, less those of `path`
    DuplicatePruning::State state;
    std::string path;            // the actions that lead to it
    bool taken = false;          // a search continues from its place, or it is done
    OptimalState::Subtree told;  // as reported in a state; written under the mutex
  };

  int limit = 0;                  // the length of the solutions searched for
  PatternViews views;             // the views looked up
  uint8_t choices = 0;            // how often an estimate has chosen them
  Board end;                      // the board where solutions end
  int detour = 0;                 // moves between the end and home
  std::vector<Subtree> subtrees;  // the parts of the search
  uint64_t nodes_outside = 0;     // not made in the subtrees, or for shorter lengths
  uint64_t nodes_of_last = 0;     // of the length before
  uint64_t nodes_earlier = 0;     // of the length before that
  std::atomic<size_t> next{0};
  std::atomic<bool> stop{false};  // found, or out of time or nodes
  std::atomic<uint64_t> nodes{0};
  uint64_t most_nodes = UINT64_MAX;
  int threads = 1;
  bool wide = false;  // many boards at a time (wide_search.h), without places
  Clock::time_point deadline = Clock::time_point::max();
  const std::atomic<bool>* cancel = nullptr;
  Clock::time_point start;
  bool keeps_all = false;  // as OptimalLimits::keeps_all
  const std::function<void(const OptimalState&)>* watch = nullptr;
  std::mutex watching;  // held while calling it
  Clock::time_point next_watch = Clock::time_point::min();
  std::mutex mutex;                         // guards what follows
  std::vector<OptimalState::Place> places;  // by thread and search
  bool found = false;
  std::string letters;

  // Sets the end; null: home. The blank's path from the end to home is straight, so its length is
  // the distance of the tiles.
  void SetEnd(Geometry geometry, const Board* board) {
    end = board != nullptr ? *board : Board::Solved(geometry);
    detour = geometry.Distance(end.blank, geometry.cells() - 1);
  }
  bool IsEnd(const Position& position) const {
    return memcmp(position.tile, end.tile, static_cast<size_t>(end.geometry.cells())) == 0;
  }
  bool IsOutOfTime() const { return Clock::now() >= deadline || (cancel != nullptr && *cancel); }
  // Returns the greatest length, by the bound to home, of a path that may reach the end in time.
  int MostHome() const { return limit + detour; }

  // The solution is probably where the search has come closest to the goal. The keys are sorted, so
  // that only they are compared and exchanged, by one function for all kinds of positions.
  void Sort() {
    std::vector<std::pair<uint16_t, uint32_t>> keys;  // the bound and the place before
    keys.reserve(subtrees.size());
    for (const Subtree& subtree : subtrees)
      keys.emplace_back(subtree.told.least, static_cast<uint32_t>(keys.size()));
    std::sort(keys.begin(), keys.end());
    std::vector<Subtree> sorted;
    sorted.reserve(keys.size());
    for (const auto& [least, place] : keys) sorted.push_back(std::move(subtrees[place]));
    subtrees = std::move(sorted);
  }

  // Goes on to the next length, after all subtrees have been searched.
  void Lengthen() {
    limit += 2;
    nodes_earlier = nodes_of_last = 0;
    for (Subtree& subtree : subtrees) {
      nodes_earlier += subtree.told.before;
      nodes_of_last += subtree.told.nodes;
      nodes_outside += subtree.told.nodes;
      subtree.told.before = std::exchange(subtree.told.nodes, 0);
      subtree.told.done = subtree.taken = false;
      subtree.position.Allow(1);
    }
    places.clear();
    Sort();
  }

  // Combines the threads' reports. Their places are of different times: work finished since counts
  // as done, and work begun since as not begun.
  OptimalState State() {
    const std::lock_guard<std::mutex> lock(mutex);
    OptimalState state;
    state.limit = limit;
    state.views = views;
    state.choices = choices;
    state.nodes = nodes_outside;
    state.last = nodes_of_last;
    state.earlier = nodes_earlier;
    state.seconds = SecondsSince(start);
    state.subtrees.reserve(subtrees.size());
    for (const Subtree& subtree : subtrees) {
      OptimalState::Subtree& told = state.subtrees.emplace_back(subtree.told);
      // Without a place, a subtree that has been begun begins again.
      if (!told.done) state.nodes += std::exchange(told.nodes, 0);
    }
    state.places = places;
    for (OptimalState::Place& place : state.places)
      if (place.subtree != OptimalState::Place::kNone && state.subtrees[place.subtree].done)
        place = {};
    return state;
  }
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_SHARED_SEARCH_H_
