// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Every method to solve gives the letters of the plain walk (walk.h): the same suite runs over each
// of them, including the plain walk.

#include "runtime/lookup/quick_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "runtime/lookup/policy_set.h"
#include "runtime/lookup/quick_walk.h"
#include "tables/random_board.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

struct Answer {
  int code = -1;
  std::string letters;
  friend bool operator==(const Answer&, const Answer&) = default;
};

Answer SolvePlainly(const PolicySet& set, const Board& board) {
  std::vector<char> letters(set.info().certified_worst_case);
  size_t count = 0;
  const int code = set.Solve(board, letters.data(), letters.size(), &count, Letter);
  return {code, std::string(letters.data(), count)};
}

// Each opens a set with its own options and answers boards.
struct Quickly {
  static PolicySetOptions Options() { return {}; }
  static std::vector<Answer> Solve(const PolicySet& set, const std::vector<Board>& boards) {
    std::vector<Answer> answers;
    std::vector<char> letters(set.info().certified_worst_case);
    for (const Board& board : boards) {
      SolveRequest quick{board.tile, letters.data(), letters.size()};
      set.SolveLetters(&quick);
      answers.push_back({quick.code, std::string(letters.data(), quick.count)});
    }
    return answers;
  }
};
struct Plain : Quickly {
  static std::vector<Answer> Solve(const PolicySet& set, const std::vector<Board>& boards) {
    std::vector<Answer> answers;
    for (const Board& board : boards) answers.push_back(SolvePlainly(set, board));
    return answers;
  }
};
struct Shortest : Quickly {
  static PolicySetOptions Options() { return {.shortcut_bytes = uint64_t{64} << 20}; }
};
struct MoveByMove : Quickly {
  static PolicySetOptions Options() { return {.shortcut_bytes = 0}; }
};
struct Lazy : Quickly {
  static PolicySetOptions Options() { return {.threads = 2, .lazy = true}; }
};
template <typename Base>
struct Batch : Base {
  static std::vector<Answer> Solve(const PolicySet& set, const std::vector<Board>& boards) {
    const size_t capacity = set.info().certified_worst_case;
    std::vector<char> letters(boards.size() * capacity);
    std::vector<SolveRequest> quick;
    for (size_t i = 0; i < boards.size(); ++i)
      quick.push_back({boards[i].tile, &letters[i * capacity], capacity});
    set.SolveLetters(absl::MakeSpan(quick));
    std::vector<Answer> answers;
    for (const SolveRequest& board : quick)
      answers.push_back({board.code, std::string(board.letters, board.count)});
    return answers;
  }
};

constexpr std::pair<const char*, const char*> kPlans[] = {
    {"2x2", "ladder:1"}, {"2x3", "rest"},     {"3x2", "5/1/rest"}, {"3x3", "ladder:1"},
    {"3x3", "ladder:3"}, {"3x3", "8/5/rest"}, {"3x3", "rest"},     {"4x4", "ladder:1"},
    {"4x4", "ladder:3"}, {"5x3", "ladder:2"}, {"3x5", "ladder:1"}, {"4x4", "1-4/5,9,13/rest"},
    {"2x8", "ladder:1"}, {"5x5", "ladder:1"}};

// Built once for all methods.
const BuiltSet& SharedSet(const char* size, const char* plan, Codec codec) {
  static std::map<std::tuple<std::string, std::string, Codec>, std::unique_ptr<BuiltSet>> sets;
  std::unique_ptr<BuiltSet>& set = sets[{size, plan, codec}];
  if (set == nullptr) set = std::make_unique<BuiltSet>(size, plan, codec);
  return *set;
}

template <typename T>
class SolverTest : public testing::Test {
 protected:
  static std::unique_ptr<PolicySet> Open(const BuiltSet& built) {
    auto set = PolicySet::Create(*StoreReader::Open(built.path), T::Options());
    EXPECT_TRUE(set.ok()) << set.status();
    return *std::move(set);
  }
};
using Ways = testing::Types<Plain, Quickly, Shortest, MoveByMove, Lazy, Batch<Quickly>,
                            Batch<MoveByMove>, Batch<Lazy>>;
TYPED_TEST_SUITE(SolverTest, Ways);

