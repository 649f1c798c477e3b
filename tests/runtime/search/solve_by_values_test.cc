// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Effort with values, on small boards whose shortest solutions are known.

#include <gtest/gtest.h>
#include <string.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "generator/build.h"
#include "runtime/answering_set.h"
#include "runtime/optimal_search.h"
#include "runtime/search/look_ahead.h"
#include "tables/board_text.h"
#include "tables/pair_values.h"
#include "tables/random_board.h"
#include "tables/store/store.h"
#include "tests/effort.h"
#include "tests/runtime/one_value_maker.h"
#include "tests/tables/plain_search.h"

namespace tilebase {
namespace {

constexpr Geometry kBoard{3, 2};

class ValueSetTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "tilebase_set_XXXXXX").string();
    directory_ = mkdtemp(name.data());
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  static Plan SingleSlides() { return *ParsePlan(kBoard, "ladder:1 + values:pairs"); }
  absl::Status Build(const std::string& name, int threads, const Plan& plan = SingleSlides()) {
    BuildOptions options;
    options.threads = threads;
    options.creator = "test";
    return BuildTableSet(plan, Path(name), options).status();
  }
  // Builds the 3x3 set "set" that two tests read. The first of them makes it: fitting takes
  // seconds, and under sanitizers most of a minute.
  void BuildSquareOnce() {
    static std::string bytes;
    if (bytes.empty()) {
      const Plan plan = *ParsePlan({3, 3}, "1-3/rest + values:pairs + pattern:4-4");
      ASSERT_TRUE(Build("set", 2, plan).ok());
      std::ifstream file(Path("set"), std::ios::binary);
      bytes.assign(std::istreambuf_iterator<char>(file), {});
    } else {
      std::ofstream(Path("set"), std::ios::binary) << bytes;
    }
  }
  std::string Path(const std::string& name) const { return directory_ / name; }

  std::filesystem::path directory_;
};

TEST_F(ValueSetTest, HelpToProveSolutionsShortest) {
  const Geometry board_size{4, 4};
  const auto open = [&](const char* name, const char* plan) {
    EXPECT_TRUE(Build(name, 1, *ParsePlan(board_size, plan)).ok());
    return *OptimalSearch::Open(Path(name), 1);
  };
  const auto alone = open("patterns", "pattern:5-5-5");
  const auto with_values = open("both", "values:pairs + pattern:5-5-5");
  Random random(3);
  uint64_t nodes = 0, nodes_alone = 0;
  for (int i = Cases(12, 12, 4); i > 0; --i) {
    const Board board = RandomSolvableBoard(board_size, random);
    const OptimalAnswer answer = with_values->Solve(board, {}), other = alone->Solve(board, {});
    ASSERT_TRUE(answer.proven && other.proven);
    ASSERT_EQ(answer.letters.size(), other.letters.size());
    Board end = board;
    for (const char letter : answer.letters) end.Apply(*ActionOf(letter));
    ASSERT_TRUE(end.IsSolved());
    nodes += answer.nodes;
    nodes_alone += other.nodes;
  }
  EXPECT_LT(nodes, nodes_alone * 9 / 10);
  // To another end, and with known solutions that leave nothing to find.
  const Board board = RandomSolvableBoard(board_size, random);
  Board to = Board::Solved(board_size);
  ASSERT_TRUE(to.CanApply(Action::kDown));
  to.Apply(Action::kDown);
  OptimalLimits limits;
  limits.end = &to;
  const OptimalAnswer answer = with_values->Solve(board, limits);
  ASSERT_TRUE(answer.proven && answer.found);
  EXPECT_EQ(answer.letters.size(), alone->Solve(board, limits).letters.size());
  limits.known = static_cast<int>(answer.letters.size());
  const OptimalAnswer none = with_values->Solve(board, limits);
  EXPECT_TRUE(none.proven);
  EXPECT_FALSE(none.found);
}

