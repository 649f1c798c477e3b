// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Single moves, and boards to play.

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <new>
#include <optional>

#include "runtime/c_api/set.h"
#include "runtime/c_api/words.h"
#include "runtime/hints.h"
#include "runtime/optimal_scramble.h"
#include "runtime/scramble.h"

namespace {

using tilebase::Board;
using tilebase::c_api::CanBe;
using tilebase::c_api::Cells;
using tilebase::c_api::Deliver;
using tilebase::c_api::Guarded;
using tilebase::c_api::Optimal;
using tilebase::c_api::ProbeWords;
using tilebase::c_api::ReadStart;
using tilebase::c_api::Receive;
using tilebase::c_api::ScrambleWords;

// To the goal of a set that has one.
tilebase::HintsTo Hints(const tilebase_set* set) {
  return tilebase::HintsTo(set->answers->policies(), set->goal);
}

int ScrambleOptimal(const tilebase_set* set, const tilebase_scramble_wish& wish, uint8_t* boards,
                    size_t board_size, size_t board_count, size_t* counts, unsigned* nature) {
  if (wish.min_moves > wish.max_moves) return TILEBASE_ERROR_ARGUMENT;
  if (const int code = tilebase_prepare_optimal(set, 1, nullptr, 0); code != TILEBASE_OK)
    return code;
  int code = TILEBASE_OK;
  const int guarded = Guarded(nullptr, 0, [&] {
    tilebase::OptimalScrambler scrambler(Optimal(set), tilebase::Destination(set->goal),
                                         {.min_moves = wish.min_moves,
                                          .max_moves = wish.max_moves,
                                          .seed = wish.seed,
                                          .tries = wish.tries});
    scrambler.Start();
    for (size_t i = 0; i < board_count; ++i) {
      Board board;
      const std::optional<uint64_t> moves = scrambler.Make(i, &board);
      if (!moves) {
        code = TILEBASE_ERROR_NOT_FOUND;
        return absl::OkStatus();
      }
      std::copy_n(board.tile, board_size, boards + i * board_size);
      if (counts != nullptr) counts[i] = static_cast<size_t>(*moves);
    }
    if (nature != nullptr)
      *nature =
          TILEBASE_SCRAMBLE_OPTIMAL | (scrambler.is_uniform() ? TILEBASE_SCRAMBLE_UNIFORM : 0u);
    return absl::OkStatus();
  });
  return guarded != TILEBASE_OK ? guarded : code;
}

}  // namespace

extern "C" {

int tilebase_hint(const tilebase_set* set, const uint8_t* board, size_t board_size,
                  tilebase_probe_result* hint, size_t hint_size) {
  constexpr size_t kLeastSize = offsetof(tilebase_probe_result, fixed) + sizeof(hint->fixed);
  if (set == nullptr || board == nullptr || hint == nullptr || hint_size < kLeastSize)
    return TILEBASE_ERROR_ARGUMENT;
  tilebase_probe_result found = {};
  if (set->words != nullptr) {
    const int code = ProbeWords(set, board, board_size, &found);
    return code == TILEBASE_OK ? Deliver(found, hint, hint_size) : code;
  }
  Board start;
  int code = ReadStart(set, board, board_size, &start);
  found.goal = hint->goal;
  found.fixed = hint->fixed;
  if (code == TILEBASE_OK)
    code = set->to ? Hints(set).Hint(start, &found) : set->answers->policies().Hint(start, &found);
  return code == TILEBASE_OK ? Deliver(found, hint, hint_size) : code;
}

int tilebase_probe(const tilebase_set* set, const uint8_t* board, size_t board_size,
                   tilebase_probe_result* result, size_t result_size) {
  if (set == nullptr || board == nullptr || result == nullptr) return TILEBASE_ERROR_ARGUMENT;
  Board start;
  tilebase_probe_result found;
  int code = set->words != nullptr ? ProbeWords(set, board, board_size, &found)
                                   : ReadStart(set, board, board_size, &start);
  if (code == TILEBASE_OK && set->words == nullptr)
    code =
        set->to ? Hints(set).Probe(start, &found) : set->answers->policies().Probe(start, &found);
  return code == TILEBASE_OK ? Deliver(found, result, result_size) : code;
}

int tilebase_probe_subproblem(const tilebase_set* set, const uint8_t* board, size_t board_size,
                              uint64_t goal, uint64_t fixed, tilebase_probe_result* result,
                              size_t result_size) {
  if (set == nullptr || board == nullptr || result == nullptr) return TILEBASE_ERROR_ARGUMENT;
  if (set->words != nullptr) return TILEBASE_ERROR_UNSUPPORTED;
  Board start;
  int code = ReadStart(set, board, board_size, &start);
  tilebase_probe_result found;
  if (code == TILEBASE_OK)
    code = set->to ? Hints(set).ProbeSubproblem(start, goal, fixed, &found)
                   : set->answers->policies().ProbeSubproblem(start, goal, fixed, &found);
  return code == TILEBASE_OK ? Deliver(found, result, result_size) : code;
}

int tilebase_scramble(const tilebase_set* set, const tilebase_scramble_wish* wish, size_t wish_size,
                      uint8_t* boards, size_t board_size, size_t board_count, size_t* counts,
                      unsigned* nature) {
  if (set == nullptr || wish == nullptr || (boards == nullptr && board_count != 0) ||
      !CanBe(board_count, std::max(board_size, sizeof(size_t))))
    return TILEBASE_ERROR_ARGUMENT;
  tilebase_scramble_wish given = {};
  if (!Receive(wish, wish_size, &given)) return TILEBASE_ERROR_ARGUMENT;
  if (board_size != Cells(set)) return TILEBASE_ERROR_BOARD_SIZE;
  if (given.optimal > 1) return TILEBASE_ERROR_ARGUMENT;
  if (set->words != nullptr) return ScrambleWords(set, given, boards, board_count, counts, nature);
  if (given.optimal != 0)
    return ScrambleOptimal(set, given, boards, board_size, board_count, counts, nature);
  std::optional<tilebase::Scrambler> made;
  try {
    made.emplace(set->answers->policies(),
                 tilebase::ScrambleWish{given.min_moves, given.max_moves, given.seed, given.tries,
                                        set->goal});
  } catch (const std::bad_alloc&) {
    return TILEBASE_ERROR_MEMORY;
  }
  tilebase::Scrambler& scrambler = *made;
  tilebase_code code = scrambler.Start();
  for (size_t i = 0; i < board_count && code == TILEBASE_OK; ++i) {
    Board board;
    uint32_t moves = 0;
    code = scrambler.Next(&board, &moves);
    if (code != TILEBASE_OK) break;
    std::copy_n(board.tile, board_size, boards + i * board_size);
    if (counts != nullptr) counts[i] = moves;
  }
  if (code == TILEBASE_OK && nature != nullptr)
    *nature = (scrambler.is_optimal() ? TILEBASE_SCRAMBLE_OPTIMAL : 0u) |
              (scrambler.is_uniform() ? TILEBASE_SCRAMBLE_UNIFORM : 0u);
  return code;
}

}  // extern "C"
