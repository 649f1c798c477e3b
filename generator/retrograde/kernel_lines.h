// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loops for the metric mtm, in which a slide of any number of tiles of a line is one move.
// Included by kernel_impl.h only.
//
// The states of a line (those that differ in where the blank is on its row, or on its column) are
// all one move apart. So a row pulls from every slice of the blank's row, as it is, and from every
// slice of its column, turned once for each step between. The farthest slice comes first, each
// nearer one is or-ed to what has been turned so far, and both are turned together: a line costs
// one turn a slice, as in the metric of single slides.

#ifndef TILEBASE_GENERATOR_RETROGRADE_KERNEL_LINES_H_
#define TILEBASE_GENERATOR_RETROGRADE_KERNEL_LINES_H_

#include <stddef.h>
#include <stdint.h>

#include "generator/retrograde/kernel.h"
#include "generator/retrograde/kernel_common.h"
#include "generator/retrograde/kernel_dense.h"
#include "generator/retrograde/kernel_packed.h"

namespace tilebase::retrograde {
namespace {

constexpr bool kBothWays[] = {true, false};
constexpr int kMostSteps = 7;  // of the blank along a line of at most eight cells

// Slices in one direction, the nearest one first.
struct SliceLine {
  int slice[kMostSteps];
  int count = 0;
};

TILEBASE_INLINE int Sideways(const SliceMoves& moves, bool left) {
  return left ? moves.left : moves.right;
}
TILEBASE_INLINE const VerticalMove& Vertical(const SliceMoves& moves, bool up) {
  return up ? moves.up : moves.down;
}

TILEBASE_INLINE SliceLine SidewaysLine(const SliceMoves* all, int slice, bool left) {
  SliceLine line;
  while ((slice = Sideways(all[slice], left)) >= 0) line.slice[line.count++] = slice;
  return line;
}

// One step of the blank along a column, for the rows of one outer number. Not initialized: an array
// of them is made for every group.
struct ColumnStep {
  const uint8_t* digit;         // the inner digit after it, by that before
  const uint16_t* permutation;  // packed only
  uint64_t first_row;           // of the group that it leads to
  uint64_t group;
};

// The steps of a column from a group, the nearest first; returns how many.
TILEBASE_INLINE int ColumnSteps(const Layout& layout, const SliceMoves* all, int slice, bool up,
                                uint64_t outer, ColumnStep* steps) {
  int count = 0;
  while (Vertical(all[slice], up).exists) {
    const VerticalMove& move = Vertical(all[slice], up);
    const OuterMove to = move.outer[outer];
    const size_t run = static_cast<size_t>(to.run) * static_cast<size_t>(layout.inner_count);
    outer = to.outer;
    slice = move.slice;
    ColumnStep& step = steps[count++];
    step.digit = move.inner_digit + run;
    step.permutation = layout.kind == Kind::kPacked ? move.inner_permutation + run : nullptr;
    step.group = layout.first_group[slice] + outer;
    step.first_row = step.group * static_cast<uint64_t>(layout.inner_count);
  }
  return count;
}

// The lines of a group.
struct Lines {
  ColumnStep up[kMostSteps], down[kMostSteps];
  int ups, downs;
};

// Fills in the lines of a group, and tells whether the last level reached a group of them. besides:
// the slices of the blank's row.
TILEBASE_INLINE bool FindLines(const ExpandArgs& args, uint64_t outer, const int* beside,
                               int besides, Lines* lines) {
  lines->ups = ColumnSteps(*args.layout, args.all, args.slice, true, outer, lines->up);
  lines->downs = ColumnSteps(*args.layout, args.all, args.slice, false, outer, lines->down);
  uint8_t any = 0;
  for (int i = 0; i < besides; ++i) any |= args.fresh[args.layout->first_group[beside[i]] + outer];
  for (int k = 0; k < lines->ups; ++k) any |= args.fresh[lines->up[k].group];
  for (int k = 0; k < lines->downs; ++k) any |= args.fresh[lines->down[k].group];
  return any != 0;
}

// The slices of the blank's row; returns how many.
TILEBASE_INLINE int FindBeside(const ExpandArgs& args, int* beside) {
  int besides = 0;
  for (const bool left : kBothWays) {
    const SliceLine line = SidewaysLine(args.all, args.slice, left);
    for (int k = 0; k < line.count; ++k) beside[besides++] = line.slice[k];
  }
  return besides;
}

// How far the nearest optimal slide in one direction goes, a bit of the number each; all 0 where
// there is none. Words: uint64_t or a vector.
template <typename Words>
struct LengthBits {
  Words bit[3] = {};
  Words any = {};