TEST_F(ValueSetTest, OfWholeLinesTellSlides) {
  const Plan plan = *ParsePlan(kBoard, "mtm:ladder:1 + values:pairs");
  ASSERT_TRUE(Build("lines", 1, plan).ok());
  const auto source = StoreReader::Open(Path("lines"), {.check_content = true});
  ASSERT_TRUE(source.ok()) << source.status();
  const auto values = ReadValues(**source, 1);
  ASSERT_TRUE(values.ok() && *values != nullptr);
  const auto set = AnsweringSet::Create(*source);
  ASSERT_TRUE(set.ok()) << set.status();
  ASSERT_TRUE((*set)->PrepareEffort(1).ok());
  const auto whole = *ParsePlan(kBoard, "mtm:rest");
  ASSERT_TRUE(Build("whole", 1, whole).ok());
  const auto exact = OptimalSearch::Open(Path("whole"), 1);
  ASSERT_TRUE(exact.ok()) << exact.status();
  double errors = 0;
  int boards = 0;
  for (const auto& [cells, depth] : AllDepths(kBoard)) {
    Board board = Board::Solved(kBoard);
    memcpy(board.tile, cells.data(), cells.size());
    board.blank = static_cast<uint8_t>(cells.find('\0'));
    const auto best = static_cast<double>((*exact)->Solve(board, {}).bound);
    errors += std::abs((*values)->Value(board.tile) / double{kValueOne} - best);
    ++boards;
    size_t before = SIZE_MAX;
    for (const uint64_t most : {uint64_t{0}, uint64_t{300}, uint64_t{450}, UINT64_MAX}) {
      std::string letters((*set)->info().certified_worst_case, ' ');
      SolveRequest request{board.tile, letters.data(), letters.size()};
      ASSERT_TRUE((*set)->Solve({most, 0}, &request).ok());
      ASSERT_EQ(request.code, TILEBASE_OK);
      letters.resize(request.count);
      Board end = board;
      for (const char letter : letters) end.Apply(*ActionOf(letter));
      ASSERT_TRUE(end.IsSolved());
      ASSERT_LE(CountRuns(letters), before);
      before = CountRuns(letters);
    }
    // Nothing remained to look at.
    EXPECT_EQ(before, best);
  }
  EXPECT_LT(errors / boards, 2);
}

