// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The walk of walk.h, arranged for a processor that runs many instructions at once.
//
// A move has to wait for one chain: entry -> action -> next rank -> next entry. Everything else is
// kept off this chain. The change of the rank for each of the four actions is computed from the
// board, while the entry is still on its way from memory; once the action is known, the walk only
// picks one of four numbers. No branch depends on the action, because half of such branches are
// mispredicted, at 15 to 20 cycles each.
//
//   on the chain, in cycles:   entry 5 (L1) .. 300 (DRAM), its two bits 2, one of four 5, add 1
//   beside it, per move:       two times width-1 comparisons, of four tiles at once if the width
//                              is known, two loads and stores for the board
//
// A walker stands between two moves of one board, so a batch can let several of them alternate.

#ifndef TILEBASE_RUNTIME_LOOKUP_QUICK_WALK_H_
#define TILEBASE_RUNTIME_LOOKUP_QUICK_WALK_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "runtime/lookup/move_table.h"
#include "runtime/tilebase.h"
#include "tables/geometry.h"

namespace tilebase {

// Receives the letters as they are found: writes those that fit, and counts all.
struct LetterSink {
  char* letters = nullptr;
  size_t capacity = 0;
  size_t count = 0;

  void Put(int action) {
    if (count < capacity) letters[count] = "LRUD"[action];
    ++count;
  }
};

// kWidth is the board's width, 4 or 5, if it is known at compile time and all tables are narrow
// (move_table.h), so that ranks have 32 bits. Otherwise 0.
template <int kWidth>
class QuickWalker {
 public:
  // Requires that tile t lies on cell_of[t], that this is a state of the table, and that `rank` is
  // its rank.
  void Start(const MoveTable& table, const uint8_t* cell_of, uint64_t rank) {
    table_ = &table;
    rank_ = static_cast<Number>(rank);
    left_ = table.table.max_depth;
    blank_ = cell_of[0];
    const int cells = table.table.subproblem.geometry.cells();
    std::fill_n(weight_, kMaxSide, Number{0});
    std::fill_n(weight_ + kMaxSide + cells, kMaxSide, Number{0});
    for (int t = 0; t < cells; ++t) {
      tile_[cell_of[t]] = static_cast<uint8_t>(t);
      weight_[kMaxSide + cell_of[t]] = static_cast<Number>(table.tile_weight[t]);
    }
  }

  bool AtGoal() const { return rank_ == table_->goal_rank[blank_]; }
  uint64_t rank() const { return rank_; }
  int blank() const { return blank_; }

  // These read the table's plane, which must be in memory.
  void Prefetch() const { __builtin_prefetch(table_->table.policy + rank_ / kEntriesPerByte); }

  // Makes one move. Returns false if the table is damaged. Requires !AtGoal(). kAhead: also
  // prefetches the entries that the move after this one may need, so that two entries are on their
  // way at any time. That pays if tables do not fit in the caches.
  template <bool kAhead>
  bool Step(LetterSink* sink) {
    return Move(sink, [this](const Number* delta) {
      const MoveTable& t = *table_;
      if (kAhead)
        for (int a = 0; a < kActions; ++a)
          __builtin_prefetch(t.table.policy + static_cast<Number>(t.allowed[blank_] >> a & 1
                                                                      ? rank_ + delta[a]
                                                                      : rank_) /
                                                  kEntriesPerByte);
      return GetAction(t.table.policy, rank_);
    });
  }

  // Makes one move by an action that was read elsewhere.
  bool Step(Action action, LetterSink* sink) {
    return Move(sink, [action](const Number*) { return action; });
  }

  // Makes a whole slide, in a table of slides. The second form takes an entry that was read
  // elsewhere.
  void PrefetchSlide() const { __builtin_prefetch(table_->table.slides + rank_ / kSlidesPerByte); }
  bool StepSlide(LetterSink* sink) {
    return StepSlide(GetSlideEntry(table_->table.slides, rank_), sink);
  }
  bool StepSlide(int entry, LetterSink* sink) {
    const MoveTable& t = *table_;
    const int width = kWidth != 0 ? kWidth : t.table.subproblem.geometry.width;
    const Slide slide = SlideOf(t.table.subproblem.geometry, blank_, entry);
    const int action = static_cast<int>(slide.action);
    const int steps[kActions] = {1, -1, width, -width};
    const int step = steps[action];
    // Slides along a row and along a column alternate, so this branch is predicted.
    const bool upright = action >= static_cast<int>(Action::kUp);
    for (int i = 0; i < slide.length; ++i) {
      if (left_-- == 0 || (t.allowed[blank_] >> action & 1) == 0) return false;
      const int from = blank_ + step;
      if (!upright) {
        rank_ += static_cast<Number>(step) * static_cast<Number>(t.slice);
      } else {
        const Number change =
            Vertical(t, width, step > 0 ? blank_ : from, weight_[kMaxSide + from]);
        rank_ += step > 0 ? change : Number{0} - change;
      }
      MoveBlank(from);
      sink->Put(action);
    }
    return slide.length > 0;
  }

  // Stores where the tiles are now.
  void Store(uint8_t* cell_of) const {
    const int cells = table_->table.subproblem.geometry.cells();
    for (int cell = 0; cell < cells; ++cell) cell_of[tile_[cell]] = static_cast<uint8_t>(cell);
  }

 private:
  using Number = std::conditional_t<kWidth == 0, uint64_t, uint32_t>;  // of ranks, modulo its range
  using Four = uint32_t __attribute__((vector_size(16)));
  using FourSigned = int32_t __attribute__((vector_size(16)));

