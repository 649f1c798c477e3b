// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "tools/study/classic/registry.h"

namespace tilebase::classic {
namespace {

// A cell of the rest of the board, relative to the line that is being solved: u along the line, v
// away from it.
struct Place {
  int u = 0;
  int v = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

// The steps of the blank: right, left, down, up.
constexpr int kStepU[4] = {1, -1, 0, 0};
constexpr int kStepV[4] = {0, 0, 1, -1};
Place Next(Place place, int direction) {
  return {place.u + kStepU[direction], place.v + kStepV[direction]};
}
int Distance(Place a, Place b) { return std::abs(a.u - b.u) + std::abs(a.v - b.v); }

class Constructor {
 public:
  Constructor(Construction construction, BigBoard* board, LetterStream* stream)
      : construction_(construction), board_(*board), stream_(*stream), size_(board->size()) {
    seen_.assign(static_cast<size_t>(size_.cells()), 0);
    before_.assign(seen_.size(), 0);
  }

  void Solve() {
    while (size_.width - left_ > 2 || size_.height - top_ > 2) {
      is_column_ = NextIsColumn();
      width_ = is_column_ ? size_.height - top_ : size_.width - left_;
      height_ = is_column_ ? size_.width - left_ : size_.height - top_;
      SolveLine();
      ++(is_column_ ? left_ : top_);
    }
    is_column_ = false;
    width_ = height_ = 2;
    SolveLastFour();
  }

 private:
  bool NextIsColumn() const {
    const int width = size_.width - left_;
    const int height = size_.height - top_;
    if (construction_ == Construction::kRows) return height <= 2;
    return width > height;
  }

  int Cell(Place place) const {
    return is_column_ ? (top_ + place.u) * size_.width + left_ + place.v
                      : (top_ + place.v) * size_.width + left_ + place.u;
  }
  Place PlaceOf(int tile) const {
    const int cell = board_.CellOf(tile);
    const int column = cell % size_.width - left_;
    const int row = cell / size_.width - top_;
    return is_column_ ? Place{row, column} : Place{column, row};
  }
  Place Blank() const { return PlaceOf(0); }
  int TileOf(Place home) const { return Cell(home) + 1; }
  // Returns whether a cell is free: not one of the first `done_` cells of the line, which are
  // solved.
  bool IsFree(Place place) const {
    return place.u >= 0 && place.u < width_ && place.v >= 0 && place.v < height_ &&
           (place.v > 0 || place.u >= done_);
  }

  void Step(int direction) {
    const char* const letters = is_column_ ? "UDLR" : "LRUD";  // tiles slide against the blank
    board_.SlideFrom(Cell(Next(Blank(), direction)));
    stream_.PutAsIs(letters[direction]);
  }

  // Moves the blank down, along, up, so that it does not meet the solved part of the line. If the
  // tile that it must not move is in its way, the blank takes a shortest path round it.
  void GoTo(Place target, Place avoid) {
    for (Place blank = Blank(); blank != target; blank = Blank()) {
      const int direction = target.v > blank.v   ? 2
                            : target.u > blank.u ? 0
                            : target.u < blank.u ? 1
                                                 : 3;
      if (Next(blank, direction) == avoid) return GoRound(target, avoid);
      Step(direction);
    }
  }

  void GoRound(Place target, Place avoid) {
    // Searches from the target, so that the path can be read forward.
    const Place start = Blank();
    ++search_;
    queue_.assign(1, target);
    seen_[static_cast<size_t>(Cell(target))] = search_;
    for (size_t i = 0; i < queue_.size() && queue_[i] != start; ++i) {
      for (int direction = 0; direction < 4; ++direction) {
        const Place next = Next(queue_[i], direction);
        if (!IsFree(next) || next == avoid) continue;
        const auto cell = static_cast<size_t>(Cell(next));
        if (std::exchange(seen_[cell], search_) == search_) continue;
        before_[cell] = direction ^ 1;
        queue_.push_back(next);
      }
    }
    while (Blank() != target) Step(before_[static_cast<size_t>(Cell(Blank()))]);
  }