  // Adds the entries whose slide of `length` is optimal. Called for 1, 2, ... in this order.
  TILEBASE_INLINE void Add(int length, const Words& optimal) {
    const Words first = optimal & ~any;
    for (int i = 0; i < 3; ++i)
      if (length >> i & 1) bit[i] |= first;
    any |= optimal;
  }
};

// ------------------------------------------------------------------------------------- packed

// The words of a column's rows, turned to where they come from and or-ed.
TILEBASE_INLINE uint64_t PulledColumn(const Layout& layout, const ColumnStep* steps, int count,
                                      int inner, const uint64_t* plane) {
  uint64_t word[kMostSteps];
  int permutation[kMostSteps];
  for (int k = 0; k < count; ++k) {
    permutation[k] = steps[k].permutation[inner];
    inner = steps[k].digit[inner];
    word[k] = plane[steps[k].first_row + static_cast<uint64_t>(inner)];
  }
  uint64_t found = 0;
  for (int k = count; k-- > 0;) found = Permuted(layout, permutation[k], found | word[k]);
  return found;
}

Expanded ExpandLinesPacked(const ExpandArgs& args) {
  const Layout& layout = *args.layout;
  const uint64_t full = Low(layout.row_entries);
  const uint64_t own = FirstRow(layout, args.slice);
  const uint64_t* current = args.current + own;
  const uint64_t* other = args.other + own;
  uint64_t* next = args.next + own;
  int beside[2 * kMostSteps];
  const int besides = FindBeside(args, beside);
  const uint64_t* beside_rows[2 * kMostSteps];
  for (int i = 0; i < besides; ++i) beside_rows[i] = args.current + FirstRow(layout, beside[i]);
  Expanded expanded;
  Lines lines;
  uint64_t row = args.outer_begin * static_cast<uint64_t>(layout.inner_count);
  for (uint64_t outer = args.outer_begin; outer < args.outer_end; ++outer) {
    if (!FindLines(args, outer, beside, besides, &lines)) {
      SetFresh(args, outer, false);
      row += static_cast<uint64_t>(layout.inner_count);
      continue;
    }
    const uint64_t reached_before = expanded.reached;
    for (int inner = 0; inner < layout.inner_count; ++inner, ++row) {
      const uint64_t open = full & ~(current[row] | next[row] | other[row]);
      if (open == 0) continue;
      ++expanded.rows;
      uint64_t found = 0;
      for (int i = 0; i < besides; ++i) found |= beside_rows[i][row];
      found |= PulledColumn(layout, lines.up, lines.ups, inner, args.current);
      found |= PulledColumn(layout, lines.down, lines.downs, inner, args.current);
      found &= open;
      next[row] |= found;
      expanded.reached += static_cast<uint64_t>(__builtin_popcountll(found));
    }
    SetFresh(args, outer, expanded.reached != reached_before);
  }
  return expanded;
}

// The slides of one direction from the entries of a packed row.
TILEBASE_INLINE LengthBits<uint64_t> PackedLengths(const SetsArgs& args, uint64_t row,
                                                   const uint64_t (&own)[3], int action) {
  const Layout& layout = *args.layout;
  LengthBits<uint64_t> lengths;
  uint64_t there[3];
  if (action < 2) {
    const SliceLine line = SidewaysLine(args.all, args.slice, action == 0);
    for (int k = 0; k < line.count; ++k) {
      for (int i = 0; i < 3; ++i) there[i] = args.plane[i][FirstRow(layout, line.slice[k]) + row];
      lengths.Add(k + 1, Nearer(own, there));
    }
    return lengths;
  }
  const uint64_t inner_count = static_cast<uint64_t>(layout.inner_count);
  ColumnStep steps[kMostSteps];
  const int count =
      ColumnSteps(layout, args.all, args.slice, action == 2, row / inner_count, steps);
  int permutation[kMostSteps];
  int inner = static_cast<int>(row % inner_count);
  for (int k = 0; k < count; ++k) {
    permutation[k] = steps[k].permutation[inner];
    inner = steps[k].digit[inner];
    for (int i = 0; i < 3; ++i) {
      there[i] = args.plane[i][steps[k].first_row + static_cast<uint64_t>(inner)];
      for (int step = k + 1; step-- > 0 && there[i] != 0;)
        there[i] = Permuted(layout, permutation[step], there[i]);
    }
    lengths.Add(k + 1, Nearer(own, there));
  }
  return lengths;
}

void SetsLinesPacked(const SetsArgs& args) {
  const Layout& layout = *args.layout;
  const uint64_t first = FirstRow(layout, args.slice);
  uint8_t* out = args.out;
  for (uint64_t row = args.row_begin; row < args.row_end; ++row, out += layout.row_entries) {
    uint64_t own[3];
    for (int i = 0; i < 3; ++i) own[i] = args.plane[i][first + row];
    Bits bits = {};
    if (args.lengths_of >= 0) {
      const LengthBits<uint64_t> lengths = PackedLengths(args, row, own, args.lengths_of);
      for (int i = 0; i < 3; ++i) bits.set[i] = lengths.bit[i];
    } else {
      bits.set[4] = own[0] | own[1] | own[2];
      for (int a = 0; a < 4; ++a) {
        bits.set[a] = PackedLengths(args, row, own, a).any;
        bits.set[4] &= ~bits.set[a];
      }
    }
    WriteSets(bits, layout.row_entries, out);
  }
}

// -------------------------------------------------------------------------------------- dense

// The turns of a column's steps, and room for a row between two of them.
template <typename Lane, int kVectors, bool kUp>
class ColumnTurns {
 public:
  using Turn = RunRotation<Lane, kVectors, kUp>;
  using Vector = typename Turn::Vector;
  static constexpr int kMost = Turn::kMost;

