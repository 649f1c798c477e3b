// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The retrograde search gives what the definition says: its result is compared, entry by entry,
// with a breadth-first search over a map of boards, which knows neither rows nor planes.

#include "generator/retrograde/retrograde.h"

#include <gtest/gtest.h>
#include <limits.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "generator/checkpoint.h"
#include "generator/retrograde/part.h"
#include "tables/board.h"
#include "tables/format.h"
#include "tables/ranking.h"
#include "tables/subproblem.h"
#include "tests/generator/local_peers.h"

namespace tilebase {
namespace {

using Instructions = RetrogradeSolver::Instructions;

Subproblem Make(int width, int height, const std::vector<int>& goal,
                const std::vector<int>& fixed = {}) {
  Subproblem subproblem;
  subproblem.geometry = {static_cast<uint8_t>(width), static_cast<uint8_t>(height)};
  for (int tile : goal) subproblem.goal |= TileBit(tile);
  for (int tile : fixed) subproblem.fixed |= TileBit(tile);
  return subproblem;
}

Subproblem FullBoard(int width, int height) {
  Subproblem subproblem;
  subproblem.geometry = {static_cast<uint8_t>(width), static_cast<uint8_t>(height)};
  subproblem.goal = subproblem.geometry.all_tiles();
  return subproblem;
}

struct Expected {
  std::vector<uint64_t> histogram;
  std::vector<OptimalActions> sets;
};

// Moves the blank and the tracked tiles by the rules of the puzzle. Ranking::Rank, not the
// difference formulas, gives the entry of a state.
class Naive {
 public:
  explicit Naive(const Subproblem& subproblem) : subproblem_(subproblem), ranking_(subproblem) {}

  Expected Solve() {
    std::vector<int> depth(ranking_.size(), -1);
    std::vector<uint64_t> level;
    State goal;
    for (int j = 0; j < ranking_.tracked(); ++j)
      goal.cell[j] = static_cast<uint8_t>(ranking_.tile(j) - 1);
    for (int cell = 0; cell < subproblem_.geometry.cells(); ++cell) {
      if (!(subproblem_.goal_blanks() & CellBit(cell))) continue;
      goal.blank = static_cast<uint8_t>(cell);
      level.push_back(ranking_.Rank(goal));
      depth[level.back()] = 0;
    }
    Expected expected;
    while (!level.empty()) {
      const int next_depth = static_cast<int>(expected.histogram.size()) + 1;
      expected.histogram.push_back(level.size());
      std::vector<uint64_t> next;
      for (uint64_t rank : level)
        for (int a = 0; a < kActions; ++a) {
          uint64_t there;
          if (!After(rank, static_cast<Action>(a), there) || depth[there] >= 0) continue;
          depth[there] = next_depth;
          next.push_back(there);
        }
      level.swap(next);
    }
    expected.sets.assign(ranking_.size(), kUnreachableEntry);
    for (uint64_t rank = 0; rank < ranking_.size(); ++rank) {
      if (depth[rank] == 0) expected.sets[rank] = kGoalEntry;
      for (int a = 0; a < kActions && depth[rank] > 0; ++a) {
        uint64_t there;
        if (After(rank, static_cast<Action>(a), there) && depth[there] == depth[rank] - 1)
          expected.sets[rank] |= ActionBit(static_cast<Action>(a));
      }
    }
    return expected;
  }

 private:
  bool After(uint64_t rank, Action action, uint64_t& there) const {
    State state = ranking_.Unrank(rank);
    const Geometry geometry = subproblem_.geometry;
    if (!(geometry.Actions(state.blank) & ActionBit(action))) return false;
    const int cell = state.blank + geometry.BlankStep(action);
    if (subproblem_.fixed & CellBit(cell)) return false;
    for (int j = 0; j < ranking_.tracked(); ++j)
      if (state.cell[j] == cell) state.cell[j] = state.blank;
    state.blank = static_cast<uint8_t>(cell);
    there = ranking_.Rank(state);
    return true;
  }

