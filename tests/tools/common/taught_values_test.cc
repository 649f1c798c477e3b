// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Values of larger squares: tied by symmetry, carried over from a smaller board, and taught by
// beams.

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

#include "absl/types/span.h"
#include "generator/checkpoint.h"
#include "generator/kept/kept_values.h"
#include "generator/solvers/square_fit.h"
#include "generator/solvers/tied_values.h"
#include "tables/geometry.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tools/common/value_search.h"

namespace tilebase {
namespace {

TEST(TiedPairsTest, ATableOfTiedNumbersHasTheSymmetriesOfTheSquare) {
  const Geometry geometry{4, 4};
  const TiedPairs ties(geometry);
  Random random(1);
  std::vector<uint8_t> tied(ties.pair_numbers());
  for (uint8_t& byte : tied) byte = static_cast<uint8_t>(random.Below(256));
  const std::vector<uint8_t> table = ties.Expand(tied);
  EXPECT_EQ(ties.Gather(table), tied);

  const auto tile = [&](Symmetry symmetry, int t) {
    return MapCell(geometry, symmetry, t - 1) + 1;
  };
  const auto number = [&](int s, int t, int cell_s, int cell_t) {
    return table[s < t ? PairRank(geometry, s, t, cell_s, cell_t)
                       : PairRank(geometry, t, s, cell_t, cell_s)];
  };
  for (int i = 0; i < 20000; ++i) {
    const int s = static_cast<int>(random.Below(16)), t = static_cast<int>(random.Below(16));
    const int a = static_cast<int>(random.Below(16)), b = static_cast<int>(random.Below(16));
    const auto symmetry = static_cast<Symmetry>(random.Below(kSymmetries));
    if (s == t || a == b) continue;
    if ((s == 0 || t == 0) && symmetry > kTransposed) continue;
    const int to_s = s == 0 ? 0 : tile(symmetry, s), to_t = t == 0 ? 0 : tile(symmetry, t);
    if (to_s == 16 || to_t == 16) continue;  // the blank's home
    ASSERT_EQ(number(s, t, a, b),
              number(to_s, to_t, MapCell(geometry, symmetry, a), MapCell(geometry, symmetry, b)));
  }
}

TEST(TiedPairsTest, EightPairsOfTilesShareANumberFarFromTheBlank) {
  const TiedPairs ties({6, 6});
  EXPECT_LT(ties.pair_numbers(), PairEntryCount({6, 6}) / 6);
  EXPECT_EQ(KeptValues({6, 6}, false).size(), ties.pair_numbers());
}

void CellsOf(const Board& board, uint8_t* cell) {
  for (int c = 0; c < board.geometry.cells(); ++c) cell[board.tile[c]] = static_cast<uint8_t>(c);
}

TEST(TiedValuesTest, BytesSayWhatTheNumbersSayButForRounding) {
  const Geometry geometry{5, 5};
  const TiedPairs ties(geometry);
  TiedValues values(ties);
  values.CarryOver(KeptValues({4, 4}, false), 60);
  Random random(2);
  uint8_t cell[kMaxCells];
  for (int i = 0; i < 50; ++i) {
    CellsOf(RandomSolvableBoard(geometry, random), cell);
    values.Learn(cell, TiedValues::kUnit);
  }
  const PairValues table(geometry, ties.Expand(values.Bytes()));
  for (int i = 0; i < 50; ++i) {
    const Board board = RandomSolvableBoard(geometry, random);
    CellsOf(board, cell);
    const double exact =
        static_cast<double>(values.Value(cell)) / static_cast<double>(TiedValues::kUnit);
    EXPECT_NEAR(table.Value(board.tile) / double{kValueOne}, exact, 2);
  }
}

TEST(TiedValuesTest, LearningMovesTheValueOfTheBoard) {
  const Geometry geometry{4, 4};
  const TiedPairs ties(geometry);
  TiedValues values(ties);
  Random random(3);
  const Board board = RandomSolvableBoard(geometry, random);
  uint8_t cell[kMaxCells];
  CellsOf(board, cell);
  const int64_t before = values.Value(cell);
  values.Learn(cell, TiedValues::kUnit);
  // A change in all its pairs together, and a bit in its tiles; ties may count it more than once.
  EXPECT_GE(values.Value(cell) - before, TiedValues::kUnit * 12 / 10);
}

TEST(LessonBeamTest, TeachesTheMovesThatAreLeftAndMoreThanValuesThatAreTooLow) {
  const Geometry geometry{3, 3};
  const PairValues distances(geometry, std::vector<uint8_t>(PairEntryCount(geometry), kValueZero));
  BeamValueSearch search(distances, false);
  LessonBeam beam;
  Random random(4);
  std::vector<Action> solution;
  int above = 0, below = 0;
  for (int i = 0; i < 50; ++i) {
    const Board start = RandomSolvableBoard(geometry, random);
    if (!search.Solve(start, 100000, 100, &solution) || solution.size() < 3) continue;
    std::vector<Lesson> lessons;
    beam.Teach(distances, start, solution, 20, Random(5), &lessons);
    ASSERT_FALSE(lessons.empty());
    for (const Lesson& lesson : lessons) {
      Board board;
      board.geometry = geometry;
      for (int tile = 0; tile < geometry.cells(); ++tile)
        board.tile[lesson.cell[tile]] = static_cast<uint8_t>(tile);
      board.blank = lesson.cell[0];
      ASSERT_TRUE(board.IsSolvable());
      if (lesson.of_solution) {
        // A beam of 100,000 boards finds the shortest one on 3x3.
        std::vector<Action> rest;
        if (search.Solve(board, 100000, 100, &rest)) {
          EXPECT_EQ(lesson.moves, kValueOne * static_cast<int>(rest.size()));
        }
      } else {
        // Distances never overestimate, and each move changes them by one: nor do their backups
        // fall below them.
        const int distance = distances.Value(board.tile);
        above += lesson.moves > distance;
        below += lesson.moves < distance;
      }
    }
  }
  EXPECT_GT(above, 100);
  EXPECT_EQ(below, 0);
}

class SquareFitTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "tilebase_fit_XXXXXX").string();
    directory_ = mkdtemp(name.data());
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  absl::StatusOr<std::vector<uint8_t>> Fit(const SolveOptions& options) const {
    const std::vector<SquareRound> rounds = {{64, 60, 96}, {32, 30, 64}};
    const Geometry smaller{3, 3};
    const std::vector<uint8_t> zeros(PairEntryCount(smaller), kValueZero);
    const Subproblem subproblem = ParsePlan({4, 4}, "ladder:1 + values:pairs")->stages.back();
    return FitSquare(subproblem, rounds, zeros, BeamValueSearchFor(false), options);
  }

