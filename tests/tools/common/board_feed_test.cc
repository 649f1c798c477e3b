// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/board_feed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace tilebase {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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

TEST(BoardLines, SayThatAFolderCannotBeRead) {
  std::ifstream folder("/");
  BoardLines lines(folder, "/");
  std::string_view line;
  EXPECT_FALSE(lines.Next(&line));
  EXPECT_THAT(std::string(lines.status().message()), HasSubstr("/: cannot read: Is a directory"));
}

}  // namespace
}  // namespace tilebase
