// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The search of patterns, against a plain one, and with all instructions and threads against
// itself.

#include "generator/solvers/pattern_search.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tables/plan.h"
#include "tables/ranking.h"
#include "tests/tables/plain_search.h"

namespace tilebase {
namespace {

using Instructions = PatternSolver::Instructions;

Subproblem Pattern(const std::string& board, const std::string& tiles) {
  const Geometry geometry = *ParseGeometry(board);
  return {geometry, *ParseTiles(geometry, tiles), 0};
}

std::unique_ptr<Solution> Solve(const Subproblem& pattern,
                                Instructions instructions = Instructions::kBest, int threads = 1) {
  SolveOptions options;
  options.threads = threads;
  auto solution = PatternSolver(instructions).Solve(pattern, options);
  EXPECT_TRUE(solution.ok()) << solution.status();
  return solution.ok() ? *std::move(solution) : nullptr;
}

std::vector<SolvedEntry> Entries(const Solution& solution) {
  std::vector<SolvedEntry> entries(solution.reachable());
  solution.GetEntries(0, entries.size(), entries.data());
  return entries;
}

// `ends` are the cells where the blank may be at the goal.
void ExpectPlainValues(const Subproblem& pattern, CellMask ends) {
  const Geometry geometry = pattern.geometry;
  const PatternRanking ranking(geometry, pattern.goal);
  const auto plain = PlainPatternValues(geometry.width, geometry.height, pattern.goal, ends);
  ASSERT_EQ(plain.size(), ranking.size());
  std::vector<SolvedEntry> excesses(ranking.size());
  std::vector<uint64_t> histogram;
  for (const auto& [placement, value] : plain) {
    uint8_t cell[kMaxCells] = {};
    for (int j = 0; j < ranking.count(); ++j)
      cell[j] = static_cast<uint8_t>(placement.find(static_cast<char>('a' + ranking.tile(j))));
    excesses[ranking.Rank(cell)] = static_cast<SolvedEntry>((value - ranking.Distance(cell)) / 2);
    histogram.resize(std::max(histogram.size(), static_cast<size_t>(value) + 1));
    ++histogram[static_cast<size_t>(value)];
  }
  for (Instructions instructions : {Instructions::kBest, Instructions::kBaseline})
    for (int threads : {1, 3}) {
      const auto solution = Solve(pattern, instructions, threads);
      EXPECT_EQ(solution->histogram(), histogram);
      EXPECT_TRUE(Entries(*solution) == excesses);
    }
}

class PatternSearchTest : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(PatternSearchTest, GivesTheValuesOfAPlainSearch) {
  const Subproblem pattern = Pattern(GetParam().first, GetParam().second);
  ExpectPlainValues(pattern, CellBit(pattern.geometry.blank_home()));
}

TEST_P(PatternSearchTest, GivesThemToEveryOtherEnd) {
  Subproblem pattern = Pattern(GetParam().first, GetParam().second);
  const Geometry geometry = pattern.geometry;
  if (geometry.cells() > 12) return;  // the plain search takes long
  const CellMask ends = geometry.all_cells() & ~pattern.goal;
  pattern.blank_back = Subproblem::kAnyBlank;
  ExpectPlainValues(pattern, ends);
  for (CellMask rest = ends; rest != 0; rest &= rest - 1) {
    pattern.blank_back = static_cast<uint8_t>(geometry.blank_home() - Lowest(rest));
    ExpectPlainValues(pattern, CellBit(Lowest(rest)));
  }
}

// One to six tiles: blocks of less than a word, of one word, of several; boards of one region and
// of many; moves that pass no tile, and up to seven.
INSTANTIATE_TEST_SUITE_P(
    Boards, PatternSearchTest,
    testing::Values(std::pair("2x2", "1"), std::pair("2x2", "3"), std::pair("2x3", "1-3"),
                    std::pair("3x2", "2,5"), std::pair("3x3", "5"), std::pair("3x3", "1,8"),
                    std::pair("3x3", "2-5"), std::pair("3x3", "1-6"), std::pair("5x2", "1-3,6"),
                    std::pair("2x5", "1,3,5,7,9"), std::pair("4x3", "1-4"),
                    std::pair("3x4", "1,5,11"), std::pair("4x2", "1-5"), std::pair("8x2", "1,7,15"),
                    std::pair("2x8", "1,8,13"), std::pair("5x5", "1,24"), std::pair("8x8", "36")));

TEST(PatternSearchTest, EveryInstructionSetAndNumberOfThreadsGivesTheSame) {
  for (const auto& [board, tiles] :
       {std::pair("4x3", "1-7"), {"7x2", "2-7"}, {"2x5", "1-7"}, {"5x5", "1,2,6,7"}}) {
    const Subproblem pattern = Pattern(board, tiles);
    const auto one = Solve(pattern, Instructions::kBaseline);
    EXPECT_EQ(one->reachable(), PatternEntryCount(pattern.geometry, pattern.goal));
    const auto other = Solve(pattern, Instructions::kBest, 3);
    EXPECT_EQ(one->histogram(), other->histogram());
    EXPECT_TRUE(Entries(*one) == Entries(*other)) << board;
  }
}

TEST(PatternSearchTest, EntriesAreTheSameInAnyPieces) {
  const auto solution = Solve(Pattern("3x3", "1-3,6"));
  const std::vector<SolvedEntry> all = Entries(*solution);
  for (uint64_t step : {1, 2, 5, 6, 7, 41}) {
    std::vector<SolvedEntry> pieces(all.size());
    for (uint64_t begin = 0; begin < all.size(); begin += step)
      solution->GetEntries(begin, std::min<uint64_t>(begin + step, all.size()), &pieces[begin]);
    EXPECT_EQ(pieces, all) << step;
  }
}

// Korf & Felner (2002) use these patterns of the 24-puzzle, and the seven-eight of the fifteen
// puzzle.
TEST(PatternSearchTest, NeedsAtMostAByteAndAFifthAnEntry) {
  for (const auto& [board, tiles] :
       {std::pair("5x5", "1-3,6-8"), {"5x5", "4,5,9,10,14,15"}, {"4x4", "1-8"}, {"4x4", "9-15"}}) {
    const Subproblem pattern = Pattern(board, tiles);
    EXPECT_LE(PatternSolver().MemoryNeeded(pattern, 2) * 10,
              PatternEntryCount(pattern.geometry, pattern.goal) * 12)
        << board << " " << tiles;
  }
}

TEST(PatternSearchTest, SaysWhatMemoryIsMissing) {
  // 10^16 placements.
  const Subproblem pattern = Pattern("8x8", "1-9");
  EXPECT_GT(PatternSolver().MemoryNeeded(pattern, 1), uint64_t{1} << 50);
  const auto solution = PatternSolver().Solve(pattern, {});
  EXPECT_EQ(solution.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(solution.status().message().find("pattern {1-9} needs "), std::string::npos)
      << solution.status();
  EXPECT_EQ(PatternSolver().MemoryNeeded(Pattern("8x8", "1-20"), 1), 0u);
}

TEST(PatternSearchTest, ReportsEveryLevelAndCanBeCancelled) {
  const Subproblem pattern = Pattern("3x3", "1-4");
  std::atomic<bool> cancel{false};
  std::vector<SolveProgress> reports;
  SolveOptions options;
  options.cancel = &cancel;
  options.progress = [&](const SolveProgress& progress) { reports.push_back(progress); };
  const auto solution = PatternSolver().Solve(pattern, options);
  ASSERT_TRUE(solution.ok());
  ASSERT_GE(reports.size(), (*solution)->histogram().size());
  for (size_t level = 0; level < reports.size(); ++level)
    EXPECT_EQ(reports[level].level, static_cast<int>(level));
  EXPECT_EQ(reports.front().states, 1u);
  EXPECT_EQ(reports.back().states, 3024u);
  EXPECT_EQ(reports.back().entries, 3024u);
  options.progress = [&](const SolveProgress& progress) { cancel = progress.level == 3; };
  EXPECT_EQ(PatternSolver().Solve(pattern, options).status().code(), absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace tilebase
