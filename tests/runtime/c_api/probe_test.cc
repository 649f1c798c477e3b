// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The C interface from outside: probes, hints, scrambles.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "runtime/tilebase.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

TEST_F(CApiTest, ProbesTheStageAndAnyTableOfTheSet) {
  tilebase_probe_result probe;
  ASSERT_EQ(tilebase_probe(set_, board_, 16, &probe, sizeof(probe)), TILEBASE_OK);
  EXPECT_EQ(probe.goal, 1u);
  EXPECT_EQ(probe.fixed, 0u);
  EXPECT_EQ(probe.remaining, 9);
  EXPECT_EQ(probe.after[3], -1);  // no tile above the blank
  const tilebase_probe_result of_stage = probe;
  ASSERT_EQ(tilebase_probe_subproblem(set_, board_, 16, 0x1, 0, &probe, sizeof(probe)),
            TILEBASE_OK);
  EXPECT_EQ(probe.remaining, of_stage.remaining);
  EXPECT_EQ(tilebase_probe_subproblem(set_, board_, 16, 0x2, 0x1, &probe, sizeof(probe)),
            TILEBASE_ERROR_FIXED);
  const uint8_t bad[16] = {};
  EXPECT_EQ(tilebase_probe(set_, bad, 16, &probe, sizeof(probe)), TILEBASE_ERROR_BOARD);
  EXPECT_EQ(tilebase_probe_subproblem(set_, bad, 16, 0x1, 0, &probe, sizeof(probe)),
            TILEBASE_ERROR_BOARD);
  EXPECT_EQ(tilebase_probe_subproblem(set_, board_, 16, 0x30, 0, &probe, sizeof(probe)),
            TILEBASE_ERROR_SUBPROBLEM);
}

TEST_F(CApiTest, HintsLeadHomeWithTheLastOneAndWithoutIt) {
  tilebase_set_info info = {};
  ASSERT_EQ(tilebase_info(set_, &info, sizeof(info)), TILEBASE_OK);
  tilebase_probe_result hint = {};  // the same struct serves the next game
  for (const bool is_passed_on : {true, false}) {
    uint8_t board[16];
    std::memcpy(board, board_, 16);
    for (uint32_t moves = 0; moves <= info.certified_worst_case; ++moves) {
      if (!is_passed_on) hint = {};
      ASSERT_EQ(tilebase_hint(set_, board, 16, &hint, sizeof(hint)), TILEBASE_OK);
      if (hint.action == 0) break;
      const int blank = static_cast<int>(std::find(board, board + 16, 0) - board);
      const int step = hint.action == 'L'   ? 1
                       : hint.action == 'R' ? -1
                       : hint.action == 'U' ? 4
                                            : -4;
      std::swap(board[blank], board[blank + step]);
    }
    EXPECT_EQ(hint.action, 0);
    EXPECT_EQ(hint.goal, 0u);
    for (int cell = 0; cell < 16; ++cell) EXPECT_EQ(board[cell], (cell + 1) % 16);
  }
}

TEST_F(CApiTest, MisuseOfAHintIsAnErrorAndChangesNothing) {
  tilebase_probe_result hint = {};
  hint.goal = 5;
  hint.stage = 99;
  EXPECT_EQ(tilebase_hint(set_, board_, 16, &hint, sizeof(hint)), TILEBASE_ERROR_SUBPROBLEM);
  EXPECT_EQ(tilebase_hint(nullptr, board_, 16, &hint, sizeof(hint)), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_hint(set_, nullptr, 16, &hint, sizeof(hint)), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_hint(set_, board_, 16, nullptr, sizeof(hint)), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_hint(set_, board_, 16, &hint, 15), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_hint(set_, board_, 9, &hint, sizeof(hint)), TILEBASE_ERROR_BOARD_SIZE);
  EXPECT_EQ(hint.goal, 5u);
  EXPECT_EQ(hint.stage, 99u);
}

