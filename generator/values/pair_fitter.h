// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Fits the numbers of a value table (pair_values.h) to samples. A sample is a board with the
// remaining moves of one of its solutions.
//
// The fit goes from coarse to fine: a line over the Manhattan distance, a number for each cell of
// each tile, a number for each two cells of each pair of tiles. Each step takes a share of the mean
// of what the steps before leave unexplained. So numbers without samples stay as the coarser steps
// say: boards further away than any sample get the value of the line, not a lower value that would
// attract a search (docs/values.md).
//
// The fit uses only integers, and their sums do not depend on the order: any number of threads
// gives the same bytes.

#ifndef TILEBASE_GENERATOR_VALUES_PAIR_FITTER_H_
#define TILEBASE_GENERATOR_VALUES_PAIR_FITTER_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <vector>

#include "generator/crew.h"
#include "tables/board.h"
#include "tables/geometry.h"
#include "tables/pair_values.h"

namespace tilebase {

// Boards and the remaining moves of their solutions. Boards are stored by tile: the tile's cell on
// each board.
struct Samples {
  explicit Samples(Geometry g) : geometry(g), cell(static_cast<size_t>(g.cells())) {}

  size_t size() const { return moves_left.size(); }

  void Add(const Board& board, size_t moves) {
    for (int c = 0; c < geometry.cells(); ++c)
      cell[board.tile[c]].push_back(static_cast<uint8_t>(c));
    moves_left.push_back(static_cast<uint16_t>(moves));
  }

  // Adds the board and its reflection along the diagonal.
  void AddReflected(const Board& board, size_t moves) {
    const auto map = [&](int c) { return MapCell(geometry, kTransposed, c); };
    for (int c = 0; c < geometry.cells(); ++c) {
      const int tile = board.tile[c] == 0 ? 0 : map(board.tile[c] - 1) + 1;
      cell[tile].push_back(static_cast<uint8_t>(map(c)));
    }
    moves_left.push_back(static_cast<uint16_t>(moves));
  }

  // Adds the boards between the moves of a solution. With whole_lines, equal actions in a row are
  // one move.
  void AddSolution(Board board, const std::vector<Action>& actions, bool whole_lines) {
    const auto ends_move = [&](size_t i) {
      return !whole_lines || i + 1 == actions.size() || actions[i + 1] != actions[i];
    };
    size_t left = 0;
    for (size_t i = 0; i < actions.size(); ++i) left += ends_move(i);
    for (size_t i = 0;; --left) {
      Add(board, left);
      if (geometry.width == geometry.height) AddReflected(board, left);
      if (left == 0) return;
      do board.Apply(actions[i]);
      while (!ends_move(i++));
    }
  }

  Geometry geometry;
  std::vector<std::vector<uint8_t>> cell;
  std::vector<uint16_t> moves_left;
};

class PairFitter {
 public:
  PairFitter(const Samples& samples, Crew* crew)
      : samples_(samples),
        crew_(*crew),
        cells_(static_cast<size_t>(samples.geometry.cells())),
        left_(samples.size()),
        sums_(static_cast<size_t>(crew->size())) {}

  // Returns the bytes of the table.
  std::vector<uint8_t> Run() {
    const Geometry geometry = samples_.geometry;
    const auto [constant, slope] = FitLine();

    std::vector<std::vector<int64_t>> coarse(cells_, std::vector<int64_t>(cells_));
    for (int sweep = 0; sweep < kCoarseSweeps; ++sweep)
      for (size_t tile = 0; tile < cells_; ++tile) {
        const uint8_t* const at = samples_.cell[tile].data();
        Improve([at](size_t i) { return size_t{at[i]}; }, &coarse[tile]);
      }
    std::vector<std::vector<int64_t>> fine(cells_ * (cells_ - 1) / 2,
                                           std::vector<int64_t>(cells_ * cells_));
    for (int sweep = 0; sweep < kFineSweeps; ++sweep) {
      size_t pair = 0;
      for (size_t s = 0; s < cells_; ++s)
        for (size_t t = s + 1; t < cells_; ++t) {
          const uint8_t* const at_s = samples_.cell[s].data();
          const uint8_t* const at_t = samples_.cell[t].data();
          Improve([=, this](size_t i) { return at_s[i] * cells_ + at_t[i]; }, &fine[pair++]);
        }
    }

    const int64_t pairs = static_cast<int64_t>(fine.size());
    const int64_t others = static_cast<int64_t>(cells_) - 1;
    std::vector<uint8_t> bytes;
    bytes.reserve(PairEntryCount(geometry));
    size_t pair = 0;
    for (size_t s = 0; s < cells_; ++s)
      for (size_t t = s + 1; t < cells_; ++t, ++pair)
        for (size_t cell_s = 0; cell_s < cells_; ++cell_s)
          for (size_t cell_t = 0; cell_t < cells_; ++cell_t)
            if (cell_s != cell_t)
              bytes.push_back(Byte(
                  constant / pairs +
                  (OfTile(s, cell_s, slope, coarse) + OfTile(t, cell_t, slope, coarse)) / others +
                  fine[pair][cell_s * cells_ + cell_t]));
    return bytes;
  }

