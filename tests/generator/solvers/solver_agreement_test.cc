// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The three solvers give the same depths and the same optimal actions, which are the paper's. In
// the metric mtm the fast search agrees with the plain one.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "generator/enumeration.h"
#include "generator/retrograde/retrograde.h"
#include "generator/solvers/reference_solvers.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

constexpr uint64_t kSmall = 100000;

std::unique_ptr<Solution> Solve(const Solver& solver, const Subproblem& subproblem) {
  absl::StatusOr<std::unique_ptr<Solution>> solution = solver.Solve(subproblem, {});
  EXPECT_TRUE(solution.ok()) << ToString(subproblem) << solution.status();
  return solution.ok() ? *std::move(solution) : nullptr;
}

std::vector<OptimalActions> Entries(const Subproblem& subproblem, const Solution& solution) {
  std::vector<OptimalActions> entries(EntryCount(subproblem));
  solution.GetEntries(0, entries.size(), entries.data());
  return entries;
}

// Returns the subproblems that a build of the plan makes.
std::vector<Subproblem> Met(Geometry geometry, const std::string& plan) {
  std::vector<Subproblem> met;
  const Plan stages = *ParsePlan(geometry, plan);
  for (Subproblem subproblem : stages.stages) {
    while (true) {
      met.push_back(subproblem);
      const auto solution = Solve(RetrogradeSolver(), subproblem);
      if (solution->reachable() == EntryCount(subproblem)) break;
      if (subproblem.fixed == 0) {
        ADD_FAILURE() << ToString(subproblem) << " leaves boards unsolved";
        break;
      }
      subproblem = subproblem.Grown();
    }
  }
  return met;
}

void ExpectAgreement(const Subproblem& subproblem) {
  const auto plain = Solve(PlainSearchSolver(), subproblem);
  const auto fast = Solve(RetrogradeSolver(), subproblem);
  const std::vector<OptimalActions> entries = Entries(subproblem, *plain);
  EXPECT_EQ(fast->histogram(), plain->histogram()) << ToString(subproblem);
  EXPECT_EQ(Entries(subproblem, *fast), entries) << ToString(subproblem);
  // The largest gamma whose sweeps are affordable here; others are tested below.
  const auto values = Solve(ValueIterationSolver(0.9), subproblem);
  EXPECT_EQ(values->histogram(), plain->histogram()) << ToString(subproblem);
  EXPECT_EQ(Entries(subproblem, *values), entries) << ToString(subproblem);
  if (IsSurelyReachable(subproblem)) {
    EXPECT_EQ(plain->reachable(), EntryCount(subproblem)) << ToString(subproblem);
  }
}

TEST(SolverAgreementTest, OnEverySmallSubproblemOfThePapersLadders) {
  for (const char* plan : {"ladder:1", "ladder:2", "ladder:3", "ladder:4", "ladder:5"})
    for (const Subproblem& subproblem : Met({4, 4}, plan))
      if (EntryCount(subproblem) < kSmall) ExpectAgreement(subproblem);
}

TEST(SolverAgreementTest, OnEverySmallSubproblemOfOtherBoards) {
  const std::pair<Geometry, const char*> cases[] = {
      {{2, 2}, "ladder:1"},
      {{2, 3}, "ladder:1"},
      {{3, 2}, "rest"},
      {{3, 3}, "ladder:1"},
      {{3, 3}, "ladder:3"},
      {{3, 4}, "ladder:1"},
      {{4, 3}, "ladder:1"},
      {{3, 5}, "ladder:1"},
      {{5, 3}, "ladder:1"},
      {{5, 5}, "ladder:1"},
      {{4, 4}, "1-4/5,9,13/rest"},
      {{2, 6}, "ladder:1"},
      {{6, 2}, "ladder:1"},
      {{4, 4}, "6/11/1/rest"},
      {{3, 3}, "rest + blank4:rest + blank7:1-3/rest"},
      {{4, 3}, "rest + blank10:1,5,9/rest"}};
  for (const auto& [geometry, text] : cases) {
    const bool explicit_stages = std::string(text).find("rest") != std::string::npos;
    const Plan plan = *ParsePlan(geometry, text);
    for (const Subproblem& subproblem : explicit_stages ? plan.stages : Met(geometry, text))
      if (EntryCount(subproblem) < kSmall) ExpectAgreement(subproblem);
  }
}

