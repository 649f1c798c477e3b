// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loops for packed rows: a word for each row, permuted by table. Included by
// retrograde_kernel_impl.h only.

#ifndef TILEBASE_GENERATOR_RETROGRADE_KERNEL_PACKED_H_
#define TILEBASE_GENERATOR_RETROGRADE_KERNEL_PACKED_H_

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "generator/retrograde/kernel.h"
#include "generator/retrograde/kernel_common.h"

namespace tilebase::retrograde {
namespace {

TILEBASE_INLINE uint64_t Permuted(const Layout& layout, int permutation, uint64_t word) {
  if (permutation == 0) return word;
#if defined(__AVX512BITALG__) && defined(__AVX512BW__)
  const __m512i control = _mm512_loadu_si512(layout.control + 64 * permutation);
  return _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(static_cast<long long>(word)), control);
#else
  const uint64_t* table = layout.table + static_cast<size_t>(permutation * layout.row_bytes) * 256;
  uint64_t result = 0;
  for (int j = 0; j < layout.row_bytes; ++j, table += 256, word >>= 8) result |= table[word & 255];
  return result;
#endif
}

// Where the rows of one outer number have their neighbours.
struct PackedSource {
  const uint8_t* digit = nullptr;
  const uint16_t* permutation = nullptr;
  uint64_t base = 0;

  PackedSource() = default;
  TILEBASE_INLINE PackedSource(const Layout& layout, const VerticalMove& move, uint64_t outer) {
    const OuterMove to = move.outer[outer];
    const size_t run = static_cast<size_t>(to.run) * static_cast<size_t>(layout.inner_count);
    digit = move.inner_digit + run;
    permutation = move.inner_permutation + run;
    base = FirstRow(layout, move.slice) + to.outer * static_cast<uint64_t>(layout.inner_count);
  }
};

template <bool kUp, bool kDown>
Expanded ExpandPacked(const ExpandArgs& args) {
  const Layout& layout = *args.layout;
  const SliceMoves& moves = *args.moves;
  const uint64_t full = Low(layout.row_entries);
  const uint64_t own = FirstRow(layout, args.slice);
  const uint64_t* current = args.current + own;
  const uint64_t* other = args.other + own;
  uint64_t* next = args.next + own;
  // A row is a neighbour of itself where there is none: its own states are reached already.
  const uint64_t* left = moves.left < 0 ? current : args.current + FirstRow(layout, moves.left);
  const uint64_t* right = moves.right < 0 ? current : args.current + FirstRow(layout, moves.right);
  uint64_t reached = 0, rows = 0;
  uint64_t row = args.outer_begin * static_cast<uint64_t>(layout.inner_count);
  for (uint64_t outer = args.outer_begin; outer < args.outer_end; ++outer) {
    if (!NextToFresh(args, outer)) {
      SetFresh(args, outer, false);
      row += static_cast<uint64_t>(layout.inner_count);
      continue;
    }
    const uint64_t reached_before = reached;
    PackedSource up, down;
    if (kUp) up = PackedSource(layout, moves.up, outer);
    if (kDown) down = PackedSource(layout, moves.down, outer);
    for (int inner = 0; inner < layout.inner_count; ++inner, ++row) {
      const uint64_t open = full & ~(current[row] | next[row] | other[row]);
      if (open == 0) continue;
      ++rows;
      uint64_t found = left[row] | right[row];
      if (kUp) {
        const uint64_t word = args.current[up.base + up.digit[inner]];
        found |= Permuted(layout, up.permutation[inner], word);
      }
      if (kDown) {
        const uint64_t word = args.current[down.base + down.digit[inner]];
        found |= Permuted(layout, down.permutation[inner], word);
      }
      found &= open;
      next[row] |= found;
      reached += static_cast<uint64_t>(__builtin_popcountll(found));
    }
    SetFresh(args, outer, reached != reached_before);
  }
  Expanded expanded;
  expanded.reached = reached;
  expanded.rows = rows;
  return expanded;
}

// Entries whose neighbour is one step nearer to the goal: residue i here, i-1 there.
TILEBASE_INLINE uint64_t Nearer(const uint64_t (&own)[3], const uint64_t (&neighbour)[3]) {
  return (own[0] & neighbour[2]) | (own[1] & neighbour[0]) | (own[2] & neighbour[1]);
}

void SetsPacked(const SetsArgs& args) {
  const Layout& layout = *args.layout;
  const SliceMoves& moves = *args.moves;
  const uint64_t inner_count = static_cast<uint64_t>(layout.inner_count);
  uint8_t* out = args.out;
  for (uint64_t row = args.row_begin; row < args.row_end; ++row, out += layout.row_entries) {
    uint64_t own[3], there[3];
    for (int i = 0; i < 3; ++i) own[i] = args.plane[i][FirstRow(layout, args.slice) + row];
    Bits bits = {};
    const int sideways[2] = {moves.left, moves.right};
    for (int a = 0; a < 2; ++a) {
      if (sideways[a] < 0) continue;
      for (int i = 0; i < 3; ++i) there[i] = args.plane[i][FirstRow(layout, sideways[a]) + row];
      bits.set[a] = Nearer(own, there);
    }
    const VerticalMove* vertical[2] = {&moves.up, &moves.down};
    for (int a = 0; a < 2; ++a) {
      if (!vertical[a]->exists) continue;
      const PackedSource source(layout, *vertical[a], row / inner_count);
      const uint64_t inner = row % inner_count;
      for (int i = 0; i < 3; ++i) {
        const uint64_t word = args.plane[i][source.base + source.digit[inner]];
        there[i] = word == 0 ? 0 : Permuted(layout, source.permutation[inner], word);
      }
      bits.set[2 + a] = Nearer(own, there);
    }
    bits.set[4] =
        (own[0] | own[1] | own[2]) & ~(bits.set[0] | bits.set[1] | bits.set[2] | bits.set[3]);
    WriteSets(bits, layout.row_entries, out);
  }
}

}  // namespace
}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_KERNEL_PACKED_H_