  // Makes one move, by the action that read(delta) returns; `delta` is how far each action moves
  // the rank.
  template <typename Read>
  bool Move(LetterSink* sink, Read read) {
    const MoveTable& t = *table_;
    const int width = kWidth != 0 ? kWidth : t.table.subproblem.geometry.width;
    // In the first row there is no row above; that action is not allowed there, so any number will
    // do.
    const int upper = blank_ - width < 0 ? 0 : blank_ - width;
    const Number slid[2] = {weight_[kMaxSide + blank_ + width], weight_[kMaxSide + upper]};
    Number delta[kActions];
    delta[0] = static_cast<Number>(t.slice);
    delta[1] = Number{0} - delta[0];
    if constexpr (kWidth == 0) {
      delta[2] = Vertical(t, width, blank_, slid[0]);
      delta[3] = Number{0} - Vertical(t, width, upper, slid[1]);
    } else {
      const Four up = Between(t, blank_, slid[0]), down = Between(t, upper, slid[1]);
      Four sums = __builtin_shufflevector(up, down, 0, 4, 1, 5) +
                  __builtin_shufflevector(up, down, 2, 6, 3, 7);
      sums += __builtin_shufflevector(sums, sums, 2, 3, 0, 1);
      delta[2] = static_cast<Number>(t.vertical_slices[blank_]) + sums[0];
      delta[3] = Number{0} - static_cast<Number>(t.vertical_slices[upper]) - sums[1];
    }
    const int action = static_cast<int>(read(delta));
    if (left_-- == 0 || (t.allowed[blank_] >> action & 1) == 0) return false;
    const int steps[kActions] = {1, -1, width, -width};
    const int from = blank_ + steps[action];
    rank_ += delta[action];
    MoveBlank(from);
    sink->Put(action);
    return true;
  }

  void MoveBlank(int to) {
    tile_[blank_] = tile_[to];
    tile_[to] = 0;
    weight_[kMaxSide + blank_] = weight_[kMaxSide + to];
    weight_[kMaxSide + to] = 0;
    blank_ = to;
  }

  // Returns how far the rank moves when the tile of weight y slides up from below `upper`: it
  // passes the tiles x between (Ranking::RankAfter). When two tiles pass, only the digit of the
  // tile with the greater weight changes, because it counts the other. Weights fall as tile numbers
  // rise, and are 0 for untracked tiles.
  Number Vertical(const MoveTable& t, int width, int upper, Number y) const {
    Number change = static_cast<Number>(t.vertical_slices[upper]);
    for (int cell = upper + 1; cell < upper + width; ++cell) {
      const Number x = weight_[kMaxSide + cell];
      change += (x > y ? x : Number{0} - y) & static_cast<Number>(t.sweep[cell]);
    }
    return change;
  }

  // The terms of that sum, without the slices.
  Four Between(const MoveTable& t, int upper, uint32_t y) const {
    static_assert(kWidth == 0 || kWidth == 4 || kWidth == 5);
    Four x, sweep;
    std::memcpy(&x, weight_ + kMaxSide + upper + 1, sizeof x);
    std::memcpy(&sweep, t.narrow_sweep + upper + 1, sizeof sweep);
    if (kWidth == 4) sweep &= Four{~0u, ~0u, ~0u, 0};
    const Four all = {y, y, y, y};
    const Four greater =
        reinterpret_cast<Four>(reinterpret_cast<FourSigned>(x) > reinterpret_cast<FourSigned>(all));
    return ((x & greater) | ((Four{} - all) & ~greater)) & sweep;
  }

  const MoveTable* table_ = nullptr;
  Number rank_ = 0;
  int blank_ = 0;
  int left_ = 0;
  // Indexed by cell, with room before the first row and after the last. Start fills only the used
  // part, because many walkers never start.
  Number weight_[kMaxCells + 2 * kMaxSide];
  uint8_t tile_[kMaxCells];
};

// Reads and checks a board given as bytes, in one pass without a branch that depends on where the
// tiles lie. A malformed or unsolvable board costs no more than a good one.
//
// cells[c] is the tile on cell c, 0 the blank. Stores the cell of each tile in cell_of[0 .. cells).
// Returns TILEBASE_OK, _BOARD or _UNSOLVABLE; cell_of is undefined with _BOARD.
//
// The parity of the arrangement is the parity of its inversions: pairs of tiles of which the
// greater comes first. For each tile, its inversions are the members of a set. The parity of the
// sum of the sets' sizes is the parity of their exclusive or, so bits are counted once for the
// whole board.
inline tilebase_code ReadPositions(Geometry geometry, const uint8_t* cells, uint8_t* cell_of) {
  const int count = geometry.cells();
  CellMask seen = 0;
  CellMask inversions = 0;
  unsigned greatest = 0;
  for (int cell = 0; cell < count; ++cell) {
    const unsigned tile = cells[cell];
    greatest = tile > greatest ? tile : greatest;
    cell_of[tile % kMaxCells] = static_cast<uint8_t>(cell);
    // Each tile has a bit; the blank's is the highest, because it comes last in the goal.
    const CellMask bit = CellMask{1} << ((tile - 1) % kMaxCells);
    inversions ^= seen & (CellMask{0} - bit);
    seen |= bit;
  }
  if (greatest >= static_cast<unsigned>(count) ||
      seen != (geometry.all_tiles() | CellMask{1} << (kMaxCells - 1)))
    return TILEBASE_ERROR_BOARD;
  for (int half = 32; half > 0; half /= 2) inversions ^= inversions >> half;
  const int distance = geometry.Distance(cell_of[0], geometry.blank_home());
  return ((inversions ^ static_cast<CellMask>(distance)) & 1) == 0 ? TILEBASE_OK
                                                                   : TILEBASE_ERROR_UNSOLVABLE;
}

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOKUP_QUICK_WALK_H_
