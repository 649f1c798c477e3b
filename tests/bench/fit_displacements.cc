// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Fits the numbers of runtime/any/displacement_values.cc and prints them, in two steps.
//
//   fit_displacements [ROUNDS=3] [BOARDS=1000]
//
// Ten seconds. The first step, from nothing. A round solves so many boards of 5x5 with the numbers
// of the round before, the first one with none: three of four are some random moves from home, the
// others uniform. On the ways home it takes every third board or so, and fits the moves that are
// left, less the distances, as a sum of a number for each pair of tiles whose homes touch, and of
// one for each tile's displacement. The latter are dropped, as a power of the distance takes
// their place. Least squares, a bit drawn to 0; boards near home count more, and each round half as
// much as the next.
//
//   fit_displacements tune [GENERATIONS=20] [BOARDS=100]
//
// Half a minute a generation on two cores. The second step, from the numbers that the program has:
// an evolution strategy, for what a solution is like says more about a number than what it
// predicts. A generation changes at random the scale and the offset of groups of numbers, and each
// number of two tiles that are at most one cell from home; solves so many boards of 10x10 with each
// change, other boards in each generation; and goes on from the mean of the best changes.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <string_view>
#include <vector>

#include "runtime/any/big_board.h"
#include "runtime/any/displacement_beam.h"
#include "runtime/any/displacement_values.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

using Values = DisplacementValues;

constexpr BigSize kSize{5, 5};
constexpr int kLargest = kSize.width - 1;  // distance along an axis
constexpr size_t kNumbers = Values::kPairKinds + (kLargest + 1) * (kLargest + 1);
constexpr size_t kMostMoves = 400;  // of a way home
constexpr uint64_t kEffort = 100'000;
constexpr double kToZero = 50;

class LeastSquares {
 public:
  LeastSquares() : products_(kNumbers * kNumbers), sums_(kNumbers) {}

  void Halve() {
    for (double& product : products_) product /= 2;
    for (double& sum : sums_) sum /= 2;
  }
  // The sum of the numbers, each as often as it is named, is to be `target`.
  void Add(const std::vector<size_t>& named, double target, double weight) {
    for (const size_t i : named) {
      sums_[i] += weight * target;
      for (const size_t j : named) products_[i * kNumbers + j] += weight;
    }
  }
  // By Cholesky's decomposition.
  std::vector<double> Solve() const {
    std::vector<double> lower = products_;
    std::vector<double> x = sums_;
    const auto row = [&](size_t i) { return &lower[i * kNumbers]; };
    for (size_t i = 0; i < kNumbers; ++i) {
      row(i)[i] += kToZero;
      for (size_t j = 0; j <= i; ++j) {
        double sum = row(i)[j];
        for (size_t k = 0; k < j; ++k) sum -= row(i)[k] * row(j)[k];
        row(i)[j] = i == j ? std::sqrt(sum) : sum / row(j)[j];
      }
      for (size_t k = 0; k < i; ++k) x[i] -= row(i)[k] * x[k];
      x[i] /= row(i)[i];
    }
    for (size_t i = kNumbers; i-- > 0;) {
      for (size_t k = i + 1; k < kNumbers; ++k) x[i] -= row(k)[i] * x[k];
      x[i] /= row(i)[i];
    }
    return x;
  }

 private:
  std::vector<double> products_;
  std::vector<double> sums_;
};

void AddBoard(const BigBoard& board, size_t moves_left, LeastSquares* squares) {
  const auto columns = [&](int home) {
    return board.CellOf(home + 1) % kSize.width - home % kSize.width;
  };
  const auto rows = [&](int home) {
    return board.CellOf(home + 1) / kSize.width - home / kSize.width;
  };
  const int at_home = Values::ClassOf(0, 0);
  std::vector<size_t> named;
  for (int home = 0; home + 1 < kSize.cells(); ++home) {
    const int far = std::max(std::abs(columns(home)), std::abs(rows(home)));
    const int less = std::min(std::abs(columns(home)), std::abs(rows(home)));
    if (far > 0)
      named.push_back(static_cast<size_t>(Values::kPairKinds + far * (kLargest + 1) + less));
    const int a = Values::ClassOf(columns(home), rows(home));
    for (int i = 0; i < Values::kDirections / 2; ++i) {
      const int column = home % kSize.width + Values::kColumnStep[i];
      const int row = home / kSize.width + Values::kRowStep[i];
      const int other = row * kSize.width + column;
      if (column < 0 || column >= kSize.width || other + 1 >= kSize.cells()) continue;
      const int b = Values::ClassOf(columns(other), rows(other));
      if (a == at_home && b == at_home) continue;
      named.push_back(static_cast<size_t>(Values::PairKind(i, a, b)));
    }
  }
  const auto left = static_cast<double>(moves_left);
  squares->Add(named, left - static_cast<double>(board.ManhattanDistance()), 20 / (left + 5));
}

