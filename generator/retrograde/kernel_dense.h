// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loops for dense rows: vectors, rotated by masks and shifts. Included only by kernel.cc.

#ifndef TILEBASE_GENERATOR_RETROGRADE_KERNEL_DENSE_H_
#define TILEBASE_GENERATOR_RETROGRADE_KERNEL_DENSE_H_

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "generator/retrograde/kernel.h"
#include "generator/retrograde/kernel_common.h"

namespace tilebase::retrograde {
namespace {

template <typename Lane>
struct VectorOf {
  typedef Lane Type __attribute__((vector_size(kVectorBytes)));
};

template <typename Vector>
TILEBASE_INLINE Vector Load(const void* from) {
  Vector vector;
  __builtin_memcpy(&vector, from, sizeof vector);
  return vector;
}

template <typename Vector>
TILEBASE_INLINE uint64_t CountBits(const Vector& vector) {
#if defined(__AVX512VPOPCNTDQ__) && defined(__AVX512VL__)
  const __m256i sums = _mm256_popcnt_epi64(Load<__m256i>(&vector));
  const __m128i half =
      _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
  return static_cast<uint64_t>(_mm_cvtsi128_si64(half)) +
         static_cast<uint64_t>(_mm_extract_epi64(half, 1));
#else
  uint64_t words[sizeof vector / 8];
  __builtin_memcpy(words, &vector, sizeof vector);
  uint64_t count = 0;
  for (const uint64_t word : words) count += static_cast<uint64_t>(__builtin_popcountll(word));
  return count;
#endif
}

template <typename Vector>
TILEBASE_INLINE bool IsZero(const Vector& vector) {
#if defined(__AVX2__)
  const __m256i bits = Load<__m256i>(&vector);
  return _mm256_testz_si256(bits, bits) != 0;
#else
  uint64_t words[sizeof vector / 8];
  __builtin_memcpy(words, &vector, sizeof vector);
  uint64_t any = 0;
  for (const uint64_t word : words) any |= word;
  return any == 0;
#endif
}

// Turns the lanes and the bits of a row as a vertical move does; the turn is the same for a whole
// slice. It pulls: what Apply returns at (lane p, bit q) was at (image of p, image of q) in the
// neighbour. The image of the tile that jumps over the others is the far end of the turn; the
// others move by one. kVectors: vectors of a row, or 0 if only known at run time.
template <typename Lane, int kVectors, bool kUp>
class RowTurn {
 public:
  using Vector = typename VectorOf<Lane>::Type;
  static constexpr int kLanes = kVectorBytes / static_cast<int>(sizeof(Lane));
  static constexpr int kMost = kVectors > 0 ? kVectors : 64 / kLanes;

  RowTurn() = default;
  // `steps` may be empty.
  explicit TILEBASE_INLINE RowTurn(const Steps& steps) {
    if (steps.count > 0) *this = RowTurn(steps.step[0]);
  }
  explicit TILEBASE_INLINE RowTurn(const Step& move) {
    const int last = move.first + move.length - 1;
    jump_ = move.length - 1;
    source_ = kUp ? move.first : last;
    const uint64_t jump = Bit(kUp ? last : move.first);
    const uint64_t step = (Low(move.length) << move.first) & ~jump;
    const uint64_t keep = ~(step | jump);
    for (int i = 0; i < kMost; ++i)
      for (int lane = 0; lane < kLanes; ++lane) {
        const uint64_t bit = Bit(i * kLanes + lane);
        keep_lane_[i][lane] = keep & bit ? static_cast<Lane>(~Lane{0}) : Lane{0};
        step_lane_[i][lane] = step & bit ? static_cast<Lane>(~Lane{0}) : Lane{0};
        jump_lane_[i][lane] = jump & bit ? static_cast<Lane>(~Lane{0}) : Lane{0};
      }
    for (int lane = 0; lane < kLanes; ++lane) {
      const int stepped = kUp ? lane + 1 : lane - 1;
      from_lane_[lane] = static_cast<Lane>(jump & Bit(lane)   ? source_
                                           : step & Bit(lane) ? stepped
                                                              : lane);
    }
    keep_bit_ = static_cast<Lane>(keep) + Vector{};
    step_bit_ = static_cast<Lane>(step) + Vector{};
    jump_bit_ = static_cast<Lane>(jump) + Vector{};
  }

