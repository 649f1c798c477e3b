// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Players who ask for each board as they come to it. Hints lead home with every set, whatever the
// player does in between and whether or not the last hint is passed on. Probes lead home if the set
// says so. The bound for all is the certified worst case.

#ifndef TILEBASE_TESTS_RUNTIME_BOARD_BY_BOARD_H_
#define TILEBASE_TESTS_RUNTIME_BOARD_BY_BOARD_H_

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "runtime/lookup/policy_set.h"
#include "tables/board_text.h"
#include "tables/random_board.h"
#include "tests/effort.h"
#include "tests/runtime/built_set.h"

namespace tilebase {

inline Action ActionOf(const tilebase_probe_result& result) {
  return static_cast<Action>(std::strchr("LRUD", result.action) - "LRUD");
}

// Asks for each board until it is solved. Returns the number of moves, or -1 if they exceed the
// certified worst case or the answer is an error.
template <typename Ask>
int MovesHome(const PolicySet& set, Board board, Ask ask) {
  const int most = static_cast<int>(set.info().certified_worst_case);
  for (int moves = 0; moves <= most; ++moves) {
    tilebase_probe_result* const result = ask(board);
    if (result == nullptr) return -1;
    if (result->action == 0) return board.IsSolved() ? moves : -1;
    board.Apply(ActionOf(*result));
  }
  return -1;
}

inline int MovesByProbes(const PolicySet& set, const Board& board) {
  tilebase_probe_result result;
  return MovesHome(set, board, [&](const Board& now) {
    return set.Probe(now, &result) == TILEBASE_OK ? &result : nullptr;
  });
}

inline int MovesByHints(const PolicySet& set, const Board& board, tilebase_probe_result* hint) {
  return MovesHome(set, board, [&](const Board& now) {
    return set.Hint(now, hint) == TILEBASE_OK ? hint : nullptr;
  });
}

// Asks for a new hint for each board, like a program that keeps nothing between two boards.
inline int MovesByNewHints(const PolicySet& set, const Board& board) {
  tilebase_probe_result hint;
  return MovesHome(set, board, [&](const Board& now) {
    hint = {};
    return set.Hint(now, &hint) == TILEBASE_OK ? &hint : nullptr;
  });
}

inline int SolvedLength(const PolicySet& set, const Board& board) {
  SolveRequest request{board.tile};
  set.SolveLetters(&request);
  return static_cast<int>(request.count);
}

inline Board AfterRandomMoves(Board board, uint64_t moves, Random& random) {
  while (moves > 0) {
    const Action action = static_cast<Action>(random.Below(kActions));
    if (!board.CanApply(action)) continue;
    board.Apply(action);
    --moves;
  }
  return board;
}

// Plays some hints, then random moves, then hints to the end.
inline int MovesAfterWandering(const PolicySet& set, Board board, Random& random) {
  tilebase_probe_result hint = {};
  for (uint64_t left = random.Below(60); left > 0 && !board.IsSolved(); --left) {
    if (set.Hint(board, &hint) != TILEBASE_OK) return -1;
    board.Apply(ActionOf(hint));
  }
  return MovesByHints(set, AfterRandomMoves(board, random.Below(12), random), &hint);
}

inline void ExpectBoardsGetHome(const std::string& board, const std::string& plan) {
  SCOPED_TRACE(board + " " + plan);
  const BuiltSet built(board, plan, Codec::kZstd);
  const PolicySet& set = *built.policies;
  const bool probes_lead_home = !set.source().HasGrownStage();
  Random random(21);
  const int boards = Cases(10000, 2000, 500);
  int64_t by_hints = 0, by_new_hints = 0, solved = 0;
  for (int i = 0; i < boards; ++i) {
    const Board start = RandomSolvableBoard(set.info().geometry, random);
    tilebase_probe_result hint = {};
    const int length = SolvedLength(set, start);
    const int hints = MovesByHints(set, start, &hint);
    const int new_hints = MovesByNewHints(set, start);
    ASSERT_GE(hints, 0) << ToString(start);
    ASSERT_GE(new_hints, 0) << ToString(start);
    ASSERT_GE(MovesAfterWandering(set, start, random), 0) << ToString(start);
    if (probes_lead_home) {
      ASSERT_EQ(hints, length) << ToString(start);
      ASSERT_EQ(new_hints, length) << ToString(start);
      ASSERT_EQ(MovesByProbes(set, start), length) << ToString(start);
    }
    by_hints += hints;
    by_new_hints += new_hints;
    solved += length;
  }
  const auto mean = [&](int64_t sum) { return static_cast<double>(sum) / boards; };
  std::printf(
      "%s %s: %d/%d boards home by hints%s; moves on average: solved %.1f, by hints %.1f, "
      "by new hints %.1f\n",
      board.c_str(), plan.c_str(), boards, boards, probes_lead_home ? " and by probes" : "",
      mean(solved), mean(by_hints), mean(by_new_hints));
}

}  // namespace tilebase

#endif  // TILEBASE_TESTS_RUNTIME_BOARD_BY_BOARD_H_