// What the second step changes of the numbers.
class Tuning {
 public:
  static constexpr size_t kGroups = 8;

  Tuning() : start_(Values::kPairKinds), group_(Values::kPairKinds), close_(Values::kPairKinds) {
    const auto far = [](int c) {
      return std::max(std::abs(c % Values::kSpan - Values::kCut),
                      std::abs(c / Values::kSpan - Values::kCut));
    };
    const int at_home = Values::ClassOf(0, 0);
    for (int direction = 0; direction < Values::kDirections / 2; ++direction) {
      for (int a = 0; a < Values::kClasses; ++a) {
        for (int b = 0; b < Values::kClasses; ++b) {
          const auto kind = static_cast<size_t>(Values::PairKind(direction, a, b));
          start_[kind] = Values::Fitted().OfPair(direction, a, b);
          if (a == at_home && b == at_home) {
            group_[kind] = kGroups;  // nobody moves there
            continue;
          }
          const bool one_is_home = a == at_home || b == at_home;
          const bool is_close = far(a) <= 1 && far(b) <= 1;
          group_[kind] = static_cast<size_t>(4 * (direction / 2) + 2 * one_is_home + is_close);
          if (is_close && close_[kind] == 0) close_[kind] = ++close_count_;
        }
      }
    }
  }
  // Of a change: the groups' scales and offsets, and the close kinds' own offsets.
  size_t size() const { return 2 * kGroups + close_count_; }
  std::vector<int8_t> Numbers(const std::vector<double>& change) const {
    std::vector<int8_t> numbers(start_.size());
    for (size_t kind = 0; kind < numbers.size(); ++kind) {
      const size_t group = group_[kind];
      if (group == kGroups) continue;
      double number = start_[kind] * (1 + kScale * change[group]) + change[kGroups + group];
      if (close_[kind] != 0) number += change[2 * kGroups + close_[kind] - 1];
      numbers[kind] = static_cast<int8_t>(std::lround(std::clamp(number, -127.0, 127.0)));
    }
    return numbers;
  }

 private:
  static constexpr double kScale = 0.1;

  std::vector<int> start_;
  std::vector<size_t> group_;
  std::vector<size_t> close_;  // their number from 1, or 0
  size_t close_count_ = 0;
};

