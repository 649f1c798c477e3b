// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The C interface from outside: codes, buffers, misuse.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "runtime/any/any_solver.h"
#include "runtime/tilebase.h"
#include "tables/image/image_writer.h"
#include "tables/random_board.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

using testing::HasSubstr;

class CApiTest : public testing::Test {
 protected:
  CApiTest() : built_("4x4", "ladder:1", Codec::kZstd) {
    EXPECT_EQ(tilebase_open(built_.path.c_str(), TILEBASE_CHECK_CONTENT, &set_, nullptr, 0),
              TILEBASE_OK);
  }
  ~CApiTest() override { tilebase_close(set_); }

  BuiltSet built_;
  tilebase_set* set_ = nullptr;
  // The board of the paper's figure 1.
  const uint8_t board_[16] = {15, 10, 0, 13, 11, 4, 1, 12, 3, 7, 9, 8, 2, 14, 6, 5};
};

TEST_F(CApiTest, InfoTellsTheSetAndRespectsTheCallersSize) {
  tilebase_set_info info;
  std::memset(&info, 0xee, sizeof(info));
  ASSERT_EQ(tilebase_info(set_, &info, sizeof(info)), TILEBASE_OK);
  EXPECT_EQ(info.width, 4u);
  EXPECT_EQ(info.height, 4u);
  EXPECT_EQ(info.stages, 15u);
  EXPECT_EQ(info.tables, 27u);
  EXPECT_EQ(info.certified_worst_case, 288u);
  EXPECT_EQ(info.probes_lead_home, 0u);  // {4}|{1-3} grows
  EXPECT_EQ(info.file_bytes, std::filesystem::file_size(built_.path));
  std::memset(&info, 0xee, sizeof(info));
  ASSERT_EQ(tilebase_info(set_, &info, 8), TILEBASE_OK);
  EXPECT_EQ(info.height, 4u);
  EXPECT_EQ(info.stages, 0xeeeeeeeeu);
}

TEST_F(CApiTest, SolvesIntoABufferThatIsJustLongEnough) {
  char actions[512];
  size_t count = 0;
  ASSERT_EQ(tilebase_solve(set_, board_, 16, actions, sizeof(actions), &count), TILEBASE_OK);
  EXPECT_EQ(std::strlen(actions), count);
  const std::string solution = actions;
  for (size_t capacity = 0; capacity <= count; ++capacity) {
    std::memset(actions, '#', sizeof(actions));
    size_t needed = 0;
    ASSERT_EQ(tilebase_solve(set_, board_, 16, actions, capacity, &needed), TILEBASE_ERROR_BUFFER);
    ASSERT_EQ(needed, count);
    ASSERT_EQ(actions[capacity], '#');
  }
  ASSERT_EQ(tilebase_solve(set_, board_, 16, actions, count + 1, nullptr), TILEBASE_OK);
  EXPECT_EQ(actions, solution);
}

TEST_F(CApiTest, ASolvedBoardNeedsNoActions) {
  uint8_t solved[16];
  for (int cell = 0; cell < 16; ++cell) solved[cell] = static_cast<uint8_t>((cell + 1) % 16);
  char actions[1] = {'#'};
  size_t count = 9;
  EXPECT_EQ(tilebase_solve(set_, solved, 16, actions, 1, &count), TILEBASE_OK);
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(actions[0], 0);
  tilebase_probe_result probe;
  ASSERT_EQ(tilebase_probe(set_, solved, 16, &probe, sizeof(probe)), TILEBASE_OK);
  EXPECT_EQ(probe.goal, 0u);
  EXPECT_EQ(probe.stage, 15u);
}

TEST_F(CApiTest, EvenNoActionsNeedRoomForTheirEnd) {
  uint8_t board[16];
  for (int i = 0; i < 16; ++i) board[i] = static_cast<uint8_t>((i + 1) % 16);
  size_t count = 9;
  EXPECT_EQ(tilebase_solve(set_, board, 16, nullptr, 0, &count), TILEBASE_ERROR_BUFFER);
  EXPECT_EQ(count, 0u);
}

