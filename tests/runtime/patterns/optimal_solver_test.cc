// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/patterns/optimal_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "runtime/lookup/policy_set.h"
#include "runtime/patterns/duplicate_pruning.h"
#include "runtime/patterns/wide_search.h"
#include "tables/board_text.h"
#include "tables/random_board.h"
#include "tables/store/store.h"
#include "tables/system/instructions.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

// Solves by the last part of a plan, or by all its pattern: parts if there are several.
struct Solver {
  Solver(const std::string& board, const std::string& plan) : file(board, plan, Codec::kZstd) {
    source = *StoreReader::Open(file.path);
    std::vector<const PlanPart*> parts;
    for (const PlanPart& part : source->plan().parts)
      if (part.metric == Metric::kPattern) parts.push_back(&part);
    if (parts.size() > 1 || parts[0]->is_dual()) {
      spread = *SpreadTables::Create(source, parts, 1);
      solver = OptimalSolver::Create(*spread);
      return;
    }
    tables = *PatternTables::Create(source);
    solver = OptimalSolver::Create(*tables);
  }
  BuiltFile file;
  std::shared_ptr<const TableSource> source;
  std::unique_ptr<PatternTables> tables;
  std::unique_ptr<SpreadTables> spread;
  std::unique_ptr<const OptimalSolver> solver;
};

void ExpectLeads(Board board, const std::string& letters, const Board& end) {
  for (const char letter : letters) {
    int action = 0;
    while (action < kActions && Letter(static_cast<Action>(action)) != letter) ++action;
    ASSERT_LT(action, kActions);
    ASSERT_TRUE(board.CanApply(static_cast<Action>(action))) << letters;
    board.Apply(static_cast<Action>(action));
  }
  EXPECT_EQ(board, end) << letters;
}
void ExpectSolves(const Board& board, const std::string& letters) {
  ExpectLeads(board, letters, Board::Solved(board.geometry));
}

class EightPuzzleTest : public testing::TestWithParam<const char*> {};

