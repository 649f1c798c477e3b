// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/gather.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace tilebase {
namespace {

// Tuned on 6x6 to 100x100.
constexpr int kBand = 4;            // plus this many on either side
constexpr int kOverlap = 14;        // and this many more on either side
constexpr double kLeastRate = 0.2;  // cells nearer home for each move, all bands together
// If tiles are this many times as far from home along one axis as along the other, sweeps along the
// other axis gain little: a move costs more than it gains. Long boards have most of their distances
// along their length.
constexpr double kMuchFarther = 4;

// Moves of a path.
constexpr uint8_t kRight = 2;
constexpr uint8_t kLeft = 3;

static_assert(2 * kMaxBigSide < 1 << 15);
uint32_t MakeHome(int column, int row) { return static_cast<uint32_t>(2 * column | 2 * row << 16); }
int HomeOn(int axis, uint32_t home) { return static_cast<int>(home >> (16 * axis + 1) & 0x7fff); }

// Transposes a board of `width` times `height` cells.
void Turn(const uint32_t* from, size_t width, size_t height, uint32_t* to) {
  constexpr size_t kTogether = 16;  // cells of a cache line
  for (size_t first = 0; first < width; first += kTogether)
    for (size_t y = 0; y < height; ++y)
      for (size_t x = first; x < std::min(first + kTogether, width); ++x)
        to[x * height + y] = from[y * width + x];
}

}  // namespace

Gathering::Gathering(const BigBoard& board, double near, uint64_t most_moves, int left, int top)
    : near_(near),
      most_moves_(most_moves),
      solved_{left, top},
      side_{board.size().width - left, board.size().height - top},
      at_{board.blank() % board.size().width - left, board.blank() / board.size().width - top},
      axis_(1),
      find_paths_(BandPaths()) {
  const int width = board.size().width;
  const auto cells = static_cast<size_t>(side_[0]) * static_cast<size_t>(side_[1]);
  homes_.reserve(cells + kBandMargin);
  for (int row = top; row < board.size().height; ++row)
    for (int column = left; column < width; ++column) {
      const int home = board.Home(board.tile(row * width + column));
      homes_.push_back(MakeHome(home % width - left, home / width - top));
    }
  homes_.resize(cells + kBandMargin);
  turned_.resize(cells + kBandMargin);
  Measure();
  distance_ = away_[0] + away_[1];
  over_ = distance_ <= near_ * static_cast<double>(cells);
  if (away_[0] > kMuchFarther * away_[1]) TurnTo(0);
}

// The board is changed only at the end: during a sweep a move changes only homes_, which the sweep
// has just read.
void Gathering::Arrange(BigBoard* board) const {
  const int across = side_[axis_ ^ 1];
  const int width = board->size().width;
  board->Rearrange([&](int cell) {
    const int column = cell % width - solved_[0], row = cell / width - solved_[1];
    if (column < 0 || row < 0) return board->tile(cell);
    const int place = axis_ == 1 ? row * across + column : column * across + row;
    const uint32_t home = homes_[static_cast<size_t>(place)];
    const int tile = (HomeOn(1, home) + solved_[1]) * width + HomeOn(0, home) + solved_[0] + 1;
    return tile == board->size().cells() ? 0 : tile;
  });
}

bool Gathering::Next(LetterStream* stream) {
  if (over_ || !stream->open()) return false;
  const int bands = (side_[axis_ ^ 1] + kBand - 1) / kBand;
  const int first = (ascending_ ? band_ : bands - 1 - band_) * kBand;
  if (!Sweep(first - kOverlap, first + kBand + kOverlap, stream)) {
    over_ = true;
    return false;
  }
  if (++band_ == bands) NextPass();
  return true;
}

void Gathering::TurnTo(int axis) {
  Turn(homes_.data(), static_cast<size_t>(side_[axis]), static_cast<size_t>(side_[axis ^ 1]),
       turned_.data());
  homes_.swap(turned_);
  axis_ = axis;
}

void Gathering::NextPass() {
  band_ = 0;
  Measure();
  if (away_[axis_] <= kMuchFarther * away_[axis_ ^ 1]) TurnTo(axis_ ^ 1);
  if (++passes_ % 2 != 0) return;
  const double after = away_[0] + away_[1];
  over_ = after <= near_ * static_cast<double>(side_[0]) * static_cast<double>(side_[1]) ||
          distance_ - after < kLeastRate * static_cast<double>(made_ - made_before_);
  distance_ = after;
  made_before_ = made_;
  ascending_ = !ascending_;
}

