// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Every heuristic against the exact distance of every board of several sizes.

#include "tools/study/classic/heuristics.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "generator/build.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tables/table_source.h"
#include "tools/study/classic/table_heuristics.h"

namespace tilebase::classic {
namespace {

constexpr int kAllDistances = 255;

// All sizes whose boards can be listed in a moment: 3x3 has 181,440, 4x2 and 2x4 20,160.
const std::vector<Geometry> kSizes = {{2, 2}, {3, 2}, {2, 3}, {4, 2}, {2, 4}, {3, 3}};

struct SmallPerimeter : Perimeter<1, LinearConflict> {
  explicit SmallPerimeter(Geometry geometry) : Perimeter(geometry, 7) {}
};

// Tables built for a test, in a directory of their own that is deleted with them.
struct BuiltSource {
  BuiltSource(const std::string& board, const std::string& plan) {
    std::string name = (std::filesystem::temp_directory_path() / "tilebase_set_XXXXXX").string();
    directory = mkdtemp(name.data());
    const std::string path = (directory / "set.tilebase").string();
    BuildOptions options;
    options.creator = "test";
    const absl::Status status =
        BuildTableSet(*ParsePlan(*ParseGeometry(board), plan), path, options).status();
    EXPECT_TRUE(status.ok()) << status;
    auto opened = OpenSource(path, {});
    EXPECT_TRUE(opened.ok()) << opened.status();
    source = *std::move(opened);
  }
  ~BuiltSource() { std::filesystem::remove_all(directory); }

