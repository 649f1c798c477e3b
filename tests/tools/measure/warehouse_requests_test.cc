// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/measure/warehouse_requests.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "generator/words/word_build.h"
#include "tools/common/folder.h"

namespace tilebase {
namespace {

std::unique_ptr<WordAnswers> Open(WordProblem problem, WordMetric metric) {
  const TemporaryFolder folder;
  problem.metric = metric;
  const std::string path = folder.path() + "/warehouse";
  EXPECT_TRUE(BuildWordTable(problem, path, {.creator = "test"}).ok());
  absl::StatusOr<std::unique_ptr<WordSet>> set = WordSet::Open(path, 1);
  EXPECT_TRUE(set.ok()) << set.status();
  return std::make_unique<WordAnswers>(*std::move(set));
}

TEST(WarehouseRequestsTest, RequestsApartHaveTheMeanOfTheTable) {
  for (const WordMetric metric :
       {WordMetric::kStm, WordMetric::kMtm, WordMetric::kSteps, WordMetric::kLineSteps}) {
    const auto set = Open(*ProblemOfStorage(5, 4, {7}, 2, 1, {0, 19}), metric);
    uint64_t last = 0;
    const absl::StatusOr<RequestResult> found = MeasureRequests(
        *set, {.requests = 4000, .apart = true, .progress = [&](uint64_t done) { last = done; }});
    ASSERT_TRUE(found.ok()) << found.status();
    EXPECT_EQ(last, 4000u);
    EXPECT_EQ(found->proven, 1);
    EXPECT_EQ(found->mean_bound, found->mean);
    EXPECT_NEAR(found->mean, set->set().table().mean_value(), 5 * found->standard_error);
    EXPECT_LE(found->p50, found->p99);
    EXPECT_LE(found->p99, found->worst);
    EXPECT_LE(found->worst, static_cast<uint64_t>(set->set().table().max_value()));
    EXPECT_GE(found->mean_loads_moved, found->mean);
  }
}

TEST(WarehouseRequestsTest, AStreamIsTheSameForTheSameSeed) {
  const auto set = Open(*ProblemOfStorage(4, 4, {}, 2, 1, {0}), WordMetric::kSteps);
  const auto mean = [&](uint64_t seed, int blanks) {
    const auto found =
        MeasureRequests(*set, {.blanks = blanks, .requests = 500, .seed = seed, .effort = {}});
    EXPECT_TRUE(found.ok()) << found.status();
    return found->mean;
  };
  EXPECT_EQ(mean(1, 2), mean(1, 2));
  EXPECT_NE(mean(1, 2), mean(2, 2));
  EXPECT_LT(mean(1, 5), mean(1, 2));
}

TEST(WarehouseRequestsTest, WhatTheTableCannotAnswerIsRefused) {
  const auto set = Open(*ProblemOfStorage(3, 3, {}, 2, 1, {0}), WordMetric::kStm);
  for (const int blanks : {1, 9}) {
    const auto found = MeasureRequests(*set, {.blanks = blanks, .requests = 1});
    EXPECT_EQ(found.status().code(), absl::StatusCode::kInvalidArgument) << found.status();
  }
  const auto picture = Open(*ProblemOfText("112/233/44_"), WordMetric::kStm);
  EXPECT_FALSE(MeasureRequests(*picture, {.requests = 1}).ok());
}

}  // namespace
}  // namespace tilebase
