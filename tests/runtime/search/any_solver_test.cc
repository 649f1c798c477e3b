// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solves boards of any size; replays each solution letter by letter on a board of its own.

#include "runtime/search/any_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/any/peeling.h"
#include "runtime/lookup/walk.h"
#include "tables/board_text.h"
#include "tests/effort.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

AnySolver MakeAnySolver() {
  static const BuiltSet set("4x4", kWindowPlan, Codec::kZstd);
  auto solver = AnySolver::Create(*set.policies);
  EXPECT_TRUE(solver.ok()) << solver.status();
  return *std::move(solver);
}

// Returns the number of actions, after checking that they solve the board.
uint64_t SolveAndReplay(const AnySolver& solver, const BigBoard& board) {
  BigBoard solved = board;
  BigBoard replayed = board;
  uint64_t count = 0;
  char last = 0;
  const absl::Status status = solver.Solve(&solved, [&](std::string_view letters) {
    for (const char letter : letters) {
      EXPECT_TRUE(replayed.Apply(*ActionOf(letter)));
      EXPECT_TRUE(last == 0 || *ActionOf(letter) != Opposite(*ActionOf(last))) << count;
      last = letter;
    }
    count += letters.size();
    return true;
  });
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_TRUE(replayed.IsSolved()) << board.ToText();
  EXPECT_TRUE(solved.IsSolved());
  EXPECT_LE(count, AnyWorstCase(board.size()));
  return count;
}

TEST(AnySolver, SolvesEverySolvableBoardOfSixCells) {
  const AnySolver solver = MakeAnySolver();
  for (const BigSize size : {BigSize{3, 2}, BigSize{2, 3}}) {
    std::vector<uint32_t> tiles(6);
    std::iota(tiles.begin(), tiles.end(), 0u);
    int solved = 0;
    do {
      const BigBoard board = *BigBoard::FromTiles(size, tiles);
      if (!board.IsSolvable()) continue;
      SolveAndReplay(solver, board);
      ++solved;
    } while (std::next_permutation(tiles.begin(), tiles.end()));
    EXPECT_EQ(solved, 360);
  }
}

TEST(AnySolver, ACancelledSearchGivesWhatItHasFound) {
  const AnySolver solver = MakeAnySolver();
  const std::atomic<bool> cancel = true;
  Random random(7);
  for (const BigSize size : {BigSize{6, 6}, BigSize{30, 20}}) {
    BigBoard board = BigBoard::RandomSolvable(size, random);
    // A time that no clock can hold, and more boards than a search can look at.
    const auto letters = solver.SolveWithEffort(
        board, {.boards = UINT64_MAX, .microseconds = UINT64_MAX, .cancel = &cancel});
    ASSERT_TRUE(letters.ok());
    for (const char letter : *letters) ASSERT_TRUE(board.Apply(*ActionOf(letter)));
    EXPECT_TRUE(board.IsSolved());
  }
}

TEST(AnySolver, SolvesThreeByThreeInAtMostTheOptimalWorstCase) {
  const AnySolver solver = MakeAnySolver();
  std::vector<uint32_t> tiles(9);
  std::iota(tiles.begin(), tiles.end(), 0u);
  uint64_t longest = 0;
  do {
    const BigBoard board = *BigBoard::FromTiles({3, 3}, tiles);
    if (board.IsSolvable()) longest = std::max(longest, SolveAndReplay(solver, board));
  } while (std::next_permutation(tiles.begin(), tiles.end()));
  EXPECT_EQ(longest, 31u);
}

TEST(AnySolver, SolvesRandomBoardsOfAllSizesUpToTwenty) {
  const AnySolver solver = MakeAnySolver();
  Random random(1);
  for (int width = 2; width <= 20; ++width)
    for (int height = 2; height <= 20; ++height)
      for (int i = 0; i < 5; ++i)
        SolveAndReplay(solver, BigBoard::RandomSolvable({width, height}, random));
}

