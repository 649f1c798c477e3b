// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The values that regular and dual lookups of spread tables read, compared with a plain search of
// the board and of its inverse.

#include "runtime/patterns/spread_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/patterns/pattern_views.h"
#include "runtime/patterns/spread_successors.h"
#include "runtime/verify/verify.h"
#include "tables/geometry.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tables/store/store.h"
#include "tests/runtime/built_set.h"
#include "tests/tables/plain_search.h"

namespace tilebase {
namespace {

struct Spread {
  // Uses all pattern parts; either all or none are for dual lookups.
  Spread(const std::string& board, const std::string& plan, Codec codec = Codec::kZstd,
         int threads = 1)
      : file(board, plan, codec), source(*StoreReader::Open(file.path)) {
    auto created = SpreadTables::Create(source, Parts(*source), threads);
    EXPECT_TRUE(created.ok()) << created.status();
    tables = *std::move(created);
  }
  static std::vector<const PlanPart*> Parts(const TableSource& source) {
    std::vector<const PlanPart*> parts;
    for (const PlanPart& part : source.plan().parts) parts.push_back(&part);
    return parts;
  }
  BuiltFile file;
  std::shared_ptr<const TableSource> source;
  std::unique_ptr<SpreadTables> tables;
};

// The values of patterns, each searched once.
class PlainValues {
 public:
  explicit PlainValues(Geometry geometry) : geometry_(geometry) {}

  // `placement`: 'a' + tile on the cells of the pattern's tiles, '.' elsewhere.
  int Excess(CellMask pattern, CellMask ends, const std::string& placement) {
    if (pattern == 0) return 0;
    const auto [at, is_new] = known_.try_emplace({pattern, ends});
    if (is_new) at->second = PlainPatternValues(geometry_.width, geometry_.height, pattern, ends);
    int distance = 0;
    for (int cell = 0; cell < geometry_.cells(); ++cell)
      if (const char letter = placement[static_cast<size_t>(cell)]; letter != '.')
        distance += geometry_.Distance(cell, letter - 'a' - 1);
    return (at->second.at(placement) - distance) / 2;
  }

