// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/slide_optimal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <tuple>
#include <vector>

#include "runtime/optimal_search.h"
#include "tables/board_text.h"
#include "tables/random_board.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

void ExpectSolves(Board board, const std::string& letters) {
  for (const char letter : letters) {
    ASSERT_TRUE(board.CanApply(*ActionOf(letter)));
    board.Apply(*ActionOf(letter));
  }
  EXPECT_TRUE(board.IsSolved());
}

TEST(SlideOptimalTest, HasThePublishedNumbersOfBoardsAtEachDepth) {
  // whole_boards.json, "mtm 3x2" and "mtm 4x2" (lightln2/SlidingTilesSolver).
  const std::vector<uint64_t> of_3x2 = {1,  3,  4,  6,  8,  12, 15, 18, 22, 30, 36,
                                        45, 42, 30, 28, 24, 18, 9,  5,  3,  1};
  const std::vector<uint64_t> of_4x2 = {1,    4,    6,    12,  18,   36,   53,   96,   136,
                                        232,  324,  544,  728, 1064, 1366, 1928, 2321, 2780,
                                        2884, 2436, 1825, 800, 368,  140,  50,   8};
  for (const auto& [size, plan, published] : {std::tuple{"3x2", "mtm:1-2/rest", of_3x2},
                                              {"4x2", "mtm:1,5/rest", of_4x2},
                                              {"3x2", "mtm:1-2/rest + bounds:equal", of_3x2},
                                              {"4x2", "mtm:1,5/rest + bounds:equal", of_4x2}}) {
    const BuiltSet built(size, plan, Codec::kZstd);
    const auto optimal = SlideOptimal::Create(*built.policies, 2);
    ASSERT_TRUE(optimal.ok()) << optimal.status();
    std::vector<uint64_t> counts(published.size());
    std::vector<Board> boards = {Board::Solved(built.policies->info().geometry)};
    const Subproblem all{boards[0].geometry, boards[0].geometry.all_tiles(), 0};
    const Ranking ranking(all);
    for (uint64_t rank = 0; rank < ranking.size(); ++rank) {
      const Board board = Representative(all, ranking.Unrank(rank));
      const OptimalAnswer answer = (*optimal)->Solve(board, {});
      ASSERT_TRUE(answer.proven);
      ExpectSolves(board, answer.letters);
      ASSERT_EQ(static_cast<size_t>(answer.bound), CountRuns(answer.letters));
      ASSERT_LT(CountRuns(answer.letters), counts.size());
      ++counts[CountRuns(answer.letters)];
    }
    EXPECT_EQ(counts, published);
  }
}

TEST(SlideOptimalTest, IsAsShortAsTheTableOfTheWholeBoardSays) {
  const BuiltSet whole("3x3", "mtm:rest", Codec::kZstd);
  for (const char* plan : {"mtm:1-3/rest", "mtm:1-3/rest + mtm:1-4/rest", "mtm:ladder:1",
                           "mtm:1-3/rest + bounds:equal"}) {
    const BuiltSet built("3x3", plan, Codec::kZstd);
    const auto optimal = SlideOptimal::Create(*built.policies, 2);
    ASSERT_TRUE(optimal.ok()) << optimal.status();
    Random random(1);
    for (int i = 0; i < 100; ++i) {
      const Board board = RandomSolvableBoard({3, 3}, random);
      const OptimalAnswer answer = (*optimal)->Solve(board, {});
      tilebase_probe_result probe;
      ASSERT_EQ(whole.policies->Probe(board, &probe), TILEBASE_OK);
      EXPECT_TRUE(answer.proven);
      ExpectSolves(board, answer.letters);
      EXPECT_EQ(CountRuns(answer.letters), static_cast<size_t>(probe.remaining));
    }
  }
}

TEST(SlideOptimalTest, LimitsLeaveTheSolutionByLookup) {
  const BuiltSet built("4x4", "mtm:ladder:1", Codec::kZstd);
  const auto source = built.policies->shared_source();
  const auto optimal = OptimalSearch::Create(source, built.policies.get(), 2);
  ASSERT_TRUE(optimal.ok()) << optimal.status();
  Random random(1);
  const Board board = RandomSolvableBoard({4, 4}, random);
  const std::atomic<bool> cancel = true;
  for (const OptimalLimits& limits : {OptimalLimits{.nodes = 1000}, OptimalLimits{.seconds = 0.01},
                                      OptimalLimits{.cancel = &cancel}}) {
    const OptimalAnswer answer = (*optimal)->Solve(board, limits);
    EXPECT_FALSE(answer.proven);
    ExpectSolves(board, answer.letters);
    EXPECT_LT(static_cast<size_t>(answer.bound), CountRuns(answer.letters));
  }
  EXPECT_LE((*optimal)->Solve(board, {.nodes = 1000}).nodes, 1000u);
  const uint64_t bytes = (*optimal)->table_bytes();
  EXPECT_GT(bytes, 0u);
  EXPECT_TRUE(SlideOptimal::Create(*built.policies, 1, bytes).ok());
  EXPECT_EQ(SlideOptimal::Create(*built.policies, 1, bytes - 1).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(SlideOptimalTest, ThreadsTogetherFindNoOtherLength) {
  const BuiltSet built("4x3", "mtm:1-4/rest", Codec::kZstd);
  const auto optimal = SlideOptimal::Create(*built.policies, 1);
  ASSERT_TRUE(optimal.ok()) << optimal.status();
  Random random(3);
  uint64_t most_nodes = 0;
  for (int i = 0; i < 20; ++i) {
    const Board board = RandomSolvableBoard({4, 3}, random);
    const OptimalAnswer alone = (*optimal)->Solve(board, {});
    const OptimalAnswer together = (*optimal)->Solve(board, {.threads = 3});
    EXPECT_TRUE(together.proven);
    EXPECT_EQ(together.bound, alone.bound);
    ExpectSolves(board, together.letters);
    EXPECT_EQ(CountRuns(together.letters), CountRuns(alone.letters));
    most_nodes = std::max(most_nodes, alone.nodes);
  }
  EXPECT_GT(most_nodes, 500'000u) << "the other threads took no part";
}

TEST(SlideOptimalTest, LooksForNothingShorterThanWhatIsKnown) {
  const BuiltSet built("3x3", "mtm:1-3/rest", Codec::kZstd);
  const auto optimal = SlideOptimal::Create(*built.policies, 2);
  ASSERT_TRUE(optimal.ok()) << optimal.status();
  Random random(2);
  const Board board = RandomSolvableBoard({3, 3}, random);
  const int best = (*optimal)->Solve(board, {}).bound;
  const OptimalAnswer none = (*optimal)->Solve(board, {.known = best});
  EXPECT_TRUE(none.proven);
  EXPECT_FALSE(none.found);
  EXPECT_EQ((*optimal)->Solve(board, {.known = best + 1}).bound, best);
}

}  // namespace
}  // namespace tilebase
