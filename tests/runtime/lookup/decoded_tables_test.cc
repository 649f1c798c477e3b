// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/lookup/decoded_tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

#include "runtime/lookup/policy_set.h"
#include "tables/entry.h"
#include "tables/image/image.h"
#include "tables/random_board.h"
#include "tables/table_source.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

// Three tables with enough blocks for a cache.
class DecodedTablesTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    file_ = new BuiltFile("4x4", "1-5/6-11/rest", Codec::kZstd);
    source_ = new std::shared_ptr<const TableSource>(*OpenSource(file_->path));
    for (size_t table = 0; table < tables(); ++table) {
      all_bytes_ += Layout(table).bytes();
      blocks_ += Layout(table).blocks();
    }
  }
  static void TearDownTestSuite() {
    delete source_;
    delete file_;
  }

  static std::unique_ptr<DecodedTables> Create(PolicySetOptions options) {
    options.shortcut_bytes = 0;
    auto decoded = DecodedTables::Create(*source_, options);
    EXPECT_TRUE(decoded.ok()) << decoded.status();
    return *std::move(decoded);
  }
  static size_t tables() { return (*source_)->tables().size(); }
  static const BlockLayout& Layout(size_t table) { return (*source_)->layout(table); }

  // Compares every 97th entry with the table as the source decodes it.
  static void ExpectEntries(const DecodedTables& decoded, size_t table) {
    std::vector<uint8_t> planes(Layout(table).bytes());
    ASSERT_TRUE((*source_)->ReadTable(table, 1, absl::MakeSpan(planes)).ok());
    const uint64_t policy_bytes = Layout(table).PlaneBytes(Plane::kPolicy);
    for (uint64_t rank = 0; rank < (*source_)->tables()[table].entries; rank += 97) {
      Action action;
      ASSERT_EQ(decoded.ReadAction(table, rank, &action), TILEBASE_OK);
      ASSERT_EQ(action, GetAction(planes.data(), rank));
      bool reachable = false;
      ASSERT_EQ(decoded.ReadReachable(table, rank, &reachable), TILEBASE_OK);
      ASSERT_EQ(reachable,
                planes.size() == policy_bytes || GetReachable(planes.data() + policy_bytes, rank));
    }
  }

  static inline BuiltFile* file_ = nullptr;
  static inline std::shared_ptr<const TableSource>* source_ = nullptr;
  static inline uint64_t all_bytes_ = 0;
  static inline uint64_t blocks_ = 0;
};

TEST_F(DecodedTablesTest, AreAllDecodedByOpening) {
  const auto decoded = Create({});
  EXPECT_EQ(decoded->memory_bytes(), all_bytes_);
  EXPECT_EQ(decoded->cache(), nullptr);
  for (size_t table = 0; table < tables(); ++table) {
    EXPECT_TRUE(decoded->IsWhole(table));
    EXPECT_EQ(decoded->Need(table), TILEBASE_OK);
    ExpectEntries(*decoded, table);
  }
}

TEST_F(DecodedTablesTest, OfALazySetAreDecodedWhenTheyAreNeeded) {
  const auto decoded = Create({.lazy = true});
  EXPECT_EQ(decoded->memory_bytes(), 0u);
  EXPECT_TRUE(decoded->IsWhole(0));
  EXPECT_EQ(decoded->Need(0), TILEBASE_OK);
  EXPECT_EQ(decoded->memory_bytes(), Layout(0).bytes());
  EXPECT_EQ(decoded->Need(0), TILEBASE_OK);
  EXPECT_EQ(decoded->memory_bytes(), Layout(0).bytes());
  ExpectEntries(*decoded, 0);
  ASSERT_TRUE(decoded->PrepareAll().ok());
  EXPECT_EQ(decoded->memory_bytes(), all_bytes_);
}

TEST_F(DecodedTablesTest, AreReadThroughACacheWhereMemoryIsShortTheSmallOnesWhole) {
  const uint64_t budget = BlockCache::Bytes(blocks_, BlockCache::kLeastSlots) + 100'000;
  ASSERT_LT(budget, all_bytes_);
  const auto decoded = Create({.memory_bytes = budget});
  EXPECT_LE(decoded->memory_bytes(), budget);
  EXPECT_NE(decoded->cache(), nullptr);
  uint64_t greatest_whole = 0, least_cached = UINT64_MAX;
  for (size_t table = 0; table < tables(); ++table) {
    const uint64_t bytes = Layout(table).bytes();
    if (decoded->IsWhole(table))
      greatest_whole = std::max(greatest_whole, bytes);
    else
      least_cached = std::min(least_cached, bytes);
    EXPECT_EQ(decoded->tables()[table].policy != nullptr, decoded->IsWhole(table));
    ExpectEntries(*decoded, table);
  }
  EXPECT_GT(greatest_whole, 0u);
  EXPECT_LT(greatest_whole, least_cached);
}

