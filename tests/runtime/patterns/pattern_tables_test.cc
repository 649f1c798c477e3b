// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The bounds that pattern tables give, from building to lookup, compared with a plain search.

#include "runtime/patterns/pattern_tables.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

#include "runtime/lookup/policy_set.h"
#include "runtime/verify/verify.h"
#include "tables/geometry.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tables/store/store.h"
#include "tests/runtime/built_set.h"
#include "tests/tables/plain_search.h"

namespace tilebase {
namespace {

struct Patterns {
  Patterns(const std::string& board, const std::string& plan, Codec codec = Codec::kZstd,
           PatternTablesOptions options = {}) {
    file = std::make_unique<BuiltFile>(board, plan, codec);
    auto opened = StoreReader::Open(file->path, {.check_content = true});
    EXPECT_TRUE(opened.ok()) << opened.status();
    source = *std::move(opened);
    auto created = PatternTables::Create(source, options);
    EXPECT_TRUE(created.ok()) << created.status();
    tables = *std::move(created);
  }
  std::unique_ptr<BuiltFile> file;
  std::shared_ptr<const TableSource> source;
  std::unique_ptr<PatternTables> tables;
};

class PlainSearchTest : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(PlainSearchTest, GivesEveryEntry) {
  const auto [board, plan_text] = GetParam();
  const Patterns built(board, plan_text);
  const PatternTables& tables = *built.tables;
  const Geometry geometry = tables.geometry();
  const Plan plan = *ParsePlan(geometry, plan_text);
  for (int pattern = 0; pattern < tables.patterns(); ++pattern) {
    const CellMask tiles = plan.stages[static_cast<size_t>(pattern)].goal;
    const auto values = PlainPatternValues(geometry.width, geometry.height, tiles);
    ASSERT_EQ(values.size(), PatternEntryCount(geometry, tiles));
    for (const auto& [placement, value] : values) {
      uint8_t cell_of[kMaxCells] = {};
      for (int cell = 0; cell < geometry.cells(); ++cell)
        if (placement[static_cast<size_t>(cell)] != '.')
          cell_of[placement[static_cast<size_t>(cell)] - 'a'] = static_cast<uint8_t>(cell);
      ASSERT_EQ(tables.Value(0, pattern, cell_of), value) << placement;
    }
    const TableInfo& info = built.source->tables()[tables.lookup(0, pattern).table];
    std::vector<uint64_t> histogram(info.histogram.size());
    for (const auto& [placement, value] : values) ++histogram[static_cast<size_t>(value)];
    EXPECT_EQ(histogram, info.histogram);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Boards, PlainSearchTest,
    testing::Values(std::pair("3x3", "pattern:4-4"), std::pair("3x3", "pattern:1,8/2,3,5,6,7/4"),
                    std::pair("3x3", "pattern:1-6/7-8"), std::pair("5x2", "pattern:1-3,6/rest"),
                    std::pair("2x5", "pattern:8-9/1-4/rest"), std::pair("2x2", "pattern:1/2/3"),
                    std::pair("4x4", "pattern:3-3-3-3-3")));

TEST(PatternTablesTest, NeverExceedTheLeastNumberOfMoves) {
  const Patterns built("3x3", "ladder:8 + pattern:4-4");
  auto policies = PolicySet::Create(built.source);
  ASSERT_TRUE(policies.ok()) << policies.status();
  Random random(3);
  int exact = 0;
  for (int i = 0; i < 20000; ++i) {
    const Board board = RandomSolvableBoard({3, 3}, random);
    char letters[64];
    SolveRequest solved{board.tile, letters, sizeof letters};
    (*policies)->SolveLetters(&solved);
    ASSERT_EQ(solved.code, TILEBASE_OK);
    const int bound = built.tables->Bound(board);
    ASSERT_LE(bound, static_cast<int>(solved.count));
    ASSERT_EQ(bound % 2, static_cast<int>(solved.count % 2));
    exact += bound == static_cast<int>(solved.count);
  }
  EXPECT_GT(exact, 1000);
  EXPECT_EQ(built.tables->Bound(Board::Solved({3, 3})), 0);
}

// The reflected board has the bound of the board: its two views are the board's, exchanged.
TEST(PatternTablesTest, ReflectionExchangesTheViews) {
  const Patterns built("4x4", "pattern:4-4-4-3");
  const Geometry geometry = {4, 4};
  Random random(7);
  for (int i = 0; i < 1000; ++i) {
    const Board board = RandomSolvableBoard(geometry, random);
    Board reflected;
    reflected.geometry = geometry;
    for (int cell = 0; cell < geometry.cells(); ++cell) {
      const int to = MapCell(geometry, kTransposed, cell);
      const int tile = board.tile[cell];
      reflected.tile[to] =
          static_cast<uint8_t>(tile == 0 ? 0 : MapCell(geometry, kTransposed, tile - 1) + 1);
      if (tile == 0) reflected.blank = static_cast<uint8_t>(to);
    }
    uint8_t cell_of[kMaxCells], reflected_cell_of[kMaxCells];
    PatternTables::CellsOf(board, cell_of);
    PatternTables::CellsOf(reflected, reflected_cell_of);
    for (int pattern = 0; pattern < built.tables->patterns(); ++pattern)
      ASSERT_EQ(built.tables->Value(1, pattern, cell_of),
                built.tables->Value(0, pattern, reflected_cell_of));
    ASSERT_EQ(built.tables->Bound(board), built.tables->Bound(reflected));
  }
}

// Two symmetric patterns of 5-5-5 share a table, which is stored once.
TEST(PatternTablesTest, SymmetricPatternsShareATable) {
  const Patterns built("4x4", "pattern:5-5-5");
  EXPECT_EQ(built.source->tables().size(), 2u);
  EXPECT_EQ(built.tables->lookup(0, 0).table, built.tables->lookup(0, 2).table);
  EXPECT_EQ(built.tables->memory_bytes(), 2u * 524160 / 2);  // two entries a byte
}

TEST(PatternTablesTest, RawTablesAreReadInPlaceAndGiveTheSame) {
  const Patterns decoded("4x4", "pattern:4-4-4-3", Codec::kZstd, {.threads = 2});
  const Patterns raw("4x4", "pattern:4-4-4-3", Codec::kRaw);
  EXPECT_EQ(raw.tables->memory_bytes(), 0u);
  EXPECT_GT(decoded.tables->memory_bytes(), 0u);
  Random random(9);
  for (int i = 0; i < 2000; ++i) {
    const Board board = RandomSolvableBoard({4, 4}, random);
    ASSERT_EQ(raw.tables->Bound(board), decoded.tables->Bound(board));
  }
}

// The lengths are Korf's (1985). His goal has the blank first, so the boards are turned round.
TEST(PatternTablesTest, BoundKorfsBoards) {
  const Patterns built("4x4", "pattern:5-5-5");
  std::ifstream file(std::string(std::getenv("TILEBASE_REFERENCE")) + "/korf_100_fifteen.txt");
  int boards = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Board board;
    for (int cell = 15, number = 0; cell >= 0 && words >> number; --cell) {
      board.tile[cell] = static_cast<uint8_t>(number == 0 ? 0 : 16 - number);
      if (number == 0) board.blank = static_cast<uint8_t>(cell);
    }
    int length = 0;
    ASSERT_TRUE(words >> length) << line;
    const int bound = built.tables->Bound(board);
    EXPECT_LE(bound, length) << line;
    EXPECT_EQ(bound % 2, length % 2) << line;
    ++boards;
  }
  EXPECT_EQ(boards, 100);
}

TEST(PatternTablesTest, SayWhatIsMissing) {
  const BuiltFile stages("3x3", "ladder:2", Codec::kZstd);
  auto none = PatternTables::Create(*StoreReader::Open(stages.path));
  EXPECT_EQ(none.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(none.status().message().find("ladder:2 + pattern:"), std::string::npos)
      << none.status();
  const BuiltFile patterns("3x3", "pattern:4-4", Codec::kZstd);
  const auto source = *StoreReader::Open(patterns.path);
  EXPECT_EQ(PatternTables::Create(source, {.memory_bytes = 100}).status().code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(PolicySet::Create(source).status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST(PatternTablesTest, VerifyFindsAWrongEntry) {
  const BuiltFile built("3x3", "pattern:4-4", Codec::kRaw);
  const auto source = *StoreReader::Open(built.path);
  const TableInfo& info = source->tables()[0];
  std::vector<uint8_t> excesses(source->layout(0).bytes());
  ASSERT_TRUE(source->ReadTable(0, 1, absl::MakeSpan(excesses)).ok());
  VerifyOptions options;
  options.threads = 2;
  EXPECT_TRUE(VerifyStoredTable(*source, 0, options).ok());
  excesses[700] ^= 0x10;
  const absl::Status status = VerifyPatternTable(info, excesses.data(), options);
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_NE(status.message().find("rank 1401 "), std::string::npos) << status;
}

}  // namespace
}  // namespace tilebase
