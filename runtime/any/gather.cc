// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/gather.h"

#include <string.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "tables/format.h"

namespace tilebase {
namespace {

// Tuned on 6x6 to 100x100.
constexpr int kBand = 4;            // cells that a band is wide,
constexpr int kOverlap = 1;         // and so many more on either side
constexpr double kLeastRate = 0.3;  // cells nearer a move, all bands together

// A cell's choices in a sweep.
constexpr int kFromPrevious = 1;  // the best way here that ends rightward came from the left
constexpr int kFromNext = 2;      // the best way here that ends leftward came from the right
constexpr int kRightward = 4;     // the former is the better one

// Moves of a path.
constexpr uint8_t kRight = 2;
constexpr uint8_t kLeft = 3;

// Sums of a sweep are whole numbers below 2^24, but for this.
constexpr float kUnreached = -1e9F;

// Four cells of a row.
constexpr size_t kLanes = 4;
using Lanes = float __attribute__((vector_size(16)));
using LaneBits = int32_t __attribute__((vector_size(16)));

template <typename Vector, typename Number>
Vector Load(const Number* from) {
  Vector lanes;
  memcpy(&lanes, from, sizeof lanes);
  return lanes;
}
void Store(Lanes lanes, float* to) { memcpy(to, &lanes, sizeof lanes); }
Lanes All(float number) { return Lanes{number, number, number, number}; }
Lanes Max(Lanes a, Lanes b) { return a > b ? a : b; }

// A byte's value, for each lane in the byte that it has in a word.
LaneBits InBytes(int value) { return LaneBits{value, value << 8, value << 16, value << 24}; }
// The lanes' bytes, as of InBytes, one after the other.
void StoreBytes(LaneBits lanes, uint8_t* to) {
  lanes |= __builtin_shufflevector(lanes, lanes, 2, 3, 0, 1);
  lanes |= __builtin_shufflevector(lanes, lanes, 1, 0, 3, 2);
  PutLittleEndian<uint32_t>(to, static_cast<uint32_t>(lanes[0]));
}

// Sums and maxima of each lane and those before it, or after it.
Lanes SumUp(Lanes v) {
  v += __builtin_shufflevector(Lanes{}, v, 0, 4, 5, 6);
  return v + __builtin_shufflevector(Lanes{}, v, 0, 1, 4, 5);
}
Lanes SumDown(Lanes v) {
  v += __builtin_shufflevector(v, Lanes{}, 1, 2, 3, 4);
  return v + __builtin_shufflevector(v, Lanes{}, 2, 3, 4, 5);
}
Lanes MaxUp(Lanes v) {
  v = Max(v, __builtin_shufflevector(v, v, 0, 0, 1, 2));
  return Max(v, __builtin_shufflevector(v, v, 0, 1, 0, 1));
}
Lanes MaxDown(Lanes v) {
  v = Max(v, __builtin_shufflevector(v, v, 1, 2, 3, 3));
  return Max(v, __builtin_shufflevector(v, v, 2, 3, 2, 3));
}
Lanes First(Lanes v) { return __builtin_shufflevector(v, v, 0, 0, 0, 0); }
Lanes Last(Lanes v) { return __builtin_shufflevector(v, v, 3, 3, 3, 3); }

int HomeOn(int axis, uint32_t home) { return static_cast<int>(home >> (16 * axis) & 0xffff); }
LaneBits HomesOn(int axis, const uint32_t* homes) {
  return Load<LaneBits>(homes) >> (16 * axis) & 0xffff;
}

// Makes the columns of a board of `width` times `height` the rows of another.
void Turn(const uint32_t* from, size_t width, size_t height, uint32_t* to) {
  constexpr size_t kTogether = 16;  // of a cache line
  for (size_t first = 0; first < width; first += kTogether)
    for (size_t y = 0; y < height; ++y)
      for (size_t x = first; x < std::min(first + kTogether, width); ++x)
        to[x * height + y] = from[y * width + x];
}

}  // namespace

Gathering::Gathering(const BigBoard& board, double near, uint64_t most_moves,
                     const GatherStyle& style)
    : style_(style),
      near_(near),
      most_moves_(most_moves),
      side_{board.size().width, board.size().height},
      at_{board.blank() % side_[0], board.blank() / side_[0]},
      axis_(1),
      ascending_(style.ascending) {
  const auto cells = static_cast<size_t>(board.size().cells());
  homes_.resize(cells + kLanes);
  turned_.resize(cells + kLanes);
  for (size_t cell = 0; cell < cells; ++cell) {
    const int home = board.Home(board.tile(static_cast<int>(cell)));
    homes_[cell] = static_cast<uint32_t>(home % side_[0] | home / side_[0] << 16);
  }
  distance_ = Measure();
  over_ = distance_ <= near_ * static_cast<double>(cells);
  if (style.first_axis == 0) TurnTo(0);
}

// The board is left as it was until the end: a move touches the homes alone, which a sweep has just
// read.
void Gathering::Arrange(BigBoard* board) const {
  const int across = side_[axis_ ^ 1];
  board->Rearrange([&](int cell) {
    const int column = cell % side_[0], row = cell / side_[0];
    const int place = axis_ == 1 ? row * across + column : column * across + row;
    const uint32_t home = homes_[static_cast<size_t>(place)];
    const int tile = HomeOn(1, home) * side_[0] + HomeOn(0, home) + 1;
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
  if (++band_ == bands) NextAxis();
  return true;
}

void Gathering::TurnTo(int axis) {
  Turn(homes_.data(), static_cast<size_t>(side_[axis]), static_cast<size_t>(side_[axis ^ 1]),
       turned_.data());
  homes_.swap(turned_);
  axis_ = axis;
}

void Gathering::NextAxis() {
  band_ = 0;
  const double after = Measure();
  TurnTo(axis_ ^ 1);
  if (axis_ != style_.first_axis) return;
  over_ = after <= near_ * static_cast<double>(side_[0]) * static_cast<double>(side_[1]) ||
          distance_ - after < kLeastRate * static_cast<double>(made_ - made_before_);
  distance_ = after;
  made_before_ = made_;
  ascending_ = !ascending_;
}

double Gathering::Measure() {
  const int cross = axis_ ^ 1;
  int64_t distance = 0;
  int64_t steps = 0;
  const uint32_t* home = homes_.data();
  for (int main = 0; main < side_[axis_]; ++main)
    for (int i = 0; i < side_[cross]; ++i, ++home) {
      const int along = std::abs(main - HomeOn(axis_, *home));
      const int across = std::abs(i - HomeOn(cross, *home));
      distance += along + across;
      steps += (along > 0) + (across > 0);
    }
  // What a step nearer home is worth: 2d - 1 at a distance of d.
  const double usual =
      steps == 0 ? 0 : static_cast<double>(2 * distance - steps) / static_cast<double>(steps);
  move_cost_ = std::max(1, static_cast<int>(style_.move_cost * usual + 0.5));
  return static_cast<double>(distance);
}

// A tile that is d cells beyond its home and goes back by one gains 2d - 1, the difference of the
// squares; the other way it loses 2d + 1.
void Gathering::FindPaths(const Band& band) {
  const int cross = axis_ ^ 1;
  const auto width = static_cast<size_t>(band.end - band.first);
  const size_t lanes = (width + kLanes - 1) / kLanes * kLanes;
  const auto cost = static_cast<float>(move_cost_ + 1);
  best_.assign(lanes, kUnreached);
  best_[static_cast<size_t>(at_[cross] - band.first)] = 0;
  right_.resize(lanes);
  worth_.resize(lanes);
  choices_.resize(width * static_cast<size_t>(band.rows) + kLanes);
  float* const best = best_.data();
  float* const right = right_.data();
  float* const worth = worth_.data();
  uint8_t* choices = choices_.data();
  int main = at_[axis_];
  for (int row = 0; row < band.rows; ++row, main += band.step, choices += width) {
    const uint32_t* const homes = &homes_[static_cast<size_t>(main * side_[cross] + band.first)];
    // Into the row. What counts is how much better than the first cell the others are.
    if (row > 0) {
      const auto toward = static_cast<float>(2 * band.step);
      const Lanes start = All(toward * static_cast<float>(main) - cost - best[0]);
      for (size_t i = 0; i < lanes; i += kLanes) {
        const Lanes home = __builtin_convertvector(HomesOn(axis_, homes + i), Lanes);
        Store(Load<Lanes>(best + i) + (start - All(toward) * home), best + i);
      }
      std::fill(best + width, best + lanes, kUnreached);
    }
    // Along it to the right: the best of what led to a cell, less what the way to there took, for
    // all cells to the left; and what it took from there.
    Lanes cell = Lanes{0, 1, 2, 3} + All(static_cast<float>(band.first));
    Lanes way = All(0);
    Lanes reached = All(kUnreached);
    for (size_t i = 0; i < lanes; i += kLanes) {
      const Lanes home = __builtin_convertvector(HomesOn(cross, homes + i), Lanes);
      const Lanes nearer = All(2) * (cell - home);
      cell += All(kLanes);
      Store(nearer, worth + i);
      way = SumUp(nearer - All(cost)) + way;
      reached = Max(MaxUp(Load<Lanes>(best + i) - way), reached);
      Store(reached + way, right + i);
      way = Last(way);
      reached = Last(reached);
    }
    // To the left.
    way = All(0);
    reached = All(kUnreached);
    for (size_t i = lanes; i > 0;) {
      i -= kLanes;
      const Lanes here = Load<Lanes>(best + i);
      const Lanes rightward = Load<Lanes>(right + i);
      way = SumDown(-Load<Lanes>(worth + i) - All(cost)) + way;
      reached = Max(MaxDown(here - way), reached);
      const Lanes leftward = reached + way;
      way = First(way);
      reached = First(reached);
      Store(Max(rightward, leftward), best + i);
      // Those beyond the row give way to the next row's.
      StoreBytes(((rightward > here) & InBytes(kFromPrevious)) |
                     ((leftward > here) & InBytes(kFromNext)) |
                     ((rightward >= leftward) & InBytes(kRightward)),
                 choices + i);
    }
  }
}

bool Gathering::Sweep(int first, int end, LetterStream* stream) {
  const int cross = axis_ ^ 1;
  const int step = 2 * at_[axis_] < side_[axis_] ? 1 : -1;
  const Band band = {.first = std::max(0, std::min(first, at_[cross])),
                     .end = std::min(side_[cross], std::max(end, at_[cross] + 1)),
                     .step = step,
                     .rows = step > 0 ? side_[axis_] - at_[axis_] : at_[axis_] + 1};
  FindPaths(band);
  // The best path, from its end.
  const int width = band.end - band.first;
  const uint8_t forward = step > 0 ? 0 : 1;
  path_.resize(static_cast<size_t>(width) * static_cast<size_t>(band.rows));
  uint8_t* const end_of_path = path_.data() + path_.size();
  uint8_t* path = end_of_path;
  const uint8_t* choice = choices_.data() +
                          static_cast<size_t>(width) * static_cast<size_t>(band.rows - 1) +
                          (std::max_element(best_.begin(), best_.begin() + width) - best_.begin());
  for (int row = band.rows - 1; row >= 0; --row, choice -= width) {
    if (*choice & kRightward) {
      for (; *choice & kFromPrevious; --choice) *--path = kRight;
    } else {
      for (; *choice & kFromNext; ++choice) *--path = kLeft;
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
