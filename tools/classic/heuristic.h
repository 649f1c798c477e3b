// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A heuristic: a lower bound of the number of moves that a board is away from the goal. It is
// *admissible* when it is never too high, and *consistent* when it never falls by more than 1 in
// one move; searches say which of the two they need.
//
// A search keeps the heuristic's State of each board on its way and asks for the next one after a
// slide, so that a heuristic computes what changed and not the whole. Searches are templates over
// the heuristic: nothing in their inner loops is virtual.

#ifndef TILEBASE_TOOLS_CLASSIC_HEURISTIC_H_
#define TILEBASE_TOOLS_CLASSIC_HEURISTIC_H_

#include <stdint.h>

#include <concepts>

#include "tables/board.h"

namespace tilebase::classic {

// One tile's step into the blank.
struct Slide {
  uint8_t tile;
  uint8_t from;  // cell
  uint8_t to;    // cell
};

// Slides on the board. Requires board->CanApply(action).
inline Slide Apply(Board* board, Action action) {
  const uint8_t to = board->blank;
  const uint8_t tile = board->Apply(action);
  return {tile, board->blank, to};
}

template <typename H>
concept Heuristic = requires(const H heuristic, const typename H::State state, const Board board,
                             const Slide slide) {
  // From nothing.
  { heuristic.Start(board) } -> std::same_as<typename H::State>;
  // From the state before the slide; `board` is the board after it.
  { heuristic.Next(state, board, slide) } -> std::same_as<typename H::State>;
  { heuristic.Value(state) } -> std::same_as<int>;
  // What it keeps in tables.
  { heuristic.memory_bytes() } -> std::same_as<uint64_t>;
  // Whether it claims to be consistent.
  { H::kConsistent } -> std::convertible_to<bool>;
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_HEURISTIC_H_
