// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/analysis.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "tables/board_text.h"
#include "tables/error.h"
#include "tables/random_board.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

// Visits all boards of a size by breadth-first search from home: lengths and numbers of shortest
// solutions, in single slides or in slides of up to `most_tiles`.
struct Whole {
  struct Node {
    int length;
    uint64_t count;
  };
  std::map<std::string, Node> nodes;
  std::vector<Board> order;

  explicit Whole(Geometry geometry, int most_tiles = 1) {
    order.push_back(Board::Solved(geometry));
    nodes[ToString(order[0])] = {0, 1};
    for (size_t i = 0; i < order.size(); ++i) {
      const Node from = nodes[ToString(order[i])];
      for (int a = 0; a < kActions; ++a) {
        Board next = order[i];
        for (int tiles = 1; tiles <= most_tiles && next.CanApply(static_cast<Action>(a)); ++tiles) {
          next.Apply(static_cast<Action>(a));
          const auto [found, is_new] = nodes.try_emplace(ToString(next), Node{from.length + 1, 0});
          if (is_new) order.push_back(next);
          if (found->second.length == from.length + 1) found->second.count += from.count;
        }
      }
    }
  }
  int Length(const Board& board) const { return nodes.at(ToString(board)).length; }
};

// A set built and opened.
struct Opened : BuiltFile {
  Opened(const std::string& board, const std::string& plan) : BuiltFile(board, plan, Codec::kZstd) {
    auto opened = OptimalSearch::Open(path, 1);
    EXPECT_TRUE(opened.ok()) << opened.status();
    search = *std::move(opened);
  }

  std::unique_ptr<OptimalSearch> search;
};

class AnalystTest : public testing::TestWithParam<const char*> {};

TEST_P(AnalystTest, AgreesWithBreadthFirstSearchOnEveryBoardOf3x2) {
  const Opened set("3x2", GetParam());
  Analyst analyst(*set.search, {});
  const Whole whole({3, 2}, set.search->is_mtm() ? 2 : 1);
  ASSERT_EQ(whole.order.size(), 360u);
  for (const Board& board : whole.order) {
    const Whole::Node& node = whole.nodes.at(ToString(board));
    const auto analysis = analyst.Moves(board);
    ASSERT_TRUE(analysis.ok());
    ASSERT_TRUE(IsExact(*analysis));
    ASSERT_EQ(analysis->length.most, node.length);
    for (const MoveLength& move : analysis->moves) {
      Board next = board;
      for (int i = 0; i < move.tiles; ++i) next.Apply(move.action);
      ASSERT_EQ(move.after.most, whole.Length(next));
    }
    const auto shortest = analyst.Shortest(board, node.length, 1000, 1000, {});
    ASSERT_TRUE(shortest.ok());
    EXPECT_TRUE(shortest->complete);
    EXPECT_EQ(shortest->count, node.count);
    EXPECT_EQ(std::set<std::string>(shortest->listed.begin(), shortest->listed.end()).size(),
              node.count);
    for (const std::string& letters : shortest->listed) {
      Board end = board;
      for (const char letter : letters) end.Apply(*ActionOf(letter));
      EXPECT_TRUE(end.IsSolved());
      EXPECT_EQ(set.search->Moves(letters), static_cast<size_t>(node.length));
    }
  }
}

// Makes random moves, by runs; `lengths` receives the lengths after each move from `whole`.
std::string RandomGame(Board board, const Whole& whole, bool by_runs, std::vector<int>* lengths) {
  Random random(1);
  std::string letters;
  *lengths = {whole.Length(board)};
  while (letters.size() < 100) {
    const auto action = static_cast<Action>(random.Below(kActions));
    if (!board.CanApply(action)) continue;
    if (by_runs && !letters.empty() && letters.back() == Letter(action)) lengths->pop_back();
    board.Apply(action);
    letters += Letter(action);
    lengths->push_back(whole.Length(board));
  }
  return letters;
}

