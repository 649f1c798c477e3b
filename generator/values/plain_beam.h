// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The search that values are fitted with: a plain beam ordered by the values.
//
//   layer m: all boards one move away from those kept of layer m - 1, except boards that were found
//            before, and boards whose Manhattan distance exceeds the moves left
//   kept:    the `width` boards of least value; of equal boards those found first
//
// The bytes of a value table depend on what this beam finds, so it stays as it is. The search that
// answers questions (runtime/search/value_beam.h) may change: tables made before stay right.

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
// It stores the upper 48 bits of a board's hash. Two boards that share them count as the same
// board. That may make a solution longer, never wrong.
class FoundBoards {
 public:
  void Clear();

  // Prefetches the memory that Add will read.
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

// Solves one board at a time; the next board reuses the memory.
class PlainBeam {
 public:
  // whole_lines: a move slides any number of tiles of a line. `changes` must outlive this object.
  PlainBeam(const ExactChanges& changes, bool whole_lines);

  // Finds a solution of fewer than `longest` actions with a beam of `width` boards. Returns false
  // if the beam finds none. The result depends only on the arguments and the values.
  bool Solve(const Board& board, size_t width, size_t longest, std::vector<Action>* actions);
  // Finds the path to the board of least value that a beam of `width` boards has after `moves`
  // moves. Returns false if there is none. The result is as repeatable as that of Solve.
  bool Follow(const Board& board, size_t width, size_t longest, size_t moves,
              std::vector<Action>* actions);

  // A board, and the move that led to it: an action in the lower 2 bits, and above them the number
  // of tiles it slides, less 1.
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

  // Runs along a solution: for each of its moves but the last, a layer of `width` boards, which
  // always keeps the solution's board and stops at no other solution. The solution has at least 2
  // actions and undoes no move. Requires single slides.
  void RunAlong(const Board& board, const std::vector<Action>& solution, size_t width);
  // The boards kept, until the next search: layer after layer, the solution's board first in each.
  absl::Span<const Node> nodes() const { return nodes_; }
  absl::Span<const uint32_t> layers() const { return layers_; }  // index of the first node of each
  // Returns the least value of a node's children that the beam did not keep; kNothing if it kept
  // all.
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
  // Runs until layer `until`, or until a move solves the board. Returns the layer reached:
  // children_ has the children made from it.
  size_t Run(const Board& board, size_t width, size_t longest, size_t until);
  // Makes the new children of the nodes [first, end) that have at most that distance; passes the
  // others to `leave`. Returns false if a move solves the board and most_distance is not
  // kAnyDistance; it then stops there.
  template <typename Leave>
  bool Expand(size_t first, size_t end, int64_t most_distance, Leave leave);
  // Makes the children of one node, new or not. Returns as Expand does.
  bool MakeChildren(uint32_t parent, int64_t most_distance);
  // Removes the children from number `begin` on that were found before.
  template <typename Leave>
  void LeaveFound(size_t begin, Leave leave);
  // Keeps the children that the layer has room for, and the first one if `first_is_kept`.
  template <int32_t kMostBins, typename Leave>
  void KeepBest(size_t width, bool first_is_kept, Leave leave);
  void Keep(const Child& child);
  // Slides one tile onto the blank: updates everything but the value.
  void Slide(int action, Node* node) const;
  const PairValues::Slide& SlideOf(const Node& node, int action) const {
    return slides_[static_cast<size_t>(node.blank * kActions + action)];
  }
  // Writes the actions from the start to a child.
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
  std::vector<uint32_t> layers_;     // these two belong to RunAlong
  std::vector<int32_t> least_left_;  // by node
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_VALUES_PLAIN_BEAM_H_