void Gathering::Measure() {
  const int cross = axis_ ^ 1;
  int64_t away[] = {0, 0};
  int64_t steps = 0;
  const auto count = [&](int main, int i, uint32_t home, int times) {
    const int along = std::abs(main - HomeOn(axis_, home));
    const int across = std::abs(i - HomeOn(cross, home));
    away[axis_] += times * along;
    away[cross] += times * across;
    steps += times * ((along > 0) + (across > 0));
  };
  const uint32_t* home = homes_.data();
  for (int main = 0; main < side_[axis_]; ++main)
    for (int i = 0; i < side_[cross]; ++i, ++home) count(main, i, *home, 1);
  count(at_[axis_], at_[cross], homes_[static_cast<size_t>(at_[axis_] * side_[cross] + at_[cross])],
        -1);  // the blank
  for (const int axis : {0, 1}) away_[axis] = static_cast<double>(away[axis]);
  // A step nearer home gains 2d - 1 at a distance of d.
  const double usual = steps == 0 ? 0 : 2 * (away_[0] + away_[1]) / static_cast<double>(steps) - 1;
  move_cost_ = std::max(1, static_cast<int>(std::lround(kGatherMoveCost * usual)));
}

BandChoices Gathering::FindPaths(const Band& band) {
  const int cross = axis_ ^ 1;
  const auto width = static_cast<size_t>(band.end - band.first);
  const size_t lanes = (width + kBandMargin - 1) / kBandMargin * kBandMargin;
  best_.assign(lanes, kUnreached);
  best_[static_cast<size_t>(at_[cross] - band.first)] = 0;
  scratch_.resize(BandScratch(width));
  choices_.resize((width + kBandMargin) * static_cast<size_t>(band.rows));
  return find_paths_({.homes = &homes_[static_cast<size_t>(at_[axis_] * side_[cross] + band.first)],
                      .row_step = band.step * side_[cross],
                      .swapped = axis_ == 1,
                      .width = width,
                      .rows = band.rows,
                      .first = band.first,
                      .first_row = at_[axis_],
                      .step = band.step,
                      .cost = move_cost_ + 1,
                      .best = best_.data(),
                      .scratch = scratch_.data(),
                      .choices = choices_.data()});
}

bool Gathering::Sweep(int first, int end, LetterStream* stream) {
  const int cross = axis_ ^ 1;
  const int step = 2 * at_[axis_] < side_[axis_] ? 1 : -1;
  const Band band = {.first = std::max(0, std::min(first, at_[cross])),
                     .end = std::min(side_[cross], std::max(end, at_[cross] + 1)),
                     .step = step,
                     .rows = step > 0 ? side_[axis_] - at_[axis_] : at_[axis_] + 1};
  const BandChoices order = FindPaths(band);
  // Follow the best path back from its end.
  const int width = band.end - band.first;
  const uint8_t forward = step > 0 ? 0 : 1;
  path_.resize(static_cast<size_t>(width) * static_cast<size_t>(band.rows));
  uint8_t* const end_of_path = path_.data() + path_.size();
  uint8_t* path = end_of_path;
  const uint8_t* of_row = choices_.data() + order.row() * static_cast<size_t>(band.rows - 1);
  size_t place = order.PlaceOf(
      static_cast<size_t>(std::max_element(best_.begin(), best_.begin() + width) - best_.begin()));
  for (int row = band.rows - 1; row >= 0; --row, of_row -= order.row()) {
    if (of_row[place] & kRightward) {
      for (; of_row[place] & kFromPrevious; place = order.Before(place)) *--path = kRight;
    } else {
      for (; of_row[place] & kFromNext; place = order.After(place)) *--path = kLeft;
    }
    if (row > 0) *--path = forward;
  }
  const auto moves = static_cast<uint64_t>(end_of_path - path);
  if (moves > most_moves_ - made_) return false;
  made_ += moves;
  // A tile slides against the blank: L, R along the row, U, D along the column.
  const char* const letters = axis_ == 0 ? "LRUD" : "UDLR";
  const int steps[] = {side_[cross], -side_[cross], 1, -1};
  uint32_t* blank = &homes_[static_cast<size_t>(at_[axis_] * side_[cross] + at_[cross])];
  const uint32_t home = *blank;
  for (; path != end_of_path; ++path) {
    uint32_t* const from = blank + steps[*path];
    *blank = *from;
    blank = from;
    stream->Put(letters[*path]);
  }
  *blank = home;
  const auto at = static_cast<int>(blank - homes_.data());
  at_[axis_] = at / side_[cross];
  at_[cross] = at % side_[cross];
  return true;
}

void Gather(BigBoard* board, double near, uint64_t most_moves, LetterStream* stream) {
  Gathering gathering(*board, near, most_moves);
  while (gathering.Next(stream)) {
  }
  gathering.Arrange(board);
}

}  // namespace tilebase
