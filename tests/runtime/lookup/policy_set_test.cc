// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solves every board of the small sizes from tables as they are shipped.

#include "runtime/lookup/policy_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "generator/build.h"
#include "tables/board_text.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tests/runtime/board_by_board.h"
#include "tests/runtime/built_set.h"
#include "tests/tables/plain_search.h"

namespace tilebase {
namespace {

// Solves and replays; returns the number of actions, or -1.
int SolvedLength(const PolicySet& set, const Cells& cells) {
  Board board;
  if (set.ReadBoard(reinterpret_cast<const uint8_t*>(cells.data()), cells.size(), &board) !=
      TILEBASE_OK)
    return -1;
  std::vector<Action> actions(set.info().certified_worst_case);
  size_t count = 0;
  if (set.Solve(board, actions.data(), actions.size(), &count, [](Action a) { return a; }) !=
      TILEBASE_OK)
    return -1;
  for (size_t i = 0; i < count; ++i) {
    if (!board.CanApply(actions[i])) return -1;
    board.Apply(actions[i]);
  }
  return board.IsSolved() ? static_cast<int>(count) : -1;
}

class EveryBoardTest : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(EveryBoardTest, IsSolvedWithinTheCertifiedWorstCase) {
  const auto [board, plan] = GetParam();
  for (Codec codec : {Codec::kZstd, Codec::kRaw}) {
    BuiltSet built(board, plan, codec);
    const PolicySet& set = *built.policies;
    const std::map<Cells, int> depths = AllDepths(set.info().geometry);
    int longest = 0;
    for (const auto& [cells, depth] : depths) {
      const int length = SolvedLength(set, cells);
      ASSERT_GE(length, depth);
      if (set.info().stages.size() == 1) {
        ASSERT_EQ(length, depth);
      }
      longest = std::max(longest, length);
    }
    // Some board takes as many, except where hints go another way.
    if (set.source().HasGrownStage())
      EXPECT_LE(longest, static_cast<int>(set.info().certified_worst_case));
    else
      EXPECT_EQ(longest, static_cast<int>(set.info().certified_worst_case));
  }
}

INSTANTIATE_TEST_SUITE_P(SmallBoards, EveryBoardTest,
                         testing::Values(std::pair{"2x2", "ladder:1"}, std::pair{"2x2", "rest"},
                                         std::pair{"2x3", "ladder:1"}, std::pair{"3x2", "ladder:1"},
                                         std::pair{"2x3", "ladder:2"}, std::pair{"2x3", "rest"},
                                         std::pair{"3x2", "5/1/rest"}, std::pair{"3x3", "ladder:1"},
                                         std::pair{"3x3", "ladder:3"},
                                         std::pair{"3x3", "1,4,7/rest"},
                                         std::pair{"3x3", "8/5/rest"}, std::pair{"3x3", "rest"}));

TEST(PolicySetTest, SolvesRandomBoardsOfOtherShapes) {
  for (const auto& [board, plan] : {std::pair{"4x4", "ladder:1"},
                                    {"4x4", "1-4/5,9,13/rest"},
                                    {"5x3", "ladder:2"},
                                    {"3x5", "ladder:1"},
                                    {"5x5", "ladder:1"},
                                    {"2x6", "ladder:1"}}) {
    BuiltSet built(board, plan, Codec::kZstd);
    const Geometry geometry = built.policies->info().geometry;
    Random random(11);
    for (int i = 0; i < 2000; ++i) {
      const Board start = RandomSolvableBoard(geometry, random);
      const Cells cells(start.tile, start.tile + geometry.cells());
      ASSERT_GE(SolvedLength(*built.policies, cells), 0) << board << " " << plan;
    }
  }
}

TEST(PolicySetTest, ProbeAgreesWithSolveStepByStep) {
  BuiltSet built("4x4", "ladder:2", Codec::kZstd);
  const PolicySet& set = *built.policies;
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    Board board = RandomSolvableBoard({4, 4}, random);
    std::vector<Action> actions(set.info().certified_worst_case);
    size_t count = 0;
    ASSERT_EQ(set.Solve(board, actions.data(), actions.size(), &count, [](Action a) { return a; }),
              TILEBASE_OK);
    // Followed as tilebase.h says: the same subproblem until its goal, then a new probe.
    tilebase_probe_result result = {};
    for (size_t step = 0; step < count; ++step) {
      if (result.remaining == 0) {
        ASSERT_EQ(set.Probe(board, &result), TILEBASE_OK);
      }
      ASSERT_EQ(result.action, Letter(actions[step]));
      ASSERT_EQ(result.after[static_cast<int>(actions[step])], result.remaining - 1);
      for (int after : result.after) ASSERT_GE(after, after == -1 ? -1 : result.remaining - 1);
      board.Apply(actions[step]);
      ASSERT_EQ(set.ProbeSubproblem(board, result.goal, result.fixed, &result), TILEBASE_OK);
    }
    EXPECT_TRUE(board.IsSolved());
    ASSERT_EQ(set.Probe(board, &result), TILEBASE_OK);
    EXPECT_EQ(result.goal, 0u);
    EXPECT_EQ(result.remaining, 0);
    EXPECT_EQ(result.stage, set.info().stages.size());
  }
}

TEST(PolicySetTest, ProbeOfASubproblemSaysWhenItsGoalCannotBeReached) {
  BuiltSet built("4x4", "ladder:1", Codec::kZstd);
  Board board = Board::Solved({4, 4});
  std::swap(board.tile[3], board.tile[7]);  // 4 and 8
  std::swap(board.tile[8], board.tile[9]);  // and parity right again
  tilebase_probe_result result;
  ASSERT_EQ(built.policies->ProbeSubproblem(board, TileBit(4), LowMask(3), &result), TILEBASE_OK);
  EXPECT_EQ(result.remaining, -1);
  EXPECT_EQ(result.action, 0);
  EXPECT_EQ(built.policies->ProbeSubproblem(board, TileBit(5), LowMask(4), &result),
            TILEBASE_ERROR_FIXED);
  EXPECT_EQ(built.policies->ProbeSubproblem(board, TileBit(5), 0, &result),
            TILEBASE_ERROR_SUBPROBLEM);
}

// Many boards by all parts together get the same letters as one by one, with any capacity.
TEST(PolicySetTest, PartsTogetherSolveAsTheyDoAlone) {
  const BuiltSet built("4x3", "1-4/rest + 1-4/5,9/rest + 1,5,9/rest + 1-2,5/rest", Codec::kZstd);
  const PolicySet& set = *built.policies;
  const size_t parts = set.staged_parts().size();
  Random random(4);
  std::vector<Board> boards;
  for (int i = 0; i < 30; ++i) boards.push_back(RandomSolvableBoard({4, 3}, random));
  boards[3].tile[5] = boards[3].tile[6];  // not a board
  boards[7] = Board::Solved({4, 3});
  std::swap(boards[7].tile[0], boards[7].tile[1]);  // not solvable
  std::vector<std::string> letters;
  std::vector<PolicySet::PartRequest> together;
  for (size_t i = 0; i < boards.size() * parts; ++i)
    letters.emplace_back(i % 11 == 0 ? 10 : 200, 0);
  for (size_t i = 0; i < letters.size(); ++i)
    together.push_back({{boards[i / parts].tile, letters[i].data(), letters[i].size()}, i % parts});
  set.SolveLettersByParts(absl::MakeSpan(together));
  int unsound = 0;
  for (size_t i = 0; i < together.size(); ++i) {
    std::string alone(letters[i].size(), 0);
    PolicySet::PartRequest request{{boards[i / parts].tile, alone.data(), alone.size()}, i % parts};
    set.SolveLettersByParts({&request, 1});
    EXPECT_EQ(together[i].code, request.code);
    EXPECT_EQ(together[i].count, request.count);
    EXPECT_EQ(letters[i], alone) << i;
    unsound += request.code == TILEBASE_ERROR_BOARD || request.code == TILEBASE_ERROR_UNSOLVABLE;
  }
  EXPECT_EQ(unsound, 2 * static_cast<int>(parts));
}

// A part whose first stage uses another's tables, by a symmetry, brings its tiles home in as few
// moves as tables of its own would.
TEST(PolicySetTest, SolvesByEachPartOfThePlan) {
  const struct {
    const char* board;
    const char* plan;
    const char* part;  // the second one, alone
  } cases[] = {{"4x3", "1-4/rest + 1,5,9/rest + 1-2,5/rest", "1,5,9/rest"},
               {"3x3", "1-3/rest + 1,4,7/rest", "1,4,7/rest"},
               {"4x4", "1-2/3-4/5-8/rest + 4,3/1-2/5-8/rest", "3-4/1-2/5-8/rest"}};
  for (const auto& each : cases) {
    const BuiltSet all(each.board, each.plan, Codec::kZstd);
    const BuiltSet alone(each.board, each.part, Codec::kZstd);
    const Geometry geometry = all.policies->info().geometry;
    std::string letters(1000, 0);
    std::vector<SolvedStage> stages(10);
    Random random(3);
    for (int i = 0; i < 500; ++i) {
      const Board board = RandomSolvableBoard(geometry, random);
      SolveRequest first{board.tile, letters.data(), letters.size()};
      all.policies->SolveLetters(&first);
      const std::string by_first = letters.substr(0, first.count);
      for (size_t part = 0; part < all.policies->staged_parts().size(); ++part) {
        PolicySet::PartRequest request{{board.tile, letters.data(), letters.size()}, part};
        all.policies->SolveLettersByParts({&request, 1});
        ASSERT_EQ(request.code, TILEBASE_OK);
        const std::string found = letters.substr(0, request.count);
        Board at = board;
        for (const char letter : found) {
          ASSERT_TRUE(at.CanApply(*ActionOf(letter)));
          at.Apply(*ActionOf(letter));
        }
        EXPECT_TRUE(at.IsSolved()) << each.plan << " by part " << part;
        if (part == 0) {
          EXPECT_EQ(found, by_first);
        }
        if (part != 1) continue;
        SolveRequest own{board.tile, letters.data(), letters.size()};
        own.stages = stages.data();
        alone.policies->SolveLetters(&own);
        const size_t first_stage = stages[1].begin;
        const CellMask goal = alone.policies->stages()[0].tables[0].subproblem.goal;
        at = board;
        size_t moves = 0;
        while ((goal & ~at.HomeTiles()) != 0) at.Apply(*ActionOf(found[moves++]));
        EXPECT_EQ(moves, first_stage);
        request.capacity = 1;
        all.policies->SolveLettersByParts({&request, 1});
        if (found.size() > 1) {
          EXPECT_EQ(request.code, TILEBASE_ERROR_BUFFER);
        }
      }
    }
  }
}

TEST(PolicySetTest, ManyThreadsGetTheSameAnswers) {
  BuiltSet built("4x4", "ladder:3", Codec::kZstd);
  std::vector<Cells> boards;
  std::vector<int> lengths;
  Random random(9);
  for (int i = 0; i < 500; ++i) {
    const Board board = RandomSolvableBoard({4, 4}, random);
    boards.emplace_back(board.tile, board.tile + 16);
    lengths.push_back(SolvedLength(*built.policies, boards.back()));
  }
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (size_t i = 0; i < boards.size(); ++i)
        wrong += SolvedLength(*built.policies, boards[i]) != lengths[i];
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

// Hints and probes asked board by board.
TEST(HintTest, PlansWhoseStagesDoNotGrowLeadHome) {
  for (const auto& [board, plan] :
       {std::pair{"4x4", "1-4/5,9,13/rest"}, {"3x3", "rest"}, {"3x3", "1,4,7/rest"}})
    ExpectBoardsGetHome(board, plan);
}

TEST(HintTest, PlansWhoseStagesGrowLeadHome) {
  for (const auto& [board, plan] : {std::pair{"4x4", "ladder:1"},
                                    {"4x4", "ladder:3"},
                                    {"3x3", "ladder:1"},
                                    {"3x2", "5/1/rest"},
                                    {"5x3", "ladder:2"}})
    ExpectBoardsGetHome(board, plan);
}

TEST(HintTest, ProbesOfASetWhoseStagesGrowCycle) {
  const BuiltSet built("4x4", "ladder:1", Codec::kZstd);
  EXPECT_TRUE(built.policies->source().HasGrownStage());
  Random random(3);
  int cycles = 0;
  for (int i = 0; i < 100; ++i)
    cycles += MovesByProbes(*built.policies, RandomSolvableBoard({4, 4}, random)) < 0;
  std::printf("ladder:1: %d/100 boards cycle by probes\n", cycles);
  EXPECT_GT(cycles, 90);
}

TEST(HintTest, AHintLeavesASubproblemThatThePlayerHasLeft) {
  const BuiltSet built("4x4", "ladder:1", Codec::kZstd);
  const PolicySet& set = *built.policies;
  Board board = Board::Solved({4, 4});
  Random random(8);
  tilebase_probe_result hint = {};
  hint.goal = TileBit(15);
  hint.fixed = LowMask(14);  // the last stage, while tile 1 is not home
  board = AfterRandomMoves(board, 200, random);
  ASSERT_NE(board.tile[0], 1);
  ASSERT_EQ(set.Hint(board, &hint), TILEBASE_OK);
  EXPECT_EQ(hint.goal, TileBit(1));
  EXPECT_EQ(hint.fixed, 0u);
}

}  // namespace
}  // namespace tilebase
