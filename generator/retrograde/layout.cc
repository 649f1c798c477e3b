// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/layout.h"

#include <algorithm>

#include "tables/ranking.h"

namespace tilebase::retrograde {
namespace {

// A run has at least kLeastRun bytes, and there are at most about kMostRuns runs, so that lists of
// runs stay small.
constexpr uint64_t kLeastRun = 8 << 10;
constexpr uint64_t kMostRuns = 16384;
// Runs of each slice for each part: enough to make parts alike in size and in depths.
constexpr uint64_t kRunsOfPart = 16;

// Returns the first run of a piece of a slice. Each part has two pieces: one of the first half, and
// its mirror image in the second half. Depth grows with the distances of the first tiles, so a part
// with both has states of all depths.
uint64_t PieceBegin(const Layout& layout, int piece, int parts) {
  return layout.all_runs * static_cast<uint64_t>(piece) / (2 * static_cast<uint64_t>(parts));
}

}  // namespace

// Packed if a word can hold the positions of two tiles or more, or if there are no two tracked
// tiles. Otherwise dense: a third to two thirds of a dense row's bits are used then, and packed
// rows would need words of more than 64 bits.
Layout PlanLayout(const Subproblem& subproblem, int part, int parts) {
  Layout layout;
  layout.slices = subproblem.free_count();
  layout.positions = subproblem.free_count() - 1;
  layout.tracked = Count(subproblem.tracked());
  const int untracked = layout.positions - layout.tracked;

  int entries = 1;
  for (int left = untracked + 1; layout.tail < layout.tracked && entries * left <= 64; ++left) {
    entries *= left;
    ++layout.tail;
  }
  if (layout.tail >= std::min(layout.tracked, 2)) {
    layout.kind = Kind::kPacked;
    layout.row_entries = entries;
    layout.row_words = 1;
  } else {
    layout.kind = Kind::kDense;
    layout.tail = 2;
    layout.row_entries = (untracked + 2) * (untracked + 1);
    layout.lane_bits = layout.positions <= 16 ? 16 : layout.positions <= 32 ? 32 : 64;
    const int lanes_in_vector = 256 / layout.lane_bits;
    layout.row_words = (layout.positions + lanes_in_vector - 1) / lanes_in_vector * 4;
  }
  layout.row_bytes = (layout.row_entries + 7) / 8;
  const int prefix = layout.tracked - layout.tail;
  layout.inner_count = prefix > 0 ? layout.positions - (prefix - 1) : 1;
  layout.all_outer = prefix > 0 ? Placements(layout.positions, prefix - 1) : 1;
  const uint64_t group_bytes =
      static_cast<uint64_t>(layout.inner_count) * static_cast<uint64_t>(layout.row_words) * 8;
  const uint64_t least = std::max(kLeastRun, 3 * static_cast<uint64_t>(layout.slices) *
                                                 layout.all_outer * group_bytes / kMostRuns);
  const uint64_t least_runs = parts == 1 ? 1 : static_cast<uint64_t>(parts) * kRunsOfPart;
  layout.run_length = layout.all_outer;
  while (layout.run_tiles < prefix - 1) {
    const uint64_t shorter =
        layout.run_length / static_cast<uint64_t>(layout.positions - layout.run_tiles);
    if (shorter == 0 ||
        (shorter * group_bytes < least && layout.all_outer / layout.run_length >= least_runs))
      break;
    layout.run_length = shorter;
    ++layout.run_tiles;
  }
  layout.all_runs = layout.all_outer / layout.run_length;
  if (parts == 1) {
    layout.own[0] = {0, layout.all_runs};
  } else {
    for (const int half : {0, 1}) {
      const int piece = half == 0 ? part : 2 * parts - 1 - part;
      const uint64_t begin = PieceBegin(layout, piece, parts);
      layout.own[half] = {begin, PieceBegin(layout, piece + 1, parts) - begin};
    }
  }
  layout.own_runs = layout.own[0].count + layout.own[1].count;
  for (int slice = 0; slice <= layout.slices; ++slice)
    layout.first_place[slice] = static_cast<uint64_t>(slice) * layout.own_runs;
  return layout;
}

RunOwner OwnerOfRun(const Layout& layout, uint64_t run, int parts) {
  if (parts == 1) return {0, layout.all_runs};
  int piece = static_cast<int>(run * 2 * static_cast<uint64_t>(parts) / layout.all_runs);
  while (PieceBegin(layout, piece + 1, parts) <= run) ++piece;
  return {std::min(piece, 2 * parts - 1 - piece), PieceBegin(layout, piece + 1, parts)};
}

bool IsAddressable(const Subproblem& subproblem, const Layout& layout) {
  // All byte counts are small or less than four times the number of entries.
  return EntryCount(subproblem) < uint64_t{1} << 60 && layout.all_outer <= UINT32_MAX;
}

uint64_t MissingBytes(const Layout& layout) {
  return layout.kind == Kind::kDense ? OwnRuns(layout) * RunRows(layout) * sizeof(uint16_t) : 0;
}

uint64_t FreshBytes(const Layout& layout) {
  return layout.first_place[layout.slices] * layout.run_length;
}

BitAddress AddressOf(const Layout& layout, uint64_t rank) {
  const uint64_t entries = static_cast<uint64_t>(layout.row_entries);
  BitAddress address;
  address.row = rank / entries;
  const int in_row = static_cast<int>(rank % entries);
  if (layout.kind == Kind::kPacked) {
    address.word = 0;
    address.bit = in_row;
    return address;
  }
  // Decode the digits of the tiles before, last one first, then the positions they leave.
  const int prefix = layout.tracked - layout.tail;
  uint64_t rest = address.row;
  int digit[kMaxCells];
  for (int j = prefix - 1; j >= 0; --j) {
    const uint64_t values = static_cast<uint64_t>(layout.positions - j);
    digit[j] = static_cast<int>(rest % values);
    rest /= values;
  }
  const int second = layout.positions - prefix - 1;  // number of values of the last digit
  digit[prefix] = in_row / second;
  digit[prefix + 1] = in_row % second;
  CellMask available = LowMask(layout.positions);
  int position = 0, lane = 0;
  for (int j = 0; j < layout.tracked; ++j) {
    CellMask left = available;
    for (int d = 0; d < digit[j]; ++d) left &= left - 1;
    position = Lowest(left);
    if (j == prefix) lane = position;
    available &= ~CellBit(position);
  }
  const int bit = lane * layout.lane_bits + position;
  address.word = bit / 64;
  address.bit = bit % 64;
  return address;
}

}  // namespace tilebase::retrograde
