// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/measure/analysis.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "tables/action_text.h"
#include "tables/board_text.h"
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

class AnalystTest : public testing::TestWithParam<const char*> {};

TEST_P(AnalystTest, AgreesWithBreadthFirstSearchOnEveryBoardOf3x2) {
  const BuiltFile file("3x2", GetParam(), Codec::kZstd);
  const auto analyst = Analyst::Open(file.path, {});
  ASSERT_TRUE(analyst.ok()) << analyst.status();
  const Whole whole({3, 2});
  ASSERT_EQ(whole.order.size(), 360u);
  for (const Board& board : whole.order) {
    const Whole::Node& node = whole.nodes.at(ToString(board));
    ASSERT_EQ(*(*analyst)->Length(board), node.length);
    const auto moves = (*analyst)->Moves(board, node.length);
    ASSERT_TRUE(moves.ok());
    for (const MoveLength& move : *moves) {
      Board next = board;
      next.Apply(move.action);
      ASSERT_EQ(move.length, whole.nodes.at(ToString(next)).length);
    }
    const auto shortest = (*analyst)->Shortest(board, node.length, 1000, 1000, {});
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
  const BuiltFile file("3x2", "pattern:1-3/rest", Codec::kZstd);
  const auto analyst = Analyst::Open(file.path, {});
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
  EXPECT_EQ(*(*analyst)->Game(start, letters, {}), expected);
}

TEST(AnalystErrorsTest, ALimitIsToldAndAStagedPlanAloneCannotAnswer) {
  const BuiltFile staged("3x2", "1-3/rest", Codec::kZstd);
  EXPECT_EQ(Analyst::Open(staged.path, {}).status().code(), absl::StatusCode::kFailedPrecondition);
  const BuiltFile file("3x2", "1-5", Codec::kZstd);
  const auto analyst = Analyst::Open(file.path, {});
  ASSERT_TRUE(analyst.ok());
  const Whole whole({3, 2});
  const Board& hardest = whole.order.back();
  const auto shortest = (*analyst)->Shortest(hardest, *(*analyst)->Length(hardest), 1, 5, {});
  ASSERT_TRUE(shortest.ok());
  EXPECT_FALSE(shortest->complete);
}

}  // namespace
}  // namespace tilebase
