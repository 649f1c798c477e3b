// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Sets of the metric mtm: every method solves by lookup with as few slides as the tables say; wrong
// entries are found; tables with any bytes in them lead nobody outside the memory.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "generator/solvers/reference_solvers.h"
#include "runtime/answering_set.h"
#include "runtime/verify/verify.h"
#include "tables/board_text.h"
#include "tables/random_board.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

constexpr size_t kRoom = 4096;

std::string Solved(const PolicySet& set, const Board& board) {
  std::string letters(kRoom, ' ');
  SolveRequest request;
  request.cells = board.tile;
  request.letters = letters.data();
  request.capacity = letters.size();
  set.SolveLetters(&request);
  EXPECT_EQ(request.code, TILEBASE_OK);
  letters.resize(request.count);
  return letters;
}

void ExpectSolution(Board board, const std::string& letters) {
  for (const char letter : letters) {
    const Action action = *ActionOf(letter);
    ASSERT_TRUE(board.CanApply(action));
    board.Apply(action);
  }
  EXPECT_TRUE(board.IsSolved());
}

TEST(MtmSetTest, EverySolutionOfTheEightPuzzleHasAsManyRunsAsItsDepth) {
  const BuiltSet built("3x3", "mtm:rest", Codec::kZstd);
  ASSERT_TRUE(built.policies->is_mtm());
  const TableInfo& table = built.policies->source().tables()[0];
  EXPECT_EQ(table.max_depth(), 24);
  std::vector<uint64_t> runs(table.histogram.size());
  const Ranking ranking(table.subproblem);
  for (uint64_t rank = 0; rank < table.entries; ++rank) {
    const Board board = Representative(table.subproblem, ranking.Unrank(rank));
    const std::string letters = Solved(*built.policies, board);
    ExpectSolution(board, letters);
    ++runs[std::min(CountRuns(letters), runs.size() - 1)];
  }
  EXPECT_EQ(runs, table.histogram);
}

// Returns an empty list if the tables are damaged.
std::vector<std::string> SolvedTogether(const PolicySet& set, const std::vector<Board>& boards) {
  std::vector<std::string> letters(boards.size(), std::string(kRoom, ' '));
  std::vector<SolveRequest> requests(boards.size());
  for (size_t i = 0; i < boards.size(); ++i)
    requests[i] = {boards[i].tile, letters[i].data(), kRoom};
  set.SolveLetters(absl::MakeSpan(requests));
  for (size_t i = 0; i < boards.size(); ++i)
    letters[i].resize(requests[i].code == TILEBASE_OK ? requests[i].count : 0);
  return letters;
}

TEST(MtmSetTest, EveryWayToSolveGivesTheLettersOfThePlainWalk) {
  for (const auto& [board_size, plan] : {std::pair{"4x4", "mtm:ladder:1"},
                                         {"4x4", "mtm:1-4/5,9,13/rest"},
                                         {"5x3", "mtm:1,6,11/2,7,12/rest"},
                                         {"2x8", "mtm:ladder:2"}}) {
    for (const Codec codec : {Codec::kZstd, Codec::kRaw}) {
      const BuiltSet built(board_size, plan, codec);
      const auto lazy = PolicySet::Create(built.policies->shared_source(), {.lazy = true});
      const auto small =
          PolicySet::Create(built.policies->shared_source(), {.memory_bytes = 2 << 20});
      ASSERT_TRUE(lazy.ok() && small.ok()) << small.status();
      Random random(1);
      std::vector<Board> boards;
      std::vector<std::string> expected;
      for (int i = 0; i < 100; ++i) {
        const Board board = RandomSolvableBoard(built.policies->info().geometry, random);
        std::string plain(kRoom, ' ');
        size_t count = 0;
        ASSERT_EQ(built.policies->Solve(board, plain.data(), kRoom, &count, Letter), TILEBASE_OK);
        plain.resize(count);
        ExpectSolution(board, plain);
        EXPECT_LE(count, built.policies->info().certified_worst_case);
        EXPECT_EQ(Solved(*built.policies, board), plain);
        EXPECT_EQ(Solved(**lazy, board), plain);
        if (i < 10) {
          EXPECT_EQ(Solved(**small, board), plain);
        }
        boards.push_back(board);
        expected.push_back(plain);
      }
      EXPECT_EQ(SolvedTogether(*built.policies, boards), expected);
    }
  }
}

