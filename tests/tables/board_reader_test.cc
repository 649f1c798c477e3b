// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The forms in which people write boards, and the messages for texts that are none.

#include "tables/board_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tables/board_text.h"
#include "tables/move_text.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

using testing::HasSubstr;

constexpr BoardShape kUnknown;

// "3x2: 1 2 3 4 0 5", or why the text is no board.
std::string Read(BoardShape shape, std::string_view text) {
  BoardReading reading;
  reading.shape = shape;
  std::vector<uint32_t> cells(400);
  std::string result;
  if (!ReadBoard(text.data(), text.size(), &reading, cells.data(), cells.size())) {
    EXPECT_NE(reading.what.size(), 0u) << text;
    EXPECT_NE(reading.expected.size(), 0u) << text;
    return std::string(reading.what.text()) + "; expected " + reading.expected.text();
  }
  result = std::to_string(reading.shape.width) + "x" + std::to_string(reading.shape.height) + ":";
  for (uint32_t i = 0; i < reading.shape.cells(); ++i) result += " " + std::to_string(cells[i]);
  if (reading.has_length) result += ", length " + std::to_string(reading.length);
  return result;
}

TEST(BoardReaderTest, ReadsTheFormsThatPeopleWrite) {
  for (const char* text :
       {"8 6 7 2 5 4 3 0 1",
        "8,6,7,2,5,4,3,0,1",
        "8 6 7/2 5 4/3 0 1",
        "8, 6, 7,\n2, 5, 4,\n3, 0, 1",
        "[8,6,7,2,5,4,3,0,1]",
        "[[8,6,7],[2,5,4],[3,0,1]]",
        "[[8 6 7]\n [2 5 4]\n [3 0 1]]",
        "[\n [\n8,\n6,\n7],\n [\n2,\n5,\n4],\n [3,\n0,\n1]\n]",
        "{{8,6,7},{2,5,4},{3,0,1}}",
        "((8, 6, 7), (2, 5, 4), (3, 0, 1))",
        "[\"8\",'6','7','2','5','4','3','0','1']",
        "8 6 7;2 5 4;3 0 1",
        "8;6;7;2;5;4;3;0;1",
        "8|6|7|2|5|4|3|0|1",
        "8-6-7-2-5-4-3-_-1",
        "8\n6\n7\n2\n5\n4\n3\n0\n1\n",
        "867254301",
        "867/254/301",
        "867 254 301",
        "867\n254\n301",
        "8 6 7\r\n2 5 4\r\n3 0 1\r\n",
        "8 6 7 # top\n2 5 4\n3 0 1",
        "# all\n8 6 7\n\n2 5 4\n3 0 1",
        "3\n8 6 7\n2 5 4\n3 0 1",
        "3 -1\n8 6 7\n2 5 4\n3 0 1",
        "3 3\n8 6 7\n2 5 4\n3 0 1",
        "3\n867\n254\n301",
        "3x3\n8 6 7\n2 5 4\n3 0 1",
        "3X3 8 6 7 2 5 4 3 0 1",
        "3x3:8,6,7,2,5,4,3,0,1",
        "17: 8 6 7 2 5 4 3 0 1",
        "Board 17:\n8 6 7\n2 5 4\n3 0 1",
        "+---+---+---+\n| 8 | 6 | 7 |\n+---+---+---+\n| 2 | 5 | 4 |\n+---+---+---+\n| 3 |   | 1 |\n"
        "+---+---+---+\n",
        "|8|6|7|\n|-|-|-|\n|2|5|4|\n|3| |1|\n",
        "8 | 6 | 7\n---------\n2 | 5 | 4\n3 | 0 | 1",
        "8 6 7 2 5 4 3 _ 1",
        "8 6 7 2 5 4 3 9 1",
        "8 6 7 2 5 4 3 . 1",
        "8 6 7 2 5 4 3 x 1",
        "8 6 7 2 5 4 3 X 1",
        "8 6 7 2 5 4 3 * 1",
        "8 6 7 2 5 4 3 -1 1",
        "8 6 7 2 5 4 3 - 1",
        "8 6 7 2 5 4 3 b 1",
        "8,6,7,2,5,4,3,,1",
        "[8, 6, 7, 2, 5, 4, 3, None, 1]",
        "[8,6,7,2,5,4,3,null,1]",
        "8672543.1",
        "8672543x1",
        "h f g b e d c _ a",
        "HFG/BED/C.A",
        "08 06 07 02 05 04 03 00 01"})
    EXPECT_EQ(Read({3, 3}, text), "3x3: 8 6 7 2 5 4 3 0 1") << text;
}

