// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/values/tied_pairs.h"

#include "tables/geometry.h"
#include "tables/pair_values.h"

namespace tilebase {
namespace {

constexpr uint32_t kUntied = UINT32_MAX;

}  // namespace

int TiedPairs::MapTile(int symmetry, int tile) const {
  if (tile == 0) return symmetry == kIdentity || symmetry == kTransposed ? 0 : -1;
  const int home = MapCell(geometry_, static_cast<Symmetry>(symmetry), tile - 1);
  return home == geometry_.blank_home() ? -1 : home + 1;
}

TiedPairs::TiedPairs(Geometry geometry)
    : geometry_(geometry),
      of_pair_(PairEntryCount(geometry), kUntied),
      of_tile_(static_cast<size_t>(geometry.cells() * geometry.cells()), kUntied) {
  const int cells = geometry.cells();
  const auto map = [&](int symmetry, int cell) {
    return MapCell(geometry_, static_cast<Symmetry>(symmetry), cell);
  };
  for (int tile = 0; tile < cells; ++tile)
    for (int cell = 0; cell < cells; ++cell) {
      if (OfTile(tile, cell) != kUntied) continue;
      for (int symmetry = 0; symmetry < kSymmetries; ++symmetry)
        if (const int to = MapTile(symmetry, tile); to >= 0)
          of_tile_[static_cast<size_t>(to * cells + map(symmetry, cell))] =
              static_cast<uint32_t>(tile_numbers_);
      ++tile_numbers_;
    }
  ForPairEntries(cells, [&](uint64_t rank, int s, int t, int cell_s, int cell_t) {
    if (of_pair_[rank] != kUntied) return;
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      const int to_s = MapTile(symmetry, s), to_t = MapTile(symmetry, t);
      if (to_s < 0 || to_t < 0) continue;
      const int at_s = map(symmetry, cell_s), at_t = map(symmetry, cell_t);
      of_pair_[to_s < to_t ? PairRank(geometry_, to_s, to_t, at_s, at_t)
                           : PairRank(geometry_, to_t, to_s, at_t, at_s)] =
          static_cast<uint32_t>(pair_numbers_);
    }
    ++pair_numbers_;
  });
}

std::vector<uint8_t> TiedPairs::Expand(absl::Span<const uint8_t> tied) const {
  std::vector<uint8_t> table(of_pair_.size());
  for (size_t rank = 0; rank < table.size(); ++rank) table[rank] = tied[of_pair_[rank]];
  return table;
}

std::vector<uint8_t> TiedPairs::Gather(absl::Span<const uint8_t> table) const {
  std::vector<uint8_t> tied(pair_numbers_);
  for (size_t rank = 0; rank < table.size(); ++rank) tied[of_pair_[rank]] = table[rank];
  return tied;
}

}  // namespace tilebase
