// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/shortcuts.h"

#include <cstring>
#include <new>

namespace tilebase {
namespace {

constexpr size_t kCacheLine = 64;

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
  const Geometry geometry = table.subproblem.geometry;
  const uint64_t entries = table.ranking.size();
  stride_ = Stride(table.subproblem, table.max_depth);
  actions_at_ = 1 + static_cast<size_t>(geometry.cells());
  // One more line to begin on a boundary, and to be read past the last record's actions.
  const size_t bytes = entries * stride_ + kCacheLine;
  records_.reset(new (std::nothrow) uint8_t[bytes]);
  if (records_ == nullptr) return false;
  std::memset(records_.get(), 0, bytes);
  const size_t past = reinterpret_cast<uintptr_t>(records_.get()) % kCacheLine;
  uint8_t* const first = records_.get() + (kCacheLine - past) % kCacheLine;
  first_ = first;
  for (uint64_t rank = 0; rank < entries; ++rank) {
    uint8_t* const record = first + rank * stride_;
    if (!table.IsReachable(rank)) {
      record[0] = kUnreachable;
      continue;
    }
    Board board = Representative(table.subproblem, table.ranking.Unrank(rank));
    const Board start = board;
    int count = 0;
    const WalkResult result = WalkToGoal(table, rank, board, [&](Action action) {
      record[actions_at_ + static_cast<size_t>(count / kEntriesPerByte)] |=
          static_cast<uint8_t>(static_cast<int>(action) << (count % kEntriesPerByte * 2));
      ++count;
    });
    record[0] = result == WalkResult::kDone ? static_cast<uint8_t>(count) : kDamaged;
    uint8_t cell_of[kMaxCells];
    for (int cell = 0; cell < geometry.cells(); ++cell)
      cell_of[board.tile[cell]] = static_cast<uint8_t>(cell);
    for (int cell = 0; cell < geometry.cells(); ++cell)
      record[1 + cell] = cell_of[start.tile[cell]];
  }
  return true;
}

}  // namespace tilebase
