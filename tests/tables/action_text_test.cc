// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/action_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tables/random_board.h"

namespace tilebase {
namespace {

using testing::HasSubstr;

TEST(ActionTextTest, ReadsLettersAndRuns) {
  EXPECT_EQ(*ParseActions("URDL2UR2"), "URDLLURR");
  EXPECT_EQ(*ParseActions("U3 L2, R\n"), "UUULLR");
  EXPECT_EQ(*ParseActions(""), "");
}

TEST(ActionTextTest, SaysWhereItCannotRead) {
  for (const char* text : {"URx", "UR0", "UR 3"}) {
    const auto actions = ParseActions(text);
    ASSERT_FALSE(actions.ok()) << text;
    EXPECT_THAT(std::string(actions.status().message()), HasSubstr("URD2L"));
  }
  EXPECT_THAT(std::string(ParseActions("UURx").status().message()), HasSubstr("character 4"));
  for (const char* text : {"U1000001", "U99999999999999999999999999", "U600000L600000"})
    EXPECT_THAT(std::string(ParseActions(text).status().message()), HasSubstr("a million"));
  EXPECT_EQ(ParseActions("U1000000")->size(), 1000000u);
}

TEST(ActionTextTest, RunsAreReadBack) {
  EXPECT_EQ(Runs("UUULLR"), "U3 L2 R");
  EXPECT_EQ(Runs(""), "");
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    std::string letters;
    for (uint64_t length = random.Below(30); length > 0; --length)
      letters += "LRUD"[random.Below(4)];
    const std::string runs = Runs(letters);
    EXPECT_EQ(*ParseActions(runs), letters);
    EXPECT_EQ(
        CountRuns(letters),
        letters.empty() ? 0u : 1u + static_cast<size_t>(std::count(runs.begin(), runs.end(), ' ')));
  }
}

}  // namespace
}  // namespace tilebase