  // Brings the tile to a cell of the line or next to it.
  void Carry(int tile, Place target) {
    int last = -1;
    for (Place at = PlaceOf(tile); at != target; at = PlaceOf(tile)) {
      const int along = at.u < target.u ? 0 : 1;
      constexpr int kUp = 3;
      int direction = along;
      if (at.u == target.u) {
        direction = kUp;
      } else if (at.v > target.v && IsFree(Next(at, kUp)) &&
                 construction_ == Construction::kGreedy) {
        // Alternates between the two directions; begins with the one that is nearer to the blank.
        const bool up_is_nearer =
            Distance(Blank(), Next(at, kUp)) < Distance(Blank(), Next(at, along));
        if (last == -1 ? up_is_nearer : last == along) direction = kUp;
      }
      GoTo(Next(at, direction), at);
      Step(direction ^ 1);
      last = direction;
    }
  }

  void SolveLine() {
    for (done_ = 0; done_ < width_ - 1; ++done_) Carry(TileOf({done_, 0}), {done_, 0});
    const int last = TileOf({width_ - 1, 0});
    if (PlaceOf(last) != Place{width_ - 1, 0}) {
      // The last tile goes below its home; then both are turned in.
      Carry(last, {width_ - 1, 1});
      if (!IsInEnd(Blank())) GoTo({width_ - 1, 2}, {width_ - 1, 1});
      done_ = width_ - 2;
      TurnIn(TileOf({width_ - 2, 0}), last);
    }
    done_ = 0;
  }

  // The end: the last two columns of the line and of the two lines below it, with 120 placements of
  // the blank and the two tiles.
  static constexpr int kEnd = 6;
  bool IsInEnd(Place place) const { return place.u >= width_ - 2 && place.v < 3; }
  int EndCell(Place place) const { return place.v * 2 + place.u - (width_ - 2); }

  void TurnIn(int first, int second) {
    struct State {
      int blank, first, second;
      int direction, before;
    };
    const auto code = [](const State& s) {
      return static_cast<size_t>((s.blank * kEnd + s.first) * kEnd + s.second);
    };
    std::vector<State> states = {
        {EndCell(Blank()), EndCell(PlaceOf(first)), EndCell(PlaceOf(second)), -1, -1}};
    std::vector<bool> met(kEnd * kEnd * kEnd);
    met[code(states[0])] = true;
    size_t i = 0;
    for (; states[i].first != 0 || states[i].second != 1; ++i) {
      for (int direction = 0; direction < 4; ++direction) {
        const State from = states[i];
        const Place to = Next({from.blank % 2, from.blank / 2}, direction);
        if (to.u < 0 || to.u > 1 || to.v < 0 || to.v > 2) continue;
        const int cell = to.v * 2 + to.u;
        const State next = {cell, from.first == cell ? from.blank : from.first,
                            from.second == cell ? from.blank : from.second, direction,
                            static_cast<int>(i)};
        if (met[code(next)]) continue;
        met[code(next)] = true;
        states.push_back(next);
      }
    }
    std::vector<int> way;
    for (int at = static_cast<int>(i); at > 0; at = states[static_cast<size_t>(at)].before)
      way.push_back(states[static_cast<size_t>(at)].direction);
    for (auto direction = way.rbegin(); direction != way.rend(); ++direction) Step(*direction);
  }

  // Rotates the last four cells, in the shorter direction.
  void SolveLastFour() {
    // Clockwise and back, by the blank's v and u.
    constexpr int kRound[2][2][2] = {{{0, 2}, {3, 1}}, {{2, 1}, {0, 3}}};
    constexpr int kAll = 12;  // moves after which everything is as before
    BigBoard tried = board_;
    int moves = 0;
    for (; !tried.IsSolved(); ++moves) {
      const int u = tried.blank() % size_.width - left_;
      const int v = tried.blank() / size_.width - top_;
      tried.SlideFrom(Cell(Next({u, v}, kRound[0][v][u])));
    }
    const int back = moves > kAll / 2 ? 1 : 0;
    while (!board_.IsSolved()) Step(kRound[back][Blank().v][Blank().u]);
  }

  const Construction construction_;
  BigBoard& board_;
  LetterStream& stream_;
  const BigSize size_;
  int left_ = 0;  // columns and rows that are solved
  int top_ = 0;
  // The current line.
  bool is_column_ = false;
  int width_ = 0;
  int height_ = 0;
  int done_ = 0;
  // Scratch memory of GoRound.
  int search_ = 0;
  std::vector<int> seen_;    // by cell: the search that met it
  std::vector<int> before_;  // and the direction to the target
  std::vector<Place> queue_;
};

}  // namespace

void SolveConstructively(Construction construction, BigBoard* board, LetterStream* stream) {
  Constructor(construction, board, stream).Solve();
  stream->Flush();
}

}  // namespace tilebase::classic