 private:
  const Geometry geometry_;
  std::map<std::pair<CellMask, CellMask>, std::map<std::string, int>> known_;
};

CellMask SeenBy(const Spread& built, int view, int pattern) {
  const Geometry geometry = built.tables->geometry();
  const int views = geometry.width == geometry.height ? 2 : 1;  // of a part
  const PlanPart& part = built.source->plan().parts[static_cast<size_t>(view / views)];
  const size_t stage = part.first_stage + static_cast<size_t>(pattern);
  const CellMask goal = built.source->plan().stages[stage].goal;
  return view % views == 0 ? goal : MapCells(geometry, kTransposed, goal);
}

int ExcessOf(const SpreadTables::Lookup& lookup, int pattern, uint64_t place) {
  return EntryPlace<SpreadTables::kBits>(lookup.data[static_cast<size_t>(pattern)], place).Excess();
}

class SpreadTablesTest : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(SpreadTablesTest, LookUpTheValuesOfTheBoardAndOfItsInverse) {
  const Spread built(GetParam().first, GetParam().second);
  const SpreadTables& tables = *built.tables;
  const Geometry geometry = tables.geometry();
  PlainValues plain(geometry);
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    const Board board = RandomSolvableBoard(geometry, random);
    for (int view = 0; view < tables.views(); ++view)
      for (int pattern = 0; pattern < static_cast<int>(tables.regular(view).data.size());
           ++pattern) {
        const CellMask tiles = SeenBy(built, view, pattern);
        const SpreadTables::Lookup& regular = tables.regular(view);
        std::string placement(static_cast<size_t>(geometry.cells()), '.'), inverse = placement;
        uint64_t place = 0, dual_place = 0;
        CellMask dual_tiles = tiles;
        CellMask ends = geometry.all_cells() & ~tiles;
        for (int cell = 0; cell < geometry.cells(); ++cell) {
          const int tile = board.tile[cell];
          if (tile != 0 && (tiles & TileBit(tile))) {
            ASSERT_EQ(regular.pattern[tile], pattern);
            place += regular.adds[tile][cell];
            placement[static_cast<size_t>(cell)] = static_cast<char>('a' + tile);
          }
          if (!tables.has_dual()) continue;
          // In the inverse, the tile with this home lies on the home of the tile here.
          if ((tiles & CellBit(cell)) == 0) continue;
          ASSERT_EQ(tables.dual(view).pattern[cell], pattern);
          dual_place += tables.dual(view).adds[cell][tile];
          if (tile != 0) {
            inverse[static_cast<size_t>(tile - 1)] = static_cast<char>('a' + cell + 1);
          } else {
            dual_tiles &= ~CellBit(cell);
            ends = CellBit(cell);
          }
        }
        ASSERT_EQ(ExcessOf(regular, pattern, place),
                  std::min(plain.Excess(tiles, CellBit(geometry.blank_home()), placement), 3))
            << placement;
        if (!tables.has_dual()) continue;
        ASSERT_EQ(ExcessOf(tables.dual(view), pattern, dual_place),
                  std::min(plain.Excess(dual_tiles, ends, inverse), 3))
            << inverse;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Boards, SpreadTablesTest,
    testing::Values(std::pair("3x3", "dual:4-4"), std::pair("3x3", "dual:1,8/2,3,5,6,7/4"),
                    std::pair("3x3", "dual:1-3,6/4,5,7/8"), std::pair("5x2", "dual:1-3,6/rest"),
                    std::pair("2x5", "dual:8-9/1-4/rest"), std::pair("2x2", "dual:1/2/3"),
                    std::pair("3x3", "pattern:4-4 + pattern:5-3 + pattern:1,8/2,3,5,6,7/4"),
                    std::pair("5x2", "pattern:1-3,6/rest + pattern:1,2,6,7/rest"),
                    std::pair("4x3", "dual:1-4/5,6,9,10/rest")));

TEST(SpreadTablesTest, AreTheSameFromAnyStoreAndThreads) {
  for (const char* const plan : {"dual:5-3", "pattern:5-3 + pattern:1,2,4,5,8/3,6,7"}) {
    const Spread one("3x3", plan), raw("3x3", plan, Codec::kRaw, 3);
    EXPECT_EQ(one.tables->memory_bytes(), raw.tables->memory_bytes());
    for (int view = 0; view < one.tables->views(); ++view)
      for (int pattern = 0; pattern < 2; ++pattern) {
        const uint64_t places = pattern == 0 ? 9 * 9 * 9 * 9 * 9 : 9 * 9 * 9;  // at least
        for (uint64_t place = 0; place < places; ++place) {
          ASSERT_EQ(ExcessOf(one.tables->regular(view), pattern, place),
                    ExcessOf(raw.tables->regular(view), pattern, place));
          if (!one.tables->has_dual()) continue;
          ASSERT_EQ(ExcessOf(one.tables->dual(view), pattern, place),
                    ExcessOf(raw.tables->dual(view), pattern, place));
        }
      }
  }
}

// A search updates places move by move; all bounds stay those of the current board.
template <typename Successors>
void ExpectBoundsOfTheBoards(const Successors& successors) {
  Random random(2);
  const Board start = RandomSolvableBoard({4, 4}, random);
  // The parity of the moves that bring a starting board home.
  const auto home_in = [](const Board& at) { return at.geometry.Distance(at.blank, 15) % 2; };
  auto position = successors.Root(start);
  DuplicatePruning::State state = DuplicatePruning::Start(start.blank);
  Board board = start;
  for (int moves = 0; moves < 2000; ++moves) {
    const auto& steps = successors.steps().After(state);
    if (steps[0].count() == 0) break;
    typename Successors::Successor next;
    next.step = steps[random.Below(static_cast<uint64_t>(steps[0].count()))];
    successors.Ask(position, &next);
    next.Evaluate();
    board.Apply(static_cast<Action>(next.step.action()));
    state = next.step.after();
    successors.Apply(position, next, &position);
    const int closer = successors.LookCloser(&position);
    // A starting board may take more moves than this one, by this number.
    auto root = successors.Root(board);
    root.Allow((home_in(start) - moves - 1 - home_in(board)) / 2);
    ASSERT_EQ(position.least_slack(), root.least_slack());
    ASSERT_EQ(std::min(next.least_slack(), closer), root.least_slack());
  }
  EXPECT_FALSE(board == start);
}

TEST(SpreadTablesTest, SuccessorsHaveTheBoundsOfTheirBoards) {
  const Spread dual("4x4", "dual:3-3-3-3-3");
  ExpectBoundsOfTheBoards(SpreadSuccessors<16, 8, 2, 2, true>(*dual.tables));
  const Spread many("4x4", "pattern:3-3-3-3-3 + pattern:4-4-4-3");
  const SpreadSuccessors<16, 8, 2, 2, false> successors(*many.tables);
  ExpectBoundsOfTheBoards(*successors.With({{3, 0, 1, 2}}));
}

// If there are strong and weak tables, a search takes the strong ones, one of them for every
// successor.
TEST(SpreadTablesTest, BestViewsAreOfStrongTables) {
  const Spread built("4x4", "pattern:3-3-3-3-3 + pattern:5-5-5 + pattern:1-3/4-6/7-9/10-12/13-15");
  Random random(3);
  int strong = 0;
  for (int i = 0; i < 5; ++i) {
    const Board board = RandomSolvableBoard({4, 4}, random);
    const auto choose = [&](int threads, bool stop) {
      return BestViews(*built.tables, board, 60, 500, threads, [&] { return stop; });
    };
    const PatternViews best = choose(1, false);
    EXPECT_EQ(best, choose(3, false));
    EXPECT_EQ(choose(1, true), QuickViews(*built.tables, board));
    EXPECT_TRUE(QuickViews(*built.tables, board).AreOf(6));
    const auto is_strong = [](int view) { return view == 2 || view == 3; };
    EXPECT_TRUE(is_strong(best.view[0]) || is_strong(best.view[1]));
    strong += static_cast<int>(std::count_if(best.view.begin(), best.view.end(), is_strong));
  }
  EXPECT_EQ(strong, 10);
}

TEST(SpreadTablesTest, SayThatThereAreTooManyViews) {
  std::vector<std::string> parts;
  for (int first = 1; first < 8; ++first)
    for (int second = first + 1; second <= 8; ++second)
      parts.push_back(absl::StrCat("pattern:", first, ",", second, "/rest"));
  for (int third = 3; parts.size() < 33; ++third)
    parts.push_back(absl::StrCat("pattern:1,2,", third, "/rest"));
  const std::string plan = absl::StrJoin(parts, " + ");
  const BuiltFile built("3x3", plan, Codec::kZstd);
  const auto source = *StoreReader::Open(built.path);
  const auto many = SpreadTables::Create(source, Spread::Parts(*source), 1);
  EXPECT_EQ(many.status().code(), absl::StatusCode::kUnimplemented);
  EXPECT_THAT(std::string(many.status().message()), testing::HasSubstr("more than 64 ways"));
}

TEST(SpreadTablesTest, SayWhatMemoryIsMissing) {
  const BuiltFile built("3x3", "dual:4-4", Codec::kZstd);
  const auto source = *StoreReader::Open(built.path);
  const auto little = SpreadTables::Create(source, Spread::Parts(*source), 1, 100);
  EXPECT_EQ(little.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(little.status().message()), testing::HasSubstr("needs 2500 bytes"));
}

TEST(SpreadTablesTest, VerifyFindsAWrongEntryOfEveryTable) {
  const BuiltFile built("3x3", "dual:4-4", Codec::kRaw);
  const auto source = *StoreReader::Open(built.path);
  VerifyOptions options;
  options.threads = 2;
  for (uint32_t table = 0; table < source->tables().size(); ++table) {
    const TableInfo& info = source->tables()[table];
    std::vector<uint8_t> excesses(source->layout(table).bytes());
    ASSERT_TRUE(source->ReadTable(table, 1, absl::MakeSpan(excesses)).ok());
    EXPECT_EQ(VerifyStoredTable(*source, table, options), absl::OkStatus());
    excesses[100] ^= 0x10;
    EXPECT_EQ(VerifyPatternTable(info, excesses.data(), options).code(),
              absl::StatusCode::kDataLoss);
  }
}

}  // namespace
}  // namespace tilebase
