// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loops for packed rows: a word for each row, permuted by table. Included only by kernel.cc.

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

// The places of the neighbours of one outer number's rows.
struct PackedSource {
  const uint8_t* digit = nullptr;
  const uint16_t* permutation = nullptr;
  uint64_t base = 0;

  PackedSource() = default;
  TILEBASE_INLINE PackedSource(const Layout& layout, const Step& step, uint64_t outer) {
    const OuterMove to = step.outer[outer];
    const size_t turn = static_cast<size_t>(to.turn) * static_cast<size_t>(layout.inner_count);
    digit = step.inner_digit + turn;
    permutation = step.inner_permutation + turn;
    base = to.outer * static_cast<uint64_t>(layout.inner_count);
  }
};

template <bool kUp, bool kDown>
Expanded ExpandPacked(const ExpandArgs& args) {
  const RunArgs& run = args.run;
  const Layout& layout = *run.layout;
  const uint64_t full = Low(layout.row_entries);
  const uint64_t* current = run.own[kCurrent];
  const uint64_t* other = run.own[kOther];
  uint64_t* next = run.own[kNext];
  uint64_t* const news = args.news;
  // If there is no neighbour, the row itself stands in: its own states are reached already.
  const uint64_t* left = run.left.count == 0 ? current : run.left.step[0].plane[kCurrent];
  const uint64_t* right = run.right.count == 0 ? current : run.right.step[0].plane[kCurrent];
  uint64_t reached = 0, rows = 0;
  const uint64_t first_row = args.begin * static_cast<uint64_t>(layout.inner_count);
  uint64_t row = first_row;
  for (uint64_t outer = args.begin; outer < args.end; ++outer) {
    if (!NextToFresh(run, outer)) {
      args.fresh[outer] = 0;
      row += static_cast<uint64_t>(layout.inner_count);
      continue;
    }
    const uint64_t reached_before = reached;
    PackedSource up, down;
    if (kUp) up = PackedSource(layout, run.up.step[0], outer);
    if (kDown) down = PackedSource(layout, run.down.step[0], outer);
    for (int inner = 0; inner < layout.inner_count; ++inner, ++row) {
      const uint64_t open = full & ~(current[row] | next[row] | other[row]);
      if (open == 0) continue;
      ++rows;
      uint64_t found = left[row] | right[row];
      if (kUp) {
        const uint64_t word = run.up.step[0].plane[kCurrent][up.base + up.digit[inner]];
        found |= Permuted(layout, up.permutation[inner], word);
      }
      if (kDown) {
        const uint64_t word = run.down.step[0].plane[kCurrent][down.base + down.digit[inner]];
        found |= Permuted(layout, down.permutation[inner], word);
      }
      found &= open;
      next[row] |= found;
      if (news != nullptr) news[row - first_row] = found;
      reached += static_cast<uint64_t>(__builtin_popcountll(found));
    }
    args.fresh[outer] = reached != reached_before;
  }
  Expanded expanded;
  expanded.reached = reached;
  expanded.rows = rows;
  return expanded;
}

// Returns the entries whose neighbour is one step nearer to the goal: residue i here, i-1 there.
TILEBASE_INLINE uint64_t Nearer(const uint64_t (&own)[3], const uint64_t (&neighbour)[3]) {
  return (own[0] & neighbour[2]) | (own[1] & neighbour[0]) | (own[2] & neighbour[1]);
}

void SetsPacked(const SetsArgs& args) {
  const RunArgs& run = args.run;
  const Layout& layout = *run.layout;
  const uint64_t inner_count = static_cast<uint64_t>(layout.inner_count);
  uint8_t* out = args.out;
  for (uint64_t row = args.begin; row < args.end; ++row, out += layout.row_entries) {
    uint64_t own[3], there[3];
    for (int i = 0; i < 3; ++i) own[i] = run.own[i][row];
    Bits bits = {};
    const Steps* sideways[2] = {&run.left, &run.right};
    for (int a = 0; a < 2; ++a) {
      if (sideways[a]->count == 0) continue;
      for (int i = 0; i < 3; ++i) there[i] = sideways[a]->step[0].plane[i][row];
      bits.set[a] = Nearer(own, there);
    }
    const Steps* vertical[2] = {&run.up, &run.down};
    for (int a = 0; a < 2; ++a) {
      if (vertical[a]->count == 0) continue;
      const Step& step = vertical[a]->step[0];
      const PackedSource source(layout, step, row / inner_count);
      const uint64_t inner = row % inner_count;
      for (int i = 0; i < 3; ++i) {
        const uint64_t word = step.plane[i][source.base + source.digit[inner]];
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