// TILEBASE_ANY_BOARDS is the number of boards; the long run has a million.
TEST(AnySolver, SolvesRandomBoardsOfRandomSizesUpToThirty) {
  const AnySolver solver = MakeAnySolver();
  const char* const given = std::getenv("TILEBASE_ANY_BOARDS");
  const int boards = given != nullptr ? std::atoi(given) : 300;
  Random random(7);
  for (int i = 0; i < boards; ++i) {
    const BigSize size{2 + static_cast<int>(random.Below(29)),
                       2 + static_cast<int>(random.Below(29))};
    SolveAndReplay(solver, BigBoard::RandomSolvable(size, random));
    ASSERT_FALSE(testing::Test::HasFailure()) << "board " << i;
  }
}

TEST(AnySolver, SolvesLongThinBoardsAndALargeOne) {
  const AnySolver solver = MakeAnySolver();
  Random random(2);
  for (const BigSize size : {BigSize{2, 300}, BigSize{300, 2}, BigSize{3, 200}, BigSize{200, 100}})
    SolveAndReplay(solver, BigBoard::RandomSolvable(size, random));
}

TEST(AnySolver, ABoardFewMovesFromHomeTakesFewMoves) {
  const AnySolver solver = MakeAnySolver();
  Random random(4);
  for (const BigSize size : {BigSize{6, 6}, BigSize{10, 10}, BigSize{40, 7}, BigSize{100, 100}}) {
    for (int moves = 1; moves <= 6; ++moves) {
      BigBoard board = BigBoard::Solved(size);
      for (int i = 0; i < moves;) i += board.Apply(static_cast<Action>(random.Below(4)));
      EXPECT_LE(SolveAndReplay(solver, board), 8) << moves;
    }
  }
}

// With sweeps across long boards as well as along them, from the beginning on, they took up to 4.5.
TEST(AnySolver, LongBoardsTakeAboutAsManyMovesForEachStepAsSquareOnes) {
  const AnySolver solver = MakeAnySolver();
  Random random(3);
  for (const BigSize size : {BigSize{50, 3}, BigSize{4, 50}, BigSize{100, 5}, BigSize{20, 100},
                             BigSize{150, 16}, BigSize{30, 240}}) {
    const BigBoard board = BigBoard::RandomSolvable(size, random);
    const auto least = static_cast<uint64_t>(board.ManhattanDistance());
    EXPECT_LT(10 * SolveAndReplay(solver, board), 26 * least) << ToString(size);
  }
}

// On a board of this size rows push tiles away; without gathering again it takes 1.12 n^3.
TEST(AnySolver, GathersAgainWhatRowsHavePushedAway) {
  Random random(1);
  const uint64_t moves =
      SolveAndReplay(MakeAnySolver(), BigBoard::RandomSolvable({200, 200}, random));
  EXPECT_LT(moves, 8'640'000);  // 1.08 n^3
}

// Tiles in reverse order: few boards take more.
BigBoard HalfTurned(BigSize size) {
  std::vector<uint32_t> tiles(static_cast<size_t>(size.cells()));
  std::iota(tiles.rbegin(), tiles.rend(), 0u);
  if (!BigBoard::FromTiles(size, tiles)->IsSolvable()) std::swap(tiles[1], tiles[2]);
  return *BigBoard::FromTiles(size, tiles);
}

// Random boards stay far below the certified worst case; these boards come nearest to it.
TEST(AnySolver, BoardsTurnedByHalfATurnKeepToTheWorstCase) {
  const AnySolver solver = MakeAnySolver();
  for (int width = 2; width <= 16; ++width) {
    for (int height = 2; height <= 16; ++height) {
      SolveAndReplay(solver, HalfTurned({width, height}));
    }
  }
}