 private:
  static constexpr int64_t kUnit = 65536;  // units of a fitted number in a move
  static constexpr int kCoarseSweeps = 2;
  static constexpr int kFineSweeps = 4;
  // A number takes samples / (samples + kDoubt) of the mean of its samples. Samples of one solution
  // are much alike, so kDoubt is large.
  static constexpr int64_t kDoubt = 1000;

  struct Sums {
    std::vector<int64_t> sum;
    std::vector<int64_t> count;
  };

  struct Line {
    int64_t constant;
    int64_t slope;  // for each move of Manhattan distance
  };

  int64_t Distance(size_t tile, size_t cell) const {
    return samples_.geometry.Distance(static_cast<int>(cell), static_cast<int>(tile) - 1);
  }

  // Fits the line through (Manhattan distance, moves left - Manhattan distance) of the samples, by
  // least squares. Initializes left_ with what the line does not explain.
  Line FitLine() {
    const int64_t size = static_cast<int64_t>(left_.size());
    std::vector<int32_t> distance(left_.size());
    int64_t sum_x = 0, sum_y = 0;
    for (size_t i = 0; i < left_.size(); ++i) {
      for (size_t tile = 1; tile < cells_; ++tile)
        distance[i] += static_cast<int32_t>(Distance(tile, samples_.cell[tile][i]));
      left_[i] = static_cast<int32_t>((samples_.moves_left[i] - distance[i]) * kUnit);
      sum_x += distance[i];
      sum_y += left_[i];
    }
    // Products are taken about the means to keep them small.
    int64_t squares = 0, products = 0;
    for (size_t i = 0; i < left_.size(); ++i) {
      const int64_t x = distance[i] - sum_x / size;
      squares += x * x;
      products += x * (left_[i] - sum_y / size);
    }
    const int64_t slope = squares == 0 ? 0 : products / squares;
    const int64_t constant = (sum_y - slope * sum_x) / size;
    for (size_t i = 0; i < left_.size(); ++i)
      left_[i] -= static_cast<int32_t>(constant + slope * distance[i]);
    return {constant, slope};
  }

  int64_t OfTile(size_t tile, size_t cell, int64_t slope,
                 const std::vector<std::vector<int64_t>>& coarse) const {
    return coarse[tile][cell] + (tile == 0 ? 0 : slope * Distance(tile, cell));
  }

  static uint8_t Byte(int64_t number) {
    const int64_t rounded = (number * kValueOne + kUnit / 2) >> 16;
    return static_cast<uint8_t>(std::clamp<int64_t>(rounded + kValueZero, 0, UINT8_MAX));
  }

  // Adds to each number its share of what is unexplained in the samples that it belongs to.
  template <typename NumberOf>
  void Improve(NumberOf number_of, std::vector<int64_t>* numbers) {
    const size_t threads = sums_.size();
    const auto slice = [&](size_t thread) { return left_.size() * thread / threads; };
    crew_.Run([&](int thread) {
      Sums& own = sums_[static_cast<size_t>(thread)];
      own.sum.assign(numbers->size(), 0);
      own.count.assign(numbers->size(), 0);
      const size_t end = slice(static_cast<size_t>(thread) + 1);
      for (size_t i = slice(static_cast<size_t>(thread)); i < end; ++i) {
        const size_t number = number_of(i);
        own.sum[number] += left_[i];
        ++own.count[number];
      }
    });
    std::vector<int32_t> step(numbers->size());
    for (size_t number = 0; number < step.size(); ++number) {
      int64_t sum = 0, count = 0;
      for (const Sums& each : sums_) {
        sum += each.sum[number];
        count += each.count[number];
      }
      step[number] = static_cast<int32_t>(sum / (count + kDoubt));
      (*numbers)[number] += step[number];
    }
    crew_.Run([&](int thread) {
      const size_t end = slice(static_cast<size_t>(thread) + 1);
      for (size_t i = slice(static_cast<size_t>(thread)); i < end; ++i)
        left_[i] -= step[number_of(i)];
    });
  }

  const Samples& samples_;
  Crew& crew_;
  const size_t cells_;
  std::vector<int32_t>
      left_;                // for each sample, the moves in 1/kUnit that the numbers do not explain
  std::vector<Sums> sums_;  // by thread
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_VALUES_PAIR_FITTER_H_