TEST_F(DecodedTablesTest, NeedMemoryForACacheAtLeast) {
  const auto decoded =
      DecodedTables::Create(*source_, {.memory_bytes = BlockCache::Bytes(blocks_, 1)});
  EXPECT_EQ(decoded.status().code(), absl::StatusCode::kResourceExhausted);
}

TEST_F(DecodedTablesTest, ThatAreDamagedStaySoAndTheOthersAreRead) {
  std::ifstream in(file_->path, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  const absl::Span<const uint8_t> block = (*source_)->StoredBlock(0, 0);
  const size_t at = bytes.find(
      std::string(reinterpret_cast<const char*>(block.data()), std::min<size_t>(64, block.size())));
  ASSERT_NE(at, std::string::npos);
  bytes[at + block.size() / 2] ^= 1;
  const std::string path = file_->path + ".damaged";
  std::ofstream(path, std::ios::binary) << bytes;
  const auto source = OpenSource(path);
  ASSERT_TRUE(source.ok()) << source.status();
  EXPECT_TRUE(absl::IsDataLoss(DecodedTables::Create(*source, {}).status()));
  const auto lazy = DecodedTables::Create(*source, {.lazy = true});
  ASSERT_TRUE(lazy.ok()) << lazy.status();
  EXPECT_EQ((*lazy)->Need(0), TILEBASE_ERROR_DAMAGED);
  EXPECT_EQ((*lazy)->Need(0), TILEBASE_ERROR_DAMAGED);
  EXPECT_EQ((*lazy)->Need(1), TILEBASE_OK);
  ExpectEntries(**lazy, 1);
}

TEST(DecodedTablesOfARawStoreTest, AreReadInPlace) {
  const BuiltFile file("3x3", "1-3/rest", Codec::kRaw);
  const auto source = OpenSource(file.path);
  ASSERT_TRUE(source.ok()) << source.status();
  const auto decoded = DecodedTables::Create(*source, {.memory_bytes = 0, .shortcut_bytes = 0});
  ASSERT_TRUE(decoded.ok()) << decoded.status();
  EXPECT_EQ((*decoded)->memory_bytes(), 0u);
  for (size_t table = 0; table < (*source)->tables().size(); ++table) {
    EXPECT_TRUE((*decoded)->IsWhole(table));
    EXPECT_EQ((*decoded)->tables()[table].policy, (*source)->RawPlane(table, Plane::kPolicy));
  }
}

// A set whose tables exceed its memory limit gives the answers of the whole set within that limit:
// with every limit, to several threads at once, and around a damaged block.

struct Answer {
  int code = -1;
  std::string letters;
  friend bool operator==(const Answer&, const Answer&) = default;
};

std::vector<Board> RandomBoards(Geometry geometry, size_t count) {
  Random random(7);
  std::vector<Board> boards;
  while (boards.size() < count) boards.push_back(RandomSolvableBoard(geometry, random));
  return boards;
}

using Solver = std::function<void(absl::Span<SolveRequest>)>;

// Solves one board after another, or all as a batch.
std::vector<Answer> Solve(const Solver& solve, const std::vector<Board>& boards, bool batch) {
  std::vector<Answer> answers;
  std::vector<std::vector<char>> letters(boards.size(), std::vector<char>(1000));
  std::vector<SolveRequest> quick;
  for (size_t i = 0; i < boards.size(); ++i)
    quick.push_back({boards[i].tile, letters[i].data(), letters[i].size()});
  if (batch)
    solve(absl::MakeSpan(quick));
  else
    for (SolveRequest& board : quick) solve(absl::MakeSpan(&board, 1));
  for (const SolveRequest& board : quick)
    answers.push_back({board.code, std::string(board.letters, board.count)});
  return answers;
}

Solver Of(const PolicySet& set) {
  return [&set](absl::Span<SolveRequest> boards) {
    boards.size() == 1 ? set.SolveLetters(&boards[0]) : set.SolveLetters(boards);
  };
}

// Two slots, one of them spare: every block replaces the one before it. No table has planes.
class SmallestCacheTest
    : public testing::TestWithParam<std::tuple<const char*, const char*, Codec>> {};

TEST_P(SmallestCacheTest, GivesTheLettersOfWholeTables) {
  const auto& [size, plan, codec] = GetParam();
  const BuiltSet built(size, plan, codec);
  const PolicySet& set = *built.policies;
  std::vector<size_t> all;
  std::vector<MoveTable> tables;
  for (const PolicyTable& whole : set.tables()) {
    PolicyTable table = whole;
    table.policy = table.reachable = nullptr;
    all.push_back(all.size());
    tables.emplace_back(table);
  }
  const std::unique_ptr<BlockCache> cache = BlockCache::Create(set.source(), all, 2);
  ASSERT_NE(cache, nullptr);
  const QuickSolver solver(set.info().geometry, tables.data(), set.info().stages, nullptr,
                           cache.get());
  const std::vector<Board> boards = RandomBoards(set.info().geometry, 3);
  const std::vector<Answer> expected = Solve(Of(set), boards, false);
  EXPECT_EQ(Solve([&](auto some) { solver.Solve(&some[0]); }, boards, false), expected);
  EXPECT_EQ(Solve([&](auto some) { solver.SolveBatch(some); }, boards, true), expected);
}

INSTANTIATE_TEST_SUITE_P(Sets, SmallestCacheTest,
                         testing::Values(std::tuple{"3x3", "ladder:1", Codec::kZstd},
                                         std::tuple{"3x3", "8/5/rest", Codec::kZstd},
                                         std::tuple{"4x4", "ladder:2", Codec::kZstd},
                                         std::tuple{"4x4", "1-4/5-8/rest", Codec::kRaw},
                                         std::tuple{"4x4", "1-4/5,9,13/rest", Codec::kZstd}));

// A set of two tables of 22 and 7 blocks and small ones, some of them with two planes.
class BudgetTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    built_ = new BuiltSet("4x4", "1-5/6-11/rest", Codec::kZstd);
    const TableSource& source = built_->policies->source();
    needed_ = blocks_ = 0;
    for (size_t i = 0; i < source.tables().size(); ++i) {
      needed_ += source.layout(i).bytes();
      blocks_ += source.layout(i).blocks();
    }
    boards_ = RandomBoards({4, 4}, 2);
    expected_ = Solve(Of(*built_->policies), boards_, false);
  }
  static void TearDownTestSuite() { delete built_; }

  static uint64_t Least() { return BlockCache::Bytes(blocks_, BlockCache::kLeastSlots); }
  // Every table in the cache; the two large ones; the largest.
  static std::vector<uint64_t> Budgets() { return {Least(), Least() + 150'000, needed_ - 1}; }

  static std::unique_ptr<PolicySet> Open(uint64_t budget, bool lazy = false) {
    auto set = PolicySet::Create(built_->policies->shared_source(),
                                 {.lazy = lazy, .memory_bytes = budget});
    EXPECT_TRUE(set.ok()) << set.status();
    return set.ok() ? *std::move(set) : nullptr;
  }

  static size_t WholeTables(const PolicySet& set) {
    size_t whole = 0;
    for (size_t i = 0; i < set.tables().size(); ++i) whole += set.IsWhole(i);
    return whole;
  }

  static inline BuiltSet* built_ = nullptr;
  static inline uint64_t needed_ = 0;
  static inline uint64_t blocks_ = 0;
  static inline std::vector<Board> boards_;
  static inline std::vector<Answer> expected_;
};

TEST_F(BudgetTest, EveryBudgetGivesTheSameLettersWithinIt) {
  for (const bool lazy : {false, true}) {
    for (const uint64_t budget : Budgets()) {
      const auto set = Open(budget, lazy);
      ASSERT_NE(set, nullptr);
      EXPECT_LT(WholeTables(*set), set->tables().size());
      EXPECT_LE(set->memory_bytes(), budget);
      EXPECT_EQ(Solve(Of(*set), boards_, lazy), expected_) << budget;
      EXPECT_LE(set->memory_bytes(), budget);
      EXPECT_TRUE(set->PrepareAll().ok());
      EXPECT_LE(set->memory_bytes(), budget);
      EXPECT_GT(set->memory_bytes(), budget - 2 * kBlockBytes);  // it uses what it may
    }
  }
}

TEST_F(BudgetTest, TheSmallestTablesAreKeptWhole) {
  EXPECT_EQ(WholeTables(*Open(Least())), 0u);
  const auto set = Open(Least() + 150'000);
  EXPECT_GT(WholeTables(*set), 0u);
  const absl::Span<const TableInfo> infos = set->source().tables();
  for (size_t i = 0; i < infos.size(); ++i)
    for (size_t j = 0; j < infos.size(); ++j)
      if (infos[i].entries < infos[j].entries) {
        EXPECT_GE(set->IsWhole(i), set->IsWhole(j));
      }
  EXPECT_EQ(WholeTables(*Open(needed_)), infos.size());
  EXPECT_EQ(Open(needed_)->memory_bytes(), needed_);
}

TEST_F(BudgetTest, LessThanTheSmallestCacheIsRefused) {
  for (const bool lazy : {false, true}) {
    const auto refused = PolicySet::Create(built_->policies->shared_source(),
                                           {.lazy = lazy, .memory_bytes = Least() - 1});
    ASSERT_EQ(refused.status().code(), absl::StatusCode::kResourceExhausted);
    for (const uint64_t number : {Least(), Least() - 1})
      EXPECT_NE(refused.status().message().find(std::to_string(number)), absl::string_view::npos)
          << refused.status();
  }
}

TEST_F(BudgetTest, ProbesAreTheSame) {
  const PolicySet& whole = *built_->policies;
  const auto set = Open(Least());
  const auto expect_equal = [](const tilebase_probe_result& a, const tilebase_probe_result& b) {
    EXPECT_EQ(a.goal, b.goal);
    EXPECT_EQ(a.fixed, b.fixed);
    EXPECT_EQ(a.stage, b.stage);
    EXPECT_EQ(a.remaining, b.remaining);
    EXPECT_EQ(a.action, b.action);
    EXPECT_TRUE(std::equal(a.after, a.after + kActions, b.after));
  };
  tilebase_probe_result one = {}, other = {};
  // Every fortieth board along a solution.
  Board board = boards_[0];
  for (size_t step = 0; step < expected_[0].letters.size(); ++step) {
    if (step % 40 == 0) {
      ASSERT_EQ(whole.Probe(board, &one), TILEBASE_OK);
      ASSERT_EQ(set->Probe(board, &other), TILEBASE_OK);
      expect_equal(one, other);
    }
    board.Apply(static_cast<Action>(std::string_view("LRUD").find(expected_[0].letters[step])));
  }
  // By subproblem, for boards that can be solved and boards that cannot.
  for (const PolicyTable& table : whole.tables()) {
    const CellMask goal = table.subproblem.goal;
    const CellMask fixed = table.subproblem.fixed;
    for (const uint64_t rank : {uint64_t{0}, table.ranking.size() / 3, table.ranking.size() - 1}) {
      board = Representative(table.subproblem, table.ranking.Unrank(rank));
      ASSERT_EQ(whole.ProbeSubproblem(board, goal, fixed, &one), TILEBASE_OK);
      ASSERT_EQ(set->ProbeSubproblem(board, goal, fixed, &other), TILEBASE_OK);
      expect_equal(one, other);
    }
  }
}

TEST_F(BudgetTest, SeveralThreadsGetTheSameLetters) {
  const auto set = Open(Least() + 150'000, true);
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::vector<Board> boards = boards_;
      std::vector<Answer> expected = expected_;
      std::rotate(boards.begin(), boards.begin() + t / 2, boards.end());
      std::rotate(expected.begin(), expected.begin() + t / 2, expected.end());
      right += Solve(Of(*set), boards, t % 2 == 0) == expected;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 4);
}

// An image in memory whose bytes are changed while it is open, as those of a file may be.
TEST_F(BudgetTest, ADamagedBlockFailsTheBoardsThatNeedItAndNoOthers) {
  std::vector<uint8_t> image;
  ASSERT_TRUE(WriteImage(built_->policies->source(), {}, [&](absl::Span<const uint8_t> bytes) {
                image.insert(image.end(), bytes.begin(), bytes.end());
                return absl::OkStatus();
              }).ok());
  auto source = ImageReader::FromBytes(image, "image", {});
  ASSERT_TRUE(source.ok()) << source.status();
  auto set = PolicySet::Create(*source, {.memory_bytes = needed_ - 1});
  ASSERT_TRUE(set.ok()) << set.status();
  ASSERT_FALSE((*set)->IsWhole(0));
  const auto flip_bit = [&] {
    image[static_cast<size_t>((*source)->StoredBlock(0, 16).data() - image.data()) + 100] ^= 1;
  };
  flip_bit();
  const std::vector<Answer> answers = Solve(Of(**set), boards_, false);
  EXPECT_EQ(Solve(Of(**set), boards_, true), answers);
  size_t damaged = 0;
  for (size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].code == TILEBASE_ERROR_DAMAGED)
      ++damaged;
    else
      EXPECT_EQ(answers[i], expected_[i]);
  }
  EXPECT_GT(damaged, 0u);
  EXPECT_LT(damaged, answers.size());
  flip_bit();
  EXPECT_EQ(Solve(Of(**set), boards_, true), expected_);
}

}  // namespace

}  // namespace tilebase