// A player who gets one tile at a time comes home.
TEST(MtmSetTest, HintsOfSingleTilesLeadHome) {
  for (const auto& [size, plan] : {std::pair{"3x3", "mtm:rest"}, {"4x4", "mtm:ladder:1"}}) {
    const BuiltSet built(size, plan, Codec::kZstd);
    Random random(1);
    for (int i = 0; i < 200; ++i) {
      Board board = RandomSolvableBoard(built.policies->info().geometry, random);
      tilebase_probe_result hint = {};
      uint32_t moves = 0;
      for (; !board.IsSolved(); ++moves) {
        // A part of a slide may lead to another slide, so only the sum bounds these.
        ASSERT_LE(moves, built.policies->info().summed_worst_case);
        ASSERT_EQ(built.policies->Hint(board, &hint), TILEBASE_OK);
        board.Apply(*ActionOf(hint.action));
      }
    }
  }
}

TEST(MtmSetTest, HintsOfWholeSlidesTakeAsManyMovesAsRemain) {
  const BuiltSet built("3x3", "mtm:rest", Codec::kZstd);
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    Board board = RandomSolvableBoard({3, 3}, random);
    tilebase_probe_result hint = {};
    ASSERT_EQ(built.policies->Hint(board, &hint), TILEBASE_OK);
    for (int left = hint.remaining; left > 0; --left) {
      ASSERT_GE(hint.tiles, 1);
      for (int tile = 0; tile < hint.tiles; ++tile) board.Apply(*ActionOf(hint.action));
      ASSERT_EQ(built.policies->Hint(board, &hint), TILEBASE_OK);
      ASSERT_EQ(hint.remaining, left - 1);
    }
    EXPECT_TRUE(board.IsSolved());
    EXPECT_EQ(hint.tiles, 0);
  }
}

// With square and other boards, plans of one, two and more stages, and plans of several parts.
TEST(MtmSetTest, MoreEffortNeverGivesALongerSolution) {
  for (const auto& [size, plan] : {std::pair{"4x4", "mtm:1-4/5,9,13/rest"},
                                   {"3x3", "mtm:1-3/rest + mtm:1,4,7/rest"},
                                   {"4x2", "mtm:1,5/rest"},
                                   {"3x3", "mtm:rest"},
                                   {"4x4", "mtm:ladder:1"}}) {
    const BuiltFile built(size, plan, Codec::kZstd);
    auto source = StoreReader::Open(built.path, {});
    const auto set = AnsweringSet::Create(*std::move(source));
    ASSERT_TRUE(set.ok()) << set.status();
    ASSERT_TRUE((*set)->PrepareEffort(1).ok());
    Random random(1);
    double first = 0, last = 0;
    for (int i = 0; i < 50; ++i) {
      const Board board = RandomSolvableBoard((*set)->info().geometry, random);
      size_t before = SIZE_MAX;
      for (const uint64_t effort : {0, 1, 300, 3000, 30000}) {
        std::string letters((*set)->info().certified_worst_case, ' ');
        SolveRequest request{board.tile, letters.data(), letters.size()};
        uint64_t boards = 0;
        ASSERT_TRUE((*set)->Solve({effort, 0}, &request, &boards).ok());
        ASSERT_EQ(request.code, TILEBASE_OK);
        letters.resize(request.count);
        ExpectSolution(board, letters);
        EXPECT_LE(CountRuns(letters), before) << plan;
        EXPECT_LE(boards, effort + 2000);
        before = CountRuns(letters);
        (effort == 0 ? first : last) += effort == 0 || effort == 30000 ? before : 0;
      }
    }
    // Without values, look-ahead has the plan's parts and the reflection of a square board.
    if ((*set)->UsesLookAhead() &&
        (*set)->info().geometry.width == (*set)->info().geometry.height) {
      EXPECT_LT(last, first) << plan;
    }
  }
}

