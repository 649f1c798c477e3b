// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loops for the metric mtm, in which a slide of any number of tiles of a line is one move.
// Included only by kernel.cc.
//
// All states of a line, which differ in where the blank is on its row or on its column, are one
// move apart. So a row pulls from every slice of the blank's row, unchanged, and from every slice
// of its column, turned once for each step between. The farthest slice comes first; each nearer
// slice is or-ed to the result so far, and both are turned together. So a line costs one turn a
// slice, as in the metric of single slides.

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

// One step of the blank along a column, for the rows of one outer number. Left uninitialized
// because each group makes an array of them.
struct ColumnStep {
  const uint8_t* digit;         // the new inner digit, by the old one
  const uint16_t* permutation;  // packed only
  uint64_t first_row;           // of the group that the step leads to, in its run
};

// Stores the steps of a column from a group, the nearest first. Returns whether the last level
// reached one of those groups. Without kFresh, for use outside the search, returns false.
template <bool kFresh>
TILEBASE_INLINE bool FindColumn(const Layout& layout, const Steps& steps, uint64_t outer,
                                ColumnStep* column) {
  uint8_t any = 0;
  for (int k = 0; k < steps.count; ++k) {
    const Step& step = steps.step[k];
    const OuterMove to = step.outer[outer];
    const size_t turn = static_cast<size_t>(to.turn) * static_cast<size_t>(layout.inner_count);
    outer = to.outer;
    column[k].digit = step.inner_digit + turn;
    column[k].permutation = layout.kind == Kind::kPacked ? step.inner_permutation + turn : nullptr;
    column[k].first_row = outer * static_cast<uint64_t>(layout.inner_count);
    if constexpr (kFresh) any |= step.fresh[outer];
  }
  return any != 0;
}

// The columns of a group.
struct Columns {
  ColumnStep up[kMostSteps], down[kMostSteps];
};

// Stores the columns of a group. Returns whether the last level reached a group on its lines.
TILEBASE_INLINE bool FindLines(const RunArgs& run, uint64_t outer, Columns* columns) {
  const bool up = FindColumn<true>(*run.layout, run.up, outer, columns->up);
  const bool down = FindColumn<true>(*run.layout, run.down, outer, columns->down);
  uint8_t beside = 0;
  const Steps* const sideways[] = {&run.left, &run.right};
  for (const Steps* steps : sideways)
    for (int k = 0; k < steps->count; ++k) beside |= steps->step[k].fresh[outer];
  return up || down || beside != 0;
}

// Stores the rows of the other slices of the blank's row; returns how many.
TILEBASE_INLINE int FindBeside(const RunArgs& run, const uint64_t** rows) {
  int count = 0;
  const Steps* const sideways[] = {&run.left, &run.right};
  for (const Steps* steps : sideways)
    for (int k = 0; k < steps->count; ++k) rows[count++] = steps->step[k].plane[kCurrent];
  return count;
}

// The length of the nearest optimal slide in one direction: each word has one bit of the number for
// all its entries; 0 if no slide is optimal. Words: uint64_t or a vector.
template <typename Words>
struct LengthBits {
  Words bit[3] = {};
  Words any = {};

  // Adds the entries whose slide of `length` is optimal. Call for 1, 2, ... in this order.
  TILEBASE_INLINE void Add(int length, const Words& optimal) {
    const Words first = optimal & ~any;
    for (int i = 0; i < 3; ++i)
      if (length >> i & 1) bit[i] |= first;
    any |= optimal;
  }
};

// ------------------------------------------------------------------------------------- packed

// Returns the words of a column's rows, turned back and or-ed.
TILEBASE_INLINE uint64_t PulledColumn(const Layout& layout, const Steps& steps,
                                      const ColumnStep* column, int inner) {
  uint64_t word[kMostSteps];
  int permutation[kMostSteps];
  for (int k = 0; k < steps.count; ++k) {
    permutation[k] = column[k].permutation[inner];
    inner = column[k].digit[inner];
    word[k] = steps.step[k].plane[kCurrent][column[k].first_row + static_cast<uint64_t>(inner)];
  }
  uint64_t found = 0;
  for (int k = steps.count; k-- > 0;) found = Permuted(layout, permutation[k], found | word[k]);
  return found;
}

