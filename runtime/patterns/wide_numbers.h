// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The vocabulary of a wide search's loops: vectors of sixteen numbers, and the moves that a turn
// makes. For files that are compiled with the compiler's options for AVX-512 as of Ice Lake and Zen
// 4; the invariant of generator/retrograde/kernel.cc holds for them, too.

#ifndef TILEBASE_RUNTIME_PATTERNS_WIDE_NUMBERS_H_
#define TILEBASE_RUNTIME_PATTERNS_WIDE_NUMBERS_H_

#include "runtime/patterns/wide_turns.h"

#if defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512VBMI2__) && defined(__BMI2__)
#include <immintrin.h>
#define TILEBASE_HAS_WIDE_TURNS

namespace tilebase::wide {

inline constexpr int kWide = 16;        // most boards of a turn
inline constexpr int kSuccessors = 32;  // most successors of them
inline constexpr int kActionBits = 2, kActions = 4;
inline constexpr int kBlankBit = 4, kStateBit = 9;  // of a state
// Turns under way at a time. More of them wait less, but expand more boards in vain if a solution
// is near. short_search.h relies on two.
inline constexpr int kTurns = 2;

// Calls the function for each register of some numbers or masks.
template <typename Result, typename Function>
[[gnu::always_inline]] inline Result Each(const Function& function) {
  Result result;
  for (int i = 0; i < Result::kRegisters; ++i) result.of[i] = function(i);
  return result;
}

// Numbers of 32 bits, sixteen in a register.
template <int kCount>
struct Numbers {
  static constexpr int kRegisters = kCount;

  __m512i of[kCount];

  Numbers() = default;
  // The same number everywhere.
  Numbers(uint32_t number) {  // NOLINT(google-explicit-constructor)
    for (__m512i& some : of) some = _mm512_set1_epi32(static_cast<int>(number));
  }
  static Numbers Load(const void* from) {
    return Of([&](int i) { return _mm512_loadu_si512(static_cast<const char*>(from) + 64 * i); });
  }
  void Store(void* to) const {
    for (int i = 0; i < kCount; ++i) _mm512_storeu_si512(static_cast<char*>(to) + 64 * i, of[i]);
  }
  template <typename Function>
  [[gnu::always_inline]] static Numbers Of(const Function& function) {
    return Each<Numbers>(function);
  }

  friend Numbers operator+(Numbers a, Numbers b) {
    return Of([&](int i) { return _mm512_add_epi32(a.of[i], b.of[i]); });
  }
  friend Numbers operator-(Numbers a, Numbers b) {
    return Of([&](int i) { return _mm512_sub_epi32(a.of[i], b.of[i]); });
  }
  friend Numbers operator*(Numbers a, Numbers b) {
    return Of([&](int i) { return _mm512_mullo_epi32(a.of[i], b.of[i]); });
  }
  friend Numbers operator&(Numbers a, Numbers b) {
    return Of([&](int i) { return _mm512_and_si512(a.of[i], b.of[i]); });
  }
  friend Numbers operator|(Numbers a, Numbers b) {
    return Of([&](int i) { return _mm512_or_si512(a.of[i], b.of[i]); });
  }
  friend Numbers operator^(Numbers a, Numbers b) {
    return Of([&](int i) { return _mm512_xor_si512(a.of[i], b.of[i]); });
  }
  // The result is 0 if b is 32 or more.
  friend Numbers operator<<(Numbers a, Numbers b) {
    return Of([&](int i) { return _mm512_sllv_epi32(a.of[i], b.of[i]); });
  }
  friend Numbers operator>>(Numbers a, Numbers b) {
    return Of([&](int i) { return _mm512_srlv_epi32(a.of[i], b.of[i]); });
  }
};

// A subset of kCount numbers, as masks.
template <int kCount>
struct Some {
  static constexpr int kRegisters = kCount;

  __mmask16 of[kCount];

