// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/optimal_scramble.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tables/board_text.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

std::unique_ptr<OptimalSearch> Opened(const BuiltFile& built) {
  return *OptimalSearch::Open(built.path, 1);
}

size_t Shortest(const OptimalSearch& search, const Board& board) {
  return search.Moves(search.Solve(board, {}).letters);
}

TEST(OptimalScramblerTest, FindsEveryLengthForEverySeed) {
  const BuiltFile built("3x3", "pattern:4-4", Codec::kZstd);
  const auto search = Opened(built);
  // 221 of the 181,440 boards have 30 moves, 2 have 31, and 2 have one.
  for (const uint64_t moves : {0, 1, 5, 14, 22, 28, 30, 31}) {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      OptimalScrambler scrambler(*search, Destination(Board::Solved({3, 3})),
                                 {.min_moves = moves, .max_moves = moves, .seed = seed});
      scrambler.Start();
      Board board;
      ASSERT_EQ(scrambler.Make(3, &board), moves) << seed;
      EXPECT_EQ(Shortest(*search, board), moves);
    }
  }
}

TEST(OptimalScramblerTest, BoardsAreThoseOfTheirNumberAndSeed) {
  const BuiltFile built("3x3", "pattern:4-4", Codec::kZstd);
  const auto search = Opened(built);
  for (const uint64_t moves : {22, 30}) {
    std::set<std::string> seen;
    for (uint64_t number = 0; number < 5; ++number) {
      Board board, again;
      OptimalScrambler one(*search, Destination(Board::Solved({3, 3})),
                           {.min_moves = moves, .max_moves = moves + 1});
      one.Start();
      EXPECT_EQ(one.is_uniform(), moves == 22);
      ASSERT_TRUE(one.Make(number, &board));
      ASSERT_TRUE(one.Make(number, &again));
      EXPECT_EQ(board, again);
      seen.insert(ToString(board));
    }
    EXPECT_GE(seen.size(), 4u);
  }
}

TEST(OptimalScramblerTest, GivesUpAfterItsTries) {
  const BuiltFile built("3x3", "pattern:4-4", Codec::kZstd);
  const auto search = Opened(built);
  OptimalScrambler none(*search, Destination(Board::Solved({3, 3})),
                        {.min_moves = 32, .max_moves = 40, .tries = 50});
  none.Start();
  Board board;
  EXPECT_FALSE(none.Make(0, &board));
  const std::atomic<bool> cancel = true;
  OptimalScrambler stopped(*search, Destination(Board::Solved({3, 3})),
                           {.min_moves = 32, .max_moves = 40, .cancel = &cancel});
  stopped.Start();
  EXPECT_FALSE(stopped.Make(0, &board));
}

}  // namespace
}  // namespace tilebase
