// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/lookup/move_table.h"

#include <cstring>
#include <new>
#include <utility>

namespace tilebase {
namespace {

constexpr size_t kCacheLine = 64;
constexpr uint8_t kMissing = 0xfd;  // while filling

size_t Stride(const Subproblem& subproblem, int max_depth) {
  const size_t bytes = 1 + static_cast<size_t>(subproblem.geometry.cells()) +
                       (static_cast<size_t>(max_depth) + 3) / 4;
  for (size_t stride : {16, 32, 64})
    if (bytes <= stride && bytes * 4 > stride * 3) return stride;
  return (bytes + 7) / 8 * 8;
}

}  // namespace

uint64_t Shortcuts::Bytes(const Subproblem& subproblem, int max_depth) {
  const uint64_t entries = EntryCount(subproblem);
  const uint64_t stride = Stride(subproblem, max_depth);
  if (max_depth > kMostActions || entries > UINT64_MAX / 2 / stride) return UINT64_MAX;
  return entries * stride + kCacheLine;
}

bool Shortcuts::Fill(const PolicyTable& table) {
  const Subproblem& subproblem = table.subproblem;
  const Geometry geometry = subproblem.geometry;
  const size_t cells = static_cast<size_t>(geometry.cells());
  const uint64_t entries = table.ranking.size();
  stride_ = Stride(subproblem, table.max_depth);
  actions_at_ = 1 + cells;
  // One more line, so that the records can begin on a line's boundary.
  const size_t bytes = entries * stride_ + kCacheLine;
  records_.reset(new (std::nothrow) uint8_t[bytes]);
  if (records_ == nullptr) return false;
  std::memset(records_.get(), 0, bytes);
  const size_t past = reinterpret_cast<uintptr_t>(records_.get()) % kCacheLine;
  uint8_t* const first = records_.get() + (kCacheLine - past) % kCacheLine;
  first_ = first;
  for (uint64_t rank = 0; rank < entries; ++rank) first[rank * stride_] = kMissing;

  // Follows the policy to the goal or to a state that already has its record. Then goes back and
  // makes each record from the next state's.
  struct Step {
    uint64_t rank;
    uint8_t from, to, action;  // of the tile that slides
  };
  Step path[kMostActions + 1];
  for (uint64_t start = 0; start < entries; ++start) {
    if (first[start * stride_] != kMissing) continue;
    Board board = Representative(subproblem, table.ranking.Unrank(start));
    uint64_t rank = start;
    int length = 0;
    uint8_t* record;
    while (*(record = first + rank * stride_) == kMissing) {
      if (subproblem.IsGoal(board)) {
        *record = 0;
        for (size_t cell = 0; cell < cells; ++cell) record[1 + cell] = static_cast<uint8_t>(cell);
      } else if (!table.IsReachable(rank)) {
        *record = kUnreachable;
      } else {
        const Action action = GetAction(table.policy, rank);
        const int from = board.blank + geometry.BlankStep(action);
        if (length == table.max_depth || !board.CanApply(action) ||
            (subproblem.fixed & CellBit(from)) != 0) {
          *record = kDamaged;
          break;
        }
        path[length++] = {rank, static_cast<uint8_t>(from), board.blank,
                          static_cast<uint8_t>(action)};
        rank = table.ranking.RankAfter(rank, board, action);
        board.Apply(action);
      }
    }
    while (length > 0) {
      const Step& step = path[--length];
      const uint8_t* const next = record;
      record = first + step.rank * stride_;
      if (next[0] >= table.max_depth) {  // kDamaged and kUnreachable are greater than any depth
        *record = kDamaged;
        continue;
      }
      record[0] = static_cast<uint8_t>(next[0] + 1);
      std::memcpy(record + 1, next + 1, cells);
      std::swap(record[1 + step.from], record[1 + step.to]);
      const uint8_t* const later = next + actions_at_;
      uint8_t* const packed = record + actions_at_;
      unsigned carry = step.action;
      for (size_t i = 0; i * kEntriesPerByte < record[0]; ++i) {
        packed[i] = static_cast<uint8_t>(later[i] << 2 | carry);
        carry = later[i] >> 6;
      }
    }
  }
  return true;
}

MoveTable::MoveTable(const PolicyTable& from)
    : table(from), slice(from.ranking.slice()), free(from.subproblem.free_cells()) {
  const Geometry geometry = from.subproblem.geometry;
  tracked = static_cast<uint8_t>(from.ranking.tracked());
  for (int j = 0; j < tracked; ++j) {
    tile[j] = static_cast<uint8_t>(from.ranking.tile(j));
    weight[j] = tile_weight[tile[j]] = from.ranking.weight(j);
  }
  const CellMask goal_blanks = from.subproblem.goal_blanks();
  State goal;
  for (int j = 0; j < tracked; ++j)
    goal.cell[j] = static_cast<uint8_t>(from.subproblem.GoalCell(tile[j] - 1));
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    const bool is_free = (free & CellBit(cell)) != 0;
    free_index[cell] = static_cast<uint8_t>(from.ranking.FreeIndex(cell));
    sweep[cell] = is_free ? ~uint64_t{0} : 0;
    narrow_sweep[cell] = static_cast<uint32_t>(sweep[cell]);
    for (int a = 0; a < kActions; ++a) {
      const Action action = static_cast<Action>(a);
      if ((geometry.Actions(cell) & ActionBit(action)) != 0 &&
          (free & CellBit(cell + geometry.BlankStep(action))) != 0)
        allowed[cell] |= ActionBit(action);
    }
    goal.blank = static_cast<uint8_t>(cell);
    goal_rank[cell] = (goal_blanks & CellBit(cell)) != 0 ? from.ranking.Rank(goal) : kNoGoal;
  }
  for (int upper = 0; upper + geometry.width < geometry.cells(); ++upper) {
    vertical_slices[upper] = slice;
    for (int cell = upper + 1; cell < upper + geometry.width; ++cell)
      vertical_slices[upper] += slice & sweep[cell];
  }
}

}  // namespace tilebase