TYPED_TEST(SolverTest, AnswersAsThePlainWalkDoes) {
  for (const auto& [size, plan] : kPlans) {
    for (Codec codec : {Codec::kZstd, Codec::kRaw}) {
      const BuiltSet& built = SharedSet(size, plan, codec);
      const std::unique_ptr<PolicySet> set = this->Open(built);
      Random random(3);
      std::vector<Board> boards = {Board::Solved(set->info().geometry)};
      for (int i = 0; i < 500; ++i)
        boards.push_back(RandomSolvableBoard(set->info().geometry, random));
      const std::vector<Answer> answers = TypeParam::Solve(*set, boards);
      for (size_t i = 0; i < boards.size(); ++i)
        ASSERT_EQ(answers[i], SolvePlainly(*built.policies, boards[i])) << size << " " << plan;
    }
  }
}

TYPED_TEST(SolverTest, CanBeAskedByManyThreadsFromTheStart) {
  BuiltSet built("4x4", "ladder:2", Codec::kZstd);
  const std::unique_ptr<PolicySet> set = this->Open(built);
  Random random(5);
  std::vector<Board> boards;
  std::vector<Answer> expected;
  for (int i = 0; i < 200; ++i) {
    boards.push_back(RandomSolvableBoard(set->info().geometry, random));
    expected.push_back(SolvePlainly(*built.policies, boards.back()));
  }
  std::vector<std::vector<Answer>> answers(4);
  std::vector<std::thread> threads;
  for (std::vector<Answer>& mine : answers)
    threads.emplace_back([&] { mine = TypeParam::Solve(*set, boards); });
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<Answer>& some : answers) EXPECT_EQ(some, expected);
}

// Tables that lie: whatever their entries say, an answer is a code, every action in it is one that
// the board allows, and a board called solved is. (Sanitizers see reads outside the tables.)
TYPED_TEST(SolverTest, ATableOfNonsenseGivesACode) {
  BuiltSet built("3x3", "ladder:2", Codec::kRaw);
  std::vector<std::vector<uint8_t>> planes;
  std::vector<MoveTable> tables;
  Random random(17);
  for (const PolicyTable& sound : built.policies->tables()) {
    PolicyTable table = sound;
    planes.emplace_back(PolicyBytes(table.ranking.size()));
    for (uint8_t& byte : planes.back()) byte = static_cast<uint8_t>(random.Next());
    table.policy = planes.back().data();
    tables.emplace_back(table);
    if (TypeParam::Options().shortcut_bytes != 0) {
      ASSERT_TRUE(tables.back().shortcuts.Fill(table));
    }
  }
  const Geometry geometry = built.policies->info().geometry;
  const QuickSolver solver(geometry, tables.data(), built.policies->info().stages, nullptr);
  int damaged = 0;
  for (int i = 0; i < 500; ++i) {
    Board board = RandomSolvableBoard(geometry, random);
    char letters[400];
    SolveRequest quick{board.tile, letters, sizeof(letters)};
    if (i % 2 == 0)
      solver.Solve(&quick);
    else
      solver.SolveBatch(absl::MakeSpan(&quick, 1));
    damaged += quick.code == TILEBASE_ERROR_DAMAGED;
    if (quick.code != TILEBASE_OK) continue;
    for (size_t step = 0; step < quick.count; ++step) {
      const Action action = static_cast<Action>(std::string_view("LRUD").find(letters[step]));
      ASSERT_TRUE(board.CanApply(action));
      board.Apply(action);
    }
    ASSERT_TRUE(board.IsSolved());
  }
  EXPECT_GT(damaged, 400);
}

// Each stage has the table that the plain walk chooses, and its own first letter.
TYPED_TEST(SolverTest, TellsTheStages) {
  for (const auto& [size, plan] : {std::pair{"4x4", "ladder:1"}, {"4x4", "ladder:3"}}) {
    const BuiltSet& built = SharedSet(size, plan, Codec::kZstd);
    const std::unique_ptr<PolicySet> set = this->Open(built);
    const PolicySet& plain = *built.policies;
    Random random(6);
    for (int i = 0; i < 200; ++i) {
      Board board = RandomSolvableBoard({4, 4}, random);
      std::vector<SolvedStage> stages(plain.stages().size());
      SolveRequest request{board.tile};
      request.stages = stages.data();
      set->SolveLetters(&request);
      ASSERT_EQ(request.code, TILEBASE_ERROR_BUFFER);
      size_t moves = 0;
      for (size_t s = 0; s < stages.size(); ++s) {
        uint64_t rank = 0;
        const PolicyTable* const table = ChooseTable(plain.stages()[s], board, &rank);
        ASSERT_EQ(table, &plain.tables()[stages[s].table]);
        ASSERT_EQ(stages[s].begin, moves);
        ASSERT_EQ(WalkToGoal(*table, rank, board, [&](Action) { ++moves; }), WalkResult::kDone);
      }
      ASSERT_EQ(request.count, moves);
    }
  }
}