// Such boards are searched in rounds within a time.
TEST_F(ValueSetTest, ALargeBoardIsSolvedNoLongerThanByLookupNorWithMoreBoards) {
  constexpr Geometry kLarge{7, 7};
  const Plan plan = *ParsePlan(kLarge,
                               "1-2/3-4/5/6-7/8,15/22,29/9,36,43/10-12/13-14,16/23,30/17,37,44/"
                               "18-19/20-21,24/25,31,38,45/26-28,32/33-35,39,46/rest "
                               "+ values:pairs");
  ASSERT_TRUE(Build("large", 2, plan).ok());
  auto source = StoreReader::Open(Path("large"), {.check_content = true});
  ASSERT_TRUE(source.ok()) << source.status();
  auto set = PolicySet::Create(*std::move(source));
  ASSERT_TRUE(set.ok()) << set.status();
  auto look_ahead = LookAhead::Create(**set);
  ASSERT_TRUE(look_ahead.ok()) << look_ahead.status();
  LookAheadMemory memory;
  std::string letters((*set)->info().certified_worst_case, ' ');
  Random random(3);
  for (const uint64_t microseconds : {1, 300, 10'000, 100'000}) {
    const Board board = RandomSolvableBoard(kLarge, random);
    SolveRequest plain{board.tile, letters.data(), letters.size()};
    (*set)->SolveLetters(&plain);
    const size_t by_lookup = plain.count;
    SolveRequest request{board.tile, letters.data(), letters.size()};
    uint64_t looked_at = 0;
    (*look_ahead)->Solve({UINT64_MAX, microseconds}, &memory, &request, &looked_at);
    ASSERT_EQ(request.code, TILEBASE_OK);
    EXPECT_LE(request.count, by_lookup);
    EXPECT_GE(looked_at, request.count);
    Board end = board;
    for (size_t i = 0; i < request.count; ++i) {
      const Action action = *ActionOf(letters[i]);
      ASSERT_TRUE(end.CanApply(action));
      end.Apply(action);
    }
    EXPECT_TRUE(end.IsSolved());
    // Without room for the letters their number is still reported.
    SolveRequest narrow{board.tile, letters.data(), 10};
    (*look_ahead)->Solve({UINT64_MAX, microseconds}, &memory, &narrow);
    EXPECT_EQ(narrow.code, TILEBASE_ERROR_BUFFER);
    EXPECT_LE(narrow.count, by_lookup);
  }
  // In more time than they need, these boards get far below lookup.
  const Board board = RandomSolvableBoard(kLarge, random);
  SolveRequest plain{board.tile, letters.data(), letters.size()};
  (*set)->SolveLetters(&plain);
  SolveRequest request{board.tile, letters.data(), letters.size()};
  (*look_ahead)->Solve({200'000, 600'000'000}, &memory, &request);
  EXPECT_EQ(request.code, TILEBASE_OK);
  EXPECT_LT(request.count, plain.count * 4 / 5);
  // Without a time limit, more boards never give a longer solution.
  for (int i = Cases(3, 3, 1); i > 0; --i) {
    const Board other = RandomSolvableBoard(kLarge, random);
    size_t before = SIZE_MAX;
    for (uint64_t allowed = 5'000; allowed < 75'000; allowed += allowed / 4) {
      SolveRequest by_boards{other.tile, letters.data(), letters.size()};
      (*look_ahead)->Solve({allowed, 0}, &memory, &by_boards);
      ASSERT_EQ(by_boards.code, TILEBASE_OK);
      EXPECT_LE(by_boards.count, before) << allowed;
      before = by_boards.count;
    }
  }
}

TEST_F(ValueSetTest, MoreEffortIsNeverWorseAndEnoughIsShortest) {
  ASSERT_TRUE(Build("set", 2).ok());
  auto source = StoreReader::Open(Path("set"), {.check_content = true});
  ASSERT_TRUE(source.ok()) << source.status();
  const TableInfo& table = (*source)->tables().back();
  uint64_t positions = 0;
  for (const FitBand& band : table.fit) positions += band.positions;
  EXPECT_GT(positions, 1000u);
  auto set = PolicySet::Create(*std::move(source));
  ASSERT_TRUE(set.ok()) << set.status();
  auto look_ahead = LookAhead::Create(**set);
  ASSERT_TRUE(look_ahead.ok()) << look_ahead.status();
  LookAheadMemory memory;
  for (const auto& [cells, depth] : AllDepths(kBoard)) {
    Board board = Board::Solved(kBoard);
    memcpy(board.tile, cells.data(), cells.size());
    board.blank = static_cast<uint8_t>(cells.find('\0'));
    char letters[256];
    SolveRequest plain{board.tile, letters, sizeof(letters)};
    (*set)->SolveLetters(&plain);
    size_t before = plain.count;
    for (const uint64_t most : {uint64_t{1}, uint64_t{15}, uint64_t{150}, UINT64_MAX}) {
      SolveRequest request{board.tile, letters, sizeof(letters)};
      (*look_ahead)->Solve({most, 0}, &memory, &request);
      ASSERT_EQ(request.code, TILEBASE_OK);
      ASSERT_LE(request.count, before);
      before = request.count;
      Board after = board;
      for (size_t i = 0; i < request.count; ++i) {
        const Action action = static_cast<Action>(strchr("LRUD", letters[i]) - "LRUD");
        ASSERT_TRUE(after.CanApply(action));
        after.Apply(action);
      }
      ASSERT_TRUE(after.IsSolved());
    }
    ASSERT_EQ(before, static_cast<size_t>(depth));
    if (depth > 0) {
      SolveRequest small{board.tile, letters, 0};
      (*look_ahead)->Solve({UINT64_MAX, 0}, &memory, &small);
      ASSERT_EQ(small.code, TILEBASE_ERROR_BUFFER);
      ASSERT_EQ(small.count, before);
    }
  }
}

// On a square board, the reflection is looked up, too.
TEST_F(ValueSetTest, TheLeastEffortLooksAlongTheDiagonal) {
  const Geometry geometry{4, 4};
  const Plan plan = *ParsePlan(geometry, "1-4/5,9,13/rest + values:pairs");
  ASSERT_TRUE(Build("set", 1, plan).ok());
  auto set = PolicySet::Create(*StoreReader::Open(Path("set"), {}));
  ASSERT_TRUE(set.ok()) << set.status();
  auto look_ahead = LookAhead::Create(**set);
  ASSERT_TRUE(look_ahead.ok()) << look_ahead.status();
  LookAheadMemory memory;
  Random random(3);
  int shorter = 0;
  for (int i = 0; i < 200; ++i) {
    const Board start = RandomSolvableBoard(geometry, random);
    char letters[256];
    SolveRequest request{start.tile, letters, sizeof(letters)};
    (*set)->SolveLetters(&request);
    const size_t plain = request.count;
    (*look_ahead)->Solve({1, 0}, &memory, &request);
    ASSERT_EQ(request.code, TILEBASE_OK);
    ASSERT_LE(request.count, plain);
    shorter += request.count < plain;
    Board board = start;
    for (size_t k = 0; k < request.count; ++k) {
      const Action action = *ActionOf(letters[k]);
      ASSERT_TRUE(board.CanApply(action));
      board.Apply(action);
    }
    ASSERT_TRUE(board.IsSolved());
  }
  EXPECT_GT(shorter, 20);
}

// Effort also tries walks from the boards that the beam has reached.
TEST_F(ValueSetTest, OfSeveralPartsMoreEffortIsNeverWorseAndRepeatable) {
  const Geometry geometry{4, 4};
  const Plan plan = *ParsePlan(geometry, "1-4/5,9,13/rest + 1-4/5-8/rest + values:pairs");
  ASSERT_TRUE(Build("set", 2, plan).ok());
  auto set = PolicySet::Create(*StoreReader::Open(Path("set"), {}));
  ASSERT_TRUE(set.ok()) << set.status();
  auto look_ahead = LookAhead::Create(**set);
  ASSERT_TRUE(look_ahead.ok()) << look_ahead.status();
  LookAheadMemory memory;
  Random random(5);
  for (int i = Cases(100, 100, 20); i > 0; --i) {
    const Board start = RandomSolvableBoard(geometry, random);
    const auto solve = [&](Effort effort) {
      char letters[256];
      SolveRequest request{start.tile, letters, sizeof(letters)};
      (*look_ahead)->Solve(effort, &memory, &request);
      EXPECT_EQ(request.code, TILEBASE_OK);
      Board board = start;
      for (size_t k = 0; k < request.count; ++k) {
        const Action action = *ActionOf(letters[k]);
        EXPECT_TRUE(board.CanApply(action));
        board.Apply(action);
      }
      EXPECT_TRUE(board.IsSolved());
      return std::string(letters, request.count);
    };
    const size_t plain = solve({}).size();
    size_t before = plain;
    for (uint64_t most = 1; most < 1'500; most += 50) {
      const std::string letters = solve({most, 0});
      ASSERT_LE(letters.size(), before) << most;
      ASSERT_EQ(solve({most, 0}), letters);
      before = letters.size();
    }
    for (const uint64_t microseconds : {1, 10, 20, 100})
      ASSERT_LE(solve({UINT64_MAX, microseconds}).size(), plain);
  }
}

TEST_F(ValueSetTest, WithPatternsASolutionIsProvenToBeShortest) {
  const Plan plan = *ParsePlan({3, 3}, "1-3/rest + values:pairs + pattern:4-4");
  // Values that are the Manhattan distance: fitting others takes a while on 3x3.
  OneValueMaker maker(Metric::kValue, kValueZero, kValueZero);
  BuildOptions options;
  options.creator = "test";
  options.maker = &maker;
  const auto built = BuildTableSet(plan, Path("set"), options);
  ASSERT_TRUE(built.ok()) << built.status();
  auto source = StoreReader::Open(Path("set"), {});
  ASSERT_TRUE(source.ok()) << source.status();
  auto set = PolicySet::Create(*std::move(source));
  ASSERT_TRUE(set.ok()) << set.status();
  auto look_ahead = LookAhead::Create(**set);
  ASSERT_TRUE(look_ahead.ok()) << look_ahead.status();
  LookAheadMemory memory;
  int number = 0, proven = 0;
  for (const auto& [cells, depth] : AllDepths({3, 3})) {
    if (++number % 1000 != 0) continue;
    uint8_t tile[9];
    memcpy(tile, cells.data(), cells.size());
    char letters[256];
    SolveRequest request{tile, letters, sizeof(letters)};
    (*look_ahead)->Solve({1, 0}, &memory, &request);
    EXPECT_FALSE(request.shortest);
    EXPECT_GE(request.count, static_cast<size_t>(depth));
    (*look_ahead)->Solve({1'000'000, 0}, &memory, &request);
    ASSERT_EQ(request.count, static_cast<size_t>(depth));
    proven += request.shortest;
  }
  EXPECT_GT(proven, 0);
}

}  // namespace
}  // namespace tilebase