  template <typename Function>
  [[gnu::always_inline]] static Some Of(const Function& function) {
    return Each<Some>(function);
  }
  static Some First(int count) {
    const uint64_t bits = (uint64_t{1} << count) - 1;
    return Of([&](int i) { return static_cast<__mmask16>(bits >> (kWide * i)); });
  }
  uint32_t bits() const {
    uint32_t bits = of[0];
    if constexpr (kCount == 2) bits |= static_cast<uint32_t>(of[1]) << kWide;
    return bits;
  }
  friend Some operator&(Some a, Some b) {
    return Of([&](int i) { return _kand_mask16(a.of[i], b.of[i]); });
  }
};

// Numbers of the boards of a turn, and of their successors. A table has sixteen numbers, or 32.
using OfBoards = Numbers<1>;
using OfNext = Numbers<2>;
using SomeNext = Some<2>;
using Table = Numbers<1>;
using LongTable = Numbers<2>;

template <int kBits, int kCount>
Numbers<kCount> Up(Numbers<kCount> a) {
  return Numbers<kCount>::Of([&](int i) { return _mm512_slli_epi32(a.of[i], kBits); });
}
template <int kBits, int kCount>
Numbers<kCount> Down(Numbers<kCount> a) {
  return Numbers<kCount>::Of([&](int i) { return _mm512_srli_epi32(a.of[i], kBits); });
}
// Signed comparison.
template <int kCount>
Numbers<kCount> Least(Numbers<kCount> a, Numbers<kCount> b) {
  return Numbers<kCount>::Of([&](int i) { return _mm512_min_epi32(a.of[i], b.of[i]); });
}
// Returns table[i] for each i, ignoring the bits of i above those of an index into the table.
template <int kCount>
Numbers<kCount> Look(Table table, Numbers<kCount> i) {
  return Numbers<kCount>::Of([&](int k) { return _mm512_permutexvar_epi32(i.of[k], table.of[0]); });
}
template <int kCount>
Numbers<kCount> Look(LongTable table, Numbers<kCount> i) {
  return Numbers<kCount>::Of(
      [&](int k) { return _mm512_permutex2var_epi32(table.of[0], i.of[k], table.of[1]); });
}
// Reads a table in memory; 0 outside `those`.
template <int kCount>
Numbers<kCount> Gather(const void* table, Numbers<kCount> i, Some<kCount> those) {
  return Numbers<kCount>::Of([&](int k) {
    return _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), those.of[k], i.of[k], table, 4);
  });
}
template <int kCount>
Numbers<kCount> Gather(const void* table, Numbers<kCount> i) {
  return Numbers<kCount>::Of([&](int k) { return _mm512_i32gather_epi32(i.of[k], table, 4); });
}
template <int kCount>
Numbers<kCount> Choose(Some<kCount> those, Numbers<kCount> others, Numbers<kCount> a) {
  return Numbers<kCount>::Of(
      [&](int i) { return _mm512_mask_blend_epi32(those.of[i], others.of[i], a.of[i]); });
}
// Returns 0 outside `those`.
template <int kCount>
Numbers<kCount> Only(Some<kCount> those, Numbers<kCount> a) {
  return Numbers<kCount>::Of([&](int i) { return _mm512_maskz_mov_epi32(those.of[i], a.of[i]); });
}
template <int kCount>
Numbers<kCount> Less(Some<kCount> those, Numbers<kCount> a, Numbers<kCount> less) {
  return Numbers<kCount>::Of(
      [&](int i) { return _mm512_mask_sub_epi32(a.of[i], those.of[i], a.of[i], less.of[i]); });
}
template <int kCount>
Numbers<kCount> Negative(Some<kCount> those, Numbers<kCount> a) {
  return Numbers<kCount>::Of([&](int i) {
    return _mm512_mask_sub_epi32(a.of[i], those.of[i], _mm512_setzero_si512(), a.of[i]);
  });
}
// Unsigned comparison.
template <int kCount>
Some<kCount> IsLess(Numbers<kCount> a, Numbers<kCount> b) {
  return Some<kCount>::Of([&](int i) { return _mm512_cmplt_epu32_mask(a.of[i], b.of[i]); });
}
template <int kCount>
Some<kCount> IsPositive(Numbers<kCount> a) {
  return Some<kCount>::Of(
      [&](int i) { return _mm512_cmpgt_epi32_mask(a.of[i], _mm512_setzero_si512()); });
}
template <int kCount>
Some<kCount> IsEqual(Numbers<kCount> a, uint32_t number) {
  const Numbers<kCount> b(number);
  return Some<kCount>::Of([&](int i) { return _mm512_cmpeq_epi32_mask(a.of[i], b.of[i]); });
}
template <int kCount>
Some<kCount> HasSome(Numbers<kCount> a, uint32_t bits) {
  const Numbers<kCount> b(bits);
  return Some<kCount>::Of([&](int i) { return _mm512_test_epi32_mask(a.of[i], b.of[i]); });
}
template <int kCount>
Some<kCount> HasNone(Numbers<kCount> a, uint32_t bits) {
  const Numbers<kCount> b(bits);
  return Some<kCount>::Of([&](int i) { return _mm512_testn_epi32_mask(a.of[i], b.of[i]); });
}
// Adds byte by byte.
inline OfNext BytesMore(OfNext a, OfNext b) {
  return OfNext::Of([&](int i) { return _mm512_add_epi8(a.of[i], b.of[i]); });
}
inline OfNext BytesLess(OfNext a, OfNext b) {
  return OfNext::Of([&](int i) { return _mm512_sub_epi8(a.of[i], b.of[i]); });
}

// Returns the places of the first 32 bits that are set, from the lowest.
inline OfNext Places(uint64_t bits) {
  struct Counting {
    uint8_t number[64];
  };
  static constexpr Counting kCounting = [] {
    Counting counting = {};
    for (int i = 0; i < 64; ++i) counting.number[i] = static_cast<uint8_t>(i);
    return counting;
  }();
  const __m512i places = _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512(kCounting.number));
  return OfNext::Of([&](int i) {
    return _mm512_cvtepu8_epi32(i == 0 ? _mm512_castsi512_si128(places)
                                       : _mm512_extracti32x4_epi32(places, 1));
  });
}

