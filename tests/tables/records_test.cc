// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Records that cannot be read.

#include "tables/records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace tilebase {
namespace {

using testing::HasSubstr;

TEST(RecordsTest, TooShortOnesAreRefused) {
  const std::string few(16, '\0');
  EXPECT_EQ(DecodeSetRecord(AsBytes(few)).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(DecodeTableRecord({3, 3}, AsBytes(few)).status().code(), absl::StatusCode::kDataLoss);
}

TEST(RecordsTest, LongTextsAreRefused) {
  SetInfo info;
  info.geometry = {3, 3};
  const auto error = [&] {
    return std::string(DecodeSetRecord(AsBytes(EncodeSetRecord(info, 1))).status().message());
  };
  info.plan = "rest";
  EXPECT_EQ(error(), "");
  info.plan.assign(1025, 'r');
  EXPECT_THAT(error(), HasSubstr("of at most 1024 bytes"));
  info.plan = "rest";
  info.creator.assign(1025, 'c');
  EXPECT_THAT(error(), HasSubstr("of at most 1024 bytes"));
}

}  // namespace
}  // namespace tilebase
