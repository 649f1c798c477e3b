// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/measure/expectation.h"

#include <algorithm>
#include <cmath>

namespace tilebase {
namespace {

// The first moments of the actions taken so far, over the boards of some kind.
struct Moments {
  double share = 0;    // of all boards
  double actions = 0;  // summed over them
  double squares = 0;
  int most = -1;  // -1: there is no such board

  void Add(const Moments& other) {
    share += other.share;
    actions += other.actions;
    squares += other.squares;
    most = std::max(most, other.most);
  }

  // After a stage in which they do as `outcome` tells, one of `states` that are equally likely.
  Moments After(const Outcome& outcome, uint64_t states) const {
    const double all = static_cast<double>(states);
    const double p = static_cast<double>(outcome.states) / all;
    const double mean = static_cast<double>(outcome.actions) / all;
    const double square = static_cast<double>(outcome.squares) / all;
    return {p * share, p * actions + mean * share,
            p * squares + 2 * mean * actions + square * share, most + outcome.most};
  }
};

ClassExpectation Summarize(const Moments& moments) {
  if (moments.most < 0) return {};
  const double mean = moments.actions / moments.share;
  const double variance = moments.squares / moments.share - mean * mean;
  return {moments.share, mean, std::sqrt(std::max(0.0, variance)), moments.most};
}

// Over the blank's cells at the start, all equally likely.
double MeanOverCells(const std::vector<double>& by_cell) {
  double sum = 0;
  for (double value : by_cell) sum += value;
  return sum / static_cast<double>(by_cell.size());
}

}  // namespace

Expectation Expect(const std::vector<StageOutcomes>& stages, TieChoice ties) {
  const int cells = stages.front().cells();
  int growths = 1;
  for (const StageOutcomes& stage : stages) growths = std::max(growths, stage.growths());
  // now[cell * growths + k]: boards with the blank there whose largest growth so far is k.
  const auto index = [growths](int cell, int k) { return static_cast<size_t>(cell * growths + k); };
  std::vector<Moments> now(static_cast<size_t>(cells * growths));
  for (int cell = 0; cell < cells; ++cell) now[index(cell, 0)] = {1.0 / cells, 0, 0, 0};
  for (const StageOutcomes& stage : stages) {
    std::vector<Moments> next(now.size());
    for (int from = 0; from < cells; ++from) {
      const uint64_t states = stage.States(from);
      for (int k = 0; k < growths; ++k) {
        const Moments& boards = now[index(from, k)];
        if (boards.most < 0) continue;
        for (int growth = 0; growth < stage.growths(); ++growth)
          for (int to = 0; to < cells; ++to) {
            const Outcome& outcome = stage.at(ties, from, growth, to);
            if (outcome.states != 0)
              next[index(to, std::max(k, growth))].Add(boards.After(outcome, states));
          }
      }
    }
    now = std::move(next);
  }
  std::vector<Moments> total(static_cast<size_t>(growths));
  Moments overall;
  for (int k = 0; k < growths; ++k) {
    for (int cell = 0; cell < cells; ++cell) total[static_cast<size_t>(k)].Add(now[index(cell, k)]);
    overall.Add(total[static_cast<size_t>(k)]);
  }
  Expectation result;
  result.overall = Summarize(overall);
  for (const Moments& moments : total) result.by_growth.push_back(Summarize(moments));
  return result;
}

double ExpectBest(const std::vector<StageOutcomes>& stages) {
  return MeanOverCells(stages.front().best);
}
double ExpectWorst(const std::vector<StageOutcomes>& stages) {
  return MeanOverCells(stages.front().worst);
}

}  // namespace tilebase