  // Returns vector i of the row at `row`, turned.
  TILEBASE_INLINE Vector Apply(const uint8_t* row, int i) const {
    const Vector lanes = Lanes(row, i);
    if (kUp)
      return (lanes & keep_bit_) | ((lanes >> 1) & step_bit_) | ((lanes << jump_) & jump_bit_);
    return (lanes & keep_bit_) | ((lanes << 1) & step_bit_) | ((lanes >> jump_) & jump_bit_);
  }

 private:
  // Returns vector i of the row at `row` with only its lanes turned.
  TILEBASE_INLINE Vector Lanes(const uint8_t* row, int i) const {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
    if constexpr (sizeof(Lane) == 2) {
      const __m256i turned =
          _mm256_permutexvar_epi16(Load<__m256i>(&from_lane_), Load<__m256i>(row));
      return Load<Vector>(&turned);
    }
#endif
    const uint8_t* at = row + i * kVectorBytes;
    constexpr int kStep = kUp ? static_cast<int>(sizeof(Lane)) : -static_cast<int>(sizeof(Lane));
    const Lane jumper = Load<Lane>(row + source_ * static_cast<int>(sizeof(Lane)));
    return (Load<Vector>(at) & keep_lane_[i]) | (Load<Vector>(at + kStep) & step_lane_[i]) |
           ((jumper + Vector{}) & jump_lane_[i]);
  }

  Vector keep_lane_[kMost], step_lane_[kMost], jump_lane_[kMost];
  Vector from_lane_;  // rows of one vector: where lane p comes from
  Vector keep_bit_, step_bit_, jump_bit_;
  int jump_, source_;
};

// The places of the neighbours of one outer number's rows.
struct DenseSource {
  const uint8_t* digit = nullptr;
  const uint8_t* base = nullptr;

