// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/slide_lanes.h"

#include <gtest/gtest.h>

#include <vector>

#include "tables/random_board.h"

namespace tilebase {
namespace {

// The boards that one slide along an axis leads between, by the blank's place on its line.
std::vector<Board> BoardsOfLine(Board board, int axis) {
  const Action back = axis == 0 ? Action::kRight : Action::kDown;
  while (board.CanApply(back)) board.Apply(back);  // the blank to the line's first cell
  std::vector<Board> boards = {board};
  while (board.CanApply(Opposite(back))) {
    board.Apply(Opposite(back));
    boards.push_back(board);
  }
  return boards;
}

// 4x4 has views that no smaller board has.
TEST(SlideLanesTest, SlidesLeadToTheLanesOfTheBoards) {
  for (const Geometry geometry : {Geometry{4, 4}, {3, 3}, {4, 3}, {3, 5}, {8, 2}, {2, 2}}) {
    const SlideLanes lanes(geometry);
    const bool has_four_views = geometry == Geometry{4, 4};
    ASSERT_EQ(lanes.views(), has_four_views ? 4 : 2);
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
      const Board board = RandomSolvableBoard(geometry, random);
      const SlideLanes::Place place = lanes.PlaceOf(board);
      for (int axis = 0; axis < SlideLanes::kAxes; ++axis) {
        const int across = 1 - axis, line = place.line[axis];
        const std::vector<Board> boards = BoardsOfLine(board, axis);
        ASSERT_EQ(boards.size(), static_cast<size_t>(lanes.lines(across)));
        for (int view = 0; view < lanes.views(); ++view) {
          uint32_t order[kMaxSide];
          uint64_t crossing[kMaxSide];
          lanes.Slide(axis, line, place.line[across], place.order[across][view], order);
          lanes.Cross(axis, view, place.order[axis][view], line, crossing);
          for (int k = 0; k < lanes.lines(across); ++k) {
            const SlideLanes::Place next = lanes.PlaceOf(boards[static_cast<size_t>(k)]);
            ASSERT_EQ(next.order[axis][view], place.order[axis][view]);
            ASSERT_EQ(next.line[axis], line);
            ASSERT_EQ(next.line[across], k);
            ASSERT_EQ(next.order[across][view], order[k]);
            ASSERT_EQ(lanes.LaneOf(across, view, next.order[across][view], k), crossing[k]);
          }
        }
      }
    }
  }
}

TEST(SlideLanesTest, EveryLaneHasANumberOfItsOwn) {
  for (const Geometry geometry : {Geometry{4, 4}, {3, 3}, {4, 3}, {3, 5}, {2, 2}}) {
    const SlideLanes lanes(geometry);
    uint64_t entry = 0;
    for (int view = 0; view < lanes.views(); ++view) {
      if (lanes.IsReflection(view)) continue;
      const KindSequences& sequences = lanes.sequences(view);
      for (int axis = 0; axis < SlideLanes::kAxes; ++axis) {
        ASSERT_EQ(lanes.first_lane(axis, view), entry);
        for (const KindSequences::First& first : sequences.firsts())
          for (size_t second = 0; second < first.seconds->size(); ++second)
            for (int line = 0; line < lanes.lines(axis); ++line)
              ASSERT_EQ(lanes.LaneOf(axis, view, sequences.SequenceOf(first, second), line),
                        entry++);
      }
    }
    EXPECT_EQ(entry, LaneCount(geometry));
  }
  EXPECT_EQ(LaneCount({4, 4}), 201'801'600u);
  EXPECT_EQ(LaneCount({5, 4}), 0u);
}

// The example of docs/format.md, 2.4.
TEST(SlideLanesTest, TheSolvedBoardOf2x2IsInLane3) {
  const SlideLanes lanes({2, 2});
  const SlideLanes::Place& home = lanes.home();
  EXPECT_EQ(LaneCount({2, 2}), 12u);
  EXPECT_EQ(lanes.LaneOf(0, 0, home.order[0][0], home.line[0]), 3u);
}

}  // namespace
}  // namespace tilebase
