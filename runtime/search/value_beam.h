// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A beam search that fitted values order (tables/pair_values.h). It continues until it is complete
// or a limit ends it. A move is a single slide, or the slide of any number of tiles of a line.
//
//   layer m     the boards m moves from the start that are not expanded yet
//   a pass      goes through the layers, expands the `width` boards of least value in each, and
//   adds
//               their successors to the next layer; the other boards stay
//   the search  passes, each 1.5 times as wide as the one before, until all layers are empty
//
// The first pass is a beam search. The boards that a beam would forget stay, and later passes
// expand them, so all passes together find about what one beam of their total width finds
// (docs/notes/values.md). To save memory, a search may be one pass that forgets them: its layers
// are as wide as the limit on boards allows, and boards of earlier layers take four bytes each.
//
// A layer sorts its boards into lists by value, half a move to a list. A list gives its newest
// board first.
//
// Slides of whole lines alternate between rows and columns, because two slides along one line are
// one slide or none. When a board's turn comes, it is dropped if its Manhattan distance leaves no
// room for a solution shorter than the best known, or if it was expanded lately (RecentBoards).
// Everything happens in one fixed order; limits only say when to stop.

#ifndef TILEBASE_RUNTIME_SEARCH_VALUE_BEAM_H_
#define TILEBASE_RUNTIME_SEARCH_VALUE_BEAM_H_

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include <atomic>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "tables/board.h"
#include "tables/geometry.h"
#include "tables/pair_values.h"
#include "tables/system/clock.h"
#include "tables/table_source.h"

namespace tilebase {

// A value beam takes at most about this many bytes, also while its arrays grow. If it needs more,
// it ends with the best solution found.
inline constexpr uint64_t kMostSearchBytes = uint64_t{1} << 31;

struct BeamLimits {
  const Board* end = nullptr;    // where solutions end; null: home. Values estimate the moves to
                                 // home, so the end should be a few moves from there
  size_t longest = 0;            // searches for solutions of fewer moves
  uint64_t boards = UINT64_MAX;  // the search ends soon after looking at this many
  // The search also ends soon after this. max(): no limit, and no look at the clock.
  Clock::time_point deadline = Clock::time_point::max();
  const std::atomic<bool>* cancel = nullptr;  // ends the search when set; may be null
  bool whole_lines = false;                   // a move is the slide of any number of tiles
  // Boards of a layer in the first pass. A pass half as wide takes half as long, but comes home
  // less often.
  size_t width = 6;
  int passes = INT_MAX;  // at most
  bool forgets = false;  // makes one pass that forgets; ignores `width` and `passes`
};

enum class BeamEnd {
  kComplete,  // nothing is left to expand
  kPasses,    // all passes are done
  kSpent,     // the boards, the time or the memory are used up, or it was cancelled
};

// Reads the values of the set's first part of values; null if it has none. Errors: those of
// TableSource::ReadTable.
absl::StatusOr<std::unique_ptr<const PairValues>> ReadValues(const TableSource& source,
                                                             int threads);

// A search and its memory. Use it for many boards: after a few, searches stop allocating. Takes
// about 40 bytes a board on 4x4, at most kMostSearchBytes. After std::bad_alloc call Forget.
class ValueBeam {
 public:
  static constexpr double kPassGrowth = 1.5;       // of the width, from pass to pass
  static constexpr double kTriedOfExpanded = 2.1;  // boards looked at for each board expanded

  ValueBeam();
  ~ValueBeam();
  ValueBeam(const ValueBeam&) = delete;
  ValueBeam& operator=(const ValueBeam&) = delete;

  // Searches for solutions of the board with tile[c] on cell c, 0 for the blank. Sets *actions to
  // the shortest solution found, or to nothing if there is none or the board is solved. Without a
  // deadline, the same arguments give the same solution, and a larger limit on boards never gives a
  // longer one. Adds the boards looked at to *boards: one for each tile that a move slides.
  BeamEnd Solve(const PairValues& values, const uint8_t* tile, const BeamLimits& limits,
                std::vector<Action>* actions, uint64_t* boards);

  // Continues the search of the last Solve, whose values must still exist. `longest` may be less
  // than before; width and end are ignored. Not allowed after a pass that forgets.
  BeamEnd Continue(const BeamLimits& limits, std::vector<Action>* actions, uint64_t* boards);

  // Stores the path to one of the boards that the last search expanded last. Number 0 has the least
  // value. Returns false if there are fewer boards.
  bool WayAhead(size_t number, std::vector<Action>* actions) const;

  // Frees all memory.
  void Forget();

 private:
  class Search;
  template <int kCells, bool kLines>
  class SearchOf;
  Search& For(Geometry geometry, bool whole_lines);
  // By size (16 cells, any) and kind of move (single slides, whole lines). Made on first use.
  std::unique_ptr<Search> searches_[2][2];
  Search* last_ = nullptr;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_VALUE_BEAM_H_