double MeanMoves(const std::vector<int8_t>& numbers, uint64_t seed, int boards) {
  constexpr BigSize kTuned{10, 10};
  constexpr size_t kMost = 1500;  // counts for a board that the beam does not bring home
  const Values values(numbers);
  uint64_t looked_at = 0;
  DisplacementBeam beam(values, &looked_at);
  Random random(seed);
  size_t moves = 0;
  for (int i = 0; i < boards; ++i) {
    const BigBoard board = BigBoard::RandomSolvable(kTuned, random);
    std::vector<uint16_t> homes;
    for (int cell = 0; cell < kTuned.cells(); ++cell)
      homes.push_back(static_cast<uint16_t>(board.Home(board.tile(cell))));
    const BeamWay way = beam.Search({kTuned, homes, board.blank(), kMost}, {.boards = 450'000});
    moves += way.is_whole ? way.letters.size() : kMost;
  }
  return static_cast<double>(moves) / boards;
}

std::vector<int8_t> Tune(int generations, int boards) {
  constexpr size_t kChanges = 24;  // half of them the opposites of the others
  constexpr size_t kBest = 8;
  constexpr double kStep = 0.6;
  constexpr double kNextStep = 0.97;
  const Tuning tuning;
  Random random(2);
  // About normal, of deviation 1.
  const auto draw = [&] {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(random.Below(1 << 20)) / (1 << 20);
    return sum;
  };
  std::vector<double> mean(tuning.size());
  double step = kStep;
  for (int generation = 1; generation <= generations; ++generation, step *= kNextStep) {
    std::vector<std::vector<double>> changes(kChanges + 1, mean);  // the last one as it is
    for (size_t i = 0; i < kChanges; i += 2) {
      for (size_t j = 0; j < mean.size(); ++j) {
        const double change = step * draw();
        changes[i][j] += change;
        changes[i + 1][j] -= change;
      }
    }
    std::vector<double> moves(changes.size());
    std::atomic<size_t> next = 0;
    ParallelFor(static_cast<size_t>(MachineThreads()), [&](size_t) {
      for (size_t i = next++; i < changes.size(); i = next++)
        moves[i] =
            MeanMoves(tuning.Numbers(changes[i]), static_cast<uint64_t>(generation) + 1000, boards);
    });
    fprintf(stderr, "generation %d: %.1f moves\n", generation, moves[kChanges]);
    std::vector<size_t> order(kChanges);
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return moves[a] < moves[b]; });
    for (size_t j = 0; j < mean.size(); ++j) {
      double sum = 0;
      for (size_t i = 0; i < kBest; ++i) sum += changes[order[i]][j];
      mean[j] = sum / kBest;
    }
  }
  return tuning.Numbers(mean);
}

void Print(const std::vector<int8_t>& numbers) {
  for (size_t i = 0; i < numbers.size(); ++i)
    printf("%d,%c", numbers[i], i % 24 == 23 ? '\n' : ' ');
  puts("");
}

int Main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "tune") {
    Print(Tune(argc > 2 ? atoi(argv[2]) : 20, argc > 3 ? atoi(argv[3]) : 100));
    return 0;
  }
  const int rounds = argc > 1 ? atoi(argv[1]) : 3;
  const int boards = argc > 2 ? atoi(argv[2]) : 1000;
  Random random(1);
  LeastSquares squares;
  std::vector<int8_t> numbers(Values::kPairKinds, 0);
  for (int round = 0; round < rounds; ++round) {
    const Values values(numbers);
    uint64_t looked_at = 0;
    DisplacementBeam beam(values, &looked_at);
    squares.Halve();
    int uniform = 0;
    size_t moves = 0;
    for (int i = 0; i < boards; ++i) {
      BigBoard board = BigBoard::RandomSolvable(kSize, random);
      if (i % 4 != 0) {
        board = BigBoard::Solved(kSize);
        for (uint64_t left = 5 + random.Below(200); left > 0;)
          left -= board.Apply(static_cast<Action>(random.Below(4)));
      }
      std::vector<uint16_t> homes;
      for (int cell = 0; cell < kSize.cells(); ++cell)
        homes.push_back(static_cast<uint16_t>(board.Home(board.tile(cell))));
      const BeamWay way =
          beam.Search({kSize, homes, board.blank(), kMostMoves}, {.boards = kEffort});
      if (!way.is_whole) continue;
      if (i % 4 == 0) {
        ++uniform;
        moves += way.letters.size();
      }
      for (size_t made = 0; made < way.letters.size(); ++made) {
        if (random.Below(3) == 0) AddBoard(board, way.letters.size() - made, &squares);
        board.Apply(static_cast<Action>(std::string_view("LRUD").find(way.letters[made])));
      }
    }
    fprintf(stderr, "round %d: %d uniform boards solved, in %.1f moves\n", round + 1, uniform,
            static_cast<double>(moves) / std::max(uniform, 1));
    const std::vector<double> fitted = squares.Solve();
    for (size_t i = 0; i < numbers.size(); ++i)
      numbers[i] =
          static_cast<int8_t>(std::lround(std::clamp(fitted[i] * Values::kUnit, -128.0, 127.0)));
  }
  Print(numbers);
  return 0;
}

}  // namespace
}  // namespace tilebase

int main(int argc, char** argv) { return tilebase::Main(argc, argv); }
