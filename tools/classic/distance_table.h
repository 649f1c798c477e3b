// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The exact distances of all boards up to some number of moves from the goal, by breadth-first
// search from there. Of a board of up to nine cells it can hold all: 181,440 for 3x3, at most 31
// moves away.

#ifndef TILEBASE_TOOLS_CLASSIC_DISTANCE_TABLE_H_
#define TILEBASE_TOOLS_CLASSIC_DISTANCE_TABLE_H_

#include <memory>
#include <utility>
#include <vector>

#include "tools/classic/packed_board.h"

namespace tilebase::classic {

template <int kWords>
class DistanceTable {
 public:
  DistanceTable(Geometry geometry, int radius)
      : geometry_(geometry),
        budget_(std::make_unique<Budget>(Limits())),
        table_(std::make_unique<Table>(budget_.get())) {
    std::vector<Packed> level = {Packed::Pack(Board::Solved(geometry))}, next;
    bool inserted = false;
    table_->Insert(level[0], &inserted);
    for (int moves = 1; moves <= radius && !level.empty(); ++moves) {
      for (const Packed& packed : level) {
        Board board = packed.Unpack(geometry);
        for (int a = 0; a < kActions; ++a) {
          const Action action = static_cast<Action>(a);
          if (!board.CanApply(action)) continue;
          board.Apply(action);
          const auto slot = table_->Insert(Packed::Pack(board), &inserted);
          if (inserted) {
            slot->note = static_cast<uint8_t>(moves);
            next.push_back(slot->board);
          }
          board.Apply(Opposite(action));
        }
      }
      level = std::move(next);
      next.clear();
    }
  }

  // The board's distance from the goal, -1 where it is more than the radius.
  int Find(const Board& board) const {
    const auto slot = std::as_const(*table_).Find(Packed::Pack(board));
    return slot == nullptr ? -1 : slot->note;
  }
  // Calls visit(board, distance) for every board of the table, in no order.
  template <typename Visit>
  void ForEach(Visit visit) const {
    table_->ForEach([&](const auto& slot) { visit(slot.board.Unpack(geometry_), int{slot.note}); });
  }
  size_t size() const { return table_->size(); }
  uint64_t memory_bytes() const { return table_->bytes(); }

 private:
  using Packed = PackedBoard<kWords>;
  using Table = BoardTable<kWords, uint8_t>;

  Geometry geometry_;
  std::unique_ptr<Budget> budget_;  // without limits
  std::unique_ptr<Table> table_;
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_DISTANCE_TABLE_H_
