// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Lower bounds in the metric mtm: exact lengths of the same board with tiles made equal.
//
//   1 1 1 1    1 2 3 4    1 1 2 2    1 3 3 3    A *view* makes tiles equal. A solution of the board
//   2 2 2 2    1 2 3 4    3 3 2 2    1 3 3 4    solves every view, so it has at least as many
//   3 3 3 3    1 2 3 4    3 3 4 4    2 2 4 4    slides as each of them needs. The tiles of a row
//   4 4 4 _    1 2 3 _    3 4 4 _    2 2 4 _    are equal in the first view, those of a column in
//                                               the second; 4x4 has two more.
//
// Lanes. Horizontal slides keep the tiles in order, read row by row without the blank. So an order
// and the blank's row are a *lane*: all boards that one horizontal slide leads between. An order
// column by column and the blank's column are a vertical lane. A board lies in one lane of each
// axis. In a shortest solution the axes alternate, so it goes from lane to crossing lane. The
// *value* of a lane is the least number of slides home that begins in it:
//
//   1                                     if it contains the home board
//   1 + the least value of the lanes that cross it     otherwise
//
// This counts a slide of no tiles as one, too. So no board of a lane, but home, has a solution of
// fewer slides that begins along the lane. Crossing lanes differ by at most one, so two bits keep a
// value modulo 3, and a search counts on from lane to lane.
//
// Sizes. Boards of at most 16 cells have four kinds of tiles (neighbouring lines share one where
// there are more), larger ones two. 4x4 has 202 million lanes, in 50 MB: 15,765,750 orders of the
// first two views, 9,459,450 of the others, eight lanes each.

#ifndef TILEBASE_RUNTIME_SEARCH_SLIDE_BOUNDS_H_
#define TILEBASE_RUNTIME_SEARCH_SLIDE_BOUNDS_H_

#include <stdint.h>

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "tables/board.h"
#include "tables/geometry.h"
#include "tables/system/huge_bytes.h"

namespace tilebase {

// Numbers the sequences in which each kind of tile occurs a given number of times. Sequences are
// packed: tile i, counted from 0, has the `bits` bits from i * bits on.
//
// A sequence's number is that of its first half, plus its place among the second halves that the
// same first half can have. So a number takes two lookups.
class KindSequences {
 public:
  static constexpr int kMostBits = 18;  // of half a sequence

  // counts: of each kind, at most 1 << bits kinds. Requires halves of at most kMostBits bits, and
  // fewer than 2^32 sequences.
  KindSequences(int bits, const std::vector<int>& counts);
  KindSequences(const KindSequences&) = delete;
  KindSequences& operator=(const KindSequences&) = delete;

  uint64_t size() const { return size_; }
  uint32_t NumberOf(uint64_t sequence) const {
    return first_[sequence & first_mask_] + second_[sequence >> first_bits_];
  }

  // The first halves in the order of their sequences' numbers.
  struct First {
    uint32_t half;
    uint32_t begin;                        // number of its first sequence
    const std::vector<uint32_t>* seconds;  // second halves, in order
  };
  const std::vector<First>& firsts() const { return firsts_; }
  uint64_t SequenceOf(const First& first, size_t second) const {
    return first.half | uint64_t{(*first.seconds)[second]} << first_bits_;
  }

 private:
  int first_bits_;
  uint64_t first_mask_;
  uint64_t size_ = 0;
  std::vector<uint32_t> first_;
  std::vector<uint32_t> second_;
  std::vector<First> firsts_;
  std::vector<std::vector<uint32_t>> seconds_;  // by the kinds that they hold
};

// Immutable once made; safe from many threads.
class SlideBounds {
 public:
  static constexpr int kMostViews = 4;
  static constexpr int kAxes = 2;  // 0: horizontal slides, rows; 1: vertical slides, columns

  // A board: for each axis the blank's line, and for each view the kinds of the tiles in the order
  // in which the axis reads them.
  struct Place {
    uint8_t line[kAxes] = {};
    uint64_t order[kAxes][kMostViews] = {};
  };

