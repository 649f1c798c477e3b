// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/analysis.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "tables/action_text.h"
#include "tables/board_text.h"
#include "tables/error.h"
#include "tables/open_source.h"
#include "tables/random_board.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

// All boards of 3x2 by breadth-first search from home: lengths and numbers of shortest solutions.
struct Whole {
  struct Node {
    int length;
    uint64_t count;
  };
  std::map<std::string, Node> nodes;
  std::vector<Board> order;

  explicit Whole(Geometry geometry) {
    order.push_back(Board::Solved(geometry));
    nodes[ToString(order[0])] = {0, 1};
    for (size_t i = 0; i < order.size(); ++i) {
      const Node from = nodes[ToString(order[i])];
      for (int a = 0; a < kActions; ++a) {
        Board next = order[i];
        if (!next.CanApply(static_cast<Action>(a))) continue;
        next.Apply(static_cast<Action>(a));
        const auto [found, is_new] = nodes.try_emplace(ToString(next), Node{from.length + 1, 0});
        if (is_new) order.push_back(next);
        if (found->second.length == from.length + 1) found->second.count += from.count;
      }
    }
  }
};

// A set built and opened as what its plan has.
struct Opened : BuiltFile {
  Opened(const std::string& board, const std::string& plan) : BuiltFile(board, plan, Codec::kZstd) {
    const std::shared_ptr<const TableSource> source = *OpenSource(path);
    if (source->plan().staged() != nullptr) policies = *PolicySet::Create(source);
    if (source->plan().HasPatterns()) patterns = *OptimalTables::Create(source, policies.get(), 1);
  }
  absl::StatusOr<Analyst> Analyse(const AnalysisLimits& limits = {}) const {
    return Analyst::Create(policies.get(), patterns.get(), limits);
  }

  std::unique_ptr<PolicySet> policies;
  std::unique_ptr<OptimalTables> patterns;
};

class AnalystTest : public testing::TestWithParam<const char*> {};

TEST_P(AnalystTest, AgreesWithBreadthFirstSearchOnEveryBoardOf3x2) {
  const Opened set("3x2", GetParam());
  auto analyst = set.Analyse();
  ASSERT_TRUE(analyst.ok()) << analyst.status();
  const Whole whole({3, 2});
  ASSERT_EQ(whole.order.size(), 360u);
  for (const Board& board : whole.order) {
    const Whole::Node& node = whole.nodes.at(ToString(board));
    ASSERT_EQ(*analyst->Length(board), node.length);
    const auto moves = analyst->Moves(board, node.length);
    ASSERT_TRUE(moves.ok());
    for (const MoveLength& move : *moves) {
      Board next = board;
      next.Apply(move.action);
      ASSERT_EQ(move.length, whole.nodes.at(ToString(next)).length);
    }
    const auto shortest = analyst->Shortest(board, node.length, 1000, 1000, {});
    ASSERT_TRUE(shortest.ok());
    EXPECT_TRUE(shortest->complete);
    EXPECT_EQ(shortest->count, node.count);
    EXPECT_EQ(std::set<std::string>(shortest->listed.begin(), shortest->listed.end()).size(),
              node.count);
    for (const std::string& letters : shortest->listed) {
      Board end = board;
      for (const char letter : letters) end.Apply(*ActionOf(letter));
      EXPECT_TRUE(end.IsSolved());
      EXPECT_EQ(letters.size(), static_cast<size_t>(node.length));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Plans, AnalystTest,
                         testing::Values("1-5", "pattern:1-3/rest", "1-3/rest + pattern:1-2/rest"));

TEST(AnalystGameTest, TellsTheLengthAfterEveryMove) {
  const Opened set("3x2", "pattern:1-3/rest");
  auto analyst = set.Analyse();
  ASSERT_TRUE(analyst.ok()) << analyst.status();
  const Whole whole({3, 2});
  Random random(1);
  Board board = whole.order.back();
  const Board start = board;
  std::string letters;
  std::vector<int> expected = {whole.nodes.at(ToString(board)).length};
  while (letters.size() < 100) {
    const auto action = static_cast<Action>(random.Below(kActions));
    if (!board.CanApply(action)) continue;
    board.Apply(action);
    letters += Letter(action);
    expected.push_back(whole.nodes.at(ToString(board)).length);
  }
  EXPECT_EQ(*analyst->Game(start, letters, {}), expected);
}

TEST(AnalystGameTest, KnowsWhichMovesCanBePlayedAndWhichLost) {
  const Board home = Board::Solved({3, 2});
  EXPECT_TRUE(CheckGame(home, "").ok());
  EXPECT_TRUE(CheckGame(home, "RRDLLU").ok());
  EXPECT_EQ(PartsOf(CheckGame(home, "RRR")).where, "move 3");
  EXPECT_EQ(PartsOf(CheckGame(home, "Rx")).where, "move 2");
  EXPECT_EQ(Mistakes({3, 4, 3, 2, 3}), (std::vector<size_t>{1, 4}));
  EXPECT_EQ(Mistakes({3, 2}), std::vector<size_t>());
}

TEST(AnalystErrorsTest, AStagedPlanAloneAndWholeLinesCannotAnswer) {
  for (const char* plan : {"1-3/rest", "mtm:1-5"})
    EXPECT_EQ(Opened("3x2", plan).Analyse().status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST(AnalystErrorsTest, MeetingTheLimitOnBoardsIsTold) {
  const Opened set("3x2", "1-5");
  auto analyst = set.Analyse();
  ASSERT_TRUE(analyst.ok());
  const Board hardest = Whole({3, 2}).order.back();
  const auto shortest = analyst->Shortest(hardest, *analyst->Length(hardest), 1, 5, {});
  ASSERT_TRUE(shortest.ok());
  EXPECT_FALSE(shortest->complete);
}

TEST(AnalystErrorsTest, LimitsOfSearchesAreForAllQuestionsTogether) {
  const Opened set("3x3", "pattern:4-4");
  const Board board = *ParseBoard({3, 3}, "8 6 7 2 5 4 3 0 1");  // 31 moves
  auto analyst = set.Analyse({.nodes = set.patterns->Solve(board, {}).nodes + 100});
  ASSERT_EQ(*analyst->Length(board), 31);
  EXPECT_EQ(analyst->Length(board).status().code(), absl::StatusCode::kDeadlineExceeded);
  // These two are looked at now and then.
  const Opened larger("4x4", "pattern:3-3-3-3-3");
  const Board hard = *ParseBoard({4, 4}, "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1");  // 80 moves
  std::atomic<bool> cancel = true;
  auto cancelled = larger.Analyse({.cancel = &cancel});
  EXPECT_EQ(cancelled->Length(hard).status().code(), absl::StatusCode::kDeadlineExceeded);
  auto late = larger.Analyse({.seconds = 0.01});
  EXPECT_EQ(late->Length(hard).status().code(), absl::StatusCode::kDeadlineExceeded);
}

}  // namespace
}  // namespace tilebase
