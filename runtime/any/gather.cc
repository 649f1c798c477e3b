// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/gather.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace tilebase {
namespace {

// Tuned on 6x6 to 100x100.
constexpr int kBand = 4;            // cells that a band is wide,
constexpr int kOverlap = 1;         // and so many more on either side
constexpr double kLeastRate = 0.3;  // cells nearer a move, all bands together
constexpr int kUnreached = -1'000'000'000;

// A cell's choices in a sweep.
constexpr uint8_t kFromPrevious = 1;  // the best way here that ends rightward came from the left
constexpr uint8_t kFromNext = 2;      // the best way here that ends leftward came from the right
constexpr uint8_t kRightward = 4;     // the former is the better one

}  // namespace

Gathering::Gathering(const BigBoard& board, double near, uint64_t most_moves,
                     const GatherStyle& style)
    : style_(style),
      near_(near),
      most_moves_(most_moves),
      axis_(style.first_axis),
      ascending_(style.ascending) {
  const BigSize size = board.size();
  side_[0] = size.width;
  side_[1] = size.height;
  stride_[0] = 1;
  stride_[1] = size.width;
  homes_.resize(static_cast<size_t>(size.cells()));
  for (int cell = 0; cell < size.cells(); ++cell) {
    const int home = board.Home(board.tile(cell));
    homes_[static_cast<size_t>(cell)] = {
        {static_cast<int16_t>(home % size.width), static_cast<int16_t>(home / size.width)}};
  }
  at_[0] = board.blank() % size.width;
  at_[1] = board.blank() / size.width;
  distance_ = Measure();
  over_ = distance_ <= near_ * static_cast<double>(homes_.size());
}

// The board is left as it was until the end: a move touches the homes alone, which a sweep has just
// read.
void Gathering::Arrange(BigBoard* board) const {
  board->Rearrange([&](int cell) {
    const Home& home = homes_[static_cast<size_t>(cell)];
    const int tile = home.axis[1] * side_[0] + home.axis[0] + 1;
    return tile == board->size().cells() ? 0 : tile;
  });
}

bool Gathering::Next(LetterStream* stream) {
  if (over_ || !stream->open()) return false;
  const int bands = (side_[axis_ ^ 1] + kBand - 1) / kBand;
  const int first = (ascending_ ? band_ : bands - 1 - band_) * kBand;
  if (!Sweep(axis_, first - kOverlap, first + kBand + kOverlap, stream)) {
    over_ = true;
    return false;
  }
  if (++band_ == bands) NextAxis();
  return true;
}

void Gathering::NextAxis() {
  band_ = 0;
  axis_ ^= 1;
  const double after = Measure();
  if (axis_ != style_.first_axis) return;
  over_ = after <= near_ * static_cast<double>(homes_.size()) ||
          distance_ - after < kLeastRate * static_cast<double>(made_ - made_before_);
  distance_ = after;
  made_before_ = made_;
  ascending_ = !ascending_;
}

double Gathering::Measure() {
  int64_t distance = 0;
  int64_t worth = 0;
  int64_t steps = 0;
  size_t cell = 0;
  for (int row = 0; row < side_[1]; ++row) {
    for (int column = 0; column < side_[0]; ++column, ++cell) {
      for (const int away :
           {std::abs(column - homes_[cell].axis[0]), std::abs(row - homes_[cell].axis[1])}) {
        distance += away;
        worth += 2 * away - (away > 0);
        steps += away > 0;
      }
    }
  }
  const double usual = steps == 0 ? 0 : static_cast<double>(worth) / static_cast<double>(steps);
  move_cost_ = std::max(1, static_cast<int>(style_.move_cost * usual + 0.5));
  return static_cast<double>(distance);
}

bool Gathering::Sweep(int axis, int first, int end, LetterStream* stream) {
  const int cross = axis ^ 1;
  first = std::max(0, std::min(first, at_[cross]));
  end = std::min(side_[cross], std::max(end, at_[cross] + 1));
  const int step = 2 * at_[axis] < side_[axis] ? 1 : -1;
  const int rows = step > 0 ? side_[axis] - at_[axis] : at_[axis] + 1;
  const auto width = static_cast<size_t>(end - first);
  best_.assign(width, kUnreached);
  right_.resize(width);
  worth_.resize(width);
  choices_.resize(width * static_cast<size_t>(rows));
  best_[static_cast<size_t>(at_[cross] - first)] = 0;
  int* const best = best_.data();
  int* const right = right_.data();
  int* const worth = worth_.data();
  const int cost = move_cost_ + 1;
  for (int row = 0; row < rows; ++row) {
    const int main = at_[axis] + row * step;
    const Home* home = &homes_[static_cast<size_t>(main * stride_[axis] + first * stride_[cross])];
    uint8_t* const choices = choices_.data() + static_cast<size_t>(row) * width;
    // A tile that is d cells beyond its home and goes back by one gains 2d - 1, the difference of
    // the squares; the other way it loses 2d + 1.
    int before = kUnreached;
    for (size_t i = 0; i < width; ++i, home += stride_[cross]) {
      if (row > 0) best[i] += 2 * step * (main - home->axis[axis]) - cost;
      worth[i] = 2 * (first + static_cast<int>(i) - home->axis[cross]);
      const int along = before + worth[i] - cost;
      before = std::max(best[i], along);
      choices[i] = along > best[i] ? kFromPrevious : 0;
      right[i] = before;
    }
    before = kUnreached;
    for (size_t i = width; i-- > 0;) {
      const int along = before - worth[i] - cost;
      before = std::max(best[i], along);
      if (along > best[i]) choices[i] |= kFromNext;
      if (right[i] >= before) choices[i] |= kRightward;
      best[i] = std::max(right[i], before);
    }
  }
  // The path, from its end.
  const int8_t forward = step > 0 ? 0 : 1;
  path_.clear();
  auto i = static_cast<size_t>(std::max_element(best_.begin(), best_.end()) - best_.begin());
  for (int row = rows - 1; row >= 0; --row) {
    const uint8_t* const choices = choices_.data() + static_cast<size_t>(row) * width;
    if (choices[i] & kRightward) {
      for (; choices[i] & kFromPrevious; --i) path_.push_back(2);
    } else {
      for (; choices[i] & kFromNext; ++i) path_.push_back(3);
    }
    if (row > 0) path_.push_back(forward);
  }
  if (path_.size() > most_moves_ - made_) return false;
  made_ += path_.size();
  // A tile slides against the blank: L, R along the row, U, D along the column.
  const char* const letters = axis == 0 ? "LRUD" : "UDLR";
  const int steps[4] = {stride_[axis], -stride_[axis], stride_[cross], -stride_[cross]};
  int blank = at_[1] * stride_[1] + at_[0];
  for (auto move = path_.rbegin(); move != path_.rend(); ++move) {
    const int from = blank + steps[*move];
    std::swap(homes_[static_cast<size_t>(blank)], homes_[static_cast<size_t>(from)]);
    stream->Put(letters[*move]);
    blank = from;
  }
  at_[0] = blank % side_[0];
  at_[1] = blank / side_[0];
  return true;
}

void Gather(BigBoard* board, double near, uint64_t most_moves, LetterStream* stream) {
  Gathering gathering(*board, near, most_moves);
  while (gathering.Next(stream)) {
  }
  gathering.Arrange(board);
}

}  // namespace tilebase
