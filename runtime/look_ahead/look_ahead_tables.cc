// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/look_ahead/look_ahead_tables.h"

#include <algorithm>
#include <atomic>

#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

// Bytes of actions that a thread makes at a time.
constexpr uint64_t kChunkBytes = 1 << 14;

}  // namespace

std::unique_ptr<const MirroredTable> MirroredTable::Create(const MoveTable& original, CellMask goal,
                                                           Symmetry symmetry, int threads) {
  const Geometry geometry = original.table.subproblem.geometry;
  std::unique_ptr<MirroredTable> mirrored(new MirroredTable());
  PolicyTable table;
  table.subproblem = {geometry, goal, 0};
  table.ranking = Ranking(table.subproblem);
  table.max_depth = original.table.max_depth;
  const uint64_t entries = table.ranking.size();
  const uint64_t bytes = PolicyBytes(entries);
  if (!mirrored->policy_.Allocate(bytes)) return nullptr;
  uint8_t* const policy = mirrored->policy_.data();
  table.policy = policy;

  uint8_t image[kMaxCells];
  for (int cell = 0; cell < geometry.cells(); ++cell)
    image[cell] = static_cast<uint8_t>(MapCell(geometry, symmetry, cell));
  uint8_t own[kActions];
  for (int a = 0; a < kActions; ++a)
    own[static_cast<int>(MapAction(symmetry, static_cast<Action>(a)))] = static_cast<uint8_t>(a);

  std::atomic<uint64_t> next{0};
  ParallelFor(static_cast<size_t>(threads), [&](size_t) {
    uint8_t cell_of[kMaxCells] = {};  // of the image's tiles
    for (uint64_t first; (first = next.fetch_add(kChunkBytes)) < bytes;) {
      const uint64_t end = std::min((first + kChunkBytes) * kEntriesPerByte, entries);
      for (uint64_t rank = first * kEntriesPerByte; rank < end; ++rank) {
        const State state = table.ranking.Unrank(rank);
        cell_of[0] = image[state.blank];
        for (int j = 0; j < table.ranking.tracked(); ++j)
          cell_of[image[table.ranking.tile(j) - 1] + 1] = image[state.cell[j]];
        const Action action = GetAction(original.table.policy, original.Rank(cell_of));
        policy[rank / kEntriesPerByte] |=
            static_cast<uint8_t>(own[static_cast<int>(action)] << (rank % kEntriesPerByte * 2));
      }
    }
  });
  mirrored->table_ = MoveTable(table);
  return mirrored;
}

}  // namespace tilebase
