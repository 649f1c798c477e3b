// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loop of the pattern search. The build compiles this file once for any processor that it
// supports and once for x86-64 with AVX-512, as retrograde/kernel.cc; TILEBASE_AVX says which: 0 or
// 512.

#include "generator/solvers/pattern_kernel.h"

#if TILEBASE_AVX == 0 ||                                                            \
    (defined(__AVX512BITALG__) && defined(__AVX512BW__) && defined(__AVX512VL__) && \
     defined(__AVX512VPOPCNTDQ__) && defined(__BMI2__))
#define TILEBASE_HAS_LOOP
#endif

#ifdef TILEBASE_HAS_LOOP
#include <stddef.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tilebase::pattern {
namespace {

#define TILEBASE_INLINE inline __attribute__((always_inline))

TILEBASE_INLINE uint64_t Permuted(const Tables& tables, uint32_t permutation, uint64_t word) {
#if defined(__AVX512BITALG__) && defined(__AVX512BW__)
  const __m512i bits = _mm512_loadu_si512(tables.permuted_bits + 64 * permutation);
  return _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(static_cast<long long>(word)), bits);
#else
  if (permutation == 0) return word;
  const uint64_t* table = tables.permuted + size_t{permutation} * 8 * 256;
  uint64_t result = 0;
  for (; word != 0; word >>= 8, table += 256) result |= table[word & 255];
  return result;
#endif
}

// kWords is the number of words of a block if it is a compile-time constant, otherwise 0.
template <uint64_t kWords>
class Expansion {
 public:
  Expansion(const Level& level, uint64_t* scratch)
      : level_(level),
        tables_(*level.tables),
        words_(kWords == 0 ? tables_.words : kWords),
        pulled_(scratch),
        met_(scratch + words_),
        seen_(scratch + 2 * words_) {}

  Reached Run(uint64_t begin, uint64_t end) {
    for (uint64_t shape = begin; shape < end; ++shape)
      if (tables_.odd_shape[shape] == (level_.number & 1)) Expand(shape);
    return reached_;
  }

 private:
  TILEBASE_INLINE uint64_t* Visited(uint64_t block) const {
    return level_.visited + block * words_;
  }

  TILEBASE_INLINE void Expand(uint64_t shape) {
    const uint32_t first = tables_.first_block[shape];
    const uint32_t end = tables_.first_block[shape + 1];
    if (end - first == 1) {
      if (Pulled(first)) Value(shape, Visit(first, pulled_));
      return;
    }
    // A placement counts once, when the first of its regions is visited.
    bool begun = false;
    uint64_t found = 0;
    for (uint32_t block = first; block < end; ++block) {
      if (!Pulled(block)) continue;
      if (!begun) {
        Seen(first, end);
        for (uint64_t w = 0; w < words_; ++w) met_[w] = 0;
        begun = true;
      }
      const uint64_t states = Visit(block, pulled_);
      found += states;
      if (states != 0)
        for (uint64_t w = 0; w < words_; ++w) met_[w] |= pulled_[w];
    }
    if (found == 0) return;
    uint64_t placements = 0;
    for (uint64_t w = 0; w < words_; ++w) {
      pulled_[w] = met_[w] & ~seen_[w];
      placements += static_cast<uint64_t>(__builtin_popcountll(pulled_[w]));
    }
    Value(shape, placements);
  }

  // Stores the states that a block receives from the last level in pulled_. Returns false if there
  // are none.
  TILEBASE_INLINE bool Pulled(uint32_t block) {
    level_.fresh[block] = 0;
    if (level_.missing[block] == 0) return false;
    const Pull* pull = tables_.pulls + tables_.first_pull[block];
    const Pull* const end = tables_.pulls + tables_.first_pull[block + 1];
    bool any = false;
    for (; pull != end; ++pull) {
      if (level_.fresh[pull->source] == 0) continue;
      const uint64_t* const source = Visited(pull->source);
      if (!any)
        for (uint64_t w = 0; w < words_; ++w) pulled_[w] = 0;
      any = true;
      if (pull->turn == 0) {
        for (uint64_t w = 0; w < words_; ++w) pulled_[w] |= source[w];
        continue;
      }
      const Turned* const turned = tables_.turned + pull->turn * words_;
      for (uint64_t w = 0; w < words_; ++w)
        pulled_[w] |= Permuted(tables_, turned[w] & ((1 << kPermutationBits) - 1),
                               source[turned[w] >> kPermutationBits]);
    }
    return any;
  }

  // Stores the shape's placements of which some region was visited before in seen_.
  TILEBASE_INLINE void Seen(uint32_t first, uint32_t end) {
    for (uint64_t w = 0; w < words_; ++w) seen_[w] = Visited(first)[w];
    for (uint32_t block = first + 1; block < end; ++block)
      for (uint64_t w = 0; w < words_; ++w) seen_[w] |= Visited(block)[w];
  }

  // Visits the block's states in `pulled`, and leaves only the new ones there. Returns their
  // number.
  TILEBASE_INLINE uint64_t Visit(uint32_t block, uint64_t* pulled) {
    uint64_t* const visited = Visited(block);
    uint64_t found = 0;
    for (uint64_t w = 0; w < words_; ++w) {
      pulled[w] &= ~visited[w];
      visited[w] |= pulled[w];
      found += static_cast<uint64_t>(__builtin_popcountll(pulled[w]));
    }
    level_.missing[block] -= static_cast<uint32_t>(found);
    level_.fresh[block] = found != 0;
    reached_.states += found;
    return found;
  }

  // Gives the placements in pulled_ the level as their value.
  TILEBASE_INLINE void Value(uint64_t shape, uint64_t placements) {
    if (placements == 0) return;
    reached_.placements += placements;
    for (int bit = 0; level_.number >> 1 >> bit != 0; ++bit) {
      if ((level_.number >> 1 >> bit & 1) == 0) continue;
      uint64_t* const value = level_.value[bit] + shape * words_;
      for (uint64_t w = 0; w < words_; ++w) value[w] |= pulled_[w];
    }
  }

  const Level& level_;
  const Tables& tables_;
  const uint64_t words_;
  uint64_t* __restrict const pulled_;
  uint64_t* __restrict const met_;
  uint64_t* __restrict const seen_;
  Reached reached_ = {0, 0};
};

Reached Expand(const Level& level, uint64_t begin, uint64_t end, uint64_t* scratch) {
  if (level.tables->words == 12) return Expansion<12>(level, scratch).Run(begin, end);
  return Expansion<0>(level, scratch).Run(begin, end);
}

constexpr Kernel kKernel = {TILEBASE_AVX == 512 ? "avx512" : "baseline", &Expand};

}  // namespace

#if TILEBASE_AVX == 512
const Kernel* Avx512Kernel() { return &kKernel; }
#else
const Kernel* BaselineKernel() { return &kKernel; }
#endif

}  // namespace tilebase::pattern

#else

namespace tilebase::pattern {
const Kernel* Avx512Kernel() { return nullptr; }
}  // namespace tilebase::pattern

#endif
