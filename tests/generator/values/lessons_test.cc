// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/values/lessons.h"

#include <gtest/gtest.h>

#include <vector>

#include "tables/pair_values.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

TEST(LessonsTest, TeachTheMovesThatAreLeftAndMoreThanValuesThatAreTooLow) {
  const Geometry geometry{3, 3};
  const PairValues distances(geometry, std::vector<uint8_t>(PairEntryCount(geometry), kValueZero));
  const ExactChanges changes(distances);
  PlainBeam search(changes, false), beam(changes, false);
  Random random(4);
  std::vector<Action> solution;
  int above = 0, below = 0;
  for (int i = 0; i < 50; ++i) {
    const Board start = RandomSolvableBoard(geometry, random);
    if (!search.Solve(start, 100000, 100, &solution) || solution.size() < 3) continue;
    std::vector<Lesson> lessons;
    Teach(&beam, start, solution, 20, Random(5), &lessons);
    ASSERT_FALSE(lessons.empty());
    for (const Lesson& lesson : lessons) {
      Board board;
      board.geometry = geometry;
      for (int tile = 0; tile < geometry.cells(); ++tile)
        board.tile[lesson.cell[tile]] = static_cast<uint8_t>(tile);
      board.blank = lesson.cell[0];
      ASSERT_TRUE(board.IsSolvable());
      if (lesson.of_solution) {
        // On 3x3 a beam of 100,000 boards finds a shortest solution.
        std::vector<Action> rest;
        if (search.Solve(board, 100000, 100, &rest)) {
          EXPECT_EQ(lesson.moves, kValueOne * static_cast<int>(rest.size()));
        }
      } else {
        // Distances never overestimate, and each move changes them by one, so backed-up values
        // never fall below them.
        const int distance = distances.Value(board.tile);
        above += lesson.moves > distance;
        below += lesson.moves < distance;
      }
    }
  }
  EXPECT_GT(above, 100);
  EXPECT_EQ(below, 0);
}

}  // namespace
}  // namespace tilebase
