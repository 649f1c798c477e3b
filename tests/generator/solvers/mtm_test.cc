// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The metric mtm: whole boards against what others have published, in both metrics, and the fast
// search against a plain one, entry by entry.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "generator/retrograde/retrograde.h"
#include "generator/solvers/plain_search.h"
#include "tables/plan.h"
#include "tables/ranking.h"

namespace tilebase {
namespace {

using Instructions = RetrogradeSolver::Instructions;

std::unique_ptr<Solution> Solve(const Solver& solver, const Subproblem& subproblem) {
  SolveOptions options;
  options.threads = 2;
  absl::StatusOr<std::unique_ptr<Solution>> solution = solver.Solve(subproblem, options);
  EXPECT_TRUE(solution.ok()) << ToString(subproblem) << solution.status();
  return solution.ok() ? *std::move(solution) : nullptr;
}

// What a Solution says of every entry: its set, and the length of its slide in each direction.
std::vector<std::vector<uint8_t>> Entries(const Subproblem& subproblem, const Solution& solution) {
  const uint64_t entries = EntryCount(subproblem);
  std::vector<std::vector<uint8_t>> all(1 + kActions, std::vector<uint8_t>(entries));
  solution.GetEntries(0, entries, all[0].data());
  for (size_t a = 0; a < kActions; ++a)
    solution.GetLengths(0, entries, static_cast<Action>(a), all[1 + a].data());
  return all;
}

void ExpectAgreement(const Subproblem& subproblem) {
  const auto plain = Solve(PlainSearchSolver(Metric::kMtm), subproblem);
  const auto expected = Entries(subproblem, *plain);
  for (Instructions instructions :
       {Instructions::kBest, Instructions::kAvx2, Instructions::kBaseline}) {
    const RetrogradeSolver solver(instructions, Metric::kMtm);
    const auto fast = Solve(solver, subproblem);
    EXPECT_EQ(fast->histogram(), plain->histogram())
        << ToString(subproblem) << solver.InstructionsName();
    EXPECT_EQ(Entries(subproblem, *fast), expected)
        << ToString(subproblem) << solver.InstructionsName();
  }
}

// Rows of every layout (layout.h), boards of every shape, fixed tiles within lines, states that
// cannot be solved.
TEST(MtmTest, TheFastSearchAgreesWithAPlainOneOnSmallSubproblems) {
  const struct {
    const char* board;
    const char* goal;
    const char* fixed;
  } cases[] = {{"2x2", "1-3", ""},    {"3x2", "1-5", ""},    {"2x3", "1-5", ""},
               {"4x2", "1-7", ""},    {"3x3", "1-8", ""},    {"3x3", "1,2", ""},
               {"3x3", "4-6", "1,2"}, {"3x3", "1,3", "5"},   {"4x4", "1", ""},
               {"4x4", "3,4", "1,2"}, {"4x4", "1-3", ""},    {"4x4", "9-12", "1-8"},
               {"4x4", "1-3", "6"},   {"4x4", "4", "1-3"},   {"6x2", "1-4", ""},
               {"2x6", "1-3", "4"},   {"5x5", "1,2", ""},    {"5x5", "4-5,10", "1-3"},
               {"7x5", "1,2", ""},    {"8x8", "1", ""},      {"8x8", "1,2", "20,21,30"},
               {"2x8", "1-3", ""},    {"8x2", "2-4", "1,9"}, {"5x3", "1-3", ""}};
  for (const auto& each : cases) {
    const Geometry geometry = *ParseGeometry(each.board);
    ExpectAgreement(
        {geometry, *ParseTiles(geometry, each.goal), *ParseTiles(geometry, each.fixed)});
  }
  // With the blank elsewhere at the goal.
  ExpectAgreement({{3, 3}, 0xff, 0, 1});
  ExpectAgreement({{3, 3}, 0xf8, 0x07, 4});
  ExpectAgreement({{4, 3}, 0x7f0, 0x00f, 5});
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

// `board` or, turned, `name` of the file.
void ExpectPublishedDepths(const std::string& board, const std::string& name) {
  const Geometry geometry = *ParseGeometry(board);
  const Subproblem whole{geometry, geometry.all_tiles(), 0};
  for (const auto& [metric, prefix] : {std::pair{Metric::kMoves, "stm "}, {Metric::kMtm, "mtm "}}) {
    const std::vector<uint64_t> published = Published(prefix + name);
    ASSERT_FALSE(published.empty()) << prefix << name;
    EXPECT_EQ(Solve(RetrogradeSolver(Instructions::kBest, metric), whole)->histogram(), published)
        << prefix << board;
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

}  // namespace
}  // namespace tilebase