struct Table {
  explicit Table(const BuiltSet& set, size_t index) : info(set.policies->source().tables()[index]) {
    const uint8_t* const from = set.policies->tables()[index].slides;
    slides.assign(from, from + ExcessBytes(info.entries));
  }
  void Put(uint64_t rank, int entry) {
    uint8_t& byte = slides[rank / 2];
    const int shift = static_cast<int>(rank % 2 * 4);
    byte = static_cast<uint8_t>((byte & ~(15 << shift)) | entry << shift);
  }
  absl::Status Verify() const { return VerifyTable(info, slides.data(), nullptr, {}); }

  TableInfo info;
  std::vector<uint8_t> slides;
};

TEST(MtmSetTest, VerifyFindsEveryWrongEntryAndPassesOthers) {
  const BuiltSet built("4x4", "mtm:ladder:1", Codec::kZstd);
  for (const size_t index : {0u, 3u, 10u, 11u, 13u}) {
    Table table(built, index);
    const Subproblem& subproblem = table.info.subproblem;
    ASSERT_TRUE(table.Verify().ok()) << table.Verify();
    const auto solution = PlainSearchSolver(Metric::kMtm).Solve(subproblem, {});
    const auto& depths = static_cast<const DepthSolution&>(**solution).depths();
    const Ranking ranking(subproblem);
    for (uint64_t rank = 0; rank < table.info.entries; ++rank) {
      const Board board = Representative(subproblem, ranking.Unrank(rank));
      const int own = GetSlideEntry(table.slides.data(), rank);
      std::vector<bool> right(16);
      right[static_cast<size_t>(own)] = true;
      if (depths[rank] != 0 && depths[rank] != DepthSolution::kUnreachable)
        ForEachSlide(
            subproblem, Metric::kMtm, ranking, board, rank,
            [&](Action action, int tiles, uint64_t next) {
              if (depths[next] + 1 == depths[rank])
                right[static_cast<size_t>(SlideEntry(board.geometry, board.blank, action, tiles))] =
                    true;
            });
      for (int entry = 0; entry < 16; ++entry) {
        table.Put(rank, entry);
        EXPECT_EQ(table.Verify().ok(), right[static_cast<size_t>(entry)])
            << ToString(subproblem) << " rank " << rank << " entry " << entry;
      }
      table.Put(rank, own);
    }
  }
}

TEST(MtmSetTest, TablesOfAnyBytesSolveOrAreDamaged) {
  const BuiltSet built("4x4", "mtm:1-4/5,9,13/rest", Codec::kZstd);
  Random random(1);
  for (const PolicyTable& table : built.policies->tables()) {
    uint8_t* const slides = const_cast<uint8_t*>(table.slides);
    for (uint64_t i = 0; i < ExcessBytes(table.ranking.size()); ++i)
      if (random.Next() % 8 == 0) slides[i] = static_cast<uint8_t>(random.Next());
  }
  int damaged = 0;
  std::vector<Board> boards;
  std::vector<std::string> solved;
  for (int i = 0; i < 2000; ++i) {
    const Board board = RandomSolvableBoard(built.policies->info().geometry, random);
    std::string letters(kRoom, ' ');
    SolveRequest request{board.tile, letters.data(), kRoom};
    built.policies->SolveLetters(&request);
    size_t count = 0;
    std::string plain(kRoom, ' ');
    const tilebase_code code = built.policies->Solve(board, plain.data(), kRoom, &count, Letter);
    EXPECT_TRUE(code == TILEBASE_OK || code == TILEBASE_ERROR_DAMAGED) << code;
    EXPECT_EQ(request.code == TILEBASE_OK, code == TILEBASE_OK);
    damaged += code == TILEBASE_ERROR_DAMAGED;
    boards.push_back(board);
    solved.push_back(request.code == TILEBASE_OK ? letters.substr(0, request.count) : "");
    if (request.code == TILEBASE_OK) ExpectSolution(board, solved.back());
  }
  EXPECT_GT(damaged, 100);
  EXPECT_EQ(SolvedTogether(*built.policies, boards), solved);
}

}  // namespace
}  // namespace tilebase