  TILEBASE_INLINE ColumnTurns(const SliceMoves* all, int slice) {
    for (int k = 0; Vertical(all[slice], kUp).exists; ++k) {
      turn_[k] = Turn(Vertical(all[slice], kUp));
      slice = Vertical(all[slice], kUp).slice;
    }
  }

  // The rows of the column, turned to where they come from and or-ed.
  TILEBASE_INLINE void Pull(const uint8_t* const* rows, int count, int vectors, Vector* pulled) {
    const Vector zero = {};
    for (int i = 0; i < vectors; ++i) pulled[i] = zero;
    for (int k = count; k-- > 0;) {
      const uint8_t* row = rows[k];
      if (k + 1 < count) {
        for (int i = 0; i < vectors; ++i) pulled[i] |= Load<Vector>(row + i * kVectorBytes);
        row = Put(pulled, vectors);
      }
      for (int i = 0; i < vectors; ++i) pulled[i] = turn_[k].Apply(row, i);
    }
  }

  // One row, turned back by so many steps.
  TILEBASE_INLINE void Turned(const uint8_t* row, int steps, int vectors, Vector* turned) {
    for (int k = steps; k-- > 0; row = Put(turned, vectors))
      for (int i = 0; i < vectors; ++i) turned[i] = turn_[k].Apply(row, i);
  }

 private:
  TILEBASE_INLINE const uint8_t* Put(const Vector* row, int vectors) {
    uint8_t* const to = room_ + kPlaneMargin;
    __builtin_memcpy(to, row, static_cast<size_t>(vectors) * kVectorBytes);
    return to;
  }

