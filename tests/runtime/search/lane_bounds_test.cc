// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/lane_bounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "generator/build.h"
#include "runtime/optimal_search.h"
#include "runtime/verify/verify.h"
#include "tables/random_board.h"
#include "tests/runtime/built_set.h"
#include "tests/runtime/one_value_maker.h"

namespace tilebase {
namespace {

size_t LaneTable(const TableSource& source) {
  return source.info().stages[source.plan().parts.back().first_stage].first_table;
}

// The board with the tiles of a row, or of a column, equal.
std::string Relabelled(const Board& board, bool columns) {
  std::string kinds;
  for (int cell = 0; cell < board.geometry.cells(); ++cell) {
    const int home = board.tile[cell] - 1;
    kinds += home < 0  ? '_'
             : columns ? static_cast<char>('1' + board.geometry.Column(home))
                       : static_cast<char>('1' + board.geometry.Row(home));
  }
  return kinds;
}

// By plain breadth-first search over relabelled boards, in slides: a board of each, and its length.
std::vector<std::pair<Board, int>> AllLengths(Geometry geometry, bool columns) {
  std::vector<std::pair<Board, int>> found = {{Board::Solved(geometry), 0}};
  std::map<std::string, int> seen = {{Relabelled(found[0].first, columns), 0}};
  for (size_t i = 0; i < found.size(); ++i)
    for (int a = 0; a < kActions; ++a) {
      auto [board, length] = found[i];
      while (board.CanApply(static_cast<Action>(a))) {
        board.Apply(static_cast<Action>(a));
        if (seen.emplace(Relabelled(board, columns), length + 1).second)
          found.push_back({board, length + 1});
      }
    }
  return found;
}

TEST(LaneBoundsTest, AreTheLengthsOfAllBoardsWithEqualTiles) {
  for (const auto& [size, plan] : {std::pair{"3x2", "mtm:1-2/rest + bounds:equal"},
                                   {"2x4", "mtm:1-4/rest + bounds:equal"},
                                   {"4x3", "mtm:1-4/5-8/rest + bounds:equal"},
                                   {"3x3", "mtm:1-3/rest + bounds:equal"}}) {
    const BuiltSet built(size, plan, Codec::kZstd);
    const TableSource& source = built.policies->source();
    const auto bounds = LaneBounds::Read(source, LaneTable(source), 2, UINT64_MAX);
    ASSERT_TRUE(bounds.ok()) << bounds.status();
    ASSERT_EQ((*bounds)->lanes().views(), 2);
    for (const int view : {0, 1})
      for (const auto& [board, length] : AllLengths(source.info().geometry, view == 1)) {
        const SlideLanes::Place place = (*bounds)->lanes().PlaceOf(board);
        const auto horizontal = (*bounds)->ValueOf(place, 0, view);
        const auto vertical = (*bounds)->ValueOf(place, 1, view);
        ASSERT_TRUE(horizontal && vertical);
        if (length == 0) continue;  // of the lanes of home, the value is 1
        ASSERT_EQ(std::min(*horizontal, *vertical), length) << size;
      }
  }
}

TEST(LaneBoundsTest, FindShortestSolutionsToOtherEnds) {
  const BuiltSet plain("3x3", "mtm:1-3/rest", Codec::kZstd);
  const BuiltSet bounded("3x3", "mtm:1-3/rest + bounds:equal", Codec::kRaw);
  const auto by_stages = SlideOptimal::Create(*plain.policies, 1);
  const auto by_lanes = SlideOptimal::Create(*bounded.policies, 1);
  ASSERT_TRUE(by_stages.ok() && by_lanes.ok());
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    const Board board = RandomSolvableBoard({3, 3}, random);
    // Ends differ from home by a slide of each axis at most (Destination::end()).
    Board end = Board::Solved({3, 3});
    for (int slide = 0; slide < i % 3; ++slide)
      for (int tiles = 0; tiles <= i / 3 % 2; ++tiles)
        end.Apply(slide == 0 ? Action::kRight : Action::kDown);
    EXPECT_EQ((*by_lanes)->Solve(board, {.end = &end}).bound,
              (*by_stages)->Solve(board, {.end = &end}).bound);
  }
}

TEST(LaneBoundsTest, MemoryIsCheckedBeforeTheyAreRead) {
  const BuiltSet built("3x2", "mtm:1-2/rest + bounds:equal", Codec::kRaw);
  const uint64_t bytes = (*SlideOptimal::Create(*built.policies, 1))->table_bytes();
  EXPECT_TRUE(SlideOptimal::Create(*built.policies, 1, bytes).ok());
  EXPECT_EQ(SlideOptimal::Create(*built.policies, 1, bytes - 1).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(LaneBoundsTest, VerifyingFindsEveryWrongLaneAndCount) {
  const BuiltSet built("3x2", "mtm:1-2/rest + bounds:equal", Codec::kRaw);
  const TableSource& source = built.policies->source();
  const size_t table = LaneTable(source);
  EXPECT_TRUE(VerifyStoredTable(source, table, {}).ok());
  TableInfo info = source.tables()[table];
  const uint8_t* const stored = source.RawPlane(table, Plane::kPolicy);
  std::vector<uint8_t> plane(stored, stored + source.layout(table).bytes());
  for (uint64_t lane = 0; lane < info.entries; ++lane)
    for (const int change : {1, 2, 3}) {
      const auto flip = static_cast<uint8_t>(change << (lane % 4 * 2));
      plane[lane / 4] ^= flip;
      EXPECT_EQ(VerifyLaneTable(info, plane.data(), {}).code(), absl::StatusCode::kDataLoss);
      plane[lane / 4] ^= flip;
    }
  --info.histogram[1];
  ++info.histogram[2];
  EXPECT_EQ(VerifyLaneTable(info, plane.data(), {}).code(), absl::StatusCode::kDataLoss);
}

TEST(LaneBoundsTest, WrongOnesLeaveTheSolutionByLookup) {
  const BuiltFile place("2x2", "1-3", Codec::kZstd);  // for its directory
  const std::string path = (place.directory / "zeros").string();
  OneValueMaker maker(Metric::kLane, 0, 59);  // zeros, as a hostile file may have
  BuildOptions options;
  options.creator = "test";
  options.maker = &maker;
  ASSERT_TRUE(BuildTableSet(*ParsePlan({3, 3}, "mtm:1-3/rest + bounds:equal"), path, options).ok());
  const auto optimal = OptimalSearch::Open(path, 1);
  ASSERT_TRUE(optimal.ok()) << optimal.status();
  Random random(5);
  Board board = RandomSolvableBoard({3, 3}, random);
  const OptimalAnswer answer = (*optimal)->Solve(board, {});
  EXPECT_FALSE(answer.proven);
  for (const char letter : answer.letters) board.Apply(*ActionOf(letter));
  EXPECT_TRUE(board.IsSolved());
}

}  // namespace
}  // namespace tilebase