TEST(BoardReaderTest, ReadsDigitsAndLetters) {
  const std::string home = "4x4: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0";
  for (const char* text :
       {"123456789abcdef0", "123456789ABCDEF_", "1234/5678/9abc/def.",
        "1 2 3 4 5 6 7 8 9 a b c d e f 0", "1 2 3 4 5 6 7 8 9 A B C D E F x",
        "a b c d e f g h i j k l m n o _", "abcdefghijklmno_",
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 b", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x"})
    EXPECT_EQ(Read({4, 4}, text), home) << text;
  EXPECT_EQ(Read({5, 5}, "abcde/fghij/klmno/pqrst/uvwx_"),
            "5x5: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 0");
  // 11, and no blank.
  EXPECT_THAT(Read({4, 4}, "1 2 3 4 5 6 7 8 9 a c d e f b b"), HasSubstr("tile 11 occurs twice"));
  EXPECT_THAT(Read({3, 3}, "1 2 3 4 5 6 7 8 c"), HasSubstr("'c' in place 9 is not a tile"));
}

TEST(BoardReaderTest, RefusesRowsThatContradictTheSize) {
  EXPECT_THAT(Read({2, 4}, "1 0 3 4/5 2 6 7"), HasSubstr("2 rows of 4; expected 4 rows of 2 (2x4"));
  EXPECT_THAT(Read({2, 4}, "[[1,0,3,4],[5,2,6,7]]"), HasSubstr("2 rows of 4; expected 4 rows"));
  EXPECT_THAT(Read({2, 4}, "1 0 3 4\n5 2 6 7"), HasSubstr("2 rows of 4; expected 4 rows"));
  EXPECT_THAT(Read({2, 4}, "1 0 3 4;5 2 6 7"), HasSubstr("2 rows of 4; expected 4 rows"));
  EXPECT_THAT(Read({2, 4}, "4x2: 1 0 3 4 5 2 6 7"), HasSubstr("the text says 4x2; expected a 2x4"));
  EXPECT_THAT(Read({3, 3}, "1 2 3 4/5 6 7 8/0"), HasSubstr("row 3 has 1 number; expected 3 rows"));
  EXPECT_THAT(Read({3, 3}, "1 2/3 4 5 6 7/8 0"), HasSubstr("row 2 has 5 numbers; expected 3 rows"));
  EXPECT_THAT(Read({3, 3}, "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"),
              HasSubstr("4 rows of 4; expected 3 rows of 3"));
  EXPECT_THAT(Read({3, 5}, "1 2 3 4 5/6 7 0 9 10/11 12 8 13 14"), HasSubstr("3 rows of 5"));
  EXPECT_EQ(Read({5, 3}, "1 2 3 4 5/6 7 0 9 10/11 12 8 13 14"),
            "5x3: 1 2 3 4 5 6 7 0 9 10 11 12 8 13 14");
  // One line without rows is free, and so is one that is broken anywhere inside its brackets.
  EXPECT_EQ(Read({2, 4}, "1 0 3 4 5 2 6 7"), "2x4: 1 0 3 4 5 2 6 7");
  EXPECT_EQ(Read({2, 4}, "[[1,0],\n[3,\n4],[5,2],[6,7]]"), "2x4: 1 0 3 4 5 2 6 7");
}

TEST(BoardReaderTest, FindsTheShapeInTheText) {
  EXPECT_EQ(Read(kUnknown, "1 2 3/4 0 5"), "3x2: 1 2 3 4 0 5");
  EXPECT_EQ(Read(kUnknown, "[[1,\n2],\n[3,\n0]]"), "2x2: 1 2 3 0");
  EXPECT_EQ(Read(kUnknown, "1 2 3 0"), "2x2: 1 2 3 0");
  EXPECT_EQ(Read(kUnknown, "42_713856"), "3x3: 4 2 0 7 1 3 8 5 6");
  EXPECT_EQ(Read(kUnknown, "425/_13"), "3x2: 4 2 5 0 1 3");
  EXPECT_EQ(Read(kUnknown, "2\n1 2\n3 0"), "2x2: 1 2 3 0");
  EXPECT_EQ(Read(kUnknown, "3x2: 1 2 3 4 0 5"), "3x2: 1 2 3 4 0 5");
  EXPECT_EQ(Read(kUnknown, "01 02 03 00"), "2x2: 1 2 3 0");
  EXPECT_THAT(Read(kUnknown, "1 2 3 4 0"), HasSubstr("5 numbers without rows"));
  EXPECT_THAT(Read(kUnknown, "1 2/3 0 4"), HasSubstr("row 2 has 3 numbers"));
  EXPECT_THAT(Read(kUnknown, ""), HasSubstr("empty board"));
  EXPECT_THAT(Read(kUnknown, "9x1: 1"), HasSubstr("each from 2 to 1000"));
}

