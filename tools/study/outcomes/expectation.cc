// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/study/outcomes/expectation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "generator/solvers/reference_solvers.h"
#include "tables/plan.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

constexpr uint16_t kUnreachable = DepthSolution::kUnreachable;

// Follows every walk through one table, backwards: goes through the states in the order of their
// depth, each from the state that its action leads to.
class Walks {
 public:
  // `after_best` and `after_worst` are the expected actions of the later stages, by the blank's
  // cell.
  absl::Status Follow(const PolicyTable& table, const std::vector<double>& after_best,
                      const std::vector<double>& after_worst, uint64_t seed,
                      const std::function<void(uint64_t)>& progress) {
    auto solution = PlainSearchSolver().Solve(table.subproblem, {});
    if (!solution.ok()) return solution.status();
    depths_ = static_cast<const DepthSolution&>(**solution).depths();
    const size_t entries = depths_.size();
    for (std::vector<uint8_t>& end : end_) end.assign(entries, 0);
    best_.assign(entries, 0);
    worst_.assign(entries, 0);
    const Ranking& ranking = table.ranking;
    uint64_t done = 0;
    for (uint32_t rank : ByDepth((*solution)->histogram())) {
      if (++done % 65536 == 0 && progress) progress(done);
      const Board board = Representative(table.subproblem, ranking.Unrank(rank));
      if (depths_[rank] == 0) {
        for (std::vector<uint8_t>& end : end_) end[rank] = board.blank;
        best_[rank] = static_cast<float>(after_best[board.blank]);
        worst_[rank] = static_cast<float>(after_worst[board.blank]);
        continue;
      }
      if (!Extend(table, board, rank, seed))
        return absl::DataLossError(absl::StrCat("the table of ", ToString(table.subproblem),
                                                " stores an action that is not optimal"));
    }
    if (progress) progress(entries);
    return absl::OkStatus();
  }

  bool IsReachable(uint64_t rank) const { return depths_[rank] != kUnreachable; }
  int depth(uint64_t rank) const { return depths_[rank]; }
  int end(TieChoice ties, uint64_t rank) const { return end_[static_cast<size_t>(ties)][rank]; }
  double best(uint64_t rank) const { return static_cast<double>(best_[rank]); }
  double worst(uint64_t rank) const { return static_cast<double>(worst_[rank]); }

 private:
  std::vector<uint32_t> ByDepth(const std::vector<uint64_t>& histogram) const {
    std::vector<uint64_t> next(histogram.size() + 1, 0);
    for (size_t d = 0; d < histogram.size(); ++d) next[d + 1] = next[d] + histogram[d];
    std::vector<uint32_t> order(next.back());
    for (size_t rank = 0; rank < depths_.size(); ++rank)
      if (depths_[rank] != kUnreachable) order[next[depths_[rank]]++] = static_cast<uint32_t>(rank);
    return order;
  }

  // Returns false if the stored action leads no nearer.
  bool Extend(const PolicyTable& table, const Board& board, uint32_t rank, uint64_t seed) {
    std::array<uint64_t, kActions> optimal = {};  // ranks after the optimal actions
    int count = 0;
    uint64_t stored = 0;
    bool is_optimal = false;
    const Action action = GetAction(table.policy, rank);
    ForEachSuccessor(table.subproblem, table.ranking, board, rank, [&](Action a, uint64_t next) {
      if (depths_[next] + 1 != depths_[rank]) return;
      optimal[static_cast<size_t>(count++)] = next;
      if (a == action) {
        stored = next;
        is_optimal = true;
      }
    });
    if (!is_optimal) return false;
    const uint64_t drawn =
        Random(seed ^ (rank * 0x9e3779b97f4a7c15u)).Below(static_cast<uint64_t>(count));
    const uint64_t taken[kTieChoices] = {stored, optimal[0],
                                         optimal[static_cast<size_t>(count - 1)], optimal[drawn]};
    for (size_t i = 0; i < kTieChoices; ++i) end_[i][rank] = end_[i][taken[i]];
    best_[rank] = best_[optimal[0]];
    worst_[rank] = worst_[optimal[0]];
    for (int i = 1; i < count; ++i) {
      best_[rank] = std::min(best_[rank], best_[optimal[static_cast<size_t>(i)]]);
      worst_[rank] = std::max(worst_[rank], worst_[optimal[static_cast<size_t>(i)]]);
    }
    return true;
  }

  std::vector<uint16_t> depths_;
  std::array<std::vector<uint8_t>, kTieChoices> end_;  // the blank's cell at the goal
  std::vector<float> best_, worst_;                    // expected actions after the goal
};