TEST_P(EightPuzzleTest, SolvesRandomBoardsLikeTheirWholeTable) {
  const Solver built("3x3", GetParam());
  auto policies = PolicySet::Create(built.source);
  ASSERT_TRUE(policies.ok()) << policies.status();
  Random random(1);
  for (int i = 0; i < 1500; ++i) {
    const Board board = RandomSolvableBoard({3, 3}, random);
    char letters[64];
    SolveRequest lookup{board.tile, letters, sizeof letters};
    (*policies)->SolveLetters(&lookup);
    const OptimalAnswer result = built.solver->Solve(board, {});
    ASSERT_TRUE(result.proven && result.found);
    ASSERT_EQ(result.letters.size(), lookup.count);
    ASSERT_EQ(result.bound, static_cast<int>(lookup.count));
    ExpectSolves(board, result.letters);
    // A known solution is not searched for again.
    OptimalLimits limits;
    limits.known = static_cast<int>(lookup.count);
    const OptimalAnswer again = built.solver->Solve(board, limits);
    ASSERT_TRUE(again.proven && !again.found);
    ASSERT_EQ(again.bound, limits.known);
  }
  const OptimalAnswer nothing = built.solver->Solve(Board::Solved({3, 3}), {});
  EXPECT_TRUE(nothing.proven && nothing.found && nothing.letters.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Plans, EightPuzzleTest,
    testing::Values("ladder:8 + pattern:4-4", "ladder:8 + dual:4-4",
                    "ladder:8 + dual:1-3,6/4,5,7/8",
                    "ladder:8 + pattern:4-4 + pattern:1-3,6/4,5,7/8 + pattern:5-3"));

// Returns the distances of all boards at most `depth` moves from `from`.
std::map<std::string, int> Around(const Board& from, int depth) {
  const auto key = [](const Board& board) {
    return std::string(board.tile, board.tile + board.geometry.cells());
  };
  std::map<std::string, int> found = {{key(from), 0}};
  std::vector<Board> level = {from};
  for (int distance = 1; distance <= depth; ++distance) {
    std::vector<Board> next;
    for (const Board& board : level)
      for (int a = 0; a < kActions; ++a) {
        if (!board.CanApply(static_cast<Action>(a))) continue;
        Board moved = board;
        moved.Apply(static_cast<Action>(a));
        if (found.emplace(key(moved), distance).second) next.push_back(moved);
      }
    level = std::move(next);
  }
  return found;
}

// On boards of other sizes, compared with a breadth-first search from both ends.
TEST(OptimalSolverTest, IsExactNearTheGoal) {
  for (const auto& [size, plan] :
       {std::pair("5x5", "pattern:1-3/4-6/7-9/10-12/13-15/16-18/19-21/22-24"),
        std::pair("5x3", "pattern:1-5/6-9/rest"), std::pair("4x4", "pattern:7,8/1-3/rest"),
        std::pair("2x4", "pattern:1-4/rest"), std::pair("6x2", "pattern:1-4/5-8/rest"),
        std::pair("5x5", "dual:1-3/4-6/7-9/10-12/13-15/16-18/19-21/22-24"),
        std::pair("5x3", "dual:1-5/6-9/rest"), std::pair("2x4", "dual:1-4/rest")}) {
    const std::string text = size == std::string("4x4") ? "pattern:4-4-4-3" : plan;
    const Solver built(size, text);
    const Geometry geometry = built.source->info().geometry;
    constexpr int kDepth = 11;
    const auto goal_side = Around(Board::Solved(geometry), kDepth);
    Random random(2);
    for (int i = 0; i < 12; ++i) {
      Board board = Board::Solved(geometry);
      for (int moves = 0; moves < 22;) {
        const Action action = static_cast<Action>(random.Below(kActions));
        if (!board.CanApply(action)) continue;
        board.Apply(action);
        ++moves;
      }
      int least = 1000;
      for (const auto& [key, distance] : Around(board, kDepth))
        if (const auto other = goal_side.find(key); other != goal_side.end())
          least = std::min(least, distance + other->second);
      const OptimalAnswer result = built.solver->Solve(board, {});
      ASSERT_TRUE(result.proven);
      ASSERT_EQ(static_cast<int>(result.letters.size()), least) << size;
      ExpectSolves(board, result.letters);
    }
  }
}

TEST(OptimalSolverTest, SolvesTheSmallestBoard) {
  const Solver built("2x2", "pattern:1/2/3"), dual("2x2", "dual:1/2/3");
  const auto all = Around(Board::Solved({2, 2}), 6);
  EXPECT_EQ(all.size(), 12u);
  for (const auto& [key, distance] : all) {
    Board board;
    board.geometry = {2, 2};
    std::copy(key.begin(), key.end(), board.tile);
    board.blank = static_cast<uint8_t>(key.find('\0'));
    OptimalLimits limits;
    limits.threads = 2;
    for (const Solver* solver : {&built, &dual}) {
      const OptimalAnswer result = solver->solver->Solve(board, limits);
      ASSERT_TRUE(result.proven);
      ASSERT_EQ(static_cast<int>(result.letters.size()), distance);
      ExpectSolves(board, result.letters);
    }
  }
}

TEST(OptimalSolverTest, StopsAtItsLimits) {
  const Solver built("4x4", "pattern:3-3-3-3-3");
  Random random(4);
  const Board board = RandomSolvableBoard({4, 4}, random);
  OptimalLimits limits;
  limits.nodes = 5000;
  OptimalAnswer result = built.solver->Solve(board, limits);
  EXPECT_FALSE(result.proven);
  EXPECT_FALSE(result.found);
  EXPECT_GE(result.bound, built.tables->Bound(board));
  EXPECT_GE(result.nodes, 5000u);
  EXPECT_LE(result.nodes, 5000u + 18);
  limits.nodes = 1;
  EXPECT_LE(built.solver->Solve(board, limits).nodes, 4u);
  limits = {};
  limits.seconds = 0.02;
  limits.threads = 2;
  result = built.solver->Solve(board, limits);
  EXPECT_FALSE(result.proven && result.seconds > 5);
  const std::atomic<bool> cancel{true};
  limits.cancel = &cancel;
  EXPECT_FALSE(built.solver->Solve(board, limits).proven);
}

// Wide searches: wide_search.h.
TEST(OptimalSolverTest, WideSearchesSolveAsThoseThatAreWatched) {
  const Solver built("4x4", "pattern:1-6/7-11/rest"), shared_tables("4x4", "pattern:4-4-4-3");
  const SearchSteps<16> steps({4, 4});
  EXPECT_EQ(WideKind::Create(*built.tables, steps) != nullptr,
            HasAvx512() && Avx512WideTurns(3) != nullptr);
  EXPECT_EQ(WideKind::Create(*shared_tables.tables, steps), nullptr);
  Board elsewhere = Board::Solved({4, 4});
  elsewhere.Apply(Action::kRight);
  elsewhere.Apply(Action::kDown);
  Random random(21);
  for (const Board& end : {Board::Solved({4, 4}), elsewhere})
    for (int i = 0; i < 4; ++i) {
      const Board board = RandomSolvableBoard({4, 4}, random);
      OptimalLimits limits;
      limits.end = &end;
      const OptimalAnswer wide = built.solver->Solve(board, limits);
      limits.threads = 3;
      const OptimalAnswer shared = built.solver->Solve(board, limits);
      limits.threads = 1;
      // A search that may be continued goes board by board.
      limits.keeps = true;
      limits.seconds = 1000;
      limits.watch = [](const OptimalState&) {};
      const OptimalAnswer watched = built.solver->Solve(board, limits);
      ASSERT_TRUE(wide.proven && shared.proven && watched.proven);
      EXPECT_EQ(wide.letters.size(), watched.letters.size());
      EXPECT_EQ(wide.bound, watched.bound);
      EXPECT_EQ(shared.letters.size(), watched.letters.size());
      ExpectLeads(board, wide.letters, end);
      ExpectLeads(board, shared.letters, end);
      // Every length but the last takes the same nodes, apart from what a search board by board
      // learns from successors.
      limits = {.known = static_cast<int>(wide.letters.size()), .end = &end};
      const OptimalAnswer proof = built.solver->Solve(board, limits);
      limits.keeps = true;
      limits.seconds = 1000;
      const OptimalAnswer watched_proof = built.solver->Solve(board, limits);
      ASSERT_TRUE(proof.proven && !proof.found && watched_proof.proven && !watched_proof.found);
      EXPECT_NEAR(static_cast<double>(proof.nodes), static_cast<double>(watched_proof.nodes),
                  0.1 * static_cast<double>(watched_proof.nodes));
      limits = {.nodes = 3000, .end = &end};
      const OptimalAnswer part = built.solver->Solve(board, limits);
      EXPECT_LE(part.bound, wide.bound);
      EXPECT_GE(part.nodes, std::min<uint64_t>(3000, wide.nodes));
      EXPECT_LE(part.nodes, 3050u);
    }
}

// A progress display or a checkpoint changes no answer. Splitting a board for several threads costs
// more than an easy board takes.
TEST(OptimalSolverTest, SeveralThreadsSearchAnEasyBoardAsOneDoes) {
  const Solver built("4x4", "pattern:1-6/7-11/rest");
  Random random(22);
  for (int i = 0; i < 10; ++i) {
    const Board board = RandomSolvableBoard({4, 4}, random);
    OptimalLimits limits;
    const OptimalAnswer alone = built.solver->Solve(board, limits);
    limits.threads = 4;
    const OptimalAnswer together = built.solver->Solve(board, limits);
    EXPECT_EQ(together.letters, alone.letters);
    EXPECT_EQ(together.nodes, alone.nodes);
  }
}

TEST(OptimalSolverTest, SeveralThreadsShareAHardBoard) {
  const Solver built("4x4", "pattern:3-3-3-3-3");
  Random random(6);
  Board board;
  OptimalAnswer alone;
  while (alone.nodes < 10'000'000) {
    board = RandomSolvableBoard({4, 4}, random);
    alone = built.solver->Solve(board, {});
  }
  OptimalLimits limits;
  limits.threads = 2;
  const OptimalAnswer together = built.solver->Solve(board, limits);
  ASSERT_TRUE(alone.proven && together.proven);
  EXPECT_EQ(alone.letters.size(), together.letters.size());
  ExpectSolves(board, together.letters);
}

TEST(OptimalSolverTest, WhoWatchesOrKeepsASearchDoesNotChangeItsSolutions) {
  for (const auto& [size, plan] :
       {std::pair("4x4", "pattern:1-6/7-11/rest"), std::pair("4x4", "pattern:4-4-4-3"),
        std::pair("3x3", "pattern:4-4 + pattern:5-3")}) {
    const Solver built(size, plan);
    Random random(23);
    for (int i = 0; i < 20; ++i) {
      const Board board = RandomSolvableBoard(*ParseGeometry(size), random);
      const OptimalAnswer plain = built.solver->Solve(board, {});
      const auto watch = [](const OptimalState&) {};
      EXPECT_EQ(built.solver->Solve(board, {.watch = watch}).letters, plain.letters);
      EXPECT_EQ(built.solver->Solve(board, {.watch = watch, .keeps = true}).letters, plain.letters);
    }
  }
}

// The end may be nearer than the roots that a short search begins with (short_search.h).
TEST(OptimalSolverTest, WideSearchesSolveBoardsNearTheGoal) {
  const Solver built("4x4", "pattern:1-6/7-11/rest");
  Random random(22);
  const auto walk = [&](Board board, int steps) {
    while (steps > 0) {
      const auto action = static_cast<Action>(random.Below(kActions));
      if (!board.CanApply(action)) continue;
      board.Apply(action);
      --steps;
    }
    return board;
  };
  // Bounds to another end are lower, so the end is met where a search is cut off.
  for (const char* const way : {"", "D", "DR", "DDRRR"}) {
    Board end = Board::Solved({4, 4});
    for (const char* letter = way; *letter != 0; ++letter) end.Apply(*ActionOf(*letter));
    for (int steps = 1; steps < 40; ++steps) {
      const Board board = walk(end, steps);
      const OptimalAnswer wide = built.solver->Solve(board, {.end = &end});
      const OptimalAnswer watched =
          built.solver->Solve(board, {.seconds = 1000, .end = &end, .keeps = true});
      ASSERT_TRUE(wide.proven && wide.found && watched.proven) << steps;
      EXPECT_EQ(wide.letters.size(), watched.letters.size());
      EXPECT_EQ(wide.bound, watched.bound);
      ExpectLeads(board, wide.letters, end);
      if (wide.letters.empty()) continue;
      const int length = static_cast<int>(wide.letters.size());
      const OptimalAnswer proof = built.solver->Solve(board, {.known = length, .end = &end});
      EXPECT_TRUE(proof.proven && !proof.found);
      EXPECT_EQ(proof.bound, wide.bound);
    }
  }
}

// A solution that `find` returns is trusted; the search still has to prove that it is shortest.
TEST(OptimalSolverTest, AsksForASolutionBeforeALengthThatTakesLong) {
  const Solver built("4x4", "pattern:4-4-4-3");
  Random random(13);
  const Board board = RandomSolvableBoard({4, 4}, random);
  const OptimalAnswer alone = built.solver->Solve(board, {});
  const size_t shortest = alone.letters.size();
  std::vector<int> asked;
  for (const size_t longer : {0, 2, 6}) {
    asked.clear();
    OptimalLimits limits;
    limits.find = [&](int most, double nodes) {
      asked.push_back(most);
      EXPECT_GE(nodes, 10'000);
      return shortest + longer < static_cast<size_t>(most) ? std::string(shortest + longer, 'L')
                                                           : std::string();
    };
    const OptimalAnswer result = built.solver->Solve(board, limits);
    EXPECT_TRUE(result.proven && result.found);
    EXPECT_EQ(result.letters.size(), shortest);
    EXPECT_EQ(result.bound, static_cast<int>(shortest));
    ASSERT_GE(asked.size(), 2u);
    for (size_t i = 1; i < asked.size(); ++i)
      EXPECT_EQ(asked[i], static_cast<int>(shortest + longer)) << "for a shorter one than that";
    if (longer == 0) {
      EXPECT_LT(result.nodes, alone.nodes / 2);
    } else {
      EXPECT_EQ(result.letters, alone.letters);
      EXPECT_EQ(result.nodes, alone.nodes);
    }
    // When the nodes are used up, the solution found is the answer.
    limits.nodes = alone.nodes / 4;
    const OptimalAnswer part = built.solver->Solve(board, limits);
    EXPECT_TRUE(part.found);
    EXPECT_EQ(part.letters.size(), shortest + longer);
    EXPECT_LE(part.bound, static_cast<int>(shortest));
  }
}

// A 4x4 board of 51 moves that takes 600,000 nodes by these tables.
struct Interrupted : Solver {
  explicit Interrupted(const Board* end = nullptr, const char* plan = "pattern:4-4-4-3")
      : Solver("4x4", plan) {
    limits.end = end;
    Random random(13);
    board = RandomSolvableBoard({4, 4}, random);
    limits.keeps = true;
    limits.watch = [this](const OptimalState& told) { state = told; };
    whole = solver->Solve(board, {.end = end});
  }
  // Searches with `nodes` nodes at a time; adds the nodes of all these searches to `sum`.
  OptimalAnswer InParts(uint64_t nodes, uint64_t* sum) {
    limits.nodes = nodes;
    OptimalAnswer result;
    for (uint64_t before = 0; !result.proven; before = result.nodes) {
      const OptimalState from = state;
      limits.state = from.subtrees.empty() ? nullptr : &from;
      EXPECT_TRUE(limits.state == nullptr || solver->Fits(board, from, limits.end));
      result = solver->Solve(board, limits);
      EXPECT_GT(result.nodes, before);
      *sum += result.nodes - before;
    }
    return result;
  }

  Board board;
  OptimalAnswer whole;
  OptimalLimits limits;
  OptimalState state;  // the last one reported
};

class InterruptedTest : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Plans, InterruptedTest,
                         testing::Values("pattern:4-4-4-3", "dual:4-4-4-3",
                                         "pattern:1-3/4-6/7-9/10-12/13-15 + pattern:3-3-3-3-3"));

TEST_P(InterruptedTest, GoesOnAsIfItHadNotBeenInterrupted) {
  Interrupted search(nullptr, GetParam());
  ASSERT_TRUE(search.whole.proven);
  ASSERT_GT(search.whole.nodes, 100'000u);
  for (const uint64_t nodes : {3000u, 54'321u, 300'000u}) {
    search.state = {};
    uint64_t sum = 0;
    const OptimalAnswer result = search.InParts(nodes, &sum);
    EXPECT_EQ(result.letters, search.whole.letters);
    EXPECT_EQ(result.nodes, search.whole.nodes);
    EXPECT_EQ(sum, search.whole.nodes) << "what is done is not done again";
  }
}

TEST_P(InterruptedTest, GoesOnToAnotherEndThanHome) {
  Board end = Board::Solved({4, 4});
  end.Apply(Action::kRight);
  end.Apply(Action::kDown);
  Interrupted search(&end, GetParam());
  uint64_t sum = 0;
  const OptimalAnswer result = search.InParts(50'000, &sum);
  EXPECT_EQ(result.letters, search.whole.letters);
  EXPECT_EQ(result.nodes, search.whole.nodes);
  ExpectLeads(search.board, result.letters, end);
  // A state of a search for another end has lengths of the other parity.
  end.Apply(Action::kUp);
  EXPECT_FALSE(search.solver->Fits(search.board, search.state, &end));
}

// Compares random 4x4 boards.
void ExpectSameLengthsWithFewerNodes(const char* plan, const char* better_plan) {
  const Solver usual("4x4", plan), better("4x4", better_plan);
  Random random(6);
  uint64_t nodes = 0, better_nodes = 0;
  for (int i = 0; i < 10; ++i) {
    const Board board = RandomSolvableBoard({4, 4}, random);
    const OptimalAnswer one = usual.solver->Solve(board, {});
    const OptimalAnswer other = better.solver->Solve(board, {.threads = 2});
    ASSERT_TRUE(one.proven && other.proven);
    EXPECT_EQ(one.letters.size(), other.letters.size());
    ExpectSolves(board, other.letters);
    // If a length has a solution, luck decides when the search meets it, so the proofs are
    // compared.
    const int length = static_cast<int>(one.letters.size());
    nodes += usual.solver->Solve(board, {.known = length}).nodes;
    better_nodes += better.solver->Solve(board, {.known = length}).nodes;
  }
  EXPECT_LT(better_nodes, nodes * 9 / 10);
}

// More lookups only cut branches off: the lengths are the same, with fewer nodes.
TEST(OptimalSolverTest, DualLookupsFindTheSameLengthsWithFewerNodes) {
  ExpectSameLengthsWithFewerNodes("pattern:5-5-5", "dual:5-5-5");
}

// Each board is searched with the partitions that suit it best.
TEST(OptimalSolverTest, MorePartitionsFindTheSameLengthsWithFewerNodes) {
  ExpectSameLengthsWithFewerNodes("pattern:5-5-5",
                                  "pattern:5-5-5 + pattern:1,2,5,6,9/3,4,7,8,12/10,11,13-15 + "
                                  "pattern:1-4,8/5,6,9,10,13/7,11,12,14,15");
}

TEST_P(InterruptedTest, GoesOnWithAnyNumberOfThreads) {
  Interrupted search(nullptr, GetParam());
  for (const int threads : {2, 3}) {
    search.limits.threads = 1;
    search.limits.nodes = search.whole.nodes / 2;
    search.limits.state = nullptr;
    EXPECT_FALSE(search.solver->Solve(search.board, search.limits).proven);
    search.limits.threads = threads;
    uint64_t sum = 0;
    OptimalAnswer result = search.InParts(20'000, &sum);
    EXPECT_EQ(result.letters.size(), search.whole.letters.size());
    ExpectSolves(search.board, result.letters);
  }
}

TEST(OptimalSolverTest, CountsTheSameNodesOfALengthHoweverOftenItWasInterrupted) {
  Interrupted search;
  const int length = static_cast<int>(search.whole.letters.size());
  search.limits.known = length;  // so that all lengths are searched to their ends
  const uint64_t nodes = search.solver->Solve(search.board, {.known = length}).nodes;
  for (const int threads : {1, 2}) {
    search.state = {};
    search.limits.threads = 1;
    search.limits.nodes = 5000;
    search.limits.state = nullptr;
    search.solver->Solve(search.board, search.limits);
    search.limits.threads = threads;
    uint64_t sum = 0;
    const OptimalAnswer result = search.InParts(30'000, &sum);
    EXPECT_TRUE(result.proven && !result.found);
    EXPECT_EQ(result.nodes, nodes);
  }
}

TEST(OptimalSolverTest, ForeseesTheNodesOfALength) {
  Interrupted search;
  int told = 0;
  search.limits.watch = [&](const OptimalState& state) {
    ++told;
    search.state = state;
    EXPECT_GE(state.ExpectedNodes(), static_cast<double>(state.NodesOfLimit()) * 0.999);
  };
  uint64_t sum = 0;
  search.InParts(10'000, &sum);
  EXPECT_GT(told, 5);
  OptimalState state;
  EXPECT_EQ(state.ExpectedNodes(), 0);
  state.earlier = 100;
  state.subtrees = {{0, 0, true, 300, 2000}, {1, 0, false, 100, 0}, {2, 0, false, 100, 0}};
  state.places = {{}, {1, 0, 900, ""}};
  EXPECT_EQ(state.NodesOfLimit(), 2900u);
  // The done subtrees grew from 100 to 500, then from 300 to 2000; the current ones have taken
  // more.
  EXPECT_NEAR(state.ExpectedNodes(), 2000 + 900 + 100 * (2000 + 25 * 5) / 325.0, 1e-6);
}

TEST(OptimalSolverTest, StatesOfOtherSearchesDoNotFit) {
  Interrupted search;
  search.limits.nodes = search.whole.nodes / 2;
  search.solver->Solve(search.board, search.limits);
  const OptimalState good = search.state;
  const auto fits = [&](auto change) {
    OptimalState changed = good;
    change(&changed);
    return search.solver->Fits(search.board, changed);
  };
  const auto place = [](OptimalState* s) {
    return std::find_if(s->places.begin(), s->places.end(), [](const OptimalState::Place& place) {
      return place.subtree != OptimalState::Place::kNone;
    });
  };
  ASSERT_TRUE(fits([](OptimalState*) {}));
  ASSERT_FALSE(place(&search.state)->letters.empty());
  EXPECT_FALSE(fits([](OptimalState* s) { *s = {}; }));
  EXPECT_FALSE(fits([](OptimalState* s) { ++s->limit; }));
  EXPECT_FALSE(fits([](OptimalState* s) { s->limit = -2; }));
  EXPECT_FALSE(fits([](OptimalState* s) { s->limit += 1 << 20; }));
  EXPECT_FALSE(fits([](OptimalState* s) { s->seconds = 1e300; }));
  EXPECT_FALSE(fits([](OptimalState* s) { s->seconds = std::nan(""); }));
  EXPECT_FALSE(fits([](OptimalState* s) { s->subtrees.pop_back(); }));
  EXPECT_FALSE(fits([](OptimalState* s) { s->subtrees.resize(1); }));
  EXPECT_FALSE(fits([](OptimalState* s) { s->subtrees[0].number = UINT32_MAX; }));
  EXPECT_FALSE(fits([](OptimalState* s) { s->subtrees[0].number = s->subtrees[1].number; }));
  EXPECT_FALSE(fits([&](OptimalState* s) { place(s)->subtree = 1u << 30; }));
  EXPECT_FALSE(fits([&](OptimalState* s) { s->subtrees[place(s)->subtree].done = true; }));
  EXPECT_FALSE(fits([&](OptimalState* s) { s->places.push_back(*place(s)); }));
  EXPECT_FALSE(fits([&](OptimalState* s) { place(s)->letters += std::string(5000, 'L'); }));
  EXPECT_FALSE(fits([&](OptimalState* s) { place(s)->letters[0] = 'X'; }));
  EXPECT_FALSE(search.solver->Fits(Board::Solved({4, 4}), good));
  Interrupted choosing(nullptr, "pattern:1-3/4-6/7-9/10-12/13-15 + pattern:3-3-3-3-3");
  choosing.limits.nodes = choosing.whole.nodes / 2;
  choosing.solver->Solve(choosing.board, choosing.limits);
  EXPECT_TRUE(choosing.solver->Fits(choosing.board, choosing.state));
  choosing.state.views.view[3] = 4;
  EXPECT_FALSE(choosing.solver->Fits(choosing.board, choosing.state));
  // A state with wrong marks of what is done gives some answer, or none.
  OptimalState lie = good;
  for (OptimalState::Subtree& subtree : lie.subtrees) subtree.done = true;
  lie.places.clear();
  lie.nodes = UINT64_MAX;
  ASSERT_TRUE(search.solver->Fits(search.board, lie));
  search.limits.state = &lie;
  search.limits.nodes = 1000;
  search.solver->Solve(search.board, search.limits);
}

#ifdef NDEBUG
// The lengths are those of Korf 1985. His goal has the blank first, so the boards are turned round.
TEST(OptimalSolverTest, SolvesKorfsHundredBoards) {
  const Solver built("4x4", "pattern:6-6-3");
  EXPECT_EQ(built.tables->memory_bytes(), 2u * 2882880 + 1680);
  std::ifstream file(std::string(std::getenv("TILEBASE_REFERENCE")) + "/korf_100_fifteen.txt");
  int boards = 0, sum = 0;
  uint64_t nodes = 0;
  OptimalLimits limits;
  limits.threads = 2;
  for (std::string line; std::getline(file, line); ++boards) {
    std::istringstream words(line);
    Board board;
    for (int cell = 15, number = 0; cell >= 0 && words >> number; --cell) {
      board.tile[cell] = static_cast<uint8_t>(number == 0 ? 0 : 16 - number);
      if (number == 0) board.blank = static_cast<uint8_t>(cell);
    }
    int length = 0;
    ASSERT_TRUE(words >> length) << line;
    const OptimalAnswer result = built.solver->Solve(board, limits);
    ASSERT_TRUE(result.proven) << line;
    ASSERT_EQ(static_cast<int>(result.letters.size()), length) << line;
    ExpectSolves(board, result.letters);
    sum += length;
    nodes += result.nodes;
  }
  EXPECT_EQ(boards, 100);
  EXPECT_EQ(sum, 5305);
  std::printf("Korf's boards solved at the known length: %d/100\n", boards);
  EXPECT_LT(nodes, 60'000'000u);
}
#endif

// The lengths are those of Korf & Felner 2002.
TEST(OptimalSolverTest, BoundsKorfsFiftyBoardsOfTheTwentyFourPuzzle) {
  const Solver built("5x5", "pattern:4-4-4-4-4-4");
  std::ifstream file(std::string(std::getenv("TILEBASE_REFERENCE")) + "/korf_50_twentyfour.txt");
  int boards = 0;
  for (std::string line; std::getline(file, line); ++boards) {
    std::istringstream words(line);
    Board board;
    board.geometry = {5, 5};
    for (int cell = 24, number = 0; cell >= 0 && words >> number; --cell) {
      board.tile[cell] = static_cast<uint8_t>(number == 0 ? 0 : 25 - number);
      if (number == 0) board.blank = static_cast<uint8_t>(cell);
    }
    int length = 0;
    ASSERT_TRUE(words >> length) << line;
    EXPECT_LE(built.tables->Bound(board), length) << line;
    EXPECT_EQ(built.tables->Bound(board) % 2, length % 2) << line;
    OptimalLimits limits;
    limits.nodes = 100000;
    EXPECT_LE(built.solver->Solve(board, limits).bound, length) << line;
  }
  EXPECT_EQ(boards, 50);
}

struct Paths {
  std::map<std::string, int> first;  // the length of the first path to each board
  std::vector<size_t> count;         // by length
};

// Follows the paths from the solved board that `pruning` allows, up to `length` actions.
Paths Follow(const DuplicatePruning& pruning, Geometry geometry, int length) {
  Paths paths;
  const Board start = Board::Solved(geometry);
  std::vector<std::pair<Board, DuplicatePruning::State>> level = {
      {start, DuplicatePruning::Start(start.blank)}};
  for (int size = 0;; ++size) {
    paths.count.push_back(level.size());
    for (const auto& [board, state] : level)
      paths.first.emplace(std::string(board.tile, board.tile + geometry.cells()), size);
    if (size == length) return paths;
    std::vector<std::pair<Board, DuplicatePruning::State>> next;
    for (const auto& [board, state] : level)
      for (int a = 0; a < kActions; ++a) {
        const DuplicatePruning::State after = pruning.After(state)[static_cast<size_t>(a)];
        if (after == DuplicatePruning::kNone) continue;
        Board moved = board;
        EXPECT_TRUE(moved.CanApply(static_cast<Action>(a)));
        moved.Apply(static_cast<Action>(a));
        next.emplace_back(moved, after);
      }
    level = std::move(next);
  }
}

TEST(DuplicatePruningTest, OfTwoMovesForbidsOnlyToTakeAMoveBack) {
  for (const Geometry geometry : {Geometry{4, 4}, Geometry{2, 5}, Geometry{6, 6}}) {
    const DuplicatePruning pruning(geometry, 2);
    for (int cell = 0; cell < geometry.cells(); ++cell)
      for (int first = 0; first < kActions; ++first) {
        const Action done = static_cast<Action>(first);
        const auto state = pruning.After(DuplicatePruning::Start(cell))[static_cast<size_t>(first)];
        ASSERT_EQ(state != DuplicatePruning::kNone,
                  (geometry.Actions(cell) & ActionBit(done)) != 0);
        if (state == DuplicatePruning::kNone) continue;
        const ActionMask there = geometry.Actions(cell + geometry.BlankStep(done));
        ActionMask allowed = 0;
        for (int second = 0; second < kActions; ++second)
          if (pruning.After(state)[static_cast<size_t>(second)] != DuplicatePruning::kNone)
            allowed |= ActionBit(static_cast<Action>(second));
        EXPECT_EQ(allowed, there & ~ActionBit(Opposite(done)));
      }
  }
}

// Six moves round a square one way are six the other way.
TEST(DuplicatePruningTest, OfSixMovesKnowsTheSquare) {
  EXPECT_EQ(Follow(DuplicatePruning({2, 2}, 5), {2, 2}, 6).count,
            (std::vector<size_t>{1, 2, 2, 2, 2, 2, 2}));
  EXPECT_EQ(Follow(DuplicatePruning({2, 2}, 6), {2, 2}, 6).count,
            (std::vector<size_t>{1, 2, 2, 2, 2, 2, 1}));
}

// Longer paths, too: there is room for what they teach.
TEST(DuplicatePruningTest, LearnsFromPathsOfTwelveMovesUpToTheLargestBoards) {
  for (const Geometry geometry : {Geometry{4, 4}, Geometry{5, 5}})
    EXPECT_GT(DuplicatePruning(geometry, 12).states(), DuplicatePruning(geometry, 11).states());
}

// Also near edges, where there are fewer ways round.
TEST(DuplicatePruningTest, LeavesAShortestPathToEveryBoard) {
  constexpr int kLength = 14;
  for (const Geometry geometry : {Geometry{3, 3}, Geometry{4, 3}, Geometry{2, 5}, Geometry{4, 4}}) {
    const Paths pruned = Follow(DuplicatePruning(geometry, 12), geometry, kLength);
    const Paths plain = Follow(DuplicatePruning(geometry, 2), geometry, kLength);
    EXPECT_EQ(pruned.first, plain.first);
    EXPECT_LT(pruned.count.back(), plain.count.back() * 3 / 4);
  }
}

}  // namespace
}  // namespace tilebase
