// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tables/board_text.h"
#include "tables/random_board.h"
#include "tools/study/classic/registry.h"
#include "tools/study/classic/table_heuristics.h"

namespace tilebase::classic {
namespace {

Board Parse(Geometry size, const std::string& text) {
  const absl::StatusOr<Board> board = ParseBoard(size, text);
  EXPECT_TRUE(board.ok()) << board.status();
  return *board;
}

ClassicSolver Make(const std::string& name, Geometry size, double ratio = 2) {
  absl::StatusOr<ClassicSolver> solver = MakeClassicSolver(name, size, ratio);
  EXPECT_TRUE(solver.ok()) << solver.status();
  return *std::move(solver);
}

void ExpectReachesGoal(Board board, const std::vector<Action>& actions) {
  for (const Action action : actions) {
    ASSERT_TRUE(board.CanApply(action));
    board.Apply(action);
  }
  EXPECT_TRUE(board.IsSolved());
}

std::vector<std::string> AllSolvers() {
  std::vector<std::string> names;
  for (const NamedPart& search : Searches()) {
    if (!search.informed) {
      names.push_back(search.name);
      continue;
    }
    for (const NamedPart& heuristic : Heuristics()) {
      if (heuristic.name == "pattern") continue;  // needs tables: tools_compare has it
      names.push_back(search.name + ":" + heuristic.name);
    }
  }
  return names;
}

class SolverTest : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(, SolverTest, testing::ValuesIn(AllSolvers()), [](const auto& test) {
  std::string name;
  for (char c : test.param) name += c == ':' || c == '-' ? '_' : c;
  return name;
});

TEST_P(SolverTest, SolvesBoardsOfEveryShape) {
  for (const Geometry size : {Geometry{2, 2}, {3, 2}, {2, 3}, {4, 2}, {3, 3}}) {
    const ClassicSolver solver = Make(GetParam(), size);
    const DistanceTable<1> distances(size, 255);
    Random random(7);
    for (int i = 0; i < 15; ++i) {
      const Board board = RandomSolvableBoard(size, random);
      const SearchResult result = solver.solve(board, {});
      if (result.outcome == Outcome::kDeadEnd && GetParam().starts_with("greedy")) continue;
      ASSERT_EQ(result.outcome, Outcome::kSolved);
      ExpectReachesGoal(board, result.actions);
      const int distance = distances.Find(board);
      if (solver.optimal)
        EXPECT_EQ(static_cast<int>(result.actions.size()), distance) << ToString(board);
      else
        EXPECT_GE(static_cast<int>(result.actions.size()), distance);
      EXPECT_GE(result.generated, result.expanded);
    }
  }
}

TEST_P(SolverTest, SolvesLargeBoardsNearTheGoal) {
  for (const Geometry size : {Geometry{4, 4}, {5, 5}, {6, 5}}) {
    // A perimeter on large boards takes a second to make; one size is enough.
    if (GetParam().ends_with("perimeter") && size.cells() > 16) continue;
    const ClassicSolver solver = Make(GetParam(), size);
    Board board = Board::Solved(size);
    EXPECT_TRUE(solver.solve(board, {}).actions.empty());
    for (const Action action : {Action::kRight, Action::kDown, Action::kRight, Action::kDown,
                                Action::kLeft, Action::kLeft, Action::kUp})
      board.Apply(action);
    const SearchResult result = solver.solve(board, {});
    ASSERT_EQ(result.outcome, Outcome::kSolved);
    ExpectReachesGoal(board, result.actions);
    EXPECT_EQ(result.actions.size(), 7u);
  }
}

TEST_P(SolverTest, EndsAtALimitAndSaysWhich) {
  const Geometry size{4, 4};
  const ClassicSolver solver = Make(GetParam(), size);
  const Board board = Parse(size, "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1");  // far away
  const SearchResult few = solver.solve(board, {.nodes = 20});
  EXPECT_EQ(few.outcome, Outcome::kNodeLimit);
  EXPECT_EQ(few.expanded, 20u);
  EXPECT_TRUE(few.actions.empty());
  std::atomic<bool> stop = true;
  if (!GetParam().starts_with("greedy") && !GetParam().starts_with("wastar")) {
    EXPECT_EQ(solver.solve(board, {.stop = &stop}).outcome, Outcome::kInterrupted);
    EXPECT_EQ(solver.solve(board, {.seconds = 0.01}).outcome, Outcome::kTimeLimit);
  }
  if (!GetParam().starts_with("greedy") && !GetParam().starts_with("ida")) {
    const SearchResult small = solver.solve(board, {.memory_bytes = 20'000});
    EXPECT_EQ(small.outcome, Outcome::kMemoryLimit);
    EXPECT_GT(small.memory_bytes, 10'000u);
    EXPECT_LE(small.memory_bytes, 20'000u);
  }
}

// The examples of the text on tile games. It counts boards on the path: one more than the moves
// here.
struct Example {
  const char* board;
  const char* solver;
  double ratio;
  size_t moves;
  uint64_t expanded;
};
class ExampleTest : public testing::TestWithParam<Example> {};
INSTANTIATE_TEST_SUITE_P(, ExampleTest,
                         testing::Values(Example{"1234_5678", "bfs", 0, 14, 2390},
                                         Example{"1234_5678", "astar:manhattan", 1, 14, 127},
                                         Example{"1234_5678", "wastar:manhattan", 1, 14, 127},
                                         Example{"1234_5678", "wastar:manhattan", 2, 14, 89},
                                         Example{"1234_5678", "wastar:manhattan", 3, 14, 109},
                                         Example{"75126348_", "wastar:manhattan", 2, 22, 413},
                                         Example{"75126348_", "wastar:manhattan", 1, 20, 545},
                                         Example{"75126348_", "astar:manhattan", 1, 20, 545},
                                         Example{"75126348_", "greedy:manhattan", 0, 58, 58}),
                         [](const auto& test) { return std::to_string(test.index); });

TEST_P(ExampleTest, HasTheseMovesAndExpansions) {
  const Geometry size{3, 3};
  const Example& example = GetParam();
  const Board board = Parse(size, example.board);
  const SearchResult result = Make(example.solver, size, example.ratio).solve(board, {});
  ASSERT_EQ(result.outcome, Outcome::kSolved);
  ExpectReachesGoal(board, result.actions);
  EXPECT_EQ(result.actions.size(), example.moves);
  EXPECT_EQ(result.expanded, example.expanded);
}

TEST(Greedy, MayEndInADeadEndAndSaysSo) {
  const ClassicSolver solver = Make("greedy:misplaced", {3, 3});
  const SearchResult result = solver.solve(Parse({3, 3}, "75126348_"), {});
  EXPECT_EQ(result.outcome, Outcome::kDeadEnd);
  EXPECT_TRUE(result.actions.empty());
}

// The first boards of Korf's hundred. Their goal has the blank first: turned by 180 degrees, tile t
// becomes 16-t.
TEST(IdaStar, FindsKorfsLengthsWithFewerNodesForEachHeuristic) {
  std::ifstream file(std::string(std::getenv("TILEBASE_REFERENCE")) + "/korf_100_fifteen.txt");
  const Geometry size{4, 4};
  std::vector<std::pair<Board, size_t>> boards;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Board board;
    board.geometry = size;
    for (int cell = 15; cell >= 0; --cell) {
      int tile = 0;
      words >> tile;
      board.tile[cell] = static_cast<uint8_t>(tile == 0 ? 0 : 16 - tile);
      if (tile == 0) board.blank = static_cast<uint8_t>(cell);
    }
    size_t moves = 0;
    words >> moves;
    if (moves <= 44) boards.emplace_back(board, moves);  // those that take a moment
  }
  ASSERT_GE(boards.size(), 4u);
  uint64_t fewest = UINT64_MAX;
  for (const std::string name : {"ida:manhattan", "ida:linear-conflict", "ida:last-move",
                                 "ida:last-moves", "ida-fsm:last-moves"}) {
    const ClassicSolver solver = Make(name, size);
    uint64_t generated = 0;
    for (const auto& [board, moves] : boards) {
      const SearchResult result = solver.solve(board, {});
      ExpectReachesGoal(board, result.actions);
      EXPECT_EQ(result.actions.size(), moves);
      generated += result.generated;
    }
    EXPECT_LT(generated, fewest) << name;
    fewest = generated;
  }
}

TEST(Registry, ListsWhatThereIsForANameThatIsNot) {
  using testing::AllOf, testing::HasSubstr;
  const auto message = [](const std::string& name) {
    return std::string(MakeClassicSolver(name, {4, 4}, 2).status().message());
  };
  EXPECT_THAT(message("dfs"), AllOf(HasSubstr("'dfs'"), HasSubstr("bfs, bidirectional, greedy")));
  EXPECT_THAT(message("ida:euclid"),
              AllOf(HasSubstr("no such heuristic"), HasSubstr("last-moves")));
  EXPECT_THAT(message("ida:"), HasSubstr("no such heuristic"));
  EXPECT_THAT(message(""), HasSubstr("no such solver"));
  EXPECT_THAT(message("bfs:manhattan"), HasSubstr("takes no heuristic"));
}

uint64_t SolveAndReplay(Construction construction, const BigBoard& board) {
  BigBoard solved = board;
  BigBoard replayed = board;
  const auto replay = [&](std::string_view letters) {
    for (const char letter : letters)
      EXPECT_TRUE(replayed.Apply(static_cast<Action>(std::string_view("LRUD").find(letter))));
    return true;
  };
  LetterStream stream(replay);
  SolveConstructively(construction, &solved, &stream);
  EXPECT_TRUE(solved.IsSolved());
  EXPECT_TRUE(replayed.IsSolved()) << board.ToText();
  return stream.count();
}

TEST(Constructive, SolvesBoardsOfAllShapes) {
  Random random(1);
  for (int width = 2; width <= 12; ++width)
    for (int height = 2; height <= 12; ++height)
      for (int i = 0; i < 20; ++i) {
        const BigBoard board = BigBoard::RandomSolvable({width, height}, random);
        SolveAndReplay(Construction::kGreedy, board);
        SolveAndReplay(Construction::kRows, board);
      }
  EXPECT_EQ(SolveAndReplay(Construction::kGreedy, BigBoard::Solved({9, 7})), 0u);
}

// The greedy algorithm is expected to take 8/3 n^3 moves, to leading order.
TEST(Constructive, GreedyTakesWhatItsTheoremExpects) {
  Random random(2);
  constexpr int kSide = 100;
  double moves = 0;
  constexpr int kBoards = 4;
  for (int i = 0; i < kBoards; ++i)
    moves += static_cast<double>(
        SolveAndReplay(Construction::kGreedy, BigBoard::RandomSolvable({kSide, kSide}, random)));
  EXPECT_NEAR(moves / kBoards / (kSide * kSide * kSide), 8.0 / 3, 0.2);
}

}  // namespace
}  // namespace tilebase::classic