TEST_F(CApiTest, BadBoardsGetTheirCode) {
  char actions[512];
  uint8_t board[16];
  auto solve = [&](size_t size) {
    return tilebase_solve(set_, board, size, actions, sizeof(actions), nullptr);
  };
  std::memcpy(board, board_, 16);
  EXPECT_EQ(solve(9), TILEBASE_ERROR_BOARD_SIZE);
  EXPECT_EQ(solve(0), TILEBASE_ERROR_BOARD_SIZE);
  board[3] = 10;
  EXPECT_EQ(solve(16), TILEBASE_ERROR_BOARD);
  board[3] = 255;
  EXPECT_EQ(solve(16), TILEBASE_ERROR_BOARD);
  std::memcpy(board, board_, 16);
  std::swap(board[0], board[1]);
  EXPECT_EQ(solve(16), TILEBASE_ERROR_UNSOLVABLE);
}

TEST_F(CApiTest, EffortShortensAndNeverLengthens) {
  ASSERT_EQ(tilebase_prepare_effort(set_, 2, nullptr, 0), TILEBASE_OK);
  char actions[512];
  size_t count = 0;
  ASSERT_EQ(tilebase_solve(set_, board_, 16, actions, sizeof(actions), &count), TILEBASE_OK);
  const size_t plain = count;
  size_t before = plain;
  for (const uint64_t lookups : {0, 100, 1000, 10000}) {
    ASSERT_EQ(tilebase_solve_effort(set_, board_, 16, lookups, 0, actions, sizeof(actions), &count),
              TILEBASE_OK);
    EXPECT_EQ(std::strlen(actions), count);
    EXPECT_LE(count, before);
    before = count;
  }
  EXPECT_LT(before, plain);
  ASSERT_EQ(tilebase_solve_effort(set_, board_, 16, 0, 500, actions, sizeof(actions), &count),
            TILEBASE_OK);
  EXPECT_LE(count, plain);

  char few[8] = "xxxxxxx";
  EXPECT_EQ(tilebase_solve_effort(set_, board_, 16, 10000, 0, few, 4, &count),
            TILEBASE_ERROR_BUFFER);
  EXPECT_EQ(count, before);
  EXPECT_EQ(few[4], 'x');
  uint8_t odd[16];
  std::memcpy(odd, board_, sizeof(odd));
  std::swap(odd[0], odd[1]);
  EXPECT_EQ(tilebase_solve_effort(set_, odd, 16, 100, 0, actions, sizeof(actions), &count),
            TILEBASE_ERROR_UNSOLVABLE);
  EXPECT_EQ(tilebase_solve_effort(set_, board_, 9, 100, 0, actions, sizeof(actions), &count),
            TILEBASE_ERROR_BOARD_SIZE);
  EXPECT_EQ(tilebase_solve_effort(nullptr, board_, 16, 100, 0, actions, sizeof(actions), &count),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_solve_effort(set_, board_, 16, 100, 0, nullptr, 1, &count),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_prepare_effort(nullptr, 1, nullptr, 0), TILEBASE_ERROR_ARGUMENT);
}

TEST_F(CApiTest, ABatchAnswersEachBoardAsASingleCallDoes) {
  Random random(4);
  std::vector<uint8_t> boards;
  for (int i = 0; i < 100; ++i) {
    const Board board = RandomSolvableBoard({4, 4}, random);
    boards.insert(boards.end(), board.tile, board.tile + 16);
  }
  boards[16 * 7] = boards[16 * 7 + 1];                  // not a board
  std::swap(boards[16 * 40 + 2], boards[16 * 40 + 3]);  // not solvable, unless the blank moved
  for (const size_t capacity : {size_t{289}, size_t{120}, size_t{1}, size_t{0}}) {
    std::vector<char> actions(100 * capacity + 1, '#');
    std::vector<size_t> counts(100, 9999);
    std::vector<int> codes(100, -1);
    int first = TILEBASE_OK;
    const int code = tilebase_solve_batch(set_, boards.data(), 16, 100, actions.data(), capacity,
                                          counts.data(), codes.data());
    EXPECT_EQ(actions.back(), '#');
    for (size_t i = 0; i < 100; ++i) {
      char alone[512] = "";
      size_t count = 0;
      ASSERT_EQ(tilebase_solve(set_, &boards[16 * i], 16, alone, capacity, &count), codes[i]);
      if (first == TILEBASE_OK) first = codes[i];
      ASSERT_EQ(counts[i], count);
      if (codes[i] != TILEBASE_OK) alone[0] = 0;
      if (capacity != 0) {
        ASSERT_STREQ(&actions[i * capacity], alone);
      }
    }
    EXPECT_EQ(code, first);
    EXPECT_EQ(codes[7], TILEBASE_ERROR_BOARD);
  }
  EXPECT_EQ(tilebase_solve_batch(set_, nullptr, 16, 0, nullptr, 0, nullptr, nullptr), TILEBASE_OK);
}