Expanded ExpandLinesPacked(const ExpandArgs& args) {
  const RunArgs& run = args.run;
  const Layout& layout = *run.layout;
  const uint64_t full = Low(layout.row_entries);
  const uint64_t* current = run.own[kCurrent];
  const uint64_t* other = run.own[kOther];
  uint64_t* next = run.own[kNext];
  const uint64_t* beside[2 * kMostSteps];
  const int besides = FindBeside(run, beside);
  Expanded expanded;
  Columns columns;
  uint64_t row = args.begin * static_cast<uint64_t>(layout.inner_count);
  for (uint64_t outer = args.begin; outer < args.end; ++outer) {
    if (!FindLines(run, outer, &columns)) {
      args.fresh[outer] = 0;
      row += static_cast<uint64_t>(layout.inner_count);
      continue;
    }
    const uint64_t reached_before = expanded.reached;
    for (int inner = 0; inner < layout.inner_count; ++inner, ++row) {
      const uint64_t open = full & ~(current[row] | next[row] | other[row]);
      if (open == 0) continue;
      ++expanded.rows;
      uint64_t found = 0;
      for (int i = 0; i < besides; ++i) found |= beside[i][row];
      found |= PulledColumn(layout, run.up, columns.up, inner);
      found |= PulledColumn(layout, run.down, columns.down, inner);
      found &= open;
      next[row] |= found;
      expanded.reached += static_cast<uint64_t>(__builtin_popcountll(found));
    }
    args.fresh[outer] = expanded.reached != reached_before;
  }
  return expanded;
}

// Returns the lengths of the optimal slides in one direction for the entries of a packed row.
TILEBASE_INLINE LengthBits<uint64_t> PackedLengths(const RunArgs& run, uint64_t row,
                                                   const uint64_t (&own)[3], int action) {
  const Layout& layout = *run.layout;
  LengthBits<uint64_t> lengths;
  uint64_t there[3];
  if (action < 2) {
    const Steps& steps = action == 0 ? run.left : run.right;
    for (int k = 0; k < steps.count; ++k) {
      for (int i = 0; i < 3; ++i) there[i] = steps.step[k].plane[i][row];
      lengths.Add(k + 1, Nearer(own, there));
    }
    return lengths;
  }
  const Steps& steps = action == 2 ? run.up : run.down;
  const uint64_t inner_count = static_cast<uint64_t>(layout.inner_count);
  ColumnStep column[kMostSteps];
  FindColumn<false>(layout, steps, row / inner_count, column);
  int permutation[kMostSteps];
  int inner = static_cast<int>(row % inner_count);
  for (int k = 0; k < steps.count; ++k) {
    permutation[k] = column[k].permutation[inner];
    inner = column[k].digit[inner];
    for (int i = 0; i < 3; ++i) {
      there[i] = steps.step[k].plane[i][column[k].first_row + static_cast<uint64_t>(inner)];
      for (int step = k + 1; step-- > 0 && there[i] != 0;)
        there[i] = Permuted(layout, permutation[step], there[i]);
    }
    lengths.Add(k + 1, Nearer(own, there));
  }
  return lengths;
}

void SetsLinesPacked(const SetsArgs& args) {
  const RunArgs& run = args.run;
  const Layout& layout = *run.layout;
  uint8_t* out = args.out;
  for (uint64_t row = args.begin; row < args.end; ++row, out += layout.row_entries) {
    uint64_t own[3];
    for (int i = 0; i < 3; ++i) own[i] = run.own[i][row];
    Bits bits = {};
    if (args.lengths_of >= 0) {
      const LengthBits<uint64_t> lengths = PackedLengths(run, row, own, args.lengths_of);
      for (int i = 0; i < 3; ++i) bits.set[i] = lengths.bit[i];
    } else {
      bits.set[4] = own[0] | own[1] | own[2];
      for (int a = 0; a < 4; ++a) {
        bits.set[a] = PackedLengths(run, row, own, a).any;
        bits.set[4] &= ~bits.set[a];
      }
    }
    WriteSets(bits, layout.row_entries, out);
  }
}