  std::filesystem::path directory_;
};

TEST_F(SquareFitTest, AnyNumberOfThreadsAndAStopInBetweenGiveTheSameBytes) {
  SolveOptions options;
  options.threads = 1;
  const auto whole = Fit(options);
  ASSERT_TRUE(whole.ok()) << whole.status();
  options.threads = 3;
  const auto of_three = Fit(options);
  ASSERT_TRUE(of_three.ok()) << of_three.status();
  EXPECT_TRUE(*of_three == *whole);

  for (const int stops_at : {1, 2, 4, 6}) {
    Checkpoint checkpoint((directory_ / "level").string(), 0);
    std::atomic<bool> cancel{false};
    int reports = 0;
    options.checkpoint = &checkpoint;
    options.cancel = &cancel;
    options.progress = [&](const SolveProgress&) { cancel = ++reports == stops_at; };
    EXPECT_TRUE(absl::IsCancelled(Fit(options).status()));
    options.cancel = nullptr;
    options.progress = nullptr;
    const auto resumed = Fit(options);
    ASSERT_TRUE(resumed.ok()) << resumed.status();
    EXPECT_TRUE(*resumed == *whole) << stops_at;
    checkpoint.Remove();
  }
}

TEST_F(SquareFitTest, ValuesThatWereTaughtLeadNarrowBeamsHomeInFewerMoves) {
  const auto numbers = Fit({});
  ASSERT_TRUE(numbers.ok()) << numbers.status();
  const Geometry geometry{4, 4};
  const PairValues taught(geometry, *numbers);
  const PairValues distances(geometry, std::vector<uint8_t>(PairEntryCount(geometry), kValueZero));
  BeamValueSearch by_taught(taught, false), by_distance(distances, false);
  Random random(6);
  size_t moves_taught = 0, moves_distance = 0;
  std::vector<Action> actions;
  for (int i = 0; i < 50; ++i) {
    const Board board = RandomSolvableBoard(geometry, random);
    ASSERT_TRUE(by_taught.Solve(board, 100, 400, &actions));
    moves_taught += actions.size();
    moves_distance += by_distance.Solve(board, 100, 400, &actions) ? actions.size() : 400;
  }
  EXPECT_LT(moves_taught, moves_distance);
}

}  // namespace
}  // namespace tilebase
