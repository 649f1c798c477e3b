// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/words/word_ranking.h"

#include <string>

#include "gtest/gtest.h"
#include "tables/ranking.h"
#include "tables/words/word_problem.h"

namespace tilebase {
namespace {

WordProblem OfText(const std::string& text) {
  const absl::StatusOr<WordProblem> problem = ProblemOfText(text);
  EXPECT_TRUE(problem.ok()) << problem.status();
  return *problem;
}

// The word of a board in which only these tiles have a name.
WordProblem OfTiles(Geometry geometry, CellMask tiles) {
  WordProblem problem;
  problem.width = geometry.width;
  problem.height = geometry.height;
  for (int cell = 0; cell < geometry.cells(); ++cell)
    problem.open.push_back(static_cast<uint16_t>(cell));
  WordGoal goal{Word(problem.open.size(), WordGoal::kAny), 0};
  for (CellMask rest = tiles; rest != 0; rest &= rest - 1) {
    problem.symbols.push_back({static_cast<uint16_t>(Lowest(rest) + 1), 1});
    goal.cell[static_cast<size_t>(Lowest(rest))] = static_cast<uint8_t>(problem.symbols.size());
  }
  const int rest = geometry.tiles() - Count(tiles);
  if (rest > 0) problem.symbols.push_back({0, static_cast<uint16_t>(rest)});
  if (rest == 0) goal.cell.back() = 0;
  problem.goals.push_back(goal);
  return problem;
}

TEST(WordRanking, IsThatOfSubproblemsWhereEverySymbolOccursOnce) {
  const Geometry geometry{4, 2};
  for (const CellMask goal : {CellMask{0b1000101}, CellMask{0b11}, CellMask{0b1111111}}) {
    const Subproblem subproblem{geometry, goal, 0};
    const Ranking old(subproblem);
    const WordProblem problem = OfTiles(geometry, goal);
    const absl::StatusOr<WordRanking> ranking = WordRanking::Create(problem);
    ASSERT_TRUE(ranking.ok());
    ASSERT_EQ(ranking->size(), old.size());
    for (uint64_t rank = 0; rank < old.size(); ++rank) {
      const Board board = Representative(subproblem, old.Unrank(rank));
      Word word;
      for (int cell = 0; cell < geometry.cells(); ++cell)
        word.push_back(
            static_cast<uint8_t>(board.tile[cell] == 0 ? 0 : problem.SymbolOf(board.tile[cell])));
      ASSERT_EQ(ranking->Rank(word.data()), rank);
    }
  }
}

TEST(WordRanking, CountsMultinomials) {
  EXPECT_EQ(WordRanking::Create(OfText("1122/3322/3344/344_"))->size(), 151'351'200u);
  EXPECT_EQ(WordRanking::Create(OfText("123/456/78_"))->size(), 181'440u);
  EXPECT_EQ(WordRanking::Create(*ProblemOfStorage(10, 10, {}, 3, 1, {0}))->size(), 15'684'900u);
  EXPECT_EQ(WordRanking::Create(*ProblemOfStorage(10, 10, {}, 3, 2, {0, 1}))->size(),
            161'700u * 4'656u);
  EXPECT_EQ(WordRanking::Create(*ProblemOfWalls(8, 8, {})).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(WordRanking, UnrankTakesRankBack) {
  for (const char* text : {"11_/2_3/_#2", "_1/23"}) {
    const absl::StatusOr<WordRanking> ranking = WordRanking::Create(OfText(text));
    Word word(static_cast<size_t>(ranking->open_count()));
    for (uint64_t rank = 0; rank < ranking->size(); ++rank) {
      ranking->Unrank(rank, word.data());
      ASSERT_EQ(ranking->Rank(word.data()), rank);
    }
  }
}

TEST(WordProblem, ReadsBoardsInBothForms) {
  const WordProblem problem = OfText("1a/_Z");
  ASSERT_EQ(problem.symbols.size(), 3u);
  EXPECT_EQ(problem.symbols[1].label, 10);
  EXPECT_EQ(problem.symbols[2].label, 35);
  EXPECT_EQ(*ParseWord(problem, "z 1 / 10 0"), (Word{3, 1, 2, 0}));
  EXPECT_EQ(*ParseWord(problem, "z1a_"), (Word{3, 1, 2, 0}));
  EXPECT_EQ(*ParseWord(problem, "35,1,10,_"), (Word{3, 1, 2, 0}));
  EXPECT_EQ(ToText(problem, {3, 1, 2, 0}), "z1/a_");
  const WordProblem walls = *ProblemOfWalls(3, 2, {1});
  EXPECT_EQ(*ParseWord(walls, "1#2/34_"), (Word{1, 2, 3, 4, 0}));
  EXPECT_EQ(ToText(walls, {1, 2, 3, 4, 0}), "1#2/34_");
}

TEST(WordProblem, SaysWhatIsWrongWithABoard) {
  const WordProblem problem = *ProblemOfStorage(4, 2, {5}, 2, 1, {0});
  EXPECT_TRUE(ParseWord(problem, "_1._/.#..").ok());
  const auto message = [&](const char* text) {
    return std::string(ParseWord(problem, text).status().message());
  };
  EXPECT_EQ(message("_1../.#.."), "blank; expected 2 of them, found 1");
  EXPECT_EQ(message("_.._/.#.."), "tile 1; expected 1 of them, found 0");
  EXPECT_EQ(message("_1._/...."), "cell 5 is open; expected a wall (#) there");
  EXPECT_EQ(message("_1._/#..."), "cell 4 is a wall; expected an open cell there");
  EXPECT_EQ(message("_1._/.#."), "expected 4x2, 8 cells, found 7");
  EXPECT_EQ(message("_1._.#.."), "");
  EXPECT_EQ(message("_1._/.#!."),
            "'!' is no cell; expected 1-9, a-z, _ for a blank, # for a wall, . for any other tile, "
            "or ?");
}

TEST(WordProblem, RefusesWhatCannotBe) {
  EXPECT_FALSE(ProblemOfText("1122/33").ok());
  EXPECT_FALSE(ProblemOfText("12/3?").ok());
  EXPECT_FALSE(ProblemOfText("12/34").ok());  // no blank
  EXPECT_FALSE(ProblemOfStorage(4, 4, {}, 2, 2, {0}).ok());
  EXPECT_FALSE(ProblemOfStorage(4, 4, {0}, 2, 1, {0}).ok());
  EXPECT_FALSE(ProblemOfStorage(40, 40, {}, 2, 1, {0}).ok());
  EXPECT_FALSE(ProblemOfStorage(2, 2, {}, 4, 1, {0}).ok());
  EXPECT_FALSE(ProblemOfWalls(2, 2, {0, 1, 2}).ok());
  EXPECT_FALSE(ProblemOfWalls(2, 2, {4}).ok());
  EXPECT_FALSE(ProblemOfGoals("12/3_ 99999\n").ok());
  EXPECT_FALSE(ProblemOfGoals("").ok());
}

}  // namespace
}  // namespace tilebase
