// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/values/square_fit.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "generator/checkpoint.h"
#include "generator/values/plain_beam.h"
#include "tables/pair_values.h"
#include "tables/plan.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

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
    return FitSquare(subproblem, rounds, zeros, options);
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
    Checkpoint checkpoint((directory_ / "level").string(), "fit", 0);
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
  const ExactChanges taught_changes(taught), distance_changes(distances);
  PlainBeam by_taught(taught_changes, false), by_distance(distance_changes, false);
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