TEST(TileByTile, KeepsToItsBoundFromBothEndsAndRowByRow) {
  static const BuiltSet set("4x4", kWindowPlan, Codec::kZstd);
  const auto tables = WindowTables::Create(*set.policies);
  ASSERT_TRUE(tables.ok());
  const auto check = [&](BigBoard board) {
    BigBoard replayed = board;
    const auto receive = [&](std::string_view letters) {
      for (const char letter : letters) EXPECT_TRUE(replayed.Apply(*ActionOf(letter)));
      return true;
    };
    LetterStream stream(receive);
    LookupWalk walk = LookupWalk::TileByTile(&*tables, &board);
    while (!walk.done()) ASSERT_TRUE(walk.Next(&stream).ok());
    stream.Flush();
    EXPECT_TRUE(replayed.IsSolved()) << board.ToText();
    EXPECT_TRUE(board.IsSolved());
    EXPECT_LE(stream.count(), TileByTileBound(board.size())) << ToString(board.size());
  };
  Random random(9);
  for (const BigSize size : {BigSize{5, 6}, BigSize{15, 40}, BigSize{16, 16}, BigSize{17, 16},
                             BigSize{16, 40}, BigSize{33, 20}, BigSize{40, 41}}) {
    check(HalfTurned(size));
    for (int i = 0; i < 20; ++i) check(BigBoard::RandomSolvable(size, random));
  }
}