TEST(BoardReaderTest, TakesTheLengthOfASolutionBehindTheBoard) {
  EXPECT_EQ(Read({3, 3}, "8 6 7 2 5 4 3 0 1 31"), "3x3: 8 6 7 2 5 4 3 0 1, length 31");
  EXPECT_EQ(Read({3, 3}, "1: 867254301 31"), "3x3: 8 6 7 2 5 4 3 0 1, length 31");
  // A solution of this board has an odd number of moves.
  EXPECT_THAT(Read({3, 3}, "8 6 7 2 5 4 3 0 1 30"), HasSubstr("10 numbers; expected 9"));
  EXPECT_THAT(Read({3, 3}, "8 6 7/2 5 4/3 0 1/31"), HasSubstr("row 4 has 1 number"));
  EXPECT_THAT(Read({3, 3}, "8 6 7 2 5 4 3 0 1 x"), HasSubstr("10 numbers"));
}

TEST(BoardReaderTest, SaysWhatIsWrong) {
  EXPECT_THAT(Read({3, 3}, "1 2 3 4 5 6 7 x ."), HasSubstr("two blanks, the second in place 9"));
  EXPECT_THAT(Read({3, 3}, "1 2 3 4 5 6 0 7 x"), HasSubstr("two blanks, the second in place 9"));
  EXPECT_THAT(Read({3, 3}, "1,2,,4,5,6,,7,8"), HasSubstr("two blanks, the second in place 7"));
  EXPECT_THAT(Read({3, 3}, "1 2 3 4 5 6 7 8 -3"), HasSubstr("'-3' in place 9 is not a tile"));
  EXPECT_THAT(Read({3, 3}, "1 2 3 4 5 6 7 8 eight"), HasSubstr("'eight' in place 9 is not"));
  EXPECT_THAT(Read({3, 3}, "1 2 3 4 5 6 7 8 1000000000000"), HasSubstr("'1000000000000' in place"));
  EXPECT_THAT(Read({3, 3}, "86725430\x80"), HasSubstr("'?' in place 9 is not a tile"));
}

TEST(BoardReaderTest, ReadsBackWhatIsDrawn) {
  Random random(1);
  for (const Geometry geometry : {Geometry{3, 3}, Geometry{4, 3}, Geometry{2, 5}, Geometry{8, 8}}) {
    const Board board = RandomSolvableBoard(geometry, random);
    EXPECT_EQ(*ParseBoard(geometry, PlayedBoard(board).Draw()), board) << PlayedBoard(board).Draw();
    EXPECT_EQ(Read({geometry.width, geometry.height}, PlayedBoard(board).Draw()),
              Read(kUnknown, PlayedBoard(board).Draw()));
  }
}

TEST(BoardReaderTest, TellsLinesFromOneAnother) {
  using Kind = LineReading::Kind;
  const auto kind = [](std::string_view line) {
    return ReadLine(line.data(), line.size(), {4, 3}).kind;
  };
  const auto cells = [](std::string_view line) {
    return ReadLine(line.data(), line.size(), {4, 3}).cells;
  };
  for (const char* line : {"+---+---+", "-----", "[", "]]", "Board 3:"})
    EXPECT_EQ(kind(line), Kind::kNothing) << line;
  EXPECT_EQ(kind("4x3"), Kind::kSize);
  EXPECT_EQ(kind("3x4"), Kind::kCells);
  for (const char* line : {"4", "3", "4 3", "3 4", "3 -1"})
    EXPECT_EQ(kind(line), Kind::kSide) << line;
  for (const char* line : {"1 2 3 4", "| 1 |  | 3 | 4 |", "12_4", "0123", "[1,2,3,4],"})
    EXPECT_EQ(cells(line), 4u) << line;
  EXPECT_EQ(cells("1 2 3 4 5 6 7 8 9 10 11 0"), 12u);
  EXPECT_EQ(cells("123456789ab0"), 12u);
  EXPECT_EQ(cells("11"), 1u);
}

}  // namespace
}  // namespace tilebase
