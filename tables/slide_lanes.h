// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Lower bounds in the metric mtm: exact lengths of the same board with tiles made equal.
//
//   1 1 1 1    1 2 3 4    1 1 2 2    1 3 3 3
//   2 2 2 2    1 2 3 4    3 3 2 2    1 3 3 4
//   3 3 3 3    1 2 3 4    3 3 4 4    2 2 4 4
//   4 4 4 _    1 2 3 _    3 4 4 _    2 2 4 _
//
// A *view* makes tiles equal. A solution of the board solves every view, so it has at least as many
// slides as each of them needs. The first view makes the tiles of a row equal, the second those of
// a column; 4x4 has two more (Tomas Rokicki's).
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
// Entries. docs/format.md (2.4) numbers the lanes of a board. 4x4 has 202 million, in 50 MB:
// 15,765,750 orders of the first two views, 9,459,450 of the others, eight lanes each. On a square
// board a view and its reflection share their lanes.

#ifndef TILEBASE_TABLES_SLIDE_LANES_H_
#define TILEBASE_TABLES_SLIDE_LANES_H_

#include <stdint.h>

#include <array>
#include <memory>
#include <vector>

#include "tables/board.h"
#include "tables/geometry.h"

namespace tilebase {

// Most cells of a board with lanes.
inline constexpr int kMostLaneCells = 16;

// The entries of a board's lane table; 0 if the board has more than kMostLaneCells cells.
uint64_t LaneCount(Geometry geometry);

// Returns the value modulo 3 of a lane, given the plane of a table.
inline int GetLane(const uint8_t* plane, uint64_t lane) {
  return plane[lane / 4] >> (lane % 4 * 2) & 3;
}

// Numbers the sequences in which each kind of tile occurs a given number of times. Sequences are
// packed: tile i, counted from 0, has the bits 2i and 2i + 1.
//
// A sequence's number is that of its first half, plus its place among the second halves that the
// same first half can have. So a number takes two lookups.
class KindSequences {
 public:
  // counts: of each kind, at most four kinds. Requires less than kMostLaneCells tiles.
  explicit KindSequences(const std::vector<int>& counts);
  KindSequences(const KindSequences&) = delete;
  KindSequences& operator=(const KindSequences&) = delete;

  uint64_t size() const { return size_; }
  uint32_t NumberOf(uint32_t sequence) const {
    return first_[sequence & first_mask_] + second_[sequence >> first_bits_];
  }

  // The first halves in the order of their sequences' numbers.
  struct First {
    uint32_t half;
    uint32_t begin;                        // number of its first sequence
    const std::vector<uint32_t>* seconds;  // second halves, in order
  };
  const std::vector<First>& firsts() const { return firsts_; }
  uint32_t SequenceOf(const First& first, size_t second) const {
    return first.half | (*first.seconds)[second] << first_bits_;
  }

 private:
  int first_bits_;
  uint32_t first_mask_;
  uint64_t size_ = 0;
  std::vector<uint32_t> first_;
  std::vector<uint32_t> second_;
  std::vector<First> firsts_;
  std::vector<std::vector<uint32_t>> seconds_;  // by the kinds that they hold
};

// The lanes of a board. Immutable; safe from many threads. Takes a megabyte.
class SlideLanes {
 public:
  static constexpr int kMostViews = 4;
  static constexpr int kAxes = 2;  // 0: horizontal slides, rows; 1: vertical slides, columns

  // A board: for each axis the blank's line, and for each view the kinds of the tiles in the order
  // in which the axis reads them.
  struct Place {
    uint8_t line[kAxes] = {};
    uint32_t order[kAxes][kMostViews] = {};
  };

  // Requires LaneCount(geometry) > 0.
  explicit SlideLanes(Geometry geometry);
  SlideLanes(const SlideLanes&) = delete;
  SlideLanes& operator=(const SlideLanes&) = delete;

  Geometry geometry() const { return geometry_; }
  int views() const { return static_cast<int>(views_.size()); }
  // The lines of an axis.
  int lines(int axis) const { return lines_[axis]; }
  const Place& home() const { return home_; }
  Place PlaceOf(const Board& board) const;

  // Returns the entry of the lane with this order and line.
  uint64_t LaneOf(int axis, int view, uint32_t order, int line) const {
    const View& of = views_[static_cast<size_t>(view)];
    return of.begin[axis] +
           uint64_t{of.sequences->NumberOf(order)} * static_cast<unsigned>(lines_[axis]) +
           static_cast<unsigned>(line);
  }
  // The orders of a view, and its first entry. The entries of a view whose lanes are a reflection's
  // are those of the view before.
  const KindSequences& sequences(int view) const {
    return *views_[static_cast<size_t>(view)].sequences;
  }
  uint64_t first_lane(int axis, int view) const {
    return views_[static_cast<size_t>(view)].begin[axis];
  }
  bool IsReflection(int view) const { return view % 2 == 1 && IsSquare(); }

  // The boards that a slide along `axis` leads to keep their order of this axis, `line` of it, and
  // have crossing orders of their own. Given the crossing order of the board with the blank on
  // place `from` of its line, sets `crossing[k]` to that with the blank on place k, for all k.
  void Slide(int axis, int line, int from, uint32_t order, uint32_t* crossing) const {
    const int places = lines_[1 - axis], lines = lines_[axis];
    const uint32_t mask = (uint32_t{1} << (2 * lines)) - 1;
    const int once = 2, back = 2 * (lines - 1);
    // The tile that slides passes the `lines - 1` tiles after it or before it.
    crossing[from] = order;
    for (int k = from, at = 2 * (from * lines + line); k > 0; --k) {
      at -= 2 * lines;
      const uint32_t part = crossing[k] >> at & mask;
      crossing[k - 1] = crossing[k] ^ (part ^ (part >> once | (part << back & mask))) << at;
    }
    for (int k = from, at = 2 * (from * lines + line); k + 1 < places; ++k) {
      const uint32_t part = crossing[k] >> at & mask;
      crossing[k + 1] = crossing[k] ^ (part ^ (part >> back | (part << once & mask))) << at;
      at += 2 * lines;
    }
  }
  // Sets crossing[k], for each line k of the other axis, to the entry of the lane that crosses a
  // lane there.
  void Cross(int axis, int view, uint32_t order, int line, uint64_t* crossing) const {
    uint32_t orders[kMaxSide];
    Slide(axis, line, 0, Crossed(axis, order, line), orders);
    for (int k = 0; k < lines_[1 - axis]; ++k) crossing[k] = LaneOf(1 - axis, view, orders[k], k);
  }

 private:
  struct View {
    std::vector<uint8_t> kind;  // of each tile
    std::shared_ptr<const KindSequences> sequences;
    uint64_t begin[kAxes];
  };

  // Returns the crossing order of a board of a lane, the one with the blank on place 0.
  uint32_t Crossed(int axis, uint32_t order, int line) const;
  bool IsSquare() const { return geometry_.width == geometry_.height; }

  const Geometry geometry_;
  const int lines_[kAxes];
  std::vector<View> views_;
  Place home_;
  // By axis and byte of an order with the blank: what its bits are in the crossing order.
  std::array<std::array<uint32_t, 256>, 4> crossed_[kAxes] = {};
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_SLIDE_LANES_H_