  Subproblem subproblem_;
  Ranking ranking_;
};

std::vector<OptimalActions> AllSets(const Solution& solution, uint64_t entries) {
  std::vector<OptimalActions> sets(entries);
  solution.GetEntries(0, entries, sets.data());
  return sets;
}

void ExpectSame(const Subproblem& subproblem) {
  SCOPED_TRACE(testing::Message() << int{subproblem.geometry.width} << "x"
                                  << int{subproblem.geometry.height} << std::hex << " goal "
                                  << subproblem.goal << " fixed " << subproblem.fixed);
  ASSERT_TRUE(subproblem.IsValid());
  const Expected expected = Naive(subproblem).Solve();
  for (Instructions instructions :
       {Instructions::kBaseline, Instructions::kAvx2, Instructions::kAvx512})
    for (int threads : {1, 2}) {
      const RetrogradeSolver solver(instructions);
      SCOPED_TRACE(testing::Message()
                   << solver.InstructionsName() << ", " << threads << " threads");
      SolveOptions options;
      options.threads = threads;
      const auto solution = solver.Solve(subproblem, options);
      ASSERT_TRUE(solution.ok()) << solution.status();
      EXPECT_EQ((*solution)->histogram(), expected.histogram);
      // EXPECT_EQ of long vectors would print them.
      EXPECT_TRUE(AllSets(**solution, expected.sets.size()) == expected.sets);
    }
}

// Every subproblem that a ladder can meet, up to a size.
class RetrogradeLadderTest : public testing::TestWithParam<std::tuple<int, int, int>> {};

TEST_P(RetrogradeLadderTest, EqualsNaiveSearchOnEverySubproblem) {
  const auto [width, height, local] = GetParam();
  const Geometry geometry = {static_cast<uint8_t>(width), static_cast<uint8_t>(height)};
  for (int tile = 1; tile <= geometry.tiles(); tile += tile == 1 ? local : 1) {
    Subproblem subproblem;
    subproblem.geometry = geometry;
    subproblem.goal = tile == 1 ? LowMask(local) : TileBit(tile);
    subproblem.fixed = tile == 1 ? 0 : LowMask(tile - 1);
    while (EntryCount(subproblem) <= 10000) {
      ExpectSame(subproblem);
      if (HasFatalFailure() || subproblem.fixed == 0) break;
      subproblem = subproblem.Grown();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ladders, RetrogradeLadderTest,
                         testing::Values(std::tuple(2, 2, 1), std::tuple(2, 3, 2),
                                         std::tuple(3, 2, 1), std::tuple(3, 3, 1),
                                         std::tuple(3, 3, 3), std::tuple(2, 5, 1),
                                         std::tuple(4, 3, 1), std::tuple(3, 4, 2),
                                         std::tuple(4, 4, 1), std::tuple(4, 4, 3),
                                         std::tuple(5, 5, 1)),
                         [](const auto& info) {
                           return std::to_string(std::get<0>(info.param)) + "x" +
                                  std::to_string(std::get<1>(info.param)) + "Local" +
                                  std::to_string(std::get<2>(info.param));
                         });

// Dense rows with lanes of 16, 32 and 64 bits, with and without tiles before the tail.
TEST(RetrogradeTest, EqualsNaiveSearchOnDenseRows) {
  ExpectSame(Make(4, 4, {1, 2}));
  ExpectSame(Make(4, 4, {3, 8, 14}));
  ExpectSame(Make(4, 4, {1, 2, 3, 4}, {15}));
  ExpectSame(Make(5, 5, {1, 25 - 1}));
  ExpectSame(Make(7, 3, {1, 5, 20}, {8}));
  ExpectSame(Make(6, 6, {1, 35}));
  ExpectSame(Make(8, 8, {33, 60}, {12, 13, 20}));
}

TEST(RetrogradeTest, EqualsNaiveSearchOnPackedRows) {
  ExpectSame(FullBoard(2, 2));
  ExpectSame(FullBoard(3, 2));
  ExpectSame(FullBoard(4, 2));
  ExpectSame(FullBoard(2, 4));
  ExpectSame(Make(8, 8, {63}));
  ExpectSame(Make(8, 8, {1}, {9}));
  ExpectSame(Make(3, 3, {8}, {1, 2, 3, 4, 5, 6, 7}));
  ExpectSame(Make(3, 3, {2, 4, 6, 8}, {1, 3, 5, 7}));
  ExpectSame(Make(4, 4, {12, 13, 14, 15}, {1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(RetrogradeTest, FixedTilesMayCutTheBoard) {
  ExpectSame(Make(4, 4, {1}, {2, 5}));
  ExpectSame(Make(4, 4, {3, 15}, {2, 5, 11}));
  ExpectSame(Make(4, 4, {1, 12}, {5, 6, 7, 8}));
  ExpectSame(Make(4, 4, {7}, {1, 2, 3}));
}

// The most moves that any board of the whole puzzle needs: OEIS A151944.
TEST(RetrogradeTest, KnowsTheRadiiOfSmallPuzzles) {
  const auto radius = [](int width, int height) {
    const auto solution = RetrogradeSolver().Solve(FullBoard(width, height), {});
    return (*solution)->max_depth();
  };
  EXPECT_EQ(radius(2, 2), 6);
  EXPECT_EQ(radius(3, 2), 21);
  EXPECT_EQ(radius(4, 2), 36);
  EXPECT_EQ(radius(3, 3), 31);
  EXPECT_EQ(radius(5, 2), 55);
}

TEST(RetrogradeTest, PartsOfTheEntriesAreThoseOfTheWhole) {
  for (const Subproblem& subproblem :
       {Make(4, 4, {1, 2, 3, 4}), Make(3, 3, {1, 2, 3, 4, 5}), Make(6, 6, {1, 2})}) {
    const uint64_t entries = EntryCount(subproblem);
    const auto solution = RetrogradeSolver().Solve(subproblem, {});
    ASSERT_TRUE(solution.ok());
    const std::vector<OptimalActions> all = AllSets(**solution, entries);
    for (uint64_t step : {uint64_t{1}, uint64_t{97}, uint64_t{4096}, entries / 2 + 1})
      for (uint64_t begin = 0; begin < entries; begin += step * (1 + 1000 / step)) {
        const uint64_t end = std::min(begin + step, entries);
        std::vector<OptimalActions> part(static_cast<size_t>(end - begin) + 1, 0xEE);
        (*solution)->GetEntries(begin, end, part.data());
        EXPECT_TRUE(
            std::equal(part.begin(), part.end() - 1, all.begin() + static_cast<ptrdiff_t>(begin)));
        EXPECT_EQ(part.back(), 0xEE) << "wrote behind the end";
      }
  }
}

TEST(RetrogradeTest, ThreadsDoNotChangeTheResult) {
  const Subproblem subproblem = Make(4, 4, {1, 2, 3, 4, 5});
  const uint64_t entries = EntryCount(subproblem);
  const auto one = RetrogradeSolver().Solve(subproblem, {});
  ASSERT_TRUE(one.ok());
  for (int threads : {2, 3, 8}) {
    SolveOptions options;
    options.threads = threads;
    const auto many = RetrogradeSolver().Solve(subproblem, options);
    ASSERT_TRUE(many.ok());
    EXPECT_EQ((*many)->histogram(), (*one)->histogram());
    EXPECT_TRUE(AllSets(**many, entries) == AllSets(**one, entries));
  }
}

// The subproblem that ends with the blank on the cell `back` before its home.
Subproblem EndingAt(int back, Subproblem whole) {
  whole.blank_back = static_cast<uint8_t>(back);
  return whole;
}

// Counts the entries of a part, and expects them to be the same as among all.
uint64_t EntriesOfPart(const Subproblem& subproblem, const std::vector<OptimalActions>& all,
                       const Solution& solution, int part, int parts) {
  const retrograde::Division division(subproblem, parts);
  uint64_t found = 0;
  std::vector<OptimalActions> sets;
  for (uint64_t begin = 0, end; begin < all.size(); begin = end) {
    end = division.EndOf(begin);
    if (division.OwnerOf(begin) != part) continue;
    sets.resize(end - begin);
    solution.GetEntries(begin, end, sets.data());
    EXPECT_TRUE(std::equal(sets.begin(), sets.end(), all.begin() + static_cast<ptrdiff_t>(begin)))
        << "part " << part << " of " << parts << ", entry " << begin;
    found += end - begin;
  }
  return found;
}

// Each of several processes (threads, here) finds the entries of its part.
TEST(RetrogradeTest, PartsFindWhatOneFinds) {
  for (const Subproblem& subproblem :
       {Make(4, 4, {1, 2, 3, 4, 5}), Make(4, 4, {1, 2, 5, 6, 9}, {15}), FullBoard(3, 3),
        Make(5, 2, {1, 2, 3, 4, 5, 6}), Make(6, 6, {1, 2, 3}), Make(8, 8, {1, 2, 64 - 1}),
        EndingAt(4, FullBoard(3, 3))}) {
    const auto whole = RetrogradeSolver().Solve(subproblem, {});
    ASSERT_TRUE(whole.ok());
    const std::vector<OptimalActions> all = AllSets(**whole, EntryCount(subproblem));
    for (const int parts : {1, 2, 3, 7}) {
      std::atomic<uint64_t> found{0};
      LocalPeers::Run(parts, [&](Peers* peers) {
        SolveOptions options;
        options.threads = peers->number() == 1 ? 2 : 1;
        options.peers = peers;
        const auto solution = RetrogradeSolver().Solve(subproblem, options);
        ASSERT_TRUE(solution.ok());
        EXPECT_EQ((*solution)->histogram(), (*whole)->histogram());
        found += EntriesOfPart(subproblem, all, **solution, peers->number(), parts);
      });
      EXPECT_EQ(found, EntryCount(subproblem));
    }
  }
}

// A packed and a dense layout that have many blocks.
Subproblem Seven() { return Make(6, 2, {1, 2, 3, 4, 5, 6, 7}); }
Subproblem Five() { return Make(5, 4, {1, 2, 3, 4, 5}); }

SolveOptions OnDisk(const Subproblem& subproblem, int threads) {
  SolveOptions options;
  options.threads = threads;
  options.memory_bytes = RetrogradeSolver().OnDisk(subproblem, threads).least_memory;
  options.states_path = testing::TempDir() + "retrograde.states";
  std::filesystem::remove(options.states_path);
  return options;
}

// With the least memory that is possible.
TEST(RetrogradeTest, StatesOnDiskGiveWhatThoseInMemoryDo) {
  for (const Subproblem& subproblem :
       {Seven(), Five(), EndingAt(6, Make(4, 3, {2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {1}))}) {
    const auto in_memory = RetrogradeSolver().Solve(subproblem, {});
    ASSERT_TRUE(in_memory.ok());
    const SolveOptions options = OnDisk(subproblem, 2);
    ASSERT_LT(options.memory_bytes, RetrogradeSolver().MemoryNeeded(subproblem, 2));
    const auto on_disk = RetrogradeSolver().Solve(subproblem, options);
    ASSERT_TRUE(on_disk.ok()) << on_disk.status();
    EXPECT_EQ((*on_disk)->histogram(), (*in_memory)->histogram());
    EXPECT_TRUE(AllSets(**on_disk, EntryCount(subproblem)) ==
                AllSets(**in_memory, EntryCount(subproblem)));
    const DiskUse disk = (*on_disk)->disk();
    EXPECT_TRUE(disk.status.ok());
    EXPECT_GT(disk.written_bytes, 0u);
    EXPECT_GT(disk.read_bytes, 0u);
  }
}

// Each has a file and the least memory that is possible.
TEST(RetrogradeTest, PartsOnDiskFindWhatOneFinds) {
  for (const Subproblem& subproblem : {Seven(), EndingAt(7, Five())}) {
    const auto whole = RetrogradeSolver().Solve(subproblem, {});
    ASSERT_TRUE(whole.ok());
    const std::vector<OptimalActions> all = AllSets(**whole, EntryCount(subproblem));
    for (const int parts : {2, 3}) {
      std::atomic<uint64_t> found{0}, read{0};
      LocalPeers::Run(parts, [&](Peers* peers) {
        SolveOptions options;
        options.threads = 1 + peers->number() % 2;
        options.memory_bytes = RetrogradeSolver().OnDiskOfPart(subproblem, 2, parts).least_memory;
        options.states_path =
            testing::TempDir() + "retrograde.states." + std::to_string(peers->number());
        options.peers = peers;
        std::filesystem::remove(options.states_path);
        ASSERT_LT(options.memory_bytes, RetrogradeSolver().MemoryNeededOfPart(subproblem, parts));
        const auto solution = RetrogradeSolver().Solve(subproblem, options);
        ASSERT_TRUE(solution.ok()) << solution.status();
        EXPECT_EQ((*solution)->histogram(), (*whole)->histogram());
        found += EntriesOfPart(subproblem, all, **solution, peers->number(), parts);
        EXPECT_TRUE((*solution)->disk().status.ok());
        read += (*solution)->disk().read_bytes;
        std::filesystem::remove(options.states_path);
      });
      EXPECT_EQ(found, EntryCount(subproblem));
      EXPECT_GT(read, 0u);
    }
  }
}

// A search on disk with a checkpoint after every level, which the test can stop.
class DiskSearch {
 public:
  explicit DiskSearch(const Subproblem& subproblem)
      : subproblem_(subproblem),
        options_(OnDisk(subproblem, 2)),
        checkpoint_(testing::TempDir() + "retrograde.level", SearchText(subproblem, Metric::kMoves),
                    0) {
    checkpoint_.Remove();
    options_.states_path = checkpoint_.states_path();
    options_.checkpoint = &checkpoint_;
    options_.cancel = &cancel_;
  }
  ~DiskSearch() { checkpoint_.Remove(); }

  // Stops when level `stop` is done. *first receives the level that the search begins from, or the
  // next.
  absl::StatusOr<std::unique_ptr<Solution>> Run(int stop, int* first) {
    cancel_ = false;
    *first = -1;
    options_.progress = [this, stop, first](const SolveProgress& progress) {
      if (*first < 0) *first = progress.level;
      if (progress.level >= stop) cancel_ = true;
    };
    return RetrogradeSolver().Solve(subproblem_, options_);
  }
  const std::string& states_path() const { return options_.states_path; }
  // The bytes of the file that the checkpoint relies on.
  uint64_t saved_bytes() const {
    uint8_t bytes[8] = {};
    (void)checkpoint_.Restore({absl::MakeSpan(bytes)});
    return GetLittleEndian<uint64_t>(bytes);
  }
  int saved_level() const { return checkpoint_.Level(8); }

 private:
  const Subproblem subproblem_;
  SolveOptions options_;
  Checkpoint checkpoint_;
  std::atomic<bool> cancel_{false};
};

TEST(RetrogradeTest, ASearchOnDiskGoesOnFromItsCheckpoint) {
  const Subproblem subproblem = Seven();
  const auto whole = RetrogradeSolver().Solve(subproblem, {});
  ASSERT_TRUE(whole.ok());
  DiskSearch search(subproblem);
  int first = 0;
  for (const int stop : {20, 50}) {
    const int saved = search.saved_level();
    EXPECT_TRUE(absl::IsCancelled(search.Run(stop, &first).status()));
    EXPECT_TRUE(first == saved || first == saved + 1) << first;
  }
  EXPECT_GT(search.saved_level(), 0);
  const auto solution = search.Run(INT_MAX, &first);
  ASSERT_TRUE(solution.ok()) << solution.status();
  EXPECT_EQ((*solution)->histogram(), (*whole)->histogram());
  EXPECT_TRUE(AllSets(**solution, EntryCount(subproblem)) ==
              AllSets(**whole, EntryCount(subproblem)));
}

// The search begins again if the file is not the one that the checkpoint refers to.
TEST(RetrogradeTest, DamagedStatesOnDiskAreNotUsed) {
  const Subproblem subproblem = Seven();
  // 0 .. 15: a byte of the first record's head; others: percent of the bytes; 100: the end is
  // missing.
  for (const int damage : {0, 13, 50, 100}) {
    DiskSearch search(subproblem);
    int first = 0;
    ASSERT_TRUE(absl::IsCancelled(search.Run(20, &first).status()));
    ASSERT_GT(search.saved_level(), 1);
    const uint64_t size = search.saved_bytes();
    if (damage == 100) {
      std::filesystem::resize_file(search.states_path(), size - 1);
    } else {
      std::fstream file(search.states_path(), std::ios::in | std::ios::out | std::ios::binary);
      const auto at =
          static_cast<std::streamoff>(damage < 16 ? static_cast<uint64_t>(damage)
                                                  : size * static_cast<uint64_t>(damage) / 2000);
      file.seekg(at);
      const int byte = file.get();
      file.seekp(at);
      file.put(static_cast<char>(byte ^ 5));
    }
    EXPECT_TRUE(absl::IsCancelled(search.Run(5, &first).status()));
    EXPECT_LE(first, 1) << damage;
  }
}

TEST(RetrogradeTest, TooLittleMemoryForStatesOnDiskIsRefused) {
  const Subproblem subproblem = Seven();
  SolveOptions options = OnDisk(subproblem, 1);
  --options.memory_bytes;
  EXPECT_EQ(RetrogradeSolver().Solve(subproblem, options).status().code(),
            absl::StatusCode::kResourceExhausted);
}

// A file that must not grow stands for a full disk.
TEST(RetrogradeTest, AFullDiskEndsTheSearchWithItsReason) {
  const Subproblem subproblem = Seven();
  const SolveOptions options = OnDisk(subproblem, 2);
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit old;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
  const rlimit small = {1 << 20, old.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const absl::Status status = RetrogradeSolver().Solve(subproblem, options).status();
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, before);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_NE(status.message().find("retrograde.states"), std::string_view::npos) << status;
}

TEST(RetrogradeTest, OneCancelledPartCancelsAll) {
  const Subproblem subproblem = Make(4, 4, {1, 2, 3, 4});
  const std::atomic<bool> cancel{true};
  LocalPeers::Run(3, [&](Peers* peers) {
    SolveOptions options;
    options.peers = peers;
    if (peers->number() == 2) options.cancel = &cancel;
    const auto solution = RetrogradeSolver().Solve(subproblem, options);
    EXPECT_EQ(solution.status().code(), absl::StatusCode::kCancelled);
  });
}

TEST(RetrogradeTest, EstimatesTheMemoryOfAPart) {
  const Subproblem subproblem = Make(4, 4, {1, 2, 3, 4, 5, 6, 7});
  const RetrogradeSolver solver;
  const uint64_t whole = solver.MemoryNeeded(subproblem, 1);
  EXPECT_EQ(solver.MemoryNeededOfPart(subproblem, 1), whole);
  for (const int parts : {2, 4, 8, 16}) {
    const uint64_t part = solver.MemoryNeededOfPart(subproblem, parts);
    EXPECT_GT(part, whole / static_cast<uint64_t>(parts));
    EXPECT_LT(part, 2 * whole / static_cast<uint64_t>(parts));
  }
}

TEST(RetrogradeTest, ReportsEveryLevel) {
  const Subproblem subproblem = Make(4, 4, {1, 2, 3});
  std::vector<int> levels;
  uint64_t states = 0;
  SolveOptions options;
  options.progress = [&](const SolveProgress& progress) {
    levels.push_back(progress.level);
    EXPECT_GE(progress.states, states);
    states = progress.states;
    EXPECT_EQ(progress.entries, EntryCount(subproblem));
  };
  const auto solution = RetrogradeSolver().Solve(subproblem, options);
  ASSERT_TRUE(solution.ok());
  EXPECT_GE(levels.size(), (*solution)->histogram().size());
  EXPECT_EQ(levels.back(), (*solution)->max_depth());
  EXPECT_EQ(states, (*solution)->reachable());
}

TEST(RetrogradeTest, StopsWhenCancelled) {
  std::atomic<bool> cancel{false};
  SolveOptions options;
  options.threads = 2;
  options.cancel = &cancel;
  options.progress = [&](const SolveProgress& progress) { cancel = progress.level >= 5; };
  const auto solution = RetrogradeSolver().Solve(Make(4, 4, {1, 2, 3, 4, 5}), options);
  EXPECT_EQ(solution.status().code(), absl::StatusCode::kCancelled);
}

TEST(RetrogradeTest, LackOfMemoryIsAnError) {
  // 10^16 entries: more than the address space of a process.
  const Subproblem large = Make(8, 8, {1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_GT(RetrogradeSolver().MemoryNeeded(large, 1), uint64_t{1} << 48);
  EXPECT_EQ(RetrogradeSolver().Solve(large, {}).status().code(),
            absl::StatusCode::kResourceExhausted);
  // Too many to number.
  const Subproblem huge = Make(8, 8, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  ASSERT_NE(EntryCount(huge), 0u);
  EXPECT_EQ(RetrogradeSolver().MemoryNeeded(huge, 1), 0u);
  EXPECT_EQ(RetrogradeSolver().Solve(huge, {}).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(RetrogradeTest, KeepsLessThanOneAndAHalfBytesAStateOnTheFifteenPuzzle) {
  const Subproblem subproblem = Make(4, 4, {1, 2, 3, 4, 5, 9, 13});
  EXPECT_EQ(EntryCount(subproblem), 518918400u);
  EXPECT_LT(RetrogradeSolver().MemoryNeeded(subproblem, 1), 3 * EntryCount(subproblem) / 2);
}

}  // namespace
}  // namespace tilebase
