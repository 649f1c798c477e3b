// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The C interface from outside: boards of any size.

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "runtime/any/any_solver.h"
#include "runtime/tilebase.h"
#include "tables/random_board.h"
#include "tests/runtime/open_ladder.h"

namespace tilebase {
namespace {

// Boards of any size, by a set of 4x4 windows.
class AnySizeTest : public testing::Test {
 protected:
  AnySizeTest() : built_("4x4", kWindowPlan, Codec::kZstd) {
    EXPECT_EQ(tilebase_open(built_.path.c_str(), 0, &set_, nullptr, 0), TILEBASE_OK);
  }
  ~AnySizeTest() override { tilebase_close(set_); }

  static int Append(void* context, const char* letters, size_t count) {
    static_cast<std::string*>(context)->append(letters, count);
    return 0;
  }
  static int Refuse(void*, const char*, size_t) { return 1; }

  int Solve(uint32_t width, uint32_t height, const std::vector<uint32_t>& board,
            tilebase_receive receive = Append) {
    letters_.clear();
    return tilebase_solve_any(set_, width, height, board.data(), board.size(), receive, &letters_,
                              &count_);
  }

  BuiltFile built_;
  tilebase_set* set_ = nullptr;
  std::string letters_;
  uint64_t count_ = 0;
};

TEST_F(AnySizeTest, ABoardIsSolvedInPieces) {
  Random random(1);
  BigBoard board = BigBoard::RandomSolvable({30, 17}, random);
  std::vector<uint32_t> tiles;
  for (int cell = 0; cell < 30 * 17; ++cell)
    tiles.push_back(static_cast<uint32_t>(board.tile(cell)));
  ASSERT_EQ(Solve(30, 17, tiles), TILEBASE_OK);
  EXPECT_GT(count_, 4096u);
  EXPECT_EQ(letters_.size(), count_);
  for (const char letter : letters_)
    ASSERT_TRUE(board.Apply(static_cast<Action>(std::string_view("LRUD").find(letter))));
  EXPECT_TRUE(board.IsSolved());
}

TEST_F(AnySizeTest, EffortShortensASolution) {
  Random random(2);
  BigBoard board = BigBoard::RandomSolvable({9, 8}, random);
  std::vector<uint32_t> tiles;
  for (int cell = 0; cell < 9 * 8; ++cell) tiles.push_back(static_cast<uint32_t>(board.tile(cell)));
  ASSERT_EQ(Solve(9, 8, tiles), TILEBASE_OK);
  const uint64_t by_lookup = count_;
  letters_.clear();
  const auto solve = [&](tilebase_receive receive) {
    return tilebase_solve_any_effort(set_, 9, 8, tiles.data(), tiles.size(), 50'000, 0, receive,
                                     &letters_, &count_);
  };
  ASSERT_EQ(solve(Append), TILEBASE_OK);
  EXPECT_LT(count_, by_lookup);
  EXPECT_EQ(letters_.size(), count_);
  for (const char letter : letters_)
    ASSERT_TRUE(board.Apply(static_cast<Action>(std::string_view("LRUD").find(letter))));
  EXPECT_TRUE(board.IsSolved());
  EXPECT_EQ(solve(Refuse), TILEBASE_ERROR_STOPPED);
}

TEST_F(AnySizeTest, LargeBoardsComeInPiecesWhateverTheEffort) {
  Random random(3);
  const BigBoard board = BigBoard::RandomSolvable({70, 60}, random);
  std::vector<uint32_t> tiles;
  for (int cell = 0; cell < 70 * 60; ++cell)
    tiles.push_back(static_cast<uint32_t>(board.tile(cell)));
  ASSERT_EQ(Solve(70, 60, tiles), TILEBASE_OK);
  const std::string by_lookup = letters_;
  letters_.clear();
  const auto stop_after_some = [](void* context, const char* letters, size_t count) {
    Append(context, letters, count);
    return 1;
  };
  EXPECT_EQ(tilebase_solve_any_effort(set_, 70, 60, tiles.data(), tiles.size(), 1'000'000, 0,
                                      stop_after_some, &letters_, &count_),
            TILEBASE_ERROR_STOPPED);
  EXPECT_LT(letters_.size(), by_lookup.size() / 2);
  EXPECT_EQ(by_lookup.compare(0, letters_.size(), letters_), 0);
}

TEST_F(AnySizeTest, WhatIsWrongHasItsCode) {
  EXPECT_EQ(Solve(2, 2, {1, 2, 3, 0}), TILEBASE_OK);
  EXPECT_EQ(count_, 0u);
  EXPECT_EQ(Solve(2, 2, {2, 1, 3, 0}), TILEBASE_ERROR_UNSOLVABLE);
  EXPECT_EQ(Solve(2, 2, {1, 1, 3, 0}), TILEBASE_ERROR_BOARD);
  EXPECT_EQ(Solve(2, 2, {1, 2, 4, 0}), TILEBASE_ERROR_BOARD);
  EXPECT_EQ(Solve(2, 2, {1, 2, 3}), TILEBASE_ERROR_BOARD_SIZE);
  EXPECT_EQ(Solve(1, 4, {1, 2, 3, 0}), TILEBASE_ERROR_BOARD_SIZE);
  EXPECT_EQ(Solve(1'000'000, 1'000'000, {1, 2, 3, 0}), TILEBASE_ERROR_BOARD_SIZE);
  EXPECT_EQ(Solve(1u << 31, 2, {}), TILEBASE_ERROR_ARGUMENT);  // no board at all
  EXPECT_EQ(Solve(2, 2, {1, 2, 0, 3}, nullptr), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(Solve(2, 2, {1, 2, 0, 3}, Refuse), TILEBASE_ERROR_STOPPED);
  EXPECT_EQ(count_, 1u);
}

TEST_F(CApiTest, ASetWithoutWindowsSolvesNoOtherSize) {
  const uint32_t board[] = {1, 2, 0, 3};
  EXPECT_EQ(
      tilebase_solve_any(
          set_, 2, 2, board, 4, [](void*, const char*, size_t) { return 0; }, nullptr, nullptr),
      TILEBASE_ERROR_SUBPROBLEM);
}

}  // namespace
}  // namespace tilebase