// Returns the first growth that can solve the state, with its rank there: Algorithm 2's while loop.
std::pair<size_t, uint64_t> ChooseGrowth(const PolicyStage& stage, const std::vector<Walks>& walks,
                                         uint64_t entry) {
  if (walks[0].IsReachable(entry)) return {0, entry};
  const PolicyTable& own = stage.tables[0];
  const Board board = Representative(own.subproblem, own.ranking.Unrank(entry));
  for (size_t growth = 1; growth < walks.size(); ++growth) {
    const uint64_t rank = stage.tables[growth].ranking.Rank(board);
    if (walks[growth].IsReachable(rank)) return {growth, rank};
  }
  return {walks.size(), 0};
}

absl::Status CountStage(const PolicyStage& stage, const std::vector<Walks>& walks,
                        StageOutcomes* outcomes) {
  const Ranking& ranking = stage.tables[0].ranking;
  const uint64_t slice = ranking.slice();
  for (int from = 0; from <= ranking.positions(); ++from) {
    const int blank = ranking.FreeCell(from);
    double best = 0, worst = 0;
    for (uint64_t entry = static_cast<uint64_t>(from) * slice;
         entry < static_cast<uint64_t>(from + 1) * slice; ++entry) {
      const auto [growth, rank] = ChooseGrowth(stage, walks, entry);
      if (growth == walks.size())
        return absl::DataLossError(absl::StrCat("no table solves entry ", entry, " of ",
                                                ToString(stage.tables[0].subproblem)));
      const uint64_t depth = static_cast<uint64_t>(walks[growth].depth(rank));
      for (int i = 0; i < kTieChoices; ++i) {
        const TieChoice ties = static_cast<TieChoice>(i);
        Outcome& outcome =
            outcomes->at(ties, blank, static_cast<int>(growth), walks[growth].end(ties, rank));
        ++outcome.states;
        outcome.actions += depth;
        outcome.squares += depth * depth;
        outcome.most = std::max(outcome.most, static_cast<int>(depth));
      }
      best += static_cast<double>(depth) + walks[growth].best(rank);
      worst += static_cast<double>(depth) + walks[growth].worst(rank);
    }
    outcomes->best[static_cast<size_t>(blank)] = best / static_cast<double>(slice);
    outcomes->worst[static_cast<size_t>(blank)] = worst / static_cast<double>(slice);
  }
  return absl::OkStatus();
}

}  // namespace

uint64_t StageOutcomes::States(int from, int growth) const {
  uint64_t states = 0;
  for (int to = 0; to < cells_; ++to) states += at(TieChoice::kStored, from, growth, to).states;
  return states;
}

uint64_t StageOutcomes::States(int from) const {
  uint64_t states = 0;
  for (int growth = 0; growth < growths_; ++growth) states += States(from, growth);
  return states;
}

absl::StatusOr<std::vector<StageOutcomes>> CountOutcomes(
    const PolicySet& set, uint64_t seed, const std::function<void(uint64_t)>& progress) {
  const size_t cells = static_cast<size_t>(set.info().geometry.cells());
  std::vector<StageOutcomes> result;
  std::vector<double> after_best(cells, 0.0), after_worst(cells, 0.0);
  uint64_t done = 0;
  // From the last stage to the first, because later stages decide which tie is the best.
  for (size_t i = set.stages().size(); i-- > 0;) {
    const PolicyStage& stage = set.stages()[i];
    std::vector<Walks> walks(static_cast<size_t>(stage.count));
    for (size_t growth = 0; growth < walks.size(); ++growth) {
      const absl::Status status = walks[growth].Follow(stage.tables[growth], after_best,
                                                       after_worst, seed, [&](uint64_t states) {
                                                         if (progress) progress(done + states);
                                                       });
      if (!status.ok()) return status;
      done += stage.tables[growth].ranking.size();
    }
    StageOutcomes outcomes(static_cast<int>(cells), stage.count);
    outcomes.best.assign(cells, 0.0);
    outcomes.worst.assign(cells, 0.0);
    if (absl::Status status = CountStage(stage, walks, &outcomes); !status.ok()) return status;
    after_best = outcomes.best;
    after_worst = outcomes.worst;
    result.insert(result.begin(), std::move(outcomes));
  }
  return result;
}

namespace {

// The first moments of the actions taken so far, over one kind of boards.
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

  // Returns the moments after a stage whose `outcome` is one of `states` equally likely ones.
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

// Returns the mean over the blank's cells at the start, all equally likely.
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
