// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/gather.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace tilebase {
namespace {

// Gathers a copy; expects that the letters lead from the board to it. Returns the number of moves.
uint64_t GatherAndReplay(const BigBoard& board, double near, uint64_t most, BigBoard* gathered) {
  *gathered = board;
  BigBoard replayed = board;
  const auto replay = [&](std::string_view letters) {
    for (const char letter : letters)
      EXPECT_TRUE(replayed.Apply(static_cast<Action>(std::string_view("LRUD").find(letter))));
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

TEST(Gather, EveryStyleGathers) {
  Random random(4);
  for (const BigSize size : {BigSize{6, 6}, BigSize{9, 14}, BigSize{20, 20}}) {
    const BigBoard board = BigBoard::RandomSolvable(size, random);
    for (const double move_cost : {0.5, 0.9})
      for (const bool ascending : {true, false})
        for (const int first_axis : {0, 1}) {
          std::string letters;
          const auto receive = [&](std::string_view some) {
            letters += some;
            return true;
          };
          LetterStream stream(receive);
          Gathering gathering(board, 2.4, UINT64_MAX, {first_axis, ascending, move_cost});
          while (gathering.Next(&stream)) {
          }
          stream.Flush();
          BigBoard gathered = board;
          gathering.Arrange(&gathered);
          BigBoard replayed = board;
          for (const char letter : letters)
            ASSERT_TRUE(replayed.Apply(static_cast<Action>(std::string_view("LRUD").find(letter))));
          EXPECT_EQ(replayed.ToText(), gathered.ToText());
          EXPECT_LT(gathered.ManhattanDistance(), board.ManhattanDistance());
        }
  }
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

TEST(Gather, EndsWithTheSweepInWhichTheReceiverWantsNoMore) {
  Random random(3);
  BigBoard board = BigBoard::RandomSolvable({100, 100}, random);
  const auto refuse = [](std::string_view) { return false; };
  LetterStream stream(refuse);
  Gather(&board, 0, UINT64_MAX, &stream);
  EXPECT_LT(stream.count(), 10'000u);  // a sweep has a few hundred moves, the buffer 4,096
}

}  // namespace
}  // namespace tilebase