  DenseSource() = default;
  TILEBASE_INLINE DenseSource(const Layout& layout, const Step& step, uint64_t outer, int plane) {
    const OuterMove to = step.outer[outer];
    digit =
        step.inner_digit + static_cast<size_t>(to.turn) * static_cast<size_t>(layout.inner_count);
    base = reinterpret_cast<const uint8_t*>(step.plane[plane] +
                                            to.outer * static_cast<uint64_t>(layout.inner_count) *
                                                static_cast<uint64_t>(layout.row_words));
  }
};

TILEBASE_INLINE const uint8_t* Bytes(const uint64_t* rows) {
  return reinterpret_cast<const uint8_t*>(rows);
}

template <typename Lane, int kVectors, bool kUp, bool kDown>
Expanded ExpandDense(const ExpandArgs& args) {
  using Vector = typename VectorOf<Lane>::Type;
  const RunArgs& run = args.run;
  const Layout& layout = *run.layout;
  const int row_bytes = kVectors > 0 ? kVectors * kVectorBytes : layout.row_words * 8;
  const int vectors = row_bytes / kVectorBytes;
  const uint8_t* current = Bytes(run.own[kCurrent]);
  const uint8_t* other = Bytes(run.own[kOther]);
  uint8_t* next = reinterpret_cast<uint8_t*>(run.own[kNext]);
  uint8_t* const news = reinterpret_cast<uint8_t*>(args.news);
  // If there is no neighbour, the row itself stands in: its own states are reached already.
  const uint8_t* left = run.left.count == 0 ? current : Bytes(run.left.step[0].plane[kCurrent]);
  const uint8_t* right = run.right.count == 0 ? current : Bytes(run.right.step[0].plane[kCurrent]);
  uint16_t* missing = args.missing;
  const RowTurn<Lane, kVectors, true> turn_up(run.up);
  const RowTurn<Lane, kVectors, false> turn_down(run.down);
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
    DenseSource up, down;
    if (kUp) up = DenseSource(layout, run.up.step[0], outer, kCurrent);
    if (kDown) down = DenseSource(layout, run.down.step[0], outer, kCurrent);
    for (int inner = 0; inner < layout.inner_count; ++inner, ++row) {
      if (missing[row] == 0) continue;
      ++rows;
      const uint8_t* up_row = kUp ? up.base + up.digit[inner] * row_bytes : nullptr;
      const uint8_t* down_row = kDown ? down.base + down.digit[inner] * row_bytes : nullptr;
      const size_t offset = row * static_cast<size_t>(row_bytes);
      uint64_t count = 0;
      for (int i = 0; i < vectors; ++i) {
        const size_t at = offset + static_cast<size_t>(i * kVectorBytes);
        Vector found = Load<Vector>(left + at) | Load<Vector>(right + at);
        if (kUp) found |= turn_up.Apply(up_row, i);
        if (kDown) found |= turn_down.Apply(down_row, i);
        const Vector before = Load<Vector>(next + at);
        found &= ~(before | Load<Vector>(current + at) | Load<Vector>(other + at));
        // This branch is hard to predict; the work that it saves is worth it only in long rows.
        if (kVectors != 1 && IsZero(found)) continue;
        const Vector after = before | found;
        __builtin_memcpy(next + at, &after, sizeof after);
        if (news != nullptr)
          __builtin_memcpy(news + at - first_row * static_cast<size_t>(row_bytes), &found,
                           sizeof found);
        count += CountBits(found);
      }
      missing[row] = static_cast<uint16_t>(missing[row] - count);
      reached += count;
    }
    args.fresh[outer] = reached != reached_before;
  }
  Expanded expanded;
  expanded.reached = reached;
  expanded.rows = rows;
  return expanded;
}

// Writes the entries of one dense row. lanes[a] has bit a of the sets; `available` are the
// positions that the tiles before the tail leave.
template <typename Lane>
TILEBASE_INLINE uint8_t* WriteDenseRow(const Lane* const (&lanes)[5], uint64_t available,
                                       uint8_t* out) {
#if defined(__BMI2__)
  // Lanes that fit in one word are compacted together.
  constexpr int kTogether = 8 / static_cast<int>(sizeof(Lane));
  constexpr uint64_t kEach = sizeof(Lane) == 8   ? 1
                             : sizeof(Lane) == 4 ? uint64_t{0x0000000100000001}
                                                 : uint64_t{0x0001000100010001};
  const uint64_t everywhere = available * kEach;
  for (int lane = 0; lane < static_cast<int>(sizeof(Lane)) * 8; lane += kTogether) {
    const uint64_t present = available >> lane & Low(kTogether);
    if (present == 0) continue;
    const int bits = static_cast<int>(sizeof(Lane)) * 8;
    const uint64_t here = _pdep_u64(present, kEach);
    // The first tile occupies its lane's position, so the second tile cannot be there: clear bit
    // (lane + i) of lane i.
    uint64_t self = 0;
    for (int i = 0; i < kTogether; ++i) self |= Bit(i * bits + lane + i);
    const uint64_t valid =
        everywhere & ~self & (here * static_cast<uint64_t>(static_cast<Lane>(~Lane{0})));
    Bits packed;
    for (int a = 0; a < 5; ++a) packed.set[a] = _pext_u64(Load<uint64_t>(lanes[a] + lane), valid);
    const int count = __builtin_popcountll(valid);
    WriteSets(packed, count, out);
    out += count;
  }
#else
  uint8_t position[64];
  int positions = 0;
  for (uint64_t rest = available; rest != 0; rest &= rest - 1)
    position[positions++] = static_cast<uint8_t>(First(rest));
  uint8_t bytes[64 + kSetsMargin];
  for (int j = 0; j < positions; ++j) {
    const int lane = position[j];
    const Bits bits = {
        {lanes[0][lane], lanes[1][lane], lanes[2][lane], lanes[3][lane], lanes[4][lane]}};
    WriteSets(bits, position[positions - 1] + 1, bytes);
    for (int i = 0; i < j; ++i) out[i] = bytes[position[i]];
    for (int i = j + 1; i < positions; ++i) out[i - 1] = bytes[position[i]];
    out += positions - 1;
  }
#endif
  return out;
}

// Returns the positions that the first tiles of an outer number leave, at most `most` tiles.
inline uint64_t Available(const Layout& layout, uint64_t outer, int most = 64) {
  uint64_t available = Low(layout.positions);
  const int tiles = layout.tracked - layout.tail - 1;
  int digit[64];
  for (int j = tiles - 1; j >= 0; --j) {
    const uint64_t values = static_cast<uint64_t>(layout.positions - j);
    digit[j] = static_cast<int>(outer % values);
    outer /= values;
  }
  for (int j = 0; j < tiles && j < most; ++j) {
    uint64_t rest = available;
    while (digit[j]-- > 0) rest &= rest - 1;
    available &= ~Bit(First(rest));
  }
  return available;
}

template <typename Lane, int kVectors>
void SetsDense(const SetsArgs& args) {
  using Vector = typename VectorOf<Lane>::Type;
  constexpr int kMost = RowTurn<Lane, kVectors, true>::kMost;
  const RunArgs& run = args.run;
  const Layout& layout = *run.layout;
  const int row_bytes = kVectors > 0 ? kVectors * kVectorBytes : layout.row_words * 8;
  const int vectors = row_bytes / kVectorBytes;
  const uint64_t inner_count = static_cast<uint64_t>(layout.inner_count);
  const RowTurn<Lane, kVectors, true> turn_up(run.up);
  const RowTurn<Lane, kVectors, false> turn_down(run.down);
  const Steps* const sideways[2] = {&run.left, &run.right};
  const Steps* const vertical[2] = {&run.up, &run.down};
  uint8_t* out = args.out;
  Vector set[5][kMost];
  // Without these two lines the compiler warns that a short row leaves the end unset.
  const Vector zero = {};
  for (auto& one : set)
    for (Vector& vector : one) vector = zero;
  const Lane* lanes[5];
  for (int a = 0; a < 5; ++a) lanes[a] = reinterpret_cast<const Lane*>(set[a]);

  uint64_t outer_available = 0;
  DenseSource source[2][3];
  bool fresh = true;
  for (uint64_t row = args.begin; row < args.end; ++row) {
    const uint64_t inner = row % inner_count;
    if (fresh || inner == 0) {
      const uint64_t outer = row / inner_count;
      outer_available = Available(layout, args.first_outer + outer);
      for (int a = 0; a < 2; ++a)
        for (int i = 0; i < 3 && vertical[a]->count > 0; ++i)
          source[a][i] = DenseSource(layout, vertical[a]->step[0], outer, i);
      fresh = false;
    }
    uint64_t available = outer_available;
    if (layout.tracked > layout.tail) {
      uint64_t rest = available;
      for (uint64_t i = 0; i < inner; ++i) rest &= rest - 1;
      available &= ~Bit(First(rest));
    }
    const size_t offset = row * static_cast<size_t>(row_bytes);
    for (int v = 0; v < vectors; ++v) {
      const size_t at = offset + static_cast<size_t>(v * kVectorBytes);
      Vector own[3];
      for (int i = 0; i < 3; ++i) own[i] = Load<Vector>(Bytes(run.own[i]) + at);
      Vector any = zero;
      for (int a = 0; a < 4; ++a) {
        const Steps& steps = a < 2 ? *sideways[a] : *vertical[a - 2];
        Vector nearer = zero;
        for (int i = 0; i < 3 && steps.count > 0; ++i) {
          const int before = i == 0 ? 2 : i - 1;
          Vector there;
          if (a < 2) {
            there = Load<Vector>(Bytes(steps.step[0].plane[before]) + at);
          } else {
            const DenseSource& from = source[a - 2][before];
            const uint8_t* from_row = from.base + from.digit[inner] * row_bytes;
            there = a == 2 ? turn_up.Apply(from_row, v) : turn_down.Apply(from_row, v);
          }
          nearer |= own[i] & there;
        }
        set[a][v] = nearer;
        any |= nearer;
      }
      set[4][v] = (own[0] | own[1] | own[2]) & ~any;
    }
    out = WriteDenseRow<Lane>(lanes, available, out);
  }
}

}  // namespace
}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_KERNEL_DENSE_H_
