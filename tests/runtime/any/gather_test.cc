// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/gather.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/any/band_paths.h"
#include "tables/board_text.h"
#include "tables/system/instructions.h"

namespace tilebase {
namespace {

// Gathers a copy; expects that the letters lead from the board to it. Returns the number of moves.
uint64_t GatherAndReplay(const BigBoard& board, double near, uint64_t most, BigBoard* gathered) {
  *gathered = board;
  BigBoard replayed = board;
  const auto replay = [&](std::string_view letters) {
    for (const char letter : letters) EXPECT_TRUE(replayed.Apply(*ActionOf(letter)));
    return true;
  };
  LetterStream stream(replay);
  Gather(gathered, near, most, &stream);
  stream.Flush();
  EXPECT_EQ(replayed.ToText(), gathered->ToText());
  EXPECT_LE(stream.count(), most);
  return stream.count();
}

TEST(Gather, BringsTilesNearOnBoardsOfAllShapes) {
  Random random(1);
  for (const BigSize size : {BigSize{20, 20}, BigSize{50, 50}, BigSize{30, 20}, BigSize{20, 40}}) {
    const BigBoard board = BigBoard::RandomSolvable(size, random);
    BigBoard gathered = board;
    const uint64_t moves = GatherAndReplay(board, 2.4, UINT64_MAX, &gathered);
    const int64_t nearer = board.ManhattanDistance() - gathered.ManhattanDistance();
    EXPECT_LT(gathered.ManhattanDistance(), 3 * size.cells()) << ToString(size);
    EXPECT_LT(static_cast<double>(moves), 1.9 * static_cast<double>(nearer)) << ToString(size);
  }
}

TEST(Gather, OfAPartlySolvedBoardTheRestIsGathered) {
  Random random(6);
  constexpr int kLeft = 3, kTop = 5;
  const BigSize size{30, 20};
  // The blank wanders in the rest.
  BigBoard board = BigBoard::Solved(size);
  for (int i = 0; i < 300'000; ++i) {
    const auto action = static_cast<Action>(random.Below(kActions));
    if (!board.Apply(action)) continue;
    if (board.blank() % size.width < kLeft || board.blank() / size.width < kTop)
      board.Apply(Opposite(action));
  }
  std::string letters;
  const auto receive = [&](std::string_view some) {
    letters += some;
    return true;
  };
  LetterStream stream(receive);
  Gathering gathering(board, 0, UINT64_MAX, kLeft, kTop);
  while (gathering.Next(&stream)) {
  }
  stream.Flush();
  BigBoard gathered = board;
  gathering.Arrange(&gathered);
  BigBoard replayed = board;
  for (const char letter : letters) {
    ASSERT_TRUE(replayed.Apply(*ActionOf(letter)));
    ASSERT_GE(replayed.blank() % size.width, kLeft);
    ASSERT_GE(replayed.blank() / size.width, kTop);
  }
  EXPECT_EQ(replayed.ToText(), gathered.ToText());
  EXPECT_LT(gathered.ManhattanDistance(), board.ManhattanDistance() / 2);
}

TEST(Gather, KeepsToTheMovesItMayTakeAndLeavesWhatIsNear) {
  Random random(2);
  for (int width = 2; width <= 12; ++width) {
    for (int height = 2; height <= 12; ++height) {
      const BigBoard board = BigBoard::RandomSolvable({width, height}, random);
      BigBoard gathered = board;
      for (const uint64_t most : {0u, 1u, 20u, 200u}) GatherAndReplay(board, 0, most, &gathered);
      EXPECT_EQ(GatherAndReplay(board, width + height, UINT64_MAX, &gathered), 0u);
      EXPECT_EQ(GatherAndReplay(BigBoard::Solved({width, height}), 0, UINT64_MAX, &gathered), 0u);
    }
  }
}

// Returns how much nearer home the tile on a cell comes, in squared distances, when it goes to
// another cell.
int64_t Nearer(const BigBoard& board, int from, int to) {
  const int width = board.size().width;
  const int home = board.Home(board.tile(from));
  const auto square = [&](int cell) {
    const int64_t columns = cell % width - home % width, rows = cell / width - home / width;
    return columns * columns + rows * rows;
  };
  return square(from) - square(to);
}

// Computes the cost of a move as gather.h defines it.
int64_t MoveCost(const BigBoard& board) {
  const int width = board.size().width;
  double distance = 0, steps = 0;
  for (int cell = 0; cell < board.size().cells(); ++cell) {
    if (cell == board.blank()) continue;
    const int home = board.Home(board.tile(cell));
    for (const int along : {cell % width - home % width, cell / width - home / width}) {
      distance += std::abs(along);
      steps += along != 0;
    }
  }
  return std::max<int64_t>(
      1, static_cast<int64_t>(kGatherMoveCost * (2 * distance - steps) / steps + 0.5));
}

// Computes the value of the best path from the blank to the first or last row, through the columns
// [first, end), by sums over whole numbers. In a row the path goes to one side at most.
int64_t WorthOfBestPath(const BigBoard& board, int first, int end) {
  const int width = board.size().width, height = board.size().height;
  const int64_t cost = MoveCost(board);
  int row = board.blank() / width;
  const int step = 2 * row < height ? 1 : -1;
  constexpr int64_t kNone = INT64_MIN / 2;
  std::vector<int64_t> into(static_cast<size_t>(width), kNone), out;
  into[static_cast<size_t>(board.blank() % width)] = 0;
  for (;; row += step) {
    out = into;
    for (int from = first; from < end; ++from)
      for (const int side : {1, -1}) {
        int64_t worth = into[static_cast<size_t>(from)];
        for (int column = from + side; column >= first && column < end; column += side) {
          const int cell = row * width + column;
          worth += Nearer(board, cell, cell - side) - cost;
          out[static_cast<size_t>(column)] = std::max(out[static_cast<size_t>(column)], worth);
        }
      }
    if (row + step < 0 || row + step == height) break;
    for (int column = first; column < end; ++column) {
      const int cell = (row + step) * width + column;
      into[static_cast<size_t>(column)] =
          out[static_cast<size_t>(column)] + Nearer(board, cell, cell - step * width) - cost;
    }
  }
  return *std::max_element(out.begin() + first, out.begin() + end);
}

TEST(Gather, TheFirstSweepIsTheBestPath) {
  constexpr int kWide = 4 + 14;  // columns of a band, and those on one side of it
  Random random(5);
  int far = 0;
  for (const BigSize size : {BigSize{3, 4}, BigSize{3, 7}, BigSize{5, 5}, BigSize{6, 4},
                             BigSize{9, 14}, BigSize{30, 11}, BigSize{103, 30}})
    for (int i = 0; i < 20; ++i) {
      const BigBoard board = BigBoard::RandomSolvable(size, random);
      if (board.IsSolved()) continue;
      const int column = board.blank() % size.width;
      far += column >= kWide;
      std::string letters;
      const auto receive = [&](std::string_view some) {
        letters += some;
        return true;
      };
      LetterStream stream(receive);
      Gathering gathering(board, 0, UINT64_MAX);
      ASSERT_TRUE(gathering.Next(&stream));
      stream.Flush();
      BigBoard moved = board;
      int64_t worth = 0;
      for (const char letter : letters) {
        const BigBoard before = moved;
        ASSERT_TRUE(moved.Apply(*ActionOf(letter)));
        worth += Nearer(before, moved.blank(), before.blank()) - MoveCost(board);
      }
      // Then the columns up to the blank.
      EXPECT_EQ(worth, WorthOfBestPath(board, 0, std::min(size.width, std::max(kWide, column + 1))))
          << board.ToText();
    }
  EXPECT_GT(far, 20);
}

TEST(Gather, EndsWithTheSweepInWhichTheReceiverWantsNoMore) {
  Random random(3);
  BigBoard board = BigBoard::RandomSolvable({100, 100}, random);
  const auto refuse = [](std::string_view) { return false; };
  LetterStream stream(refuse);
  Gather(&board, 0, UINT64_MAX, &stream);
  EXPECT_LT(stream.count(), 10'000u);  // a sweep has a few hundred moves, the buffer 4,096
}

// Returns the best path to a cell of the last row, backwards.
std::string WayTo(size_t cell, size_t rows, BandChoices order,
                  const std::vector<uint8_t>& choices) {
  std::string way;
  size_t place = order.PlaceOf(cell);
  for (size_t row = rows; row-- > 0;) {
    const uint8_t* const of_row = &choices[row * order.row()];
    if (of_row[place] & kRightward)
      for (; of_row[place] & kFromPrevious; place = order.Before(place)) way += '>';
    else
      for (; of_row[place] & kFromNext; place = order.After(place)) way += '<';
    way += 'v';
  }
  return way;
}

TEST(BandPaths, EveryInstructionSetFindsTheSame) {
  std::vector<FindBandPaths> kinds = {BaselineBandPaths()};
  if (HasAvx2()) kinds.push_back(Avx2BandPaths());
  std::erase(kinds, nullptr);
  constexpr size_t kMostWidth = 100, kRows = 7, kSide = 110;
  Random random(5);
  std::vector<uint32_t> homes(kRows * kSide + kBandMargin);
  for (int tries = 0; tries < 2'000; ++tries) {
    for (uint32_t& home : homes)
      home = static_cast<uint32_t>(2 * random.Below(kSide) | 2 * random.Below(kSide) << 16);
    const size_t width = 1 + random.Below(kMostWidth);
    const bool is_descending = random.Below(2) == 1;
    const auto start = static_cast<size_t>(random.Below(width));
    const auto cost = static_cast<int32_t>(random.Below(10));
    struct Found {
      std::vector<int32_t> best;
      std::vector<uint8_t> choices;
      BandChoices order;
    } baseline;
    for (const FindBandPaths find : kinds) {
      Found of;
      of.best.assign(kMostWidth + kBandMargin, kUnreached);
      of.best[start] = 0;
      of.choices.resize((width + kBandMargin) * kRows);
      std::vector<int32_t> scratch(BandScratch(width));
      of.order = find({.homes = homes.data() + (is_descending ? (kRows - 1) * kSide : 0),
                       .row_step = is_descending ? -ptrdiff_t{kSide} : ptrdiff_t{kSide},
                       .swapped = tries % 2 == 1,
                       .width = width,
                       .rows = kRows,
                       .first = 3,
                       .first_row = is_descending ? int{kRows} - 1 : 0,
                       .step = is_descending ? -1 : 1,
                       .cost = cost,
                       .best = of.best.data(),
                       .scratch = scratch.data(),
                       .choices = of.choices.data()});
      of.best.resize(width);
      if (baseline.best.empty()) baseline = of;
      ASSERT_EQ(baseline.best, of.best) << width;
      for (size_t cell = 0; cell < width; ++cell)
        ASSERT_EQ(WayTo(cell, kRows, baseline.order, baseline.choices),
                  WayTo(cell, kRows, of.order, of.choices));
    }
  }
}

}  // namespace
}  // namespace tilebase
