// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Paths between boards by displacements, each replayed on a board of its own, and solutions that
// they shorten.

#include "runtime/search/displacement_beam.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/search/least_keys.h"
#include "tables/board_text.h"
#include "tests/effort.h"

namespace tilebase {
namespace {

void Play(std::string_view letters, BigBoard* board) {
  for (const char letter : letters) ASSERT_TRUE(board->Apply(*ActionOf(letter)));
}

// Makes a board by `moves` random moves from home.
BigBoard Scrambled(BigSize size, int moves, Random& random) {
  BigBoard board = BigBoard::Solved(size);
  for (int i = 0; i < moves;) i += board.Apply(static_cast<Action>(random.Below(4)));
  return board;
}

std::vector<uint16_t> HomesOf(const BigBoard& board) {
  std::vector<uint16_t> homes;
  for (int cell = 0; cell < board.size().cells(); ++cell)
    homes.push_back(static_cast<uint16_t>(board.Home(board.tile(cell))));
  return homes;
}

BeamWay SearchHome(const BigBoard& board, size_t most, size_t width, const BeamEffort& effort,
                   DisplacementBeam* beam) {
  const std::vector<uint16_t> homes = HomesOf(board);
  return beam->Search({board.size(), homes, board.blank(), most, width}, effort);
}

TEST(LeastKeys, AreThoseThatSortingPutsFirst) {
  Random random(6);
  for (int tries = 0; tries < 3'000; ++tries) {
    const size_t count = random.Below(70);
    const size_t most = random.Below(count + 3);
    std::vector<uint64_t> keys;
    for (uint64_t i = 0; i < count; ++i) keys.push_back(random.Below(20) << 32 | i);
    std::vector<uint64_t> sorted = keys;
    std::sort(sorted.begin(), sorted.end());
    std::vector<uint8_t> expected(count), marked(count);
    for (size_t i = 0; i < std::min(most, count); ++i)
      expected[static_cast<uint32_t>(sorted[i])] = 1;
    std::vector<uint64_t> parted = keys;
    MarkLeast(parted.data(), count, most, marked.data());
    ASSERT_EQ(marked, expected) << count << " " << most;
    const size_t first = std::min(most, count);
    SortLeast(keys.data(), count, first);
    ASSERT_TRUE(
        std::equal(keys.begin(), keys.begin() + static_cast<ptrdiff_t>(first), sorted.begin()))
        << count << " " << most;
  }
}

TEST(DisplacementValues, APairHasTheKindOfItsMirrorImages) {
  using Values = DisplacementValues;
  std::set<int> kinds;
  for (int direction = 0; direction < 4; ++direction)
    for (int a = 0; a < Values::kClasses; ++a)
      for (int b = 0; b < Values::kClasses; ++b) kinds.insert(Values::PairKind(direction, a, b));
  EXPECT_EQ(kinds.size(), size_t{Values::kPairKinds});
  EXPECT_EQ(*kinds.rbegin(), Values::kPairKinds - 1);
  for (int x = -3; x <= 3; ++x) {
    for (int y = -3; y <= 3; ++y) {
      for (int z = -3; z <= 3; ++z) {
        // Upside down, from right to left, and with rows and columns exchanged.
        const int kind = Values::PairKind(0, Values::ClassOf(x, y), Values::ClassOf(z, 1));
        EXPECT_EQ(kind, Values::PairKind(0, Values::ClassOf(x, -y), Values::ClassOf(z, -1)));
        EXPECT_EQ(kind, Values::PairKind(0, Values::ClassOf(-z, 1), Values::ClassOf(-x, y)));
        EXPECT_EQ(kind, Values::PairKind(1, Values::ClassOf(y, x), Values::ClassOf(1, z)));
      }
    }
  }
}

TEST(DisplacementValues, NeighboursAndTheBlankCountTheSameTurnedAndMirrored) {
  using Values = DisplacementValues;
  const auto of = [](int columns, int rows) { return Values::ClassOf(columns, rows); };
  for (const Values* const values : {&BeamValues::Fitted().far, &BeamValues::Fitted().near}) {
    for (int x = -3; x <= 3; ++x) {
      for (int y = -3; y <= 3; ++y) {
        EXPECT_EQ(values->OfBlank(0, of(x, y)), values->OfBlank(1, of(-x, y)));
        EXPECT_EQ(values->OfBlank(0, of(x, y)), values->OfBlank(0, of(x, -y)));
        EXPECT_EQ(values->OfBlank(0, of(x, y)), values->OfBlank(2, of(y, x)));
        for (int corner = 0; corner < Values::kCorners; ++corner) {
          const int columns = x * Values::kCornerColumn[corner];
          const int rows = y * Values::kCornerRow[corner];
          EXPECT_EQ(values->OfCorner(0, of(x, y)), values->OfCorner(corner, of(columns, rows)));
          EXPECT_EQ(values->OfCorner(0, of(x, y)), values->OfCorner(0, of(y, x)));
        }
        for (int u = -3; u <= 3; ++u) {
          for (int v = -3; v <= 3; ++v) {
            const int right = values->Neighbours(of(x, y))[of(u, v)][0];
            EXPECT_EQ(right, values->Neighbours(of(u, v))[of(x, y)][1]);
            EXPECT_EQ(right, values->Neighbours(of(-x, y))[of(-u, v)][1]);
            EXPECT_EQ(right, values->Neighbours(of(y, x))[of(v, u)][2]);
          }
        }
      }
      EXPECT_EQ(values->Neighbours(of(x, 0))[Values::kNoTile][0], 0);
      EXPECT_EQ(values->OfBlank(0, Values::kNoTile), 0);
      EXPECT_EQ(values->OfCorner(0, Values::kNoTile), 0);
    }
    EXPECT_GT(values->OfDistance(9), values->OfDistance(8));
    EXPECT_GE(values->WeightOf(10, 10, 0), values->WeightOf(10, 10, 45));
  }
}

// Programs that fit values see every board that was kept, including those of the solution.
TEST(DisplacementBeam, TellsWhatItKept) {
  uint64_t looked_at = 0;
  DisplacementBeam beam(BeamValues::Fitted(), &looked_at);
  Random random(3);
  for (const BigSize size : {BigSize{6, 6}, BigSize{17, 17}}) {
    const BigBoard board = Scrambled(size, 150, random);
    const BeamWay way = SearchHome(board, 3'000, 0, {.boards = 300'000}, &beam);
    ASSERT_TRUE(way.is_whole);
    const DisplacementBeam::Kept kept = beam.LastKept();
    ASSERT_EQ(kept.boards.size(), way.letters.size());
    uint32_t on_way = 0;
    for (size_t move = 1; move < kept.boards.size(); ++move) {
      const auto action = static_cast<uint32_t>(*ActionOf(way.letters[move - 1]));
      const auto of_move = kept.boards[move];
      for (const uint32_t one : of_move) ASSERT_LT(one >> 2, kept.boards[move - 1].size());
      const auto found = std::find(of_move.begin(), of_move.end(), on_way << 2 | action);
      ASSERT_NE(found, of_move.end());
      on_way = static_cast<uint32_t>(found - of_move.begin());
    }
  }
}

// What counts in a beam besides distances and rings.
struct Counted {
  const DisplacementValues& values;
  bool pairs;       // of homes; with neighbours, tiles and pairs have the weights of their homes
  bool neighbours;  // tiles that touch, and those around the blank
};

// Computes a board's value, without odd clusters, from scratch.
int64_t ValueOf(const BigBoard& board, const Counted& counted) {
  using Values = DisplacementValues;
  const BigSize size = board.size();
  const std::vector<uint16_t> homes = HomesOf(board);
  std::vector<int> on_cell, of_home(homes.size());  // classes
  for (int cell = 0; cell < size.cells(); ++cell) {
    const int home = homes[static_cast<size_t>(cell)];
    on_cell.push_back(cell == board.blank()
                          ? Values::kNoTile
                          : Values::ClassOf(cell % size.width - home % size.width,
                                            cell / size.width - home / size.width));
    of_home[static_cast<size_t>(home)] = on_cell.back();
  }
  const bool has_weights = counted.pairs && counted.neighbours;
  const auto weight = [&](int home) {
    return has_weights ? counted.values.WeightOf(size.width, size.height, home)
                       : Values::kEvenWeight;
  };
  const auto is_on_board = [&](int column, int row) {
    return column >= 0 && column < size.width && row >= 0 && row < size.height;
  };
  int64_t value = 0;
  for (int cell = 0; cell < size.cells(); ++cell) {
    const int column = cell % size.width, row = cell / size.width;
    const auto class_beside = [&](const std::vector<int>& classes, int columns, int rows) {
      return is_on_board(column + columns, row + rows)
                 ? classes[static_cast<size_t>(cell + rows * size.width + columns)]
                 : Values::kNoTile;
    };
    if (const int home = homes[static_cast<size_t>(cell)]; cell != board.blank())
      value += weight(home) * (counted.values.OfDistance(std::abs(column - home % size.width)) +
                               counted.values.OfDistance(std::abs(row - home / size.width)));
    if (counted.neighbours) {
      const auto& beside = counted.values.Neighbours(on_cell[static_cast<size_t>(cell)]);
      value += Values::kEvenWeight *
               (beside[class_beside(on_cell, 1, 0)][0] + beside[class_beside(on_cell, 0, 1)][2]);
    }
    for (int i = 0; counted.pairs && i < Values::kDirections / 2; ++i) {
      const int columns = Values::kColumnStep[i], rows = Values::kRowStep[i];
      if (!is_on_board(column + columns, row + rows)) continue;
      value += (weight(cell) + weight(cell + rows * size.width + columns)) / 2 *
               counted.values.OfPair(i, of_home[static_cast<size_t>(cell)],
                                     class_beside(of_home, columns, rows));
    }
    // A ring's tiles move to each other's homes, each by one cell.
    int tiles = 0;
    int at = cell;
    do {
      const int next = homes[static_cast<size_t>(at)];
      const int steps = std::abs(at % size.width - next % size.width) +
                        std::abs(at / size.width - next / size.width);
      if (at == board.blank() || steps != 1 || next < cell) tiles = Values::kMostOfRing;
      ++tiles;
      at = next;
    } while (at != cell && tiles <= Values::kMostOfRing);
    if (counted.pairs && tiles <= Values::kMostOfRing)
      value += Values::kEvenWeight * counted.values.OfRing(tiles);
  }
  return value;
}

// Computes what the tiles around the blank count.
int64_t AroundBlank(const BigBoard& board, const Counted& counted) {
  using Values = DisplacementValues;
  const BigSize size = board.size();
  const int column = board.blank() % size.width, row = board.blank() / size.width;
  const auto class_at = [&](int columns, int rows) -> int {
    const int x = column + columns, y = row + rows;
    if (x < 0 || x >= size.width || y < 0 || y >= size.height) return Values::kNoTile;
    const int home = board.Home(board.tile(y * size.width + x));
    return Values::ClassOf(x - home % size.width, y - home / size.width);
  };
  constexpr int kColumns[] = {1, -1, 0, 0}, kRows[] = {0, 0, 1, -1};
  int value = 0;
  for (int way = 0; counted.neighbours && way < Values::kWays; ++way)
    value += counted.values.OfBlank(way, class_at(kColumns[way], kRows[way]));
  for (int corner = 0; counted.neighbours && corner < Values::kCorners; ++corner)
    value += counted.values.OfCorner(
        corner, class_at(Values::kCornerColumn[corner], Values::kCornerRow[corner]));
  return Values::kEvenWeight * value;
}

// A beam updates values move by move. This test computes them from scratch, for boards that were
// kept and boards that were not. Take a kept board, and a board that was not kept, with the same
// cell of the blank (in a window, with any). The latter may rank first only if it had been met
// before. And for nearly each cell some board is kept.
TEST(DisplacementBeam, KeepsWhatRanksFirstByValuesFromScratch) {
  const BeamValues& values = BeamValues::Fitted();
  const Counted far = {values.far, false, true}, near = {values.near, true, true},
                window = {values.window, true, false};
  uint64_t looked_at = 0;
  DisplacementBeam beam(values, &looked_at);
  Random random(8);
  std::array<int, 3> compared = {};  // on the far way, the near one, in windows
  int with_new = 0, with_kept = 0;   // cells that are led to, and cells with a board kept
  struct Case {
    BigSize size;
    int scrambled;  // 0: a random board
    size_t width;
  };
  for (const Case& one : {Case{{6, 6}, 0, 0}, Case{{9, 4}, 0, 0}, Case{{17, 16}, 150, 0},
                          Case{{6, 6}, 60, 40}, Case{{17, 16}, 60, 40}}) {
    const BigBoard start = one.scrambled == 0 ? BigBoard::RandomSolvable(one.size, random)
                                              : Scrambled(one.size, one.scrambled, random);
    const uint64_t boards = kSanitized ? 3'000 : 30'000;
    SearchHome(start, 5'000, one.width, {.boards = boards}, &beam);
    const DisplacementBeam::Kept kept = beam.LastKept();
    struct Parent {
      BigBoard board;
      int last;
    };
    std::vector<Parent> parents = {{start, -1}};
    std::set<std::vector<uint16_t>> met = {HomesOf(start)};
    for (size_t move = 1; move < kept.boards.size(); ++move) {
      const Counted& counted = one.width != 0 ? window : move > kept.near ? near : far;
      struct Ranked {
        int64_t key;
        std::vector<uint16_t> homes;
      };
      struct Group {
        std::vector<Ranked> dropped;
        int64_t last_kept = INT64_MIN;
      };
      std::map<int, Group> groups;  // by cell of the blank, or one
      std::vector<Parent> next(kept.boards[move].size(), parents[0]);
      for (uint32_t parent = 0; parent < parents.size(); ++parent) {
        const Parent& of = parents[parent];
        for (uint32_t action = 0; action < 4; ++action) {
          BigBoard board = of.board;
          if (of.last == static_cast<int>(action ^ 1) || !board.Apply(static_cast<Action>(action)))
            continue;
          Group& group = groups[one.width != 0 ? 0 : board.blank()];
          const int64_t key = ValueOf(board, counted) + AroundBlank(board, counted);
          const auto boards = kept.boards[move];
          const auto at = std::find(boards.begin(), boards.end(), parent << 2 | action);
          if (at == boards.end()) {
            group.dropped.push_back({key, HomesOf(board)});
            continue;
          }
          group.last_kept = std::max(group.last_kept, key);
          met.insert(HomesOf(board));
          next[static_cast<size_t>(at - boards.begin())] = {board, static_cast<int>(action)};
        }
      }
      for (const auto& [cell, group] : groups) {
        const bool is_kept = group.last_kept != INT64_MIN;
        with_new += is_kept || std::any_of(group.dropped.begin(), group.dropped.end(),
                                           [&](const Ranked& dropped) {
                                             return !met.contains(dropped.homes);
                                           });
        with_kept += is_kept;
        for (const Ranked& dropped : group.dropped) {
          if (met.contains(dropped.homes)) continue;
          ++compared[&counted == &far ? 0 : &counted == &near ? 1 : 2];
          ASSERT_GE(dropped.key, group.last_kept) << ToString(one.size) << ", move " << move;
        }
      }
      parents = std::move(next);
    }
  }
  EXPECT_GT(*std::min_element(compared.begin(), compared.end()), kSanitized ? 200 : 3'000);
  EXPECT_GT(100 * with_kept, 95 * with_new);
}

TEST(DisplacementBeam, FindsWaysHomeFromNearAndFar) {
  uint64_t looked_at = 0;
  DisplacementBeam beam(BeamValues::Fitted(), &looked_at);
  Random random(1);
  int near = 0;
  int far = 0;
  // Solves sizes of all shapes with the same object, which keeps its memory.
  for (const BigSize size : {BigSize{3, 3}, BigSize{12, 2}, BigSize{5, 5}, BigSize{2, 9},
                             BigSize{6, 4}, BigSize{10, 10}, BigSize{3, 7}}) {
    for (int i = 0; i < 5; ++i) {
      for (const size_t width : {0, 200}) {
        BigBoard board = Scrambled(size, 40, random);
        const BeamEffort effort = {.boards = 100'000};
        const BeamWay way = SearchHome(board, 40, width, effort, &beam);
        EXPECT_EQ(SearchHome(board, 40, width, effort, &beam).letters, way.letters);
        EXPECT_LE(way.letters.size(), 40u);
        Play(way.letters, &board);
        EXPECT_EQ(board.IsSolved(), way.is_whole);
        (width == 0 ? far : near) += way.is_whole;
      }
    }
  }
  EXPECT_GE(near, 30);
  EXPECT_GE(far, 30);
}

TEST(DisplacementBeam, BringsAnyBoardNearHome) {
  uint64_t looked_at = 0;
  DisplacementBeam beam(BeamValues::Fitted(), &looked_at);
  Random random(2);
  for (const BigSize size : {BigSize{6, 6}, BigSize{8, 5}, BigSize{10, 10}}) {
    BigBoard board = BigBoard::RandomSolvable(size, random);
    const int64_t distance = board.ManhattanDistance();
    const BeamWay way = SearchHome(board, 5000, 0, {.boards = 200'000}, &beam);
    Play(way.letters, &board);
    EXPECT_LT(board.ManhattanDistance() * 4, distance);
  }
}

// A number looked up in a wrong place makes no path wrong, only longer. It takes many boards to
// show here.
TEST(DisplacementBeam, WaysAreAsShortAsTheNumbersMakeThem) {
  uint64_t looked_at = 0;
  DisplacementBeam beam(BeamValues::Fitted(), &looked_at);
  Random random(4);
  size_t moves = 0, whole = 0;
  constexpr size_t kBoards = 8;
  for (size_t i = 0; i < kBoards; ++i) {
    const BigBoard board = BigBoard::RandomSolvable({10, 10}, random);
    const BeamWay way = SearchHome(board, 2'000, 0, {.boards = 1'000'000}, &beam);
    if (!way.is_whole) continue;  // two pairs of tiles, far apart, have changed places
    ++whole;
    moves += way.letters.size();
  }
  EXPECT_GE(whole, kBoards - 1);
  EXPECT_LT(moves, whole * 950);
}

TEST(DisplacementBeam, HasNoWayFromHomeOrOfTooFewMoves) {
  uint64_t looked_at = 0;
  DisplacementBeam beam(BeamValues::Fitted(), &looked_at);
  const BeamWay none = SearchHome(BigBoard::Solved({4, 4}), 10, 5, {}, &beam);
  EXPECT_TRUE(none.is_whole);
  EXPECT_EQ(none.letters, "");
  BigBoard board = BigBoard::Solved({4, 4});
  Play("DRDRURDD", &board);
  EXPECT_FALSE(SearchHome(board, 6, 100, {}, &beam).is_whole);
  EXPECT_TRUE(SearchHome(board, 8, 100, {}, &beam).is_whole);
}

TEST(Shorten, TakesOutWhatComesBackToTheSameBoard) {
  uint64_t looked_at = 0;
  DisplacementBeam beam(BeamValues::Fitted(), &looked_at);
  // Three tiles go round three times.
  std::string letters = "DRULDRULDRULDR";
  Shorten({5, 5}, 24, {.boards = 10'000}, &beam, &letters);
  EXPECT_EQ(letters, "DR");
}

TEST(Shorten, MoreEffortMakesTheSameSolutionNoLonger) {
  uint64_t looked_at = 0;
  DisplacementBeam beam(BeamValues::Fitted(), &looked_at);
  Random random(3);
  for (const BigSize size : {BigSize{4, 4}, BigSize{9, 7}, BigSize{30, 2}}) {
    // A random walk is a path between its ends.
    const BigBoard board = BigBoard::RandomSolvable(size, random);
    std::string walk;
    BigBoard end = board;
    while (walk.size() < 300) {
      const uint64_t action = random.Below(4);
      if (end.Apply(static_cast<Action>(action))) walk += "LRUD"[action];
    }
    size_t shortest = walk.size();
    for (const uint64_t boards : {0, 1000, 30'000, 300'000}) {
      std::string letters = walk;
      Shorten(size, board.blank(), {.boards = boards == 0 ? 1 : boards}, &beam, &letters);
      EXPECT_LE(letters.size(), shortest);
      shortest = letters.size();
      BigBoard replayed = board;
      Play(letters, &replayed);
      EXPECT_EQ(replayed.ToText(), end.ToText());
    }
    EXPECT_LT(shortest * 2, walk.size());
  }
}

}  // namespace
}  // namespace tilebase