// Theorem 3 of the paper, together with the reference file's counts: ladder:1 on 4x4.
TEST(SolverAgreementTest, EnumeratesExactlyTheReferenceSubproblems) {
  struct Row {
    uint64_t placements, reachable;
    int max_depth;
    double mean_depth;
  };
  std::map<std::string, Row> reference;
  std::ifstream file(std::string(std::getenv("TILEBASE_REFERENCE")) +
                     "/local_value_iteration_subproblems.csv");
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::replace(line.begin(), line.end(), ' ', ';');
    std::replace(line.begin(), line.end(), ',', ' ');
    // "3;4 1;2 2184 ..." or, with no fixed tiles, "1  240 ..."
    std::istringstream words(line);
    std::string goal, fixed;
    const bool no_fixed = line.find("  ") != line.npos;
    Row row;
    words >> goal;
    if (!no_fixed) words >> fixed;
    words >> row.placements >> row.reachable >> row.max_depth >> row.mean_depth;
    std::replace(goal.begin(), goal.end(), ';', ',');
    std::replace(fixed.begin(), fixed.end(), ';', ',');
    const Geometry geometry{4, 4};
    const Subproblem subproblem{geometry, *ParseTiles(geometry, goal),
                                *ParseTiles(geometry, fixed)};
    reference[ToString(subproblem)] = row;
  }
  ASSERT_EQ(reference.size(), 27u);
  const std::vector<Subproblem> met = Met({4, 4}, "ladder:1");
  EXPECT_EQ(met.size(), reference.size());
  for (const Subproblem& subproblem : met) {
    const std::string name = ToString(subproblem);
    ASSERT_EQ(reference.count(name), 1u) << name;
    const Row& row = reference[name];
    const auto solution = Solve(RetrogradeSolver(), subproblem);
    EXPECT_EQ(StateCount(subproblem), row.placements) << name;
    EXPECT_EQ(solution->reachable(), row.reachable) << name;
    EXPECT_EQ(solution->max_depth(), row.max_depth) << name;
    double sum = 0;
    for (size_t depth = 0; depth < solution->histogram().size(); ++depth)
      sum += static_cast<double>(depth * solution->histogram()[depth]);
    EXPECT_NEAR(sum / static_cast<double>(row.reachable), row.mean_depth, 5.1e-5) << name;
  }
}

// The paper prints M(G, R) for 23 subproblems (theorem 3).
TEST(SolverAgreementTest, GivesThePapersTwentyThreeMaxima) {
  const std::map<std::string, int> printed = {
      {"{1}|{}", 21},       {"{2}|{1}", 17},       {"{3}|{1-2}", 20},     {"{4}|{1-3}", 1},
      {"{3-4}|{1-2}", 32},  {"{5}|{1-4}", 17},     {"{6}|{1-5}", 13},     {"{7}|{1-6}", 18},
      {"{8}|{1-7}", 1},     {"{7-8}|{1-6}", 29},   {"{9}|{1-8}", 15},     {"{10}|{1-9}", 9},
      {"{9-10}|{1-8}", 20}, {"{11}|{1-10}", 6},    {"{10-11}|{1-9}", 14}, {"{9-11}|{1-8}", 23},
      {"{12}|{1-11}", 1},   {"{10-12}|{1-9}", 20}, {"{9-12}|{1-8}", 27},  {"{13}|{1-12}", 1},
      {"{9-13}|{1-8}", 34}, {"{14}|{1-13}", 1},    {"{15}|{1-14}", 1}};
  ASSERT_EQ(printed.size(), 23u);
  size_t found = 0;
  for (const Subproblem& subproblem : Met({4, 4}, "ladder:1")) {
    const auto row = printed.find(ToString(subproblem));
    if (row == printed.end()) continue;
    ++found;
    EXPECT_EQ(Solve(RetrogradeSolver(), subproblem)->max_depth(), row->second) << row->first;
  }
  EXPECT_EQ(found, printed.size());
}

