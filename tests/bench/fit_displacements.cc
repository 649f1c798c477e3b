// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Fits the numbers of runtime/any/displacement_values.cc and prints them.
//
//   fit_displacements [ROUNDS=3] [BOARDS=1000]
//
// Ten seconds. A round solves so many boards of 5x5 with the numbers of the round before, the
// first one with none: three of four are some random moves from home, the others uniform. On the
// ways home it takes every third board or so, and fits the moves that are left, less the distances,
// as a sum of a number for each pair of tiles whose homes touch, and of one for each tile's
// displacement. The latter are dropped, as the square of the distance takes their place. Least
// squares, a bit drawn to 0; boards near home count more, and each round half as much as the next.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "runtime/any/big_board.h"
#include "runtime/any/displacement_beam.h"
#include "runtime/any/displacement_values.h"

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

int Main(int argc, char** argv) {
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
  for (size_t i = 0; i < numbers.size(); ++i)
    printf("%d,%c", numbers[i], i % 24 == 23 ? '\n' : ' ');
  puts("");
  return 0;
}

}  // namespace
}  // namespace tilebase

int main(int argc, char** argv) { return tilebase::Main(argc, argv); }
