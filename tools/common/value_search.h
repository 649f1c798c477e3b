// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The search that values are fitted to: a plain beam that they order.
//
//   layer m: all boards that one more move leads to from those kept of layer m - 1, but for boards
//            that were found before, or that the Manhattan distance leaves no room for
//   kept:    the `width` boards of least value, of equal ones those found first
//
// The bytes of a value table are what this beam finds, so it stays as it is. The search that
// answers (runtime/look_ahead/value_beam.h) may become better: tables that were made stay right.

#ifndef TILEBASE_TOOLS_COMMON_VALUE_SEARCH_H_
#define TILEBASE_TOOLS_COMMON_VALUE_SEARCH_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "generator/solvers/value_fit.h"
#include "runtime/look_ahead/search_lists.h"
#include "tables/board.h"
#include "tables/geometry.h"
#include "tables/pair_values.h"
#include "tables/plan.h"
#include "tables/table_source.h"

namespace tilebase {

// One board at a time; memory is used again by the next one. `values` outlive it. 150 kB on 4x4,
// 1.6 MB on 5x5 and 6.7 MB on 6x6, besides what a search needs.
class BeamValueSearch : public ValueSearch {
 public:
  BeamValueSearch(const PairValues& values, bool whole_lines);

  bool whole_lines() const override { return whole_lines_; }
  bool Solve(const Board& board, size_t width, size_t longest,
             std::vector<Action>* actions) override;
  bool Follow(const Board& board, size_t width, size_t longest, size_t moves,
              std::vector<Action>* actions) override;

 private:
  // A board, and the move that led to it: an action in the lower 2 bits, and above them the tiles
  // it slides, less 1.
  struct Node {
    uint64_t hash = 0;
    int32_t value = 0;
    uint32_t parent = 0;
    uint16_t distance = 0;  // Manhattan
    uint8_t blank = 0;      // its cell
    uint8_t move = 0;
    ActionMask allowed = 0;  // after that move
    uint8_t tile[kMaxCells] = {};
  };
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Child {
    uint64_t hash;
    int32_t value;
    uint32_t parent;
    uint8_t move;
  };

  // Runs until the layer `until`, or until a move solves the board. Returns the layer reached: the
  // children that were made of it are in children_.
  size_t Run(const Board& board, size_t width, size_t longest, size_t until);
  Node Root(const Board& board) const;
  // Those of at most that distance, found before or not. Returns false where a move solves the
  // board, and leaves out what comes after it.
  bool MakeChildren(uint32_t parent, int64_t most_distance);
  void KeepBest(size_t width);
  void Keep(const Child& child);
  // Slides one tile onto the blank: all that it changes but the value.
  void Slide(int action, Node* node) const;
  const PairValues::Slide& SlideOf(const Node& node, int action) const {
    return slides_[static_cast<size_t>(node.blank * kActions + action)];
  }
  void MakeChanges();
  // What that changes the value by: exactly, where PairValues::Changes may cut it.
  template <int kCells>
  int32_t ChangeOn(const Node& node, int action) const;
  int32_t Change(const Node& node, int action) const;
  // The actions from the start to a child.
  void Write(const Child& child, std::vector<Action>* actions) const;

  const PairValues& values_;
  const Geometry geometry_;
  const int cells_;
  const bool whole_lines_;
  const size_t most_a_move_;               // tiles
  std::vector<ActionMask> allowed_;        // by the blank's cell
  std::vector<PairValues::Slide> slides_;  // of one tile, by the blank's cell and action
  std::vector<int32_t> alone_;             // what tile and blank change alone: by tile and edge
  std::vector<int16_t> changes_;           // by tile, edge, cell and the tile there
  std::vector<uint64_t> keys_;             // by tile and cell
  std::vector<uint8_t> distance_;          // from the tile's home, by tile and cell

  std::vector<Node> nodes_;  // layer after layer
  std::vector<Child> children_;
  ClosedList found_;
  Child goal_ = {};
};

MakeValueSearch BeamValueSearchFor(bool whole_lines);
// The search for the values of a plan, in its metric.
MakeValueSearch BeamValueSearchFor(const Plan& plan);

// How far a table of values is off, measured again: on boards that neither the fit nor its header
// has seen, against solutions of this beam, wide enough to be within a fraction of a move of the
// shortest on 4x4. Over uniformly random boards, of (length of the solution found - value), in
// moves.
struct ValueError {
  size_t boards = 0;
  double bias = 0;
  double deviation = 0;
};

// Requires a table of the metric `value`. Some seconds. Errors: those of TableSource::ReadTable;
// Internal where no board is solved.
absl::StatusOr<ValueError> MeasureValues(const TableSource& source, size_t table, int threads);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_VALUE_SEARCH_H_