  std::filesystem::path directory;
  std::shared_ptr<const TableSource> source;
};

template <typename H>
class HeuristicTest : public testing::Test {};

using AllHeuristics = testing::Types<Misplaced, Manhattan, LinearConflict, LastMoves<1>,
                                     LastMoves<2>, SmallPerimeter>;
TYPED_TEST_SUITE(HeuristicTest, AllHeuristics);

TYPED_TEST(HeuristicTest, IsNeverMoreThanTheDistance) {
  for (const Geometry size : kSizes) {
    const TypeParam heuristic(size);
    DistanceTable<1>(size, kAllDistances).ForEach([&](const Board& board, int distance) {
      const int value = heuristic.Value(heuristic.Start(board));
      ASSERT_LE(value, distance);
      ASSERT_EQ(value == 0, distance == 0);
    });
  }
}

TYPED_TEST(HeuristicTest, IsNeverMoreThanTheDistanceNearTheGoalOfLargerBoards) {
  for (const Geometry size : {Geometry{4, 3}, {3, 4}, {4, 4}, {8, 2}}) {
    const TypeParam heuristic(size);
    DistanceTable<1>(size, 15).ForEach([&](const Board& board, int distance) {
      ASSERT_LE(heuristic.Value(heuristic.Start(board)), distance);
    });
  }
}

TYPED_TEST(HeuristicTest, FollowsEverySlide) {
  for (const Geometry size : kSizes) {
    const TypeParam heuristic(size);
    DistanceTable<1>(size, kAllDistances).ForEach([&](Board board, int) {
      const auto state = heuristic.Start(board);
      for (int a = 0; a < kActions; ++a) {
        const Action action = static_cast<Action>(a);
        if (!board.CanApply(action)) continue;
        const Slide slide = Apply(&board, action);
        const auto next = heuristic.Next(state, board, slide);
        ASSERT_EQ(heuristic.Value(next), heuristic.Value(heuristic.Start(board)));
        board.Apply(Opposite(action));
      }
    });
  }
}

TYPED_TEST(HeuristicTest, FollowsLongWalksOnLargeBoards) {
  for (const Geometry size : {Geometry{4, 4}, {5, 5}, {3, 6}, {7, 2}}) {
    if (std::is_same_v<TypeParam, SmallPerimeter> && size.cells() > 16) continue;
    const TypeParam heuristic(size);
    Random random(1);
    for (int walk = 0; walk < 20; ++walk) {
      // Also from the goal, where lines are full of conflicts and last moves matter.
      Board board = walk % 2 == 0 ? Board::Solved(size) : RandomSolvableBoard(size, random);
      auto state = heuristic.Start(board);
      for (int step = 0; step < 2000; ++step) {
        const Action action = static_cast<Action>(random.Below(kActions));
        if (!board.CanApply(action)) continue;
        const Slide slide = Apply(&board, action);
        const int before = heuristic.Value(state);
        state = heuristic.Next(state, board, slide);
        ASSERT_EQ(heuristic.Value(state), heuristic.Value(heuristic.Start(board)));
        if (TypeParam::kConsistent) {
          ASSERT_LE(std::abs(heuristic.Value(state) - before), 1);
        }
      }
    }
  }
}

TYPED_TEST(HeuristicTest, IsConsistentWhereItClaimsToBe) {
  bool consistent = true;
  for (const Geometry size : kSizes) {
    const TypeParam heuristic(size);
    DistanceTable<1>(size, kAllDistances).ForEach([&](Board board, int) {
      const int value = heuristic.Value(heuristic.Start(board));
      for (int a = 0; a < kActions; ++a) {
        const Action action = static_cast<Action>(a);
        if (!board.CanApply(action)) continue;
        board.Apply(action);
        consistent &= value <= 1 + heuristic.Value(heuristic.Start(board));
        board.Apply(Opposite(action));
      }
    });
  }
  EXPECT_EQ(consistent, TypeParam::kConsistent);
}

// The mean over all boards of 3x3.
template <typename H>
double Mean() {
  const Geometry size{3, 3};
  const H heuristic(size);
  double sum = 0, boards = 0;
  DistanceTable<1>(size, kAllDistances).ForEach([&](const Board& board, int) {
    sum += heuristic.Value(heuristic.Start(board));
    ++boards;
  });
  return sum / boards;
}

TEST(Pattern, IsAdmissibleAndFollowsEverySlide) {
  const Geometry size{3, 3};
  const BuiltSource tables("3x3", "pattern:4-4");
  const auto patterns = PatternTables::Create(tables.source);
  ASSERT_TRUE(patterns.ok()) << patterns.status();
  const Pattern heuristic(**patterns);
  DistanceTable<1>(size, kAllDistances).ForEach([&](Board board, int distance) {
    const Pattern::State state = heuristic.Start(board);
    ASSERT_EQ(heuristic.Value(state), (*patterns)->Bound(board));
    ASSERT_LE(heuristic.Value(state), distance);
    ASSERT_EQ(heuristic.Value(state) == 0, distance == 0);
    for (int a = 0; a < kActions; ++a) {
      const Action action = static_cast<Action>(a);
      if (!board.CanApply(action)) continue;
      const Slide slide = Apply(&board, action);
      ASSERT_EQ(heuristic.Value(heuristic.Next(state, board, slide)), (*patterns)->Bound(board));
      board.Apply(Opposite(action));
    }
  });
}

TEST(Heuristics, EachKnowsMoreThanTheOneBefore) {
  const double means[] = {Mean<Misplaced>(),    Mean<Manhattan>(),    Mean<LinearConflict>(),
                          Mean<LastMoves<1>>(), Mean<LastMoves<2>>(), 21.97};
  for (size_t i = 0; i + 1 < std::size(means); ++i) EXPECT_LT(means[i], means[i + 1]) << i;
}

// On 3x3 the last move brings 8 or 6 home from the corner. Adding 2 whenever 8 is not in the last
// column and 6 is not in the last row, on top of linear conflict, would be too much: a tile that
// steps aside for another may pass the corner on that way.
TEST(LastMoves, AndLinearConflictDoNotCountAMoveTwice) {
  const Geometry size{3, 3};
  const LinearConflict conflict(size);
  int too_much = 0;
  DistanceTable<1>(size, kAllDistances).ForEach([&](const Board& board, int distance) {
    const uint8_t* const tile = board.tile;
    const bool eight_ready = tile[2] == 8 || tile[5] == 8 || tile[8] == 8;
    const bool six_ready = tile[6] == 6 || tile[7] == 6 || tile[8] == 6;
    const int sum = conflict.Value(conflict.Start(board)) + (eight_ready || six_ready ? 0 : 2);
    too_much += distance > 0 && sum > distance;
  });
  EXPECT_GT(too_much, 0);
}

// "Take away the tile with most conflicts, until there is none."
int GreedyRemoval(std::vector<uint8_t> line) {
  for (int removed = 0;; ++removed) {
    size_t worst = 0;
    int most = 0;
    for (size_t i = 0; i < line.size(); ++i) {
      int conflicts = 0;
      for (size_t j = 0; j < line.size(); ++j)
        conflicts += line[i] != 0 && line[j] != 0 && (i < j) == (line[j] < line[i]) && i != j;
      if (conflicts > most) {
        most = conflicts;
        worst = i;
      }
    }
    if (most == 0) return removed;
    line[worst] = 0;
  }
}

int LeastRemovalByTrying(const std::vector<uint8_t>& line) {
  int least = static_cast<int>(line.size());
  for (unsigned stay = 0; stay < 1u << line.size(); ++stay) {
    int removed = 0;
    uint8_t last = 0;
    bool ordered = true;
    for (size_t i = 0; i < line.size(); ++i) {
      if (line[i] == 0) continue;
      if ((stay >> i & 1) == 0) {
        ++removed;
      } else {
        ordered &= line[i] > last;
        last = line[i];
      }
    }
    if (ordered) least = std::min(least, removed);
  }
  return least;
}

// Every line of `side` cells; counts those where the greedy rule takes away too many tiles.
void CheckLines(int side, std::vector<uint8_t>* line, const LineConflicts& conflicts,
                uint32_t number, int* greedy_is_wrong) {
  if (static_cast<int>(line->size()) == side) {
    const int least = LeastRemovalByTrying(*line);
    ASSERT_EQ(conflicts.Cost(number), least);
    *greedy_is_wrong += GreedyRemoval(*line) != least;
    return;
  }
  const int place = static_cast<int>(line->size());
  for (int digit = 0; digit <= side; ++digit) {
    if (digit > 0 && std::count(line->begin(), line->end(), digit) > 0) continue;
    line->push_back(static_cast<uint8_t>(digit));
    CheckLines(side, line, conflicts, number + conflicts.Part(place, digit), greedy_is_wrong);
    line->pop_back();
  }
}

TEST(LineConflicts, ChargeTheLeastNumberOfTilesThatMustLeave) {
  for (int side = 2; side <= 6; ++side) {
    std::vector<uint8_t> line;
    int greedy_is_wrong = 0;
    CheckLines(side, &line, LineConflicts(side), 0, &greedy_is_wrong);
    // Why the tile with most conflicts is not simply taken away: if two tiles have the most, the
    // first may be the wrong one, in lines of five cells and more.
    EXPECT_EQ(greedy_is_wrong > 0, side >= 5) << side << ": " << greedy_is_wrong;
  }
}

}  // namespace
}  // namespace tilebase::classic