// The moves that a turn makes.
struct Moves {
  OfNext parent;  // its index in the turn
  OfNext action;
  OfNext before;  // states
  SomeNext there;
  // A bit for each board and action of its state, four bits a board. The last of a board's
  // successors is searched first.
  uint64_t allowed = 0;
  int count = 0;

  // Takes the moves that are allowed in these states. Returns how many boards it drops at the
  // beginning, so that the others have at most 32 successors.
  [[gnu::always_inline]] int Take(OfBoards states, const uint32_t* after_of) {
    const __m128i actions = _mm512_cvtepi32_epi8((states & 15).of[0]);
    allowed = static_cast<uint64_t>(_mm_cvtsi128_si64(
        _mm_packus_epi16(_mm_maddubs_epi16(actions, _mm_set1_epi16(0x1001)), _mm_setzero_si128())));
    // Written without a branch, which would be unpredictable.
    const int all = __builtin_popcountll(allowed);
    const uint64_t last =
        _pdep_u64(~uint64_t{0} << ((all < kSuccessors ? kSuccessors : all) - kSuccessors), allowed);
    const int bits = 63 - __builtin_clzll((allowed ^ last) << 1 | 1);  // without the dropped boards
    const int left = (bits + kActions - 1) / kActions;
    allowed &= ~uint64_t{0} << (kActions * left);
    count = __builtin_popcountll(allowed);
    there = SomeNext::First(count);
    const OfNext move = Places(allowed);
    parent = Down<kActionBits>(move);
    action = move & (kActions - 1);
    before = Look(states, parent);
    alignas(64) uint32_t numbers[kWide];
    Down<kStateBit>(states).Store(numbers);
#pragma GCC unroll 16
    for (const uint32_t state : numbers) __builtin_prefetch(after_of + kActions * state);
    return left;
  }

  // Returns the states after some moves from those before. Take has prefetched them.
  template <int kCount>
  static Numbers<kCount> After(const uint32_t* after_of, Numbers<kCount> before,
                               Numbers<kCount> action, Some<kCount> those) {
    const Numbers<kCount> state = Down<kStateBit - kActionBits>(before);
    return Gather(after_of, (state & ~uint32_t{kActions - 1}) | action, those);
  }

  // Returns `kept` without the successors of hopeless boards and of boards that have a hopeless
  // successor.
  uint32_t WithoutHopeless(uint32_t kept, uint32_t hopeless, uint32_t hopeless_boards) const {
    constexpr uint64_t kBoards = 0x1111111111111111;
    uint64_t bits = _pdep_u64(hopeless, allowed);
    bits |= bits >> 1;
    bits |= bits >> 2;
    bits = (bits & kBoards) | _pdep_u64(hopeless_boards, kBoards);
    return kept & ~static_cast<uint32_t>(_pext_u64(bits * ((1 << kActions) - 1), allowed));
  }
};

// Notes the bounds of boards for their subtrees, if they are less than all before.
[[gnu::always_inline]] inline void NoteLeast(int boards, OfBoards bound, OfBoards begin,
                                             uint32_t* least_of) {
  const OfBoards subtree = begin & (WideStack::kMostSubtrees - 1);
  uint32_t less =
      (Some<1>::First(boards) & IsLess(bound, Look(LongTable::Load(least_of), subtree))).bits();
  if (less == 0) [[likely]]
    return;
  alignas(64) uint32_t bounds[kWide], subtrees[kWide];
  bound.Store(bounds);
  subtree.Store(subtrees);
  for (; less != 0; less &= less - 1) {
    const int i = __builtin_ctz(less);
    uint32_t& least = least_of[subtrees[i]];
    least = bounds[i] < least ? bounds[i] : least;
  }
}

// Returns the beginning of a board's path, one action longer; `left` is twice the moves that the
// board before had left.
template <int kCount>
[[gnu::always_inline]] inline Numbers<kCount> Begin(Numbers<kCount> begin, Numbers<kCount> action,
                                                    Numbers<kCount> twice_room, int first_room) {
  const Numbers<kCount> from(static_cast<uint32_t>(2 * first_room + 8));
  return begin | (action << (from - twice_room));
}

// Runs the turns of a search. Turn has the boards that a turn expands, and their successors.
template <typename Turn, typename Tables, typename Stack>
void TakeTurns(const Tables& tables, uint64_t turns, Stack* given) {
  Stack stack = *given;
  Turn under_way[kTurns];
  int empty = 0;  // number of empty turns among those under way
  for (int next = 0; empty < kTurns; next = (next + 1) % kTurns) {
    Turn& turn = under_way[next];
    turn.Finish(tables, &stack);
    if (turns > 0 && stack.found < 0 && !stack.is_full()) {
      --turns;
      turn.Take(tables, &stack);
    } else {
      turn.Clear();
    }
    empty = turn.empty() ? empty + 1 : 0;
  }
  *given = stack;
}

}  // namespace tilebase::wide

#endif

#endif  // TILEBASE_RUNTIME_PATTERNS_WIDE_NUMBERS_H_
