// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A beam search that fitted values order (tables/pair_values.h), and that goes on as long as it
// may. A move is a single slide, or the slide of any number of tiles of a line.
//
//   layer m: boards that m moves from the start lead to, not expanded yet
//   a pass:  from each layer in turn, the `width` boards of least value are expanded, and what
//            their moves lead to joins the next layer; the others stay
//   the search: passes, each half as wide again as the one before, until the layers are empty
//
// The first pass is a beam search. What a beam would forget is kept, and later passes take it up,
// so all passes together find about what one beam of their width finds (docs/values.md). Where
// memory matters, one pass can forget it: its layers are as wide as the boards suffice for, and
// four bytes are left of each board of earlier layers.
//
// A layer sorts its boards into lists by value: half a move of difference counts as none. Of a list
// the newest comes first.
//
// Slides of whole lines alternate between rows and columns: two of one line are one slide or none.
// Boards whose Manhattan distance leaves no room for a shorter solution than the best known are
// dropped when their turn comes, and so are those lately expanded (RecentBoards). Everything
// happens in one fixed order; limits only say when to stop.

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

// What a search by effort works in takes at most about this many bytes, also while it grows. A
// search that needs more ends there, with the best solution it has found.
inline constexpr uint64_t kMostSearchBytes = uint64_t{1} << 31;

struct BeamLimits {
  const Board* end = nullptr;    // where solutions end; null: home. The values tell of home still,
                                 // so it should be a few moves from there
  size_t longest = 0;            // only solutions of fewer moves are looked for
  uint64_t boards = UINT64_MAX;  // the search ends soon after looking at this many
  // And soon after this. The clock is not looked at where it is max().
  Clock::time_point deadline = Clock::time_point::max();
  const std::atomic<bool>* cancel = nullptr;  // looked at as often; may be null
  bool whole_lines = false;                   // a move is the slide of any number of tiles
  // Boards of a layer in the first pass. A pass half as wide takes half as long, but comes home
  // less often.
  size_t width = 6;
  int passes = INT_MAX;  // at most
  bool forgets = false;  // one pass, that forgets; `width` and `passes` do not count
};

enum class BeamEnd {
  kComplete,  // nothing is left to expand
  kPasses,    // all passes are done
  kSpent,     // the boards, the time or the memory are used up, or it was cancelled
};

// The values of the set's first part of values; null where it has none. Errors: those of
// TableSource::ReadTable.
absl::StatusOr<std::unique_ptr<const PairValues>> ReadValues(const TableSource& source,
                                                             int threads);

// What a search works in, to be used again by the next one: after a few boards a search allocates
// nothing. About 40 bytes a board on 4x4, at most kMostSearchBytes. After std::bad_alloc call
// Forget.
class ValueBeam {
 public:
  static constexpr double kPassGrowth = 1.5;       // of the width, from pass to pass
  static constexpr double kTriedOfExpanded = 2.1;  // boards looked at for each that is expanded

  ValueBeam();
  ~ValueBeam();
  ValueBeam(const ValueBeam&) = delete;
  ValueBeam& operator=(const ValueBeam&) = delete;

  // Looks for solutions of the board with tile[c] on cell c, 0 for the blank. *actions becomes the
  // shortest one found; without any, as for a board that is solved, it is empty. The same
  // arguments without a deadline always give the same one, and more boards none of more moves.
  // *boards grows by those looked at: one for each tile that a move slides.
  BeamEnd Solve(const PairValues& values, const uint8_t* tile, const BeamLimits& limits,
                std::vector<Action>* actions, uint64_t* boards);

  // Goes on with the search of the last Solve, whose values are still there, from where it was.
  // `longest` may have become less; of the other limits width and end stay. Not after a pass that
  // forgets.
  BeamEnd Continue(const BeamLimits& limits, std::vector<Action>* actions, uint64_t* boards);

  // The way to one of the boards that the last search expanded last, from the least value on.
  // Returns false where there is none of that number.
  bool WayAhead(size_t number, std::vector<Action>* actions) const;

  // Frees all memory.
  void Forget();

 private:
  class Search;
  template <int kCells, bool kLines>
  class SearchOf;
  Search& For(Geometry geometry, bool whole_lines);
  // Made when they are first needed: for 16 cells and for any number; by single slides and by whole
  // lines.
  std::unique_ptr<Search> searches_[2][2];
  Search* last_ = nullptr;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_VALUE_BEAM_H_