TEST(PolicySetMemoryTest, AZstdSetBeyondItsMemoryIsRefusedAndSaysWhatItNeeds) {
  BuiltSet built("4x4", "ladder:3", Codec::kZstd);
  PolicySetOptions options;
  options.memory_bytes = 1000;
  auto set = PolicySet::Create(*StoreReader::Open(built.path), options);
  EXPECT_EQ(set.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(set.status().message().find("allowed are 1000"), absl::string_view::npos);
  // Shortcuts are what is given up first.
  options.memory_bytes = built.policies->memory_bytes() - 1;
  set = PolicySet::Create(*StoreReader::Open(built.path), options);
  ASSERT_TRUE(set.ok());
  EXPECT_LE((*set)->memory_bytes(), options.memory_bytes);
}

TEST(PolicySetMemoryTest, ALazySetTakesMemoryWhenItIsAsked) {
  BuiltSet built("4x4", "ladder:3", Codec::kZstd);
  auto set = PolicySet::Create(*StoreReader::Open(built.path), {.lazy = true});
  ASSERT_TRUE(set.ok());
  EXPECT_EQ((*set)->memory_bytes(), 0u);
  Random random(1);
  SolvePlainly(*built.policies, RandomSolvableBoard({4, 4}, random));
  Quickly::Solve(**set, {RandomSolvableBoard({4, 4}, random)});
  EXPECT_GT((*set)->memory_bytes(), 0u);
  ASSERT_TRUE((*set)->PrepareAll().ok());
  EXPECT_EQ((*set)->memory_bytes(), built.policies->memory_bytes());
}

TEST(PositionsTest, AgreesWithTheBoardOnEveryArrangementOfSixCells) {
  const Geometry geometry{3, 2};
  std::vector<uint8_t> cells = {0, 1, 2, 3, 4, 5};
  do {
    Board board;
    board.geometry = geometry;
    for (uint8_t cell = 0; cell < 6; ++cell) {
      board.tile[cell] = cells[cell];
      if (cells[cell] == 0) board.blank = cell;
    }
    uint8_t cell_of[kMaxCells];
    ASSERT_EQ(ReadPositions(geometry, cells.data(), cell_of),
              board.IsSolvable() ? TILEBASE_OK : TILEBASE_ERROR_UNSOLVABLE);
    for (uint8_t cell = 0; cell < 6; ++cell) ASSERT_EQ(cell_of[cells[cell]], cell);
  } while (std::next_permutation(cells.begin(), cells.end()));
}

TEST(PositionsTest, RefusesWhatIsNoBoard) {
  for (const Geometry geometry : {Geometry{3, 3}, Geometry{4, 4}, Geometry{8, 8}}) {
    const size_t count = static_cast<size_t>(geometry.cells());
    uint8_t cell_of[kMaxCells];
    Random random(2);
    for (int i = 0; i < 200; ++i) {
      const Board board = RandomSolvableBoard(geometry, random);
      std::vector<uint8_t> cells(board.tile, board.tile + count);
      EXPECT_EQ(ReadPositions(geometry, cells.data(), cell_of), TILEBASE_OK);
      // Swap two tiles; swapping the blank could be a move.
      const size_t first = board.blank == 0 ? 1 : 0;
      const size_t second = board.blank == first + 1 ? first + 2 : first + 1;
      std::swap(cells[first], cells[second]);
      EXPECT_EQ(ReadPositions(geometry, cells.data(), cell_of), TILEBASE_ERROR_UNSOLVABLE);
      const size_t at = random.Below(count);
      const uint8_t was = cells[at];
      for (int wrong = 0; wrong < 256; ++wrong) {
        cells[at] = static_cast<uint8_t>(wrong);
        if (wrong != was) {
          EXPECT_EQ(ReadPositions(geometry, cells.data(), cell_of), TILEBASE_ERROR_BOARD);
        }
      }
    }
  }
}

}  // namespace
}  // namespace tilebase
