// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The inner loop of the pattern search, and its terms. pattern_search.h explains the idea;
// pattern_layout.h makes the tables.
//
// The loop is compiled for the processor that the build is for and for AVX-512; the program chooses
// when it runs. Both give the same bits.
//
// Invariant: the loop calls no function that another file may also compile (as in
// retrograde/kernel.h).

#ifndef TILEBASE_GENERATOR_SOLVERS_PATTERN_KERNEL_H_
#define TILEBASE_GENERATOR_SOLVERS_PATTERN_KERNEL_H_

#include <stdint.h>

namespace tilebase::pattern {

// A move into a block: the states of another block, with their orders turned.
struct Pull {
  uint32_t source;  // block
  uint32_t turn;    // 0: the order stays the same
};

// The origin of a word of a turned block: word of the source << kPermutationBits | permutation.
using Turned = uint32_t;
inline constexpr int kPermutationBits = 6;

struct Tables {
  uint64_t words;                // of a block
  uint64_t full;                 // the bits of a word that stand for states
  const uint8_t* odd_shape;      // by shape: the parity of its values
  const uint32_t* first_block;   // by shape, with one more element at the end
  const uint32_t* first_pull;    // by block, with one more element at the end
  const Pull* pulls;             // for each block, those of turn 0 first
  const Turned* turned;          // [turn][words]
  const uint8_t* permuted_bits;  // [permutation][64]: which bit of the source a bit is
  const uint64_t* permuted;      // [permutation][8][256]: what a byte of the source becomes
};

// One level of the search. It writes the blocks of the level's parity and reads the others.
struct Level {
  const Tables* tables;
  int number;
  uint64_t* visited;   // [block][words]
  uint32_t* missing;   // by block: states not visited yet
  uint8_t* fresh;      // by block: whether the last level of its parity visited states
  uint64_t* value[7];  // [shape][words]: bit i of half the value; null where no level needs it
};

struct Reached {
  uint64_t states;      // states that this level visits
  uint64_t placements;  // placements whose value is this level
};

struct Kernel {
  const char* name;
  // Does the level's work in the shapes begin .. end-1. Scratch memory: two blocks of words, or
  // three if any shape has several regions.
  Reached (*expand)(const Level&, uint64_t begin, uint64_t end, uint64_t* scratch);
};

const Kernel* BaselineKernel();
// Null if the file was compiled without the instructions; check the processor before use.
const Kernel* Avx512Kernel();

}  // namespace tilebase::pattern

#endif  // TILEBASE_GENERATOR_SOLVERS_PATTERN_KERNEL_H_
