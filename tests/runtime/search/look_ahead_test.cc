// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Look-ahead: solutions are right, never longer for more effort, and never longer than Algorithm
// 2's; a limit is kept and gives the same answer every time.

#include "runtime/search/look_ahead.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/lookup/walk.h"
#include "runtime/search/slide_depths.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tests/runtime/built_set.h"
#include "tests/tables/plain_search.h"

namespace tilebase {
namespace {

struct Looker {
  Looker(const std::string& size, const std::string& plan) : set(size, plan, Codec::kRaw) {
    auto created = LookAhead::Create(*set.policies);
    EXPECT_TRUE(created.ok()) << created.status();
    look_ahead = *std::move(created);
  }
  std::string Solve(const Board& board, const Effort& effort, uint64_t* lookups = nullptr) {
    SolveRequest quick{board.tile, letters, sizeof(letters)};
    look_ahead->Solve(effort, &memory, &quick, lookups);
    EXPECT_EQ(quick.code, TILEBASE_OK);
    return std::string(letters, quick.count);
  }
  BuiltSet set;
  std::unique_ptr<LookAhead> look_ahead;
  LookAheadMemory memory;
  char letters[2048];
};

bool Solves(Board board, const std::string& letters) {
  for (const char letter : letters) {
    const Action action = static_cast<Action>(std::strchr("LRUD", letter) - "LRUD");
    if (!board.CanApply(action)) return false;
    board.Apply(action);
  }
  return board.IsSolved();
}

constexpr uint64_t kEfforts[] = {0, 1, 100, 400, 1600, 6400, 25'600, 102'400};

class PlanTest : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(PlanTest, MoreEffortIsNeverWorseAndIsKept) {
  const auto [size, plan] = GetParam();
  Looker looker(size, plan);
  const SetInfo& info = looker.set.policies->info();
  Random random(7);
  uint64_t shortened = 0;
  for (int i = 0; i < 60; ++i) {
    const Board board = RandomSolvableBoard(info.geometry, random);
    char plain[2048];
    SolveRequest quick{board.tile, plain, sizeof(plain)};
    looker.set.policies->SolveLetters(&quick);
    std::string before(plain, quick.count);
    ASSERT_LE(quick.count, info.certified_worst_case);
    for (const uint64_t lookups : kEfforts) {
      uint64_t used = 0;
      const std::string letters = looker.Solve(board, {lookups, 0}, &used);
      if (lookups == 0) {
        ASSERT_EQ(letters, before);
      }
      ASSERT_TRUE(Solves(board, letters)) << letters;
      ASSERT_LE(letters.size(), before.size()) << "effort " << lookups;
      shortened += letters.size() < before.size();
      // Algorithm 2 always runs to its end, and so does whatever has begun: the moves of a few
      // boards, a walk to the end of the last stage for each, and a beam's layer.
      ASSERT_LE(used,
                std::max<uint64_t>(lookups, quick.count) + lookups / 100 + 24 + 12 * quick.count);
      ASSERT_EQ(looker.Solve(board, {lookups, 0}), letters);
      before = letters;
    }
  }
  if (info.geometry.cells() > 4) {
    EXPECT_GT(shortened, 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(
    , PlanTest,
    testing::Values(std::pair{"3x3", "ladder:1"}, std::pair{"3x3", "1-3/rest + pattern:4-4"},
                    std::pair{"2x2", "ladder:1"}, std::pair{"4x3", "1-4/rest"},
                    std::pair{"4x3", "1-5/rest + 1-4,8/rest + 1-3/4-8/rest"},
                    std::pair{"3x4", "ladder:2 + pattern:1-5/rest"}, std::pair{"4x4", "ladder:1"},
                    std::pair{"4x4", "ladder:3 + pattern:4-4-4-3"},
                    std::pair{"4x4", "1-4/5,9,13/rest + 1-4/5-8/rest"},
                    std::pair{"5x5", "ladder:2 + pattern:1-3/4-6/7-9/10-12/13-15/16-18/19-21/rest"},
                    std::pair{"2x8", "ladder:2"}),
    [](const auto& test) {
      std::string name = std::string(test.param.first) + "_" + test.param.second;
      std::replace_if(
          name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
      return name;
    });

// Tests one board of 3x3 in sixteen: solutions are never shorter than the shortest, and get close
// to it with more effort.
TEST(LookAhead, ReachesShortestSolutionsOnASmallBoard) {
  Looker looker("3x3", "1-2/rest + pattern:4-4");
  uint64_t boards = 0, best = 0, plain = 0, little = 0, much = 0;
  for (const auto& [cells, depth] : AllDepths(Geometry{3, 3})) {
    if (boards++ % 16 != 0) continue;
    Board board;
    board.geometry = Geometry{3, 3};
    std::copy(cells.begin(), cells.end(), board.tile);
    board.blank = static_cast<uint8_t>(cells.find('\0'));
    best += static_cast<uint64_t>(depth);
    plain += looker.Solve(board, {0, 0}).size();
    little += looker.Solve(board, {200, 0}).size();
    const size_t length = looker.Solve(board, {20000, 0}).size();
    ASSERT_GE(length, static_cast<size_t>(depth));
    much += length;
  }
  EXPECT_LT(little, plain);
  EXPECT_LT(much, little);
  EXPECT_LT(static_cast<double>(much), 1.01 * static_cast<double>(best));
}

// The beam by displacements comes home if its round suffices; otherwise walks continue from its
// boards.
TEST(LookAhead, BeamsWithoutValuesShortenSolutionsByAThird) {
  Looker looker("5x5", "ladder:2");
  Random random(5);
  size_t plain = 0, little = 0, much = 0;
  for (int i = 0; i < 10; ++i) {
    const Board board = RandomSolvableBoard(Geometry{5, 5}, random);
    plain += looker.Solve(board, {0, 0}).size();
    little += looker.Solve(board, {20'000, 0}).size();
    const std::string letters = looker.Solve(board, {400'000, 0});
    ASSERT_TRUE(Solves(board, letters));
    much += letters.size();
  }
  EXPECT_LT(little, plain);
  EXPECT_LT(much, little);
  EXPECT_LT(3 * much, 2 * plain);
}

TEST(LookAhead, TimeEndsTheSearch) {
  Looker looker("5x5", "ladder:2");
  Random random(3);
  const Board board = RandomSolvableBoard(Geometry{5, 5}, random);
  uint64_t soon = 0, later = 0;
  looker.Solve(board, {UINT64_MAX, 1}, &soon);
  looker.Solve(board, {UINT64_MAX, 20000}, &later);
  EXPECT_LT(soon, later);
}

TEST(LookAhead, ThreadsShareIt) {
  Looker looker("4x4", "ladder:3 + pattern:4-4-4-3");
  Random random(11);
  std::vector<Board> boards;
  std::vector<std::string> expected;
  for (int i = 0; i < 100; ++i) {
    boards.push_back(RandomSolvableBoard(Geometry{4, 4}, random));
    expected.push_back(looker.Solve(boards.back(), {1000, 0}));
  }
  const auto work = [&] {
    LookAheadMemory memory;
    char letters[512];
    for (size_t i = 0; i < boards.size(); ++i) {
      SolveRequest quick{boards[i].tile, letters, sizeof(letters)};
      looker.look_ahead->Solve({1000, 0}, &memory, &quick);
      EXPECT_EQ(std::string(letters, quick.count), expected[i]);
    }
  };
  std::thread other(work);
  work();
  other.join();
}

TEST(LookAhead, BadBoardsAndShortBuffersAreCodes) {
  Looker looker("3x3", "1-3/rest");
  uint8_t board[9] = {8, 7, 6, 5, 4, 3, 2, 1, 0};
  char letters[8] = "xxxxxxx";
  SolveRequest quick{board, letters, 3};
  looker.look_ahead->Solve({500, 0}, &looker.memory, &quick);
  EXPECT_EQ(quick.code, TILEBASE_ERROR_BUFFER);
  EXPECT_GT(quick.count, 3u);
  EXPECT_EQ(std::string(letters + 3, 4), "xxxx");
  std::swap(board[0], board[1]);
  looker.look_ahead->Solve({500, 0}, &looker.memory, &quick);
  EXPECT_EQ(quick.code, TILEBASE_ERROR_UNSOLVABLE);
  board[0] = board[1];
  looker.look_ahead->Solve({500, 0}, &looker.memory, &quick);
  EXPECT_EQ(quick.code, TILEBASE_ERROR_BOARD);
}

TEST(LookAhead, MemoryIsBounded) {
  const BuiltSet set("3x3", "ladder:3 + pattern:4-4", Codec::kZstd);
  LookAhead::Options options;
  options.memory_bytes = 100;
  const auto refused = LookAhead::Create(*set.policies, options);
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kResourceExhausted);
}

TEST(SlideDepthsTest, AreAsTheTableCountedThemAndAsProbesSay) {
  for (const auto& [size, plan] :
       {std::pair{"4x3", "mtm:1-4/rest"}, {"3x4", "mtm:1,4/rest"}, {"5x2", "mtm:1-2,6/rest"}}) {
    const BuiltSet built(size, plan, Codec::kZstd);
    const PolicySet& set = *built.policies;
    ASSERT_TRUE(set.PrepareAll().ok());
    const TableInfo& info = set.source().tables()[0];
    const std::vector<uint8_t> depths = SlideDepths(set.quick_tables()[0], info, UINT64_MAX, 3);
    ASSERT_EQ(depths.size(), info.entries);
    std::vector<uint64_t> counts(info.histogram.size());
    for (const uint8_t depth : depths) {
      ASSERT_LT(depth, counts.size());
      ++counts[depth];
    }
    EXPECT_EQ(counts, info.histogram);

    Random random(1);
    for (int i = 0; i < 200; ++i) {
      Board board = RandomSolvableBoard(set.info().geometry, random);
      const uint64_t rank = set.tables()[0].ranking.Rank(board);
      tilebase_probe_result probe;
      ASSERT_EQ(set.Probe(board, &probe), TILEBASE_OK);
      if (probe.stage == 0) {
        EXPECT_EQ(depths[rank], probe.remaining);
      }
    }
  }
}

TEST(SlideDepthsTest, AreNotThereWhereTheTableIsTooLargeOrDamaged) {
  const BuiltSet built("3x3", "mtm:1-3/rest", Codec::kZstd);
  const PolicySet& set = *built.policies;
  ASSERT_TRUE(set.PrepareAll().ok());
  const TableInfo& info = set.source().tables()[0];
  EXPECT_FALSE(SlideDepths(set.quick_tables()[0], info, info.entries, 1).empty());
  EXPECT_TRUE(SlideDepths(set.quick_tables()[0], info, info.entries - 1, 1).empty());
  for (const uint8_t byte : {0x00, 0x21, 0x55, 0xff}) {
    const std::vector<uint8_t> slides(info.entries, byte);
    PolicyTable damaged = set.tables()[0];
    damaged.slides = slides.data();
    EXPECT_TRUE(SlideDepths(MoveTable(damaged), info, UINT64_MAX, 2).empty());
  }
}

}  // namespace
}  // namespace tilebase
