// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Whole boards as one stage, in both metrics, against published results, and large stages.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "generator/retrograde/retrograde.h"
#include "generator/solvers/reference_solvers.h"
#include "tables/plan.h"
#include "tables/ranking.h"

namespace tilebase {
namespace {

std::vector<uint64_t> Histogram(const Subproblem& subproblem, Metric metric = Metric::kMoves) {
  SolveOptions options;
  options.threads = 2;
  const auto solution =
      RetrogradeSolver(RetrogradeSolver::Instructions::kBest, metric).Solve(subproblem, options);
  EXPECT_TRUE(solution.ok()) << solution.status();
  if (!solution.ok()) return {};
  EXPECT_EQ((*solution)->reachable(), EntryCount(subproblem)) << ToString(subproblem);
  return (*solution)->histogram();
}

std::vector<uint64_t> Histogram(const std::string& board, const std::string& goal) {
  const Geometry geometry = *ParseGeometry(board);
  return Histogram({geometry, *ParseTiles(geometry, goal), 0});
}

// OEIS A089473.
TEST(WholeBoardsTest, TheEightPuzzleHasTheDepthsOfOeis) {
  const std::vector<uint64_t> published = {1,     2,     4,     8,     16,    20,    39,    62,
                                           116,   152,   286,   396,   748,   1024,  1893,  2512,
                                           4485,  5638,  9529,  10878, 16993, 17110, 23952, 20224,
                                           24047, 15578, 14560, 6274,  3910,  760,   221,   2};
  EXPECT_EQ(Histogram("3x3", "1-8"), published);
}

// Radii with one tile a move, from the table OEIS A151944.
TEST(WholeBoardsTest, OtherBoardsHaveThePublishedRadii) {
  EXPECT_EQ(Histogram("2x2", "1-3").size() - 1, 6u);
  EXPECT_EQ(Histogram("3x2", "1-5").size() - 1, 21u);
  EXPECT_EQ(Histogram("4x2", "1-7").size() - 1, 36u);
  EXPECT_EQ(Histogram("5x2", "1-9").size() - 1, 55u);
}

TEST(WholeBoardsTest, TheElevenPuzzleHasRadius53) {
  for (const char* board : {"4x3", "3x4"}) {
    const std::vector<uint64_t> histogram = Histogram(board, "1-11");
    EXPECT_EQ(histogram.size() - 1, 53u) << board;
    EXPECT_EQ(EntryCount({*ParseGeometry(board), LowMask(11), 0}), 239500800u);
  }
}

// A row of whole_boards.json, such as "mtm 4x3".
std::vector<uint64_t> Published(const std::string& name) {
  std::ifstream file(std::string(std::getenv("TILEBASE_REFERENCE")) + "/whole_boards.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const size_t at = text.find("\"" + name + "\": [");
  if (at == text.npos) return {};
  std::string list = text.substr(text.find('[', at) + 1);
  list.resize(list.find(']'));
  for (char& c : list)
    if (c == ',') c = ' ';
  std::istringstream numbers(list);
  return {std::istream_iterator<uint64_t>(numbers), {}};
}

// `board` in the orientation of `name` in the file, or turned.
void ExpectPublishedDepths(const std::string& board, const std::string& name) {
  const Geometry geometry = *ParseGeometry(board);
  const Subproblem whole{geometry, geometry.all_tiles(), 0};
  for (const auto& [metric, prefix] : {std::pair{Metric::kMoves, "stm "}, {Metric::kMtm, "mtm "}}) {
    const std::vector<uint64_t> published = Published(prefix + name);
    ASSERT_FALSE(published.empty()) << prefix << name;
    EXPECT_EQ(Histogram(whole, metric), published) << prefix << board;
  }
}

TEST(WholeBoardsTest, SmallBoardsHaveThePublishedDepthsInBothMetrics) {
  for (const char* board : {"2x2", "3x2", "4x2", "3x3", "5x2"}) ExpectPublishedDepths(board, board);
  ExpectPublishedDepths("2x3", "3x2");
  ExpectPublishedDepths("2x5", "5x2");
}

TEST(WholeBoardsTest, TwelveCellsHaveThePublishedDepthsInBothMetrics) {
  ExpectPublishedDepths("4x3", "4x3");
  ExpectPublishedDepths("3x4", "4x3");
  ExpectPublishedDepths("6x2", "6x2");
}

// 44 billion states: 17 GB of memory, and half an hour of a processor for each metric.
TEST(WholeBoardsTest, DISABLED_FourteenCellsHaveThePublishedDepthsInBothMetrics) {
  ExpectPublishedDepths("7x2", "7x2");
}

// Nobody else has published these. They may change only with a proof that they were wrong.
TEST(LargeStagesTest, KeepTheirGreatestDepths) {
  EXPECT_EQ(Histogram("4x4", "1-6").size(), 58u);
  EXPECT_EQ(Histogram("5x5", "1-5").size(), 75u);
}

// A. Whitmore 2018: states of {1-7} on 5x5 at depths 0 .. 7, summed up. The stage is too large for
// a table here, so its first levels are searched without one.
TEST(LargeStagesTest, TheFirstLevelsOfSevenTilesOn5x5AreWhitmores) {
  const Subproblem subproblem{{5, 5}, LowMask(7), 0};
  const Ranking ranking(subproblem);
  EXPECT_EQ(ranking.size(), 43609104000u);
  std::vector<uint64_t> sums, level = GoalRanks(subproblem, ranking);
  std::set<uint64_t> reached(level.begin(), level.end());
  for (int depth = 0; depth <= 7; ++depth) {
    sums.push_back(reached.size());
    std::vector<uint64_t> next;
    for (uint64_t rank : level) {
      const Board board = Representative(subproblem, ranking.Unrank(rank));
      ForEachSuccessor(subproblem, ranking, board, rank, [&](Action, uint64_t after) {
        if (reached.insert(after).second) next.push_back(after);
      });
    }
    level = std::move(next);
  }
  EXPECT_EQ(sums, (std::vector<uint64_t>{18, 24, 37, 64, 118, 235, 466, 909}));
}

}  // namespace
}  // namespace tilebase