  Turn turn_[kMostSteps];
  uint8_t room_[kMost * kVectorBytes + 2 * kPlaneMargin] = {};
};

template <typename Lane, int kVectors>
Expanded ExpandLinesDense(const ExpandArgs& args) {
  using Up = ColumnTurns<Lane, kVectors, true>;
  using Down = ColumnTurns<Lane, kVectors, false>;
  using Vector = typename Up::Vector;
  const Layout& layout = *args.layout;
  const int row_bytes = kVectors > 0 ? kVectors * kVectorBytes : layout.row_words * 8;
  const int vectors = row_bytes / kVectorBytes;
  const uint8_t* current = SliceBytes(layout, args.current, args.slice);
  const uint8_t* other = SliceBytes(layout, args.other, args.slice);
  uint8_t* next = const_cast<uint8_t*>(SliceBytes(layout, args.next, args.slice));
  int beside[2 * kMostSteps];
  const int besides = FindBeside(args, beside);
  const uint8_t* beside_rows[2 * kMostSteps];
  for (int i = 0; i < besides; ++i) beside_rows[i] = SliceBytes(layout, args.current, beside[i]);
  uint16_t* missing = args.missing + FirstRow(layout, args.slice);
  Up turn_up(args.all, args.slice);
  Down turn_down(args.all, args.slice);
  Vector up_pulled[Up::kMost], down_pulled[Up::kMost];
  const uint8_t* const plane = SliceBytes(layout, args.current, 0);
  Expanded expanded;
  Lines lines;
  uint64_t row = args.outer_begin * static_cast<uint64_t>(layout.inner_count);
  for (uint64_t outer = args.outer_begin; outer < args.outer_end; ++outer) {
    if (!FindLines(args, outer, beside, besides, &lines)) {
      SetFresh(args, outer, false);
      row += static_cast<uint64_t>(layout.inner_count);
      continue;
    }
    const uint64_t reached_before = expanded.reached;
    for (int inner = 0; inner < layout.inner_count; ++inner, ++row) {
      if (missing[row] == 0) continue;
      ++expanded.rows;
      const uint8_t* rows[kMostSteps];
      const auto find_rows = [&](const ColumnStep* steps, int count) {
        int digit = inner;
        for (int k = 0; k < count; ++k) {
          digit = steps[k].digit[digit];
          rows[k] = plane + (steps[k].first_row + static_cast<uint64_t>(digit)) *
                                static_cast<uint64_t>(row_bytes);
        }
      };
      find_rows(lines.up, lines.ups);
      turn_up.Pull(rows, lines.ups, vectors, up_pulled);
      find_rows(lines.down, lines.downs);
      turn_down.Pull(rows, lines.downs, vectors, down_pulled);
      const size_t offset = row * static_cast<size_t>(row_bytes);
      uint64_t count = 0;
      for (int i = 0; i < vectors; ++i) {
        const size_t at = offset + static_cast<size_t>(i * kVectorBytes);
        Vector found = up_pulled[i] | down_pulled[i];
        for (int j = 0; j < besides; ++j) found |= Load<Vector>(beside_rows[j] + at);
        const Vector before = Load<Vector>(next + at);
        found &= ~(before | Load<Vector>(current + at) | Load<Vector>(other + at));
        if (kVectors != 1 && IsZero(found)) continue;
        const Vector after = before | found;
        __builtin_memcpy(next + at, &after, sizeof after);
        count += CountBits(found);
      }
      missing[row] = static_cast<uint16_t>(missing[row] - count);
      expanded.reached += count;
    }
    SetFresh(args, outer, expanded.reached != reached_before);
  }
  return expanded;
}

// The slides of one direction from the entries of a dense row, a vector of it each.
template <typename Lane, int kVectors, bool kUp>
TILEBASE_INLINE void ColumnLengths(const SetsArgs& args, ColumnTurns<Lane, kVectors, kUp>* turns,
                                   uint64_t row, int row_bytes,
                                   LengthBits<typename VectorOf<Lane>::Type>* lengths) {
  using Vector = typename VectorOf<Lane>::Type;
  const Layout& layout = *args.layout;
  const uint64_t inner_count = static_cast<uint64_t>(layout.inner_count);
  const int vectors = row_bytes / kVectorBytes;
  ColumnStep steps[kMostSteps];
  const int count = ColumnSteps(layout, args.all, args.slice, kUp, row / inner_count, steps);
  int digit = static_cast<int>(row % inner_count);
  for (int k = 0; k < count; ++k) {
    Vector optimal[ColumnTurns<Lane, kVectors, kUp>::kMost] = {};
    Vector turned[ColumnTurns<Lane, kVectors, kUp>::kMost] = {};
    digit = steps[k].digit[digit];
    for (int i = 0; i < 3; ++i) {
      const uint8_t* there =
          SliceBytes(layout, args.plane[i], 0) +
          (steps[k].first_row + static_cast<uint64_t>(digit)) * static_cast<uint64_t>(row_bytes);
      turns->Turned(there, k + 1, vectors, turned);
      const uint8_t* own = SliceBytes(layout, args.plane[(i + 1) % 3], args.slice) +
                           row * static_cast<size_t>(row_bytes);
      for (int v = 0; v < vectors; ++v)
        optimal[v] |= turned[v] & Load<Vector>(own + v * kVectorBytes);
    }
    for (int v = 0; v < vectors; ++v) lengths[v].Add(k + 1, optimal[v]);
  }
}

template <typename Lane>
TILEBASE_INLINE void RowLengths(const SetsArgs& args, bool left, uint64_t row, int row_bytes,
                                LengthBits<typename VectorOf<Lane>::Type>* lengths) {
  using Vector = typename VectorOf<Lane>::Type;
  const Layout& layout = *args.layout;
  const size_t offset = row * static_cast<size_t>(row_bytes);
  const SliceLine line = SidewaysLine(args.all, args.slice, left);
  for (int k = 0; k < line.count; ++k)
    for (int v = 0; v < row_bytes / kVectorBytes; ++v) {
      const size_t at = offset + static_cast<size_t>(v * kVectorBytes);
      Vector optimal = {};
      for (int i = 0; i < 3; ++i)
        optimal |= Load<Vector>(SliceBytes(layout, args.plane[i], line.slice[k]) + at) &
                   Load<Vector>(SliceBytes(layout, args.plane[(i + 1) % 3], args.slice) + at);
      lengths[v].Add(k + 1, optimal);
    }
}

template <typename Lane, int kVectors>
void SetsLinesDense(const SetsArgs& args) {
  using Vector = typename VectorOf<Lane>::Type;
  constexpr int kMost = RunRotation<Lane, kVectors, true>::kMost;
  const Layout& layout = *args.layout;
  const int row_bytes = kVectors > 0 ? kVectors * kVectorBytes : layout.row_words * 8;
  const int vectors = row_bytes / kVectorBytes;
  const uint64_t inner_count = static_cast<uint64_t>(layout.inner_count);
  ColumnTurns<Lane, kVectors, true> turn_up(args.all, args.slice);
  ColumnTurns<Lane, kVectors, false> turn_down(args.all, args.slice);
  uint8_t* out = args.out;
  Vector set[5][kMost] = {};
  const Lane* lanes[5];
  for (int a = 0; a < 5; ++a) lanes[a] = reinterpret_cast<const Lane*>(set[a]);
  for (uint64_t row = args.row_begin; row < args.row_end; ++row) {
    uint64_t available = Available(layout, row / inner_count);
    if (layout.tracked > layout.tail) {
      uint64_t rest = available;
      for (uint64_t i = 0; i < row % inner_count; ++i) rest &= rest - 1;
      available &= ~Bit(First(rest));
    }
    const size_t offset = row * static_cast<size_t>(row_bytes);
    for (int v = 0; v < vectors; ++v) {
      set[4][v] = Vector{};
      if (args.lengths_of >= 0) continue;
      for (int i = 0; i < 3; ++i)
        set[4][v] |=
            Load<Vector>(SliceBytes(layout, args.plane[i], args.slice) + offset + v * kVectorBytes);
    }
    for (int a = 0; a < 4; ++a) {
      if (args.lengths_of >= 0 && a != args.lengths_of) continue;
      LengthBits<Vector> lengths[kMost];
      if (a < 2) RowLengths<Lane>(args, a == 0, row, row_bytes, lengths);
      if (a == 2) ColumnLengths(args, &turn_up, row, row_bytes, lengths);
      if (a == 3) ColumnLengths(args, &turn_down, row, row_bytes, lengths);
      for (int v = 0; v < vectors; ++v) {
        if (args.lengths_of >= 0) {
          for (int i = 0; i < 3; ++i) set[i][v] = lengths[v].bit[i];
        } else {
          set[a][v] = lengths[v].any;
          set[4][v] &= ~lengths[v].any;
        }
      }
    }
    out = WriteDenseRow<Lane>(lanes, available, out);
  }
}

}  // namespace
}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_KERNEL_LINES_H_