  // Searches all lanes, on `threads` threads. Meanwhile it takes up to five times TableBytes().
  // Returns null once `stops` returns true; any thread may call it, some hundred times a second.
  // Throws std::bad_alloc.
  static std::unique_ptr<const SlideBounds> Create(Geometry geometry, int threads,
                                                   const std::function<bool()>& stops);
  SlideBounds(const SlideBounds&) = delete;
  SlideBounds& operator=(const SlideBounds&) = delete;

  // The bytes of the tables for boards of this size. Views with too many lanes have none.
  static uint64_t TableBytes(Geometry geometry);
  // The number of views: 0 to kMostViews.
  int views() const { return static_cast<int>(views_.size()); }
  // The lines of an axis.
  int lines(int axis) const { return lines_[axis]; }

  Place PlaceOf(const Board& board) const;
  // Returns the value of the board's lane of this axis. Walks home from lane to lane.
  int ValueOf(Place place, int axis, int view) const;

  // The boards that a slide along `axis` leads to keep their order of this axis, and their line.
  // Sets `order[k]` to the crossing order with the blank on place k of its line, for all places but
  // its own.
  void Slide(const Place& place, int axis, int view, uint64_t* order) const {
    const int places = lines_[1 - axis], lines = lines_[axis];
    const int line = place.line[axis], from = place.line[1 - axis];
    const uint64_t mask = (uint64_t{1} << (bits_ * lines)) - 1;
    const int once = bits_, back = bits_ * (lines - 1);
    // The tile that slides passes the `lines - 1` tiles after it or before it.
    order[from] = place.order[1 - axis][view];
    for (int k = from, at = bits_ * (from * lines + line); k > 0; --k) {
      at -= bits_ * lines;
      const uint64_t part = order[k] >> at & mask;
      order[k - 1] = order[k] ^ (part ^ (part >> once | (part << back & mask))) << at;
    }
    for (int k = from, at = bits_ * (from * lines + line); k + 1 < places; ++k) {
      const uint64_t part = order[k] >> at & mask;
      order[k + 1] = order[k] ^ (part ^ (part >> back | (part << once & mask))) << at;
      at += bits_ * lines;
    }
  }

  // Where the value of a lane is kept.
  struct Spot {
    const uint8_t* byte;
    int shift;
    int Modulo3() const { return *byte >> shift & 3; }
  };
  Spot SpotOf(int axis, int view, uint64_t order, int line) const {
    const View& of = views_[static_cast<size_t>(view)];
    const uint64_t lane =
        uint64_t{of.table->sequences.NumberOf(order)} * static_cast<unsigned>(lines_[axis]) +
        static_cast<unsigned>(line);
    return {of.table->values[axis ^ of.exchanged].data() + lane / 4,
            static_cast<int>(lane % 4) * 2};
  }

 private:
  struct Table {
    Table(int bits, const std::vector<int>& counts) : sequences(bits, counts) {}

    const KindSequences sequences;
    HugeBytes values[kAxes];  // two bits a lane: the value modulo 3
  };
  struct View {
    std::vector<uint8_t> kind;  // of each tile
    // On square boards every second view is the reflection of the one before. It reads that view's
    // table, with the axes exchanged.
    std::shared_ptr<const Table> table;
    int exchanged = 0;
  };
  class Maker;

  explicit SlideBounds(Geometry geometry);
  // Returns false if `stops` did.
  bool Make(int threads, const std::function<bool()>& stops);

  bool IsHome(const Place& place, int axis, int view) const {
    return place.line[axis] == home_.line[axis] &&
           place.order[axis][view] == home_.order[axis][view];
  }
  // Returns the crossing order of a board whose blank is on this line of the axis, on place 0.
  uint64_t Crossed(int axis, uint64_t order, int line) const;

  const Geometry geometry_;
  const int lines_[kAxes];
  const int bits_;  // of a kind
  std::vector<View> views_;
  Place home_;
  // By axis and byte of an order with the blank: what its bits are in the crossing order.
  std::vector<std::array<uint64_t, 256>> crossed_[kAxes];
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_SLIDE_BOUNDS_H_