TEST_F(CApiTest, AHintCarriesTheSubproblemUnderWay) {
  tilebase_probe_result hint = {};
  uint8_t board[16];
  std::memcpy(board, board_, 16);
  char actions[512];
  ASSERT_EQ(tilebase_solve(set_, board, 16, actions, sizeof(actions), nullptr), TILEBASE_OK);
  for (const char* action = actions; *action != 0; ++action) {
    ASSERT_EQ(tilebase_hint(set_, board, 16, &hint, sizeof(hint)), TILEBASE_OK);
    ASSERT_EQ(hint.action, *action);
    const int blank = static_cast<int>(std::find(board, board + 16, 0) - board);
    const int step = hint.action == 'L' ? 1 : hint.action == 'R' ? -1 : hint.action == 'U' ? 4 : -4;
    std::swap(board[blank], board[blank + step]);
  }
  ASSERT_EQ(tilebase_hint(set_, board, 16, &hint, sizeof(hint)), TILEBASE_OK);
  EXPECT_EQ(hint.action, 0);
  EXPECT_EQ(hint.goal, 0u);
  // The same struct serves the next game.
  ASSERT_EQ(tilebase_hint(set_, board_, 16, &hint, sizeof(hint)), TILEBASE_OK);
  EXPECT_EQ(hint.action, actions[0]);
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

TEST_F(CApiTest, MisuseOfABatchIsAnError) {
  char actions[512];
  EXPECT_EQ(tilebase_solve_batch(nullptr, board_, 16, 1, actions, 512, nullptr, nullptr),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_solve_batch(set_, nullptr, 16, 1, actions, 512, nullptr, nullptr),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_solve_batch(set_, board_, 16, 1, nullptr, 512, nullptr, nullptr),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_solve_batch(set_, board_, 8, 2, actions, 256, nullptr, nullptr),
            TILEBASE_ERROR_BOARD_SIZE);
}

// Nothing is read or written: the pointers are to one board and one buffer.
TEST_F(CApiTest, ArraysThatNoMemoryHoldsAreRefused) {
  char actions[512] = "";
  uint8_t board[16];
  std::memcpy(board, board_, 16);
  const size_t huge = size_t{1} << 60;
  const auto batch = [&](size_t boards, size_t capacity) {
    return tilebase_solve_batch(set_, board, 16, boards, actions, capacity, nullptr, nullptr);
  };
  EXPECT_EQ(batch(huge, 512), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(batch(huge, 0), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(batch(SIZE_MAX, 512), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(batch(32, huge), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(batch(1, SIZE_MAX), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_solve(set_, board, 16, actions, SIZE_MAX, nullptr), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_solve_effort(set_, board, 16, 100, 0, actions, SIZE_MAX, nullptr),
            TILEBASE_ERROR_ARGUMENT);
  const tilebase_scramble_wish wish = {10, 100, 1, 0};
  EXPECT_EQ(tilebase_scramble(set_, &wish, sizeof(wish), board, 16, huge, nullptr, nullptr),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_STREQ(actions, "");
}

TEST_F(CApiTest, ASetOfPatternsAloneIsCalledThat) {
  const BuiltFile patterns("3x3", "pattern:4-4", Codec::kZstd);
  tilebase_set* set = nullptr;
  char message[300] = "";
  EXPECT_EQ(tilebase_open(patterns.path.c_str(), 0, &set, message, sizeof(message)),
            TILEBASE_ERROR_NO_STAGES);
  EXPECT_EQ(set, nullptr);
  EXPECT_THAT(message, HasSubstr("pattern:4-4 has no stages to solve by"));
  EXPECT_THAT(tilebase_error_text(TILEBASE_ERROR_NO_STAGES), HasSubstr("patterns alone"));
}

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

// Shortcuts take no memory from look-ahead, so no budget is too large for it.
TEST_F(CApiTest, MoreMemoryNeverMakesEffortFail) {
  bool was_enough = false;
  for (uint64_t bytes = 20'000; bytes < 1'400'000; bytes += 20'000) {
    tilebase_open_options options = {};
    options.memory_bytes = bytes;
    tilebase_set* set = nullptr;
    int code = tilebase_open_with(built_.path.c_str(), &options, sizeof(options), &set, nullptr, 0);
    if (code == TILEBASE_OK) code = tilebase_prepare_effort(set, 1, nullptr, 0);
    if (code == TILEBASE_OK) {
      tilebase_set_info info = {};
      ASSERT_EQ(tilebase_info(set, &info, sizeof(info)), TILEBASE_OK);
      EXPECT_LE(info.memory_bytes, bytes);
    }
    tilebase_close(set);
    EXPECT_FALSE(was_enough && code != TILEBASE_OK) << bytes << ": " << code;
    was_enough |= code == TILEBASE_OK;
  }
  EXPECT_TRUE(was_enough);
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

  // Half the boards from the same seed are the first half; counts and nature may be left out.
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

TEST_F(CApiTest, OpensWithOptions) {
  tilebase_open_options options = {};
  tilebase_set* set = nullptr;
  char message[300] = "";
  const auto open = [&](size_t size) {
    tilebase_close(set);
    return tilebase_open_with(built_.path.c_str(), &options, size, &set, message, sizeof(message));
  };
  tilebase_set_info info = {};
  ASSERT_EQ(open(sizeof(options)), TILEBASE_OK);
  ASSERT_EQ(tilebase_info(set, &info, sizeof(info)), TILEBASE_OK);
  const uint64_t with_shortcuts = info.memory_bytes;
  ASSERT_EQ(open(0), TILEBASE_OK);  // from a header older than all options

  options.shortcut_bytes = TILEBASE_NO_SHORTCUTS;
  ASSERT_EQ(open(sizeof(options)), TILEBASE_OK);
  ASSERT_EQ(tilebase_info(set, &info, sizeof(info)), TILEBASE_OK);
  EXPECT_LT(info.memory_bytes, with_shortcuts);
  options.memory_bytes = info.memory_bytes - 1;
  for (const uint32_t flags : {0u, TILEBASE_LAZY}) {
    options.flags = flags;
    message[0] = 0;
    EXPECT_EQ(open(sizeof(options)), TILEBASE_ERROR_MEMORY);
    EXPECT_EQ(set, nullptr);
    EXPECT_THAT(message, HasSubstr(std::to_string(options.memory_bytes)));
  }

  options.memory_bytes = 0;
  options.threads = 2;
  ASSERT_EQ(open(sizeof(options)), TILEBASE_OK);
  ASSERT_EQ(tilebase_info(set, &info, sizeof(info)), TILEBASE_OK);
  EXPECT_EQ(info.memory_bytes, 0u);
  EXPECT_EQ(tilebase_prepare(set, nullptr, 0), TILEBASE_OK);
  ASSERT_EQ(tilebase_info(set, &info, sizeof(info)), TILEBASE_OK);
  EXPECT_GT(info.memory_bytes, 0u);

  options.flags = 0x80;
  EXPECT_EQ(open(sizeof(options)), TILEBASE_ERROR_ARGUMENT);
  struct {
    tilebase_open_options known = {};
    uint64_t newer = 0;
  } future;
  tilebase_close(set);
  EXPECT_EQ(
      tilebase_open_with(built_.path.c_str(), &future.known, sizeof(future), &set, nullptr, 0),
      TILEBASE_OK);
  tilebase_close(set);
  future.newer = 1;
  EXPECT_EQ(
      tilebase_open_with(built_.path.c_str(), &future.known, sizeof(future), &set, nullptr, 0),
      TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_open_with(built_.path.c_str(), nullptr, 0, &set, nullptr, 0),
            TILEBASE_ERROR_ARGUMENT);
}

TEST_F(CApiTest, VerifiesASoundSetAndFindsAChangedByte) {
  char message[300] = "";
  EXPECT_EQ(tilebase_verify(set_, 2, message, sizeof(message)), TILEBASE_OK);
  EXPECT_STREQ(message, "");
  EXPECT_EQ(tilebase_verify(nullptr, 1, nullptr, 0), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_prepare(nullptr, nullptr, 0), TILEBASE_ERROR_ARGUMENT);

  BuiltSet raw("4x4", "ladder:4", Codec::kRaw);
  {
    std::fstream file(raw.path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(20000);  // amid the first table
    const int byte = file.get();
    file.seekp(20000);
    file.put(static_cast<char>(byte ^ 3));
  }
  tilebase_set* set = nullptr;
  ASSERT_EQ(tilebase_open(raw.path.c_str(), 0, &set, nullptr, 0), TILEBASE_OK);
  EXPECT_EQ(tilebase_verify(set, 1, message, sizeof(message)), TILEBASE_ERROR_DAMAGED);
  EXPECT_THAT(message, HasSubstr(raw.path));
  tilebase_close(set);
  EXPECT_EQ(tilebase_open(raw.path.c_str(), TILEBASE_CHECK_CONTENT, &set, nullptr, 0),
            TILEBASE_ERROR_DAMAGED);
}

// Memory that is enough for the tables, and not for more.
TEST_F(CApiTest, EffortKeepsToTheMemoryOfTheSet) {
  tilebase_open_options options = {};
  options.shortcut_bytes = TILEBASE_NO_SHORTCUTS;
  tilebase_set* set = nullptr;
  ASSERT_EQ(tilebase_open_with(built_.path.c_str(), &options, sizeof(options), &set, nullptr, 0),
            TILEBASE_OK);
  tilebase_set_info info = {};
  ASSERT_EQ(tilebase_info(set, &info, sizeof(info)), TILEBASE_OK);
  const uint64_t tables_alone = info.memory_bytes;
  ASSERT_EQ(tilebase_prepare_effort(set, 1, nullptr, 0), TILEBASE_OK);
  ASSERT_EQ(tilebase_info(set, &info, sizeof(info)), TILEBASE_OK);
  EXPECT_GT(info.memory_bytes, tables_alone);
  tilebase_close(set);

  options.memory_bytes = tables_alone;
  ASSERT_EQ(tilebase_open_with(built_.path.c_str(), &options, sizeof(options), &set, nullptr, 0),
            TILEBASE_OK);
  char message[300] = "";
  char actions[512];
  EXPECT_EQ(tilebase_prepare_effort(set, 1, message, sizeof(message)), TILEBASE_ERROR_MEMORY);
  EXPECT_STRNE(message, "");
  EXPECT_EQ(tilebase_solve_effort(set, board_, 16, 100, 0, actions, sizeof(actions), nullptr),
            TILEBASE_ERROR_MEMORY);
  EXPECT_EQ(tilebase_solve(set, board_, 16, actions, sizeof(actions), nullptr), TILEBASE_OK);
  tilebase_close(set);
}

TEST_F(CApiTest, WhatIsNotAskedForMayBeLeftOut) {
  char actions[2 * 512];
  ASSERT_EQ(tilebase_solve_effort(set_, board_, 16, 100, 0, actions, 512, nullptr), TILEBASE_OK);
  const std::string alone = actions;
  ASSERT_EQ(tilebase_solve(set_, board_, 16, actions, 512, nullptr), TILEBASE_OK);
  EXPECT_LE(alone.size(), std::strlen(actions));
  uint8_t boards[32];
  std::memcpy(boards, board_, 16);
  std::memcpy(boards + 16, board_, 16);
  EXPECT_EQ(tilebase_solve_batch(set_, boards, 16, 2, actions, 512, nullptr, nullptr), TILEBASE_OK);
  EXPECT_STREQ(actions, actions + 512);
  EXPECT_EQ(tilebase_solve_batch(set_, boards, 16, 0, nullptr, 512, nullptr, nullptr), TILEBASE_OK);
  char message[1] = {'x'};
  tilebase_set* set = nullptr;
  EXPECT_EQ(tilebase_open("/no/such/file", 0, &set, message, 0), TILEBASE_ERROR_FILE);
  EXPECT_EQ(message[0], 'x');
}

TEST_F(CApiTest, VerifiesPatterns) {
  const BuiltFile file("3x3", "rest + pattern:4-4", Codec::kZstd);
  tilebase_open_options options = {};
  options.flags = TILEBASE_LAZY;
  tilebase_set* set = nullptr;
  const auto open = [&] {
    return tilebase_open_with(file.path.c_str(), &options, sizeof(options), &set, nullptr, 0);
  };
  ASSERT_EQ(open(), TILEBASE_OK);
  EXPECT_EQ(tilebase_verify(set, 2, nullptr, 0), TILEBASE_OK);
  tilebase_close(set);
}

TEST_F(CApiTest, OpensWithLessMemoryThanItsTablesNeed) {
  const BuiltFile file("4x4", "1-5/6-11/rest", Codec::kZstd);
  tilebase_open_options options = {};
  tilebase_set_info info = {};
  std::string letters;
  for (const uint64_t memory : {0, 1'800'000}) {
    options.memory_bytes = memory;
    tilebase_set* set = nullptr;
    char message[300] = "";
    ASSERT_EQ(tilebase_open_with(file.path.c_str(), &options, sizeof(options), &set, message, 300),
              TILEBASE_OK)
        << message;
    char actions[512];
    ASSERT_EQ(tilebase_solve(set, board_, 16, actions, sizeof(actions), nullptr), TILEBASE_OK);
    if (memory == 0) letters = actions;
    EXPECT_EQ(actions, letters);
    ASSERT_EQ(tilebase_info(set, &info, sizeof(info)), TILEBASE_OK);
    EXPECT_EQ(info.memory_bytes <= 1'800'000, memory != 0);
    EXPECT_EQ(tilebase_prepare(set, nullptr, 0), TILEBASE_OK);
    if (memory != 0) {
      EXPECT_EQ(tilebase_prepare_effort(set, 1, message, 300), TILEBASE_ERROR_MEMORY);
      EXPECT_THAT(message, HasSubstr(file.path));
      EXPECT_EQ(tilebase_verify(set, 2, message, 300), TILEBASE_OK);
    }
    tilebase_close(set);
  }
}

// Of a plan of one stage, solutions are shortest ones.
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

TEST_F(CApiTest, NullIsAnErrorEverywhere) {
  char actions[512];
  tilebase_probe_result probe;
  tilebase_set_info info;
  EXPECT_EQ(tilebase_solve(nullptr, board_, 16, actions, 512, nullptr), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_solve(set_, nullptr, 16, actions, 512, nullptr), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_solve(set_, board_, 16, nullptr, 512, nullptr), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_probe(nullptr, board_, 16, &probe, sizeof(probe)), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_probe(set_, board_, 16, nullptr, sizeof(probe)), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_probe(set_, nullptr, 16, &probe, sizeof(probe)), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_solve_effort(set_, nullptr, 16, 100, 0, actions, 512, nullptr),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_probe_subproblem(nullptr, board_, 16, 1, 0, &probe, sizeof(probe)),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_probe_subproblem(set_, board_, 16, 1, 0, nullptr, sizeof(probe)),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_probe_subproblem(set_, nullptr, 16, 1, 0, &probe, sizeof(probe)),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_info(nullptr, &info, sizeof(info)), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_info(set_, nullptr, sizeof(info)), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_open(built_.path.c_str(), 0, nullptr, nullptr, 0), TILEBASE_ERROR_ARGUMENT);
  tilebase_set* set = set_;
  EXPECT_EQ(tilebase_open(nullptr, 0, &set, nullptr, 0), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(set, nullptr);
  EXPECT_EQ(tilebase_open(built_.path.c_str(), 0x80, &set, nullptr, 0), TILEBASE_ERROR_ARGUMENT);
  tilebase_close(nullptr);
}

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

TEST_F(CApiTest, FilesThatCannotBeUsedGetTheirCodeAndAMessage) {
  tilebase_set* set = nullptr;
  char message[200];
  EXPECT_EQ(tilebase_open("/no/such/file", 0, &set, message, sizeof(message)), TILEBASE_ERROR_FILE);
  EXPECT_THAT(message, HasSubstr("/no/such/file"));
  const std::string path = (built_.directory / "text").string();
  std::ofstream(path) << "no tables here";
  EXPECT_EQ(tilebase_open(path.c_str(), 0, &set, message, sizeof(message)), TILEBASE_ERROR_FORMAT);
  std::filesystem::resize_file(built_.path, std::filesystem::file_size(built_.path) - 1);
  EXPECT_EQ(tilebase_open(built_.path.c_str(), 0, &set, message, 8), TILEBASE_ERROR_DAMAGED);
  EXPECT_EQ(std::strlen(message), 7u);
  EXPECT_EQ(set, nullptr);
}

TEST_F(CApiTest, OpensAnImageFromMemoryAndFromAFile) {
  std::string image;
  ASSERT_TRUE(WriteImage(built_.policies->source(), {}, [&](Bytes bytes) {
                image.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
                return absl::OkStatus();
              }).ok());
  const std::string path = (built_.directory / "image").string();
  std::ofstream(path, std::ios::binary) << image;
  char expected[512];
  ASSERT_EQ(tilebase_solve(set_, board_, 16, expected, sizeof(expected), nullptr), TILEBASE_OK);
  for (const bool from_memory : {true, false}) {
    tilebase_set* set = nullptr;
    ASSERT_EQ(from_memory ? tilebase_open_image(image.data(), image.size(), TILEBASE_CHECK_CONTENT,
                                                &set, nullptr, 0)
                          : tilebase_open(path.c_str(), 0, &set, nullptr, 0),
              TILEBASE_OK);
    char actions[512];
    EXPECT_EQ(tilebase_solve(set, board_, 16, actions, sizeof(actions), nullptr), TILEBASE_OK);
    EXPECT_STREQ(actions, expected);
    tilebase_close(set);
  }
}

TEST_F(CApiTest, ImagesThatCannotBeUsedGetTheirCodeAndAMessage) {
  std::string image;
  ASSERT_TRUE(WriteImage(built_.policies->source(), {}, [&](Bytes bytes) {
                image.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
                return absl::OkStatus();
              }).ok());
  tilebase_set* set = set_;
  char message[200] = "";
  const auto open = [&](const std::string& bytes) {
    return tilebase_open_image(bytes.data(), bytes.size(), 0, &set, message, sizeof(message));
  };
  EXPECT_EQ(open("no tables here"), TILEBASE_ERROR_FORMAT);
  EXPECT_THAT(message, HasSubstr("image in memory"));
  EXPECT_EQ(open(""), TILEBASE_ERROR_FORMAT);
  EXPECT_EQ(open(image.substr(0, image.size() - 16)), TILEBASE_ERROR_DAMAGED);
  image[12] = 2;
  EXPECT_EQ(open(image), TILEBASE_ERROR_VERSION);
  EXPECT_EQ(set, nullptr);
  EXPECT_EQ(tilebase_open_image(nullptr, 0, 0, &set, message, sizeof(message)),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_open_image(image.data(), image.size(), 0x80, &set, nullptr, 0),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_open_image(image.data(), image.size(), 0, nullptr, nullptr, 0),
            TILEBASE_ERROR_ARGUMENT);
}

TEST(CApiTextTest, EveryCodeHasAText) {
  for (int code = 0; code <= TILEBASE_ERROR_NOT_FOUND; ++code)
    EXPECT_STRNE(tilebase_error_text(code), tilebase_error_text(12345)) << code;
  EXPECT_STREQ(tilebase_error_text(-1), "unknown error");
  EXPECT_THAT(tilebase_version(), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

}  // namespace
}  // namespace tilebase