// V is gamma^depth times the value of a goal state, 1 / (1 - gamma) where goals lie side by side.
TEST(ValueIterationTest, ValuesHaveTheClosedFormOfTheDepth) {
  const Geometry geometry{4, 4};
  for (const Subproblem& subproblem :
       {Subproblem{geometry, TileBit(3) | TileBit(4), TileBit(1) | TileBit(2)},
        Subproblem{geometry, TileBit(1), 0}, Subproblem{geometry, TileBit(4), LowMask(3)}}) {
    const auto plain = Solve(PlainSearchSolver(), subproblem);
    const auto& depths = static_cast<const DepthSolution&>(*plain).depths();
    for (double gamma : {0.5, 0.9, 0.99}) {
      const absl::StatusOr<Values> values = IterateValues(subproblem, gamma, {});
      ASSERT_TRUE(values.ok());
      for (size_t rank = 0; rank < depths.size(); ++rank) {
        const double expected = depths[rank] == DepthSolution::kUnreachable
                                    ? 0
                                    : std::pow(gamma, depths[rank]) / (1 - gamma);
        ASSERT_NEAR(values->value[rank], expected, 1e-9 * expected)
            << ToString(subproblem) << " gamma " << gamma << " rank " << rank;
      }
    }
  }
}

// With every tile in G there is one goal state, which must be left and entered again.
TEST(ValueIterationTest, ALonelyGoalIsRewardedEverySecondStep) {
  const Subproblem subproblem{{3, 2}, LowMask(5), 0};
  const absl::StatusOr<Values> values = IterateValues(subproblem, 0.5, {});
  ASSERT_TRUE(values.ok());
  EXPECT_DOUBLE_EQ(values->value[GoalRanks(subproblem, Ranking(subproblem))[0]], 1 / (1 - 0.25));
  ExpectAgreement(subproblem);
}

TEST(ValueIterationTest, RefusesGoalsOfDifferentValue) {
  // The remaining cells are 1, 2 and, apart from them, the last one.
  const Geometry geometry{3, 3};
  const Subproblem subproblem{geometry, geometry.all_tiles() & ~LowMask(2), 0};
  const auto solution = ValueIterationSolver().Solve(subproblem, {});
  EXPECT_EQ(solution.status().code(), absl::StatusCode::kFailedPrecondition);
}

using Instructions = RetrogradeSolver::Instructions;

// Returns a Solution's results for every entry: its set, and the length of its slide in each
// direction.
std::vector<std::vector<uint8_t>> SlideEntries(const Subproblem& subproblem,
                                               const Solution& solution) {
  const uint64_t entries = EntryCount(subproblem);
  std::vector<std::vector<uint8_t>> all(1 + kActions, std::vector<uint8_t>(entries));
  solution.GetEntries(0, entries, all[0].data());
  for (size_t a = 0; a < kActions; ++a)
    solution.GetLengths(0, entries, static_cast<Action>(a), all[1 + a].data());
  return all;
}

void ExpectMtmAgreement(const Subproblem& subproblem) {
  const auto plain = Solve(PlainSearchSolver(Metric::kMtm), subproblem);
  const auto expected = SlideEntries(subproblem, *plain);
  for (Instructions instructions :
       {Instructions::kBest, Instructions::kAvx2, Instructions::kBaseline}) {
    const RetrogradeSolver solver(instructions, Metric::kMtm);
    const auto fast = Solve(solver, subproblem);
    EXPECT_EQ(fast->histogram(), plain->histogram())
        << ToString(subproblem) << solver.InstructionsName();
    EXPECT_EQ(SlideEntries(subproblem, *fast), expected)
        << ToString(subproblem) << solver.InstructionsName();
  }
}

// Rows of every layout (retrograde/layout.h), boards of every shape, fixed tiles within lines,
// states that cannot be solved.
TEST(SolverAgreementTest, InSlidesOfWholeLinesOnSmallSubproblems) {
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
    ExpectMtmAgreement(
        {geometry, *ParseTiles(geometry, each.goal), *ParseTiles(geometry, each.fixed)});
  }
  // With the blank away from home at the goal.
  ExpectMtmAgreement({{3, 3}, 0xff, 0, 1});
  ExpectMtmAgreement({{3, 3}, 0xf8, 0x07, 4});
  ExpectMtmAgreement({{4, 3}, 0x7f0, 0x00f, 5});
}

}  // namespace
}  // namespace tilebase