TEST_F(CApiTest, ScramblesAreAsDifficultAsWished) {
  tilebase_scramble_wish wish = {};
  uint8_t boards[20 * 16];
  size_t counts[20];
  unsigned nature = 99;
  const auto scramble = [&](uint32_t min_moves, uint32_t max_moves) {
    wish.min_moves = min_moves;
    wish.max_moves = max_moves;
    return tilebase_scramble(set_, &wish, sizeof(wish), boards, 16, 20, counts, &nature);
  };
  const auto expect_counts = [&] {
    for (size_t i = 0; i < 20; ++i) {
      size_t count = 0;
      EXPECT_EQ(tilebase_solve(set_, boards + 16 * i, 16, nullptr, 0, &count),
                TILEBASE_ERROR_BUFFER);
      EXPECT_EQ(count, counts[i]);
      EXPECT_GE(count, wish.min_moves);
      EXPECT_LE(count, wish.max_moves);
    }
  };
  ASSERT_EQ(scramble(100, 120), TILEBASE_OK);
  EXPECT_EQ(nature, TILEBASE_SCRAMBLE_UNIFORM);
  expect_counts();
  ASSERT_EQ(scramble(10, 12), TILEBASE_OK);
  EXPECT_EQ(nature, 0u);
  expect_counts();

  // Half as many boards from the same seed are the first half; counts and nature may be left out.
  const std::vector<uint8_t> all(boards, boards + sizeof(boards));
  EXPECT_EQ(tilebase_scramble(set_, &wish, sizeof(wish), boards, 16, 10, nullptr, nullptr),
            TILEBASE_OK);
  EXPECT_EQ(std::vector<uint8_t>(boards, boards + sizeof(boards)), all);
  wish.seed = 1;
  EXPECT_EQ(tilebase_scramble(set_, &wish, sizeof(wish), boards, 16, 10, nullptr, nullptr),
            TILEBASE_OK);
  EXPECT_NE(std::vector<uint8_t>(boards, boards + sizeof(boards)), all);
}

TEST_F(CApiTest, MisuseOfScrambleIsAnError) {
  tilebase_scramble_wish wish = {};
  wish.min_moves = 100;
  wish.max_moves = 120;
  uint8_t boards[32];
  std::memset(boards, '#', sizeof(boards));
  const auto scramble = [&](size_t size, size_t count) {
    return tilebase_scramble(set_, &wish, sizeof(wish), boards, size, count, nullptr, nullptr);
  };
  EXPECT_EQ(tilebase_scramble(nullptr, &wish, sizeof(wish), boards, 16, 1, nullptr, nullptr),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_scramble(set_, nullptr, sizeof(wish), boards, 16, 1, nullptr, nullptr),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_scramble(set_, &wish, sizeof(wish), nullptr, 16, 1, nullptr, nullptr),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(scramble(9, 1), TILEBASE_ERROR_BOARD_SIZE);
  wish.max_moves = 99;
  EXPECT_EQ(scramble(16, 1), TILEBASE_ERROR_ARGUMENT);
  wish.min_moves = wish.max_moves = 289;  // one more than any board needs
  EXPECT_EQ(scramble(16, 1), TILEBASE_ERROR_NOT_FOUND);
  wish.min_moves = wish.max_moves = UINT32_MAX;
  EXPECT_EQ(scramble(16, 1), TILEBASE_ERROR_NOT_FOUND);
  wish.min_moves = wish.max_moves = 288;
  wish.tries = 1000;
  EXPECT_EQ(scramble(16, 1), TILEBASE_ERROR_NOT_FOUND);
  for (const uint8_t byte : boards) EXPECT_EQ(byte, '#');
  wish.min_moves = 0;
  EXPECT_EQ(scramble(16, 1), TILEBASE_OK);
  EXPECT_EQ(boards[16], '#');
  EXPECT_EQ(tilebase_scramble(set_, &wish, sizeof(wish), nullptr, 16, 0, nullptr, nullptr),
            TILEBASE_OK);
  struct {
    tilebase_scramble_wish known = {};
    uint64_t newer = 1;
  } future;
  EXPECT_EQ(tilebase_scramble(set_, &future.known, sizeof(future), boards, 16, 1, nullptr, nullptr),
            TILEBASE_ERROR_ARGUMENT);
}

// The solutions of a plan of one stage are shortest ones.
TEST_F(CApiTest, ScramblesOfOneStageAreOptimal) {
  const BuiltFile file("3x3", "rest", Codec::kZstd);
  tilebase_set* set = nullptr;
  ASSERT_EQ(tilebase_open(file.path.c_str(), 0, &set, nullptr, 0), TILEBASE_OK);
  tilebase_scramble_wish wish = {};
  wish.min_moves = wish.max_moves = 20;
  uint8_t boards[9];
  unsigned nature = 0;
  EXPECT_EQ(tilebase_scramble(set, &wish, sizeof(wish), boards, 9, 1, nullptr, &nature),
            TILEBASE_OK);
  EXPECT_EQ(nature, TILEBASE_SCRAMBLE_OPTIMAL | TILEBASE_SCRAMBLE_UNIFORM);
  tilebase_close(set);
}

}  // namespace
}  // namespace tilebase
