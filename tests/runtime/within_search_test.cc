// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/within_search.h"

#include <gtest/gtest.h>

#include <string>

#include "runtime/answering_set.h"
#include "runtime/optimal_search.h"
#include "tables/board_text.h"
#include "tables/random_board.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

struct Opened {
  Opened(const std::string& board, const std::string& plan) : file(board, plan, Codec::kZstd) {
    auto source = StoreReader::Open(file.path);
    EXPECT_TRUE(source.ok()) << source.status();
    auto created = AnsweringSet::Create(*source);
    EXPECT_TRUE(created.ok()) << created.status();
    set = *std::move(created);
    if (!OptimalSearch::IsFor((*source)->plan())) return;
    auto made = OptimalSearch::Create(*source, &set->policies(), 1);
    EXPECT_TRUE(made.ok()) << made.status();
    search = *std::move(made);
  }
  BuiltFile file;
  std::unique_ptr<AnsweringSet> set;
  std::unique_ptr<OptimalSearch> search;  // null: none
};

void ExpectLeads(const Board& from, const std::string& letters, const Board& to) {
  Board board = from;
  for (const char letter : letters) {
    const auto action = ActionOf(letter);
    ASSERT_TRUE(action.has_value() && board.CanApply(*action)) << letters;
    board.Apply(*action);
  }
  EXPECT_EQ(board, to);
}

TEST(WithinSearchTest, SolutionsAreWithinTheFactorOfTheirBoundsAndBoundsAreTrue) {
  const Opened opened("4x4", "1-4/5,9,13/rest + pattern:5-5-5");
  const Destination home(Board::Solved({4, 4}));
  Random random(1);
  for (int i = 0; i < 12; ++i) {
    const Board board = RandomSolvableBoard({4, 4}, random);
    const OptimalAnswer shortest = opened.search->Solve(board, {});
    for (const double factor : {1.0, 1.02, 1.1, 1.5}) {
      const auto answer = WithinSearch(*opened.set, opened.search.get())
                              .Solve(factor, home, home.Renamed(board), {});
      ASSERT_TRUE(answer.ok()) << answer.status();
      ExpectLeads(board, answer->letters, Board::Solved({4, 4}));
      EXPECT_TRUE(IsWithin(factor, answer->letters.size(), static_cast<uint64_t>(answer->bound)));
      EXPECT_LE(answer->bound, static_cast<int>(shortest.letters.size()));
      EXPECT_GE(answer->letters.size(), shortest.letters.size());
      if (answer->proven || factor == 1) {
        EXPECT_EQ(answer->letters.size(), shortest.letters.size());
      }
    }
  }
}

TEST(WithinSearchTest, LeadsToAnyBoardAndCountsRunsOfWholeLines) {
  const Opened opened("3x3", "mtm:1-3/rest");
  Random random(2);
  for (int i = 0; i < 20; ++i) {
    const Board to = RandomSolvableBoard({3, 3}, random);
    Board from = to;
    for (int move = 0; move < 200; ++move) {
      const Action action = static_cast<Action>(random.Below(kActions));
      if (from.CanApply(action)) from.Apply(action);
    }
    const Destination destination(to);
    const auto answer = WithinSearch(*opened.set, opened.search.get())
                            .Solve(1.2, destination, destination.Renamed(from), {});
    ASSERT_TRUE(answer.ok()) << answer.status();
    ExpectLeads(from, answer->letters, to);
    EXPECT_TRUE(IsWithin(1.2, CountRuns(answer->letters), static_cast<uint64_t>(answer->bound)));
  }
}

TEST(WithinSearchTest, WithoutTablesForABoundDistancesAreOne) {
  const Opened opened("4x4", "1-4/5,9,13/rest");
  ASSERT_EQ(opened.search, nullptr);
  const Destination home(Board::Solved({4, 4}));
  Random random(3);
  const Board board = RandomSolvableBoard({4, 4}, random);
  const auto far = WithinSearch(*opened.set, nullptr).Solve(3, home, home.Renamed(board), {});
  ASSERT_TRUE(far.ok());
  EXPECT_TRUE(IsWithin(3, far->letters.size(), static_cast<uint64_t>(far->bound)));
  // Distances do not prove it, and the limit ends it.
  const auto near =
      WithinSearch(*opened.set, nullptr).Solve(1, home, home.Renamed(board), {.nodes = 20'000});
  ASSERT_TRUE(near.ok());
  EXPECT_FALSE(near->proven);
  EXPECT_LE(near->letters.size(), far->letters.size());
  ExpectLeads(board, near->letters, Board::Solved({4, 4}));
}

}  // namespace
}  // namespace tilebase