TEST_P(AnalystTest, TellsTheLengthAfterEveryMoveOfAGame) {
  const Opened set("3x2", GetParam());
  const Whole whole({3, 2}, set.search->is_mtm() ? 2 : 1);
  std::vector<int> expected;
  const std::string letters =
      RandomGame(whole.order.back(), whole, set.search->is_mtm(), &expected);
  const auto lengths = Analyst(*set.search, {}).Game(whole.order.back(), letters, {});
  ASSERT_TRUE(lengths.ok());
  ASSERT_EQ(lengths->size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_TRUE((*lengths)[i].is_exact());
    EXPECT_EQ((*lengths)[i].most, expected[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(Plans, AnalystTest,
                         testing::Values("1-5", "pattern:1-3/rest", "1-3/rest + pattern:1-2/rest",
                                         "mtm:1-5", "mtm:1-3/rest"));

TEST(AnalystGameTest, KnowsWhichMovesCanBePlayedAndWhichLost) {
  const Board home = Board::Solved({3, 2});
  EXPECT_TRUE(CheckGame(home, "").ok());
  EXPECT_TRUE(CheckGame(home, "RRDLLU").ok());
  EXPECT_EQ(PartsOf(CheckGame(home, "RRR")).where, "move 3");
  EXPECT_EQ(PartsOf(CheckGame(home, "Rx")).where, "move 2");
  const auto mistakes = Mistakes({{3, 3}, {4, 4}, {2, 3}, {3, 3}, {2, 2}, {3, 3}});
  ASSERT_EQ(mistakes.size(), 3u);
  EXPECT_EQ(mistakes[0].move, 1u);
  EXPECT_EQ(mistakes[0].lost, 2);
  EXPECT_EQ(mistakes[1].move, 3u);
  EXPECT_EQ(mistakes[1].lost, 1);
  EXPECT_EQ(mistakes[2].move, 5u);
  EXPECT_TRUE(Mistakes({{3, 3}, {2, 2}}).empty());
  EXPECT_TRUE(Mistakes({{3, LengthRange::kNoSolution}, {2, 9}}).empty());
}

TEST(AnalystErrorsTest, AStagedPlanAloneCannotAnswer) {
  const BuiltFile staged("3x2", "1-3/rest", Codec::kZstd);
  EXPECT_EQ(OptimalSearch::Open(staged.path, 1).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST(AnalystErrorsTest, MeetingTheLimitOnBoardsIsTold) {
  const Opened set("3x2", "1-5");
  Analyst analyst(*set.search, {});
  const Board hardest = Whole({3, 2}).order.back();
  const auto shortest = analyst.Shortest(hardest, analyst.Length(hardest)->most, 1, 5, {});
  ASSERT_TRUE(shortest.ok());
  EXPECT_FALSE(shortest->complete);
}

TEST(AnalystLimitsTest, AreForAllQuestionsTogether) {
  const Opened set("3x3", "pattern:4-4");
  const Board board = *ParseBoard({3, 3}, "8 6 7 2 5 4 3 0 1");  // 31 moves
  Analyst analyst(*set.search, {.nodes = set.search->Solve(board, {}).nodes + 100});
  ASSERT_TRUE(analyst.Length(board)->is_exact());
  EXPECT_FALSE(analyst.Length(board)->is_exact());
  EXPECT_EQ(analyst.Shortest(board, 31, 1, 1000, {}).status().code(),
            absl::StatusCode::kDeadlineExceeded);
  // These two read the flag now and then.
  const Opened larger("4x4", "pattern:3-3-3-3-3");
  const Board hard = *ParseBoard({4, 4}, "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1");  // 80 moves
  std::atomic<bool> cancel = true;
  for (const AnalysisLimits& limits :
       {AnalysisLimits{.cancel = &cancel}, AnalysisLimits{.seconds = 0.01}}) {
    const auto length = Analyst(*larger.search, limits).Length(hard);
    EXPECT_FALSE(length->is_exact());
    EXPECT_FALSE(length->has_solution());
    EXPECT_LE(length->least, 80);
  }
}

// Once the search is cancelled, or the limits are reached, no board between a game's ends is
// searched: there are thousands, and each would take milliseconds.
TEST(AnalystLimitsTest, TheRestOfAGameFollowsFromItsEnds) {
  const Opened set("4x2", "1-2/rest + pattern:1-2/3-5/rest");
  const Whole whole({4, 2});
  std::vector<int> expected;
  const Board start = whole.order.back();
  const std::string letters = RandomGame(start, whole, false, &expected);
  const std::atomic<bool> cancel = true;
  for (const AnalysisLimits& limits :
       {AnalysisLimits{.cancel = &cancel}, AnalysisLimits{.seconds = 1e-9}}) {
    const auto game = Analyst(*set.search, limits).Game(start, letters, {});
    ASSERT_TRUE(game.ok());
    const LengthRange first = game->front(), last = game->back();
    EXPECT_TRUE(first.has_solution() && last.has_solution());
    const int moves = static_cast<int>(letters.size());
    for (int i = 0; i <= moves; ++i) {
      const LengthRange& length = (*game)[static_cast<size_t>(i)];
      EXPECT_EQ(length.most, std::min(first.most + i, last.most + moves - i));
      EXPECT_LE(length.least, expected[static_cast<size_t>(i)]);
      EXPECT_GE(length.most, expected[static_cast<size_t>(i)]);
    }
  }
  // A lookup has no limit, and ends when it is cancelled.
  const Opened lookup("3x2", "1-5");
  const Board board = Whole({3, 2}).order.back();
  EXPECT_TRUE(Analyst(*lookup.search, {.seconds = 1e-9}).Shortest(board, 21, 1, 1000, {}).ok());
  EXPECT_EQ(
      Analyst(*lookup.search, {.cancel = &cancel}).Shortest(board, 21, 1, 1000, {}).status().code(),
      absl::StatusCode::kDeadlineExceeded);
}

// With any limits, the length lies within the range, and a game that ends home gives each of its
// boards a solution.
TEST(AnalystLimitsTest, LeaveBoundsAndTheBestSolutionsKnown) {
  for (const char* const plan :
       {"pattern:1-2/3-5/rest", "1-2/rest + pattern:1-2/3-5/rest", "mtm:1-2/rest"}) {
    const Opened set("4x2", plan);
    const Whole whole({4, 2}, set.search->is_mtm() ? 3 : 1);
    const Board start = whole.order.back();
    std::vector<int> expected;
    std::string letters = RandomGame(start, whole, set.search->is_mtm(), &expected);
    Board end = start;
    for (const char letter : letters) end.Apply(*ActionOf(letter));
    letters += set.search->Solve(end, {}).letters;
    bool some_inexact = false;
    for (const uint64_t nodes : {1, 100, 3000, 30'000}) {
      const auto game = Analyst(*set.search, {.nodes = nodes}).Game(start, letters, {});
      ASSERT_TRUE(game.ok());
      some_inexact |= !IsExact(*game);
      Board board = start;
      size_t at = 0;
      for (size_t i = 0; i < game->size(); ++i) {
        EXPECT_TRUE((*game)[i].has_solution());
        EXPECT_LE((*game)[i].least, whole.Length(board));
        EXPECT_GE((*game)[i].most, whole.Length(board));
        if (at == letters.size()) continue;
        const char letter = letters[at];
        do board.Apply(*ActionOf(letters[at++]));
        while (set.search->is_mtm() && at < letters.size() && letters[at] == letter);
      }
      const auto analysis = Analyst(*set.search, {.nodes = nodes}).Moves(start);
      ASSERT_TRUE(analysis.ok());
      EXPECT_LE(analysis->length.least, whole.Length(start));
      EXPECT_GE(analysis->length.most, whole.Length(start));
      for (const MoveLength& move : analysis->moves) {
        Board next = start;
        for (int i = 0; i < move.tiles; ++i) next.Apply(move.action);
        EXPECT_LE(move.after.least, whole.Length(next));
        EXPECT_GE(move.after.most, whole.Length(next));
      }
    }
    EXPECT_TRUE(some_inexact);
  }
}

}  // namespace
}  // namespace tilebase
