// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Uniformly random solvable boards. A seed gives the same boards on every machine, which the
// standard library's distributions do not promise.

#ifndef TILEBASE_TABLES_RANDOM_BOARD_H_
#define TILEBASE_TABLES_RANDOM_BOARD_H_

#include <stdint.h>

#include <utility>

#include "tables/board.h"

namespace tilebase {

// SplitMix64 (Steele, Lea & Flood 2014).
class Random {
 public:
  explicit constexpr Random(uint64_t seed) : state_(seed) {}

  constexpr uint64_t Next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // Uniform in 0 .. bound-1; exactly uniform, by rejection. Requires 0 < bound <= 2^32.
  constexpr uint64_t Below(uint64_t bound) {
    while (true) {
      const uint64_t draw = Next() >> 32;
      const uint64_t value = draw % bound;
      if (draw - value + bound <= (uint64_t{1} << 32)) return value;
    }
  }

 private:
  uint64_t state_;
};

// Each Random makes this many boards of a sequence, so boards in the middle can be made without all
// boards before them.
inline constexpr uint64_t kBoardsARandom = 64;

// Returns the Random that makes boards kBoardsARandom * n and following of the sequence of `seed`.
constexpr Random RandomOfBoards(uint64_t seed, uint64_t n) {
  return Random(n == 0 ? seed : Random(seed + n * 0xd1342543de82ef95u).Next());
}

// Uniform over the solvable boards.
constexpr Board RandomSolvableBoard(Geometry geometry, Random& random) {
  Board board = Board::Solved(geometry);
  for (int cell = geometry.cells() - 1; cell > 0; --cell) {
    const int other = static_cast<int>(random.Below(static_cast<uint64_t>(cell) + 1));
    std::swap(board.tile[cell], board.tile[other]);
  }
  for (int cell = 0; cell < geometry.cells(); ++cell)
    if (board.tile[cell] == 0) board.blank = static_cast<uint8_t>(cell);
  if (!board.IsSolvable()) {
    // Swapping two tiles pairs every unsolvable board with a solvable one.
    const int first = board.blank == 0 ? 1 : 0;
    const int second = board.blank == first + 1 ? first + 2 : first + 1;
    std::swap(board.tile[first], board.tile[second]);
  }
  return board;
}

// The sequence of solvable boards that a seed gives.
class RandomBoards {
 public:
  constexpr RandomBoards(Geometry geometry, uint64_t seed)
      : geometry_(geometry), seed_(seed), random_(seed) {}

  // Makes the board with this number the next one; the first is 0. Makes up to 63 boards on the
  // way.
  constexpr void GoTo(uint64_t number) {
    const uint64_t begin = number - number % kBoardsARandom;
    for (number_ = begin; number_ < number;) Next();
  }
  constexpr Board Next() {
    if (number_ % kBoardsARandom == 0) random_ = RandomOfBoards(seed_, number_ / kBoardsARandom);
    ++number_;
    return RandomSolvableBoard(geometry_, random_);
  }

 private:
  Geometry geometry_;
  uint64_t seed_;
  uint64_t number_ = 0;
  Random random_;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_RANDOM_BOARD_H_
