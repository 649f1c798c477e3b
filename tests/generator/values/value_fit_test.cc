// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/values/value_fit.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "generator/build.h"
#include "generator/checkpoint.h"
#include "generator/enumeration.h"
#include "tables/pair_values.h"
#include "tables/plan.h"
#include "tables/store/store.h"
#include "tables/values/fitted_values.h"

namespace tilebase {
namespace {

class ValueFitTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "tilebase_fit_XXXXXX").string();
    directory_ = mkdtemp(name.data());
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  absl::Status Build(const std::string& name, int threads, const Plan& plan) {
    BuildOptions options;
    options.threads = threads;
    options.creator = "test";
    return BuildTableSet(plan, Path(name), options).status();
  }
  std::string Path(const std::string& name) const { return directory_ / name; }
  std::string Bytes(const std::string& name) const {
    std::ifstream file(Path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::filesystem::path directory_;
};

TEST_F(ValueFitTest, AnyNumberOfThreadsMakesTheSameBytes) {
  const Plan plan = *ParsePlan({3, 2}, "ladder:1 + values:pairs");
  ASSERT_TRUE(Build("one", 1, plan).ok());
  ASSERT_TRUE(Build("three", 3, plan).ok());
  EXPECT_EQ(Bytes("one"), Bytes("three"));
  EXPECT_FALSE(Bytes("one").empty());
}

TEST_F(ValueFitTest, NumbersOfTheProgramAreTakenAndMeasured) {
  const Geometry geometry{4, 4};
  ASSERT_TRUE(Build("known", 2, *ParsePlan(geometry, "ladder:1 + values:pairs")).ok());
  const auto source = StoreReader::Open(Path("known"), {.check_content = true});
  ASSERT_TRUE(source.ok()) << source.status();
  const size_t table = (*source)->tables().size() - 1;
  std::vector<uint8_t> numbers((*source)->layout(table).bytes());
  ASSERT_TRUE((*source)->ReadTable(table, 1, absl::MakeSpan(numbers)).ok());
  EXPECT_TRUE(numbers == FittedValues(geometry, false));
  // And the fit is measured.
  for (const FitBand& band : absl::MakeSpan((*source)->tables().back().fit).first(4)) {
    EXPECT_GT(band.positions, 1000u);
    EXPECT_LT(std::abs(band.bias), 65536);
  }
}

TEST_F(ValueFitTest, AFitThatWasStoppedGoesOnWhereItWas) {
  const ValueSolver solver(false);
  const Geometry geometry{3, 2};
  const Subproblem subproblem = ParsePlan(geometry, "1-3/rest + values:pairs")->stages.back();
  int reports = 0;
  const auto entries =
      [&](const SolveOptions& options) -> absl::StatusOr<std::vector<SolvedEntry>> {
    const auto solution = solver.Solve(subproblem, options);
    if (!solution.ok()) return solution.status();
    std::vector<SolvedEntry> all(PairEntryCount(geometry));
    (*solution)->GetEntries(0, all.size(), all.data());
    return all;
  };
  SolveOptions options;
  options.progress = [&](const SolveProgress&) { ++reports; };
  const auto whole = entries(options);
  ASSERT_TRUE(whole.ok()) << whole.status();
  const int needed = reports;

  Checkpoint checkpoint(Path("level"), "values", 0);
  std::atomic<bool> cancel{false};
  options.checkpoint = &checkpoint;
  options.cancel = &cancel;
  options.progress = [&](const SolveProgress& progress) { cancel = progress.level == 4; };
  EXPECT_TRUE(absl::IsCancelled(entries(options).status()));
  reports = 0;
  options.cancel = nullptr;
  options.progress = [&](const SolveProgress&) { ++reports; };
  const auto resumed = entries(options);
  ASSERT_TRUE(resumed.ok()) << resumed.status();
  EXPECT_TRUE(*resumed == *whole);
  EXPECT_LT(reports, needed);
}

TEST(ValueEstimateTest, LargeBoardsAreRefusedBeforeAnythingIsMade) {
  const auto estimate = EstimateBuild(*ParsePlan({6, 5}, "ladder:1 + values:pairs"), {});
  EXPECT_TRUE(absl::IsUnimplemented(estimate.status())) << estimate.status();
}

}  // namespace
}  // namespace tilebase
