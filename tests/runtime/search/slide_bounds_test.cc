// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/slide_bounds.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tables/random_board.h"

namespace tilebase {
namespace {

// A board as a word: the kind of the tile on each cell, '_' for the blank.
using Word = std::string;

// Returns the words after all slides along an axis, and the word itself.
std::vector<Word> Lane(Geometry geometry, const Word& word, int axis) {
  const int blank = static_cast<int>(word.find('_'));
  std::vector<Word> lane;
  for (int to = 0; to < geometry.cells(); ++to) {
    if (axis == 0 ? geometry.Row(to) != geometry.Row(blank)
                  : geometry.Column(to) != geometry.Column(blank))
      continue;
    const int step = (to < blank ? -1 : 1) * (axis == 0 ? 1 : geometry.width);
    Word after = word;
    for (int cell = blank; cell != to; cell += step)
      std::swap(after[static_cast<size_t>(cell)], after[static_cast<size_t>(cell + step)]);
    lane.push_back(after);
  }
  return lane;
}

// Returns the value of the lanes of every word, by word and axis: a plain breadth-first search.
std::map<std::pair<Word, int>, int> Values(Geometry geometry, const Word& home) {
  std::map<std::pair<Word, int>, int> values;
  std::vector<std::pair<Word, int>> queue;
  for (int axis = 0; axis < 2; ++axis)
    for (const Word& word : Lane(geometry, home, axis)) {
      values[{word, axis}] = 1;
      queue.push_back({word, axis});
    }
  for (size_t i = 0; i < queue.size(); ++i) {
    const auto [word, axis] = queue[i];
    for (const Word& after : Lane(geometry, word, 1 - axis))
      if (values.emplace(std::pair(after, 1 - axis), values[queue[i]] + 1).second)
        queue.push_back({after, 1 - axis});
  }
  return values;
}

// Returns the board's word: a tile's kind is the line of its home, or on wide boards the number
// that `kind` has for that line.
Word WordOf(const Board& board, int view, const std::string& kind) {
  Word word;
  for (int cell = 0; cell < board.geometry.cells(); ++cell) {
    const int home = board.tile[cell] - 1;
    word += home < 0 ? '_'
                     : kind[static_cast<size_t>(view == 0 ? board.geometry.Row(home)
                                                          : board.geometry.Column(home))];
  }
  return word;
}

// Takes the blank to a place on its line.
void SlideTo(int axis, int to, Board* board) {
  const Geometry geometry = board->geometry;
  const int cell = axis == 0 ? geometry.Row(board->blank) * geometry.width + to
                             : to * geometry.width + geometry.Column(board->blank);
  while (board->blank != cell)
    board->Apply(axis == 0 ? (board->blank < cell ? Action::kLeft : Action::kRight)
                           : (board->blank < cell ? Action::kUp : Action::kDown));
}

TEST(SlideBoundsTest, AreThoseOfAPlainSearchOfBoardsWithEqualTiles) {
  struct Case {
    Geometry geometry;
    std::string rows, columns;
  };
  for (const Case& of : {Case{{3, 2}, "ab", "abc"}, Case{{2, 3}, "abc", "ab"},
                         Case{{3, 3}, "abc", "abc"}, Case{{5, 2}, "ab", "aabcd"}}) {
    const auto made = SlideBounds::Create(of.geometry, 2, [] { return false; });
    const SlideBounds& bounds = *made;
    ASSERT_EQ(bounds.views(), 2);
    for (int view = 0; view < 2; ++view) {
      const std::string& kind = view == 0 ? of.rows : of.columns;
      const auto values = Values(of.geometry, WordOf(Board::Solved(of.geometry), view, kind));
      Random random(1);
      for (int i = 0; i < 1000; ++i) {
        const Board board = RandomSolvableBoard(of.geometry, random);
        for (int axis = 0; axis < 2; ++axis)
          ASSERT_EQ(bounds.ValueOf(bounds.PlaceOf(board), axis, view),
                    values.at({WordOf(board, view, kind), axis}));
      }
    }
  }
}

TEST(SlideBoundsTest, HaveTwoKindsOnLargeBoards) {
  const Geometry geometry = {5, 4};
  EXPECT_GT(SlideBounds::TableBytes(geometry), 0u);
  EXPECT_LT(SlideBounds::TableBytes(geometry), 1u << 20);
  const auto made = SlideBounds::Create(geometry, 2, [] { return false; });
  const SlideBounds& bounds = *made;
  ASSERT_EQ(bounds.views(), 2);
  // A walk home is no shorter than the bounds say.
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    Board board = Board::Solved(geometry);
    int slides = 0;
    for (int last = 0; slides < 60; ++slides) {
      for (int view = 0; view < 2 && slides > 0; ++view)
        ASSERT_LE(bounds.ValueOf(bounds.PlaceOf(board), last, view), slides);
      last = (slides + i) % 2;
      const int to = static_cast<int>(
          random.Below(static_cast<uint32_t>(last == 0 ? geometry.width : geometry.height)));
      SlideTo(last, to, &board);
    }
  }
  EXPECT_EQ(SlideBounds::TableBytes({8, 8}), 0u);
  EXPECT_EQ(SlideBounds::Create({8, 8}, 1, [] { return false; })->views(), 0);
}

TEST(SlideBoundsTest, AreNotMadeOnceTheyAreStopped) {
  EXPECT_EQ(SlideBounds::Create({4, 4}, 2, [] { return true; }), nullptr);
}

TEST(SlideBoundsTest, FollowABoardFromSlideToSlide) {
  for (const Geometry geometry : {Geometry{4, 3}, Geometry{3, 3}, Geometry{5, 4}}) {
    const auto made = SlideBounds::Create(geometry, 2, [] { return false; });
    const SlideBounds& bounds = *made;
    Random random(1);
    Board board = RandomSolvableBoard(geometry, random);
    SlideBounds::Place place = bounds.PlaceOf(board);
    for (int i = 0; i < 1000; ++i) {
      const int axis = i % 2, crossing = 1 - axis;
      const int to = static_cast<int>(random.Below(static_cast<uint32_t>(bounds.lines(crossing))));
      for (int view = 0; view < bounds.views(); ++view) {
        uint64_t order[kMaxSide];
        bounds.Slide(place, axis, view, order);
        place.order[crossing][view] = order[to];
      }
      place.line[crossing] = static_cast<uint8_t>(to);
      SlideTo(axis, to, &board);
      const SlideBounds::Place expected = bounds.PlaceOf(board);
      for (int a = 0; a < 2; ++a) {
        ASSERT_EQ(place.line[a], expected.line[a]);
        for (int view = 0; view < bounds.views(); ++view)
          ASSERT_EQ(place.order[a][view], expected.order[a][view]);
      }
    }
  }
}

TEST(KindSequencesTest, NumberEverySequenceOnce) {
  for (const auto& [bits, counts] :
       {std::pair{2, std::vector<int>{2, 1, 3, 1}}, {2, {3, 4}}, {1, {5, 4}}}) {
    const KindSequences sequences(bits, counts);
    uint64_t number = 0;
    for (const KindSequences::First& first : sequences.firsts())
      for (size_t second = 0; second < first.seconds->size(); ++second, ++number) {
        const uint64_t sequence = sequences.SequenceOf(first, second);
        ASSERT_EQ(sequences.NumberOf(sequence), number);
        std::vector<int> found(counts.size());
        int tiles = 0;
        for (const int count : counts) tiles += count;
        for (int i = 0; i < tiles; ++i) ++found.at(sequence >> (bits * i) & ((1u << bits) - 1));
        ASSERT_EQ(found, counts);
      }
    EXPECT_EQ(number, sequences.size());
  }
  EXPECT_EQ(KindSequences(2, {2, 1, 3, 1}).size(), 420u);  // 7! / (2! 3!)
  EXPECT_EQ(KindSequences(1, {5, 4}).size(), 126u);        // 9! / (5! 4!)
}

}  // namespace
}  // namespace tilebase