TEST(WorstCase, IsLessThanFiveTimesTheCubeOfTheSide) {
  EXPECT_LT(AnyWorstCase({1000, 1000}), 5'000'000'000u);
  // Terms below the third power matter less, the larger the board.
  for (int side = 20; side < 1000; side += 20) {
    const auto over_cube = [](int n) {
      return static_cast<double>(AnyWorstCase({n, n})) / n / n / n;
    };
    EXPECT_LT(over_cube(side + 20), over_cube(side)) << side;
  }
}

// Compared with the table: the number of moves of its walk is the depth.
TEST(WindowDepths, AreTheLengthsOfTheTablesWalks) {
  static const BuiltSet set("4x4", kWindowPlan, Codec::kZstd);
  const auto tables = WindowTables::Create(*set.policies);
  ASSERT_TRUE(tables.ok());
  const auto cell_of = [](const Board& board, int tile) {
    return static_cast<int>(std::find(board.tile, board.tile + 16, tile) - board.tile);
  };
  const auto agrees = [&](const WindowDepths& depths, const PolicyTable& table, int first,
                          int count) {
    Random random(5);
    for (int i = 0; i < 2000; ++i) {
      Board board = RandomSolvableBoard({4, 4}, random);
      // Solved tiles go home, and the tiles there to where those came from.
      for (int home = 0; home < 16; ++home) {
        if ((table.subproblem.fixed & CellBit(home)) == 0) continue;
        const int from = cell_of(board, home + 1);
        std::swap(board.tile[home], board.tile[from]);
        if (board.blank == home) board.blank = static_cast<uint8_t>(from);
      }
      uint32_t cells = 0;
      for (int j = 0; j < count; ++j)
        cells = cells << 4 | static_cast<uint32_t>(cell_of(board, first + j + 1));
      const int blank = board.blank;
      int moves = 0;
      if (!table.subproblem.IsGoal(board)) {
        ASSERT_EQ(WalkToGoal(table, table.ranking.Rank(board), board, [&](Action) { ++moves; }),
                  WalkResult::kDone);
      }
      ASSERT_EQ(depths.Depth(cells, blank), moves) << ToString(board);
    }
  };
  for (int width = 2; width <= 4; ++width) agrees({width, 2, 2}, tables->RowEnd(width), 2, 2);
  agrees({4, 0, 3}, tables->Group(3), 0, 3);
  agrees({4, 1, 3}, tables->LastThree(), 1, 3);
}

TEST(AnySolver, WithEffortSolutionsAreRightRepeatableAndNotLonger) {
  const AnySolver solver = MakeAnySolver();
  Random random(4);
  uint64_t by_lookup = 0;
  uint64_t with_effort = 0;
  for (const BigSize size : {BigSize{2, 2}, BigSize{3, 2}, BigSize{2, 9}, BigSize{9, 3},
                             BigSize{4, 4}, BigSize{4, 5}, BigSize{6, 6}, BigSize{12, 7}}) {
    for (const uint64_t boards : {1u, 1000u, 30'000u}) {
      BigBoard board = BigBoard::RandomSolvable(size, random);
      const uint64_t longest = SolveAndReplay(solver, board);
      const auto letters = solver.SolveWithEffort(board, {.boards = boards});
      ASSERT_TRUE(letters.ok()) << letters.status();
      EXPECT_EQ(*solver.SolveWithEffort(board, {.boards = boards}), *letters);
      EXPECT_LE(letters->size(), longest);
      by_lookup += longest;
      with_effort += letters->size();
      for (const char letter : *letters) ASSERT_TRUE(board.Apply(*ActionOf(letter)));
      EXPECT_TRUE(board.IsSolved());
    }
  }
  EXPECT_LT(with_effort * 30, by_lookup * 29);
}

TEST(AnySolver, MoreEffortFindsNoLongerSolution) {
  const AnySolver solver = MakeAnySolver();
  Random random(8);
  for (const BigSize size : {BigSize{4, 4}, BigSize{5, 3}, BigSize{6, 6}, BigSize{9, 8}}) {
    const BigBoard board = BigBoard::RandomSolvable(size, random);
    size_t shortest = SolveAndReplay(solver, board);
    for (uint64_t boards = 100; boards < 100'000; boards += boards / 8) {
      const auto letters = solver.SolveWithEffort(board, {.boards = boards});
      ASSERT_TRUE(letters.ok()) << letters.status();
      EXPECT_LE(letters->size(), shortest) << ToString(size) << ", " << boards << " boards";
      shortest = letters->size();
    }
  }
}

// Boards that do not suffice for the next round are spent on windows.
TEST(AnySolver, TwiceTheEffortFindsShorterSolutions) {
  const AnySolver solver = MakeAnySolver();
  for (const BigSize size : {BigSize{8, 8}, BigSize{20, 20}}) {
    size_t before = SIZE_MAX;
    for (uint64_t boards = 125'000; boards <= (kSanitized ? 250'000u : 2'000'000u); boards *= 2) {
      Random random(3);
      size_t moves = 0;
      for (int i = 0; i < 4; ++i)
        moves += solver.SolveWithEffort(BigBoard::RandomSolvable(size, random), {.boards = boards})
                     ->size();
      EXPECT_LT(moves, before) << ToString(size) << ", " << boards << " boards";
      before = moves;
    }
  }
}

// Fewer moves remain than the distances of the tiles would mean on a random board. By an estimate
// for random boards the beam of the whole board was not tried, and these boards took 874 moves on
// average.
TEST(AnySolver, BoardsScrambledByMovesAreSolvedInFewer) {
  const AnySolver solver = MakeAnySolver();
  constexpr int kMoves = 1000;
  constexpr size_t kBoards = kSanitized ? 1 : 12;
  size_t moves = 0;
  for (size_t i = 0; i < kBoards; ++i) {
    Random random(i + 1);
    BigBoard board = BigBoard::Solved({20, 20});
    for (int made = 0; made < kMoves;) made += board.Apply(static_cast<Action>(random.Below(4)));
    moves += solver.SolveWithEffort(board, {.boards = 2'000'000})->size();
  }
  EXPECT_LT(moves, kBoards * 600);
}

// The largest round has boards for less than half of the cells.
TEST(AnySolver, AnEffortTooSmallForEachCellGoesHomeAllTheSame) {
  const AnySolver solver = MakeAnySolver();
  Random random(1);
  size_t moves = 0;
  constexpr size_t kBoards = kSanitized ? 8 : 40;
  for (size_t i = 0; i < kBoards; ++i)
    moves += solver.SolveWithEffort(BigBoard::RandomSolvable({8, 8}, random), {.boards = 100'000})
                 ->size();
  EXPECT_LT(moves, kBoards * 560);
}

TEST(AnySolver, EffortGoesIntoTheLastColumnsAndRowsThatAreNotSolved) {
  const AnySolver solver = MakeAnySolver();
  Random random(7);
  for (const BigSize size : {BigSize{300, 200}, BigSize{1000, 1000}, BigSize{30, 9}}) {
    BigBoard board = BigBoard::Solved(size);
    // Some cells upward and to the left first, so that there is much to the right and below.
    for (const char letter : std::string("DDRRDDRR")) board.Apply(*ActionOf(letter));
    for (int i = 0; i < 60;) i += board.Apply(static_cast<Action>(random.Below(4)));
    ASSERT_TRUE(AnySolver::TakesEffort(board));
    const auto letters = solver.SolveWithEffort(board, {.boards = 100'000});
    ASSERT_TRUE(letters.ok()) << letters.status();
    EXPECT_LE(letters->size(), 68u);
    for (const char letter : *letters) ASSERT_TRUE(board.Apply(*ActionOf(letter)));
    EXPECT_TRUE(board.IsSolved());
  }
}

TEST(AnySolver, WithEffortLargeBoardsAreSolvedByLookup) {
  const AnySolver solver = MakeAnySolver();
  Random random(6);
  const BigBoard board = BigBoard::RandomSolvable({65, 64}, random);
  const auto letters = solver.SolveWithEffort(board, {.microseconds = 1});
  ASSERT_TRUE(letters.ok()) << letters.status();
  EXPECT_EQ(letters->size(), SolveAndReplay(solver, board));
}

TEST(AnySolver, RefusesABoardOfTheWrongParityAndLeavesIt) {
  const AnySolver solver = MakeAnySolver();
  BigBoard board = *BigBoard::Parse({3, 2}, "2 1 3 4 5 _");
  const absl::Status status = solver.Solve(&board, [](std::string_view) { return true; });
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(board.ToText(), "2 1 3 4 5 0");
}

TEST(AnySolver, EndsWhereTheSinkWantsNoMore) {
  const AnySolver solver = MakeAnySolver();
  Random random(3);
  BigBoard board = BigBoard::RandomSolvable({30, 30}, random);
  int calls = 0;
  const absl::Status status = solver.Solve(&board, [&](std::string_view) { return ++calls < 2; });
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(calls, 2);
}

TEST(Peeling, RowsAndRestCoverEveryCellOnceAndLeaveWhatTablesCanDo) {
  for (int width = 2; width <= 40; ++width) {
    for (int height = 2; height <= 40; ++height) {
      const BigSize size{width, height};
      std::vector<int> times(static_cast<size_t>(size.cells()));
      Peeling peeling(size);
      int blank = size.cells() - 1;
      for (; !peeling.IsRest(); peeling.Next()) {
        const Frame row = peeling.Row(blank);
        // A row of at least the window's width needs as many rows below it.
        ASSERT_GE(row.height, kWindowSide);
        for (int u = 0; u < row.width; ++u) ++times[static_cast<size_t>(row.Cell(u, 0))];
        blank = row.Cell(row.width - 1, 1);
      }
      const Frame rest = peeling.Rest();
      ASSERT_LE(rest.width, rest.height);
      ASSERT_LE(rest.height, kWindowSide);
      for (int u = 0; u < rest.width; ++u)
        for (int v = 0; v < rest.height; ++v) ++times[static_cast<size_t>(rest.Cell(u, v))];
      EXPECT_EQ(times, std::vector<int>(times.size(), 1)) << ToString(size);
    }
  }
}

TEST(Peeling, ARowBeginsWhereTheBlankIs) {
  Peeling peeling({10, 10});
  EXPECT_EQ(peeling.Row(9).Cell(0, 0), 9);
  EXPECT_EQ(peeling.Row(0).Cell(0, 0), 0);
  EXPECT_EQ(peeling.Row(9).letters[0], 'R');
}

}  // namespace
}  // namespace tilebase