// -------------------------------------------------------------------------------------- dense

// The turns of a column's steps, with scratch memory for a row between two of them.
template <typename Lane, int kVectors, bool kUp>
class ColumnTurns {
 public:
  using Turn = RowTurn<Lane, kVectors, kUp>;
  using Vector = typename Turn::Vector;
  static constexpr int kMost = Turn::kMost;

  explicit TILEBASE_INLINE ColumnTurns(const Steps& steps) {
    for (int k = 0; k < steps.count; ++k) turn_[k] = Turn(steps.step[k]);
  }

  // Ors the rows of the column, turned back.
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

  // Turns one row back by `steps` steps.
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
  const RunArgs& run = args.run;
  const Layout& layout = *run.layout;
  const int row_bytes = kVectors > 0 ? kVectors * kVectorBytes : layout.row_words * 8;
  const int vectors = row_bytes / kVectorBytes;
  const uint8_t* current = Bytes(run.own[kCurrent]);
  const uint8_t* other = Bytes(run.own[kOther]);
  uint8_t* next = reinterpret_cast<uint8_t*>(run.own[kNext]);
  const uint64_t* beside[2 * kMostSteps];
  const int besides = FindBeside(run, beside);
  uint16_t* missing = args.missing;
  Up turn_up(run.up);
  Down turn_down(run.down);
  Vector up_pulled[Up::kMost], down_pulled[Up::kMost];
  Expanded expanded;
  Columns columns;
  uint64_t row = args.begin * static_cast<uint64_t>(layout.inner_count);
  for (uint64_t outer = args.begin; outer < args.end; ++outer) {
    if (!FindLines(run, outer, &columns)) {
      args.fresh[outer] = 0;
      row += static_cast<uint64_t>(layout.inner_count);
      continue;
    }
    const uint64_t reached_before = expanded.reached;
    for (int inner = 0; inner < layout.inner_count; ++inner, ++row) {
      if (missing[row] == 0) continue;
      ++expanded.rows;
      const uint8_t* rows[kMostSteps];
      const auto find_rows = [&](const Steps& steps, const ColumnStep* column) {
        int digit = inner;
        for (int k = 0; k < steps.count; ++k) {
          digit = column[k].digit[digit];
          rows[k] = Bytes(steps.step[k].plane[kCurrent]) +
                    (column[k].first_row + static_cast<uint64_t>(digit)) *
                        static_cast<uint64_t>(row_bytes);
        }
      };
      find_rows(run.up, columns.up);
      turn_up.Pull(rows, run.up.count, vectors, up_pulled);
      find_rows(run.down, columns.down);
      turn_down.Pull(rows, run.down.count, vectors, down_pulled);
      const size_t offset = row * static_cast<size_t>(row_bytes);
      uint64_t count = 0;
      for (int i = 0; i < vectors; ++i) {
        const size_t at = offset + static_cast<size_t>(i * kVectorBytes);
        Vector found = up_pulled[i] | down_pulled[i];
        for (int j = 0; j < besides; ++j) found |= Load<Vector>(Bytes(beside[j]) + at);
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
    args.fresh[outer] = expanded.reached != reached_before;
  }
  return expanded;
}

// Computes the lengths of the optimal slides in one direction for the entries of a dense row, one
// vector at a time.
template <typename Lane, int kVectors, bool kUp>
TILEBASE_INLINE void ColumnLengths(const RunArgs& run, ColumnTurns<Lane, kVectors, kUp>* turns,
                                   uint64_t row, int row_bytes,
                                   LengthBits<typename VectorOf<Lane>::Type>* lengths) {
  using Vector = typename VectorOf<Lane>::Type;
  const Layout& layout = *run.layout;
  const Steps& steps = kUp ? run.up : run.down;
  const uint64_t inner_count = static_cast<uint64_t>(layout.inner_count);
  const int vectors = row_bytes / kVectorBytes;
  ColumnStep column[kMostSteps];
  FindColumn<false>(layout, steps, row / inner_count, column);
  int digit = static_cast<int>(row % inner_count);
  for (int k = 0; k < steps.count; ++k) {
    Vector optimal[ColumnTurns<Lane, kVectors, kUp>::kMost] = {};
    Vector turned[ColumnTurns<Lane, kVectors, kUp>::kMost] = {};
    digit = column[k].digit[digit];
    for (int i = 0; i < 3; ++i) {
      const uint8_t* there =
          Bytes(steps.step[k].plane[i]) +
          (column[k].first_row + static_cast<uint64_t>(digit)) * static_cast<uint64_t>(row_bytes);
      turns->Turned(there, k + 1, vectors, turned);
      const uint8_t* own = Bytes(run.own[(i + 1) % 3]) + row * static_cast<size_t>(row_bytes);
      for (int v = 0; v < vectors; ++v)
        optimal[v] |= turned[v] & Load<Vector>(own + v * kVectorBytes);
    }
    for (int v = 0; v < vectors; ++v) lengths[v].Add(k + 1, optimal[v]);
  }
}

template <typename Lane>
TILEBASE_INLINE void RowLengths(const RunArgs& run, const Steps& steps, uint64_t row, int row_bytes,
                                LengthBits<typename VectorOf<Lane>::Type>* lengths) {
  using Vector = typename VectorOf<Lane>::Type;
  const size_t offset = row * static_cast<size_t>(row_bytes);
  for (int k = 0; k < steps.count; ++k)
    for (int v = 0; v < row_bytes / kVectorBytes; ++v) {
      const size_t at = offset + static_cast<size_t>(v * kVectorBytes);
      Vector optimal = {};
      for (int i = 0; i < 3; ++i)
        optimal |= Load<Vector>(Bytes(steps.step[k].plane[i]) + at) &
                   Load<Vector>(Bytes(run.own[(i + 1) % 3]) + at);
      lengths[v].Add(k + 1, optimal);
    }
}

template <typename Lane, int kVectors>
void SetsLinesDense(const SetsArgs& args) {
  using Vector = typename VectorOf<Lane>::Type;
  constexpr int kMost = RowTurn<Lane, kVectors, true>::kMost;
  const RunArgs& run = args.run;
  const Layout& layout = *run.layout;
  const int row_bytes = kVectors > 0 ? kVectors * kVectorBytes : layout.row_words * 8;
  const int vectors = row_bytes / kVectorBytes;
  const uint64_t inner_count = static_cast<uint64_t>(layout.inner_count);
  ColumnTurns<Lane, kVectors, true> turn_up(run.up);
  ColumnTurns<Lane, kVectors, false> turn_down(run.down);
  uint8_t* out = args.out;
  Vector set[5][kMost] = {};
  const Lane* lanes[5];
  for (int a = 0; a < 5; ++a) lanes[a] = reinterpret_cast<const Lane*>(set[a]);
  for (uint64_t row = args.begin; row < args.end; ++row) {
    uint64_t available = Available(layout, args.first_outer + row / inner_count);
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
        set[4][v] |= Load<Vector>(Bytes(run.own[i]) + offset + v * kVectorBytes);
    }
    for (int a = 0; a < 4; ++a) {
      if (args.lengths_of >= 0 && a != args.lengths_of) continue;
      LengthBits<Vector> lengths[kMost];
      if (a == 0) RowLengths<Lane>(run, run.left, row, row_bytes, lengths);
      if (a == 1) RowLengths<Lane>(run, run.right, row, row_bytes, lengths);
      if (a == 2) ColumnLengths(run, &turn_up, row, row_bytes, lengths);
      if (a == 3) ColumnLengths(run, &turn_down, row, row_bytes, lengths);
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
