// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tables/board_text.h"
#include "tools/common/board_feed.h"
#include "tools/common/json.h"
#include "tools/common/quantity.h"

namespace tilebase {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

template <typename Value>
std::string ErrorOf(const absl::StatusOr<Value>& result) {
  EXPECT_TRUE(absl::IsInvalidArgument(result.status())) << result.status();
  return std::string(result.status().message());
}

TEST(Count, IsDecimalDigits) {
  EXPECT_EQ(*ParseCount("0"), 0u);
  EXPECT_EQ(*ParseCount("2000"), 2000u);
  EXPECT_EQ(*ParseCount("18446744073709551615"), UINT64_MAX);
}

TEST(CountRange, IsOneCountOrTwo) {
  using Range = std::pair<uint32_t, uint32_t>;
  EXPECT_EQ(ParseCountRange("30"), Range(30, 30));
  EXPECT_EQ(ParseCountRange("0..4294967295"), Range(0, UINT32_MAX));
  for (const char* text :
       {"", "..", "30..", "..40", "40..30", "30...40", "1..2..3", "-1..2", "4294967296"})
    EXPECT_EQ(ParseCountRange(text), std::nullopt) << text;
}

TEST(Count, IsNeverOctal) { EXPECT_EQ(*ParseCount("017"), 17u); }

TEST(Count, RefusesEverythingElse) {
  for (const char* text :
       {"", " ", "-1", "+1", "1.5", "1e3", "0x10", "1k", "1 ", " 1", "nan", "inf"})
    EXPECT_THAT(ErrorOf(ParseCount(text)), HasSubstr(": expected a count such as 2000")) << text;
}

TEST(Count, RefusesWhatDoesNotFit) {
  EXPECT_THAT(ErrorOf(ParseCount("18446744073709551616")),
              HasSubstr("expected a count of at most 18446744073709551615"));
  EXPECT_THAT(ErrorOf(ParseCount(std::string(400, '9'))), HasSubstr("999...': expected a count"));
  EXPECT_EQ(ErrorOf(ParseCount("0", 1, 256)), "'0': expected a count from 1 to 256");
  EXPECT_EQ(ErrorOf(ParseCount("0", 1)), "'0': expected a count of at least 1");
}

TEST(Size, HasUnitsOf1000AndOf1024) {
  EXPECT_EQ(*ParseSize("500"), 500u);
  EXPECT_EQ(*ParseSize("500B"), 500u);
  EXPECT_EQ(*ParseSize("64kB"), 64'000u);
  EXPECT_EQ(*ParseSize("64KB"), 64'000u);
  EXPECT_EQ(*ParseSize("64k"), 64'000u);
  EXPECT_EQ(*ParseSize("64KiB"), 65'536u);
  EXPECT_EQ(*ParseSize("64 KiB"), 65'536u);
  EXPECT_EQ(*ParseSize("2GB"), 2'000'000'000u);
  EXPECT_EQ(*ParseSize("2GiB"), uint64_t{2} << 30);
  EXPECT_EQ(*ParseSize("1TiB"), uint64_t{1} << 40);
  EXPECT_EQ(*ParseSize("017"), 17u);
  EXPECT_EQ(*ParseSize("18446744073709551615"), UINT64_MAX);
}

TEST(Size, MayHaveADecimalPoint) {
  EXPECT_EQ(*ParseSize("4.7MB"), 4'700'000u);
  EXPECT_EQ(*ParseSize("0.5KiB"), 512u);
  EXPECT_EQ(*ParseSize(".5kB"), 500u);
  EXPECT_EQ(*ParseSize("1.9B"), 1u);
}

TEST(Size, RefusesEverythingElse) {
  for (const char* text : {"", "-1", "much", "MB", ".", "1.2.3MB", "1e9", "0x10", "1XB", "1MBB",
                           "1  MB", "nan", "inf"})
    EXPECT_THAT(ErrorOf(ParseSize(text)), HasSubstr("expected a size such as 500MB")) << text;
}

TEST(Size, RefusesWhatDoesNotFit) {
  for (const char* text : {"18446744073709551616", "99999999TiB", "18446744073709551616.5"})
    EXPECT_THAT(ErrorOf(ParseSize(text)), HasSubstr("of at most 18446744073709551615 bytes"))
        << text;
  EXPECT_EQ(ErrorOf(ParseSize("1", 64, 1000)), "'1': expected a size from 64 to 1000 bytes");
}

TEST(Time, IsSecondsOrHasAUnit) {
  EXPECT_DOUBLE_EQ(*ParseTime("75"), 75);
  EXPECT_DOUBLE_EQ(*ParseTime("0.01"), 0.01);
  EXPECT_DOUBLE_EQ(*ParseTime("20us"), 20e-6);
  EXPECT_DOUBLE_EQ(*ParseTime("1.5ms"), 1.5e-3);
  EXPECT_DOUBLE_EQ(*ParseTime("10s"), 10);
  EXPECT_DOUBLE_EQ(*ParseTime("10 min"), 600);
  EXPECT_DOUBLE_EQ(*ParseTime("2H"), 7200);
}

TEST(Time, RefusesEverythingElse) {
  for (const char* text : {"", "-1", "-1s", "nan", "inf", "infinity", "1e3", "0x1p4", "5d", "soon"})
    EXPECT_THAT(ErrorOf(ParseTime(text)), HasSubstr("expected a time such as 20us")) << text;
}

TEST(Time, RefusesMoreThanClocksCount) {
  for (const char* text : {"9223372036s", "9300000000", "99999999999h"})
    EXPECT_THAT(ErrorOf(ParseTime(text)), HasSubstr("of at most 1000000h")) << text;
  EXPECT_TRUE(std::isfinite(*ParseTime("1000000h")));
  EXPECT_EQ(ErrorOf(ParseTime("0", 0.01, 10)), "'0': expected a time from 10ms to 10s");
}

TEST(Number, MayHaveADecimalPoint) {
  EXPECT_DOUBLE_EQ(*ParseNumber("0.9", 0, 1), 0.9);
  for (const char* text : {"", "-1", "1.1", "nan", "inf", "1e-1", "x"})
    EXPECT_THAT(ErrorOf(ParseNumber(text, 0, 1)), HasSubstr("expected a number from 0 to 1"))
        << text;
}

TEST(Part, SplitsAnyNumberOfThings) {
  for (const uint64_t total : {uint64_t{0}, uint64_t{5}, uint64_t{1000}, UINT64_MAX})
    for (const uint64_t count : {1, 3, 7, 1000000}) {
      const uint64_t most = total / count + 1;
      for (const uint64_t number : {uint64_t{1}, count / 2, count - 1})
        if (number >= 1 && number < count) {
          const Part part = {number, count};
          EXPECT_EQ(part.End(total), (Part{number + 1, count}.Begin(total)));
          EXPECT_LE(part.End(total) - part.Begin(total), most);
        }
      EXPECT_EQ((Part{1, count}.Begin(total)), 0u);
      EXPECT_EQ((Part{count, count}.End(total)), total);
    }
  EXPECT_EQ(ParsePart("3/16")->number, 3u);
  EXPECT_EQ(ParsePart("3/16")->count, 16u);
}

TEST(Counted, HasASingular) {
  EXPECT_EQ(Counted(0, "board"), "0 boards");
  EXPECT_EQ(Counted(1, "board"), "1 board");
  EXPECT_EQ(Counted(2, "board"), "2 boards");
}

std::string Told(const std::string& plan, const std::string& board, const std::string& actions) {
  const Geometry geometry{3, 3};
  std::string told;
  for (const SolutionStage& stage :
       SolutionStages(*ParsePlan(geometry, plan), *ParseBoard(geometry, board), actions))
    told += ToString(Subproblem{geometry, stage.goal, stage.fixed}) + " " +
            std::to_string(stage.moves) + ", ";
  return told;
}

TEST(SolutionStagesTest, AStageEndsWhereItsTilesAndEarlierOnesAreHome) {
  const char* const board = "012453786";
  EXPECT_EQ(Told("1-3/rest", board, "LLUU"), "{1-3}|{} 3, {4-8}|{1-3} 1, ");
  EXPECT_EQ(Told("1/2/3/rest", board, "LLUU"), "{1}|{} 1, {2}|{1} 1, {3}|{1-2} 1, {4-8}|{1-3} 1, ");
}

TEST(SolutionStagesTest, ATileThatAStageMovesIsOfItsGoal) {
  EXPECT_EQ(Told("1-2/3/rest", "120453786", "RLUU"), "{2-3}|{1} 3, {4-8}|{1-3} 1, ");
}

TEST(SolutionStagesTest, OnlyThePartToSolveByCounts) {
  EXPECT_EQ(Told("pattern:1-4/rest + 1-6/rest", "123456708", "L"), "{7-8}|{1-6} 1, ");
}

TEST(SolutionStagesTest, AStageWithoutMovesIsLeftOut) {
  EXPECT_EQ(Told("1-3/4-6/rest", "123456708", "L"), "{7-8}|{1-6} 1, ");
  EXPECT_EQ(Told("1-3/4-6/rest", "123456780", ""), "");
}

std::vector<std::string> LinesOf(const std::string& text, std::string* error = nullptr) {
  std::istringstream input(text);
  BoardLines lines(input, "boards.txt");
  std::vector<std::string> all;
  for (std::string_view line; lines.Next(&line);) all.emplace_back(line);
  if (error != nullptr) *error = std::string(lines.status().message());
  return all;
}

TEST(BoardLines, AreTheLinesWithAndWithoutALastEnd) {
  EXPECT_THAT(LinesOf("1 2\n3 4\n"), ElementsAre("1 2", "3 4"));
  EXPECT_THAT(LinesOf("1 2\n3 4"), ElementsAre("1 2", "3 4"));
  EXPECT_THAT(LinesOf(""), IsEmpty());
}

TEST(BoardLines, SkipCommentsBlankLinesAndAByteOrderMark) {
  EXPECT_THAT(LinesOf("\xef\xbb\xbf# Korf's first\n\n \t\r\n1 2 # easy\n#\n3 4\r\n"),
              ElementsAre("1 2 ", "3 4\r"));
  EXPECT_THAT(LinesOf("\xef\xbb\xbf"
                      "1 2"),
              ElementsAre("1 2"));
}

TEST(BoardLines, KeepBytesThatAreNoText) {
  EXPECT_THAT(LinesOf(std::string("a\0b\n", 4)), ElementsAre(std::string("a\0b", 3)));
}

TEST(BoardLines, SayWhereALineIsTooLong) {
  std::string error;
  EXPECT_THAT(LinesOf("1 2\n" + std::string(BoardLines::kMostBytes, '1') + "\n3 4\n", &error),
              testing::SizeIs(3));
  EXPECT_EQ(error, "");
  EXPECT_THAT(LinesOf("1 2\n" + std::string(BoardLines::kMostBytes + 5, '1') + "\n3 4\n", &error),
              ElementsAre("1 2"));
  EXPECT_THAT(error, HasSubstr("boards.txt:2: a line of more than 8000000 bytes"));
}

TEST(BoardLines, OfAllRangesAreEachLineOnce) {
  const std::string text = "1 2\n\n3 4 # five\n#\n6 7\n8";
  for (uint64_t cut = 0; cut <= text.size(); ++cut) {
    std::vector<std::string> all;
    for (const auto& [begin, end] : {std::pair<uint64_t, uint64_t>{0, cut}, {cut, text.size()}}) {
      std::istringstream input(text);
      BoardLines lines(input, "boards.txt");
      lines.Take(begin, end);
      for (std::string_view line; lines.Next(&line);) all.emplace_back(line);
    }
    EXPECT_THAT(all, ElementsAre("1 2", "3 4 ", "6 7", "8")) << cut;
  }
}

std::vector<std::string> TextsOf(const std::string& text, BoardShape shape = {3, 3}) {
  std::istringstream input(text);
  BoardLines lines(input, "boards.txt");
  BoardTexts texts(lines, shape);
  std::vector<std::string> all;
  for (std::string_view one; texts.Next(&one);)
    all.push_back(texts.place().substr(11) + (texts.is_full() ? ": " : "? ") + std::string(one));
  return all;
}

TEST(BoardTexts, AreALineOrARowALine) {
  EXPECT_THAT(TextsOf("1 2 3 4 5 6 7 0 8\n867/254/301\n42_713856\n"),
              ElementsAre("1: 1 2 3 4 5 6 7 0 8", "2: 867/254/301", "3: 42_713856"));
  EXPECT_THAT(TextsOf("1 2 3\n4 5 6\n7 0 8\n8 6 7\n2 5 4\n3 0 1\n"),
              ElementsAre("1: 1 2 3\n4 5 6\n7 0 8", "4: 8 6 7\n2 5 4\n3 0 1"));
  EXPECT_THAT(TextsOf("# a comment\n3\n1 2 3\n\n# another\n3 -1\n\n4 5 6\n"),
              ElementsAre("3? 1 2 3", "8? 4 5 6"));
  EXPECT_THAT(TextsOf("3x3\n[[1,2,3],\n [4,5,6],\n [7,0,8]]\n"),
              ElementsAre("2: [[1,2,3],\n [4,5,6],\n [7,0,8]]"));
  EXPECT_THAT(TextsOf("+--+\n|1|2|3|\n+--+\n|4| |6|\n+--+\n|7|5|8|\n+--+\n"),
              ElementsAre("2: |1|2|3|\n|4| |6|\n|7|5|8|"));
  EXPECT_THAT(TextsOf("8\n6\n7\n2\n5\n4\n3\n0\n1\n"), ElementsAre("1: 8\n6\n7\n2\n5\n4\n3\n0\n1"));
}

TEST(BoardTexts, EndWhereNothingThatBelongsToThemFollows) {
  EXPECT_THAT(TextsOf("1 2 3\n4 5 6\n1 2 3 4 5 6 7 0 8\n"),
              ElementsAre("1? 1 2 3\n4 5 6", "3: 1 2 3 4 5 6 7 0 8"));
  EXPECT_THAT(TextsOf("1 2 3\n4 5 6\n\n7 0 8\n"), ElementsAre("1? 1 2 3\n4 5 6", "4? 7 0 8"));
  EXPECT_THAT(TextsOf("1 2 3\n4 5\n7 0 8\n"), ElementsAre("1? 1 2 3", "2? 4 5", "3? 7 0 8"));
  EXPECT_THAT(TextsOf("1 2 3 4 5 6 7 8\nnone at all, is it?\n,\n3\n"),
              ElementsAre("1? 1 2 3 4 5 6 7 8", "2? none at all, is it?", "3? ,", "4? 3"));
  // Rows of another shape make one text, which the reader refuses.
  EXPECT_THAT(TextsOf("1 0 3 4\n5 2 6 7\n", {2, 4}), ElementsAre("1: 1 0 3 4\n5 2 6 7"));
}

TEST(BoardLines, SayThatAFolderCannotBeRead) {
  std::ifstream folder("/");
  BoardLines lines(folder, "/");
  std::string_view line;
  EXPECT_FALSE(lines.Next(&line));
  EXPECT_THAT(std::string(lines.status().message()), HasSubstr("/: cannot read: Is a directory"));
}

}  // namespace
}  // namespace tilebase
