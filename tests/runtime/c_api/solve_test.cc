// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/search/any_solver.h"
#include "runtime/tilebase.h"
#include "tables/random_board.h"
#include "tests/runtime/asked.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

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
  for (const uint64_t boards : {0, 100, 1000, 10000}) {
    ASSERT_EQ(AskWithin(set_, board_, boards, 0, actions, sizeof(actions), &count), TILEBASE_OK);
    EXPECT_EQ(std::strlen(actions), count);
    EXPECT_LE(count, before);
    before = count;
  }
  EXPECT_LT(before, plain);
  ASSERT_EQ(AskWithin(set_, board_, 0, 500, actions, sizeof(actions), &count), TILEBASE_OK);
  EXPECT_LE(count, plain);

  char few[8] = "xxxxxxx";
  EXPECT_EQ(AskWithin(set_, board_, 10000, 0, few, 4, &count), TILEBASE_ERROR_BUFFER);
  EXPECT_EQ(count, before);
  EXPECT_EQ(few[4], 'x');
  uint8_t odd[16];
  std::memcpy(odd, board_, sizeof(odd));
  std::swap(odd[0], odd[1]);
  EXPECT_EQ(AskWithin(set_, odd, 100, 0, actions, sizeof(actions), &count),
            TILEBASE_ERROR_UNSOLVABLE);
  tilebase_question other = {};
  other.board = board_;
  other.width = other.height = 3;
  EXPECT_EQ(tilebase_ask(set_, &other, sizeof(other), nullptr, 0), TILEBASE_ERROR_BOARD_SIZE);
  EXPECT_EQ(AskWithin(nullptr, board_, 100, 0, actions, sizeof(actions), &count),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(AskWithin(set_, board_, 100, 0, nullptr, 1, &count), TILEBASE_ERROR_ARGUMENT);
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
  EXPECT_EQ(AskWithin(set_, board, 100, 0, actions, SIZE_MAX, nullptr), TILEBASE_ERROR_ARGUMENT);
  const tilebase_scramble_wish wish = {10, 100, 1, 0, 0};
  EXPECT_EQ(tilebase_scramble(set_, &wish, sizeof(wish), board, 16, huge, nullptr, nullptr),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_STREQ(actions, "");
}

// Shortcuts take no memory from look-ahead, so no limit is too large for it.
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

// The memory is enough for the tables, and for nothing more.
TEST_F(CApiTest, EffortKeepsToTheMemoryOfTheSet) {
  const BuiltFile file("4x4", "ladder:3 + pattern:6-6-3", Codec::kZstd);
  tilebase_open_options options = {};
  options.shortcut_bytes = TILEBASE_NO_SHORTCUTS;
  tilebase_set* set = nullptr;
  ASSERT_EQ(tilebase_open_with(file.path.c_str(), &options, sizeof(options), &set, nullptr, 0),
            TILEBASE_OK);
  tilebase_set_info info = {};
  ASSERT_EQ(tilebase_info(set, &info, sizeof(info)), TILEBASE_OK);
  const uint64_t tables_alone = info.memory_bytes;
  ASSERT_EQ(tilebase_prepare_effort(set, 1, nullptr, 0), TILEBASE_OK);
  ASSERT_EQ(tilebase_info(set, &info, sizeof(info)), TILEBASE_OK);
  EXPECT_GT(info.memory_bytes, tables_alone);
  tilebase_close(set);

  options.memory_bytes = tables_alone;
  ASSERT_EQ(tilebase_open_with(file.path.c_str(), &options, sizeof(options), &set, nullptr, 0),
            TILEBASE_OK);
  char message[300] = "";
  char actions[512];
  EXPECT_EQ(tilebase_prepare_effort(set, 1, message, sizeof(message)), TILEBASE_ERROR_MEMORY);
  EXPECT_STRNE(message, "");
  EXPECT_EQ(AskWithin(set, board_, 100, 0, actions, sizeof(actions), nullptr),
            TILEBASE_ERROR_MEMORY);
  EXPECT_EQ(tilebase_solve(set, board_, 16, actions, sizeof(actions), nullptr), TILEBASE_OK);
  tilebase_close(set);
}

TEST_F(CApiTest, WhatIsNotAskedForMayBeLeftOut) {
  char actions[2 * 512];
  ASSERT_EQ(AskWithin(set_, board_, 100, 0, actions, 512, nullptr), TILEBASE_OK);
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
  EXPECT_EQ(AskWithin(set_, nullptr, 100, 0, actions, 512, nullptr), TILEBASE_ERROR_ARGUMENT);
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

TEST(CApiTextTest, EveryCodeHasAText) {
  for (int code = 0; code <= TILEBASE_ERROR_NOT_FOUND; ++code)
    EXPECT_STRNE(tilebase_error_text(code), tilebase_error_text(12345)) << code;
  EXPECT_STREQ(tilebase_error_text(-1), "unknown error");
  EXPECT_THAT(tilebase_version(), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

}  // namespace

// The C interface from outside: boards of any size.

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
    return Ask(width, height, board, TILEBASE_LOOKUP, receive);
  }

  int Ask(uint32_t width, uint32_t height, const std::vector<uint32_t>& board, uint32_t want,
          tilebase_receive receive, const std::vector<uint32_t>& to = {}) {
    tilebase_question question = {};
    question.board = board.data();
    question.to = to.empty() ? nullptr : to.data();
    question.width = width;
    question.height = height;
    question.cell_bytes = 4;
    question.want = want;
    question.boards = 50'000;
    question.receive = receive;
    question.context = &letters_;
    tilebase_answer answer = {};
    const int code = tilebase_ask(set_, &question, sizeof(question), &answer, sizeof(answer));
    count_ = answer.moves;
    detour_ = answer.detour;
    return code;
  }

  BuiltFile built_;
  tilebase_set* set_ = nullptr;
  std::string letters_;
  uint64_t count_ = 0, detour_ = 0;
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
    return Ask(9, 8, tiles, TILEBASE_EFFORT, receive);
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
  EXPECT_EQ(Ask(70, 60, tiles, TILEBASE_EFFORT, stop_after_some), TILEBASE_ERROR_STOPPED);
  EXPECT_LT(letters_.size(), by_lookup.size() / 2);
  EXPECT_EQ(by_lookup.compare(0, letters_.size(), letters_), 0);
}

TEST_F(AnySizeTest, LeadsToAnyBoard) {
  Random random(4);
  for (const auto& [width, height] : {std::pair(9, 7), std::pair(3, 12)}) {
    BigBoard board = BigBoard::RandomSolvable({width, height}, random);
    std::vector<uint32_t> tiles, to;
    for (int cell = 0; cell < width * height; ++cell)
      tiles.push_back(static_cast<uint32_t>(board.tile(cell)));
    BigBoard end = board;
    for (int i = 0; i < 1000; ++i) end.Apply(static_cast<Action>(random.Below(4)));
    for (int cell = 0; cell < width * height; ++cell)
      to.push_back(static_cast<uint32_t>(end.tile(cell)));
    for (const uint32_t want : {TILEBASE_LOOKUP, TILEBASE_EFFORT}) {
      letters_.clear();
      ASSERT_EQ(
          Ask(static_cast<uint32_t>(width), static_cast<uint32_t>(height), tiles, want, Append, to),
          TILEBASE_OK);
      EXPECT_EQ(letters_.size(), count_);
      BigBoard at = board;
      for (const char letter : letters_)
        ASSERT_TRUE(at.Apply(static_cast<Action>(std::string_view("LRUD").find(letter))));
      for (int cell = 0; cell < width * height; ++cell) ASSERT_EQ(at.tile(cell), end.tile(cell));
    }
  }
  EXPECT_EQ(Ask(2, 2, {1, 2, 3, 0}, TILEBASE_LOOKUP, Append, {2, 1, 3, 0}),
            TILEBASE_ERROR_UNSOLVABLE);
  EXPECT_EQ(Ask(2, 2, {1, 2, 3, 0}, TILEBASE_LOOKUP, Append, {1, 1, 3, 0}), TILEBASE_ERROR_BOARD);
  EXPECT_EQ(Ask(2, 2, {1, 2, 3, 0}, TILEBASE_SHORTEST, Append), TILEBASE_ERROR_SUBPROBLEM);
}

TEST_F(AnySizeTest, WhatIsWrongHasItsCode) {
  EXPECT_EQ(Solve(2, 2, {1, 2, 3, 0}), TILEBASE_OK);
  EXPECT_EQ(count_, 0u);
  EXPECT_EQ(Solve(2, 2, {2, 1, 3, 0}), TILEBASE_ERROR_UNSOLVABLE);
  EXPECT_EQ(Solve(2, 2, {1, 1, 3, 0}), TILEBASE_ERROR_BOARD);
  EXPECT_EQ(Solve(2, 2, {1, 2, 4, 0}), TILEBASE_ERROR_BOARD);
  EXPECT_EQ(Solve(1, 4, {1, 2, 3, 0}), TILEBASE_ERROR_BOARD_SIZE);
  EXPECT_EQ(Solve(1'000'000, 1'000'000, {1, 2, 3, 0}), TILEBASE_ERROR_BOARD_SIZE);
  EXPECT_EQ(Solve(1u << 31, 2, {}), TILEBASE_ERROR_ARGUMENT);  // no board at all
  EXPECT_EQ(Solve(2, 2, {1, 2, 0, 3}, nullptr), TILEBASE_OK);
  EXPECT_EQ(Solve(2, 2, {1, 2, 0, 3}, Refuse), TILEBASE_ERROR_STOPPED);
  EXPECT_EQ(count_, 1u);
}

TEST_F(CApiTest, ASetWithoutWindowsSolvesNoOtherSize) {
  const uint32_t board[] = {1, 2, 0, 3};
  tilebase_question question = {};
  question.board = board;
  question.width = question.height = 2;
  question.cell_bytes = 4;
  EXPECT_EQ(tilebase_ask(set_, &question, sizeof(question), nullptr, 0), TILEBASE_ERROR_BOARD_SIZE);
  tilebase_set_info info = {};
  ASSERT_EQ(tilebase_info(set_, &info, sizeof(info)), TILEBASE_OK);
  EXPECT_EQ(info.any_size, 0u);
}

}  // namespace

}  // namespace tilebase
