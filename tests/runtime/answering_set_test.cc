// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/answering_set.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tables/random_board.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

std::unique_ptr<AnsweringSet> Open(const BuiltFile& file, const PolicySetOptions& options = {}) {
  auto set = AnsweringSet::Create(*StoreReader::Open(file.path), options);
  EXPECT_TRUE(set.ok()) << set.status();
  return *std::move(set);
}

// Returns the number of actions, or minus the code.
int Moves(const AnsweringSet& set, const Effort& effort, const Board& board) {
  std::vector<char> letters(set.info().certified_worst_case);
  SolveRequest request{board.tile, letters.data(), letters.size()};
  const absl::Status status = set.Solve(effort, &request);
  EXPECT_TRUE(status.ok()) << status;
  return request.code == TILEBASE_OK ? static_cast<int>(request.count) : -request.code;
}

TEST(AnsweringSetTest, MoreEffortGivesShorterSolutions) {
  const BuiltFile file("4x4", "ladder:2", Codec::kZstd);
  const std::unique_ptr<AnsweringSet> set = Open(file);
  EXPECT_EQ(set->look_ahead(), nullptr);
  Random random(4);
  int plain = 0, shorter = 0;
  for (int i = 0; i < 20; ++i) {
    const Board board = RandomSolvableBoard({4, 4}, random);
    plain += Moves(*set, {}, board);
    shorter += Moves(*set, {.boards = 2000}, board);
  }
  EXPECT_NE(set->look_ahead(), nullptr);
  EXPECT_LT(shorter, plain);
}

constexpr const char* kSearchedPlans[] = {"ladder:1", "mtm:ladder:1 + values:pairs"};

TEST(AnsweringSetTest, TimesThatFitNoClockAreNoLimit) {
  for (const char* const plan : kSearchedPlans) {
    const BuiltFile file("4x4", plan, Codec::kZstd);
    const std::unique_ptr<AnsweringSet> set = Open(file);
    Random random(4);
    int at_once = 0, patient = 0;
    for (int i = 0; i < 3; ++i) {
      const Board board = RandomSolvableBoard({4, 4}, random);
      at_once += Moves(*set, {.boards = 20'000, .microseconds = 1}, board);
      patient += Moves(*set, {.boards = 20'000, .microseconds = UINT64_MAX}, board);
    }
    EXPECT_LT(patient, at_once) << plan;
  }
}

TEST(AnsweringSetTest, ACancelledSearchGivesWhatItHasFound) {
  const std::atomic<bool> cancel = true;
  for (const char* const plan : kSearchedPlans) {
    const BuiltFile file("4x4", plan, Codec::kZstd);
    const std::unique_ptr<AnsweringSet> set = Open(file);
    Random random(4);
    const Board board = RandomSolvableBoard({4, 4}, random);
    const int moves = Moves(*set, {.boards = UINT64_MAX, .cancel = &cancel}, board);
    EXPECT_GT(moves, 0) << plan;
    EXPECT_EQ(Moves(*set, {.boards = UINT64_MAX, .microseconds = 1, .cancel = &cancel}, board),
              moves);
  }
}

TEST(AnsweringSetTest, APlanOfOneStageNeedsNoLookAhead) {
  const BuiltFile file("3x3", "rest", Codec::kZstd);
  const std::unique_ptr<AnsweringSet> set = Open(file);
  ASSERT_TRUE(set->PrepareEffort(1).ok());
  EXPECT_EQ(set->look_ahead(), nullptr);
  EXPECT_EQ(set->memory_bytes(), set->policies().memory_bytes());
  Random random(4);
  for (int i = 0; i < 20; ++i) {
    const Board board = RandomSolvableBoard({3, 3}, random);
    EXPECT_EQ(Moves(*set, {.boards = 2000}, board), Moves(*set, {}, board));
  }
}

// Look-ahead takes exactly the memory that shortcuts leave free.
TEST(AnsweringSetTest, LookAheadTakesTheMemoryThatWasForeseen) {
  for (const auto& [board, plan] : {std::pair{"4x4", "ladder:1"},
                                    {"4x4", "ladder:3 + pattern:3-3-3-3-3"},
                                    {"3x3", "1-3/rest + 1,4,7/rest"},
                                    {"3x3", "1-2/3/rest + pattern:4-4"},
                                    {"3x2", "5/1/rest"}}) {
    const BuiltFile file(board, plan, Codec::kZstd);
    const std::unique_ptr<AnsweringSet> set = Open(file);
    ASSERT_TRUE(set->PrepareEffort(1).ok());
    EXPECT_EQ(set->memory_bytes() - set->policies().memory_bytes(),
              LookAhead::Bytes(set->policies().source()))
        << board << " " << plan;
  }
}

TEST(AnsweringSetTest, ALazySetDecodesItsTablesWithinTheBudgetOfLookAhead) {
  const BuiltFile file("4x4", "ladder:1", Codec::kZstd);
  PolicySetOptions options;
  options.lazy = true;
  options.memory_bytes = 300'000;
  const std::unique_ptr<AnsweringSet> set = Open(file, options);
  ASSERT_TRUE(set->PrepareEffort(1).ok());
  EXPECT_LE(set->memory_bytes(), options.memory_bytes);
}

TEST(AnsweringSetTest, ManyThreadsShareOneLookAhead) {
  const BuiltFile file("4x4", "ladder:2", Codec::kZstd);
  const std::unique_ptr<AnsweringSet> set = Open(file, {.lazy = true});
  Random random(5);
  const Board board = RandomSolvableBoard({4, 4}, random);
  std::vector<int> moves(4);
  std::vector<std::thread> threads;
  for (int& mine : moves)
    threads.emplace_back([&] { mine = Moves(*set, {.boards = 1000}, board); });
  for (std::thread& thread : threads) thread.join();
  for (const int each : moves) EXPECT_EQ(each, Moves(*set, {.boards = 1000}, board));
}

}  // namespace
}  // namespace tilebase
