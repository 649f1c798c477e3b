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
// answers (runtime/search/value_beam.h) may become better: tables that were made stay right.

#ifndef TILEBASE_GENERATOR_VALUES_PLAIN_BEAM_H_
#define TILEBASE_GENERATOR_VALUES_PLAIN_BEAM_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "absl/types/span.h"
#include "generator/values/exact_changes.h"
#include "tables/board.h"
#include "tables/geometry.h"
#include "tables/pair_values.h"

namespace tilebase {

// The boards that a search has found: a hash table with open addressing, one word a board.
//
// Boards are known by the upper 48 bits of a hash. Two boards that share them are taken for the
// same, which may make a solution longer, never wrong.
class FoundBoards {
 public:
  void Clear();

  // Asks memory for what Add will read.
  void Prefetch(uint64_t hash) const {
    __builtin_prefetch(&slots_[Start(hash) & (slots_.size() - 1)], 1);
  }

  // Returns whether the board is new.
  bool Add(uint64_t hash) {
    if (used_ * 2 >= slots_.size()) Grow();
    const uint64_t board = hash | kUsed;
    for (size_t i = Start(hash);; ++i) {
      uint64_t& slot = slots_[i & (slots_.size() - 1)];
      if (slot == board) return false;
      if (slot != 0) continue;
      slot = board;
      ++used_;
      return true;
    }
  }

 private:
  static constexpr size_t kLeastSlots = 1024;
  static constexpr uint64_t kUsed = 0xffff;  // a slot's lower bits

  static size_t Start(uint64_t hash) { return static_cast<size_t>(hash >> 16); }
  void Grow();

  std::vector<uint64_t> slots_;  // a power of two; 0: empty
  size_t used_ = 0;
};

// One board at a time; memory is used again by the next one.
class PlainBeam {
 public:
  // whole_lines: a move slides any number of tiles of a line. `changes` outlive it.
  PlainBeam(const ExactChanges& changes, bool whole_lines);

  // Finds a solution of less than `longest` actions with a beam of `width` boards. Returns false
  // if the beam meets none. Depends on nothing but its arguments and the values.
  bool Solve(const Board& board, size_t width, size_t longest, std::vector<Action>* actions);
  // Finds the way to the board of least value that a beam of `width` boards has after `moves`
  // moves. Returns false if there is none. As repeatable as Solve.
  bool Follow(const Board& board, size_t width, size_t longest, size_t moves,
              std::vector<Action>* actions);

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
  static constexpr int32_t kNothing = INT32_MAX / 2;

  // Runs along a solution: a beam of `width` boards for each of its moves but the last, which
  // always keeps the solution's board too, and stops at no other solution. The solution has at
  // least 2 actions, and takes no move back. Requires single slides.
  void RunAlong(const Board& board, const std::vector<Action>& solution, size_t width);
  // What it kept, until the next search: layer after layer, the solution's board first in each.
  absl::Span<const Node> nodes() const { return nodes_; }
  absl::Span<const uint32_t> layers() const { return layers_; }  // where each begins
  // The least value of the children that a node had and the beam did not keep for it; kNothing if
  // it kept all.
  int32_t LeastLeft(size_t node) const { return least_left_[node]; }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Child {
    uint64_t hash;
    int32_t value;
    uint32_t parent;
    uint8_t move;
  };
  static constexpr int64_t kAnyDistance = INT64_MAX;

  void Start(const Board& board);
  // Runs until the layer `until`, or until a move solves the board. Returns the layer reached: the
  // children that were made of it are in children_.
  size_t Run(const Board& board, size_t width, size_t longest, size_t until);
  // Makes the children of the nodes [first, end) that have at most that distance and are new; hands
  // the others to `leave`. Returns false if a move solves the board and most_distance is not
  // kAnyDistance, and then leaves out what comes after it.
  template <typename Leave>
  bool Expand(size_t first, size_t end, int64_t most_distance, Leave leave);
  // The children of one node, new or not. Returns as Expand.
  bool MakeChildren(uint32_t parent, int64_t most_distance);
  // Takes out those children from number `begin` on that were found before.
  template <typename Leave>
  void LeaveFound(size_t begin, Leave leave);
  // Keeps the children that the layer has room for, and the first one if `first_is_kept`.
  template <int32_t kMostBins, typename Leave>
  void KeepBest(size_t width, bool first_is_kept, Leave leave);
  void Keep(const Child& child);
  // Slides one tile onto the blank: all that it changes but the value.
  void Slide(int action, Node* node) const;
  const PairValues::Slide& SlideOf(const Node& node, int action) const {
    return slides_[static_cast<size_t>(node.blank * kActions + action)];
  }
  // The actions from the start to a child.
  void Write(const Child& child, std::vector<Action>* actions) const;

  const ExactChanges& changes_;
  const Geometry geometry_;
  const int cells_;
  const bool whole_lines_;
  const size_t most_a_move_;               // tiles
  std::vector<ActionMask> allowed_;        // by the blank's cell
  std::vector<PairValues::Slide> slides_;  // of one tile, by the blank's cell and action
  std::vector<uint64_t> keys_;             // by tile and cell
  std::vector<uint8_t> distance_;          // from the tile's home, by tile and cell

  std::vector<Node> nodes_;  // layer after layer
  std::vector<Child> children_;
  FoundBoards found_;
  Child goal_ = {};
  std::vector<uint32_t> layers_;     // of RunAlong, as the next
  std::vector<int32_t> least_left_;  // by node
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_VALUES_PLAIN_BEAM_H_
